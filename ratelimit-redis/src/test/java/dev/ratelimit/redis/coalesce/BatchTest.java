package dev.ratelimit.redis.coalesce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.core.store.LeaseCall;
import dev.ratelimit.redis.limits.Scripts;
import dev.ratelimit.redis.protocol.Group;
import dev.ratelimit.redis.protocol.Operation;
import dev.ratelimit.redis.protocol.Question;
import dev.ratelimit.redis.protocol.Terms;
import dev.ratelimit.redis.script.ScriptCall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchTest {

  private static final Terms BUCKET = Scripts.shipped().terms(Limit.perSecond(10));

  private static Ask ask(Terms terms, String key, List<Operation<?>> operations, long arrival) {
    return new BlockingAsk(
        new Group(terms, key, operations), key.getBytes(StandardCharsets.UTF_8), arrival);
  }

  private static Ask check(Terms terms, String key) {
    return ask(terms, key, terms.check(1).operations(), 0);
  }

  private static Ask lease(String key) {
    return ask(BUCKET, key, Question.lease(BUCKET, LeaseCall.grant(3)).operations(), 0);
  }

  private static List<String> keysOf(Batch batch) {
    return Arrays.stream(batch.call().keys())
        .map(key -> new String(key, StandardCharsets.UTF_8))
        .toList();
  }

  /** {@return how many it takes until it is full} */
  private static int room(Terms terms, boolean ofOneKey) {
    Batch batch = new Batch();
    do {
      batch.add(check(terms, ofOneKey ? "a" : "key-" + batch.size()));
    } while (!batch.isFull());
    return batch.size();
  }

  @Test
  void checksOfOneKeyUnderOneLimit_areOneGroup() {
    Batch batch = Batch.of(List.of(check(BUCKET, "a"), check(BUCKET, "b"), check(BUCKET, "a")));

    ScriptCall call = batch.call();

    assertThat(keysOf(batch)).containsExactly("a", "b");
    Operation<?> one = BUCKET.check(1).operations().get(0);
    assertThat(call.arguments()[0]).isEqualTo(new Group(BUCKET, "a", List.of(one, one)).packed());
  }

  @Test
  void equalLimits_areOne() {
    Terms same = Scripts.shipped().terms(Limit.perSecond(10));

    assertThat(keysOf(Batch.of(List.of(check(BUCKET, "a"), check(same, "a")))))
        .containsExactly("a");
  }

  @Test
  void anotherLimit_isAnotherGroup() {
    Terms other = Scripts.shipped().terms(Limit.perSecond(11));

    assertThat(keysOf(Batch.of(List.of(check(BUCKET, "a"), check(other, "a")))))
        .containsExactly("a", "a");
  }

  @Test
  void lease_isAGroupOfItsOwn() {
    Batch batch = Batch.of(List.of(check(BUCKET, "a"), lease("a"), lease("a"), check(BUCKET, "a")));

    assertThat(keysOf(batch)).hasSizeGreaterThanOrEqualTo(3).containsOnly("a");
  }

  @Test
  void firstArrival_isTheEarliest() {
    List<Operation<?>> check = BUCKET.check(1).operations();
    Batch batch =
        Batch.of(
            List.of(
                ask(BUCKET, "a", check, 30),
                ask(BUCKET, "a", check, 10),
                ask(BUCKET, "b", check, 20)));

    assertThat(batch.firstArrivalMicros()).isEqualTo(10);
  }

  @Test
  void split_isABatchForEachKey() {
    List<Ask> asks = new ArrayList<>();
    List.of("a", "b", "a").forEach(key -> asks.add(check(BUCKET, key)));

    List<Batch> parts = Batch.of(asks).split();

    assertThat(parts).extracting(Batch::size).containsExactly(2, 1);
  }

  @Test
  void batchOfTokenBuckets_isFullAtSixtyFourKeysOr512Requests() {
    assertThat(room(BUCKET, false)).isEqualTo(64);
    assertThat(room(BUCKET, true)).isEqualTo(512);
  }

  @Test
  void batchOfWhatTakesTheServerLongPerRequest_isFullAtSixtyFour() {
    Terms log = Scripts.shipped().terms(Limit.slidingLog(5, Duration.ofMinutes(1)));

    assertThat(room(log, true)).isEqualTo(64);
  }
}
