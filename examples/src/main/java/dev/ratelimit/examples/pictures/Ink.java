package dev.ratelimit.examples.pictures;

/**
 * What a picture is drawn with: colours that are told apart on the white ground it brings along.
 */
enum Ink {
  LINE("#1f5fa8"),
  ALLOWED("#1b7f4d"),
  DENIED("#c0392b"),
  OTHER("#b8860b"),
  TEXT("#24292f"),
  FAINT("#8c959f"),
  SHADE("#eef1f4");

  private final String colour;

  Ink(String colour) {
    this.colour = colour;
  }

  @Override
  public String toString() {
    return colour;
  }
}
