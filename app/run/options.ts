/** The options of a run: the clock, the seed and the receipt; a tool's own fields may stand there, too. */
import { invalidRequest } from "./errors.ts";

export interface ReadOptions {
  /** Epoch milliseconds. */
  readonly now: number | undefined;
  readonly seed: string | undefined;
  readonly receipt: boolean;
  /** Members that are not the runner's. */
  readonly rest: Readonly<Record<string, unknown>>;
}

const NO_OPTIONS: ReadOptions = { now: undefined, seed: undefined, receipt: false, rest: {} };
const RFC3339 =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ]([01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d)(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

export function readOptions(options: unknown): ReadOptions {
  // Clients that write every member send null for what they do not set.
  if (options === undefined || options === null) return NO_OPTIONS;
  if (typeof options !== "object" || Array.isArray(options)) {
    throw invalidRequest("options is not an object", 'For example "options": {"seed": "demo"}');
  }
  const { now, seed, receipt, ...rest } = options as Record<string, unknown>;
  return { now: readNow(now), seed: readSeed(seed), receipt: readReceipt(receipt), rest };
}

function readNow(now: unknown): number | undefined {
  if (now === undefined) return undefined;
  const match = typeof now === "string" ? RFC3339.exec(now) : null;
  const time = match ? Date.parse((now as string).toUpperCase().replace(" ", "T")) : Number.NaN;
  if (match && !Number.isNaN(time) && isDay(match)) return time;
  throw invalidRequest(
    "options.now is not an RFC 3339 instant",
    'For example "options": {"now": "2026-11-20T12:00:00Z"}',
  );
}

/** `Date.parse` rolls 30 February over; an instant that does not exist is refused. */
function isDay([, year, month, day]: RegExpExecArray): boolean {
  const date = new Date(Date.UTC(2000, Number(month) - 1, Number(day)));
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

function readSeed(seed: unknown): string | undefined {
  if (seed === undefined || typeof seed === "string") return seed;
  throw invalidRequest("options.seed is not a string", 'For example "options": {"seed": "demo"}');
}

function readReceipt(receipt: unknown): boolean {
  if (receipt === undefined || typeof receipt === "boolean") return receipt === true;
  throw invalidRequest("options.receipt is neither true nor false", 'Send "receipt": true');
}
