-- Probe: uses every command of the other scripts but the sliding log's, on a key of its own, and
-- leaves nothing. Who uses no sliding log needs no right to GETRANGE, SETRANGE and PEXPIRE.
--
-- KEYS[1]  a key that nothing else uses
-- Reply: now in us.
-- Commands: TIME, GET, SET, DEL.

local now_us = server_micros()
stored(KEYS[1])
store(KEYS[1], '', 1000)
call('DEL', KEYS[1])
return now_us
