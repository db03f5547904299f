package dev.ratelimit.redis.coalesce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.redis.call.Places;
import dev.ratelimit.redis.limits.Scripts;
import dev.ratelimit.redis.protocol.Group;
import dev.ratelimit.redis.protocol.Terms;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacesTest {

  private static final int ALL = 64;

  private final Places places = new Places();
  private final List<Lane> sent = new ArrayList<>();

  private Lane lane() {
    return new Lane(
        new Lane.Traffic() {
          @Override
          public Places placesFor(Ask ask) {
            return places;
          }

          @Override
          public Batch withoutLate(Batch batch) {
            return batch;
          }

          @Override
          public void watch() {}

          @Override
          public void send(Batch batch, Lane lane, Places taken) {
            sent.add(lane);
          }
        });
  }

  private static Ask ask() {
    Terms terms = Scripts.shipped().terms(Limit.perSecond(1));
    return new BlockingAsk(new Group(terms, "key", List.of()), new byte[0], 0);
  }

  private void fill() {
    Runnable others = () -> {};
    for (int i = 0; i < ALL; i++) {
      assertThat(places.take(others)).isTrue();
    }
  }

  @Test
  void lanesWithoutAPlace_sendInTheirOrderWhenThereIsOne() {
    fill();
    Lane first = lane();
    Lane second = lane();
    first.add(ask(), false);
    second.add(ask(), false);
    assertThat(sent).isEmpty();

    places.release();
    assertThat(sent).containsExactly(first);
    places.release();

    assertThat(sent).containsExactly(first, second);
  }

  @Test
  void laneThatWantsNoPlaceByThen_leavesItToTheNext() {
    fill();
    Lane emptied = lane();
    Lane second = lane();
    emptied.add(ask(), false);
    second.add(ask(), false);
    emptied.clear();

    places.release();

    assertThat(sent).containsExactly(second);
  }
}
