package dev.ratelimit.testkit.redis;

/** Redis answered a command with an error; the message is its text. */
public final class RedisErrorException extends RuntimeException {

  private static final long serialVersionUID = 1;

  RedisErrorException(String error) {
    super(error);
  }
}
