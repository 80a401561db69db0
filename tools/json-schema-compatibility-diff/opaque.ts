import type { Outcome } from "./outcome.ts";
import type { Shape } from "./shape.ts";

/** A keyword with one schema that either stays as it is or cannot be compared. */
export function compareOpaque(
  keyword: string,
  before: Shape,
  after: Shape,
  outcome: Outcome,
): void {
  const [was, is] = [before.part(keyword), after.part(keyword)];
  if (was === undefined && is === undefined) return;
  if (was !== undefined && is !== undefined && outcome.verdictOfSuccessor(was, is).same) return;
  outcome.notCompared(`/${keyword}`, { before: was?.chain[0], after: is?.chain[0] });
}
