package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.redis.script.Script;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who counts as a member of a fleet, and for how long. */
@RedisTest
class MembersScriptIT {

  private static final String KEY = "rl:{%members-fleet}";
  private static final long NOW = 1_767_225_600_000_000L;
  private static final long LIFE = 10_000_000;
  private static final long HOUR = 3_600_000_000L;

  private RedisServer redis;
  private StoredMembers members;

  @BeforeEach
  void open(RedisServer server) {
    redis = server;
    members = new StoredMembers(server);
  }

  @Test
  void differentInstances_countAndOneCountsOnce() {
    assertThat(members.beat(1, NOW)).isEqualTo(1);
    assertThat(members.beat(2, NOW + 1)).isEqualTo(2);
    assertThat(members.beat(1, NOW + 2)).isEqualTo(2);
    assertThat(members.beat(-1, NOW + 3)).isEqualTo(3);
  }

  @Test
  void idThatOthersHaveAcrossTheirEnds_isNobodyYet() {
    byte[] value = StoredMembers.value(2, NOW + LIFE);
    members.put(value);
    long acrossIdAndLapse = ByteBuffer.wrap(value).getLong(1 + 4);

    assertThat(members.beat(acrossIdAndLapse, NOW)).isEqualTo(3);
    assertThat(members.beat(acrossIdAndLapse, NOW)).isEqualTo(3);
  }

  @Test
  void instanceThatLeaves_countsNoMore() {
    members.beat(1, NOW);
    members.beat(2, NOW);

    assertThat(members.leave(1, NOW + 1)).isEqualTo(1);
    assertThat(members.leave(1, NOW + 2)).isEqualTo(1);
    assertThat(members.beat(2, NOW + 3)).isEqualTo(1);
  }

  @Test
  void lastThatLeaves_leavesNothing() {
    members.beat(1, NOW);

    assertThat(members.leave(1, NOW + 1)).isZero();

    assertThat(redis.command("EXISTS", KEY).asLong()).isZero();
  }

  @Test
  void silentInstance_lapsesAfterItsLife() {
    members.beat(1, NOW);

    assertThat(members.beat(2, NOW + LIFE - 1)).isEqualTo(2);
    assertThat(members.beat(2, NOW + LIFE)).isEqualTo(1);
  }

  @Test
  void instancesOfALargeFleet_liveLonger() {
    members.put(StoredMembers.value(200, NOW + LIFE));
    members.beat(1, NOW);
    members.beat(2, NOW); // 100 ms for each of the 200 and for itself

    assertThat(members.lifeMillis()).isBetween(15_000L, 20_100L);
    assertThat(members.beat(2, NOW + 20_099_999)).isEqualTo(2);
    assertThat(members.beat(2, NOW + 20_100_000)).isEqualTo(1);
  }

  @Test
  void clockThatRanBackwards_keepsNobodyForLongerThanALife() {
    members.beat(1, NOW + HOUR);
    members.beat(2, NOW + HOUR);

    assertThat(members.beat(2, NOW)).isEqualTo(2);
    assertThat(members.beat(2, NOW + LIFE - 1)).isEqualTo(2);
    assertThat(members.beat(2, NOW + LIFE)).isEqualTo(1);
  }

  static Stream<Named<Consumer<RedisServer>>> garbage() {
    return Stream.of(
        Named.of("list", redis -> redis.command("LPUSH", KEY, "x")),
        Named.of("text", redis -> redis.command("SET", KEY, "seventeen letters")),
        Named.of("empty", redis -> redis.command("SET", KEY, "")),
        Named.of("one byte", redis -> redis.command("SET", KEY, "\u0006")),
        Named.of("other length", redis -> redis.command("SET", KEY, "\u0006" + "x".repeat(15))),
        Named.of("other version", redis -> redis.command("SET", KEY, "\u0005" + "x".repeat(16))),
        Named.of("not a number", redis -> put(redis, StoredMembers.value(3, Double.NaN))),
        Named.of("no instant", redis -> put(redis, StoredMembers.value(3, 0x1p60))),
        Named.of("a million", redis -> put(redis, StoredMembers.value(1_000_000, NOW + LIFE))));
  }

  private static void put(RedisServer redis, byte[] value) {
    new StoredMembers(redis).put(value);
  }

  @ParameterizedTest
  @MethodSource("garbage")
  void garbage_countsAsNobodyAndIsReplaced(Consumer<RedisServer> garbage) {
    redis.command("DEL", KEY);
    garbage.accept(redis);

    assertThat(members.beat(9, NOW)).isEqualTo(1);

    assertThat(members.bytes()).isEqualTo(1 + StoredMembers.MEMBER_BYTES);
    assertThat(members.lifeMillis()).isBetween(1L, 10_000L);
  }

  @Test
  void members_areKeptUpToABoundAndCountedUpToOneMore() {
    members.put(StoredMembers.value(4_095, NOW + LIFE));

    assertThat(members.beat(5_000, NOW)).isEqualTo(4_096);
    assertThat(members.beat(5_001, NOW)).isEqualTo(4_097);
    assertThat(members.beat(5_000, NOW)).isEqualTo(4_096);
    assertThat(members.bytes()).isEqualTo(1 + 4_096 * StoredMembers.MEMBER_BYTES);
  }

  @Test
  void staleMembers_makeRoom() {
    members.put(StoredMembers.value(4_096, NOW));

    assertThat(members.beat(5_000, NOW)).isEqualTo(1);
    assertThat(members.bytes()).isEqualTo(1 + StoredMembers.MEMBER_BYTES);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 50, 99, 100, 4_096})
  void whateverIsWritten_expires(int count) {
    members.put(StoredMembers.value(count, NOW + LIFE));

    members.leave(1, NOW);
    if (count > 1) {
      assertThat(members.lifeMillis()).isBetween(1L, 10_000L + 100L * count);
    }
    members.beat(1, NOW);

    assertThat(members.lifeMillis()).isBetween(1L, 10_000L + 100L * count);
  }

  @Test
  void heartbeat_readsAndWritesOnce() {
    members.beat(1, NOW);
    CommandCounts before = CommandCounts.of(redis);

    redis.command("EVAL", Script.members().text(), "1", KEY, "another" + "\u0000" + "\u0001");

    assertThat(CommandCounts.of(redis).since(before))
        .isEqualTo(Map.of("eval", 1L, "time", 1L, "get", 1L, "set", 1L));
    assertThat(List.of(members.bytes())).containsExactly(1L + StoredMembers.MEMBER_BYTES);
  }
}
