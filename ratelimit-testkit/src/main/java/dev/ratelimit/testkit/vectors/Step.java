package dev.ratelimit.testkit.vectors;

import com.google.gson.JsonObject;

/** One line of a scenario's story. */
sealed interface Step {

  static Step read(JsonObject step) {
    String name = step.get("op").getAsString();
    return name.equals("reconfigure")
        ? new Reconfigure(step.getAsJsonObject("limit"))
        : Ask.read(Operation.named(name), step);
  }

  /** From here on the key is under another limit. */
  record Reconfigure(JsonObject limit) implements Step {}

  /** A request, its arguments, and the fields of the right answer. */
  record Ask(Operation operation, long atMicros, JsonObject arguments, JsonObject expected)
      implements Step {

    static Ask read(Operation operation, JsonObject step) {
      JsonObject expected = step.deepCopy();
      expected.remove("op");
      long atMicros = expected.remove("t_us").getAsBigDecimal().longValueExact();
      JsonObject arguments = new JsonObject();
      for (String argument : operation.arguments()) {
        if (!expected.has(argument)) {
          throw new IllegalArgumentException(
              operation.fileName() + " must have the argument " + argument);
        }
        arguments.add(argument, expected.remove(argument));
      }
      return new Ask(operation, atMicros, arguments, expected);
    }

    long argument(String name) {
      return arguments.get(name).getAsBigDecimal().longValueExact();
    }
  }
}
