package dev.ratelimit.testkit.redis;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Gives the tests of a class a real Redis, as a parameter of type {@link RedisServer}.
 *
 * <p>It is empty at the beginning of each test; if it is the class's own, it is started anew, on
 * the same port. Where it comes from, see {@link RedisServers}. Tests of this process that are
 * annotated so never run at the same time.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@ExtendWith(RedisServers.class)
@ResourceLock("dev.ratelimit.testkit.redis")
public @interface RedisTest {

  /** {@return whether the class shares the server with other classes} */
  Sharing value() default Sharing.SHARED;
}
