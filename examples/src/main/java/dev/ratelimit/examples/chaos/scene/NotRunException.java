package dev.ratelimit.examples.chaos.scene;

/** This machine cannot make a fault. */
public final class NotRunException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Says why.
   *
   * @param reason as it completes "not run: "
   */
  public NotRunException(String reason) {
    super(reason);
  }
}
