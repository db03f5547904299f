package dev.ratelimit.testkit.redis;

import dev.ratelimit.testkit.redis.FaultProxy.Fault;
import dev.ratelimit.testkit.redis.FaultProxy.Moment;
import java.io.IOException;
import java.net.Socket;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A client's connection to a proxy, and the proxy's connection to Redis for it. Thread-safe. */
final class ProxiedConnection {

  /*
   * Frames pass one by one, so that a fault hits whole requests and whole replies. Redis answers
   * in the order of the requests: the oldest that is not answered belongs to the next reply.
   *
   * A connection that has lost a frame is never used normally again, since the client could take a
   * later reply for the lost one. It goes on losing frames in that direction until it is cut.
   *
   * To cut with a FIN, the client's side is shut for output, and what the client still sends is
   * read and dropped until it closes as well. To close at once instead would send an RST if
   * anything was left unread.
   */
  private final Socket client;
  private final Socket redis;
  private final FaultProxy proxy;
  private final Pump requests;
  private final Pump replies;
  private final Queue<RespFrame> unanswered = new ConcurrentLinkedQueue<>();
  private final Set<Moment> losing = EnumSet.noneOf(Moment.class); // guarded by this
  private boolean requestsEnded; // guarded by this

  ProxiedConnection(String name, Socket client, Socket redis, FaultProxy proxy) {
    this.client = client;
    this.redis = redis;
    this.proxy = proxy;
    this.requests =
        new Pump(
            name + "-requests", client, () -> proxy.delayed(Moment.BEFORE_REQUEST), new Requests());
    this.replies =
        new Pump(name + "-replies", redis, () -> proxy.delayed(Moment.BEFORE_REPLY), new Replies());
  }

  void start() {
    requests.start(proxy::start);
    replies.start(proxy::start);
  }

  /** From now on, nothing passes in that direction. */
  synchronized void lose(Moment moment) {
    losing.add(moment);
  }

  void loseAll() {
    lose(Moment.BEFORE_REQUEST);
    lose(Moment.BEFORE_REPLY);
  }

  private synchronized boolean isLosing(Moment moment) {
    return losing.contains(moment);
  }

  /** {@return whether it must be cut before things can be normal again} */
  synchronized boolean isSpoilt() {
    return !losing.isEmpty();
  }

  /** Ends it with a FIN. */
  void cut() {
    loseAll();
    quietly(client::shutdownOutput);
    quietly(redis::close);
  }

  /** Ends it with an RST. */
  void reset() {
    quietly(() -> client.setSoLinger(true, 0));
    close();
  }

  /** Closes both sides at once. */
  void close() {
    quietly(client::close);
    quietly(redis::close);
    requests.stop();
    replies.stop();
    proxy.forget(this);
  }

  /** {@return whether a fault was set off, and so the frame does not pass} */
  private boolean strikes(Moment moment, RespFrame request) {
    Optional<ArmedFault> armed = proxy.plan().take(moment, request);
    armed.ifPresent(due -> due.fire(() -> suffer(due.fault(), moment)));
    return armed.isPresent();
  }

  private void suffer(Fault fault, Moment moment) {
    switch (fault) {
      case CUT -> cut();
      case RESET -> reset();
      case SWALLOW -> lose(moment);
    }
  }

  private synchronized void requestsEnd() {
    requestsEnded = true;
    if (redis.isClosed()) {
      close();
    } else {
      quietly(redis::shutdownOutput);
    }
  }

  private synchronized void repliesEnd() {
    if (requestsEnded) {
      close();
    } else {
      cut();
    }
  }

  private final class Requests implements Pump.Receiver {

    @Override
    public void frame(RespFrame request) throws IOException {
      if (isLosing(Moment.BEFORE_REQUEST) || strikes(Moment.BEFORE_REQUEST, request)) {
        return;
      }
      unanswered.add(request);
      proxy.countRequest(request);
      redis.getOutputStream().write(request.bytes());
    }

    @Override
    public void end() {
      requestsEnd();
    }
  }

  private final class Replies implements Pump.Receiver {

    @Override
    public void frame(RespFrame reply) throws IOException {
      Optional<RespFrame> request =
          reply.isPush() ? Optional.empty() : Optional.ofNullable(unanswered.poll());
      if (isLosing(Moment.BEFORE_REPLY)
          || request.filter(r -> strikes(Moment.BEFORE_REPLY, r)).isPresent()) {
        return;
      }
      proxy.countReply(reply);
      client.getOutputStream().write(reply.bytes());
    }

    @Override
    public void end() {
      repliesEnd();
    }
  }

  /** An operation on a socket. */
  interface Closing {
    void run() throws IOException;
  }

  static void quietly(Closing closing) {
    try {
      closing.run();
    } catch (IOException e) {
      // Closed by the other side, or before.
    }
  }
}
