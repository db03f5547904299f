-- Sliding log: a list of requests, decided in order. The instants of the permits stand in one
-- string, of which only what is needed is read and written.
--
-- KEYS[i]  the key of group i
-- ARGV[i]  the group, packed little-endian: the limit, then its operations
--   limit       d limit, 1 .. 1,000,000    d window in us, 1 .. 2^52
--   operations  B code, then d amount:
--     1 check    cost, 1 .. limit
--     7 refund   permits, 1 .. 2^53
--     8 reset    no amount
--     9 peek     cost, 1 .. limit
--   A group without operations is a look.
--
-- Reply: now in us, then for each group a flat list of four integers for each operation, or four
--   for a look:
--   1 if allowed, else 0 (1 for what is no check or peek)
--   permits counted after it
--   the newest instant after it in us, -1 if nothing is counted
--   of a denial the instant in us of the (count + cost - limit)-th oldest permit, else -1
--
-- Value: a head, then slots of a ring, each d the instant in us of one permit, oldest first:
--   'B' version 4, d window, d slots of the ring, d slot of the oldest, d count, d newest instant.
--   At its end the ring wraps if at least half of it is free or it has as many slots as the limit
--   has permits; otherwise it grows. So it is at most about twice as large as the log has been.
--
-- Commands: TIME, GETRANGE, SETRANGE, PEXPIRE, SET, DEL. Integers: at most 2^53.

local VERSION = 4
local HEAD, HEAD_BYTES = '<Bddddd', 41
local SLOT, SLOT_BYTES = '<d', 8
local PIECE_SLOTS = 32 -- read at a time: not slower than one, and it often saves the next read
local BLOCK_SLOTS = 512 -- written at a time: a larger string costs more to make than it saves
local MAX_SLOTS = 1000000
local min, max = math.min, math.max

-- Lets a value that was changed in place live until it is worth nothing any more.
local function expire(key, live_ms)
  call('PEXPIRE', key, live_ms)
end

-- The log at a key, or nil if there is none of ours. Its piece is what was read of the value last,
-- from the byte piece_at on.
local function read(key)
  local piece = stored(key, HEAD_BYTES + PIECE_SLOTS * SLOT_BYTES)
  if piece == nil or #piece < HEAD_BYTES then
    return nil
  end
  local version, window_us, slots, first, count, newest_us = unpack_from(HEAD, piece)
  if version ~= VERSION or not whole(window_us, 1, MOST) or not whole(slots, 1, MAX_SLOTS)
    or not whole(first, 0, slots - 1) or not whole(count, 1, slots)
    or not whole(newest_us, 0, MOST)
    or #piece ~= HEAD_BYTES + min(slots, PIECE_SLOTS) * SLOT_BYTES then
    return nil
  end
  return {
    key = key, window_us = window_us, slots = slots, first = first, count = count,
    newest_us = newest_us, piece = piece, piece_at = 0, damaged = false,
  }
end

-- Bytes of the slots from one to another.
local function slots_read(log, from, to)
  return call('GETRANGE', log.key, HEAD_BYTES + from * SLOT_BYTES, HEAD_BYTES + to * SLOT_BYTES - 1)
end

-- The instant of the permit at a place, 0 for the oldest. One that cannot stand there marks the log
-- as damaged.
local function instant(log, place, least_us, most_us)
  local slot = log.first + place
  if slot >= log.slots then
    slot = slot - log.slots
  end
  local at = HEAD_BYTES + slot * SLOT_BYTES - log.piece_at
  if at < 0 or at + SLOT_BYTES > #log.piece then
    local from = max(0, slot - PIECE_SLOTS / 2)
    log.piece = slots_read(log, from, from + PIECE_SLOTS)
    log.piece_at = HEAD_BYTES + from * SLOT_BYTES
    at = (slot - from) * SLOT_BYTES
  end
  local found_us = at + SLOT_BYTES <= #log.piece and unpack_from(SLOT, log.piece, at + 1)
  if not whole(found_us, max(0, least_us), most_us) then
    log.damaged = true
    return most_us
  end
  return found_us
end

-- The first place whose instant is after another; the count if there is none. It mostly is among
-- the first, so the search leaps on from there, and then halves.
local function first_after(log, bound_us)
  local low, high, place = -1, log.count, 0
  local least_us, most_us = 0, log.newest_us
  local leaping = true
  while high - low > 1 do
    local found_us = instant(log, place, least_us, most_us)
    if found_us > bound_us then
      high, most_us, leaping = place, found_us, false
    else
      low, least_us = place, found_us
    end
    place = leaping and min(high - 1, place * 8 + 1) or floor((low + high) / 2)
  end
  return high
end

-- Copies of a packed instant, by doubling.
local function copies(packed, count)
  local all = ''
  while true do
    if count % 2 == 1 then
      all = all .. packed
    end
    count = floor(count / 2)
    if count == 0 then
      return all
    end
    packed = packed .. packed
  end
end

