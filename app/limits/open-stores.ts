/** Opens the state that `--store` and `--data` name. */
import { UsageError } from "../flags/usage-error.ts";
import type { HearTrouble } from "./redis-connection.ts";
import { isUsable } from "./sqlite-header.ts";
import { type Store, StoreUnavailable, type Windows } from "./store.ts";

export interface Stores {
  readonly store: Store;
  readonly windows: Windows;
  /** Rejects with `StoreUnavailable` while a store of its own is not there. */
  reach(): Promise<void>;
}

export interface StoreSettings {
  /** `sqlite`, or the URL of Redis or Valkey. */
  readonly store: string;
  /** The directory of the SQLite file. */
  readonly data: string;
  /** Whether one of them was asked for. */
  readonly explicit: boolean;
}

export const STORE_FLAGS = {
  store: {
    value: "sqlite|redis://…",
    words: ["sqlite"],
    about: "where keys and counts are kept; Redis or Valkey for several machines",
  },
  data: { value: "DIR", about: "the folder of the SQLite file" },
} as const;

/** The flags `--store` and `--data`, or PUREBOX_STORE and PUREBOX_DATA. */
export function readStoreSettings(named: ReadonlyMap<string, string>): StoreSettings {
  // An empty variable is left out as well.
  const store = named.get("store") ?? (Bun.env["PUREBOX_STORE"] || undefined);
  const data = named.get("data") ?? (Bun.env["PUREBOX_DATA"] || undefined);
  return {
    store: store ?? "sqlite",
    data: data ?? defaultDataDirectory(),
    explicit: store !== undefined || data !== undefined,
  };
}

/** Whether it is a file: in one folder, and in nobody's reach but this machine's. */
export const isFile = ({ store }: Pick<StoreSettings, "store">): boolean => store === "sqlite";

/** Throws a `UsageError` where a file can be seen to be of no use, without opening it. */
export async function checkStoreFile({ data }: Pick<StoreSettings, "data">): Promise<void> {
  if (isUsable(data)) return;
  const { checkFile } = await import("./sqlite-file.ts");
  try {
    checkFile(data);
  } catch (error) {
    throw notOpened(data, error);
  }
}

function notOpened(directory: string, cause: unknown): UsageError {
  return new UsageError(
    `Cannot open the store in ${directory}: ${cause instanceof Error ? cause.message : "unknown"}`,
  );
}

const REDIS_URL = /^(?:redis|rediss|valkey|valkeys):\/\//;

/**
 * Redis moves the windows, too, so that several servers count as one; else they are in this process, or where
 * `windows` has them. Closing the store closes both. `hear` hears of a store that is lost, and is back.
 */
export async function openStores(
  { store, data }: Pick<StoreSettings, "store" | "data">,
  windows?: Windows,
  hear?: HearTrouble,
): Promise<Stores> {
  if (REDIS_URL.test(store) && URL.canParse(store)) return openRedis(store, hear);
  // What was given may be a URL with a password.
  if (!isFile({ store })) throw new UsageError("--store takes sqlite or redis://HOST:PORT");
  return openSqlite(data, windows);
}

/** `$XDG_DATA_HOME/purebox`, or `~/.local/share/purebox`. */
function defaultDataDirectory(): string {
  const base = Bun.env["XDG_DATA_HOME"];
  // The XDG specification has a relative path ignored.
  // node:os would say the same, and cost the start of the service a millisecond.
  const home = Bun.env["HOME"] ?? Bun.env["USERPROFILE"] ?? ".";
  return `${base?.startsWith("/") ? base : `${home}/.local/share`}/purebox`;
}

async function openRedis(url: string, hear?: HearTrouble): Promise<Stores> {
  const { RedisConnection } = await import("./redis-connection.ts");
  const { RedisStore } = await import("./redis-store.ts");
  const { RedisWindows } = await import("./redis-windows.ts");
  const connection = new RedisConnection(url, hear);
  return {
    store: new RedisStore(connection),
    windows: new RedisWindows(connection),
    reach: async () => void (await connection.send("PING", [])),
  };
}

async function openSqlite(directory: string, windows: Windows | undefined): Promise<Stores> {
  const { SqliteStore } = await import("./sqlite-store.ts");
  const { MemoryWindows } = await import("./memory-windows.ts");
  try {
    return {
      store: new SqliteStore(directory),
      windows: windows ?? new MemoryWindows(),
      reach: async () => {},
    };
  } catch (error) {
    throw notOpened(directory, error instanceof StoreUnavailable ? error.cause : error);
  }
}
