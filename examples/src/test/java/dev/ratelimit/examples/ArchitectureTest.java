package dev.ratelimit.examples;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaModifier.FINAL;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the published modules may import, what they show, and who may read a clock. */
class ArchitectureTest {

  /** All that applications compile against stands in one package. */
  private static final String API_PACKAGE = "dev.ratelimit";

  private static final int MOST_PUBLIC_TYPES_OF_THE_API = 30;
  private static final int MOST_PUBLIC_TYPES = 12;

  private static final JavaClasses ALL = PublishedModule.classesOfAll();

  static List<PublishedModule> modules() {
    return PublishedModule.ALL;
  }

  static List<PublishedModule> modulesWithInfo() {
    return List.of(
        PublishedModule.API, PublishedModule.CORE, PublishedModule.LOCAL, PublishedModule.REDIS);
  }

  @ParameterizedTest
  @MethodSource("modules")
  void module_importsOnlyWhatItMay(PublishedModule module) {
    classes()
        .should()
        .onlyDependOnClassesThat(describe("are open to " + module, module::mayUse))
        .check(module.classes());
  }

  @ParameterizedTest
  @MethodSource("modules")
  void module_keepsToItsRootPackage(PublishedModule module) {
    assertThat(module.packages())
        .isNotEmpty()
        .allMatch(name -> PublishedModule.within(name, module.rootPackage()));
  }

  @Test
  void package_isInOneModule() {
    Stream<String> packages =
        PublishedModule.ALL.stream().flatMap(module -> module.packages().stream());

    assertThat(packages).doesNotHaveDuplicates();
  }

  @Test
  void packages_haveNoCycle() {
    slices().matching("dev.(**)").should().beFreeOfCycles().check(ALL);
  }

  @Test
  void clockAndTimedWaits_areInTheTimeSourcesOnly() {
    noClasses()
        .that(describe("are no time source of the API", type -> !isTimeSource(type)))
        .should()
        .accessTargetWhere(ClockUse.READS_A_CLOCK)
        .orShould()
        .accessTargetWhere(ClockUse.WAITS_WITH_A_TIMEOUT)
        .check(ALL);
  }

  private static boolean isTimeSource(JavaClass type) {
    return Set.of("dev.ratelimit.SystemTime", "dev.ratelimit.CoarseTime").stream()
        .anyMatch(name -> type.getName().equals(name) || type.getName().startsWith(name + "$"));
  }

  @ParameterizedTest
  @MethodSource("modulesWithInfo")
  void exportedPackage_hasAPublicType(PublishedModule module) {
    Set<String> withPublicTypes =
        publicTypes(module.classes())
            .map(JavaClass::getPackageName)
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(module.exports()).isNotEmpty().isSubsetOf(withPublicTypes);
  }

  @ParameterizedTest
  @MethodSource("modules")
  void package_hasFewPublicTypes(PublishedModule module) {
    assertThat(module.packages())
        .allSatisfy(
            name ->
                assertThat(
                        publicTypes(module.classes()).filter(t -> t.getPackageName().equals(name)))
                    .as("public types of %s", name)
                    .hasSizeLessThanOrEqualTo(
                        name.equals(API_PACKAGE)
                            ? MOST_PUBLIC_TYPES_OF_THE_API
                            : MOST_PUBLIC_TYPES));
  }

  private static Stream<JavaClass> publicTypes(JavaClasses classes) {
    return classes.stream()
        .filter(JavaClass::isTopLevelClass)
        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC));
  }

  /** NullAway reads only what is marked, so a package without the mark would pass unread. */
  @ParameterizedTest
  @MethodSource("modules")
  void package_isNullMarked(PublishedModule module) {
    Set<String> marked =
        module.classes().stream()
            .filter(type -> type.getSimpleName().equals("package-info"))
            .filter(type -> type.isAnnotatedWith(NullMarked.class))
            .map(JavaClass::getPackageName)
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(marked).isEqualTo(module.packages());
  }

  @Test
  void classThatCanBeMade_isFinal() {
    classes()
        .that()
        .areTopLevelClasses()
        .and()
        .areNotInterfaces()
        .and()
        .doNotHaveModifier(JavaModifier.ABSTRACT)
        .and()
        .areNotEnums()
        .should()
        .haveModifier(FINAL)
        .check(ALL);
  }
}
