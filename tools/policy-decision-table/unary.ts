/** What a cell may say of a value, as the unary tests of FEEL do. */
import { compareScalars, type Ordered, type Scalar } from "./scalar.ts";

interface Bound {
  readonly value: Ordered;
  readonly closed: boolean;
}

export type Test =
  | { readonly kind: "any" }
  | { readonly kind: "equal" | "unequal"; readonly value: Scalar }
  | { readonly kind: "range"; readonly lower?: Bound; readonly upper?: Bound }
  /** One of them, or none of them. */
  | { readonly kind: "some" | "not"; readonly tests: readonly Test[] };

export const ANY: Test = { kind: "any" };

/** The test of a literal. */
export function equals(value: Scalar): Test {
  return { kind: "equal", value };
}

/** Every test within a test, and the test itself. */
export function* testsIn(test: Test): Generator<Test> {
  yield test;
  if (test.kind !== "some" && test.kind !== "not") return;
  for (const inner of test.tests) yield* testsIn(inner);
}

/** The literals of a test. */
export function literalsOf(test: Test): readonly Scalar[] {
  if (test.kind === "equal" || test.kind === "unequal") return [test.value];
  if (test.kind !== "range") return [];
  return [test.lower, test.upper].flatMap((bound) => (bound ? [bound.value] : []));
}

/** Whether a range has no value between its ends. */
export function isEmptyRange(test: Test): boolean {
  if (test.kind !== "range" || !test.lower || !test.upper) return false;
  const order = compareScalars(test.lower.value, test.upper.value);
  return order > 0 || (order === 0 && !(test.lower.closed && test.upper.closed));
}
