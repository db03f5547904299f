-- Token bucket: a list of requests, decided in order, each key read once and written once a group.
--
-- KEYS[i]  the key of group i
-- ARGV[i]  the group, packed little-endian: the limit, then its operations
--   limit       B tick_us code (0: 1 us, 1: 1 ms, 2: 1 s)
--               d r, units a tick pays off    d p, units of one permit    d C, capacity in units
--   operations  B code, then d amounts:
--     1 check    cost, 1 .. burst
--     2 reserve  cost, 1 .. burst; longest wait in us, 0 .. 1 h
--     3 take     want, 1 .. burst
--     4 grant    want, 1 .. burst; nothing after a check of the group that was denied
--     5 spent    generation, slot, permits
--     6 return   generation, slot, permits
--     7 refund   permits, 1 .. 2^53
--     8 reset
--     10 checks  cost, 1 .. burst; times, 1 or more: that many checks of the same cost
--   A group without operations is a look.
-- ARGV[#KEYS + 1]  if there, B 1: the groups, one check each on different keys, are all charged if
--   each is granted, or else none; a group that cannot be denied may be a look
--
-- Reply: now in us, then for each group its state before its operations, from which the caller,
--   who knows the limit and the operations, works out every answer:
--   debt                                         where nothing is or has been out on lease
--   { debt, generation, carried, lapse_us, slot, permits, ... }   otherwise
--
-- Value: 'B' version 1, B tick code, d r, d p, d C, d debt, d tick of the last write; and where
--   permits have been out on lease: d generation, d carried, d lapse_us, { d slot, d permits } ...
--
-- Commands: TIME, GET, SET, DEL. Integers: at most 2^53.

local VERSION = 1
local HEAD = '<BBddddd'
local HEAD_BYTES, LIMIT_BYTES, CHECK_BYTES, CHECKS_BYTES = 42, 25, 9, 17
local ALL_OR_NONE = '\1'

-- Any group on any value. Its functions are made only where it is called, which costs more than
-- deciding a check: what nearly every call asks is decided below, without it.
local function general(key, group, value, now_us, read_only)
  local min, max = math.min, math.max
  local limit_of, read_limit, paid_off, converted = bucket_steps()
  local TAIL, SLOT = '<ddd', '<dd'
  local TAIL_BYTES, SLOT_BYTES = 24, 16
  local TERM_SLOTS = 4
  -- A lease slot is a fortieth of the time to refill, which is 100 years at most, and an amount
  -- lapses within five; a minute is to spare for ticks.
  local LONGEST_LEASE_US = 3153600000000000 / 8 + 60000000

  local function with_slot(limit)
    limit.slot = max(1, floor(limit.c / (40 * limit.r)))
    return limit
  end

  local function total(out)
    local sum = out.carried
    for i = 2, #out, 2 do
      sum = sum + out[i]
    end
    return sum
  end

  -- out = { slot, permits, slot, permits, ..., carried = permits, lapse_us = instant }
  local function nothing_out()
    return { carried = 0, lapse_us = 0 }
  end

  local function lapse_of_slot(limit, slot)
    return (slot + TERM_SLOTS + 1) * limit.slot
  end

  local function counted(limit, out, tick)
    local left = nothing_out()
    if out.carried > 0 and ceil(out.lapse_us / limit.u) > tick then
      left.carried, left.lapse_us = out.carried, out.lapse_us
    end
    for i = 1, #out, 2 do
      if out[i + 1] > 0 and lapse_of_slot(limit, out[i]) > tick then
        left[#left + 1] = out[i]
        left[#left + 1] = out[i + 1]
      end
    end
    return left
  end

  -- The first tick at which less is out, or nil.
  local function next_lapse(limit, out)
    local first = nil
    if out.carried > 0 then
      first = ceil(out.lapse_us / limit.u)
    end
    for i = 1, #out, 2 do
      local lapse = lapse_of_slot(limit, out[i])
      if first == nil or lapse < first then
        first = lapse
      end
    end
    return first
  end

  -- Pays off from tick pos to tick stop, never below what is out, lapse by lapse.
  local function advance(limit, debt, out, pos, stop)
    out = counted(limit, out, pos)
    while pos < stop do
      local lapse = next_lapse(limit, out)
      local upto = lapse and min(lapse, stop) or stop
      debt = max(total(out) * limit.p, paid_off(limit, debt, upto - pos))
      pos, out = upto, counted(limit, out, upto)
    end
    return debt, out
  end

  -- The first tick at which the debt is at most target, left to itself.
  local function reaches(limit, debt, out, pos, target)
    out = counted(limit, out, pos)
    while debt > target do
      local lapse = next_lapse(limit, out)
      if target >= total(out) * limit.p then
        local paid = pos + ceil((debt - target) / limit.r)
        if lapse == nil or paid <= lapse then
          return paid
        end
      end
      debt, out = advance(limit, debt, out, pos, lapse)
      pos = lapse
    end
    return pos
  end

  local function carry(state, out_permits, lapse_us)
    state.out = nothing_out()
    if out_permits > 0 then
      state.out.carried, state.out.lapse_us = out_permits, lapse_us
      state.generation = state.generation + 1
    end
  end

  -- Brings a state to now under the limit it was written under. True if it must be written back.
  local function to_present(state, limit, now_us)
    local now = floor(now_us / limit.u)
    if now >= state.tick then
      state.debt, state.out = advance(limit, state.debt, state.out, state.tick, now)
      state.tick = now
      if state.debt == 0 and total(state.out) == 0 then
        state.generation, state.out = 0, nothing_out()
      end
      return false
    end
    local lapse_us = lapse_of_slot(limit, floor(now / limit.slot)) * limit.u
    if state.out.carried > 0 then
      lapse_us = max(lapse_us, now_us + state.out.lapse_us - state.tick * limit.u)
    end
    state.tick = now
    carry(state, total(state.out), lapse_us)
    return true
  end

  -- Puts a present state under another limit.
  local function convert(state, from, to, now_us)
    local now = floor(now_us / to.u)
    local out = total(state.out)
    if state.debt > 0 or out > 0 then
      local debt = converted(state.debt, from, to, now_us)
      local last_us = state.out.carried > 0 and state.out.lapse_us or 0
      for i = 1, #state.out, 2 do
        last_us = max(last_us, lapse_of_slot(from, state.out[i]) * from.u)
      end
      local leased = out > to.most / to.p and to.most or out * to.p
      state.debt = max(debt, leased)
      carry(state, min(out, floor(state.debt / to.p)), last_us)
    end
    state.tick = now
  end

  -- What follows the head of a value: the generation and what is out; or nil if it is not ours.
  local function read_tail(value, limit, tick)
    local slots_bytes = #value - HEAD_BYTES - TAIL_BYTES
    if slots_bytes % SLOT_BYTES ~= 0 or slots_bytes < 0
      or slots_bytes > (TERM_SLOTS + 1) * SLOT_BYTES then
      return nil
    end
    local out = nothing_out()
    local generation, at
    generation, out.carried, out.lapse_us, at = unpack_from(TAIL, value, HEAD_BYTES + 1)
    if not whole(generation, 0, MOST) or not whole(out.carried, 0, MOST)
      or not whole(out.lapse_us, 0, MOST) then
      return nil
    end
    out.lapse_us = min(out.lapse_us, tick * limit.u + LONGEST_LEASE_US)
    local least_slot, present_slot = 0, floor(tick / limit.slot)
    while at <= #value do
      local slot, permits
      slot, permits, at = unpack_from(SLOT, value, at)
      if not whole(slot, least_slot, present_slot) or not whole(permits, 0, MOST) then
        return nil
      end
      out[#out + 1], out[#out + 2] = slot, permits
      least_slot = slot + 1
    end
    if total(out) > floor(limit.most / limit.p) then
      return nil
    end
    return generation, out
  end

  -- The state in a value and the limit it was written under, or nil if it is not ours.
  local function read(value)
    if value == nil or #value < HEAD_BYTES then
      return nil
    end
    local version, code, r, p, c, debt, tick = unpack_from(HEAD, value)
    local limit = version == VERSION and read_limit(code, r, p, c)
    if not limit or not whole(debt, 0, MOST) or not whole(tick, 0, MOST) then
      return nil
    end
    limit = with_slot(limit)
    local generation, out = 0, nothing_out()
    if #value > HEAD_BYTES then
      generation, out = read_tail(value, limit, tick)
      if generation == nil then
        return nil
      end
    end
    debt = max(debt > limit.most and c or debt, total(out) * p)
    return { debt = debt, tick = tick, generation = generation, out = out }, limit
  end

  local function write(key, state, limit, now_us)
    local out = total(state.out)
    if state.debt == 0 and out == 0 then
      call('DEL', key)
      return
    end
    local value = pack(HEAD, VERSION, limit.code, limit.r, limit.p, limit.c, state.debt, state.tick)
    local full
    if out == 0 and state.generation == 0 then
      full = state.tick + ceil(state.debt / limit.r)
    else
      value = value .. pack(TAIL, state.generation, state.out.carried, state.out.lapse_us)
      for i = 1, #state.out, 2 do
        if state.out[i + 1] > 0 then
          value = value .. pack(SLOT, state.out[i], state.out[i + 1])
        end
      end
      full = reaches(limit, state.debt, state.out, state.tick, 0)
    end
    store(key, value, ceil((full * limit.u - now_us) / 1000) + 1)
  end

  local function release(state, limit, generation, slot, permits, back)
    if generation ~= state.generation then
      return false
    end
    for i = 1, #state.out, 2 do
      if state.out[i] == slot then
        local released = min(permits, state.out[i + 1])
        state.out[i + 1] = state.out[i + 1] - released
        if back then
          state.debt = state.debt - released * limit.p
        end
        return released > 0
      end
    end
    return false
  end

  local function lease(state, limit, permits)
    local slot = floor(state.tick / limit.slot)
    for i = 1, #state.out, 2 do
      if state.out[i] == slot then
        state.out[i + 1] = state.out[i + 1] + permits
        return
      end
    end
    state.out[#state.out + 1] = slot
    state.out[#state.out + 1] = permits
  end

  -- The wait of a cost that is not there, in us, and whether it must not be waited for: more is out
  -- on lease than would leave room for it.
  local function wait_for(state, limit, cost, now_us)
    local target = limit.c - cost * limit.p
    -- After a change to a finer tick, a carried amount can have lapsed by now.
    local out = total(counted(limit, state.out, state.tick))
    local blocked = cost * limit.p > limit.c - out * limit.p
    if state.debt <= target then
      return 0, blocked
    end
    return reaches(limit, state.debt, state.out, state.tick, target) * limit.u - now_us, blocked
  end

  -- Performs the operation at a place of a group. Returns whether it changed the state, and the
  -- place of the next.
  local function perform(state, limit, group, at, now_us)
    local code, x, y, z
    code, at = unpack_from('<B', group, at)
    if code == 8 then
      state.debt = total(state.out) * limit.p
      return true, at
    end
    x, at = unpack_from('<d', group, at)
    if code == 1 then
      if state.debt > limit.c - x * limit.p then
        state.denied = true
        return false, at
      end
      state.debt = state.debt + x * limit.p
      return true, at
    elseif code == 2 then
      y, at = unpack_from('<d', group, at)
      local wait_us, blocked = wait_for(state, limit, x, now_us)
      if wait_us > y or blocked then
        return false, at
      end
      state.debt = state.debt + x * limit.p
      return true, at
    elseif code == 3 or code == 4 then
      local granted = min(x, max(0, floor((limit.c - state.debt) / limit.p)))
      if granted == 0 or code == 4 and state.denied then
        return false, at
      end
      state.debt = state.debt + granted * limit.p
      if code == 4 then
        lease(state, limit, granted)
      end
      return true, at
    elseif code == 7 then
      local owed = ceil(state.debt / limit.p)
      local left = x >= owed and 0 or state.debt - x * limit.p
      state.debt = max(total(state.out) * limit.p, left)
      return true, at
    end
    if code == 10 then
      y, at = unpack_from('<d', group, at)
      local fit = max(0, floor((limit.c - state.debt) / (x * limit.p)))
      state.denied = state.denied or fit < y
      state.debt = state.debt + min(fit, y) * x * limit.p
      return fit > 0, at
    end
    y, z, at = unpack_from('<dd', group, at)
    return release(state, limit, x, y, z, code == 6), at
  end

  local function reply_of(state)
    if state.generation == 0 and total(state.out) == 0 then
      return state.debt
    end
    local reply = { state.debt, state.generation, state.out.carried, state.out.lapse_us }
    for i = 1, #state.out do
      reply[#reply + 1] = state.out[i]
    end
    return reply
  end

  local code, r, p, c, at = unpack_from('<Bddd', group)
  local limit = with_slot(limit_of(code, r, p, c))
  local state, from = read(value)
  local changed = false
  if state == nil then
    state = { debt = 0, tick = floor(now_us / limit.u), generation = 0, out = nothing_out() }
  else
    changed = to_present(state, from, now_us)
    if from.code ~= code or from.r ~= r or from.p ~= p or from.c ~= c then
      convert(state, from, limit, now_us)
      changed = true
    end
  end
  local reply = reply_of(state)
  while at <= #group do
    local did
    did, at = perform(state, limit, group, at, now_us)
    changed = changed or did
  end
  if changed and not read_only then
    write(key, state, limit, now_us)
  end
  return reply
end

-- Checks alone, on a key that is new or was written under the same limit with nothing out on lease:
-- the same rules in few steps. Returns nil where that is not so.
local function checked(key, group, value, now_us)
  local code, r, p, c = unpack_from('<Bddd', group)
  local u = code == 0 and 1 or code == 1 and 1000 or 1000000
  local now = (now_us - now_us % u) / u
  local debt = 0
  if value then
    if #value ~= HEAD_BYTES then
      return nil
    end
    local version, from_code, from_r, from_p, from_c, tick
    version, from_code, from_r, from_p, from_c, debt, tick = unpack_from(HEAD, value)
    if version ~= VERSION or from_code ~= code or from_r ~= r or from_p ~= p or from_c ~= c
      or not (debt >= 0 and debt <= c and debt % 1 == 0)
      or not (tick >= 0 and tick <= now and tick % 1 == 0) then
      return nil
    end
    local paid = (now - tick) * r -- exact, or beyond any debt
    debt = paid >= debt and 0 or debt - paid
  end
  local after, at, bytes = debt, LIMIT_BYTES + 1, #group
  while at <= bytes do
    local operation = byte(group, at)
    if operation == 1 then
      local charge = unpack_from('<d', group, at + 1) * p
      if after <= c - charge then
        after = after + charge
      end
      at = at + CHECK_BYTES
    elseif operation == 10 then
      local cost, times = unpack_from('<dd', group, at + 1)
      local fit = floor((c - after) / (cost * p))
      after = after + (fit < times and fit or times) * cost * p
      at = at + CHECKS_BYTES
    else
      return nil
    end
  end
  if after > debt then
    local live_us = (now + ceil(after / r)) * u - now_us
    store(key, pack(HEAD, VERSION, code, r, p, c, after, now), ceil(live_us / 1000) + 1)
  end
  return debt
end

local keys, groups = KEYS, ARGV
local now_us = server_micros()
local replies = { now_us }
if groups[#keys + 1] == ALL_OR_NONE then
  -- Looks first, without a write. Where one check is denied, looks are all that is done.
  local looks, granted = {}, true
  for i = 1, #keys do
    local key, group = keys[i], groups[i]
    local look, value = sub(group, 1, LIMIT_BYTES), stored(key)
    local reply = checked(key, look, value, now_us) or general(key, look, value, now_us, true)
    local debt = type(reply) == 'table' and reply[1] or reply
    if #group > LIMIT_BYTES then
      local _, _, p, c, _, cost = unpack_from('<BdddBd', group)
      granted = granted and debt <= c - cost * p
    end
    looks[i] = look
  end
  groups = granted and groups or looks
end
for i = 1, #keys do
  local key, group = keys[i], groups[i]
  local value = stored(key)
  replies[i + 1] = checked(key, group, value, now_us) or general(key, group, value, now_us)
end
return replies
