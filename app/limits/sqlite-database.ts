/** The SQLite database: how it is opened, and its tables. */
import { Database } from "bun:sqlite";
import { makeFile } from "./sqlite-file.ts";
import { checkVersion, SCHEMA_VERSION } from "./sqlite-header.ts";
import { StoreUnavailable } from "./store.ts";

/** Another process holds the file for microseconds; longer waits must not stop the event loop. */
const BUSY_TIMEOUT_MS = 25;
/** How long an operation tries before the file counts as out of reach. */
export const BUSY_PATIENCE_MS = 2_000;
export const BUSY_RETRY_MS = 5;

// The day comes first: old days are removed as one range, and today's rows lie side by side.
const SCHEMA = `
  CREATE TABLE credentials (
    id TEXT PRIMARY KEY,
    secret_sha256 TEXT NOT NULL,
    subject TEXT NOT NULL,
    scopes TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active', 'inactive', 'revoked')),
    daily_calls INTEGER,
    created_at INTEGER NOT NULL,
    expires_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE usage (
    day TEXT NOT NULL,
    subject TEXT NOT NULL,
    calls INTEGER NOT NULL,
    PRIMARY KEY (day, subject)
  ) STRICT, WITHOUT ROWID;
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/** Opens `purebox.sqlite` in the directory, which is made where it is missing. */
export function openDatabase(directory: string): Database {
  const path = makeFile(directory);
  const database = new Database(path, { readwrite: true, strict: true });
  try {
    database.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    whileBusy(() => prepare(database));
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepare(database: Database): void {
  database.run("PRAGMA journal_mode = WAL");
  // A crash of the process loses nothing; only one of the machine can lose the last moments.
  database.run("PRAGMA synchronous = NORMAL");
  database
    .transaction(() => {
      const found = database.query<{ user_version: number }, []>("PRAGMA user_version").get();
      checkVersion(found?.user_version);
      if (found?.user_version === 0) database.run(SCHEMA);
    })
    .immediate();
}

/** Several processes that start at once wait for one another; nothing is served yet. */
function whileBusy(work: () => void): void {
  const until = performance.now() + BUSY_PATIENCE_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() > until) throw new StoreUnavailable(error);
      Bun.sleepSync(BUSY_RETRY_MS);
    }
  }
}

/** Another connection holds the file; waiting helps. */
export function isBusy(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED");
}
