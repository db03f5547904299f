package dev.ratelimit.testkit.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RespReaderTest {

  private static RespReader reader(String bytes) {
    return new RespReader(new ByteArrayInputStream(unescaped(bytes).getBytes(UTF_8)));
  }

  private static String unescaped(String text) {
    return text.replace("/", "\r\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "+OK/ ; \"OK\"",
        ":-7/ ; -7",
        "$4/a/b/ ; \"a/b\"",
        "$0// ; \"\"",
        "$-1/ ; nil",
        "*-1/ ; nil",
        "_/ ; nil",
        "*0/ ; []",
        "*2/:1/*1/+a/ ; [1, [\"a\"]]",
        "%1/+a/:1/ ; [\"a\", 1]",
        "~1/:1/ ; [1]",
        ">1/+message/ ; [\"message\"]",
        ",1.5/ ; \"1.5\"",
        "#t/ ; \"t\"",
        "(12345678901234567890/ ; \"12345678901234567890\"",
        "=7/txt:abc/ ; \"txt:abc\"",
        "|1/+ttl/:5/+value/ ; \"value\"",
        "PING/ ; \"PING\""
      })
  void frame_isReadToItsEnd(String frame, String meaning) throws IOException {
    RespReader reader = reader(frame + ":99/");

    RespFrame first = reader.next().orElseThrow();
    RespFrame second = reader.next().orElseThrow();

    assertThat(first.value()).hasToString(unescaped(meaning));
    assertThat(new String(first.bytes(), UTF_8)).isEqualTo(unescaped(frame));
    assertThat(second.value().asLong()).isEqualTo(99);
    assertThat(reader.next()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-ERR no such thing/", "!17/ERR no such thing/"})
  void error_isThrownWithItsText(String frame) throws IOException {
    RedisReply reply = reader(frame).next().orElseThrow().value();

    assertThatThrownBy(reply::orThrow)
        .isInstanceOf(RedisErrorException.class)
        .hasMessage("ERR no such thing");
  }

  @Test
  void push_isToldFromAReply() throws IOException {
    assertThat(reader(">1/+a/").next().orElseThrow().isPush()).isTrue();
    assertThat(reader("*1/+a/").next().orElseThrow().isPush()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"$3/a", "*2/:1/", ":1", "$3/abc"})
  void streamThatEndsWithinAFrame_isTold(String bytes) {
    assertThatThrownBy(() -> reader(bytes).next()).isInstanceOf(EOFException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"$x/", "*1099511627776/", ":/"})
  void streamOfAnotherProtocol_isTold(String bytes) {
    assertThatThrownBy(() -> reader(bytes).next()).isInstanceOf(ProtocolException.class);
  }

  @Test
  void text_isFoundAmongAnyBytes() {
    RespFrame frame = new RespFrame(new byte[] {-1, 'E', 'V', 'A', 'L', 0}, RedisReply.NIL);

    assertThat(frame.contains("EVAL")).isTrue();
    assertThat(frame.contains("eval")).isFalse();
    assertThat(frame.contains("")).isTrue();
  }
}
