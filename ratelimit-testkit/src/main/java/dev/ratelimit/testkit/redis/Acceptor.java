package dev.ratelimit.testkit.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.Consumer;

/** Accepts connections on one port, whenever it is open. Thread-safe. */
final class Acceptor {

  private final int port;
  private final Consumer<Socket> receiver;
  private ServerSocket listener; // guarded by this
  private Thread thread; // guarded by this

  /**
   * Opens a port.
   *
   * @param receiver takes each connection, on the thread that accepts
   */
  Acceptor(Consumer<Socket> receiver) throws IOException {
    this.receiver = receiver;
    this.listener = Ports.listen();
    this.port = listener.getLocalPort();
    this.thread = accept(listener);
  }

  int port() {
    return port;
  }

  synchronized void open() {
    if (listener.isClosed()) {
      try {
        listener = Ports.listen(port);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      thread = accept(listener);
    }
  }

  /** When it returns, nobody listens: a thread that is about to accept keeps a port open. */
  void close() {
    Thread ending;
    synchronized (this) {
      try {
        listener.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      ending = thread;
    }
    Patience.untilEnded(ending);
  }

  private Thread accept(ServerSocket listening) {
    Thread accepting = Pump.daemon("fault-proxy-" + port, () -> acceptAll(listening));
    accepting.start();
    return accepting;
  }

  private void acceptAll(ServerSocket listening) {
    try {
      while (true) {
        receiver.accept(listening.accept());
      }
    } catch (IOException e) {
      // Closed.
    }
  }
}