-- Writes copies of the instant in a block to slots from one on, the last first, so that the string
-- grows once.
local function fill(key, slot, count, block)
  while count > 0 do
    local n = min(count, BLOCK_SLOTS)
    count = count - n
    call('SETRANGE', key, HEAD_BYTES + (slot + count) * SLOT_BYTES, sub(block, 1, n * SLOT_BYTES))
  end
end

-- Makes a ring that has wrapped larger: moves what stands from a slot to its end to its new end.
local function widen(log, first, slots)
  local ahead, to = slots - log.slots, log.slots
  while to > first do
    local from = max(first, to - BLOCK_SLOTS)
    call('SETRANGE', log.key, HEAD_BYTES + (from + ahead) * SLOT_BYTES, slots_read(log, from, to))
    to = from
  end
end

-- Writes the permits kept of a log, from a place on, and after them some of now. False, and nothing
-- is written, if the log turns out to be damaged.
local function write(key, log, place, kept, fresh, limit, window_us, newest_us, now_us)
  local count = kept + fresh
  if count == 0 then
    call('DEL', key)
    return true
  end
  local live_ms = ceil((newest_us + window_us - now_us) / 1000) + 1
  local block = copies(pack(SLOT, now_us), min(fresh, BLOCK_SLOTS))
  if kept == 0 then
    if fresh > BLOCK_SLOTS then
      call('SETRANGE', key, 0, '') -- does nothing but fail before SET if the right is missing
    end
    store(key, pack(HEAD, VERSION, window_us, count, 0, count, newest_us) .. block, live_ms)
    fill(key, BLOCK_SLOTS, fresh - BLOCK_SLOTS, block)
    return true
  end
  local slots = log.slots
  local first = (log.first + place) % slots
  local stop = first + kept
  if stop > slots and count > slots then
    instant(log, slots - 1 - log.first, 0, log.newest_us) -- is the ring there to its end?
    if log.damaged then
      return false
    end
    slots = min(limit, max(count, 2 * slots))
    widen(log, first, slots)
    first, stop = first + slots - log.slots, stop + slots - log.slots
  elseif stop <= slots and stop + fresh > slots and (count > slots or kept > first) then
    slots = max(slots, min(limit, stop + fresh))
  end
  expire(key, live_ms) -- before anything is charged, should the right to it be missing
  call('SETRANGE', key, 0, pack(HEAD, VERSION, window_us, slots, first, count, newest_us))
  local slot = stop % slots
  local ahead = min(fresh, slots - slot)
  fill(key, slot, ahead, block)
  fill(key, 0, fresh - ahead, block)
  return true
end

-- Decides a group on a log, or on nil where there is none. Nil if the log is damaged: then nothing
-- has been written.
local function decided(key, group, log, now_us)
  local limit, window_us, at = unpack_from('<dd', group)
  local place, kept, fresh, changed = 0, 0, 0, false
  local gone_us = now_us - window_us -- instants up to here count no more
  if log then
    kept, changed = log.count, log.window_us ~= window_us
    gone_us = now_us - min(window_us, log.window_us)
    if log.newest_us > now_us then
      -- The clock ran backwards: instants in the future become now.
      kept, changed = first_after(log, now_us), true
      fresh = log.count - kept
      log.count, log.newest_us = kept, now_us
    end
    place = log.newest_us <= gone_us and kept or first_after(log, gone_us)
    kept = kept - place
  end

  -- The instant of the n-th oldest permit.
  local function nth(n)
    if n > kept then
      return now_us
    end
    return instant(log, place + n - 1, gone_us + 1, log.newest_us)
  end

  local reply, newest_us = {}, -1
  local function answer(allowed, instant_us)
    local count, n = kept + fresh, #reply
    newest_us = count > 0 and nth(count) or -1
    reply[n + 1], reply[n + 2], reply[n + 3], reply[n + 4] = allowed, count, newest_us, instant_us
  end

  if at > #group then
    answer(1, -1)
  end
  while at <= #group do
    local code, amount = byte(group, at)
    at = at + 1
    if code == 8 then
      kept, fresh, changed = 0, 0, true
      answer(1, -1)
    else
      amount, at = unpack_from('<d', group, at)
      local count = kept + fresh
      if code == 7 then
        fresh, kept = max(0, fresh - amount), max(0, kept - max(0, amount - fresh))
        changed = true
        answer(1, -1)
      elseif count > limit - amount then
        answer(0, nth(count + amount - limit))
      else
        if code == 1 then
          fresh, changed = fresh + amount, true
        end
        answer(1, -1)
      end
    end
  end
  if log and log.damaged then
    return nil
  end
  if changed and not write(key, log, place, kept, fresh, limit, window_us, newest_us, now_us) then
    return nil
  end
  return reply
end

local keys, groups = KEYS, ARGV
local now_us = server_micros()
local replies = { now_us }
for i = 1, #keys do
  local key, group = keys[i], groups[i]
  replies[i + 1] = decided(key, group, read(key), now_us) or decided(key, group, nil, now_us)
end
return replies
