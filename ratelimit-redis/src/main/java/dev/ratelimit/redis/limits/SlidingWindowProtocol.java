package dev.ratelimit.redis.limits;

import dev.ratelimit.SlidingWindow;
import dev.ratelimit.core.window.Grid;
import dev.ratelimit.core.window.SlidingWindowAlgorithm;
import dev.ratelimit.core.window.SlidingWindowState;
import dev.ratelimit.redis.protocol.Group;
import dev.ratelimit.redis.protocol.Packing;
import dev.ratelimit.redis.protocol.Protocol;
import dev.ratelimit.redis.script.Script;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks about a sliding window. The reply is the counts of the present window and of the one before,
 * or 0 where both are.
 *
 * @param script what decides
 * @param limit the limit
 * @param algorithm of the limit
 */
record SlidingWindowProtocol(Script script, SlidingWindow limit, SlidingWindowAlgorithm algorithm)
    implements Protocol {

  SlidingWindowProtocol(Script script, SlidingWindow limit) {
    this(script, limit, SlidingWindowAlgorithm.of(limit));
  }

  @Override
  public byte[] limit(String key) {
    Grid grid = algorithm.grid(key);
    long tickMicros = limit.tickMicros();
    return new Packing(1 + 3 * Double.BYTES)
        .code(TickCode.of(tickMicros))
        .number(limit.permits())
        .number(grid.windowMicros() / tickMicros)
        .number(grid.offsetMicros() / tickMicros)
        .array();
  }

  @Override
  public List<Object> answers(Group group, Object reply, long serverMicros) {
    return Replay.answers(
        group,
        algorithm.at(found(group.key(), reply, serverMicros), group.key(), serverMicros),
        algorithm,
        serverMicros);
  }

  private @Nullable SlidingWindowState found(String key, Object reply, long serverMicros) {
    Numbers numbers = Numbers.of(reply);
    if (reply instanceof Long) {
      numbers.at(0, 0, 0);
      return null;
    }
    numbers.requireSize(numbers.size() == 2);
    Grid grid = algorithm.grid(key);
    return new SlidingWindowState(grid, grid.index(serverMicros), numbers.at(0), numbers.at(1));
  }
}
