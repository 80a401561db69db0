/** What can be said of a table without facts: gaps, overlaps, and rules that never decide. */
import type { BitRows } from "../_lib/algorithms/graph/bit-rows.ts";
import { LONGEST_OUTPUT } from "../_lib/results/output-limit.ts";
import type { Analysis, Region } from "../policy-decision-table.ts";
import type { Column } from "./column.ts";
import type { Rule, Table } from "./compile.ts";
import { Coverage } from "./coverage.ts";
import { regionOf, RegionWriter } from "./region.ts";
import { intersectionOf, type Runs } from "./runs.ts";
import { type Box, OutOfSteps, Splitter } from "./splitting.ts";
import { masksOf, meetingsOf } from "./sweep.ts";

/** So many combinations are looked at one by one, which joins gaps as far as they can be joined. */
const MOST_COMBINATIONS = 200_000;

const MOST_OVERLAPS = 1000;
/** Where combinations are not looked at one by one. */
const MOST_GAPS = 1000;

/** Two rules that match the same facts. */
export interface Fault {
  readonly first: Rule;
  readonly second: Rule;
  /** Undefined where the regions before it are long enough. */
  readonly region: Region | undefined;
}

export interface Analysed {
  readonly analysis: Analysis;
  /** Overlaps that the hit policy does not allow, or that it decides by chance. */
  readonly faults: readonly Fault[];
  readonly unreachable: readonly Unreachable[];
  /** Whether there are more gaps than those listed. */
  readonly hasMoreGaps: boolean;
}

/** A rule that never decides. */
interface Unreachable {
  readonly rule: Rule;
  /** Whether it matches anything at all, so that other rules are why. */
  readonly matches: boolean;
}

/** What there is too much of. */
export interface TooLarge {
  readonly tooLarge: string;
}

/** Rules in the order in which they win where several match. */
export function winnersFirst({ hitPolicy, rules }: Table): readonly Rule[] {
  const isRanked = hitPolicy === "priority" || hitPolicy === "output-order";
  return isRanked ? rules.toSorted(compareRanks) : rules;
}

function compareRanks(left: Rule, right: Rule): number {
  for (const [column, rank] of left.ranks.entries()) {
    const order = rank - (right.ranks[column] ?? 0);
    if (order !== 0) return order;
  }
  return left.index - right.index;
}

export function analyse(table: Table, columns: readonly Column[]): Analysed | TooLarge {
  const sizes = columns.map(({ domain }) => domain.length);
  const cells = sizes.reduce((product, size) => product * BigInt(size), 1n);
  const analyser = new Analyser(table, columns, sizes);
  if (cells <= MOST_COMBINATIONS) return analyser.analyse(analyser.enumerate());
  try {
    return analyser.analyse(analyser.split(cells));
  } catch (error) {
    if (!(error instanceof OutOfSteps)) throw error;
    return {
      tooLarge: `${cells} combinations of input values under rules that leave too many parts`,
    };
  }
}

/** What no rule covers, and which rules decide where one wins. */
interface Findings {
  readonly gaps: readonly Region[];
  readonly hasMoreGaps: boolean;
  readonly decided: ReadonlySet<Rule>;
  /** Null for more than can be written exactly, or than were counted. */
  readonly totalCells: number | null;
  readonly coveredCells: number | null;
}

class Analyser {
  readonly #table: Table;
  readonly #columns: readonly Column[];
  readonly #sizes: readonly number[];
  readonly #writers: readonly RegionWriter[];
  /** For each column the cells of each rule. */
  readonly #sets: readonly (readonly Runs[])[];
  #length = 0;

