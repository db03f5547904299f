package dev.ratelimit.testkit.redis;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What one server process keeps on disk: its configuration, its log, and what it writes itself. */
record ServerDirectory(Path path) {

  static ServerDirectory make() throws IOException {
    return new ServerDirectory(Files.createTempDirectory("ratelimit-redis"));
  }

  Path configuration() {
    return path.resolve("redis.conf");
  }

  Path log() {
    return path.resolve("redis.log");
  }

  void configure(List<String> lines) throws IOException {
    Files.write(configuration(), lines);
  }

  String logged() {
    try {
      return Files.readString(log());
    } catch (IOException e) {
      return "no log: " + e;
    }
  }

  void delete() {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
      for (Path file : files) {
        Files.delete(file);
      }
      Files.delete(path);
    } catch (IOException e) {
      // Closed before, or the system's to clean up: it is in the directory for temporary files.
    }
  }
}
