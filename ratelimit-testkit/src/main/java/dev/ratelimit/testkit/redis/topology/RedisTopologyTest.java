package dev.ratelimit.testkit.redis.topology;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Gives the tests of a class a cluster, or a Redis with sentinels, as a parameter of type {@link
 * RedisCluster} or {@link RedisSentinels}.
 *
 * <p>It is started when the first parameter asks for it, kept for the class and the classes within,
 * and closed after the last test. At the beginning of each test it is whole and empty, whatever the
 * test before did; who is a master, and of which hash slots, may have changed. Tests of this
 * process that are annotated so never run at the same time.
 *
 * <pre>{@code
 * @RedisTopologyTest
 * class ClusterFailoverIT {
 *   @Test
 *   void orderlyFailover_losesNothing(RedisCluster cluster) {
 *     cluster.masterOf("key").command("SET", "key", "value");
 *     RedisServer promoted = cluster.failOver(cluster.masterOf("key"));
 *     assertThat(promoted.command("GET", "key").asText()).isEqualTo("value");
 *   }
 * }
 * }</pre>
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@ExtendWith(RedisTopologies.class)
@ResourceLock("dev.ratelimit.testkit.redis.topology")
public @interface RedisTopologyTest {}
