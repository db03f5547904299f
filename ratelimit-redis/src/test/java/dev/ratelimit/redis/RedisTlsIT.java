package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Limit;
import dev.ratelimit.testkit.redis.RedisServer;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.SslVerifyMode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A server that speaks TLS only. */
class RedisTlsIT {

  private static final Limit LIMIT = Limit.of(1, Duration.ofDays(1)).withBurst(10);

  /** The first call by TLS takes longest. */
  private static RedisLimiter limiter(RedisLimiterBuilder builder) {
    return builder.limit(LIMIT).deadline(Duration.ofSeconds(30)).build();
  }

  @Test
  void uriOfTls_isConnectedByTls() {
    try (RedisServer redis = RedisServer.startWithTls()) {
      RedisURI uri = RedisURI.create(redis.uri());
      uri.setVerifyPeer(SslVerifyMode.NONE); // nobody vouches for a test's certificate

      try (RedisLimiter limiter = limiter(RedisLimiter.builder(uri))) {
        assertThat(limiter.check("key", 3).remaining()).isEqualTo(7);
      }
    }
  }

  @Test
  void trustOfTheApplicationsClient_isUsed() {
    try (RedisServer redis = RedisServer.startWithTls();
        LentClient lent = LentClient.safe()) {
      lent.client()
          .setOptions(
              LentClient.options()
                  .sslOptions(
                      SslOptions.builder()
                          .truststore(
                              redis.trustStore().file().toFile(), redis.trustStore().password())
                          .build())
                  .build());
      RedisURI uri = RedisURI.create(redis.uri());

      try (RedisLimiter limiter = limiter(RedisLimiter.builder(lent.client(), uri))) {
        assertThat(limiter.check("key", 3).remaining()).isEqualTo(7);
      }
    }
  }

  @Test
  void certificateThatNobodyVouchesFor_isNamedAtTheStart() {
    try (RedisServer redis = RedisServer.startWithTls()) {
      RedisLimiterBuilder builder = RedisLimiter.builder(RedisURI.create(redis.uri())).limit(LIMIT);

      assertThatThrownBy(builder::build)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("unable to find valid certification path");
    }
  }
}
