package dev.ratelimit.examples.mail;

import dev.ratelimit.PermitLimiter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;

/** Sends mails one after the other, each as soon as the provider may be given one. */
public final class MailJob {

  private final PermitLimiter limiter;
  private final Duration patience;
  private final Consumer<String> provider;

  /**
   * Makes a job.
   *
   * @param limiter knows how fast the provider takes mails
   * @param patience the longest that one mail may wait, at most {@link PermitLimiter#LONGEST_WAIT}
   * @param provider what mails are given to
   */
  public MailJob(PermitLimiter limiter, Duration patience, Consumer<String> provider) {
    this.limiter = limiter;
    this.patience = patience;
    this.provider = provider;
  }

  /**
   * Sends mails, waiting before each as long as it takes.
   *
   * @param mails in this order
   * @return those that were not sent, because the next would have waited too long
   * @throws InterruptedException if interrupted while waiting; the permit is given back
   */
  public List<String> send(List<String> mails) throws InterruptedException {
    Queue<String> left = new ArrayDeque<>(mails);
    while (!left.isEmpty() && limiter.acquire("provider", 1, patience).allowed()) {
      provider.accept(left.remove());
    }
    return List.copyOf(left);
  }
}
