package dev.ratelimit.local.fallback;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.ratelimit.Blocked;
import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.Membership;
import dev.ratelimit.Rule;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.Unlimited;
import dev.ratelimit.core.Remembered;
import dev.ratelimit.local.LocalStore;
import dev.ratelimit.local.fallback.posting.Books;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;

/** Finds who answers under a rule: as its own fallback says, else the limiter's. Thread-safe. */
public final class Substitutes {

  /** Named after what applications know. */
  static final Logger LOG = System.getLogger("dev.ratelimit.local.tiered.TieredLimiter");

  private final Fallback fallback;
  private final LocalStore local;
  private final Books books;
  private final Complaints complaints = new Complaints();
  private final Cache<Membership, Instances> counts = // as long as somebody has the membership
      Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();
  private final Remembered<Rule, Supplier<Substitute>> choices = new Remembered<>(this::choice);

  public Substitutes(Fallback fallback, LocalStore local, Books books) {
    this.fallback = fallback;
    this.local = local;
    this.books = books;
    if (fallback instanceof Fallback.ShareOf share) {
      counted(share.membership()).number(share.membership()); // known before the first outage
    }
  }

  private Instances counted(Membership membership) {
    return counts.get(membership, any -> new Instances(complaints));
  }

  /** {@return who answers under a rule just now} */
  Substitute of(Rule rule) {
    return choices.of(rule).get();
  }

  /**
   * Permits of a key have come back.
   *
   * @return for how many of them the store is not charged any more, as nothing is posted for them
   */
  long unposted(String key, Rule rule, long permits, long nowMicros) {
    return rule.limit() instanceof TokenBucket
        ? books.unposted().giveBack(key, permits, nowMicros)
        : 0;
  }

  private Supplier<Substitute> choice(Rule rule) {
    Fallback choice = rule.ownFallback().orElse(fallback);
    if (choice instanceof Fallback.ShareOf share) {
      Membership membership = share.membership();
      Instances instances = counted(membership);
      return new ChangingShare(() -> instances.number(membership), number -> share(rule, number));
    }
    Substitute always = always(rule, choice);
    return () -> always;
  }

  private Substitute always(Rule rule, Fallback choice) {
    if (choice instanceof Fallback.Open) {
      return fixed(rule, true);
    }
    if (choice instanceof Fallback.Share share) {
      return share(rule, share.instances());
    }
    if (choice instanceof Fallback.PerInstance perInstance) {
      return local(rule, perInstance.limit());
    }
    return fixed(rule, false);
  }

  private Substitute share(Rule rule, int instances) {
    try {
      return local(rule, Share.of(rule.limit(), instances));
    } catch (IllegalArgumentException | ArithmeticException e) {
      if (complaints.isNew("share of rule " + rule.name())) {
        logNoShare(rule, instances, e);
      }
      return fixed(rule, false);
    }
  }

  private static void logNoShare(Rule rule, int instances, RuntimeException reason) {
    LOG.log(
        Level.WARNING,
        "rule {0}: no share of {1} for {2} instances, so its fallback is closed(): {3}; it is not"
            + " logged again",
        rule.name(),
        rule.limit(),
        instances,
        reason.getMessage());
  }

  private Substitute local(Rule rule, Limit limit) {
    if (limit instanceof Unlimited) {
      return fixed(rule, true);
    }
    if (limit instanceof Blocked) {
      return fixed(rule, false);
    }
    return new StartedSubstitute(rule, LocalSubstitute.of(rule, limit, local), books);
  }

  private static Substitute fixed(Rule rule, boolean open) {
    return new FixedSubstitute(rule, rule.limit().mostPermits(), open);
  }
}
