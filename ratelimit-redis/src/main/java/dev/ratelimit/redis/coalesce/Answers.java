package dev.ratelimit.redis.coalesce;

import dev.ratelimit.StoreException;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The answers to one request's operations, worked out by whoever reads them first. Thread-safe.
 *
 * @param ofFold the answers to the operations of all requests that were folded with it
 * @param from where its own begin
 * @param to where they end
 * @param misunderstanding of the call
 */
public record Answers(
    Supplier<List<Object>> ofFold, int from, int to, Misunderstanding misunderstanding) {

  /**
   * {@return what a reader makes of them} One that cannot has found numbers that no script of ours
   * replies.
   *
   * @throws StoreException if the reply is not understood
   */
  public <T> T read(Function<List<Object>, T> reader) {
    List<Object> own = ofFold.get().subList(from, to);
    try {
      return reader.apply(own);
    } catch (RuntimeException e) {
      throw misunderstanding.of(e);
    }
  }
}
