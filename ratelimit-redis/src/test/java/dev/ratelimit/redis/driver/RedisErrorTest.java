package dev.ratelimit.redis.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.StoreException;
import io.lettuce.core.RedisBusyException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisLoadingException;
import io.lettuce.core.RedisNoScriptException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisErrorTest {

  private static RedisError of(String reply) {
    return RedisError.of(new RedisCommandExecutionException(reply));
  }

  @Test
  void unknownScript_isToldByItsClass() {
    RedisException error =
        new RedisNoScriptException("NOSCRIPT No matching script. Please use EVAL.");

    assertThat(RedisError.of(error)).isEqualTo(RedisError.UNKNOWN_SCRIPT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NOAUTH Authentication required.",
        "NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO"
            + " <proto> AUTH <user> <pass> option can be used to authenticate the client and select"
            + " the RESP protocol version at the same time",
        "WRONGPASS invalid username-password pair or user is disabled.",
        // 6.2
        "NOPERM this user has no permissions to run the 'evalsha' command or its subcommand",
        "NOPERM this user has no permissions to access one of the keys used as arguments",
        "ERR Error running script (call to f_1b936e3fe509bcbc9cd0664897bbe8fd0cac101b):"
            + " @user_script:18: @user_script: 18: -NOPERM The user executing the script can't run"
            + " this command or subcommand",
        "ERR Error running script (call to f_1b936e3fe509bcbc9cd0664897bbe8fd0cac101b):"
            + " @user_script:18: @user_script: 18: The user executing the script can't access at"
            + " least one of the keys mentioned in the command arguments -NOPERM",
        "DENIED Redis is running in protected mode because protected mode is enabled",
        "ERR DB index is out of range",
        "ERR unknown command `EVALSHA`, with args beginning with: `1b936e3f`, `1`, ",
        "ERR Error running script (call to f_1b936e3fe509bcbc9cd0664897bbe8fd0cac101b):"
            + " @user_script:18: @user_script: 18: Unknown Redis command called from Lua script",
        // 7.0
        "ERR Unknown Redis command called from script script:"
            + " 1b936e3fe509bcbc9cd0664897bbe8fd0cac101b, on @user_script:18.",
        "NOPERM this user has no permissions to run the 'evalsha' command",
        "ERR The user executing the script can't run this command or subcommand script:"
            + " 1b936e3fe509bcbc9cd0664897bbe8fd0cac101b, on @user_script:18."
      })
  void whatSomebodyMustAllow_isAMisconfiguration(String reply) {
    assertThat(of(reply)).isEqualTo(RedisError.MISCONFIGURED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "OOM command not allowed when used memory > 'maxmemory'.",
        "MOVED 3999 127.0.0.1:6381",
        "ASK 3999 127.0.0.1:6381",
        "CLUSTERDOWN Hash slot not served",
        "TRYAGAIN Multiple keys request during rehashing of slot",
        "READONLY You can't write against a read only replica.",
        "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
        "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to"
            + " disk.",
        "ERR Error running script (call to f_1b936e3fe509bcbc9cd0664897bbe8fd0cac101b):"
            + " @user_script:40: @user_script: 40: -OOM command not allowed when used memory >"
            + " 'maxmemory'.",
        "OOM command not allowed when used memory > 'maxmemory'. script:"
            + " 1b936e3fe509bcbc9cd0664897bbe8fd0cac101b, on @user_script:40."
      })
  void errorOfTheServer_meansThatNothingWasDone(String reply) {
    assertThat(of(reply)).isEqualTo(RedisError.NOT_DONE);
  }

  @Test
  void serverThatIsBusyOrLoading_hasDoneNothing() {
    assertThat(
            RedisError.of(
                new RedisBusyException(
                    "BUSY Redis is busy running a script. You can only call ...")))
        .isEqualTo(RedisError.NOT_DONE);
    assertThat(
            RedisError.of(
                new RedisLoadingException("LOADING Redis is loading the dataset in memory")))
        .isEqualTo(RedisError.NOT_DONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Currently not connected. Commands are rejected.",
        "Request queue size exceeded: 4096. Commands are not accepted until the queue size drops."
      })
  void commandThatTheDriverRefused_wasNotDone(String message) {
    assertThat(RedisError.of(new RedisException(message))).isEqualTo(RedisError.NOT_DONE);
  }

  @Test
  void lostConnectionOrTimeout_isNotKnown() {
    assertThat(RedisError.of(new RedisException("Connection closed prematurely")))
        .isEqualTo(RedisError.UNKNOWN);
    assertThat(RedisError.of(new RedisConnectionException("Connection closed")))
        .isEqualTo(RedisError.UNKNOWN);
    assertThat(RedisError.of(new RedisCommandTimeoutException("timed out after 50 ms")))
        .isEqualTo(RedisError.UNKNOWN);
    assertThat(RedisError.of(new IOException("Connection reset by peer")))
        .isEqualTo(RedisError.UNKNOWN);
    assertThat(RedisError.of(new RedisException((String) null))).isEqualTo(RedisError.UNKNOWN);
  }

  @Test
  void wrappedFailure_isUnwrapped() {
    Throwable cause = new RedisCommandExecutionException("NOPERM no");
    Throwable wrapped = new CompletionException(new ExecutionException(cause));

    assertThat(RedisError.unwrapped(wrapped)).isSameAs(cause);
    assertThat(RedisError.of(wrapped)).isEqualTo(RedisError.MISCONFIGURED);
  }

  @Test
  void connectionRefusedByTheServer_isWhatTheServerSaid() {
    Throwable cause =
        new RedisCommandExecutionException("WRONGPASS invalid username-password pair");
    Throwable refused = new RedisConnectionException("Unable to connect to localhost", cause);

    assertThat(RedisError.of(new CompletionException(refused))).isEqualTo(RedisError.MISCONFIGURED);
  }

  @Test
  void nameOfAHost_isNoMisconfiguration() {
    for (String host : List.of("redis-noauth.invalid", "noperm.invalid", "wrongpass")) {
      Throwable unknown = new UnknownHostException(host);
      Throwable failed = new RedisConnectionException("Unable to connect to " + host, unknown);

      assertThat(RedisError.of(unknown)).isEqualTo(RedisError.UNKNOWN);
      assertThat(RedisError.of(failed)).isEqualTo(RedisError.UNKNOWN);
      assertThat(RedisError.of(new RedisException("no answer by " + host)))
          .isEqualTo(RedisError.UNKNOWN);
      assertThat(RedisError.of(told(failed))).isEqualTo(RedisError.UNKNOWN);
    }
  }

  private static StoreException told(Throwable cause) {
    return new StoreException(
        "redis-noauth.invalid: " + cause.getMessage(),
        cause,
        StoreException.Charge.NONE,
        Duration.ZERO);
  }

  @Test
  void failureThatCallersAreTold_isWhatTheServerSaid() {
    Throwable said = told(new RedisCommandExecutionException("NOPERM no"));

    assertThat(RedisError.of(new CompletionException(said))).isEqualTo(RedisError.MISCONFIGURED);
  }

  @Test
  void nodesOfACluster_areHeardInWhatTheDriverGathers() {
    RedisException gathered = new RedisException("Cannot retrieve cluster partitions");
    gathered.addSuppressed(
        new RedisConnectionException("no", new RedisCommandExecutionException("NOAUTH no")));

    assertThat(RedisError.of(gathered)).isEqualTo(RedisError.MISCONFIGURED);
  }

  @Test
  void failures_areCountedByWhatCallersCanDoAboutThem() {
    assertThat(RedisError.kind(new RedisCommandExecutionException("LOADING Redis is loading")))
        .isEqualTo(StoreException.Kind.REFUSED);
    assertThat(RedisError.kind(new RedisCommandExecutionException("NOPERM no")))
        .isEqualTo(StoreException.Kind.MISCONFIGURED);
    assertThat(RedisError.kind(RedisError.notConnected()))
        .isEqualTo(StoreException.Kind.NOT_CONNECTED);
    assertThat(RedisError.kind(RedisError.rejected(new IllegalStateException("closed"))))
        .isEqualTo(StoreException.Kind.NOT_CONNECTED);
    assertThat(RedisError.kind(new RedisException("Request queue size exceeded: 9")))
        .isEqualTo(StoreException.Kind.NOT_ASKED);
    assertThat(RedisError.kind(new RedisException("no answer within PT0.05S")))
        .isEqualTo(StoreException.Kind.NO_ANSWER);
  }

  @Test
  void wrapperWithoutACause_isItself() {
    Throwable wrapper = new CompletionException("nothing inside", null);

    assertThat(RedisError.unwrapped(wrapper)).isSameAs(wrapper);
  }
}
