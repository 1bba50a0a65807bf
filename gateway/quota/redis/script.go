package redis

import "github.com/redis/go-redis/v9"

// The first number of a script's reply. The others are the calls used, the server's time,
// and the time of the call that leaves a sliding window next.
const (
	denied   = 0
	allowed  = 1
	elsewhen = 2 // the server's clock is outside of the window that was asked about
)

// Times are microseconds since 1970: a double holds them exactly, while Lua's own way of
// printing numbers does not, hence string.format.

// KEYS: calls, a sorted set of call ids by time; window, a hash of start and used.
// ARGV: call id, limit, start and end of the window, how long to remember ids.
//
// A start in the future means that the server's clock was set back: the newer window
// goes on, for the older one was counted already. Further in the future than keep, which
// is quota.Ahead too, it is void, and the window before it counts again.
var reserveCalendar = redis.NewScript(`
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local limit, start, stop, keep = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
if now < start or now >= stop then return {2, 0, now, 0} end
local w = redis.call('HMGET', KEYS[2], 'start', 'used', 'start_before', 'used_before')
local used = 0
if w[1] and tonumber(w[1]) > now + keep then w = {w[3], w[4]} end
if w[1] and tonumber(w[1]) >= start and tonumber(w[1]) <= now + keep then
	start, used = tonumber(w[1]), tonumber(w[2])
end
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then return {1, used, now, 0} end
if used >= limit then return {0, used, now, 0} end
if w[1] and tonumber(w[1]) ~= start then redis.call('HSET', KEYS[2], 'start_before', w[1], 'used_before', w[2]) end
redis.call('HSET', KEYS[2], 'start', string.format('%.0f', start), 'used', used + 1)
redis.call('PEXPIREAT', KEYS[2], string.format('%.0f', math.ceil((stop + keep) / 1000)))
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - keep))
redis.call('ZREMRANGEBYSCORE', KEYS[1], string.format('(%.0f', now + keep), '+inf')
redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[1])
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', keep / 1000))
return {1, used + 1, now, 0}
`)

// KEYS: calls. ARGV: call id, limit, length of the window, how long to remember ids, how far in
// the future a call may lie that counts.
var reserveSliding = redis.NewScript(`
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local limit, length, keep = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
redis.call('ZREMRANGEBYSCORE', KEYS[1], string.format('(%.0f', now + tonumber(ARGV[5])), '+inf')
local newest = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2]
local at = math.max(now, tonumber(newest or 0))
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', at - keep))
local used = redis.call('ZCOUNT', KEYS[1], string.format('(%.0f', at - length), '+inf')
local status = 0
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then
	status = 1
elseif used < limit then
	status, used = 1, used + 1
	redis.call('ZADD', KEYS[1], string.format('%.0f', at), ARGV[1])
	redis.call('PEXPIRE', KEYS[1], string.format('%.0f', keep / 1000))
end
local index = redis.call('ZCARD', KEYS[1]) - used + math.max(0, used - limit)
local oldest = redis.call('ZRANGE', KEYS[1], index, index, 'WITHSCORES')[2]
return {status, used, now, tonumber(oldest or string.format('%.0f', at - length))}
`)

// KEYS: calls, window. ARGV: call id. Of a window that is over, nothing can be given back.
var refund = redis.NewScript(`
local at = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not at then return 0 end
redis.call('ZREM', KEYS[1], ARGV[1])
local start = redis.call('HGET', KEYS[2], 'start')
if start and tonumber(at) >= tonumber(start) then redis.call('HINCRBY', KEYS[2], 'used', -1) end
return 1
`)
