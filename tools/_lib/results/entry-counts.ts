import type { Entry } from "../../_core/tool.ts";
import type { WarningList } from "./entry-list.ts";

/** Adds what another list holds of one code, those that it counted and left out included. */
export function addCounted<C extends string>(
  list: WarningList<C>,
  code: C,
  entries: readonly Entry<C | "WARNINGS_TRUNCATED">[],
): void {
  for (const entry of entries) {
    const times = entry.code === "WARNINGS_TRUNCATED" ? Number(entry.received) : 1;
    for (let time = 0; time < times; time++) list.add(code, () => entry);
  }
}