  constructor(table: Table, columns: readonly Column[], sizes: readonly number[]) {
    this.#table = table;
    this.#columns = columns;
    this.#sizes = sizes;
    this.#writers = columns.map((column) => new RegionWriter(column));
    this.#sets = columns.map((column, at) =>
      table.rules.map(({ tests }) => column.domainRunsOf(tests[at] ?? { kind: "any" })),
    );
  }

  analyse(found: Findings | TooLarge): Analysed | TooLarge {
    if ("tooLarge" in found) return found;
    const { gaps, hasMoreGaps, decided, totalCells, coveredCells } = found;
    const unreachable = this.#unreachable(decided);
    const { overlaps, overlapCount, faults } = this.#overlaps();
    const analysis: Analysis = {
      complete: gaps.length === 0,
      gaps: [...gaps],
      overlaps,
      overlapCount,
      unreachable: unreachable.map(({ rule }) => rule.id),
      totalCells,
      coveredCells,
    };
    return { analysis, faults, unreachable, hasMoreGaps };
  }

  /** Looks at each combination of cells. */
  enumerate(): Findings | TooLarge {
    const order = winnersFirst(this.#table);
    const coverage = new Coverage(
      this.#sets.map((sets, at) => {
        const ordered = order.map(({ index }) => sets[index] ?? []);
        const size = this.#sizes[at] ?? 0;
        return { masks: masksOf(ordered, size), size };
      }),
      order.length,
    );
    const gaps: Region[] = [];
    for (const sets of coverage.gaps()) {
      gaps.push(this.#region(sets));
      if (this.#length > LONGEST_OUTPUT)
        return { tooLarge: `gaps of more than ${LONGEST_OUTPUT} characters` };
    }
    return {
      gaps,
      hasMoreGaps: false,
      decided: new Set(order.filter((_, bit) => coverage.decides[bit])),
      totalCells: this.#sizes.reduce((product, size) => product * size, 1),
      coveredCells: coverage.covered,
    };
  }

  /** Holds rules against rules. Gaps are as they come about; the length of all is bounded. */
  split(cells: bigint): Findings {
    const splitter = new Splitter(this.#sizes);
    const gaps: Region[] = [];
    let [open, hasMoreGaps] = [0n, false];
    for (const box of splitter.uncovered(
      splitter.whole,
      this.#table.rules.map((rule) => this.#boxOf(rule)),
    )) {
      hasMoreGaps = gaps.length === MOST_GAPS || this.#length > LONGEST_OUTPUT / 2;
      if (hasMoreGaps) break;
      gaps.push(this.#region(box));
      open += box.reduce((product, runs) => product * BigInt(countOf(runs)), 1n);
    }
    const isExact = cells <= Number.MAX_SAFE_INTEGER;
    return {
      gaps,
      hasMoreGaps,
      decided: this.#deciding(splitter),
      totalCells: isExact ? Number(cells) : null,
      coveredCells: isExact && !hasMoreGaps ? Number(cells - open) : null,
    };
  }

  /** The rules that match what none of those that win over them does. */
  #deciding(splitter: Splitter): Set<Rule> {
    const decided = new Set<Rule>();
    const { hitPolicy } = this.#table;
    if (hitPolicy !== "first" && hitPolicy !== "priority") return decided;
    const better: Box[] = [];
    for (const rule of winnersFirst(this.#table)) {
      const box = this.#boxOf(rule);
      const isEmpty = box.some((runs) => runs.length === 0);
      if (!isEmpty && splitter.hasUncovered(box, better)) decided.add(rule);
      better.push(box);
    }
    return decided;
  }

  #boxOf({ index }: Rule): Box {
    return this.#sets.map((sets) => sets[index] ?? []);
  }

  /** Where one rule wins it has to win somewhere, elsewhere it has to match anything at all. */
  #unreachable(decided: ReadonlySet<Rule>): Unreachable[] {
    const { hitPolicy, rules } = this.#table;
    const isSingle = hitPolicy === "first" || hitPolicy === "priority";
    return rules.flatMap((rule) => {
      const matches = this.#sets.every((sets) => (sets[rule.index]?.length ?? 0) > 0);
      const isReachable = isSingle ? decided.has(rule) : matches;
      return isReachable ? [] : [{ rule, matches }];
    });
  }

  #overlaps() {
    const { rules } = this.#table;
    const overlaps: Analysis["overlaps"] = [];
    const faults: Fault[] = [];
    let overlapCount = 0;
    for (const [one, other] of overlapsOf(this.#sets, this.#sizes)) {
      const [first, second] = [rules[one] as Rule, rules[other] as Rule];
      overlapCount++;
      const conflict = first.outputsId !== second.outputsId;
      const isListed = overlaps.length < MOST_OVERLAPS;
      const isFault = faults.length < MOST_OVERLAPS && this.#isFault(first, second, conflict);
      if (!isListed && !isFault) continue;
      const isShort = this.#length < LONGEST_OUTPUT;
      const region = isShort ? this.#shared(one, other) : undefined;
      if (isListed && region) overlaps.push({ rules: [first.id, second.id], region, conflict });
      if (isFault) faults.push({ first, second, region });
    }
    return { overlaps, overlapCount, faults };
  }

  #isFault(first: Rule, second: Rule, conflict: boolean): boolean {
    switch (this.#table.hitPolicy) {
      case "unique":
        return true;
      case "any":
        return conflict;
      case "priority":
        return conflict && first.ranks.every((rank, column) => rank === second.ranks[column]);
      default:
        return false;
    }
  }

  #shared(one: number, other: number): Region {
    return this.#region(
      this.#sets.map((runs) => intersectionOf(runs[one] ?? [], runs[other] ?? [])),
    );
  }

  #region(sets: readonly Runs[]): Region {
    const region = regionOf(this.#writers, this.#columns, sets);
    for (const [name, text] of Object.entries(region)) this.#length += name.length + text.length;
    return region;
  }
}

function countOf(runs: Runs): number {
  return runs.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** `sets` has the cells of each rule for each column. Pairs come in the order of the rules. */
export function* overlapsOf(
  sets: readonly (readonly Runs[])[],
  sizes: readonly number[],
): Generator<readonly [first: number, second: number]> {
  const rows = sets.map((runs, column) => meetingsOf(runs, sizes[column] ?? 0));
  const [shared, ...others] = rows as [BitRows, ...BitRows[]];
  const rules = sets[0]?.length ?? 0;
  for (let rule = 0; rule < rules; rule++) {
    for (const row of others) shared.intersect(rule, shared, rule, row, rule);
    for (const other of shared.columnsOf(rule)) if (other > rule) yield [rule, other];
  }
}
