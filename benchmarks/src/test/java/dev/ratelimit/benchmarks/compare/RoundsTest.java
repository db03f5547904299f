package dev.ratelimit.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.ratelimit.benchmarks.compare.report.Report;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoundsTest {

  private static final PrintStream NOWHERE =
      new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);

  private final List<String> order = new ArrayList<>();
  private final Contestant ours = contestant("ours", 10, 20);
  private final Contestant peer = contestant("peer", 20, 80);

  @Test
  void contestants_takeTurnsAndAreMeasuredOnceARound() {
    Row cost = new Row("cost", Metric.CPU, ours.against(peer), Reach.atMost(1));
    Row speed = new Row("speed", Metric.CPU, ours.against(peer), Reach.timesFaster(1));

    run(cost, speed);

    assertThat(order).containsExactly("ours", "peer", "ours", "peer");
  }

  @Test
  void figure_isTheMedianOfTheRatiosOfTheRounds() {
    Row row = new Row("cost", Metric.CPU, ours.against(peer), Reach.atMost(0.4));

    JsonObject result = run(row); // 10 / 20 and 20 / 80

    assertThat(result.get("ratio").getAsDouble()).isEqualTo(0.375);
    assertThat(result.get("spread")).hasToString("[0.25,0.5]");
    assertThat(result.get("reach").getAsString()).isEqualTo("<= 0.40");
    assertThat(result.get("met").getAsBoolean()).isTrue();
  }

  @Test
  void timesFaster_comparesThePeerToOurs() {
    Row row = new Row("speed", Metric.CPU, ours.against(peer), Reach.timesFaster(3.5));

    JsonObject result = run(row); // 20 / 10 and 80 / 20

    assertThat(result.get("ratio").getAsDouble()).isEqualTo(3);
    assertThat(result.get("met").getAsBoolean()).isFalse();
  }

  @Test
  void bytes_areThoseOfOursAlone() {
    Row row = new Row("bytes", Metric.CPU, ours.against(peer), Reach.bytesAtMost(15));

    JsonObject result = run(row);

    assertThat(result.get("ratio").getAsDouble()).isEqualTo(15);
    assertThat(result.get("met").getAsBoolean()).isTrue();
  }

  @Test
  void timesMore_comparesOursToThePeer() {
    Row row = new Row("rate", Metric.CPU, peer.against(ours), Reach.timesMore(3));

    JsonObject result = run(row); // 20 / 10 and 80 / 20

    assertThat(result.get("ratio").getAsDouble()).isEqualTo(3);
    assertThat(result.get("met").getAsBoolean()).isTrue();
  }

  @Test
  void amount_isThatOfOursAlone() {
    Row most = new Row("most", Metric.CPU, ours.against(peer), Reach.amountAtMost(14.9));

    JsonObject result = run(most);

    assertThat(result.get("ratio").getAsDouble()).isEqualTo(15);
    assertThat(result.get("met").getAsBoolean()).isFalse();
  }

  @Test
  void amountAtLeast_isMetByMore() {
    Row least = new Row("least", Metric.CPU, ours.against(peer), Reach.amountAtLeast(14.9));

    JsonObject result = run(least);

    assertThat(result.get("reach").getAsString()).isEqualTo(">= 14.90");
    assertThat(result.get("met").getAsBoolean()).isTrue();
  }

  @Test
  void warmUp_isOfEachContestantOnceAndBeforeAllRounds() {
    Row row =
        new Row("row", Metric.CPU, warmed("first").against(warmed("second")), Reach.information());

    run(row);

    assertThat(order).startsWith("warm first", "warm second", "first", "second");
    assertThat(order).filteredOn(step -> step.startsWith("warm")).hasSize(2);
  }

  @Test
  void aim_isToldAndNotJudged() {
    Row row = new Row("cost", Metric.CPU, ours.against(peer), Reach.atMost(0.4).aimingAt(0.1));

    JsonObject result = run(row); // 0.375

    assertThat(result.get("aim").getAsString()).isEqualTo("<= 0.10");
    assertThat(result.get("met").getAsBoolean()).isTrue();
  }

  @Test
  void information_isNotJudged() {
    Row row = new Row("information", Metric.CPU, ours.against(peer), Reach.information());

    JsonObject result = run(row);

    assertThat(result.get("reach").getAsString()).isEqualTo("-");
    assertThat(result.get("aim").getAsString()).isEqualTo("-");
    assertThat(result.get("met").isJsonNull()).isTrue();
  }

  private static JsonObject run(Row... rows) {
    List<RowResult> results = new Rounds(List.of(rows), Effort.QUICK, NOWHERE).run();
    String json = Report.of(results, "today").json();
    return JsonParser.parseString(json).getAsJsonArray().get(0).getAsJsonObject();
  }

  private Contestant contestant(String label, double first, double second) {
    return new Contestant() {
      @Override
      public String label() {
        return label;
      }

      @Override
      public Measurement measure(Effort effort) {
        boolean again = order.contains(label);
        order.add(label);
        return new Measurement(Map.of(Metric.CPU, again ? second : first));
      }
    };
  }

  private Contestant warmed(String label) {
    return new Contestant() {
      @Override
      public String label() {
        return label;
      }

      @Override
      public void warmUp(Effort effort) {
        order.add("warm " + label);
      }

      @Override
      public Measurement measure(Effort effort) {
        order.add(label);
        return new Measurement(Map.of(Metric.CPU, 1.0));
      }
    };
  }
}
