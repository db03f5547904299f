package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;

class CodeBlockTest {

  private static final String SOURCE =
      """
      import static dev.Other.other;
      import dev.Some;
      class XTest {
        @Test
        void one() {
          Some some =
              new Some("http://x", '"');
          assertThat(some.value()).isEqualTo(1);
          some.change();
        }
        @Test
        void two() {
          other();
        }
      }
      """;

  private static CodeBlock block(String... lines) {
    return new CodeBlock("here", String.join("\n", lines));
  }

  @Test
  void codeThatATestRuns_standsInItsFile() {
    assertThat(
            block(
                    "import dev.Some;",
                    "",
                    "Some some = new Some(\"http://x\", '\"'); // a comment",
                    "some.value(); // 1",
                    "/* another */ some.change();")
                .standsIn(SOURCE))
        .isTrue();
  }

  @Test
  void codeThatNoTestRuns_doesNot() {
    assertThat(block("some.value(2);").standsIn(SOURCE)).isFalse();
    assertThat(block("some.value();", "Some some = new Some(\"http://x\", '\"');").standsIn(SOURCE))
        .isFalse();
    assertThat(block("Some some = new Some(\"http://y\", '\"');").standsIn(SOURCE)).isFalse();
    assertThat(block("import dev.Another;", "other();").standsIn(SOURCE)).isFalse();
  }

  @Test
  void linesOfTwoTests_areNoBlock() {
    CodeBlock block = block("some.change();", "other();");

    assertThat(block.standsIn(SOURCE)).isFalse();
  }

  @Test
  void blockWithAClass_mayHoldSeveralTests() {
    CodeBlock block = block("class XTest {", "@Test", "void one() {", "@Test", "other();");

    assertThat(block.standsIn(SOURCE)).isTrue();
  }

  @Test
  void packageOfABlock_isTheReaders() {
    assertThat(block("package shop;", "import dev.Some;", "class XTest {").standsIn(SOURCE))
        .isTrue();
  }

  @Test
  void blocks_areFoundInMarkdown() {
    String text =
        "# Title\n```java\na();\n```\ntext\n```xml\n<a/>\n```\n  ```java\n  b();\n  ```\n";

    assertThat(CodeBlock.ofMarkdown("java", "A.md", text))
        .extracting(CodeBlock::place, block -> block.code().strip())
        .containsExactly(tuple("A.md:2", "a();"), tuple("A.md:9", "b();"));
    assertThat(CodeBlock.ofMarkdown("xml", "A.md", text))
        .extracting(CodeBlock::place, block -> block.code().strip())
        .containsExactly(tuple("A.md:6", "<a/>"));
  }

  @Test
  void blocks_areFoundInJavadoc() {
    String text =
        """
        /**
         * One.
         *
         * <pre>{@code
         * a();
         *
         * if (x) {
         *   b();
         * }
         * }</pre>
         */
        """;

    List<CodeBlock> blocks = CodeBlock.ofJavadoc("A.java", text);

    assertThat(blocks).hasSize(1);
    assertThat(blocks.get(0).place()).isEqualTo("A.java:4");
    assertThat(blocks.get(0).code().replaceAll("\\s+", "")).isEqualTo("a();if(x){b();}");
  }
}
