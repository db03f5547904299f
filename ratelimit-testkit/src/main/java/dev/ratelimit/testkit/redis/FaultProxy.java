package dev.ratelimit.testkit.redis;

import dev.ratelimit.TimeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Stands between a client and Redis, and does what bad networks do.
 *
 * <p>A fault can be armed for one request: then it strikes when the next one that fits passes,
 * either before it reaches Redis, or after Redis has executed it and before the client sees the
 * reply. Others last until {@link #heal()}. The proxy reads whole requests and replies of Redis's
 * protocol, so they must come in the clear. Where Redis cannot be reached, the proxy still accepts,
 * and closes at once.
 *
 * <p>The trap: a connection on which anything was swallowed goes on swallowing until it is cut, at
 * the latest by {@link #heal()}; replies have no numbers, so a client that saw a later one would
 * take it for the lost one.
 *
 * <p>Thread-safe. Its threads are daemons and end with {@link #close()}.
 *
 * <pre>{@code
 * FaultProxy proxy = FaultProxy.to(redis);
 * RedisServer client = RedisServer.at(proxy.uri());
 * ArmedFault cut = proxy.arm(Fault.CUT, Moment.BEFORE_REPLY, "INCR");
 * client.command("INCR", "key"); // throws, although Redis has executed it
 * cut.awaitFired();
 * }</pre>
 */
public final class FaultProxy implements AutoCloseable {

  /** When in the life of a request something happens to it. */
  public enum Moment {
    /** The request has come from the client and has not been sent to Redis. */
    BEFORE_REQUEST,
    /** Redis has executed the request, and the client has not been sent the reply. */
    BEFORE_REPLY
  }

  /** What can happen to a request, or to its reply. */
  public enum Fault {
    /** It is dropped, and the client sees its connection end by a FIN. */
    CUT,
    /** It is dropped, and the client sees its connection end by an RST. */
    RESET,
    /** It is dropped, and so is all that follows in its direction, until the connection is cut. */
    SWALLOW
  }

  private static final int CONNECT_MILLIS = 5_000;

  private final URI redis;
  private final TimeSource time;
  private final FaultPlan plan = new FaultPlan();
  private final Acceptor acceptor;
  private final Set<ProxiedConnection> open = ConcurrentHashMap.newKeySet();
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final LongAdder connections = new LongAdder();
  private final LongAdder requests = new LongAdder();
  private final LongAdder replies = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private boolean silent; // guarded by this
  private boolean closed; // guarded by this

  private FaultProxy(URI redis, TimeSource time) {
    this.redis = redis;
    this.time = time;
    try {
      this.acceptor = new Acceptor(this::connect);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * {@return a proxy before a server}
   *
   * @param redis where it passes requests on to
   */
  public static FaultProxy to(RedisServer redis) {
    return to(redis, TimeSource.system());
  }

  /**
   * {@return a proxy before a server, whose delays last as long as a test wants}
   *
   * @param redis where it passes requests on to
   * @param time by which delays pass, as a {@code FakeClock}
   */
  public static FaultProxy to(RedisServer redis, TimeSource time) {
    return new FaultProxy(redis.uri(), time);
  }

  /**
   * {@return a proxy before a server}
   *
   * @param host of the server
   * @param port of the server
   */
  public static FaultProxy to(String host, int port) {
    return new FaultProxy(RedisServer.uri(host, port), TimeSource.system());
  }

  /**
   * {@return where clients reach it, as in {@code redis://127.0.0.1:20124}; with the user and the
   * database of the server's own URI}
   */
  public URI uri() {
    return RedisServer.uri(redis, host(), port());
  }

  /** {@return the address that it listens on} */
  public String host() {
    return Ports.host();
  }

  /** {@return the port that it listens on} */
  public int port() {
    return acceptor.port();
  }

  /**
   * Lets the next request meet a fault.
   *
   * @param fault what happens
   * @param moment when it happens
   * @return tells when it has happened
   */
  public ArmedFault arm(Fault fault, Moment moment) {
    return arm(fault, moment, "");
  }

  /**
   * Lets the next request that contains a text meet a fault.
   *
   * @param fault what happens
   * @param moment when it happens
   * @param text in the bytes of the request, as in {@code EVALSHA}; exactly so, case included
   * @return tells when it has happened
   * @throws IllegalStateException if the proxy is closed
   */
  public synchronized ArmedFault arm(Fault fault, Moment moment, String text) {
    requireOpen();
    ArmedFault armed = new ArmedFault(fault, moment, text);
    plan.arm(armed);
    return armed;
  }

  /**
   * Delays all that comes from now on, each request or reply by itself, in order.
   *
   * @param moment requests or replies
   * @param delay zero for none
   */
  public void delay(Moment moment, Duration delay) {
    if (delay.isNegative()) {
      throw new IllegalArgumentException("delay must be at least PT0S, was " + delay);
    }
    plan.delay(moment, delay);
  }

  /** Refuses new connections, as if nobody listened. Those that are open stay open. */
  public void refuse() {
    acceptor.close();
  }

  /** Falls silent: swallows all, on open connections and on new ones, which it accepts. */
  public synchronized void blackhole() {
    silent = true;
    open.forEach(ProxiedConnection::loseAll);
  }

  /** Ends all open connections, each by a FIN to the client. */
  public synchronized void cut() {
    open.forEach(ProxiedConnection::cut);
  }

  /** Ends all open connections, each by an RST to the client. */
  public synchronized void reset() {
    open.forEach(ProxiedConnection::reset);
  }

  /**
   * Back to normal: disarms what is armed, accepts new connections and delays nothing that comes
   * from now on. Connections on which anything was swallowed are cut, the others stay open.
   */
  public synchronized void heal() {
    requireOpen();
    plan.clear();
    silent = false;
    open.stream().filter(ProxiedConnection::isSpoilt).forEach(ProxiedConnection::cut);
    acceptor.open();
  }

  /** {@return how many connections it has accepted} */
  public long connections() {
    return connections.sum();
  }

  /** {@return how many requests it has passed on to Redis} */
  public long requests() {
    return requests.sum();
  }

  /** {@return how many replies it has passed on to clients; pushed messages count} */
  public long replies() {
    return replies.sum();
  }

  /** {@return how many bytes it has passed on, in both directions} */
  public long bytes() {
    return bytes.sum();
  }

  /** Ends all connections, each by a FIN if all was read, and all threads. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      plan.clear();
      open.forEach(ProxiedConnection::close);
    }
    acceptor.close();
    threads.forEach(Patience::untilEnded);
  }

  /** On the accepting thread, before the next connection is accepted. */
  private void connect(Socket client) {
    connections.increment();
    Socket server = new Socket();
    try {
      server.connect(
          new InetSocketAddress(redis.getHost(), RedisServer.port(redis)), CONNECT_MILLIS);
      server.setTcpNoDelay(true);
      client.setTcpNoDelay(true);
    } catch (IOException e) {
      ProxiedConnection.quietly(server::close);
      ProxiedConnection.quietly(client::close);
      return;
    }
    begin(new ProxiedConnection("fault-proxy-" + client.getLocalPort(), client, server, this));
  }

  private synchronized void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the proxy is closed");
    }
  }

  private synchronized void begin(ProxiedConnection connection) {
    if (silent) {
      connection.loseAll();
    }
    open.add(connection);
    if (closed) {
      connection.close();
    } else {
      connection.start();
    }
  }

  void start(Thread thread) {
    threads.removeIf(earlier -> !earlier.isAlive());
    thread.start();
    threads.add(thread);
  }

  void forget(ProxiedConnection connection) {
    open.remove(connection);
  }

  FaultPlan plan() {
    return plan;
  }

  /** {@return what is done when something that comes now is due} */
  CompletableFuture<?> delayed(Moment moment) {
    Duration delay = plan.delay(moment);
    CompletableFuture<Boolean> due = new CompletableFuture<>();
    if (delay.isZero()) {
      due.complete(true);
    } else {
      time.schedule(delay, () -> due.complete(true));
    }
    return due;
  }

  void countRequest(RespFrame request) {
    requests.increment();
    bytes.add(request.bytes().length);
  }

  void countReply(RespFrame reply) {
    replies.increment();
    bytes.add(reply.bytes().length);
  }

  @Override
  public String toString() {
    return "FaultProxy["
        + host()
        + ":"
        + port()
        + " to "
        + redis.getHost()
        + ":"
        + RedisServer.port(redis)
        + "]";
  }
}
