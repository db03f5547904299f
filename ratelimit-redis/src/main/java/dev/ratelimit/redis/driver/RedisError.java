package dev.ratelimit.redis.driver;

import dev.ratelimit.StoreException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What an error of Redis or of its driver means. The one place that looks at their texts. */
public enum RedisError {
  /** The server has not seen the script: nothing was done. */
  UNKNOWN_SCRIPT,
  /** The server or the driver refused before anything was done. */
  NOT_DONE,
  /** A right or a setting is missing, and will be until somebody changes it; nothing was done. */
  MISCONFIGURED,
  /** Whether anything was done is not known. */
  UNKNOWN;

  private static final String NO_CLUSTER = "cluster support disabled";

  /** To keys that no call of ours in a cluster has together. */
  private static final String OF_A_CLUSTER = "crossslot";

  private static final List<String> MISCONFIGURATIONS =
      List.of(
          "noperm",
          "noauth",
          "wrongpass",
          "denied redis is running in protected mode",
          "can't run this command",
          "no permissions",
          "unknown command",
          "unknown redis command",
          "db index is out of range",
          NO_CLUSTER,
          OF_A_CLUSTER);

  /** Of those, the ones that are about what a user may do. */
  private static final List<String> RIGHTS =
      List.of("noperm", "can't run this command", "no permissions");

  private static final int MOST_NESTED = 8;
  private static final String NOT_CONNECTED = "not connected";
  private static final String NOT_UNDERSTOOD = "a reply that is not understood";
  private static final String REJECTED = "Commands are rejected";
  private static final String QUEUE_FULL = "Request queue size exceeded";

  public static RedisError of(Throwable failure) {
    Throwable cause = cause(failure);
    String message = String.valueOf(cause.getMessage());
    if (cause instanceof RedisNoScriptException) {
      return UNKNOWN_SCRIPT;
    }
    if (misconfiguration(cause, MOST_NESTED).isPresent()) {
      return MISCONFIGURED;
    }
    // An error reply: our scripts write only as their last step, so a script that failed did
    // nothing.
    if (cause instanceof RedisCommandExecutionException) {
      return NOT_DONE;
    }
    boolean rejected = message.contains(REJECTED) || message.contains(QUEUE_FULL);
    return cause instanceof RedisException && rejected ? NOT_DONE : UNKNOWN;
  }

  /**
   * {@return what says that somebody must change something: an answer of a server, or a certificate
   * that is not trusted} Other failures can have the same words in the name of a host. Of a cluster
   * the driver gathers what its nodes said.
   */
  private static Optional<Throwable> misconfiguration(Throwable failure, int depth) {
    if (failure instanceof CertificateException) {
      return Optional.of(failure);
    }
    if (failure instanceof RedisCommandExecutionException) {
      String message = lowerCase(String.valueOf(failure.getMessage()));
      return MISCONFIGURATIONS.stream().anyMatch(message::contains)
          ? Optional.of(failure)
          : Optional.empty();
    }
    if (depth == 0) {
      return Optional.empty();
    }
    return Stream.concat(Stream.ofNullable(failure.getCause()), Stream.of(failure.getSuppressed()))
        .flatMap(inner -> misconfiguration(inner, depth - 1).stream())
        .findFirst();
  }

  /** {@return what a failure comes from, for people to read} */
  public static String reason(Throwable failure) {
    Throwable said = misconfiguration(failure, MOST_NESTED).orElseGet(() -> unwrapped(failure));
    return String.valueOf(said.getMessage());
  }

  /** {@return the failure of a command that was not written, in the words of newer drivers} */
  static RedisException rejected(Throwable cause) {
    return new RedisException("Currently " + NOT_CONNECTED + ". " + REJECTED + ".", cause);
  }

  /** {@return the failure of a command for which there has been no connection yet} */
  public static RedisException notConnected() {
    return new RedisException(NOT_CONNECTED);
  }

  /** {@return the failure of a call that was given a reply of no script of ours} */
  public static RedisException notUnderstood(Object reply) {
    return new RedisException(NOT_UNDERSTOOD + ": " + reply);
  }

  /** {@return whether a command was not sent since there was no connection} */
  public static boolean isOfNoConnection(Throwable failure) {
    return String.valueOf(unwrapped(failure).getMessage()).contains(NOT_CONNECTED);
  }

  /** {@return what callers count a failure as} */
  public static StoreException.Kind kind(Throwable failure) {
    RedisError error = of(failure);
    if (error == MISCONFIGURED) {
      return StoreException.Kind.MISCONFIGURED;
    }
    if (isOfNoConnection(failure)) {
      return StoreException.Kind.NOT_CONNECTED;
    }
    if (cause(failure) instanceof RedisCommandExecutionException) {
      return StoreException.Kind.REFUSED;
    }
    if (String.valueOf(cause(failure).getMessage()).startsWith(NOT_UNDERSTOOD)) {
      return StoreException.Kind.NOT_UNDERSTOOD;
    }
    return error == NOT_DONE ? StoreException.Kind.NOT_ASKED : StoreException.Kind.NO_ANSWER;
  }

  /** {@return whether a server says that it is no master} */
  public static boolean isOfAReplica(Throwable failure) {
    return String.valueOf(cause(failure).getMessage()).contains("READONLY");
  }

  /** {@return whether keys of a call are on two servers for now} The server is well. */
  public static boolean isOfAMovingSlot(Throwable failure) {
    Throwable cause = cause(failure);
    return cause instanceof RedisCommandExecutionException
        && String.valueOf(cause.getMessage()).startsWith("TRYAGAIN");
  }

  /** {@return whether what was sent got no answer, neither a refusal} */
  public static boolean isOfSilence(Throwable failure) {
    Throwable cause = cause(failure);
    boolean wasAsked = !(cause instanceof StoreException);
    return wasAsked && of(cause) == UNKNOWN && !isOfNoConnection(cause);
  }

  private static Throwable cause(Throwable failure) {
    Throwable said = unwrapped(failure);
    @Nullable Throwable cause = said instanceof StoreException ? said.getCause() : null;
    return cause == null ? said : unwrapped(cause);
  }

  /** {@return whether an error says that a user lacks a right} */
  public static boolean isOfRights(String message) {
    return RIGHTS.stream().anyMatch(lowerCase(message)::contains);
  }

  /** {@return whether an error says that a server is a node of no cluster} */
  public static boolean isOfNoCluster(String message) {
    return lowerCase(message).contains(NO_CLUSTER);
  }

  /** {@return whether an error says that a server is a node of a cluster} */
  public static boolean isOfACluster(String message) {
    return lowerCase(message).contains(OF_A_CLUSTER);
  }

  private static String lowerCase(String message) {
    return message.toLowerCase(Locale.ROOT);
  }

  /** {@return what was said first: by futures and by failed connections it is wrapped} */
  public static Throwable unwrapped(Throwable failure) {
    @Nullable Throwable cause = failure;
    Throwable last = failure;
    while (cause != null && isWrapper(cause)) {
      last = cause;
      cause = cause.getCause();
    }
    return cause == null ? last : cause;
  }

  private static boolean isWrapper(Throwable failure) {
    return failure instanceof CompletionException
        || failure instanceof ExecutionException
        || failure instanceof RedisConnectionException;
  }
}
