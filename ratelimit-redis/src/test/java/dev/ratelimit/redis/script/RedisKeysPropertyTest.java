package dev.ratelimit.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Injective: a user key can be read back from its name. */
class RedisKeysPropertyTest {

  private final RedisKeys keys = new RedisKeys("rl:");

  private String name(String userKey) {
    return new String(keys.of(userKey), UTF_8);
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> tricky = Arbitraries.strings().withChars("{}%7dDbB25\n").ofMaxLength(6);
    Arbitrary<String> any =
        Arbitraries.integers()
            .between(0, Character.MAX_CODE_POINT)
            .filter(point -> point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE)
            .map(Character::toString)
            .list()
            .ofMaxSize(10)
            .map(points -> String.join("", points));
    return Arbitraries.oneOf(tricky, any);
  }

  @Property
  void userKey_canBeReadBackFromItsName(@ForAll("texts") String userKey) {
    assertThat(read(name(userKey))).isEqualTo(userKey);
  }

  @Property
  void name_hasOnePairOfBracesWithSomethingInside(@ForAll("texts") String userKey) {
    String name = name(userKey);

    assertThat(name).startsWith("rl:{").endsWith("}").hasSizeGreaterThan("rl:{}".length());
    assertThat(name.substring(4, name.length() - 1)).doesNotContain("{", "}");
    assertThat(name.chars()).as(name).noneMatch(Character::isISOControl);
  }

  @Example
  void everydayKey_staysReadable() {
    assertThat(name("tenant-42:export é")).isEqualTo("rl:{tenant-42:export é}");
    assertThat(name("")).isEqualTo("rl:{%}");
    assertThat(name("}%\n\u007f\u0085")).isEqualTo("rl:{%7d%25%0a%7f%85}");
  }

  @Example
  void halfASurrogatePair_isRefusedWithItsPlace() {
    assertThatThrownBy(() -> keys.of("ab\ud83d"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "key must be well-formed text, but has half a surrogate pair, U+D83D, at index 2");
    assertThatThrownBy(() -> new RedisKeys("\ude00"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("prefix must be well-formed text");
  }

  private static String read(String name) {
    String inside = name.substring("rl:{".length(), name.length() - 1);
    if (inside.equals("%")) {
      return "";
    }
    StringBuilder key = new StringBuilder();
    for (int i = 0; i < inside.length(); i++) {
      if (inside.charAt(i) == '%') {
        key.append((char) Integer.parseInt(inside, i + 1, i + 3, 16));
        i += 2;
      } else {
        key.append(inside.charAt(i));
      }
    }
    return key.toString();
  }
}
