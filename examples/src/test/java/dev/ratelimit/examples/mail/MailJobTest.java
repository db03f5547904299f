package dev.ratelimit.examples.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.local.LocalLimiter;
import dev.ratelimit.testkit.FakeClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class MailJobTest {

  private final FakeClock clock = FakeClock.atEpoch();
  private final List<String> sent = new CopyOnWriteArrayList<>();

  private MailJob job(Limit limit, Duration patience) {
    PermitLimiter limiter = LocalLimiter.builder(limit).timeSource(clock).build();
    return new MailJob(limiter, patience, sent::add);
  }

  @Test
  void mails_areSentHalfASecondApart() throws Exception {
    MailJob job = job(Limit.leakyBucket(2, Duration.ofSeconds(1)), Duration.ofMinutes(1));
    FutureTask<List<String>> run = new FutureTask<>(() -> job.send(List.of("a", "b", "c")));
    new Thread(run).start();

    clock.awaitTasks(1);
    assertThat(sent).containsExactly("a");

    clock.advance(Duration.ofMillis(500));
    clock.awaitTasks(1);
    assertThat(sent).containsExactly("a", "b");

    clock.advance(Duration.ofMillis(500));
    assertThat(run.get()).isEmpty();
    assertThat(sent).containsExactly("a", "b", "c");
  }

  @Test
  void mailThatWouldWaitTooLong_isNotWaitedFor() throws InterruptedException {
    MailJob job = job(Limit.leakyBucket(1, Duration.ofHours(1)), Duration.ofMinutes(10));

    assertThat(job.send(List.of("a", "b", "c"))).containsExactly("b", "c");
    assertThat(sent).containsExactly("a");
    assertThat(clock.pendingTasks()).isZero();
  }
}
