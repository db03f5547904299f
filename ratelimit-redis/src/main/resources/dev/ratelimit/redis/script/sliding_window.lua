-- Sliding window of two counters: a list of requests, decided in order, each key read once and
-- written once a group.
--
-- KEYS[i]  the key of group i
-- ARGV[i]  the group, packed little-endian: the limit, then its operations
--   limit       B tick_us code (0: 1 us, 1: 1 ms, 2: 1 s)
--               d limit, 1 .. 2^52    d window in ticks, limit * window <= 2^52
--               d offset in ticks, 0 .. window - 1
--   operations  B code, then d amount:
--     1 check    cost, 1 .. limit
--     7 refund   permits, 1 .. 2^53
--     8 reset    no amount
--   A group without operations is a look.
--
-- Reply: now in us, then for each group its counts before its operations, from which the caller,
--   who knows the limit and the operations, works out every answer:
--   0                                              where both are 0
--   { of the present window, of the one before }   otherwise
--
-- Value: 'B' version 3, B tick code, d window, d offset, d index of the window, d its count,
--   d count of the window before.
--
-- Commands: TIME, GET, SET, DEL. Integers: at most 2^53.

local VERSION = 3
local VALUE, VALUE_BYTES = '<BBddddd', 42
local MAX_COUNT = 4503599627370496 -- 2^52, and the most that limit * window can be

local function tick_us(code)
  return code == 0 and 1 or code == 1 and 1000 or code == 2 and 1000000 or nil
end

-- What a value holds: the tick in us, window and offset in ticks, index, both counts; or nil if it
-- is not ours.
local function read(value)
  if value == nil or #value ~= VALUE_BYTES then
    return nil
  end
  local version, code, window, offset, index, current, previous = unpack_from(VALUE, value)
  local u = tick_us(code)
  if version ~= VERSION or u == nil or not whole(window, 1, MAX_COUNT)
    or not whole(offset, 0, window - 1) or not whole(index, -1, MOST)
    or not whole(current, 0, MAX_COUNT) or not whole(previous, 0, MAX_COUNT) then
    return nil
  end
  return u, window, offset, index, current, previous
end

local function decided(key, group, now_us)
  local code, limit, window, offset, at = unpack_from('<Bddd', group)
  local u = tick_us(code)
  local now = floor(now_us / u)
  local index = floor((now - offset) / window)
  local left = window - (now - offset - index * window) -- ticks to the end of this window
  local current, previous, changed = 0, 0, false
  local from_u, from_window, from_offset, from_index, cur, prev = read(stored(key))
  if from_u then
    local present = floor((floor(now_us / from_u) - from_offset) / from_window)
    if present <= from_index then
      -- An index ahead of the present one: the clock ran backwards. What was used is kept.
      current, previous, changed = cur, prev, present < from_index
    elseif present == from_index + 1 then
      previous = cur
    end
    if from_window * from_u ~= window * u or from_offset * from_u ~= offset * u then
      current, previous = math.min(current + previous, floor(MAX_COUNT / window)), 0
      changed = true
    end
  end
  local reply = (current > 0 or previous > 0) and { current, previous } or 0
  while at <= #group do
    local operation, amount = byte(group, at)
    at = at + 1
    if operation == 8 then
      current, previous, changed = 0, 0, true
    else
      amount, at = unpack_from('<d', group, at)
      if operation == 7 then
        current, changed = amount >= current and 0 or current - amount, true
      else
        -- The weighted sum itself could pass 2^53 where a changed limit has left large counts.
        local spare = limit - amount - current
        if spare >= 0 and previous <= floor(spare * window / left) then
          current, changed = current + amount, true
        end
      end
    end
  end
  if changed and current == 0 and previous == 0 then
    call('DEL', key)
  elseif changed then
    local full = now + (current > 0 and window + left or left)
    local value = pack(VALUE, VERSION, code, window, offset, index, current, previous)
    store(key, value, ceil((full * u - now_us) / 1000) + 1)
  end
  return reply
end

local keys, groups = KEYS, ARGV
local now_us = server_micros()
local replies = { now_us }
for i = 1, #keys do
  replies[i + 1] = decided(keys[i], groups[i], now_us)
end
return replies
