/** Findings about rows, and which rows they cost. */
import type { Tool } from "../../tools/_core/tool.ts";
import { byCodeUnit } from "../../tools/_lib/results/pointer.ts";
import type { KitReport } from "../_core/report.ts";

export type StageId =
  "read" | "redact" | "schema" | "rows" | "tokens" | "injection" | "checks" | "write";

export type Report = KitReport<Readonly<Record<StageId, Tool | null>>>;

interface Place {
  readonly index: number;
  readonly id: string | null;
}

interface Details {
  readonly subject?: string;
  readonly path?: string;
  readonly line?: number | undefined;
  readonly received?: unknown;
  readonly expected?: unknown;
}

export class Ledger {
  readonly #report: Report;
  readonly #rejected = new Map<number, Set<string>>();

  constructor(report: Report) {
    this.#report = report;
  }

  /** An error, which costs the row. */
  refuse(stage: StageId, code: string, message: string, row: Place, details: Details = {}): void {
    this.reject(row.index, code);
    this.#find("error", stage, { code, message, row, ...details });
  }

  warn(stage: StageId, code: string, message: string, row?: Place, details: Details = {}): void {
    this.#find("warning", stage, { code, message, row, ...details });
  }

  note(stage: StageId, code: string, message: string): void {
    this.#find("info", stage, { code, message });
  }

  reject(index: number, code: string): void {
    const codes = this.#rejected.get(index);
    if (codes) codes.add(code);
    else this.#rejected.set(index, new Set([code]));
  }

  isRejected(index: number): boolean {
    return this.#rejected.has(index);
  }

  /** The codes that cost a row, in plain order. */
  codesOf(index: number): string[] {
    return [...(this.#rejected.get(index) ?? [])].toSorted(byCodeUnit);
  }

  #find(
    severity: "error" | "warning" | "info",
    stage: StageId,
    { row, ...finding }: Details & { code: string; message: string; row?: Place | undefined },
  ): void {
    this.#report.find(severity, stage, {
      ...(row === undefined ? {} : { path: `/dataset/${row.index}`, subject: row.id ?? undefined }),
      ...finding,
    });
  }
}
