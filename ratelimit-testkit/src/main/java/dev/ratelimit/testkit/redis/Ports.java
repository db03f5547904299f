package dev.ratelimit.testkit.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of this machine's loopback address.
 *
 * <p>They are below those that systems take for outgoing connections. Such a port can be lost while
 * its server is down; worse, a client that keeps dialling it may be given the same port to dial
 * from, and is then connected to itself.
 */
final class Ports {

  private static final int FIRST = 20_000;
  private static final int COUNT = 10_000;
  private static final int TRIES = 100;

  /** A cluster's nodes talk to each other on the port that is so much higher. */
  private static final int TO_BUS = 10_000;

  /** So that the bus, too, stays below what Linux takes for outgoing connections: 32,768. */
  private static final int COUNT_WITH_BUS = 2_768;

  private static final int BACKLOG = 512;

  private Ports() {}

  /** {@return the address that everything here listens on, as text} */
  static String host() {
    return "127.0.0.1";
  }

  /** {@return a port that was free just now; another process may take it at any time} */
  static int free() {
    try (ServerSocket socket = listen()) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return the same for a node of a cluster, whose bus must be free as well} */
  static int freeWithBus() {
    for (int i = 0; i < TRIES; i++) {
      try (ServerSocket socket = listenWithin(COUNT_WITH_BUS);
          ServerSocket bus = listen(socket.getLocalPort() + TO_BUS)) {
        return bus.getLocalPort() - TO_BUS;
      } catch (BindException e) {
        // Taken: try another.
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    throw new IllegalStateException("none of " + TRIES + " ports was free, and its bus");
  }

  /** {@return a socket that listens on a port that was free} */
  static ServerSocket listen() throws IOException {
    return listenWithin(COUNT);
  }

  private static ServerSocket listenWithin(int count) throws IOException {
    for (int i = 0; i < TRIES; i++) {
      try {
        return listen(FIRST + ThreadLocalRandom.current().nextInt(count));
      } catch (BindException e) {
        // Taken: try another.
      }
    }
    throw new BindException("none of " + TRIES + " ports was free");
  }

  static ServerSocket listen(int port) throws IOException {
    ServerSocket socket = new ServerSocket();
    try {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(host()), port), BACKLOG);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }
}
