package dev.ratelimit.testkit.redis;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Gives tests a real Redis: by {@link RedisTest}, or registered as a static field, where it is
 * {@link #server()}. A field that is not static has a server of its own, if at all, for each test.
 *
 * <p>The shared server is, in this order: the one that the system property or environment variable
 * {@code RATELIMIT_TEST_REDIS} names by a URI; {@code redis-server} on the {@code PATH}; a
 * container by Testcontainers, where that is on the class path and Docker answers; the executable
 * inside {@code org.signal:embedded-redis}, where that is on the class path. An own server is one
 * of those that are processes of this machine.
 *
 * <p>The trap: the server is emptied before each test, so that URI must not name one that holds
 * anything of worth.
 *
 * <p>Thread-safe, but tests that share a server empty it under each other if they run at the same
 * time; {@link RedisTest} keeps them apart.
 */
public final class RedisServers
    implements BeforeAllCallback, BeforeEachCallback, ParameterResolver {

  private static final Namespace NAMESPACE = Namespace.create(RedisServers.class);

  private final @Nullable Sharing sharing; // null: as the annotation says
  private volatile @Nullable RedisServer server;

  /** Made by JUnit for {@link RedisTest}. */
  public RedisServers() {
    this(null);
  }

  private RedisServers(@Nullable Sharing sharing) {
    this.sharing = sharing;
  }

  /** {@return an extension that gives tests the shared server} */
  public static RedisServers shared() {
    return new RedisServers(Sharing.SHARED);
  }

  /** {@return an extension that starts a server, and closes it after the last test} */
  public static RedisServers own() {
    return new RedisServers(Sharing.OWN);
  }

  /**
   * {@return the server}
   *
   * @throws IllegalStateException before the first test
   */
  public RedisServer server() {
    RedisServer present = server;
    if (present == null) {
      throw new IllegalStateException("there is no server before the first test begins");
    }
    return present;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    start(context);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    start(context).makeReady();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType().equals(RedisServer.class);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return start(context);
  }

  /** A class within a class finds the server of the outer one. JUnit closes what it stores. */
  private RedisServer start(ExtensionContext context) {
    RedisServer started =
        context
            .getStore(NAMESPACE)
            .getOrComputeIfAbsent(this, key -> sharing(context).server(), RedisServer.class);
    server = started;
    return started;
  }

  private Sharing sharing(ExtensionContext context) {
    if (sharing != null) {
      return sharing;
    }
    return AnnotationSupport.findAnnotation(
            context.getRequiredTestClass(), RedisTest.class, context.getEnclosingTestClasses())
        .map(RedisTest::value)
        .orElse(Sharing.SHARED);
  }
}
