package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Outcome;
import dev.ratelimit.Rule;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each kind of limit on a key at which others, or another kind, have left a value. */
@RedisTest
class RedisForeignKindsIT {

  private static final long NOW = 1_767_225_600_000_000L;

  private RedisServer redis;
  private HandClockStore store;

  @BeforeEach
  void open(RedisServer server) {
    redis = server;
    store = HandClockStore.ofCallers(server);
  }

  @AfterEach
  void close() {
    store.close();
  }

  static Stream<Arguments> values() {
    return Arrays.stream(StoredKind.values())
        .flatMap(
            kind ->
                Stream.concat(RedisForeignStateIT.foreign(), ofOtherKinds(kind))
                    .map(value -> Arguments.of(kind, value)));
  }

  private static Stream<Named<Consumer<RedisServer>>> ofOtherKinds(StoredKind kind) {
    Rule bucket = Rule.of(Limit.perSecond(10));
    return Stream.concat(
        Stream.of(written("token bucket", bucket)),
        Arrays.stream(StoredKind.values())
            .filter(other -> other != kind)
            .map(other -> written(other.name(), other.rule())));
  }

  private static Named<Consumer<RedisServer>> written(String name, Rule rule) {
    return Named.of(
        name,
        redis -> {
          try (HandClockStore other = HandClockStore.ofCallers(redis)) {
            other.check("key", rule, 10, NOW);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("values")
  void valueThatIsNotOurs_countsAsAbsentAndIsOverwritten(
      StoredKind kind, Consumer<RedisServer> value) {
    value.accept(redis);

    Decision first = store.check("key", kind.rule(), 3, NOW);
    Decision second = store.check("key", kind.rule(), 4, NOW);

    assertThat(first.remaining()).isEqualTo(7);
    assertThat(second.remaining()).isEqualTo(3);
    store.check("fresh", kind.rule(), 3, NOW);
    store.check("fresh", kind.rule(), 4, NOW);
    assertThat(store.value("key")).isEqualTo(store.value("fresh"));
  }

  @ParameterizedTest
  @MethodSource("values")
  void valueThatIsNotOurs_isLeftAloneByALook(StoredKind kind, Consumer<RedisServer> value) {
    value.accept(redis);
    byte[] before = redis.command("DUMP", "t:{key}").asBytes();

    Decision peeked = store.peek("key", kind.rule(), 10, NOW);
    Decision nothing = store.check("key", kind.rule(), 0, NOW);
    Decision denied = store.check("key", kind.rule(), 11, NOW);

    assertThat(peeked.allowed()).isTrue();
    assertThat(nothing.remaining()).isEqualTo(10);
    assertThat(denied.outcome()).isEqualTo(Outcome.NEVER);
    assertThat(redis.command("DUMP", "t:{key}").asBytes()).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("values")
  void valueThatIsNotOurs_isRemovedByAReset(StoredKind kind, Consumer<RedisServer> value) {
    value.accept(redis);

    Decision reset = store.reset("key", kind.rule(), NOW);

    assertThat(reset.remaining()).isEqualTo(10);
    assertThat(redis.command("EXISTS", "t:{key}").asLong()).isZero();
  }
}
