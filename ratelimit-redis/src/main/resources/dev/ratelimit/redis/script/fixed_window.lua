-- Fixed window: a list of requests, decided in order, each key read once and written once a group.
--
-- KEYS[i]  the key of group i
-- ARGV[i]  the group, packed little-endian: the limit, then its operations
--   limit       d limit, 1 .. 2^52    d window in us, 1 .. 2^52    d offset in us, 0 .. window - 1
--   operations  B code, then d amount:
--     1 check    cost, 1 .. limit
--     7 refund   permits, 1 .. 2^53
--     8 reset    no amount
--   A group without operations is a look.
--
-- Reply: now in us, then for each group the count in the present window before its operations, from
--   which the caller, who knows the limit and the operations, works out every answer.
--
-- Value: 'B' version 2, d window, d offset, d index of the window, d count.
--
-- Commands: TIME, GET, SET, DEL. Integers: at most 2^53.

local VERSION = 2
local VALUE, VALUE_BYTES = '<Bdddd', 33
local MAX_COUNT = 4503599627370496 -- 2^52

-- The window and offset a value was written under, its window's index and count; or nil if it is
-- not ours.
local function read(value)
  if value == nil or #value ~= VALUE_BYTES then
    return nil
  end
  local version, window_us, offset_us, index, count = unpack_from(VALUE, value)
  if version ~= VERSION or not whole(window_us, 1, MOST) or not whole(offset_us, 0, window_us - 1)
    or not whole(index, -1, MOST) or not whole(count, 0, MAX_COUNT) then
    return nil
  end
  return window_us, offset_us, index, count
end

local function decided(key, group, now_us)
  local limit, window_us, offset_us, at = unpack_from('<ddd', group)
  local index = floor((now_us - offset_us) / window_us)
  local count, changed = 0, false
  local from_us, from_offset_us, from_index, found = read(stored(key))
  if from_us then
    -- An index ahead of the present one: the clock ran backwards. What was used is kept.
    local present = floor((now_us - from_offset_us) / from_us)
    count = present > from_index and 0 or found
    changed = present < from_index or from_us ~= window_us or from_offset_us ~= offset_us
  end
  local before = count
  while at <= #group do
    local code, amount = byte(group, at)
    at = at + 1
    if code == 8 then
      count, changed = 0, true
    else
      amount, at = unpack_from('<d', group, at)
      if code == 7 then
        count, changed = amount >= count and 0 or count - amount, true
      elseif count <= limit - amount then
        count, changed = count + amount, true
      end
    end
  end
  if changed and count == 0 then
    call('DEL', key)
  elseif changed then
    local left_us = window_us - (now_us - offset_us - index * window_us)
    store(key, pack(VALUE, VERSION, window_us, offset_us, index, count), ceil(left_us / 1000) + 1)
  end
  return before
end

local keys, groups = KEYS, ARGV
local now_us = server_micros()
local replies = { now_us }
for i = 1, #keys do
  replies[i + 1] = decided(keys[i], groups[i], now_us)
end
return replies
