package dev.ratelimit.testkit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@RedisTest
class RedisTestIT {

  private static RedisServer ofTheInnerClass;

  private static void assertEmptyAndFill(RedisServer redis) {
    assertThat(redis.command("DBSIZE").asLong()).isZero();
    redis.command("SET", "key", "value");
  }

  @RepeatedTest(2)
  void sharedServer_isEmptyAtTheBeginning(RedisServer redis) {
    assertEmptyAndFill(redis);
  }

  @Test
  void sharedServer_isOneForAll(RedisServer redis) {
    assertThat(redis.uri()).isEqualTo(SharedServer.get().uri());
    assertThat(redis.canBeStopped()).isFalse();
  }

  @Nested
  class WithinAnother {

    @RepeatedTest(2)
    void sharedServer_isEmptyAtTheBeginning(RedisServer redis) {
      assertEmptyAndFill(redis);
    }
  }

  @Nested
  class WithAField {

    @RegisterExtension static final RedisServers own = RedisServers.own();
    @RegisterExtension static final RedisServers shared = RedisServers.shared();
    @RegisterExtension final RedisServers ofTheTest = RedisServers.own();

    @RepeatedTest(2)
    void servers_areDifferentAndEmpty() {
      ofTheInnerClass = own.server();

      assertEmptyAndFill(own.server());
      assertEmptyAndFill(shared.server());
      assertEmptyAndFill(ofTheTest.server());
    }
  }

  @AfterAll
  static void serverOfTheInnerClass_isClosed() {
    assertThatThrownBy(() -> ofTheInnerClass.command("PING"))
        .isInstanceOf(UncheckedIOException.class);
  }

  @Test
  void serverBeforeTheFirstTest_isMissedWithAMessage() {
    assertThatThrownBy(() -> RedisServers.own().server())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("there is no server before the first test begins");
  }
}
