package dev.ratelimit.redis.protocol;

import java.util.List;

/**
 * Operations on one key under one limit, performed in order by one script call.
 *
 * @param terms of the limit
 * @param key whose permits
 * @param operations in order
 */
public record Group(Terms terms, String key, List<Operation<?>> operations) {

  public Group {
    operations = List.copyOf(operations);
  }

  /** {@return the group as the script reads it} */
  public byte[] packed() {
    Protocol protocol = terms.protocol();
    byte[][] parts = new byte[1 + operations.size()][];
    parts[0] = protocol.limit(key);
    int length = parts[0].length;
    for (int i = 1; i < parts.length; i++) {
      parts[i] = protocol.packed(operations.get(i - 1));
      length += parts[i].length;
    }
    Packing group = new Packing(length);
    for (byte[] part : parts) {
      group.packed(part);
    }
    return group.array();
  }

  /**
   * {@return the answer to each operation}
   *
   * @param reply what the script said of the key
   * @param serverMicros the server's instant
   */
  public List<Object> answers(Object reply, long serverMicros) {
    return terms.protocol().answers(this, reply, serverMicros);
  }

  /**
   * {@return whether it can share a group with others: a lease is granted by its own check only,
   * and that is all that comes after a first operation}
   */
  public boolean isFoldable() {
    return operations.stream().skip(1).allMatch(operation -> operation.packed().length == 0);
  }
}
