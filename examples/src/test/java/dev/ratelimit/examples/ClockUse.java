package dev.ratelimit.examples;

import static com.tngtech.archunit.base.DescribedPredicate.describe;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.Timer;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** Calls of the JDK, and references to its methods, that read a clock or wait with a timeout. */
final class ClockUse {

  static final DescribedPredicate<JavaAccess<?>> READS_A_CLOCK =
      describe("a clock is read", access -> on(access, ClockUse::readsClock));

  static final DescribedPredicate<JavaAccess<?>> WAITS_WITH_A_TIMEOUT =
      describe("a wait has a timeout", access -> on(access, ClockUse::waitsWithTimeout));

  private ClockUse() {}

  private static boolean on(JavaAccess<?> access, Predicate<CodeUnitAccessTarget> predicate) {
    return access.getTarget() instanceof CodeUnitAccessTarget target && predicate.test(target);
  }

  private static boolean readsClock(CodeUnitAccessTarget target) {
    JavaClass owner = target.getOwner();
    String name = target.getName();
    if (owner.isEquivalentTo(System.class)) {
      return Set.of("nanoTime", "currentTimeMillis").contains(name);
    }
    if (owner.isEquivalentTo(Date.class)) {
      return name.equals("<init>") && target.getRawParameterTypes().isEmpty();
    }
    return owner.isAssignableTo(InstantSource.class)
        || owner.isEquivalentTo(Clock.class)
        || (owner.getPackageName().startsWith("java.time") && name.equals("now"));
  }

  /** How long the driver may take to end, and how long it pauses between its own reconnects. */
  private static boolean isOfTheDriver(String name) {
    return Set.of("shutdown", "shutdownAsync", "fullJitter").contains(name);
  }

  private static boolean waitsWithTimeout(CodeUnitAccessTarget target) {
    JavaClass owner = target.getOwner();
    List<JavaClass> parameters = target.getRawParameterTypes();
    String name = target.getName();
    if (owner.getPackageName().startsWith("io.lettuce") && isOfTheDriver(name)) {
      return false;
    }
    // How long its threads live when there is nothing to do.
    if (owner.isEquivalentTo(ThreadPoolExecutor.class) && name.equals("<init>")) {
      return false;
    }
    if (owner.isEquivalentTo(TimeUnit.class)) {
      return Set.of("sleep", "timedJoin", "timedWait").contains(name);
    }
    return parameters.stream().anyMatch(type -> type.isEquivalentTo(TimeUnit.class))
        || owner.isAssignableTo(Timer.class)
        || (owner.isEquivalentTo(LockSupport.class)
            && Set.of("parkNanos", "parkUntil").contains(name))
        || (owner.isAssignableTo(Condition.class)
            && Set.of("awaitNanos", "awaitUntil").contains(name))
        || (owner.isAssignableTo(Thread.class)
            && Set.of("sleep", "join").contains(name)
            && !parameters.isEmpty())
        || (name.equals("wait")
            && !parameters.isEmpty()
            && parameters.get(0).isEquivalentTo(long.class));
  }
}
