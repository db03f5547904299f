package dev.ratelimit.redis.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.redis.Heard;
import dev.ratelimit.redis.driver.RedisError;
import dev.ratelimit.redis.link.StubLink;
import org.junit.jupiter.api.Test;

/** What is made of the answers of a server, whenever they come. */
class ServerWatchTest {

  private final Heard heard = new Heard();
  private final StubLink link = new StubLink(() -> {}, "one");
  private final ServerWatch watch = new ServerWatch(link, heard);

  private void answer(int question, String runId) {
    link.infos.get(question).complete("run_id:" + runId + "\r\nrole:master\r\n");
  }

  @Test
  void anotherRunId_isALossEachTime() {
    for (String runId : new String[] {"a", "b", "b", "c"}) {
      watch.look();
      answer(link.infos.size() - 1, runId);
    }

    assertThat(heard.losses()).containsExactly("one", "one");
  }

  @Test
  void firstAnswer_isNoLoss() {
    watch.look();
    answer(0, "a");

    assertThat(heard.losses()).isEmpty();
  }

  @Test
  void questionsWhileOneIsOpen_areOneMoreQuestion() {
    watch.look();
    watch.look();
    watch.look();
    int whileOpen = link.infos.size();
    answer(0, "a");
    int after = link.infos.size();
    answer(1, "b");

    assertThat(whileOpen).isEqualTo(1);
    assertThat(after).isEqualTo(2);
    assertThat(link.infos).hasSize(2);
    assertThat(heard.losses()).containsExactly("one");
  }

  @Test
  void questionThatFails_changesNothing() {
    watch.look();
    answer(0, "a");
    watch.look();
    link.infos.get(1).completeExceptionally(RedisError.notConnected());
    watch.look();
    answer(2, "b");

    assertThat(heard.losses()).containsExactly("one");
  }

  @Test
  void serverThatTookOver_isKnownFromThenOn() {
    watch.look();
    answer(0, "a");
    link.address = "there";
    watch.look();
    answer(1, "b");
    watch.look();
    answer(2, "c");

    assertThat(heard.losses()).containsExactly("one");
  }

  @Test
  void answerOfAServerThatWasReplacedMeanwhile_isIgnored() {
    watch.look();
    answer(0, "a");
    watch.look();
    link.address = "there";
    answer(1, "b");
    link.address = "here";
    watch.look();
    answer(2, "a");

    assertThat(heard.losses()).isEmpty();
  }

  @Test
  void masterThatIsNoneMeanwhile_isForgotten() {
    watch.look();
    answer(0, "a");
    link.masters.set(0, "other");
    watch.look();
    answer(1, "b");
    link.masters.set(0, "one");
    watch.look();
    answer(2, "c");

    assertThat(heard.losses()).isEmpty();
  }
}
