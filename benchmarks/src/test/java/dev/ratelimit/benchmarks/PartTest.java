package dev.ratelimit.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ratelimit.benchmarks.compare.Row;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartTest {

  private static final List<Part> PARTS = Part.all();

  @Test
  void nameOfAPart_choosesItsRows() {
    assertThat(Part.matching(PARTS, "redis")).isEqualTo(RedisRows.all());
  }

  @Test
  void otherText_choosesRowsOfAllPartsWhoseNamesContainIt() {
    assertThat(Part.matching(PARTS, "zipf 0.99"))
        .extracting(Row::name)
        .contains(
            "LocalLimiter, 1,000,000 keys, zipf 0.99, to ConcurrentHashMap + Bucket4j probe",
            "100,000 keys zipf 0.99, 256 asynchronous, to Bucket4j")
        .allMatch(name -> name.contains("zipf 0.99"));
  }

  @Test
  void textOfNoRow_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Part.matching(PARTS, "etcd"))
        .withMessage("no row's name contains \"etcd\"");
  }

  @Test
  void rows_haveNamesOfTheirOwn() {
    assertThat(Part.rowNames(PARTS)).doesNotHaveDuplicates();
  }
}
