package dev.ratelimit.testkit.redis;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What Redis answered to a command: an integer, a text, a list, or nothing at all.
 *
 * <p>Immutable. Asked for what it is not, it throws {@link IllegalStateException}.
 */
public final class RedisReply {

  static final RedisReply NIL = new RedisReply(null);

  /** A Long, a byte[], a List of replies, a RedisErrorException, or null for nil. */
  private final @Nullable Object value;

  private RedisReply(@Nullable Object value) {
    this.value = value;
  }

  static RedisReply of(long integer) {
    return new RedisReply(integer);
  }

  static RedisReply of(byte[] text) {
    return new RedisReply(text);
  }

  static RedisReply of(List<RedisReply> replies) {
    return new RedisReply(List.copyOf(replies));
  }

  static RedisReply error(String text) {
    return new RedisReply(new RedisErrorException(text));
  }

  /** {@return this, unless it is an error, which is thrown} */
  RedisReply orThrow() {
    if (value instanceof RedisErrorException error) {
      throw error;
    }
    return this;
  }

  /** {@return whether it is nothing, as for a key that does not exist} */
  public boolean isNil() {
    return value == null;
  }

  /** {@return the integer} */
  public long asLong() {
    if (value instanceof Long integer) {
      return integer;
    }
    throw isNo("integer");
  }

  /** {@return the text, as UTF-8} */
  public String asText() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  /** {@return the bytes of the text, a copy} */
  public byte[] asBytes() {
    return bytes().clone();
  }

  /** {@return the elements of the list} */
  public List<RedisReply> asList() {
    if (value instanceof List<?> list) {
      return list.stream().map(RedisReply.class::cast).toList();
    }
    throw isNo("list");
  }

  private byte[] bytes() {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    throw isNo("text");
  }

  private IllegalStateException isNo(String kind) {
    return new IllegalStateException("the reply is no " + kind + ": " + this);
  }

  @Override
  public String toString() {
    if (value instanceof byte[]) {
      return '"' + asText() + '"';
    }
    return value == null ? "nil" : value.toString();
  }
}
