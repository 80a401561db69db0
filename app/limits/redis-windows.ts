/** Minute windows and running requests in Redis, for several servers. */
import { type RedisConnection, Script } from "./redis-connection.ts";
import {
  CONCURRENCY_RETRY_SECONDS,
  type Entry,
  type ScopeLimit,
  WINDOW_MS,
  type Windows,
} from "./store.ts";

/** Longer than any request; a server that was killed holds its places no longer than this. */
const LEASE_MS = 60_000;

/**
 * KEYS: the window's count; the leases, a sorted set by the millisecond at which each ends.
 * ARGV: per minute, concurrent, window, lease (both in milliseconds), name of the lease.
 * Gives 0, or the milliseconds until the window ends, or -1 where too many run. The server's clock is everybody's.
 */
const ENTER = new Script(`
  local calls = tonumber(redis.call('GET', KEYS[1]) or '0')
  if calls >= tonumber(ARGV[1]) then
    return math.max(redis.call('PTTL', KEYS[1]), 1)
  end
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
  if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[2]) then return -1 end
  redis.call('ZADD', KEYS[2], now + ARGV[4], ARGV[5])
  redis.call('PEXPIRE', KEYS[2], ARGV[4])
  if redis.call('INCR', KEYS[1]) == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
  return 0`);

export class RedisWindows implements Windows {
  readonly #redis: RedisConnection;
  /** Tells this process's leases from those of others. */
  readonly #process = crypto.randomUUID();
  #leases = 0;

  constructor(redis: RedisConnection) {
    this.#redis = redis;
  }

  async enter(scope: string, subject: string, limit: ScopeLimit): Promise<Entry> {
    const window = `purebox:window:${scope}:${subject}`;
    const running = `purebox:running:${scope}:${subject}`;
    const lease = `${this.#process}:${this.#leases++}`;
    const reply = await this.#redis.run(
      ENTER,
      [window, running],
      [limit.perMinute, limit.concurrent, WINDOW_MS, LEASE_MS, lease],
    );
    const wait = Number(reply);
    if (wait > 0) return { ok: false, limit: "perMinute", retryAfter: Math.ceil(wait / 1000) };
    if (wait < 0) {
      return { ok: false, limit: "concurrent", retryAfter: CONCURRENCY_RETRY_SECONDS };
    }
    const leave = () => {
      // Where the server is out of reach, the lease ends by itself.
      this.#redis.send("ZREM", [running, lease]).catch(() => undefined);
    };
    return { ok: true, leave };
  }
}
