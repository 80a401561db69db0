/** One connection to Redis or Valkey that fails at once while it is lost, and comes back by itself. */
import { StoreUnavailable } from "./store.ts";

/** Without any reply for so long, the connection counts as dead. */
const SILENCE_MS = 1_000;
const CONNECT_TIMEOUT_MS = 1_000;
const RECONNECT_MS = 200;

/** A Lua script: the server runs it atomically and knows it by its SHA-1. */
export class Script {
  readonly source: string;
  readonly sha1: string;

  constructor(source: string) {
    this.source = source;
    this.sha1 = new Bun.CryptoHasher("sha1").update(source).digest("hex");
  }
}

/** Hears once why the connection is gone, and `undefined` once it is back. */
export type HearTrouble = (trouble: string | undefined) => void;

/** Commands of one turn of the event loop go out together; the client sees to it. */
export class RedisConnection {
  readonly #url: string;
  readonly #hear: HearTrouble;
  #client: Bun.RedisClient | undefined;
  /** The first attempt; calls that come before it has ended wait for it. */
  #opening: Promise<void> | undefined;
  /** Why there is no connection. */
  #trouble: unknown = new Error("There is no connection");
  #isLost = false;
  #closed = false;
  #pending = 0;
  #replies = 0;

  /** `url` is `redis://…`, `rediss://…` or `valkey://…`; it may hold a password and is in no message. */
  constructor(url: string, hear: HearTrouble = () => {}) {
    this.#url = url;
    this.#hear = hear;
    this.#opening = this.#connect().finally(() => (this.#opening = undefined));
  }

  send(command: string, args: readonly string[]): Promise<unknown> {
    return this.#ask((client) => client.send(command, [...args]));
  }

  run(script: Script, keys: readonly string[], args: readonly (string | number)[]) {
    const operands = [...keys, ...args].map(String);
    return this.#ask(async (client) => {
      try {
        return await client.evalsha(script.sha1, keys.length, ...operands);
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
        return client.eval(script.source, keys.length, ...operands);
      }
    });
  }

  close(): void {
    this.#closed = true;
    this.#client?.close();
  }

  async #ask<T>(work: (client: Bun.RedisClient) => Promise<T>): Promise<T> {
    if (this.#opening) await this.#opening;
    const client = this.#client;
    if (!client) throw new StoreUnavailable(this.#trouble);
    if (this.#pending++ === 0) this.#watch(client);
    try {
      return await work(client);
    } catch (error) {
      throw new StoreUnavailable(error);
    } finally {
      this.#pending--;
      this.#replies++;
    }
  }

  /** A server that hangs or a cable that is cut closes no connection: silence while calls wait does. */
  #watch(client: Bun.RedisClient): void {
    const before = this.#replies;
    setTimeout(() => {
      if (this.#pending === 0 || client !== this.#client) return;
      if (this.#replies === before) client.close();
      else this.#watch(client);
    }, SILENCE_MS).unref();
  }

  async #connect(): Promise<void> {
    const client = new Bun.RedisClient(this.#url, {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      enableOfflineQueue: false,
      // Its own attempts grow rarer and end after some; ours go on for as long as the service runs.
      autoReconnect: false,
    });
    try {
      await client.connect();
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the client is no EventTarget
      client.onclose = (error) => this.#lost(client, error);
      this.#client = client;
      if (this.#isLost) this.#hear(undefined);
      this.#isLost = false;
      if (this.#closed) client.close();
    } catch (error) {
      client.close();
      this.#lost(client, error);
    }
  }

  #lost(client: Bun.RedisClient, trouble: unknown): void {
    if (this.#closed || (this.#client !== undefined && this.#client !== client)) return;
    this.#client = undefined;
    this.#trouble = trouble;
    if (!this.#isLost) this.#hear(trouble instanceof Error ? trouble.message : String(trouble));
    this.#isLost = true;
    setTimeout(() => this.#closed || this.#connect(), RECONNECT_MS).unref();
  }
}
