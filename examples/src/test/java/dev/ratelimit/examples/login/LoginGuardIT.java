package dev.ratelimit.examples.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.examples.login.LoginGuard.Answer;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import dev.ratelimit.testkit.redis.Sharing;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.Test;

@RedisTest(Sharing.OWN)
class LoginGuardIT {

  private static LoginGuard guard(RedisServer redis) {
    return new LoginGuard(
        LoginGuard.limiter(RedisURI.create(redis.uri())),
        (user, password) -> password.equals("right"));
  }

  @Test
  void sixthAttempt_isRefusedByEveryInstance() {
    try (RedisServer redis = RedisServer.start();
        LoginGuard one = guard(redis);
        LoginGuard other = guard(redis)) {
      for (int i = 0; i < 5; i++) {
        assertThat((i % 2 == 0 ? one : other).attempt("ada", "wrong")).isEqualTo(Answer.WRONG);
      }

      assertThat(one.attempt("ada", "right")).isEqualTo(Answer.TOO_MANY);
      assertThat(other.attempt("ada", "right")).isEqualTo(Answer.TOO_MANY);
      assertThat(other.attempt("bob", "right")).isEqualTo(Answer.WELCOME);
    }
  }

  @Test
  void withoutRedis_nobodyIsLetIn() {
    try (RedisServer redis = RedisServer.start();
        LoginGuard guard = guard(redis)) {
      redis.kill();

      assertThat(guard.attempt("ada", "right")).isEqualTo(Answer.TRY_LATER);
    }
  }
}
