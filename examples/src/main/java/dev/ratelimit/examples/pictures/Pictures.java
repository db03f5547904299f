package dev.ratelimit.examples.pictures;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Draws the pictures of the documents. */
public final class Pictures {

  static final int DRAWN = 0;
  static final int USAGE_ERROR = 2;

  static final String USAGE =
      """
      usage: scripts/pictures DIR

      Draws the pictures of the documents into DIR, such as docs/pictures, as the library behaves
      now: a bucket over time, leases, and an outage. A test fails if those of docs/pictures are not
      what this draws.

      Exit status 2 if DIR is missing or cannot be written to.

        --help   this text
      """;

  private Pictures() {}

  /**
   * Draws them.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    System.exit(run(List.of(args), System.out, System.err));
  }

  static int run(List<String> args, PrintStream out, PrintStream err) {
    if (args.contains("--help")) {
      out.print(USAGE);
      return DRAWN;
    }
    if (args.size() != 1 || args.get(0).startsWith("-")) {
      err.print(USAGE);
      return USAGE_ERROR;
    }
    Path directory = Path.of(args.get(0));
    try {
      for (Map.Entry<String, String> picture : all().entrySet()) {
        Files.writeString(directory.resolve(picture.getKey()), picture.getValue());
        out.println(directory.resolve(picture.getKey()));
      }
      return DRAWN;
    } catch (IOException e) {
      err.println("cannot write to " + directory + ": " + e.getMessage());
      return USAGE_ERROR;
    }
  }

  /** {@return the pictures by the names of their files} */
  static Map<String, String> all() {
    return new TreeMap<>(
        Map.of(
            "bucket.svg", BucketPicture.svg(),
            "leases.svg", LeasePicture.svg(),
            "outage.svg", OutagePicture.svg()));
  }
}
