package dev.ratelimit.redis.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.LeaseId;
import dev.ratelimit.core.store.LeasedPermits;
import dev.ratelimit.redis.limits.Scripts;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GroupTest {

  /** Ten a second, ten at once, in microseconds. */
  private static final Terms LIMIT = terms(Limit.perSecond(10));

  private static Terms terms(Limit limit) {
    return Scripts.shipped().terms(limit);
  }

  private static Group group(Terms terms, Operation<?>... operations) {
    return new Group(terms, "key", List.of(operations));
  }

  private static final long MOST_DEBT = Limit.perSecond(10).units().maxDebt();

  private static List<Double> numbers(byte[] packed, int from) {
    ByteBuffer bytes = ByteBuffer.wrap(packed).order(ByteOrder.LITTLE_ENDIAN).position(from);
    List<Double> numbers = new ArrayList<>();
    while (bytes.hasRemaining()) {
      numbers.add(bytes.getDouble());
    }
    return numbers;
  }

  private static void assertPacked(Operation<?> operation, int code, double... amounts) {
    byte[] packed = operation.packed();
    assertThat(packed[0]).isEqualTo((byte) code);
    assertThat(numbers(packed, 1))
        .containsExactlyElementsOf(Arrays.stream(amounts).boxed().toList());
  }

  @Test
  void operations_arePackedAsACodeAndTheirAmounts() {
    LeasedPermits leased = new LeasedPermits(new LeaseId(3, 77), 5);

    assertPacked(Operation.check(LIMIT, 10), 1, 10);
    assertPacked(Operation.reserve(LIMIT, new Hold(4, 250)), 2, 4, 250);
    assertPacked(Operation.take(LIMIT, 7), 3, 7);
    assertPacked(Operation.grant(LIMIT, 7), 4, 7);
    assertPacked(Operation.spent(leased), 5, 3, 77, 5);
    assertPacked(Operation.giveBack(leased), 6, 3, 77, 5);
    assertPacked(Operation.refund(2), 7, 2);
    assertPacked(Operation.reset(), 8);
  }

  @Test
  void amountsOutOfTheScriptsRange_areCut() {
    assertPacked(Operation.take(LIMIT, Long.MAX_VALUE), 3, 10);
    assertPacked(Operation.grant(LIMIT, 11), 4, 10);
    assertPacked(Operation.refund(Long.MAX_VALUE), 7, 0x1p53);
  }

  @Test
  void whatTheScriptHasNothingToDoFor_isNotSent() {
    assertThat(Operation.peek(5).packed()).isEmpty();
    assertThat(Operation.check(LIMIT, 0).packed()).isEmpty();
    assertThat(Operation.check(LIMIT, 11).packed()).isEmpty();
    assertThat(Operation.reserve(LIMIT, new Hold(11, 0)).packed()).isEmpty();
    assertThat(Operation.take(LIMIT, 0).packed()).isEmpty();
    assertThat(Operation.refund(0).packed()).isEmpty();
  }

  @Test
  void group_isTheLimitAndThenItsOperations() {
    // So large a burst is exact in no finer tick than a second.
    Terms seconds = terms(new TokenBucket(7_000_003, Duration.ofSeconds(3), 1L << 41));
    byte[] packed = group(seconds, Operation.peek(1), Operation.check(seconds, 2)).packed();

    assertThat(packed).hasSize(25 + 9);
    assertThat(packed[0]).isEqualTo((byte) 2);
    assertThat(numbers(Arrays.copyOf(packed, 25), 1)).containsExactly(7_000_003.0, 3.0, 3 * 0x1p41);
    assertThat(packed[25]).isEqualTo((byte) 1);
  }

  @Test
  void checksOfOneCostInARow_areSentAsOne() {
    Operation<?> one = Operation.check(LIMIT, 1);
    Operation<?> two = Operation.check(LIMIT, 2);
    byte[] packed = group(LIMIT, one, one, one, two, one).packed();

    assertThat(packed).hasSize(25 + 17 + 9 + 9);
    assertThat(packed[25]).isEqualTo((byte) 10);
    assertThat(numbers(Arrays.copyOf(packed, 25 + 17), 26)).containsExactly(1.0, 3.0);
    assertThat(packed[25 + 17]).isEqualTo((byte) 1);
    assertThat(packed[25 + 17 + 9]).isEqualTo((byte) 1);
  }

  @Test
  void whatIsNoCheckOrNotSent_endsARow() {
    Operation<?> one = Operation.check(LIMIT, 1);
    Operation<?> none = Operation.check(LIMIT, 0);

    assertThat(group(LIMIT, one, none, one).packed()).hasSize(25 + 9 + 9);
    assertThat(group(LIMIT, none, none).packed()).hasSize(25);
    assertThat(group(LIMIT, one, Operation.reserve(LIMIT, new Hold(1, 0)), one).packed())
        .hasSize(25 + 9 + 17 + 9);
    assertThat(group(LIMIT, Operation.take(LIMIT, 1), Operation.take(LIMIT, 1)).packed())
        .hasSize(25 + 9 + 9);
  }

  @Test
  void otherLimits_sendEachCheck() {
    Terms window = terms(Limit.fixedWindow(10, Duration.ofSeconds(1)));
    Operation<?> one = Operation.check(window, 1);

    assertThat(group(window, one, one).packed()).hasSize(24 + 9 + 9);
  }

  @Test
  void replyOfADebt_isAnsweredByTheOperationsInOrder() {
    Group group = group(LIMIT, Operation.check(LIMIT, 4), Operation.check(LIMIT, 4));

    List<Object> answers = group.answers(300_000L, 1_000);

    assertThat(answers.get(0)).isEqualTo(new Verdict(true, 0, 0, new Report(10, 3, 700_000)));
    assertThat(answers.get(1))
        .isEqualTo(new Verdict(false, 0, 100_000, new Report(10, 3, 700_000)));
  }

  @Test
  void replyOfNoDebt_isAFullBucket() {
    List<Object> answers = group(LIMIT, Operation.peek(1)).answers(0L, 1_000);

    assertThat(answers).containsExactly(new Verdict(true, 0, 0, new Report(10, 10, 0)));
  }

  @Test
  void replyWithLeases_clipsWhatIsPaidOff() {
    // Slot 4 of 25,000 us lapses at 225,000 us; two permits are out until then.
    List<Long> reply = List.of(300_000L, 1L, 0L, 0L, 4L, 2L);

    List<Object> answers = group(LIMIT, Operation.peek(10)).answers(reply, 100_000);

    Report report = new Report(10, 7, 325_000);
    assertThat(answers).containsExactly(new Verdict(false, 0, 325_000, report));
  }

  @Test
  void replyOfAnotherKind_isRefused() {
    Group group = group(LIMIT, Operation.peek(1));

    assertThatThrownBy(() -> group.answers("OK", 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a script of ours replied [OK]");
  }

  static List<Object> repliesThatNoScriptOfOursGives() {
    return List.of(
        -1L,
        MOST_DEBT + 1,
        List.of(),
        List.of(1L, 1L, 0L),
        List.of(1L, 1L, 0L, 0L, 4L),
        List.of(1L, 1L, 0L, 0L, 4L, "two"),
        List.of(1L, -1L, 0L, 0L),
        List.of(MOST_DEBT + 1, 1L, 0L, 0L),
        List.of(1L, BucketUnits.MAX_DEBT + 1, 0L, 0L));
  }

  @ParameterizedTest
  @MethodSource("repliesThatNoScriptOfOursGives")
  void replyOutOfRange_isRefused(Object reply) {
    Group group = group(LIMIT, Operation.peek(1));

    assertThatThrownBy(() -> group.answers(reply, 0)).isInstanceOf(IllegalStateException.class);
  }
}
