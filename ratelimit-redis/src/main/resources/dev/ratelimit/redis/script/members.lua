-- Members: the instances of a fleet, each until it lapses. One heartbeat of one of them.
--
-- KEYS[1]  the members of the fleet
-- ARGV[1]  the instance, packed: 8 bytes id, then B 1 to stay, 0 to leave
--
-- Reply: now in us, then how many members there are after this.
--
-- Value: 'B' version 6, then for each member 8 bytes id, d instant in us at which it lapses; in the
--   order of their last heartbeats. At most 4096 members are kept; one more is counted.
--
-- A member lapses a life after its last heartbeat: 100 ms a member, at least 10 s. After the clock
-- ran backwards, within two.
--
-- Commands: TIME, GET, SET, DEL. Integers: at most 2^53.

local VERSION = 6
local ID_BYTES, MEMBER_BYTES = 8, 16
local MOST_MEMBERS = 4096
local LEAST_LIFE_US, LIFE_A_MEMBER_US = 10000000, 100000

-- The members of a value, without what stands before them; none if it is not ours.
local function members_of(value)
  if value == nil or byte(value, 1) ~= VERSION or (#value - 1) % MEMBER_BYTES ~= 0
    or #value > 1 + MOST_MEMBERS * MEMBER_BYTES then
    return ''
  end
  return sub(value, 2)
end

local function lapse_us(members, at)
  local lapse = unpack_from('<d', members, at + ID_BYTES)
  return lapse
end

-- The members without those that have lapsed, which come first.
local function alive(members, now_us)
  local at = 1
  while at <= #members and not whole(lapse_us(members, at), now_us + 1, MOST) do
    at = at + MEMBER_BYTES
  end
  return sub(members, at)
end

-- Whether the first lapses later than a life from now: the clock ran backwards, or there were more
-- members. Others that do become the first within a life.
local function is_late(members, latest_us)
  return #members > 0 and lapse_us(members, 1) > latest_us
end

-- The same members, none of which lapses later than that.
local function shortened(members, now_us, latest_us)
  local kept = {}
  for at = 1, #members, MEMBER_BYTES do
    local lapse = lapse_us(members, at)
    if whole(lapse, now_us + 1, MOST) then
      kept[#kept + 1] = sub(members, at, at + ID_BYTES - 1)
        .. pack('<d', math.min(lapse, latest_us))
    end
  end
  return table.concat(kept)
end

-- The members without one of them.
local function without(members, id)
  local at = string.find(members, id, 1, true)
  while at and (at - 1) % MEMBER_BYTES ~= 0 do
    at = string.find(members, id, at + 1, true)
  end
  if at then
    return sub(members, 1, at - 1) .. sub(members, at + MEMBER_BYTES)
  end
  return members
end

local key, instance = KEYS[1], ARGV[1]
local now_us = server_micros()
local id, stays = sub(instance, 1, ID_BYTES), byte(instance, ID_BYTES + 1) == 1
local value = stored(key)
local members = members_of(value)
local life_us = math.max(LEAST_LIFE_US, (#members / MEMBER_BYTES + 1) * LIFE_A_MEMBER_US)
local latest_us = now_us + life_us
if is_late(members, latest_us) then
  members = shortened(members, now_us, latest_us)
end
members = without(alive(members, now_us), id)
local count = #members / MEMBER_BYTES
if stays then
  count = count + 1
  if count <= MOST_MEMBERS then
    members = members .. id .. pack('<d', latest_us)
  end
end
if #members > 0 then
  store(key, pack('B', VERSION) .. members, life_us / 1000)
elseif value then
  call('DEL', key)
end
return { now_us, count }
