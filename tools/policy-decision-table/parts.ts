/** The values of one type, cut into cells of which a test holds all or nothing. */
import { isWhole } from "../_lib/numbers/decimal-text.ts";
import type { Runs } from "./runs.ts";
import {
  compareScalars,
  FIRST_DAY,
  keyOf,
  LAST_DAY,
  type Ordered,
  type Scalar,
  wholeAbove,
  wholeBelow,
} from "./scalar.ts";
import type { Test } from "./unary.ts";

export type Comparison = Extract<Test, { kind: "equal" | "unequal" | "range" }>;

/** Cells from `start` to before `end`. */
export interface Part {
  /** `other` for all types without literals. */
  readonly type: Scalar["type"] | "other";
  readonly start: number;
  readonly end: number;
  /** The cell in which a value of the type is. */
  cellOf(value: Scalar): number;
  /** The cells for which a comparison with values of the type holds. */
  runsOf(test: Comparison): Runs;
}

/** Values that come one after another: points, and the open intervals around and between them. */
export class Line implements Part {
  readonly type: Ordered["type"];
  readonly start: number;
  readonly end: number;
  readonly #points: readonly Ordered[];
  /** Whether only whole numbers occur. */
  readonly #isWhole: boolean;

  constructor(points: readonly Ordered[], type: Ordered["type"], start: number, whole: boolean) {
    this.type = type;
    this.start = start;
    this.end = start + 2 * points.length + 1;
    this.#points = points.toSorted(compareScalars);
    this.#isWhole = whole || type === "date";
  }

  cellOf(value: Scalar): number {
    let [low, high] = [0, this.#points.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareScalars(this.#points[middle] as Ordered, value as Ordered) < 0) low = middle + 1;
      else high = middle;
    }
    const point = this.#points[low];
    const isPoint = point !== undefined && compareScalars(point, value as Ordered) === 0;
    return this.start + 2 * low + (isPoint ? 1 : 0);
  }

  runsOf(test: Comparison): Runs {
    if (test.kind === "range") {
      const { lower, upper } = test;
      const start = lower ? this.cellOf(lower.value) + (lower.closed ? 0 : 1) : this.start;
      const end = upper ? this.cellOf(upper.value) + (upper.closed ? 1 : 0) : this.end;
      return start < end ? [{ start, end }] : [];
    }
    return pointRuns(this, test);
  }

  /** The point that a cell is; undefined for an interval. */
  pointAt(cell: number): Ordered | undefined {
    return (cell - this.start) % 2 === 1 ? this.#points[(cell - this.start) >> 1] : undefined;
  }

  /** The point below an interval; undefined where it has no lower end. */
  below(cell: number): Ordered | undefined {
    return this.#points[((cell - this.start) >> 1) - 1];
  }

  above(cell: number): Ordered | undefined {
    return this.#points[(cell - this.start) >> 1];
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** The smallest whole value of a cell, where there is one. */
  leastOf(cell: number): Ordered | undefined {
    const point = this.pointAt(cell);
    if (point) return point;
    const below = this.below(cell);
    return below ? wholeAbove(below) : this.#outermost(FIRST_DAY);
  }

  greatestOf(cell: number): Ordered | undefined {
    const point = this.pointAt(cell);
    if (point) return point;
    const above = this.above(cell);
    return above ? wholeBelow(above) : this.#outermost(LAST_DAY);
  }

  /** Whether a cell has a value that may occur. */
  hasMember(cell: number): boolean {
    if (!this.#isWhole) return true;
    const point = this.pointAt(cell);
    if (point) return point.type !== "number" || isWhole(point.text);
    const [least, greatest] = [this.leastOf(cell), this.greatestOf(cell)];
    return !least || !greatest || compareScalars(least, greatest) <= 0;
  }

  #outermost(day: number): Ordered | undefined {
    return this.type === "date" ? { type: "date", day } : undefined;
  }
}

/** Values without order, each a cell of its own, and perhaps one cell for all others. */
export class Points implements Part {
  readonly type: Part["type"];
  readonly start: number;
  readonly end: number;
  readonly points: readonly Scalar[];
  readonly #cells: ReadonlyMap<string, number>;

  constructor(points: readonly Scalar[], type: Part["type"], start: number, hasOthers: boolean) {
    this.type = type;
    this.start = start;
    this.end = start + points.length + (hasOthers ? 1 : 0);
    this.points = points;
    this.#cells = new Map(points.map((point, at) => [keyOf(point), start + at]));
  }

  cellOf(value: Scalar): number {
    return this.#cells.get(keyOf(value)) ?? this.end - 1;
  }

  runsOf(test: Comparison): Runs {
    return test.kind === "range" ? [] : pointRuns(this, test);
  }
}

function pointRuns(part: Part, test: Extract<Comparison, { kind: "equal" | "unequal" }>): Runs {
  const cell = part.cellOf(test.value);
  if (test.kind === "equal") return [{ start: cell, end: cell + 1 }];
  const around = [
    { start: part.start, end: cell },
    { start: cell + 1, end: part.end },
  ];
  return around.filter(({ start, end }) => start < end);
}
