/** The store in Redis or Valkey, for several machines. */
import { type RedisConnection, Script } from "./redis-connection.ts";
import {
  type Credential,
  type CredentialStatus,
  KEPT_DAYS,
  SHARE_OF_REST,
  type Slice,
  type Store,
} from "./store.ts";

const PREFIX = "purebox:";
/** The ids of all credentials. */
const CREDENTIALS = `${PREFIX}credentials`;
/** A hash: `facts` (JSON of what never changes) and `status`. */
const credentialKey = (id: string) => `${PREFIX}credential:${id}`;
const usageKey = (subject: string, day: string) => `${PREFIX}usage:${day}:${subject}`;

const KEPT_SECONDS = KEPT_DAYS * 86_400;

/** KEYS: the count. ARGV: calls, limit, seconds that the count is kept. */
const CHARGE = new Script(`
  local calls = tonumber(ARGV[1])
  local before = tonumber(redis.call('GET', KEYS[1]) or '0')
  if before + calls > tonumber(ARGV[2]) then return false end
  local count = redis.call('INCRBY', KEYS[1], ARGV[1])
  if before == 0 then redis.call('EXPIRE', KEYS[1], ARGV[3]) end
  return count`);

/** As CHARGE, for a slice as `sliceOf` has it. ARGV: least, most, limit, seconds that the count is kept. */
const TAKE = new Script(`
  local least = tonumber(ARGV[1])
  local before = tonumber(redis.call('GET', KEYS[1]) or '0')
  local rest = tonumber(ARGV[3]) - before
  if rest < least then return 0 end
  local slice = math.max(least, math.min(tonumber(ARGV[2]), math.floor(rest / ${SHARE_OF_REST})))
  redis.call('INCRBY', KEYS[1], slice)
  if before == 0 then redis.call('EXPIRE', KEYS[1], ARGV[4]) end
  return slice`);

/** KEYS: the credential, the set of all. ARGV: id, facts, status. */
const CREATE = new Script(`
  if redis.call('SADD', KEYS[2], ARGV[1]) == 0 then return redis.error_reply('ERR the id is taken') end
  redis.call('HSET', KEYS[1], 'facts', ARGV[2], 'status', ARGV[3])`);

/** KEYS: the credential. ARGV: status. */
const SET_STATUS = new Script(`
  local status = redis.call('HGET', KEYS[1], 'status')
  if status and status ~= 'revoked' then redis.call('HSET', KEYS[1], 'status', ARGV[1]) end`);

/**
 * A charge whose reply is lost with the connection is refused, although the server may have counted it: nobody gets
 * more than the quota.
 */
export class RedisStore implements Store {
  readonly #redis: RedisConnection;

  constructor(redis: RedisConnection) {
    this.#redis = redis;
  }

  async charge(subject: string, day: string, calls: number, limit: number): Promise<number | null> {
    const key = usageKey(subject, day);
    const count = await this.#redis.run(CHARGE, [key], [calls, limit, KEPT_SECONDS]);
    return count === null ? null : Number(count);
  }

  async take(subject: string, day: string, { least, most }: Slice, limit: number): Promise<number> {
    const key = usageKey(subject, day);
    return Number(await this.#redis.run(TAKE, [key], [least, most, limit, KEPT_SECONDS]));
  }

  async add(subject: string, day: string, calls: number): Promise<number> {
    return (await this.charge(subject, day, calls, Number.MAX_SAFE_INTEGER)) ?? calls;
  }

  async calls(subject: string, day: string): Promise<number> {
    return Number((await this.#redis.send("GET", [usageKey(subject, day)])) ?? 0);
  }

  async credential(id: string): Promise<Credential | undefined> {
    const reply = await this.#redis.send("HMGET", [credentialKey(id), "facts", "status"]);
    const [facts, status] = reply as readonly (string | null)[];
    if (typeof facts !== "string") return undefined;
    return { ...JSON.parse(facts), status };
  }

  async credentials(): Promise<readonly Credential[]> {
    const ids = (await this.#redis.send("SMEMBERS", [CREDENTIALS])) as readonly string[];
    const found = await Promise.all(ids.map((id) => this.credential(id)));
    return found
      .filter((credential) => credential !== undefined)
      .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  }

  async create({ status, ...facts }: Credential): Promise<void> {
    const keys = [credentialKey(facts.id), CREDENTIALS];
    await this.#redis.run(CREATE, keys, [facts.id, JSON.stringify(facts), status]);
  }

  async setStatus(id: string, status: CredentialStatus): Promise<Credential | undefined> {
    await this.#redis.run(SET_STATUS, [credentialKey(id)], [status]);
    return this.credential(id);
  }

  async close(): Promise<void> {
    this.#redis.close();
  }
}
