package dev.ratelimit.testkit.redis;

import java.io.IOException;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One direction of a connection: a thread that reads frames, and a thread that hands each on when
 * its delay is over, in order. Thread-safe.
 */
final class Pump {

  /** Takes what has come. */
  interface Receiver {

    void frame(RespFrame frame) throws IOException;

    /** After the last frame. */
    void end();
  }

  /** A frame, or the end of the stream, and when it is due. */
  private record Parcel(Optional<RespFrame> frame, CompletableFuture<?> due) {}

  private final BlockingQueue<Parcel> underway = new LinkedBlockingQueue<>();
  private final Socket from;
  private final Supplier<CompletableFuture<?>> delay;
  private final Receiver receiver;
  private final Thread reading;
  private final Thread delivering;

  /**
   * Makes a pump that stands still until it is started.
   *
   * @param delay asked once for each frame; done when the frame is due
   */
  Pump(String name, Socket from, Supplier<CompletableFuture<?>> delay, Receiver receiver) {
    this.from = from;
    this.delay = delay;
    this.receiver = receiver;
    this.reading = daemon(name + "-reading", this::read);
    this.delivering = daemon(name + "-delivering", this::deliver);
  }

  static Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  void start(Consumer<Thread> starter) {
    starter.accept(reading);
    starter.accept(delivering);
  }

  private void read() {
    try {
      RespReader reader = new RespReader(from.getInputStream());
      Optional<RespFrame> next = reader.next();
      while (next.isPresent()) {
        underway.add(new Parcel(next, delay.get()));
        next = reader.next();
      }
    } catch (IOException e) {
      // A connection that breaks ends like one that is closed.
    }
    underway.add(new Parcel(Optional.empty(), delay.get()));
  }

  private void deliver() {
    try {
      Optional<RespFrame> next = taken();
      while (next.isPresent()) {
        receiver.frame(next.get());
        next = taken();
      }
    } catch (IOException e) {
      // The other side has gone: nothing more can be handed on.
    } catch (InterruptedException e) {
      return;
    }
    receiver.end();
  }

  private Optional<RespFrame> taken() throws InterruptedException {
    Parcel parcel = underway.take();
    try {
      parcel.due().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
    return parcel.frame();
  }

  /** Ends the delivering; the reading ends when its socket is closed. */
  void stop() {
    delivering.interrupt();
  }
}
