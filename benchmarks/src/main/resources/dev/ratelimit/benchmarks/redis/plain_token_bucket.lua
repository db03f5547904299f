-- A token bucket as it is usually written, for one check a call: the yardstick.
--
-- KEYS[1]  a hash: the tokens there were, and when
-- ARGV     burst; tokens refilled each microsecond; cost
--
-- Reply: { 1 if allowed, else 0; whole tokens that remain; us until the cost is there }

local key = KEYS[1]
local burst, refill, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now_us = time[1] * 1000000 + time[2]
local state = redis.call('HMGET', key, 'tokens', 'us')
local tokens, last_us = tonumber(state[1]) or burst, tonumber(state[2]) or now_us
tokens = math.min(burst, tokens + math.max(0, now_us - last_us) * refill)
local allowed, wait_us = 1, 0
if tokens >= cost then
  tokens = tokens - cost
else
  allowed, wait_us = 0, math.ceil((cost - tokens) / refill)
end
redis.call('HSET', key, 'tokens', tokens, 'us', now_us)
redis.call('PEXPIRE', key, math.ceil((burst - tokens) / refill / 1000) + 1)
return { allowed, math.floor(tokens), wait_us }
