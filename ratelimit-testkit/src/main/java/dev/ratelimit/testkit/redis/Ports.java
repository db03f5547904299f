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

  /** {@return a socket that listens on a port that was free} */
  static ServerSocket listen() throws IOException {
    for (int i = 0; i < TRIES; i++) {
      try {
        return listen(FIRST + ThreadLocalRandom.current().nextInt(COUNT));
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
