package dev.ratelimit.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ratelimit.benchmarks.capacity.Capacity;
import dev.ratelimit.benchmarks.compare.Effort;
import dev.ratelimit.benchmarks.compare.Row;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartTest {

  private static final List<Part> PARTS = Part.all();

  @Test
  void nameOfAPart_choosesItsRows() {
    assertThat(Part.matching(PARTS, "redis", Effort.FULL)).isEqualTo(RedisRows.all());
  }

  @Test
  void otherText_choosesRowsOfAllPartsWhoseNamesContainIt() {
    assertThat(Part.matching(PARTS, "zipf 0.99", Effort.FULL))
        .extracting(Row::name)
        .contains(
            "LocalLimiter, 1,000,000 keys, zipf 0.99, to ConcurrentHashMap + Bucket4j probe",
            "100,000 keys zipf 0.99, 256 asynchronous, to Bucket4j")
        .allMatch(name -> name.contains("zipf 0.99"));
  }

  @Test
  void textOfNoRow_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Part.matching(PARTS, "etcd", Effort.FULL))
        .withMessage("no row's name contains \"etcd\"");
  }

  @Test
  void quickRun_judgesAllThatHasSomethingToReach() {
    List<Row> quick = Part.matching(PARTS, "", Effort.QUICK);

    assertThat(quick)
        .containsAll(
            Part.matching(PARTS, "", Effort.FULL).stream()
                .filter(row -> row.reach().bound().isPresent())
                .toList());
  }

  @Test
  void quickRun_measuresNothingForInformationAlone() {
    assertThat(Part.matching(PARTS, "in-process", Effort.QUICK))
        .extracting(Row::name)
        .contains("one bucket, to Bucket4j probe")
        .doesNotContain("one bucket, to Guava tryAcquire");
  }

  @Test
  void quickRun_showsOfGrowthWhatIsMeasuredAnyway() {
    assertThat(Part.matching(PARTS, "growth", Effort.QUICK))
        .extracting(Row::name)
        .contains(
            "growth: one key, server CPU, to REF, checks: 1",
            "growth: one key, server CPU, to REF, checks: 64")
        .doesNotContain("growth: one key, server CPU, to REF, checks: 16");
    assertThat(Part.matching(PARTS, "growth: ", Effort.QUICK))
        .extracting(Row::name)
        .contains("growth: one key, server CPU, to REF, checks: 16");
  }

  @Test
  void rowsThatCapacityIsReckonedFrom_areMeasured() {
    assertThat(Part.rowNames(PARTS)).containsAll(Capacity.rows().toList());
  }

  @Test
  void rows_haveNamesOfTheirOwn() {
    assertThat(Part.rowNames(PARTS)).doesNotHaveDuplicates();
  }
}
