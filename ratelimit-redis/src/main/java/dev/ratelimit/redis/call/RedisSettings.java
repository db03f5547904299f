package dev.ratelimit.redis.call;

import dev.ratelimit.LimiterListener;
import dev.ratelimit.TimeSource;
import java.time.Duration;
import java.util.concurrent.Executor;

/** What a limiter over Redis is told beside its rules and its server. Immutable. */
public record RedisSettings(
    String prefix,
    Duration deadline,
    TimeSource timeSource,
    LimiterListener listener,
    Executor executor) {}
