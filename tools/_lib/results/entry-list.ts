import type { Entry } from "../../_core/tool.ts";

const MOST_OF_ONE_CODE = 100;

/** An entry without its code. */
export type EntryDetail = Pick<
  Entry,
  "message" | "path" | "line" | "column" | "offset" | "hint"
> & {
  readonly [detail: string]: unknown;
};

/** Where entries of some codes can be added. */
export interface EntrySink<C extends string> {
  /** Adds one entry; `detail` is called only for one that will be listed. */
  add(code: C, detail: () => EntryDetail): void;
}

/** Collects entries, lists at most 100 of one code, unless said otherwise, and counts the rest, whose details are never built. */
abstract class EntryList<C extends string, T extends string> implements EntrySink<C> {
  readonly #entries: Entry<C>[] = [];
  readonly #counts = new Map<C, number>();
  readonly #truncated: T;
  readonly #most: number;

  constructor(truncated: T, most = MOST_OF_ONE_CODE) {
    this.#truncated = truncated;
    this.#most = most;
  }

  add(code: C, detail: () => EntryDetail): void {
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    if (count > this.#most) return;
    this.#entries.push(Object.assign({ code }, detail()));
  }

  addAll(entries: Iterable<Entry<C>>): void {
    for (const entry of entries) this.add(entry.code, () => entry);
  }

  /** Counts entries of a code that has its fill, without asking for each. */
  leaveOut(code: C, count: number): void {
    this.#counts.set(code, (this.#counts.get(code) ?? 0) + count);
  }

  /** How many entries were added under the code, listed or not. */
  count(code: C): number {
    return this.#counts.get(code) ?? 0;
  }

  get size(): number {
    let size = 0;
    for (const count of this.#counts.values()) size += count;
    return size;
  }

  /** The entries in the order added; then, if some were left out, one that says how many. */
  list(): Entry<C | T>[] {
    const left: string[] = [];
    let total = 0;
    for (const [code, count] of this.#counts) {
      if (count <= this.#most) continue;
      total += count - this.#most;
      left.push(`${count - this.#most} more of ${code}`);
    }
    if (total === 0) return [...this.#entries];
    const message = `Only ${this.#most} entries of one code are listed; left out: ${left.join(", ")}`;
    return [...this.#entries, { code: this.#truncated, message, received: total }];
  }
}

/** A list whose last entry, where some were left out, is WARNINGS_TRUNCATED. */
export class WarningList<C extends string> extends EntryList<C, "WARNINGS_TRUNCATED"> {
  constructor(most?: number) {
    super("WARNINGS_TRUNCATED", most);
  }
}

/** A list whose last entry, where some were left out, is ERRORS_TRUNCATED. */
export class ErrorList<C extends string> extends EntryList<C, "ERRORS_TRUNCATED"> {
  constructor(most?: number) {
    super("ERRORS_TRUNCATED", most);
  }
}

/** Several lists as one, the counts of entries left out added up at the end. */
export function joinEntries<C extends string>(
  ...lists: readonly (readonly Entry<C>[])[]
): Entry<C>[] {
  const entries = lists.flat();
  const counts = entries.filter(isCount);
  if (counts.length < 2) return [...entries.filter((entry) => !isCount(entry)), ...counts];
  const received = counts.reduce((sum, count) => sum + Number(count.received), 0);
  const last = counts.at(-1) as Entry<C>;
  return [
    ...entries.filter((entry) => !isCount(entry)),
    { ...last, message: counts.map((count) => count.message).join("; "), received },
  ];
}

function isCount({ code }: Entry): boolean {
  return code === "WARNINGS_TRUNCATED" || code === "ERRORS_TRUNCATED";
}

/** Warnings as errors, for a tool that was told to be strict. */
export function asErrors<C extends string>(
  warnings: readonly Entry<C | "WARNINGS_TRUNCATED">[],
): Entry<C | "ERRORS_TRUNCATED">[] {
  return warnings.map((entry) =>
    entry.code === "WARNINGS_TRUNCATED"
      ? Object.assign({}, entry, { code: "ERRORS_TRUNCATED" as const })
      : (entry as Entry<C>),
  );
}
