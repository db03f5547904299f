package dev.ratelimit.testkit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RedisReplyTest {

  private static final RedisReply TEXT = RedisReply.of(new byte[] {'a', 'b'});
  private static final RedisReply NUMBER = RedisReply.of(7);

  @Test
  void reply_isWhatItIs() {
    assertThat(TEXT.asText()).isEqualTo("ab");
    assertThat(TEXT.asBytes()).containsExactly('a', 'b');
    assertThat(NUMBER.asLong()).isEqualTo(7);
    assertThat(RedisReply.of(List.of(TEXT, NUMBER)).asList()).containsExactly(TEXT, NUMBER);
    assertThat(RedisReply.NIL.isNil()).isTrue();
    assertThat(NUMBER.isNil()).isFalse();
  }

  @Test
  void replyAskedForWhatItIsNot_saysWhatItIs() {
    assertThatThrownBy(TEXT::asLong)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the reply is no integer: \"ab\"");
    assertThatThrownBy(NUMBER::asText).hasMessage("the reply is no text: 7");
    assertThatThrownBy(NUMBER::asList).hasMessage("the reply is no list: 7");
    assertThatThrownBy(RedisReply.NIL::asBytes).hasMessage("the reply is no text: nil");
  }

  @Test
  void changingTheBytesThatWereGiven_changesNothing() {
    TEXT.asBytes()[0] = 'x';

    assertThat(TEXT.asText()).isEqualTo("ab");
  }
}
