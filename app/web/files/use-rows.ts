/** The files that were added: each is read at once, and is what the job says of it. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { say } from "../parts/shell.tsx";
import { type FileKit, type JobFile, Refusal } from "./file-kit.ts";
import { Cancelled, OutOfMemory, Pool } from "./pool.ts";
import { NotLoaded } from "./part.ts";
import { sizeWords, WORDS } from "./words.ts";
import type { Read } from "./work.ts";

export interface Row {
  readonly key: number;
  /** Of its file in the job. */
  readonly id: string;
  readonly source: File;
  /** Asked of the file once: browsers look at the disk each time. */
  readonly bytes: number;
  /** Where it lay below what was dropped. */
  readonly path: string;
  readonly state: "reading" | "ready" | "refused";
  /** Once it was read. */
  readonly file?: JobFile;
  readonly words: string;
  readonly notes: readonly string[];
  /** Why nothing is done with it; empty where there is none. */
  readonly problem: string;
  /** It is not the file's fault: what reads it could not be fetched. */
  readonly canRetry?: boolean;
  readonly secret?: string;
}

export interface Added {
  readonly file: File;
  readonly path: string;
  /** Why it cannot be taken, if that is known already. */
  readonly problem?: string;
}

type Facts = Readonly<Record<string, unknown>>;

export interface Rows {
  readonly all: readonly Row[];
  /** As the job names them. */
  readonly ready: readonly JobFile[];
  readonly isReading: boolean;
  /** Files of a loaded job that are not here yet. */
  readonly wanted: readonly JobFile[];
  add(files: readonly Added[]): void;
  remove(key: number): void;
  move(key: number, by: 1 | -1): void;
  set(id: string, facts: Facts): void;
  setSecret(key: number, secret: string): void;
  /** Reads a file again that could not be read. */
  retry(key: number): void;
  /** Waits for the files of a job. */
  want(files: readonly JobFile[]): void;
}

/** So many files get their rows before the page hears its user again. */
const AT_ONCE = 10;

