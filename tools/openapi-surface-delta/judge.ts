/** Gives findings their levels, leaves out what was accepted, and puts the rest in order. */
import { canonicalJson } from "../_lib/json/tree/canonical.ts";
import { pathKey } from "./openapi/surface.ts";
import { type Change, compareChanges, type Finding, textOfFinding } from "./change.ts";
import type { Input } from "../openapi-surface-delta.ts";
import type { Side } from "./facts.ts";
import { RULES } from "./rules.ts";

export interface Judged {
  readonly change: Change;
  /** The document into which the pointer points. */
  readonly side: Side;
}

export function judge(
  findings: readonly Finding[],
  { severity, ignore }: Pick<Input, "severity" | "ignore">,
): Judged[] {
  const accepted = ignore.map(({ id, path, method }) => ({
    id,
    path: path === undefined ? undefined : pathKey(path),
    method: method?.toLowerCase(),
  }));
  const judged = new Map<string, Judged>();
  for (const finding of findings) {
    const own = Object.hasOwn(severity, finding.id) ? severity[finding.id] : undefined;
    const level = own ?? RULES.get(finding.id);
    const { id, method } = finding;
    const path = pathKey(finding.path);
    const isAccepted = accepted.some(
      (entry) =>
        (entry.id ?? id) === id &&
        (entry.path ?? path) === path &&
        (entry.method ?? method) === method,
    );
    if (level === undefined || level === "none" || isAccepted) continue;
    const { place, before, after, ...named } = finding;
    const change: Change = {
      ...named,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
      level,
      text: textOfFinding(finding),
      pointer: place.pointer,
    };
    // What two media types share is one change.
    judged.set(canonicalJson(change), { change, side: place.side });
  }
  return [...judged.values()].toSorted((left, right) => compareChanges(left.change, right.change));
}
