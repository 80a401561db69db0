/** Turns rows into lines of a format, checks them, and divides them. */
import { done, fail } from "../_core/tool.ts";
import { countTokens } from "../_lib/agents/tokens/encodings.ts";
import { groupBy } from "../_lib/algorithms/group-by.ts";
import { sha256Hex } from "../_lib/bytes/sha256.ts";
import { setMember } from "../_lib/json/tree/value.ts";
import { orderFindings } from "../_lib/results/finding-order.ts";
import { LONGEST_OUTPUT, outputTooLarge } from "../_lib/results/output-limit.ts";
import type { Input, Value } from "../eval-dataset-jsonl-formatter.ts";
import { type Entry, findConflicts, siftDuplicates, type Sifted } from "./duplicates.ts";
import { Identities, withSystem } from "./identity.ts";
import { findLeaks, type Leaks } from "./leaks.ts";
import { FormatNotes } from "./notes.ts";
import { readRows, type RowsRead } from "./read-rows.ts";
import type { Row } from "./row.ts";
import { readShares, type Share, splitRows } from "./split.ts";
import { writeRow } from "./write-row.ts";

interface Line {
  readonly entry: Entry;
  /** With the system message that it was given. */
  readonly row: Row;
  readonly text: string;
}

export function formatDataset(input: Input) {
  const notes = new FormatNotes(input.to);
  const { read, failure } = readRows(input, notes);
  if (failure) return failure;
  const { shares, failure: noSplit } = readShares(input.split);
  if (noSplit) return noSplit;
  const identities = new Identities();
  const entries = read.rows.map((row): Entry => ({ row, identity: identities.of(row) }));
  const sifted = siftDuplicates(entries, input.dedup);
  notes.duplicates(sifted.duplicates);
  notes.conflicts(findConflicts(entries));
  const splits = shares && splitRows(sifted.kept, shares, input);
  const written = writeLines(
    splits ? sifted.kept.filter((entry) => splits.has(entry)) : sifted.kept,
    input,
  );
  if (!written) return fail(outputTooLarge(HINT));
  const leaks = splits ? findLeaks(sifted.kept, splits) : { count: 0, list: [] };
  return new Answer(input, notes, { sifted, shares, splits, lines: written, leaks }).result(read);
}

const HINT = "A shorter system message, or fewer rows at a time";

/** Undefined where they are too long together. */
function writeLines(entries: readonly Entry[], { to, system }: Input): Line[] | undefined {
  const lines: Line[] = [];
  let length = 0;
  for (const entry of entries) {
    const row = withSystem(entry.row, system);
    const text = writeRow(row, to);
    if (text === undefined) return undefined;
    length += text.length + 1;
    if (length > LONGEST_OUTPUT) return undefined;
    lines.push({ entry, row, text });
  }
  return lines;
}

interface Found {
  readonly sifted: Sifted;
  readonly shares: readonly Share[] | undefined;
  readonly splits: ReadonlyMap<Entry, string> | undefined;
  readonly lines: readonly Line[];
  readonly leaks: Leaks;
}

class Answer {
  readonly #input: Input;
  readonly #notes: FormatNotes;
  readonly #found: Found;

  constructor(input: Input, notes: FormatNotes, found: Found) {
    this.#input = input;
    this.#notes = notes;
    this.#found = found;
  }

  result({ from, count, dropped: refused, warnings }: RowsRead) {
    const { lines, leaks, sifted, shares } = this.#found;
    const splits = shares ? this.#splits(shares) : null;
    const [first] = shares ?? [];
    const output = first ? (splits?.[first.name]?.jsonl ?? "") : joined(lines);
    const tokens = measureLines(lines, this.#notes);
    this.#notes.lost(lines.map(({ row }) => row));
    this.#notes.tooFew(lines.length);
    this.#notes.leaks(leaks.list, leaks.count);
    const errors = orderFindings(this.#notes.errors.list());
    return done({
      output,
      value: {
        from,
        to: this.#input.to,
        rows: count,
        kept: lines.length,
        dropped: [...refused, ...this.#dropped()].toSorted((a, b) => a.index - b.index),
        splits,
        leaks: [...leaks.list],
        tokens,
        sha256: sha256Hex(output),
      },
      valid: errors.length === 0,
      errors,
      warnings: orderFindings([...warnings, ...this.#notes.warnings.list()]),
      stats: {
        rows: count,
        kept: lines.length,
        duplicates: sifted.duplicates.length,
        leaks: leaks.count,
      },
    });
  }

  #splits(shares: readonly Share[]): NonNullable<Value["splits"]> {
    const { lines, splits } = this.#found;
    const bySplit = groupBy(lines, ({ entry }) => splits?.get(entry));
    const named = {};
    for (const { name } of shares) {
      const members = bySplit.get(name) ?? [];
      setMember(named, name, { rows: members.length, jsonl: joined(members) });
    }
    return named;
  }

  #dropped(): Value["dropped"] {
    const { sifted, splits } = this.#found;
    const outside = splits ? sifted.kept.filter((entry) => !splits.has(entry)) : [];
    return [
      ...sifted.duplicates.map(({ entry, reason, keeper }) => ({
        index: entry.row.index,
        reason,
        duplicateOf: keeper.index,
      })),
      ...outside.map(({ row }) => ({
        index: row.index,
        reason: "outside-splits" as const,
        duplicateOf: null,
      })),
    ];
  }
}

function joined(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join("\n");
}

const LONG_LINE = 65_536;

/** Their tokens by o200k_base. */
function measureLines(lines: readonly Line[], notes: FormatNotes): Value["tokens"] {
  let [total, max, maxIndex]: [number, number, number | null] = [0, 0, null];
  for (const { row, text } of lines) {
    const tokens = countTokens(text, "o200k_base");
    total += tokens;
    if (tokens > LONG_LINE) notes.long(row, tokens);
    if (maxIndex !== null && tokens <= max) continue;
    max = tokens;
    maxIndex = row.index;
  }
  return { total, max, maxIndex };
}
