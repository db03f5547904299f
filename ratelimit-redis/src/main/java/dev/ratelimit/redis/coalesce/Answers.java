package dev.ratelimit.redis.coalesce;

import dev.ratelimit.StoreException;
import dev.ratelimit.core.store.Replies;
import dev.ratelimit.redis.protocol.Question;
import java.util.List;
import java.util.function.Supplier;

/**
 * The answers to one request's operations, worked out by whoever reads them first. Thread-safe.
 *
 * @param ofFold the answers to the operations of all requests that were folded with it
 * @param from where its own begin
 * @param misunderstanding of the call
 */
public record Answers(Supplier<List<Object>> ofFold, int from, Misunderstanding misunderstanding) {

  /**
   * {@return what a reader makes of them} One that cannot has found numbers that no script of ours
   * replies.
   *
   * @throws StoreException if the reply is not understood
   */
  public <T> T read(Question.Reader<T> reader, Replies replies) {
    List<Object> answers = ofFold.get();
    try {
      return reader.read(answers, from, replies);
    } catch (RuntimeException e) {
      throw misunderstanding.of(e);
    }
  }
}
