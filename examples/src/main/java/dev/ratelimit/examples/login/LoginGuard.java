package dev.ratelimit.examples.login;

import dev.ratelimit.Decision;
import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.local.tiered.TieredLimiter;
import dev.ratelimit.redis.RedisLimiter;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.function.BiPredicate;

/** Lets nobody guess passwords: five attempts in any quarter of an hour, in the whole fleet. */
public final class LoginGuard implements AutoCloseable {

  /** What a user who logs in is told. */
  public enum Answer {
    /** The password was right. */
    WELCOME,
    /** It was wrong. */
    WRONG,
    /** It was not looked at: there were too many attempts. */
    TOO_MANY,
    /** It was not looked at: nobody knows how many attempts there were. */
    TRY_LATER
  }

  private final PermitLimiter limiter;
  private final BiPredicate<String, String> passwords;

  /**
   * Makes a guard.
   *
   * @param limiter asked before each attempt; taken over
   * @param passwords whether a user has a password
   */
  public LoginGuard(PermitLimiter limiter, BiPredicate<String, String> passwords) {
    this.limiter = limiter;
    this.passwords = passwords;
  }

  /**
   * {@return a limiter for the guards of all instances}
   *
   * @param uri of the Redis that they share
   */
  public static PermitLimiter limiter(RedisURI uri) {
    RedisLimiter redis =
        RedisLimiter.builder(uri)
            .limit(Limit.slidingLog(5, Duration.ofMinutes(15)))
            .prefix("login:")
            .build();
    return TieredLimiter.builder(redis).strict().fallback(Fallback.closed()).build();
  }

  /**
   * {@return what becomes of an attempt}
   *
   * @param user who wants in
   * @param password what is said to prove it
   */
  public Answer attempt(String user, String password) {
    Decision decision = limiter.check(user);
    if (!decision.allowed()) {
      return decision.degraded() ? Answer.TRY_LATER : Answer.TOO_MANY;
    }
    if (!passwords.test(user, password)) {
      return Answer.WRONG;
    }
    limiter.reset(user);
    return Answer.WELCOME;
  }

  @Override
  public void close() {
    limiter.close();
  }
}