export function useRows(kit: FileKit, pool: Pool): Rows {
  const [all, show] = useState<readonly Row[]>([]);
  const [wanted, setWanted] = useState<readonly JobFile[]>([]);
  /** Of files that were given and have no row yet. */
  const [coming, setComing] = useState(0);
  const keys = useRef(0);
  const latest = useRef({ all, wanted });
  latest.current = { all, wanted };
  /** Ids of a loaded job, in its order. */
  const order = useRef<readonly string[]>([]);
  // Several changes may come before the page is drawn again.
  const setAll = (next: (rows: readonly Row[]) => readonly Row[]): void => {
    latest.current = { ...latest.current, all: next(latest.current.all) };
    show(latest.current.all);
  };
  const waitFor = (files: readonly JobFile[]): void => {
    latest.current = { ...latest.current, wanted: files };
    setWanted(files);
  };
  const change = (key: number, with_: Partial<Row>): void =>
    setAll((rows) => rows.map((row) => (row.key === key ? { ...row, ...with_ } : row)));
  const read = ({ key, source, bytes, path, secret }: Row): void => {
    pool.ask<Read>({ do: "facts", file: source, secret }).then(
      (found) => {
        const row = latest.current.all.find((one) => one.key === key);
        if (!row) return;
        const { words, notes = [] } = found;
        const fresh = fileOf(kit, { id: row.id, source, bytes, path }, found);
        const known = row.file ? undefined : matching(latest.current.wanted, fresh);
        const file = known ? joined(fresh, known) : { ...row.file, ...fresh };
        change(key, { state: "ready", id: file.id, file, words, notes });
        if (!known) return;
        waitFor(latest.current.wanted.filter((one) => one !== known));
        setAll((rows) => inOrder(rows, order.current));
      },
      (error: unknown) => {
        if (error instanceof Cancelled) return;
        const problem = wordsOfError(error, source.name);
        change(key, { state: "refused", problem, canRetry: error instanceof NotLoaded });
        say(problem);
      },
    );
  };
  const readAgain = (key: number, with_: Partial<Row>): void => {
    change(key, { ...with_, state: "reading", problem: "" });
    const row = latest.current.all.find((one) => one.key === key);
    if (row) read(row);
  };
  const addSome = (files: readonly Added[]): number => {
    const fresh = newRows(kit, latest.current, files, keys);
    setAll((rows) => [...rows, ...fresh]);
    setComing((count) => count - files.length);
    const taken = fresh.filter(({ state }) => state === "reading");
    for (const row of taken) read(row);
    return taken.length;
  };
  const add = async (files: readonly Added[]): Promise<void> => {
    setComing((count) => count + files.length);
    let taken = 0;
    for (let start = 0; start < files.length; start += AT_ONCE) {
      if (start > 0) await new Promise((resolve) => setTimeout(resolve));
      taken += addSome(files.slice(start, start + AT_ONCE));
    }
    say(WORDS.added(taken, files.length - taken));
  };
  return {
    all: marked(all),
    ready: all.flatMap(({ file, state }) => (state === "ready" && file ? file : [])),
    isReading: coming > 0 || all.some(({ state }) => state === "reading"),
    wanted,
    add: (files) => void add(files),
    remove: (key) => setAll((rows) => rows.filter((row) => row.key !== key)),
    move: (key, by) => setAll((rows) => moved(rows, key, by)),
    set: (id, facts) =>
      setAll((rows) =>
        rows.map((row) =>
          row.file?.id === id ? { ...row, file: withFacts(row.file, facts) } : row,
        ),
      ),
    setSecret: (key, secret) => readAgain(key, { secret }),
    retry: (key) => readAgain(key, {}),
    want(files) {
      order.current = files.map(({ id }) => id);
      const { rows, missing } = asWanted(latest.current.all, files);
      waitFor(missing);
      setAll(() => inOrder(rows, order.current));
    },
  };
}

/** The rows as a loaded job names them, and what it has that is not here; no other row keeps an id of the job. */
function asWanted(
  before: readonly Row[],
  files: readonly JobFile[],
): { readonly rows: readonly Row[]; readonly missing: readonly JobFile[] } {
  const missing = new Set(files);
  const taken = new Set([...files, ...before].map(({ id }) => id));
  const named = new Set(files.map(({ id }) => id));
  const rows = before.map((row) => {
    const known = row.file && matching([...missing], row.file);
    if (row.file && known) {
      missing.delete(known);
      return { ...row, id: known.id, file: joined(row.file, known) };
    }
    if (!named.has(row.id)) return row;
    const id = idOf(row.source.name, taken);
    return { ...row, id, ...(row.file ? { file: { ...row.file, id } } : {}) };
  });
  return { rows, missing: [...missing] };
}

/** A file with what a job says of it, which counts where it is the very same file. */
function joined(file: JobFile, known: JobFile): JobFile {
  const isCertain = file.sha256 !== undefined && file.sha256 === known.sha256;
  return isCertain ? { ...file, ...known } : { ...known, ...file, id: known.id };
}

