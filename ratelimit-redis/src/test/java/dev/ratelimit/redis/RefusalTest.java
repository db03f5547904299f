package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import dev.ratelimit.redis.call.RedisSettings;
import dev.ratelimit.redis.limits.Scripts;
import dev.ratelimit.redis.link.StubLink;
import dev.ratelimit.redis.script.RedisKeys;
import dev.ratelimit.testkit.FakeClock;
import io.lettuce.core.RedisException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a layer learns that looks before it asks. */
class RefusalTest {

  private static final Rule RULE = Rule.of(Limit.perDay(1_000));
  private static final RedisKeys KEYS = new RedisKeys("rl:");

  private final FakeClock clock = FakeClock.atMicros(1_767_225_600_000_000L);
  private final Heard heard = new Heard();

  private RedisStore store(String... masters) {
    return new RedisStore(
        new StubLink(() -> {}, masters),
        new RedisSettings("rl:", Duration.ofMillis(50), clock, heard, Runnable::run),
        Scripts.shipped());
  }

  @Test
  void masterThatIsDegraded_refusesItsKeysAndCountsThem() {
    RedisStore store = store("one", "two");
    store.masters().of(KEYS.of("bb")).trip(new RedisException("gone"));

    assertThat(store.refusal("a")).isEmpty();
    assertThat(heard.errors()).isEmpty();
    StoreException refusal = store.refusal("bb").orElseThrow();
    assertThat(refusal).hasMessageEndingWith(" is degraded: not asked");
    assertThat(refusal.charge()).isEqualTo(StoreException.Charge.NONE);
    assertThat(heard.errors()).hasSize(1);
  }

  @Test
  void onlyServer_refusesEveryKeyWhileItIsDegraded() {
    RedisStore store = store("one");
    assertThat(store.refusal("a")).isEmpty();

    store.masters().named("one").trip(new RedisException("gone"));

    assertThat(store.refusal("a")).isPresent();
    assertThat(store.refusal("bb")).isPresent();
  }

  /** What is asked of a closed limiter is a mistake, which no fallback answers. */
  @Test
  void storeThatIsClosed_refusesNothing() {
    RedisStore store = store("one");
    store.masters().named("one").trip(new RedisException("gone"));

    store.close();

    assertThat(store.refusal("key")).isEmpty();
    assertThatThrownBy(() -> store.check("key", RULE, 1, clock.micros()))
        .isInstanceOf(IllegalStateException.class);
  }
}
