package dev.ratelimit.redis;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Hears what is warned of in the log, by limiters and by what they are made of. */
final class Warnings extends Handler {

  private final Logger root = Logger.getLogger("");
  private final SimpleFormatter formatter = new SimpleFormatter();
  private final List<String> lines = new CopyOnWriteArrayList<>();

  private Warnings() {
    root.addHandler(this);
  }

  /** {@return what hears all from now on, until it is closed} */
  static Warnings heard() {
    return new Warnings();
  }

  List<String> all() {
    return List.copyOf(lines);
  }

  /** {@return those about a server that have a word in them} */
  List<String> of(String server, String word) {
    return lines.stream().filter(line -> line.startsWith(server) && line.contains(word)).toList();
  }

  @Override
  public void publish(LogRecord line) {
    if (line.getLevel().intValue() >= Level.WARNING.intValue()) {
      lines.add(formatter.formatMessage(line));
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    root.removeHandler(this);
  }
}
