/** What there is to say about the rows. */
import { counted } from "../_lib/text/plural.ts";
import { ErrorList, WarningList } from "../_lib/results/entry-list.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { beginning } from "../_lib/text/shown.ts";
import type { Format, RowProblem, Value } from "../eval-dataset-jsonl-formatter.ts";
import type { Conflict, Duplicate } from "./duplicates.ts";
import { lostFields } from "./lost.ts";
import { memberOf, type Row } from "./row.ts";

type Problem = RowProblem | "LEAK";
type Note =
  | "DUPLICATE_ROW"
  | "CONFLICTING_TARGETS"
  | "TOO_FEW_ROWS"
  | "TURNS_DROPPED"
  | "FIELD_DROPPED"
  | "ROW_LONG";

/** Formats of one question: earlier turns become lines of it. */
const SINGLE_TURN: ReadonlySet<Format> = new Set(["alpaca", "hf-prompt-completion", "promptfoo"]);
const FEWEST_ROWS = 10;

export class FormatNotes {
  readonly errors = new ErrorList<Problem>();
  readonly warnings = new WarningList<Note>();
  readonly #to: Format;

  constructor(to: Format) {
    this.#to = to;
  }

  problem(code: RowProblem, path: string, found: string, expected: string): void {
    this.errors.add(code, () => ({
      message: `Cannot write a line of ${this.#to}: found ${found}, expected ${expected}`,
      path,
      expected,
    }));
  }

  duplicates(duplicates: readonly Duplicate[]): void {
    for (const { entry, reason, keeper } of duplicates) {
      const same = reason === "duplicate" ? "says the same as" : "asks nearly the same as";
      this.warnings.add("DUPLICATE_ROW", () => ({
        message: `Row ${entry.row.index} ${same} row ${keeper.index} and was dropped`,
        path: pathOf(entry.row),
      }));
    }
  }

  conflicts(conflicts: readonly Conflict[]): void {
    for (const { row, first } of conflicts) {
      this.warnings.add("CONFLICTING_TARGETS", () => ({
        message: `Row ${row.index} has the input of row ${first.index} and another target`,
        path: pathOf(row),
      }));
    }
  }

  leaks(leaks: Value["leaks"], count: number): void {
    for (const { a, b, similarity } of leaks) {
      const found = `row ${b.index} of ${JSON.stringify(b.split)} asking what row ${a.index} of ${JSON.stringify(a.split)} asks`;
      this.errors.add("LEAK", () => ({
        message: `Cannot keep the splits apart: found ${found}, expected different questions`,
        path: `/rows/${b.index}`,
        received: similarity,
        hint: "dedup: near drops such rows, and groupBy keeps them in one split",
      }));
    }
    if (count > leaks.length) this.errors.leaveOut("LEAK", count - leaks.length);
  }

  long(row: Row, tokens: number): void {
    this.warnings.add("ROW_LONG", () => ({
      message: `Row ${row.index} has ${tokens} tokens, more than fine-tuning takes`,
      path: pathOf(row),
      received: tokens,
    }));
  }

  tooFew(count: number): void {
    if (this.#to !== "openai-finetune" || count >= FEWEST_ROWS) return;
    this.warnings.add("TOO_FEW_ROWS", () => ({
      message: `${counted(count, "row")}: OpenAI fine-tunes on no fewer than ${FEWEST_ROWS}`,
      received: count,
    }));
  }

  /** What of the rows is not in their lines; a field is named once, at the first row that has it. */
  lost(rows: readonly Row[]): void {
    const fields = new Map<string, { readonly first: Row; count: number }>();
    for (const row of rows) {
      if (SINGLE_TURN.has(this.#to) && row.turns.length > 1) this.#turnsDropped(row);
      for (const name of lostFields(row, this.#to)) {
        const known = fields.get(name);
        if (known) known.count++;
        else fields.set(name, { first: row, count: 1 });
      }
    }
    for (const [name, { first, count }] of fields) {
      this.warnings.add("FIELD_DROPPED", () => ({
        message: `${this.#to} has no place for ${JSON.stringify(beginning(name, SHOWN))}, which was left out of ${counted(count, "row")}`,
        path: memberOf(first.source, name) ? appendPointer(pathOf(first), name) : pathOf(first),
        received: count,
      }));
    }
  }

  #turnsDropped(row: Row): void {
    this.warnings.add("TURNS_DROPPED", () => ({
      message: `${this.#to} has one turn: the ${row.turns.length} of row ${row.index} became lines of it`,
      path: pathOf(row),
      received: row.turns.length,
    }));
  }
}

const SHOWN = 60;

function pathOf({ index }: Row): string {
  return `/rows/${index}`;
}
