/** Values that fit two branches of a `oneOf`, and so do not fit it. */
import type { Outcome } from "./outcome.ts";
import type { Matched } from "./partners.ts";
import type { Shape } from "./shape.ts";
import type { Side } from "./sides.ts";
import { areToldApart } from "./told-apart.ts";

/** A value that fitted one branch may fit another one, too, that is new or accepts more than it did. */
export function compareOverlap(was: Side, is: Side, matched: Matched, outcome: Outcome): void {
  const [old, now] = [was.shapes.length, is.shapes.length];
  if (matched.areSame && now === old) return;
  const mayGrow = now > old || (now === old && matched.backward);
  const mayShrink = old > now || (now === old && matched.forward);
  const isApart = (!mayGrow || areToldApart(is.shapes)) && (!mayShrink || areToldApart(was.shapes));
  if (!isApart) outcome.warnings.push({ code: "ONE_OF_OVERLAP", path: is.path });
}

/** As above, for a list in the place of what is one of its branches. */
export function warnOfOverlap({ combiner, shapes, path }: Side, outcome: Outcome): void {
  if (combiner === "oneOf" && !areToldApart(shapes))
    outcome.warnings.push({ code: "ONE_OF_OVERLAP", path });
}

/** Equal branches are taken for one, though what fits both fits not exactly one. */
export function compareTwins(before: Shape, after: Shape, outcome: Outcome): void {
  if (before.twins.length + after.twins.length === 0) return;
  const idsOf = ({ twins, version }: Shape) =>
    twins.map((node) => version.ids.idOf(node)).toSorted((left, right) => left - right);
  if (idsOf(before).join() !== idsOf(after).join())
    outcome.warnings.push({ code: "ONE_OF_OVERLAP", path: "/oneOf" });
}
