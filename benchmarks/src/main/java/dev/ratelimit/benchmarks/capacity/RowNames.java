package dev.ratelimit.benchmarks.capacity;

/** The names of the rows that capacity is reckoned from. */
public final class RowNames {

  /** Server CPU of a check that has a call of its own, pipelined. */
  public static final String SINGLE_CPU = "single check allowed, server CPU, to REF";

  /** Server CPU of a check that shares a call with 63 of other keys. */
  public static final String BATCH_CPU =
      "64 distinct keys in one call, a check, server CPU, to REF";

  /** Server CPU of a check that shares a call with 63 of the same key. */
  public static final String ONE_KEY_CPU =
      "64 checks of one key in one call, a check, server CPU, to REF";

  /** Server CPU of a check whose call is sent when the one before is answered. */
  public static final String ALONE_CPU = "one caller alone, server CPU, to REF";

  /** Bytes of a check that has a call of its own. */
  public static final String SINGLE = "single check";

  /** Bytes of a check that shares a call with 63 of other keys. */
  public static final String BATCH = "64 distinct keys in one call, a check";

  /** What is appended to what was received for a check. */
  public static final String RECEIVED = ", received by the server";

  /** What is appended to what was sent for a check. */
  public static final String SENT = ", sent by the server";

  /** What is appended to what a fleet's check costs the server. */
  public static final String CPU = ", server CPU, to REF";

  /** What is appended to how many scripts a fleet's check has the server run. */
  public static final String SCRIPT_CALLS = ", script calls a check";

  /** Without leases, on keys that are checked alike. */
  public static final String UNIFORM_FLEET = "fleet, 100,000 keys uniform";

  /** Without leases, on keys of which few are busy. */
  public static final String ZIPF_FLEET = "fleet, 100,000 keys zipf 0.99";

  /** With leases, on keys of which few are busy. */
  public static final String LEASED_ZIPF_FLEET = "leased fleet, 100,000 keys zipf 0.99";

  /** With leases, on one key. */
  public static final String LEASED_HOT_FLEET = "leased fleet, one key, limit not reached";

  /** Memory of a key. */
  public static final String MEMORY = "memory of the server for a key, 1,000,000 keys";

  private RowNames() {}
}
