package dev.ratelimit.redis.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DriverOptionsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://localhost",
        "redis://user:secret@localhost:6380/3?clientName=app",
        "rediss://user:secret@localhost:6380/3",
        "redis-socket:///tmp/redis.sock?database=2",
        "redis-sentinel://user:secret@one:26379,two:26380/2#master"
      })
  void impatientAddress_isTheSameButForItsTimeout(String address) {
    RedisURI given = RedisURI.create(address);
    given.setVerifyPeer(SslVerifyMode.CA);
    given.setStartTls(true);
    Duration timeout = given.getTimeout();

    RedisURI impatient = DriverOptions.impatient(given);

    assertThat(impatient)
        .usingRecursiveComparison()
        .ignoringFieldsMatchingRegexes("(.*\\.)?timeout")
        .isEqualTo(given);
    assertThat(impatient.getTimeout()).isEqualTo(Duration.ofSeconds(1));
    assertThat(impatient.getSentinels())
        .allSatisfy(sentinel -> assertThat(sentinel.getTimeout()).isEqualTo(Duration.ofSeconds(1)));
    assertThat(given.getTimeout()).isEqualTo(timeout);
    assertThat(given.getSentinels())
        .allSatisfy(sentinel -> assertThat(sentinel.getTimeout()).isEqualTo(timeout));
  }

  @Test
  void addressThatAsksASentinelFirst_isTheSameButForTheOrderOfSentinels() {
    RedisURI given =
        RedisURI.create("redis-sentinel://user:secret@one:26379,two:26380,three:26381/2#master");
    RedisURI second = given.getSentinels().get(1);
    second.setTimeout(Duration.ofSeconds(7));

    RedisURI asked = DriverOptions.askingFirst(second, given);

    assertThat(asked.getSentinels())
        .containsExactly(second, given.getSentinels().get(0), given.getSentinels().get(2));
    assertThat(asked).usingRecursiveComparison().ignoringFields("sentinels").isEqualTo(given);
    assertThat(second.getTimeout()).isEqualTo(Duration.ofSeconds(7));
  }
}
