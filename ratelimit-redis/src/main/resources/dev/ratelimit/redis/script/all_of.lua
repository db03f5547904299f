-- All of several token buckets on one key: a list of requests, decided in order, each key read once
-- and written once a group.
--
-- KEYS[i]  the key of group i
-- ARGV[i]  the group, packed little-endian: the limits, then its operations
--   limits      B number of parts, 1 .. 255, then for each
--               B tick_us code (0: 1 us, 1: 1 ms, 2: 1 s)
--               d r, units a tick pays off    d p, units of one permit    d C, capacity in units
--   operations  B code, then d amounts:
--     1 check    cost, 1 .. the least burst
--     2 reserve  cost, 1 .. the least burst; longest wait in us, 0 .. 1 h
--     7 refund   permits, 1 .. 2^53
--     8 reset    no amount
--   A group without operations is a look.
--
-- Reply: now in us, then for each group a list of its parts' debts before its operations, from
--   which the caller, who knows the limits and the operations, works out every answer.
--
-- Value: 'B' version 5, B number of parts, then for each B tick code, d r, d p, d C, d debt, d tick
--   of its last write.
--
-- Commands: TIME, GET, SET, DEL. Integers: at most 2^53.

local VERSION = 5
local HEAD, HEAD_BYTES = '<BB', 2
local LIMIT, LIMIT_BYTES = '<Bddd', 25
local PART, PART_BYTES = '<Bddddd', 41
local max = math.max
local limit_of, read_limit, paid_off, converted = bucket_steps()

-- The parts in a value, or nil if it is not ours.
local function read(value)
  if value == nil or #value < HEAD_BYTES or byte(value) ~= VERSION
    or #value ~= HEAD_BYTES + byte(value, 2) * PART_BYTES then
    return nil
  end
  local parts = {}
  for at = HEAD_BYTES + 1, #value, PART_BYTES do
    local code, r, p, c, debt, tick = unpack_from(PART, value, at)
    local limit = read_limit(code, r, p, c)
    if not limit or not whole(debt, 0, MOST) or not whole(tick, 0, MOST) then
      return nil
    end
    parts[#parts + 1] = {
      limit = limit,
      debt = debt > limit.most and c or debt,
      tick = tick,
      packed = sub(value, at, at + PART_BYTES - 1),
    }
  end
  return parts
end

-- A part at the present: its limit, tick and debt; and, where a denial leaves it as it is, what is
-- stored of it, the debt in that, and until when it is worth something.
local function to_present(from, limit, now_us)
  local part = { limit = limit, tick = floor(now_us / limit.u), debt = 0 }
  if from == nil then
    return part
  end
  local was = from.limit
  local now = floor(now_us / was.u)
  local same = was.code == limit.code and was.r == limit.r and was.p == limit.p
    and was.c == limit.c
  -- A tick ahead of the present one: the clock ran backwards. The debt is kept.
  part.debt = now < from.tick and from.debt or paid_off(was, from.debt, now - from.tick)
  if not same and part.debt > 0 then
    part.debt = converted(part.debt, was, limit, now_us)
  elseif same and now >= from.tick then
    part.packed, part.kept, part.full = from.packed, from.debt, from.tick + ceil(from.debt / was.r)
  end
  return part
end

-- The longest wait of a cost in us.
local function wait_for(parts, cost, now_us)
  local wait_us = 0
  for i = 1, #parts do
    local part = parts[i]
    local limit = part.limit
    local over = part.debt - (limit.c - cost * limit.p)
    if over > 0 then
      wait_us = max(wait_us, (part.tick + ceil(over / limit.r)) * limit.u - now_us)
    end
  end
  return wait_us
end

local function charge(parts, cost)
  for i = 1, #parts do
    parts[i].debt = parts[i].debt + cost * parts[i].limit.p
  end
end

local function refund(parts, permits)
  for i = 1, #parts do
    local part = parts[i]
    local p = part.limit.p
    part.debt = permits >= ceil(part.debt / p) and 0 or part.debt - permits * p
  end
end

-- Performs the operations from a place of a group on. Returns whether one changed the parts.
local function perform(parts, group, at, now_us)
  local changed = false
  while at <= #group do
    local code, amount = byte(group, at)
    local longest_us = 0
    at = at + 1
    if code == 8 then
      refund(parts, MOST)
      changed = true
    else
      amount, at = unpack_from('<d', group, at)
      if code == 2 then
        longest_us, at = unpack_from('<d', group, at)
      end
      if code == 7 then
        refund(parts, amount)
        changed = true
      elseif wait_for(parts, amount, now_us) <= longest_us then
        charge(parts, amount)
        changed = true
      end
    end
  end
  return changed
end

-- Writes all parts as they are now, or only those of which nothing stored is to be kept.
local function write(key, parts, all, now_us)
  local value, full_us, owed = pack(HEAD, VERSION, #parts), 0, false
  for i = 1, #parts do
    local part = parts[i]
    local limit, packed, debt, full = part.limit, part.packed, part.kept, part.full
    if all or packed == nil then
      packed = pack(PART, limit.code, limit.r, limit.p, limit.c, part.debt, part.tick)
      debt, full = part.debt, part.tick + ceil(part.debt / limit.r)
    end
    value = value .. packed
    full_us = max(full_us, full * limit.u)
    owed = owed or debt > 0
  end
  if owed then -- by now, or by what is kept if the clock runs backwards
    store(key, value, max(1, ceil((full_us - now_us) / 1000) + 1))
  else
    call('DEL', key)
  end
end

local function decided(key, group, now_us)
  local stored_parts = read(stored(key))
  local number = byte(group)
  local parts, debts, at = {}, {}, 2
  local moved = stored_parts and #stored_parts ~= number
  for i = 1, number do
    local limit = limit_of(unpack_from(LIMIT, group, at))
    local part = to_present(stored_parts and stored_parts[i], limit, now_us)
    parts[i], debts[i] = part, part.debt
    moved = moved or stored_parts and part.packed == nil
    at = at + LIMIT_BYTES
  end
  local changed = perform(parts, group, at, now_us)
  if changed or moved then
    write(key, parts, changed, now_us)
  end
  return debts
end

local keys, groups = KEYS, ARGV
local now_us = server_micros()
local replies = { now_us }
for i = 1, #keys do
  replies[i + 1] = decided(keys[i], groups[i], now_us)
end
return replies
