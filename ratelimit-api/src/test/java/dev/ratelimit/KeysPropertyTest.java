package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Injective: the parts can be read back from the key, and different parts never meet. */
class KeysPropertyTest {

  @Provide
  Arbitrary<List<String>> parts() {
    Arbitrary<String> tricky = Arbitraries.strings().withChars(":\\a").ofMaxLength(3);
    Arbitrary<String> any = Arbitraries.strings().ofMaxLength(10);
    return Arbitraries.oneOf(tricky, tricky, any).list().ofMinSize(1).ofMaxSize(4);
  }

  private static String key(List<String> parts) {
    return Keys.of(parts.get(0), parts.subList(1, parts.size()).toArray(String[]::new));
  }

  @Property
  void parts_canBeReadBack(@ForAll("parts") List<String> parts) {
    String key = key(parts);

    assertThat(read(key)).isEqualTo(parts);
  }

  @Property
  void keysAreEqual_onlyIfThePartsAre(
      @ForAll("parts") List<String> some, @ForAll("parts") List<String> others) {
    boolean equal = key(some).equals(key(others));

    assertThat(equal).isEqualTo(some.equals(others));
  }

  private static List<String> read(String key) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      if (c == ':') {
        parts.add(part.toString());
        part.setLength(0);
      } else {
        i += c == '\\' ? 1 : 0;
        part.append(key.charAt(i));
      }
    }
    parts.add(part.toString());
    return parts;
  }
}
