package dev.ratelimit.core.window;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FnvTest {

  /** The first three are of the reference's own list; the others were computed elsewhere. */
  @Test
  void hash_isThatOfTheReference() {
    assertThat(Fnv.hash("")).isEqualTo(0xcbf29ce484222325L);
    assertThat(Fnv.hash("a")).isEqualTo(0xaf63dc4c8601ec8cL);
    assertThat(Fnv.hash("foobar")).isEqualTo(0x85944171f73967e8L);
    assertThat(Fnv.hash("user-42")).isEqualTo(3_658_848_852_250_057_419L);
  }

  @Test
  void textBeyondAscii_isHashedInUtf8() {
    assertThat(Fnv.hash("\u00e9")).isEqualTo(775_207_407_765_167_617L); // 2 bytes
    assertThat(Fnv.hash("\u65e5\u672c")).isEqualTo(1_305_338_235_904_577_169L); // 3 bytes each
    assertThat(Fnv.hash("\ud83d\ude00")).isEqualTo(-72_331_129_952_009_592L); // 4 bytes
    assertThat(Fnv.hash("tenant:\u00e9\ud83d\ude00")).isEqualTo(-6_381_886_527_561_604_924L);
  }

  @Test
  void loneSurrogate_countsAsAQuestionMark() {
    assertThat(Fnv.hash("a\ud83db")).isEqualTo(0xe657a3190497db71L);
    assertThat(Fnv.hash("a\ude00b")).isEqualTo(Fnv.hash("a?b"));
    assertThat(Fnv.hash("\ud83d")).isEqualTo(Fnv.hash("?"));
  }
}
