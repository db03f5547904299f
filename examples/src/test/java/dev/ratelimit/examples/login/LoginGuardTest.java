package dev.ratelimit.examples.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.examples.login.LoginGuard.Answer;
import dev.ratelimit.testkit.StubLimiter;
import dev.ratelimit.testkit.StubLimiter.Operation;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoginGuardTest {

  private static LoginGuard guard(StubLimiter limiter) {
    return new LoginGuard(limiter, (user, password) -> password.equals("right"));
  }

  @Test
  void rightPassword_makesTheUserFullAgain() {
    StubLimiter limiter = StubLimiter.allowing();

    assertThat(guard(limiter).attempt("ada", "right")).isEqualTo(Answer.WELCOME);
    assertThat(limiter.asked())
        .extracting(StubLimiter.Call::operation)
        .containsExactly(Operation.CHECK, Operation.RESET);
  }

  @Test
  void wrongPassword_doesNot() {
    StubLimiter limiter = StubLimiter.allowing();

    assertThat(guard(limiter).attempt("ada", "wrong")).isEqualTo(Answer.WRONG);
    assertThat(limiter.asked())
        .extracting(StubLimiter.Call::operation)
        .containsExactly(Operation.CHECK);
  }

  @Test
  void deniedUser_isRefusedEvenWithTheRightPassword() {
    StubLimiter limiter = StubLimiter.denying(Duration.ofMinutes(1));

    assertThat(guard(limiter).attempt("ada", "right")).isEqualTo(Answer.TOO_MANY);
  }
}
