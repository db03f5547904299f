package dev.ratelimit.redis;

import java.text.MessageFormat;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Keeps what limiters of this package warn of in the log, so that a test can read it. */
public final class Warnings extends System.LoggerFinder {

  private static final List<String> ALL = new CopyOnWriteArrayList<>();

  /** Found by the JDK's service loader. */
  public Warnings() {}

  /** {@return the warnings about a server that have a word in them} */
  static List<String> of(String server, String word) {
    return ALL.stream().filter(line -> line.startsWith(server) && line.contains(word)).toList();
  }

  @Override
  public System.Logger getLogger(String name, Module module) {
    return new Keeping(name);
  }

  private record Keeping(String name) implements System.Logger {

    @Override
    public String getName() {
      return name;
    }

    @Override
    public boolean isLoggable(Level level) {
      return level.compareTo(Level.WARNING) >= 0 && name.equals(RedisLimiter.class.getName());
    }

    @Override
    public void log(
        Level level,
        @Nullable ResourceBundle bundle,
        @Nullable String message,
        @Nullable Throwable thrown) {
      keep(level, String.valueOf(message));
    }

    @Override
    public void log(
        Level level,
        @Nullable ResourceBundle bundle,
        @Nullable String format,
        @Nullable Object... parameters) {
      keep(level, MessageFormat.format(String.valueOf(format), parameters));
    }

    private void keep(Level level, String line) {
      if (isLoggable(level)) {
        ALL.add(line);
      }
    }
  }
}
