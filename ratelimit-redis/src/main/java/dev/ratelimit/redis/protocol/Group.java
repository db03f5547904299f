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
    byte[] limit = terms.protocol().limit(key);
    List<byte[]> parts = terms.protocol().packed(operations);
    int length = limit.length;
    for (byte[] part : parts) {
      length += part.length;
    }
    Packing group = new Packing(length).packed(limit);
    parts.forEach(group::packed);
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

  /** {@return whether it asks for nothing but checks} */
  public boolean isOfChecks() {
    for (Operation<?> operation : operations) {
      if (!operation.isCheck()) {
        return false;
      }
    }
    return true;
  }

  /**
   * {@return whether it can share a group with others: a lease is granted by its own check only,
   * and that is all that comes after a first operation}
   */
  public boolean isFoldable() {
    for (int i = 1; i < operations.size(); i++) {
      if (operations.get(i).packed().length > 0) {
        return false;
      }
    }
    return true;
  }
}
