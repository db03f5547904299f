-- Steps that the scripts of token buckets share. Prepended to them after common.lua; never runs
-- alone.

-- Makes the steps. A script calls this only where it needs them: making them costs more than
-- deciding a check.
local function bucket_steps()
  local min = math.min
  local TICK_US = { [0] = 1, [1] = 1000, [2] = 1000000 }
  local MAX_CAPACITY = 4503599627370496 -- 2^52
  local HOUR_US = 3600000000
  local CENTURY_US = 3153600000000000 -- the longest time to refill

  -- A limit of ours: its tick in us, r, p, C, and the greatest debt.
  local function limit_of(code, r, p, c)
    local u = TICK_US[code]
    local hour_ticks = ceil(HOUR_US / u)
    local most = hour_ticks > (MOST - c) / r and MOST or c + hour_ticks * r
    return { code = code, u = u, r = r, p = p, c = c, most = most }
  end

  -- A limit as stored, or nil if none of ours can be it.
  local function read_limit(code, r, p, c)
    local u = TICK_US[code]
    if u == nil or not whole(r, 1, MAX_CAPACITY) or not whole(p, 1, MAX_CAPACITY)
      or not whole(c, p, MAX_CAPACITY) or c % p ~= 0 or ceil(c / r) * u > CENTURY_US then
      return nil
    end
    return limit_of(code, r, p, c)
  end

  local function paid_off(limit, debt, ticks)
    if ticks >= ceil(debt / limit.r) then
      return 0
    end
    return debt - ticks * limit.r
  end

  -- ceil(a * b / c) for a <= c <= 2^52, b <= 2^52: bit by bit where the product passes 2^53.
  local function scaled_up(a, b, c)
    if a * b <= MOST then
      return ceil(a * b / c)
    end
    local bit, quotient, rest = 1, 0, 0
    while bit * 2 <= b do
      bit = bit * 2
    end
    while bit >= 1 do
      quotient, rest = quotient * 2, rest * 2
      if rest >= c then
        quotient, rest = quotient + 1, rest - c
      end
      if b >= bit then
        b, rest = b - bit, rest + a
        if rest >= c then
          quotient, rest = quotient + 1, rest - c
        end
      end
      bit = bit / 2
    end
    return rest > 0 and quotient + 1 or quotient
  end

  -- What a present debt is under another limit.
  local function converted(debt, from, to, now_us)
    if debt <= from.c then
      debt = scaled_up(debt, to.c, from.c)
    else
      local wait_us = ceil((debt - from.c) / from.r) * from.u
      local ticks = ceil(wait_us / to.u)
      debt = ticks > (to.most - to.c) / to.r and to.most or to.c + ticks * to.r
    end
    if floor(now_us / from.u) * from.u > floor(now_us / to.u) * to.u then
      debt = debt + to.r
    end
    return min(to.most, debt)
  end

  return limit_of, read_limit, paid_off, converted
end
