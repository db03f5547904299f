/** What applications compile against: limiters, limits, decisions and the one time seam. */
module dev.ratelimit.api {
  requires static org.jspecify;

  exports dev.ratelimit;
}
