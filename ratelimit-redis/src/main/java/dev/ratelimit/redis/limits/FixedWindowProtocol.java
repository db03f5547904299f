package dev.ratelimit.redis.limits;

import dev.ratelimit.FixedWindow;
import dev.ratelimit.core.window.FixedWindowAlgorithm;
import dev.ratelimit.core.window.FixedWindowState;
import dev.ratelimit.core.window.Grid;
import dev.ratelimit.redis.protocol.Group;
import dev.ratelimit.redis.protocol.Packing;
import dev.ratelimit.redis.protocol.Protocol;
import dev.ratelimit.redis.script.Script;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks about a fixed window. The reply is the present window's count.
 *
 * @param script what decides
 * @param limit the limit
 * @param algorithm of the limit
 */
record FixedWindowProtocol(Script script, FixedWindow limit, FixedWindowAlgorithm algorithm)
    implements Protocol {

  FixedWindowProtocol(Script script, FixedWindow limit) {
    this(script, limit, FixedWindowAlgorithm.of(limit));
  }

  @Override
  public byte[] limit(String key) {
    Grid grid = algorithm.grid(key);
    return new Packing(3 * Double.BYTES)
        .number(limit.permits())
        .number(grid.windowMicros())
        .number(grid.offsetMicros())
        .array();
  }

  @Override
  public List<Object> answers(Group group, Object reply, long serverMicros) {
    Numbers numbers = Numbers.of(reply);
    long count = numbers.requireSize(numbers.size() == 1).at(0);
    Grid grid = algorithm.grid(group.key());
    @Nullable FixedWindowState found =
        count == 0 ? null : new FixedWindowState(grid, grid.index(serverMicros), count);
    return Replay.answers(
        group, algorithm.at(found, group.key(), serverMicros), algorithm, serverMicros);
  }
}
