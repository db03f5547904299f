-- Steps that every script shares. Prepended to each when scripts are loaded; never runs alone.
--
-- All numbers are integers of at most 2^53, exact in a double. They cross the wire and are stored
-- packed by struct, or are replied as integers; none is ever turned into text with 14 digits.

local call, pcall = redis.call, redis.pcall
local floor, ceil = math.floor, math.ceil
local sub, byte = string.sub, string.byte
local pack, unpack_from = struct.pack, struct.unpack

local MOST = 9007199254740992 -- 2^53

-- Whether x is a whole number in [least, most]; false of nan and of what is no number.
local function whole(x, least, most)
  return type(x) == 'number' and x >= least and x <= most and x == floor(x)
end

-- The server's clock in us since the epoch, read once a call.
local function server_micros()
  local time = call('TIME')
  return time[1] * 1000000 + time[2]
end

-- What is stored at a key, or that many of its first bytes; or nil where there is nothing, or a
-- value of another type.
local function stored(key, bytes)
  local value
  if bytes then
    value = pcall('GETRANGE', key, 0, bytes - 1)
  else
    value = pcall('GET', key)
  end
  if type(value) == 'string' then
    return value
  end
  if value and not string.find(value.err, '^-?WRONGTYPE') then
    error(value.err)
  end
  return nil
end

-- Stores a value until it is worth nothing any more.
local function store(key, value, live_ms)
  call('SET', key, value, 'PX', live_ms)
end
