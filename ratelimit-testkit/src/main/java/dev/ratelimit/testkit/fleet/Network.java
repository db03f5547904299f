package dev.ratelimit.testkit.fleet;

import java.util.SplittableRandom;

/**
 * What is between the instances and the store. Every message travels by itself, so one can overtake
 * another.
 */
final class Network {

  private final Timeline timeline;
  private final SplittableRandom random;
  private Latency latency;
  private double requestLoss;
  private double replyLoss;

  Network(Timeline timeline, SplittableRandom random, Latency latency) {
    this.timeline = timeline;
    this.random = random;
    this.latency = latency;
  }

  void setLatency(Latency latency) {
    this.latency = latency;
  }

  void setRequestLoss(double probability) {
    requestLoss = probability;
  }

  void setReplyLoss(double probability) {
    replyLoss = probability;
  }

  void request(Runnable arrival) {
    travel(requestLoss, arrival);
  }

  void reply(Runnable arrival) {
    travel(replyLoss, arrival);
  }

  /** Draws as much whatever comes of it, so that one lost message changes no other. */
  private void travel(double loss, Runnable arrival) {
    boolean lost = random.nextDouble() < loss;
    long micros = latency.draw(random);
    if (!lost) {
      timeline.after(micros, arrival);
    }
  }
}
