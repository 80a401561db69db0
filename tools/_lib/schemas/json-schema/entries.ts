import type { Entry } from "../../../_core/tool.ts";
import { orderFindings } from "../../results/finding-order.ts";
import { ErrorList } from "../../results/entry-list.ts";
import type { Violation, ViolationCode } from "./violations.ts";

/** Says what would be right instead; undefined where there is nothing more to say. */
export type HintOf = (violation: Violation) => string | undefined;

/** Violations as findings, in their order; paths begin with the pointer of the checked data. */
export function violationEntries(
  violations: readonly Violation[],
  pointer: string,
  hintOf: HintOf = ({ hint }) => hint,
): Entry<ViolationCode | "ERRORS_TRUNCATED">[] {
  const list = new ErrorList<ViolationCode>();
  for (const violation of violations)
    list.add(violation.code, () => entryOf(violation, pointer, hintOf));
  const entries = list.list();
  const isCount = ({ code }: Entry) => code === "ERRORS_TRUNCATED";
  const found = entries.filter((entry) => !isCount(entry));
  return [...orderFindings(found), ...entries.filter(isCount)];
}

function entryOf(violation: Violation, pointer: string, hintOf: HintOf) {
  const { path, message, expected, received } = violation;
  const hint = hintOf(violation) ?? closestBranch(violation, pointer);
  const detail = { message, path: pointer + path, expected, received };
  return hint === undefined ? detail : { ...detail, hint };
}

/** What keeps the value from the branch of a union that it is closest to: the first with the fewest findings. */
function closestBranch({ branches = [], keyword }: Violation, pointer: string): string | undefined {
  const fewest = Math.min(...branches.flatMap(({ length }) => (length > 0 ? [length] : [])));
  const closest = branches.findIndex(({ length }) => length === fewest);
  const first = branches[closest]?.[0];
  if (first === undefined) return undefined;
  return `Closest is ${keyword}/${closest}: ${first.message}, at ${pointer}${first.path}`;
}
