/** The store in a SQLite file, for the processes of one machine. */
import type { Database } from "bun:sqlite";
import { daysBefore } from "./days.ts";
import { GroupCommit } from "./group-commit.ts";
import { openDatabase } from "./sqlite-database.ts";
import {
  type Credential,
  type CredentialStatus,
  KEPT_DAYS,
  type Slice,
  sliceOf,
  type Store,
  StoreUnavailable,
} from "./store.ts";

interface CredentialRow {
  readonly id: string;
  readonly secret_sha256: string;
  readonly subject: string;
  /** Separated by spaces. */
  readonly scopes: string;
  readonly status: CredentialStatus;
  readonly daily_calls: number | null;
  readonly created_at: number;
  readonly expires_at: number | null;
}

interface CallsRow {
  readonly calls: number;
}

/** The first count of a day must fit in, too, therefore SELECT … WHERE instead of VALUES. */
const CHARGE = `
  INSERT INTO usage (day, subject, calls) SELECT ?1, ?2, ?3 WHERE ?3 <= ?4
  ON CONFLICT DO UPDATE SET calls = calls + ?3 WHERE calls + ?3 <= ?4
  RETURNING calls`;

/** In pieces, so that a day of a million addresses does not stop the event loop. */
const REMOVED_AT_ONCE = 500;
const REMOVE_OLD = `
  DELETE FROM usage WHERE (day, subject) IN
    (SELECT day, subject FROM usage WHERE day < ?1 ORDER BY day LIMIT ${REMOVED_AT_ONCE})`;

const CREATE = "INSERT INTO credentials VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
const SET_STATUS = "UPDATE credentials SET status = ?2 WHERE id = ?1 AND status <> 'revoked'";

export class SqliteStore implements Store {
  readonly #database: Database;
  readonly #commits: GroupCommit;
  readonly #charge;
  readonly #calls;
  readonly #credential;
  /** The last day that old counts were removed. */
  #removedOn = "";

  /** `directory` holds `purebox.sqlite`, or will. */
  constructor(directory: string) {
    const database = openDatabase(directory);
    this.#database = database;
    this.#commits = new GroupCommit(database);
    this.#charge = database.prepare<CallsRow, [string, string, number, number]>(CHARGE);
    this.#calls = database.prepare<CallsRow, [string, string]>(
      "SELECT calls FROM usage WHERE day = ?1 AND subject = ?2",
    );
    this.#credential = database.prepare<CredentialRow, [string]>(
      "SELECT * FROM credentials WHERE id = ?1",
    );
  }

  charge(subject: string, day: string, calls: number, limit: number): Promise<number | null> {
    if (day > this.#removedOn) this.#removeOld(day);
    return this.#commits.write(() => this.#charge.get(day, subject, calls, limit)?.calls ?? null);
  }

  take(subject: string, day: string, wanted: Slice, limit: number): Promise<number> {
    if (day > this.#removedOn) this.#removeOld(day);
    return this.#commits.write(() => {
      const before = this.#calls.get(day, subject)?.calls ?? 0;
      const slice = sliceOf(wanted, limit - before);
      if (slice > 0) this.#charge.get(day, subject, slice, limit);
      return slice;
    });
  }

  async add(subject: string, day: string, calls: number): Promise<number> {
    return (await this.charge(subject, day, calls, Number.MAX_SAFE_INTEGER)) ?? calls;
  }

  calls(subject: string, day: string): Promise<number> {
    return read(() => this.#calls.get(day, subject)?.calls ?? 0);
  }

  credential(id: string): Promise<Credential | undefined> {
    return read(() => this.#find(id));
  }

  credentials(): Promise<readonly Credential[]> {
    const all = "SELECT * FROM credentials ORDER BY created_at, id";
    return read(() => this.#database.query<CredentialRow, []>(all).all().map(readRow));
  }

  async create(credential: Credential): Promise<void> {
    const { id, secretSha256, subject, scopes, status, dailyCalls, createdAt, expiresAt } =
      credential;
    await this.#commits.write(() =>
      this.#database.run(CREATE, [
        id,
        secretSha256,
        subject,
        scopes.join(" "),
        status,
        dailyCalls,
        createdAt,
        expiresAt,
      ]),
    );
  }

  setStatus(id: string, status: CredentialStatus): Promise<Credential | undefined> {
    return this.#commits.write(() => {
      this.#database.run(SET_STATUS, [id, status]);
      return this.#find(id);
    });
  }

  async close(): Promise<void> {
    this.#commits.close();
    // The file stays open for as long as one statement is.
    for (const statement of [this.#charge, this.#calls, this.#credential]) statement.finalize();
    this.#database.close();
  }

  #find(id: string): Credential | undefined {
    const row = this.#credential.get(id);
    return row ? readRow(row) : undefined;
  }

  /** Whether it succeeds is of no account: another day, or another process, does it again. */
  #removeOld(today: string): void {
    this.#removedOn = today;
    const before = daysBefore(today, KEPT_DAYS);
    const removeSome = async (): Promise<void> => {
      const { changes } = await this.#commits.write(() => this.#database.run(REMOVE_OLD, [before]));
      if (changes === REMOVED_AT_ONCE) await removeSome();
    };
    removeSome().catch(() => undefined);
  }
}

function readRow(row: CredentialRow): Credential {
  return {
    id: row.id,
    secretSha256: row.secret_sha256,
    subject: row.subject,
    scopes: row.scopes.split(" "),
    status: row.status,
    dailyCalls: row.daily_calls,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

async function read<T>(work: () => T): Promise<T> {
  try {
    return work();
  } catch (error) {
    throw new StoreUnavailable(error);
  }
}
