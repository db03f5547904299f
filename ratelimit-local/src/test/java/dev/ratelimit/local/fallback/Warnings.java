package dev.ratelimit.local.fallback;

import dev.ratelimit.local.tiered.TieredLimiter;
import java.text.MessageFormat;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Keeps what is logged by this package, so that a test can read it. */
public final class Warnings extends System.LoggerFinder {

  private static final List<String> ALL = new CopyOnWriteArrayList<>();

  /** Found by the JDK's service loader. */
  public Warnings() {}

  static List<String> all() {
    return List.copyOf(ALL);
  }

  static void clear() {
    ALL.clear();
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
      return level.compareTo(Level.WARNING) >= 0;
    }

    @Override
    public void log(
        Level level,
        @Nullable ResourceBundle bundle,
        @Nullable String message,
        @Nullable Throwable thrown) {
      keep(level, name + ": " + message + " " + thrown);
    }

    @Override
    public void log(
        Level level,
        @Nullable ResourceBundle bundle,
        @Nullable String format,
        @Nullable Object... parameters) {
      keep(level, name + ": " + MessageFormat.format(String.valueOf(format), parameters));
    }

    private void keep(Level level, String line) {
      if (isLoggable(level) && name.equals(TieredLimiter.class.getName())) {
        ALL.add(line);
      }
    }
  }
}
