package dev.ratelimit.testkit.redis;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import javax.net.SocketFactory;

/** One connection to Redis, one command at a time. Not thread-safe. */
final class RespClient implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 30_000;
  private static final byte[] LINE_END = {'\r', '\n'};

  private final Socket socket;
  private final RespReader reader;

  private RespClient(Socket socket) throws IOException {
    this.socket = socket;
    this.reader = new RespReader(socket.getInputStream());
  }

  /** Connects, as the user and to the database that the URI names. */
  static RespClient connect(URI uri) throws IOException {
    return connect(uri, PATIENCE_MILLIS);
  }

  static RespClient connect(URI uri, int patienceMillis) throws IOException {
    return connect(uri, SocketFactory.getDefault(), patienceMillis);
  }

  static RespClient connect(URI uri, SocketFactory sockets) throws IOException {
    return connect(uri, sockets, PATIENCE_MILLIS);
  }

  static RespClient connect(URI uri, SocketFactory sockets, int patienceMillis) throws IOException {
    Socket socket = sockets.createSocket();
    try {
      socket.connect(new InetSocketAddress(uri.getHost(), RedisServer.port(uri)), patienceMillis);
      socket.setSoTimeout(patienceMillis);
      socket.setTcpNoDelay(true);
      RespClient client = new RespClient(socket);
      client.introduce(uri);
      return client;
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  private void introduce(URI uri) throws IOException {
    String user = uri.getUserInfo();
    if (user != null) {
      int colon = user.indexOf(':');
      String password = user.substring(colon + 1);
      call(colon > 0 ? texts("AUTH", user.substring(0, colon), password) : texts("AUTH", password));
    }
    String path = uri.getPath();
    if (path != null && path.length() > 1) {
      call(texts("SELECT", path.substring(1)));
    }
  }

  RedisReply call(String... command) throws IOException {
    return call(texts(command));
  }

  /**
   * Sends a command and reads its reply.
   *
   * @throws RedisErrorException if that is an error
   */
  RedisReply call(byte[]... command) throws IOException {
    socket.getOutputStream().write(request(command));
    RespFrame reply =
        reader.next().orElseThrow(() -> new EOFException("the connection was closed"));
    return reply.value().orThrow();
  }

  static byte[] request(byte[]... command) throws IOException {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.write(header('*', command.length));
    for (byte[] argument : command) {
      request.write(header('$', argument.length));
      request.write(argument);
      request.write(LINE_END);
    }
    return request.toByteArray();
  }

  static byte[][] texts(String... texts) {
    byte[][] bytes = new byte[texts.length][];
    for (int i = 0; i < texts.length; i++) {
      bytes[i] = texts[i].getBytes(StandardCharsets.UTF_8);
    }
    return bytes;
  }

  private static byte[] header(char kind, int number) {
    return (kind + Integer.toString(number) + "\r\n").getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is as good as closed.
    }
  }
}
