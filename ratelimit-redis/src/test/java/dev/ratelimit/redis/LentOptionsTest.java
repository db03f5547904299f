package dev.ratelimit.redis;

import static io.lettuce.core.protocol.CommandType.EVAL;
import static io.lettuce.core.protocol.CommandType.EVALSHA;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LentOptionsTest {

  private static ClientOptions options(Consumer<ClientOptions.Builder> change) {
    ClientOptions.Builder options = LentClient.options();
    change.accept(options);
    return options.build();
  }

  static Stream<Arguments> unsafeOptions() {
    return Stream.of(
        arguments(
            options(unsafe -> unsafe.replayFilter(command -> command.getType() != EVAL)),
            "replayFilter must hold"),
        arguments(
            options(unsafe -> unsafe.replayFilter(command -> command.getType() != EVALSHA)),
            "replayFilter must hold"),
        arguments(
            options(unsafe -> unsafe.replayFilter(LentOptionsTest::hasNoArguments)),
            "replayFilter must hold"),
        arguments(
            options(unsafe -> unsafe.suspendReconnectOnProtocolFailure(true)),
            "suspendReconnectOnProtocolFailure must be false, was true"),
        arguments(
            options(unsafe -> unsafe.autoReconnect(false)),
            "autoReconnect must be true, was false"),
        arguments(
            options(unsafe -> unsafe.requestQueueSize(Integer.MAX_VALUE)),
            "requestQueueSize must be bounded"));
  }

  private static boolean hasNoArguments(RedisCommand<?, ?, ?> command) {
    return command.getArgs().count() == 0;
  }

  @ParameterizedTest
  @MethodSource("unsafeOptions")
  void unsafeOption_isRefusedWithTheReason(ClientOptions unsafe, String reason) {
    ClientResources resources = ClientResources.builder().nettyCustomizer(new AtMostOnce()).build();
    try {
      assertThatThrownBy(() -> LentOptions.requireSafe(unsafe, resources))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(reason);
    } finally {
      resources.shutdown().syncUninterruptibly();
    }
  }
}