/** Those of a loaded job first, as it has them. */
function inOrder(rows: readonly Row[], ids: readonly string[]): readonly Row[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const placeOf = ({ id }: Row): number => places.get(id) ?? ids.length;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Refused is what is over a limit; the others go on. */
function newRows(
  kit: FileKit,
  { all: before, wanted }: { readonly all: readonly Row[]; readonly wanted: readonly JobFile[] },
  files: readonly Added[],
  keys: { current: number },
): readonly Row[] {
  const ids = new Set([...before, ...wanted].map(({ id }) => id));
  let bytes = before.reduce((sum, row) => sum + (row.state === "refused" ? 0 : row.bytes), 0);
  let count = before.filter(({ state }) => state !== "refused").length;
  return files.map(({ file: source, path, problem: known }) => {
    const { name, size } = source;
    const first = { key: keys.current++, source, bytes: size, path, words: "", notes: [] };
    const problem = known ?? overLimit(kit, { name, size }, count, bytes);
    if (problem !== "") return { ...first, id: "", state: "refused", problem };
    count++;
    bytes += size;
    return { ...first, id: idOf(name, ids), state: "reading", problem };
  });
}

function overLimit(
  kit: FileKit,
  { name, size }: Pick<File, "name" | "size">,
  count: number,
  bytes: number,
): string {
  if (count >= kit.mostFiles) return WORDS.tooMany(name, kit.mostFiles);
  if (size > kit.mostBytesOfOne)
    return WORDS.tooLarge(name, sizeWords(size), sizeWords(kit.mostBytesOfOne));
  if (bytes + size > kit.mostBytes) return WORDS.tooLargeTogether(name, sizeWords(kit.mostBytes));
  return "";
}

function fileOf(
  kit: FileKit,
  { id, source, bytes, path }: Pick<Row, "id" | "source" | "bytes" | "path">,
  { mediaType, facts, sha256 }: Read,
): JobFile {
  return {
    id,
    name: source.name,
    bytes,
    mediaType,
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(kit.keepsPaths === true && path !== source.name ? { path } : {}),
    ...facts,
  };
}

function matching(wanted: readonly JobFile[], file: JobFile): JobFile | undefined {
  const same = wanted.filter((one) => isSame(one, file));
  return same.find(({ name }) => name === file.name) ?? same[0];
}

/** By digest where both have one, else by name and size. */
function isSame(one: JobFile, other: JobFile): boolean {
  return one.sha256 !== undefined && other.sha256 !== undefined
    ? one.sha256 === other.sha256
    : one.name === other.name && one.bytes === other.bytes;
}

/** Letters and digits of the name, with a number where another file has them. */
function idOf(name: string, taken: Set<string>): string {
  const stem = name.replace(/\.[^.]*$/, "").toLowerCase();
  const plain = stem
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 30)
    .replace(/-$/, "");
  const base = plain === "" ? "file" : plain;
  let id = base;
  for (let number = 2; taken.has(id); number++) id = `${base}-${number}`;
  taken.add(id);
  return id;
}

function withFacts(file: JobFile, facts: Facts): JobFile {
  const kept = Object.entries({ ...file, ...facts }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as JobFile;
}

/** A file that is there twice is told, and not refused. */
function marked(rows: readonly Row[]): readonly Row[] {
  const known = new Map<string, string>();
  return rows.map((row) => {
    const { sha256, name } = row.file ?? {};
    if (sha256 === undefined || name === undefined) return row;
    const first = known.get(sha256);
    if (first === undefined) {
      known.set(sha256, name);
      return row;
    }
    return { ...row, notes: [...row.notes, WORDS.twin(name, first)] };
  });
}

function moved(rows: readonly Row[], key: number, by: 1 | -1): readonly Row[] {
  const index = rows.findIndex((row) => row.key === key);
  const [one, other] = [rows[index], rows[index + by]];
  return one && other ? rows.with(index, other).with(index + by, one) : rows;
}

export function wordsOfError(error: unknown, name: string): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof OutOfMemory) return WORDS.outOfMemory(name);
  if (error instanceof NotLoaded) return WORDS.partMissing(error.message);
  return WORDS.damaged(name);
}

/** Workers go on only as long as the page is shown. */
export function usePool({ id, opensFirst }: FileKit): Pool {
  const pool = useMemo(() => new Pool(id), [id]);
  useEffect(() => {
    if (opensFirst) {
      pool.limitTo(1);
      // What could not be loaded is told once there is a plan.
      pool.prepare(opensFirst).catch(() => {});
    }
    return () => pool.stop();
  }, [pool]);
  return pool;
}
