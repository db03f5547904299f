package dev.ratelimit.testkit.vectors;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.ratelimit.Rule;
import dev.ratelimit.testkit.vectors.VectorReport.Counts;
import dev.ratelimit.testkit.vectors.VectorReport.Difference;
import dev.ratelimit.testkit.vectors.VectorReport.Difference.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Puts every step of a file to a store and compares every field of its answers.
 *
 * <p>Each scenario has a key of its own. A step's instant is handed in as the caller's, and to the
 * store's own clock if it has one. What a store throws counts as a wrong answer.
 *
 * <p>Immutable; as thread-safe as the target's stores.
 */
public final class VectorRunner {

  private final VectorTarget target;

  private VectorRunner(VectorTarget target) {
    this.target = Objects.requireNonNull(target, "target");
  }

  /**
   * {@return a runner}
   *
   * @param target whom to ask
   */
  public static VectorRunner over(VectorTarget target) {
    return new VectorRunner(target);
  }

  /**
   * {@return what came of running a file}
   *
   * @param file its scenarios
   */
  public VectorReport run(VectorFile file) {
    Tally tally = new Tally();
    for (Scenario scenario : file.scenarios()) {
      target.reasonAgainst(scenario).ifPresentOrElse(tally::leftOut, () -> run(scenario, tally));
    }
    return tally.report(target.name(), file.name());
  }

  private void run(Scenario scenario, Tally tally) {
    TimedStore opened = target.open(scenario);
    try {
      tally.scenario();
      new Run(scenario, opened).steps(tally);
    } finally {
      opened.release().run();
    }
  }

  /** One scenario under way. */
  private static final class Run {

    private final Scenario scenario;
    private final TimedStore opened;
    private Rule rule;

    Run(Scenario scenario, TimedStore opened) {
      this.scenario = scenario;
      this.opened = opened;
      this.rule = rule(scenario.limit());
    }

    void steps(Tally tally) {
      int index = 0;
      for (Step step : scenario.steps()) {
        if (step instanceof Step.Reconfigure change) {
          rule = rule(change.limit());
        } else if (step instanceof Step.Ask ask) {
          tally.step(differences(index, ask));
        }
        index++;
      }
    }

    private List<Difference> differences(int index, Step.Ask ask) {
      Place place = new Place(scenario.id(), index, ask.operation().fileName());
      try {
        opened.clock().accept(ask.atMicros());
        return compare(place, ask, answer(ask));
      } catch (RuntimeException e) {
        return List.of(new Difference(place, "exception", "none", e.toString()));
      }
    }

    private Map<String, Object> answer(Step.Ask ask) {
      return ask.operation().ask(new Operation.Asked(opened.store(), scenario.id(), rule, ask));
    }

    private static List<Difference> compare(Place place, Step.Ask ask, Map<String, Object> answer) {
      List<Difference> differences = new ArrayList<>();
      for (Map.Entry<String, JsonElement> field : ask.expected().entrySet()) {
        String expected = field.getValue().getAsString();
        String actual = String.valueOf(answer.get(field.getKey()));
        if (!expected.equals(actual)) {
          differences.add(new Difference(place, field.getKey(), expected, actual));
        }
      }
      return differences;
    }

    private static Rule rule(JsonObject limit) {
      return Rule.of("vectors", LimitKind.of(limit).orElseThrow().read(limit));
    }
  }

  /** What has been counted of a file. */
  private static final class Tally {

    private static final int TOLD = 10;

    private final List<Difference> differences = new ArrayList<>();
    private final Map<String, Integer> leftOut = new HashMap<>();
    private int scenarios;
    private int steps;
    private int wrong;

    void leftOut(String reason) {
      leftOut.merge(reason, 1, Integer::sum);
    }

    void scenario() {
      scenarios++;
    }

    void step(List<Difference> found) {
      steps++;
      wrong += found.isEmpty() ? 0 : 1;
      found.stream().limit(TOLD - differences.size()).forEach(differences::add);
    }

    VectorReport report(String target, String file) {
      Counts counts = new Counts(scenarios, steps, wrong, leftOut);
      return new VectorReport(target, file, counts, differences);
    }
  }
}
