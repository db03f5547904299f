package dev.ratelimit.examples.pictures;

/**
 * A point of a curve.
 *
 * @param x along the time axis, in its unit
 * @param y up, in permits
 */
record Point(double x, double y) {}
