package dev.ratelimit.examples.pictures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ratelimit.Fallback;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xml.sax.InputSource;

/** The pictures show what the library does, and those in the documents are these. */
class PicturesTest {

  private static final Path PICTURES = Path.of("..", "docs", "pictures");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  static Stream<String> names() {
    return Pictures.all().keySet().stream();
  }

  private int run(String... args) {
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    return Pictures.run(List.of(args), print, print);
  }

  @ParameterizedTest
  @MethodSource("names")
  void pictureInTheDocuments_isWhatIsDrawnNow(String name) throws IOException {
    assertThat(Files.readString(PICTURES.resolve(name)))
        .as("scripts/pictures docs/pictures draws it anew")
        .isEqualTo(Pictures.all().get(name));
  }

  @ParameterizedTest
  @MethodSource("names")
  void picture_isXml(String name) throws Exception {
    InputSource source = new InputSource(new StringReader(Pictures.all().get(name)));

    assertThat(
            DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(source)
                .getDocumentElement()
                .getTagName())
        .isEqualTo("svg");
  }

  @Test
  void bucket_isThatOfTheAlgorithm() {
    assertThat(BucketPicture.answers())
        .extracting(
            answer -> answer.verdict().granted(),
            answer -> answer.verdict().retryAfterMicros(),
            BucketPicture.Answer::before,
            BucketPicture.Answer::after)
        .containsExactly(
            tuple(true, 0L, 8.0, 3.0),
            tuple(true, 0L, 5.0, 1.0),
            tuple(false, 500_000L, 2.0, 2.0),
            tuple(true, 0L, 4.0, 0.0),
            tuple(true, 0L, 2.0, 1.0));
    assertThat(BucketPicture.levels()).contains(new Point(4, 8)).endsWith(new Point(5, 8));
  }

  @Test
  void leases_keepTheBucketBelowTheBurst() {
    LeasePicture key = LeasePicture.drawn();

    assertThat(key.there()).contains(new Point(40, 700), new Point(40, 400), new Point(90, 250));
    assertThat(key.ceiling()).contains(new Point(174, 700), new Point(175, 1_000));
    assertThat(IntStream.range(0, key.there().size()))
        .allMatch(i -> key.there().get(i).y() <= key.ceiling().get(i).y());
  }

  @Test
  void outage_isAsTheFallbackSays() {
    assertThat(inTheOutage(Fallback.open())).allMatch(rate -> rate > 250);
    assertThat(inTheOutage(Fallback.closed())).allMatch(rate -> rate == 0);
    assertThat(inTheOutage(Fallback.local(3))).allMatch(rate -> rate >= 90 && rate <= 110);
  }

  private static Stream<Double> inTheOutage(Fallback fallback) {
    return OutagePicture.rates(OutagePicture.run(fallback)).stream()
        .filter(point -> point.x() > 5 && point.x() < 8)
        .map(Point::y);
  }

  @Test
  void script_writesThemAll(@TempDir Path directory) {
    assertThat(run(directory.toString())).isEqualTo(Pictures.DRAWN);

    assertThat(directory.toFile().list()).containsExactlyInAnyOrderElementsOf(names().toList());
  }

  @Test
  void scriptWithoutADirectory_tellsHowItIsUsed() {
    assertThat(run()).isEqualTo(Pictures.USAGE_ERROR);
    assertThat(run("no/such/directory")).isEqualTo(Pictures.USAGE_ERROR);
    assertThat(run("--help")).isEqualTo(Pictures.DRAWN);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("usage: scripts/pictures DIR");
  }
}
