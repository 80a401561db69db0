/** Everything outside of the language that a library may reach: one clock, one chance, one queue. */
import { URL } from "whatwg-url";
import { readBase64, toBase64 } from "../../_lib/bytes/base64.ts";
import { createDate } from "./date.ts";
import { EventLoop } from "./event-loop.ts";
import { createPromise, type Settled } from "./promise.ts";
import { steadyFunctions } from "./steady.ts";

/** What code also looks for on the global object. */
const LANGUAGE = {
  Object,
  Array,
  String,
  Number,
  Boolean,
  Symbol,
  RegExp,
  Error,
  TypeError,
  Map,
  Set,
  WeakMap,
  WeakSet,
  JSON,
  ArrayBuffer,
  DataView,
  Float64Array,
  Int32Array,
  Uint8Array,
  isFinite,
  isNaN,
  parseFloat,
  parseInt,
};

/** 60 frames a second. */
const FRAME_MS = 16;

export interface World {
  readonly globals: Readonly<Record<string, unknown>>;
  /** The value of a promise of this world, once all that it waits for has run. Throws its reason. */
  settle<T>(promise: PromiseLike<T>): T;
}

/** `more` is what else is to be reached. `spend` is called before each job. */
export function createWorld(more: object, spend: () => void): World {
  const loop = new EventLoop(spend);
  const setTimer = (call: () => void, delay?: number): number => loop.setTimer(call, delay);
  const clearTimer = (id: number): void => loop.clearTimer(id);
  const nothing = (): void => {};
  const globals: Record<string, unknown> = {
    Date: createDate(),
    Math: createMath(),
    Promise: createPromise(loop),
    Intl: {},
    TextDecoder,
    TextEncoder,
    console: {
      log: nothing,
      debug: nothing,
      info: nothing,
      warn: nothing,
      error: nothing,
      trace: nothing,
    },
    performance: { now: () => loop.now, mark: nothing, measure: nothing },
    queueMicrotask: (job: () => void) => loop.enqueue(job),
    setTimeout: setTimer,
    clearTimeout: clearTimer,
    // Nothing here may go on for ever.
    setInterval: () => 0,
    clearInterval: nothing,
    requestAnimationFrame: (call: (time: number) => void) =>
      setTimer(() => call(loop.now), FRAME_MS),
    cancelAnimationFrame: clearTimer,
    structuredClone: clone,
    atob: fromBase64,
    btoa: (text: string) => toBase64(Uint8Array.from(text, (byte) => byte.charCodeAt(0))),
    addEventListener: nothing,
    removeEventListener: nothing,
    ...LANGUAGE,
    URL,
    ...more,
  };
  for (const name of ["globalThis", "self", "global"]) globals[name] ??= globals;
  return {
    globals,
    settle<T>(promise: PromiseLike<T>): T {
      const { then } = promise;
      const settled = promise as unknown as Settled;
      if (typeof then !== "function" || settled.state === undefined) return promise as T;
      if (!loop.runUntil(() => settled.state !== "pending")) {
        throw new Error("Everything has run, and nothing came of it");
      }
      if (settled.state === "rejected") throw settled.result;
      return settled.result as T;
    },
  };
}

/** One character for each byte. */
function fromBase64(text: string): string {
  const decoded = readBase64(text);
  if ("code" in decoded) throw new TypeError("Not Base64");
  return Array.from(decoded.bytes, (byte) => String.fromCharCode(byte)).join("");
}

/** The data that libraries clone: plain objects, arrays, maps and sets; the rest is shared. */
function clone(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(clone);
  if (value instanceof Map)
    return new Map(Array.from(value, ([key, one]) => [clone(key), clone(one)]));
  if (value instanceof Set) return new Set(Array.from(value, clone));
  const entries = Object.entries(value).map(([name, one]) => [name, clone(one)]);
  return Object.fromEntries(entries);
}

/** Chance that is always the same: the generator of a run starts at one seed. */
const SEED = 1;

/** mulberry32 by Tommy Ettinger (public domain): 32 bits of state, numbers from 0 to 1. */
function createRandom(): () => number {
  let state = SEED;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** `Math` with that generator, and the same in every engine. */
function createMath(): object {
  const members = Object.getOwnPropertyDescriptors(Math);
  const math = Object.create(null, members) as object;
  for (const [name, value] of Object.entries({ ...steadyFunctions(), random: createRandom() })) {
    Object.defineProperty(math, name, { value });
  }
  return math;
}
