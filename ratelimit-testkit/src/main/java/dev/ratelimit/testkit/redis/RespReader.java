package dev.ratelimit.testkit.redis;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reads frames of Redis's protocol, versions 2 and 3: requests and replies. Not thread-safe. */
final class RespReader {

  /** What Redis itself accepts as one text. */
  private static final long MOST = 512 << 20;

  private final InputStream in;
  private final ByteArrayOutputStream read = new ByteArrayOutputStream();

  RespReader(InputStream in) {
    this.in = new BufferedInputStream(in);
  }

  /** {@return the next frame, or empty where the stream ends between two} */
  Optional<RespFrame> next() throws IOException {
    in.mark(1);
    if (in.read() < 0) {
      return Optional.empty();
    }
    in.reset();
    read.reset();
    RedisReply value = value();
    return Optional.of(new RespFrame(read.toByteArray(), value));
  }

  private RedisReply value() throws IOException {
    String line = line();
    String rest = line.isEmpty() ? "" : line.substring(1);
    return switch (line.isEmpty() ? ' ' : line.charAt(0)) {
      case ':' -> RedisReply.of(number(rest));
      case '-' -> RedisReply.error(rest);
      case '_' -> RedisReply.NIL;
      case '$', '=' -> bulk(rest);
      case '!' -> RedisReply.error(bulk(rest).asText());
      case '*', '~', '>' -> list(rest, 1);
      case '%' -> list(rest, 2);
      case '|' -> afterAttributes(rest);
      case '+', ',', '(', '#' -> RedisReply.of(rest.getBytes(StandardCharsets.UTF_8));
      default -> RedisReply.of(line.getBytes(StandardCharsets.UTF_8)); // an inline request
    };
  }

  private RedisReply bulk(String length) throws IOException {
    int bytes = count(length);
    if (bytes < 0) {
      return RedisReply.NIL;
    }
    byte[] text = in.readNBytes(bytes + 2);
    if (text.length < bytes + 2) {
      throw new EOFException("the stream ends within a text");
    }
    read.write(text);
    return RedisReply.of(Arrays.copyOf(text, bytes));
  }

  private RedisReply list(String length, int valuesEach) throws IOException {
    int values = count(length) * valuesEach;
    if (values < 0) {
      return RedisReply.NIL;
    }
    List<RedisReply> replies = new ArrayList<>();
    for (int i = 0; i < values; i++) {
      replies.add(value());
    }
    return RedisReply.of(replies);
  }

  private RedisReply afterAttributes(String count) throws IOException {
    RedisReply unused = list(count, 2);
    return value();
  }

  private static int count(String digits) throws IOException {
    long count = number(digits);
    if (count > MOST) {
      throw new ProtocolException(count + " is too much for one frame");
    }
    return Math.toIntExact(count);
  }

  private static long number(String digits) throws IOException {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw new ProtocolException("no number: " + digits);
    }
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = in.read();
    while (next != '\n') {
      if (next < 0) {
        throw new EOFException("the stream ends within a line");
      }
      line.write(next);
      next = in.read();
    }
    line.writeTo(read);
    read.write('\n');
    return line.toString(StandardCharsets.UTF_8).stripTrailing();
  }
}
