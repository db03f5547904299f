package dev.ratelimit.testkit.redis;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A key and a certificate, made and signed by nobody but us, as files in a server's directory: as
 * Redis reads them, and as a Java client does.
 */
final class TlsFiles {

  private static final String KEY = "key.pem";
  private static final String CERTIFICATE = "certificate.pem";
  private static final String KEY_STORE = "keys.p12";
  private static final String TRUST_STORE = "trusted.p12";
  private static final String ALIAS = "redis";
  private static final String PASSWORD = "ratelimit";
  private static final int PEM_WIDTH = 64;

  private TlsFiles() {}

  /** {@return lines of configuration; a server reads the files from where it runs} */
  static List<String> settings() {
    return List.of(
        "tls-cert-file " + CERTIFICATE,
        "tls-key-file " + KEY,
        "tls-ca-cert-file " + CERTIFICATE,
        "tls-auth-clients no");
  }

  static TrustStore makeIn(Path directory) throws IOException {
    Path keys = directory.resolve(KEY_STORE);
    runKeytool(directory, keys);
    try {
      KeyStore store = KeyStore.getInstance(keys.toFile(), PASSWORD.toCharArray());
      byte[] key = store.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded();
      Certificate certificate = store.getCertificate(ALIAS);
      Files.writeString(directory.resolve(KEY), pem("PRIVATE KEY", key));
      Files.writeString(
          directory.resolve(CERTIFICATE), pem("CERTIFICATE", certificate.getEncoded()));
      return trusting(certificate, directory.resolve(TRUST_STORE));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot read what keytool made", e);
    }
  }

  private static TrustStore trusting(Certificate certificate, Path file)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry(ALIAS, certificate);
    try (var out = Files.newOutputStream(file)) {
      store.store(out, PASSWORD.toCharArray());
    }
    return new TrustStore(file, PASSWORD);
  }

  private static void runKeytool(Path directory, Path keys) throws IOException {
    Path output = directory.resolve("keytool.log");
    Process keytool =
        new ProcessBuilder(keytool(keys))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    Patience.untilDone(keytool);
    if (keytool.exitValue() != 0) {
      throw new IllegalStateException("keytool made no certificate: " + Files.readString(output));
    }
  }

  private static List<String> keytool(Path keys) {
    String options =
        "-genkeypair -keyalg EC -groupname secp256r1 -dname CN=localhost -validity 2"
            + " -ext SAN=ip:127.0.0.1,dns:localhost -storetype PKCS12";
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(options.split(" ")));
    command.addAll(List.of("-alias", ALIAS, "-storepass", PASSWORD));
    command.addAll(List.of("-keystore", keys.toString()));
    return command;
  }

  private static String pem(String kind, byte[] content) {
    String text =
        Base64.getMimeEncoder(PEM_WIDTH, "\n".getBytes(StandardCharsets.US_ASCII))
            .encodeToString(content);
    return "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n";
  }
}
