package dev.ratelimit.testkit.vectors;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The story of one key: what it is asked, when, and what it answers.
 *
 * <p>Immutable.
 */
public final class Scenario {

  /** What some scenarios ask of a store beyond the plain operations. */
  enum Need {
    LEASES("leases"),
    CLOCK_BACKWARDS("clock runs backwards");

    private final String reason;

    Need(String reason) {
      this.reason = reason;
    }

    /** {@return why a scenario is left out where this is not met} */
    String reason() {
      return reason;
    }
  }

  private static final Gson GSON = new Gson();

  private final String id;
  private final JsonObject limit;
  private final List<Step> steps;

  private Scenario(String id, JsonObject limit, List<Step> steps) {
    this.id = id;
    this.limit = limit;
    this.steps = List.copyOf(steps);
  }

  static Scenario parse(String json) {
    JsonObject scenario =
        Objects.requireNonNull(GSON.fromJson(json, JsonObject.class), "nothing in it");
    for (String member : List.of("id", "limit", "steps")) {
      if (!scenario.has(member)) {
        throw new IllegalArgumentException("\"" + member + "\" is missing");
      }
    }
    List<Step> steps = new ArrayList<>();
    for (JsonElement step : scenario.getAsJsonArray("steps")) {
      steps.add(Step.read(step.getAsJsonObject()));
    }
    JsonObject limit = scenario.getAsJsonObject("limit");
    if (!limit.has("type")) {
      throw new IllegalArgumentException("\"type\" of \"limit\" is missing");
    }
    return new Scenario(scenario.get("id").getAsString(), limit, steps);
  }

  /** {@return its name, which is also the key that a runner asks about} */
  public String id() {
    return id;
  }

  JsonObject limit() {
    return limit;
  }

  List<Step> steps() {
    return steps;
  }

  /** {@return every limit that the key is under at some time} */
  List<JsonObject> limits() {
    List<JsonObject> limits = new ArrayList<>(List.of(limit));
    for (Step step : steps) {
      if (step instanceof Step.Reconfigure change) {
        limits.add(change.limit());
      }
    }
    return limits;
  }

  Set<Need> needs() {
    Set<Need> needs = EnumSet.noneOf(Need.class);
    long last = Long.MIN_VALUE;
    for (Step.Ask ask : asks()) {
      if (ask.operation().isOfLeases()) {
        needs.add(Need.LEASES);
      }
      if (ask.atMicros() < last) {
        needs.add(Need.CLOCK_BACKWARDS);
      }
      last = ask.atMicros();
    }
    return needs;
  }

  /** {@return the instant of the first request; 0 if there is none} */
  long startMicros() {
    return asks().stream().mapToLong(Step.Ask::atMicros).findFirst().orElse(0);
  }

  private List<Step.Ask> asks() {
    return steps.stream().filter(Step.Ask.class::isInstance).map(Step.Ask.class::cast).toList();
  }

  @Override
  public String toString() {
    return "Scenario[id=" + id + ", limit=" + limit + ", steps=" + steps.size() + "]";
  }
}
