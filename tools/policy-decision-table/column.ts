/** An input column: its values cut into cells at every literal, and which of them may occur. */
import { Line, type Part, Points } from "./parts.ts";
import { complementOf, intersectionOf, numbersIn, type Run, type Runs, unionOf } from "./runs.ts";
import { dateOf, isOrdered, keyOf, NULL, type Ordered, type Scalar } from "./scalar.ts";
import type { InputColumn } from "./table.ts";
import { equals, literalsOf, type Test, testsIn } from "./unary.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";
import { isWhole } from "../_lib/numbers/decimal-text.ts";

export class Column {
  readonly name: string;
  /** All cells, of values that may occur and of all others. */
  readonly size: number;
  readonly parts: readonly Part[];
  /** The types of the values that may occur, null apart. */
  readonly types: ReadonlySet<Part["type"]>;
  /** Cells of values that may occur, ascending. */
  readonly domain: readonly number[];
  /** Whether each cell of the domain follows the one before it, with no value between them. */
  readonly joins: readonly boolean[];
  readonly #input: InputColumn;
  /** Whether text that is a date is one. */
  readonly #readsDates: boolean;

  constructor(input: InputColumn, tests: readonly Test[]) {
    this.#input = input;
    this.name = input.name;
    const { type, bounds, nullable } = input;
    const written = [...tests, ...(bounds ? [bounds] : [])].flatMap((test) => [...testsIn(test)]);
    const hasDates = written.flatMap(literalsOf).some((literal) => literal.type === "date");
    this.#readsDates = type === "date" || (type === undefined && hasDates);
    const all = written.map((test) => this.#datedTest(test));
    const literals = all.flatMap(literalsOf);
    const values = (input.values ?? []).map((value) => this.#dated(value));
    const met = new Set([...literals, ...values].map((literal) => literal.type));
    const given = type === "integer" ? "number" : type;
    this.parts = partsOf(new Set([...met, ...(given ? [given] : [])]), {
      values,
      literals,
      hasOrderedText: all.some(isTextRange),
      hasIntegers: type === "integer",
    });
    this.size = this.parts.at(-1)?.end ?? 0;
    const isNullable =
      nullable ?? (values.includes(NULL) || (type === undefined && met.has("null")));
    met.delete("null");
    this.types = new Set(given ? [given] : met.size > 0 ? met : (["other"] as const));
    const { domain, joins } = this.#domain(values, isNullable);
    this.domain = domain;
    this.joins = joins;
  }

  /** The cell in which a value is; undefined stands for an array or object. */
  cellOf(value: Scalar | undefined): number {
    const dated = value && this.#dated(value);
    const part = this.parts.find(({ type }) => type === dated?.type);
    return dated && part ? part.cellOf(dated) : this.#part("other").start;
  }

  /** Whether a value is of the column's type, as null always is; undefined stands for an array or object. */
  fits(value: Scalar | undefined): boolean {
    if (this.types.has("other") || value?.type === "null") return true;
    const dated = value && this.#dated(value);
    if (!dated || !this.types.has(dated.type)) return false;
    const isInteger = this.#input.type === "integer";
    return !isInteger || (dated.type === "number" && isWhole(dated.text));
  }

  /** The type in words. */
  get typeName(): string {
    return this.#input.type ?? [...this.types].join(" or ");
  }

  /** All cells for which a test holds. */
  runsOf(test: Test): Runs {
    switch (test.kind) {
      case "any":
        return [{ start: 0, end: this.size }];
      case "some":
        return unionOf(test.tests.flatMap((inner) => this.runsOf(inner)));
      case "not":
        return complementOf(unionOf(test.tests.flatMap((inner) => this.runsOf(inner))), this.size);
      case "unequal":
        if (test.value.type === "null") return complementOf(this.runsOf(equals(NULL)), this.size);
    }
    const dated = this.#datedTest(test);
    const [literal] = literalsOf(dated);
    return this.parts.find(({ type }) => type === literal?.type)?.runsOf(dated) ?? [];
  }

  /** The same for the domain, by the places of its cells. */
  domainRunsOf(test: Test): Runs {
    const runs = this.runsOf(test).map(({ start, end }) => {
      return { start: this.#placeOf(start), end: this.#placeOf(end) };
    });
    return unionOf(runs);
  }

  partOf(cell: number): Part {
    return this.parts.find(({ end }) => cell < end) as Part;
  }

  /** How many cells of the domain are before a cell. */
  #placeOf(cell: number): number {
    let [low, high] = [0, this.domain.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.domain[middle] as number) < cell) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #dated(value: Scalar): Scalar {
    return (this.#readsDates && value.type === "string" && dateOf(value.value)) || value;
  }

  /** A comparison with its text as dates, where both ends of a range are. */
  #datedTest<T extends Test>(test: T): T {
    if (!this.#readsDates) return test;
    if (test.kind === "equal" || test.kind === "unequal")
      return { ...test, value: this.#dated(test.value) };
    if (test.kind !== "range") return test;
    const [lower, upper] = [test.lower, test.upper].map(
      (bound) => bound && { ...bound, value: this.#dated(bound.value) as Ordered },
    );
    const isMixed = lower && upper && lower.value.type !== upper.value.type;
    return isMixed ? test : { ...test, ...(lower && { lower }), ...(upper && { upper }) };
  }

  #part(type: Part["type"]): Part {
    return this.parts.find((part) => part.type === type) as Part;
  }

  #domain(values: readonly Scalar[], isNullable: boolean) {
    const domain: number[] = [];
    const joins: boolean[] = [];
    for (const part of this.parts) {
      const isIn = part.type === "null" ? isNullable : this.types.has(part.type);
      if (!isIn) continue;
      const allowed = part.type === "null" ? [part] : this.#allowed(part, values);
      let last = -1;
      for (const cell of numbersIn(allowed)) {
        if (part instanceof Line && !part.hasMember(cell)) {
          // What has no value keeps nothing apart.
          if (cell === last + 1) last = cell;
          continue;
        }
        joins.push(part instanceof Line && values.length === 0 && cell === last + 1);
        domain.push(cell);
        last = cell;
      }
    }
    return { domain, joins };
  }

  /** The cells of a part whose values are within bounds and among those listed. */
  #allowed(part: Part, values: readonly Scalar[]): Runs {
    const whole: Run[] = [{ start: part.start, end: part.end }];
    const { bounds } = this.#input;
    const isBound =
      bounds !== undefined &&
      [...testsIn(bounds)].flatMap(literalsOf).some(({ type }) => type === part.type);
    const bounded = isBound ? intersectionOf(whole, this.runsOf(bounds)) : whole;
    if (values.length === 0) return bounded;
    return intersectionOf(bounded, unionOf(values.flatMap((value) => this.runsOf(equals(value)))));
  }
}

const FALSE: Scalar = { type: "boolean", value: false };
const TRUE: Scalar = { type: "boolean", value: true };

interface Cuts {
  /** The values listed, which come first among texts. */
  readonly values: readonly Scalar[];
  readonly literals: readonly Scalar[];
  readonly hasOrderedText: boolean;
  readonly hasIntegers: boolean;
}

/** A part for each of the types, then one for all others, then null. */
function partsOf(types: ReadonlySet<Part["type"]>, cuts: Cuts): Part[] {
  const { values, literals, hasOrderedText, hasIntegers } = cuts;
  const parts: Part[] = [];
  const start = () => parts.at(-1)?.end ?? 0;
  const pointsOf = (type: Part["type"], among: readonly Scalar[]) => [
    ...new Map(among.filter((one) => one.type === type).map((one) => [keyOf(one), one])).values(),
  ];
  const all = [...values, ...literals];
  const lineOf = (type: Ordered["type"]) =>
    new Line(pointsOf(type, all).filter(isOrdered), type, start(), hasIntegers);
  if (types.has("number")) parts.push(lineOf("number"));
  if (types.has("date")) parts.push(lineOf("date"));
  if (types.has("string") && hasOrderedText) parts.push(lineOf("string"));
  else if (types.has("string")) {
    const listed = pointsOf("string", values);
    const sorted = pointsOf("string", literals).toSorted((a, b) => byCodeUnit(keyOf(a), keyOf(b)));
    const points = pointsOf("string", [...listed, ...sorted]);
    parts.push(new Points(points, "string", start(), true));
  }
  if (types.has("boolean")) parts.push(new Points([FALSE, TRUE], "boolean", start(), false));
  parts.push(new Points([], "other", start(), true));
  parts.push(new Points([NULL], "null", start(), false));
  return parts;
}

function isTextRange(test: Test): boolean {
  return test.kind === "range" && literalsOf(test).some(({ type }) => type === "string");
}
