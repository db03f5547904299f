package dev.ratelimit.examples;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** What the build files say: the published modules, and the versions of what they use. */
final class Reactor {

  static final String GROUP = "dev.ratelimit";

  private static final Pattern PROPERTY = Pattern.compile("\\$\\{(.*)}");

  private final Map<String, String> versions = new HashMap<>();
  private final List<String> modules;
  private final String version;

  private Reactor(Document parent) {
    Map<String, String> properties = new HashMap<>();
    elements(parent, "properties").flatMap(Reactor::children).forEach(p -> put(properties, p));
    for (Artifact artifact : artifacts(parent)) {
      artifact
          .version()
          .map(v -> PROPERTY.matcher(v).replaceAll(p -> properties.getOrDefault(p.group(1), "")))
          .ifPresent(v -> versions.put(artifact.name(), v));
    }
    modules = elements(parent, "module").map(Node::getTextContent).toList();
    version = child(parent.getDocumentElement(), "version").orElseThrow();
  }

  static Reactor read() {
    return new Reactor(parse(Documents.text(Documents.ROOT.resolve("pom.xml"))));
  }

  /** {@return the version of this library} */
  String version() {
    return version;
  }

  /** {@return the modules that others can depend on} */
  List<String> published() {
    return modules.stream().filter(name -> name.startsWith("ratelimit-")).toList();
  }

  /** {@return every module} */
  List<String> modules() {
    return modules;
  }

  /** {@return the version of a library or plugin that the build uses} */
  Optional<String> versionOf(String artifact) {
    return Optional.ofNullable(versions.get(artifact));
  }

  /**
   * A library or a plugin.
   *
   * @param group its group, {@code org.apache.maven.plugins} if none is said
   * @param name its artifact
   * @param version its version, if one is said
   */
  record Artifact(String group, String name, Optional<String> version) {

    static Artifact of(Element element) {
      return new Artifact(
          child(element, "groupId").orElse("org.apache.maven.plugins"),
          child(element, "artifactId").orElseThrow(),
          child(element, "version"));
    }
  }

  /** {@return the libraries and plugins that a document names} */
  static List<Artifact> artifacts(Document document) {
    return Stream.of("dependency", "plugin")
        .flatMap(tag -> elements(document, tag))
        .map(Artifact::of)
        .toList();
  }

  static Document parse(String xml) {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(xml)));
    } catch (SAXException | ParserConfigurationException e) {
      throw new IllegalArgumentException("not XML: " + e.getMessage() + "\n" + xml, e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<Element> elements(Document document, String tag) {
    return elements(document.getElementsByTagName(tag));
  }

  private static Optional<String> child(Element parent, String tag) {
    return children(parent)
        .filter(element -> element.getTagName().equals(tag))
        .map(element -> element.getTextContent().strip())
        .findFirst();
  }

  private static Stream<Element> children(Element parent) {
    return elements(parent.getChildNodes());
  }

  private static Stream<Element> elements(NodeList nodes) {
    return IntStream.range(0, nodes.getLength())
        .mapToObj(nodes::item)
        .filter(Element.class::isInstance)
        .map(Element.class::cast);
  }

  private static void put(Map<String, String> properties, Element property) {
    properties.put(property.getTagName(), property.getTextContent().strip());
  }
}
