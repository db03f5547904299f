package dev.ratelimit.benchmarks.compare;

import java.util.Locale;
import java.util.Optional;

/**
 * What a row should reach, and which figure is held against it.
 *
 * @param figure what is computed from ours and the peer's
 * @param bound the figure should be at most or at least this; without a bound it is information
 * @param aim what is near to what can be reached at all; told, and not judged
 */
public record Reach(Figure figure, Optional<Double> bound, Optional<Double> aim) {

  /** How two measurements become the figure of a row. */
  public enum Figure {
    /** Ours in parts of the peer's: less is better. */
    COST("", "<="),
    /** How many times faster ours is: more is better. */
    SPEED("x", ">="),
    /** How many times more ours does: more is better. */
    GAIN("x", ">="),
    /** Ours alone, in bytes: less is better. */
    BYTES(" B", "<="),
    /** Ours alone: less is better. */
    AMOUNT("", "<="),
    /** Ours alone: more is better. */
    SHARE("", ">=");

    private static final double SMALL = 0.1;

    private final String suffix;
    private final String sign;

    Figure(String suffix, String sign) {
      this.suffix = suffix;
      this.sign = sign;
    }

    double of(double ours, double peer) {
      return switch (this) {
        case COST -> ours / peer;
        case SPEED -> peer / ours;
        case GAIN -> ours / peer;
        case BYTES, AMOUNT, SHARE -> ours;
      };
    }

    /** {@return whether a value is within a bound} */
    public boolean isMet(double value, double bound) {
      return switch (this) {
        case COST, BYTES, AMOUNT -> value <= bound;
        case SPEED, GAIN, SHARE -> value >= bound;
      };
    }

    /** {@return a value with its unit} */
    public String format(double value) {
      return (value < SMALL ? small(value) : String.format(Locale.ROOT, "%.2f", value)) + suffix;
    }
  }

  /** {@return at most this part of the peer's cost} */
  public static Reach atMost(double part) {
    return bounded(Figure.COST, part);
  }

  /** {@return at least this many times faster than the peer} */
  public static Reach timesFaster(double times) {
    return bounded(Figure.SPEED, times);
  }

  /** {@return at least this many times what the peer does} */
  public static Reach timesMore(double times) {
    return bounded(Figure.GAIN, times);
  }

  /** {@return at most this, whatever the peer needs} */
  public static Reach amountAtMost(double amount) {
    return bounded(Figure.AMOUNT, amount);
  }

  /** {@return at least this, whatever the peer gives} */
  public static Reach amountAtLeast(double amount) {
    return bounded(Figure.SHARE, amount);
  }

  /** {@return at most this many bytes, whatever the peer needs} */
  public static Reach bytesAtMost(double bytes) {
    return bounded(Figure.BYTES, bytes);
  }

  /** {@return nothing: the part of the peer's cost is reported and not judged} */
  public static Reach information() {
    return new Reach(Figure.COST, Optional.empty(), Optional.empty());
  }

  /** {@return nothing: ours is reported, whatever the peer's, and not judged} */
  public static Reach amount() {
    return new Reach(Figure.AMOUNT, Optional.empty(), Optional.empty());
  }

  /** {@return nothing: the bytes of ours are reported and not judged} */
  public static Reach bytes() {
    return new Reach(Figure.BYTES, Optional.empty(), Optional.empty());
  }

  private static Reach bounded(Figure figure, double bound) {
    return new Reach(figure, Optional.of(bound), Optional.empty());
  }

  /** {@return the same, with what is near to what can be reached at all} */
  public Reach aimingAt(double value) {
    return new Reach(figure, bound, Optional.of(value));
  }

  /** {@return whether a figure meets the bound; empty if there is none} */
  Optional<Boolean> met(double value) {
    return bound.map(b -> figure.isMet(value, b));
  }

  /** {@return the bound in words; a dash if there is none} */
  public String boundInWords() {
    return inWords(bound);
  }

  /** {@return the aim in words; a dash if there is none} */
  public String aimInWords() {
    return inWords(aim);
  }

  /** {@return a small number to the third decimal, or, if that is 0, by its order} */
  static String small(double value) {
    return String.format(Locale.ROOT, value < 0.0005 && value > 0 ? "%.1e" : "%.3f", value);
  }

  private String inWords(Optional<Double> value) {
    return value.map(v -> figure.sign + " " + figure.format(v)).orElse("-");
  }
}
