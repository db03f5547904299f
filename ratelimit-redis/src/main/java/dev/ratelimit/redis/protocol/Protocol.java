package dev.ratelimit.redis.protocol;

import dev.ratelimit.redis.script.Script;
import java.util.ArrayList;
import java.util.List;

/**
 * How keys under one limit are asked about: by which script, how the limit is packed for a key, and
 * how replies are read.
 *
 * <p>Immutable.
 */
public interface Protocol {

  /** {@return what decides} */
  Script script();

  /** {@return the limit as the script reads it} */
  byte[] limit(String key);

  /** {@return operations as the script reads them; nothing of those it has nothing to do for} */
  default List<byte[]> packed(List<Operation<?>> operations) {
    List<byte[]> parts = new ArrayList<>(operations.size());
    for (Operation<?> operation : operations) {
      parts.add(operation.packed());
    }
    return parts;
  }

  /** {@return how many requests a call may carry: the server does nothing else meanwhile} */
  default int mostRequests() {
    return 64;
  }

  /**
   * {@return the answer to each operation}
   *
   * @param group what was asked
   * @param reply what the script said of the key
   * @param serverMicros the server's instant
   * @throws RuntimeException of any kind if no script of ours replies so
   */
  List<Object> answers(Group group, Object reply, long serverMicros);
}
