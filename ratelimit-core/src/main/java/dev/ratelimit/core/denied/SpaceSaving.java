package dev.ratelimit.core.denied;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts the most frequent keys of a stream by a bounded number of tallies: the Space-Saving
 * algorithm (Metwally, Agrawal and El Abbadi, Efficient Computation of Frequent and Top-k Elements
 * in Data Streams, ICDT 2005).
 *
 * <p>Thread-safe. To count a key that has a tally takes no lock.
 */
final class SpaceSaving {

  /*
   * A key without a tally takes the place of the one that was counted least, and begins where that
   * ended: so often it may have been counted before, without anybody knowing. That is its error, at
   * most the total divided by the number of tallies, since all tallies add up to the total.
   *
   * Who counts least is found by a hand that goes round. Tallies only grow, so one that is at
   * `least` is one of the smallest; where a whole round meets none, the smallest it met is the new
   * least. A round is at most the number of tallies long, and each place under the hand is at least
   * one more than `least` when the hand has passed: mostly the next place is the one.
   *
   * Threads count without a lock. A tally is ended before it goes, and tells how far it came: what
   * is added later does not count, and whoever added it counts anew. In the moment between being
   * found and being ended it may have grown past others. `forgotten` is therefore the most that any
   * key had when it went: no key without a tally has been counted more often.
   */
  private final ConcurrentHashMap<String, Tally> tallies = new ConcurrentHashMap<>();
  private final Tally[] places; // guarded by this
  private int used; // guarded by this
  private int hand; // guarded by this
  private long least = 1; // guarded by this
  private volatile long forgotten; // written under this

  /**
   * Has counted nothing.
   *
   * @param tallies how many keys are counted at a time, at least 1
   */
  SpaceSaving(int tallies) {
    this.places = new Tally[tallies];
  }

  /** Counts a key once. */
  void add(String key) {
    @Nullable Tally known = tallies.get(key);
    if (known == null || !known.add()) {
      addToOneOfAll(key);
    }
  }

  private synchronized void addToOneOfAll(String key) {
    @Nullable Tally known = tallies.get(key);
    if (known != null) {
      known.add(); // what is in the map is ended under this lock only
    } else if (used < places.length) {
      put(used++, new Tally(key, 1, 0));
    } else {
      int place = placeOfTheLeast();
      Tally gone = places[place];
      long before = Math.max(forgotten, gone.end());
      forgotten = before; // before the key goes: who does not find it reads this
      tallies.remove(gone.key());
      put(place, new Tally(key, before + 1, before));
    }
  }

  private void put(int place, Tally tally) {
    places[place] = tally;
    tallies.put(tally.key(), tally);
  }

  private int placeOfTheLeast() {
    while (true) {
      long smallest = Long.MAX_VALUE;
      for (int i = 0; i < places.length; i++) {
        int place = hand;
        hand = (hand + 1) % places.length;
        long count = places[place].count();
        if (count <= least) {
          return place;
        }
        smallest = Math.min(smallest, count);
      }
      least = smallest;
    }
  }

  /** {@return the keys that have a tally} */
  Set<String> keys() {
    return tallies.keySet();
  }

  /** {@return how often a key was counted; of one that has no tally, how often at most} */
  Estimate of(String key) {
    @Nullable Tally known = tallies.get(key);
    if (known != null) {
      return known.estimate();
    }
    long unseen = forgotten;
    return new Estimate(unseen, unseen);
  }
}
