/** Where the values of a column are cut: at every literal. */
import { byCodeUnit } from "../_lib/results/pointer.ts";
import { Line, type Part, Points } from "./parts.ts";
import { isOrdered, keyOf, NULL, type Ordered, type Scalar } from "./scalar.ts";
import { literalsOf, type Test } from "./unary.ts";

const FALSE: Scalar = { type: "boolean", value: false };
const TRUE: Scalar = { type: "boolean", value: true };

export interface Cuts {
  /** The values listed, which come first among texts. */
  readonly values: readonly Scalar[];
  readonly literals: readonly Scalar[];
  readonly hasOrderedText: boolean;
  readonly hasIntegers: boolean;
}

/** A part for each of the types, then one for all others, then null. */
export function partsOf(types: ReadonlySet<Part["type"]>, cuts: Cuts): Part[] {
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

export function isTextRange(test: Test): boolean {
  return test.kind === "range" && literalsOf(test).some(({ type }) => type === "string");
}
