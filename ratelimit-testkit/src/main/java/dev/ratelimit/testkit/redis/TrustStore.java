package dev.ratelimit.testkit.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * What a client needs to trust a server that speaks TLS. Immutable; the file goes when the server
 * is closed.
 *
 * @param file a PKCS #12 store with the server's certificate
 * @param password the store's
 */
public record TrustStore(Path file, String password) {

  SocketFactory sockets() {
    try {
      KeyStore trusted = KeyStore.getInstance(file.toFile(), password.toCharArray());
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context.getSocketFactory();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot read " + file, e);
    }
  }
}
