/** Tests of several files or binaries, of which some have the same name. */
import type { Attempt } from "./report.ts";

/** An attempt, and the file, binary or project that it belongs to. */
export interface Grouped extends Attempt {
  readonly group: string;
}

/** The attempts with ids as they are; those that occur in several groups have their group before them. */
export function idsByGroup(attempts: readonly Grouped[]): Attempt[] {
  const groups = new Map<string, string>();
  const shared = new Set<string>();
  for (const { id, group } of attempts) {
    if ((groups.get(id) ?? group) !== group) shared.add(id);
    groups.set(id, group);
  }
  return attempts.map(({ group, ...attempt }) => {
    const { id } = attempt;
    return shared.has(id) && group !== "" ? { ...attempt, id: `${group}::${id}` } : attempt;
  });
}
