package dev.ratelimit.testkit.redis.topology;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** What {@link RedisTopologyTest} says. JUnit closes what it stores. */
final class RedisTopologies implements BeforeEachCallback, ParameterResolver {

  private static final Namespace NAMESPACE = Namespace.create(RedisTopologies.class);

  RedisTopologies() {}

  @Override
  public void beforeEach(ExtensionContext context) {
    Store store = store(context);
    RedisCluster cluster = store.get(RedisCluster.class, RedisCluster.class);
    if (cluster != null) {
      cluster.heal();
      cluster.flush();
    }
    RedisSentinels sentinels = store.get(RedisSentinels.class, RedisSentinels.class);
    if (sentinels != null) {
      sentinels.heal();
      sentinels.flush();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type.equals(RedisCluster.class) || type.equals(RedisSentinels.class);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Store store = store(context);
    return parameter.getParameter().getType().equals(RedisCluster.class)
        ? store.getOrComputeIfAbsent(RedisCluster.class, type -> RedisCluster.start())
        : store.getOrComputeIfAbsent(RedisSentinels.class, type -> RedisSentinels.start());
  }

  /** {@return what is kept for the outermost class} */
  private static Store store(ExtensionContext context) {
    ExtensionContext outermost = context;
    while (outermost.getParent().filter(p -> p.getTestClass().isPresent()).isPresent()) {
      outermost = outermost.getParent().orElseThrow();
    }
    return outermost.getStore(NAMESPACE);
  }
}
