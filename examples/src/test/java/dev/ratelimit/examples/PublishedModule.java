package dev.ratelimit.examples;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.ratelimit.Limiter;
import dev.ratelimit.core.StoreLimiter;
import dev.ratelimit.local.LocalLimiter;
import dev.ratelimit.redis.RedisLimiter;
import dev.ratelimit.testkit.FakeClock;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A published module, read from where its classes come from, and what it may import. */
final class PublishedModule {

  static final PublishedModule API =
      new PublishedModule(Limiter.class, "dev.ratelimit", List.of(), List.of());
  static final PublishedModule CORE =
      new PublishedModule(
          StoreLimiter.class, "dev.ratelimit.core", List.of(API), List.of("io.micrometer.core"));
  static final PublishedModule LOCAL =
      new PublishedModule(
          LocalLimiter.class,
          "dev.ratelimit.local",
          List.of(API, CORE),
          List.of("com.github.benmanes.caffeine"));
  static final PublishedModule REDIS =
      new PublishedModule(
          RedisLimiter.class,
          "dev.ratelimit.redis",
          List.of(API, CORE),
          List.of("io.lettuce", "io.netty"));
  static final PublishedModule TESTKIT =
      new PublishedModule(
          FakeClock.class,
          "dev.ratelimit.testkit",
          List.of(API, CORE),
          List.of(
              "org.junit.jupiter.api",
              "org.junit.platform.commons",
              "org.assertj.core",
              "com.google.gson",
              "org.testcontainers"));

  static final List<PublishedModule> ALL = List.of(API, CORE, LOCAL, REDIS, TESTKIT);

  /** What every module may import: the JDK, and annotations that are not needed at run time. */
  private static final List<String> EVERYWHERE =
      List.of("java", "javax.net", "org.jspecify.annotations");

  private final URL location;
  private final String rootPackage;
  private final List<PublishedModule> imports;
  private final List<String> libraries;
  private final JavaClasses classes;
  private final Set<String> packages;

  private PublishedModule(
      Class<?> witness, String rootPackage, List<PublishedModule> imports, List<String> libraries) {
    this.location = witness.getProtectionDomain().getCodeSource().getLocation();
    this.rootPackage = rootPackage;
    this.imports = imports;
    this.libraries = libraries;
    this.classes = new ClassFileImporter().importUrl(location);
    this.packages =
        classes.stream()
            .map(JavaClass::getPackageName)
            .collect(Collectors.toCollection(TreeSet::new));
  }

  static JavaClasses classesOfAll() {
    return new ClassFileImporter().importUrls(ALL.stream().map(m -> m.location).toList());
  }

  String rootPackage() {
    return rootPackage;
  }

  JavaClasses classes() {
    return classes;
  }

  Set<String> packages() {
    return packages;
  }

  /** {@return whether this module may use a class} */
  boolean mayUse(JavaClass used) {
    String name = used.getPackageName();
    return Stream.concat(EVERYWHERE.stream(), libraries.stream()).anyMatch(p -> within(name, p))
        || Stream.concat(Stream.of(this), imports.stream()).anyMatch(module -> module.holds(name));
  }

  private boolean holds(String packageName) {
    return packages.contains(packageName) && within(packageName, rootPackage);
  }

  static boolean within(String name, String ancestor) {
    return name.equals(ancestor) || name.startsWith(ancestor + ".");
  }

  /** {@return the packages that the module shows to others} */
  Set<String> exports() {
    try (InputStream info = moduleInfo().toURL().openStream()) {
      return ModuleDescriptor.read(info).exports().stream()
          .map(ModuleDescriptor.Exports::source)
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private URI moduleInfo() {
    try {
      URI uri = location.toURI();
      return uri.getPath().endsWith(".jar")
          ? new URI("jar:" + uri + "!/module-info.class")
          : uri.resolve("module-info.class");
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    return rootPackage;
  }
}
