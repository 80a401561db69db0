/** Scrolls texts to places that have been shown before. */
import type { Place } from "./findings-of.ts";

/** Lines above a place that stay in sight. */
const ABOVE = 4;

export function reveal(places: readonly Place[]): void {
  for (const { name, line } of places) {
    const holder = document.querySelector(`#text-${CSS.escape(name)}`);
    const area = holder?.querySelector("textarea");
    const rows = holder?.querySelector(".rows");
    if (!area || !rows) continue;
    const height = Number.parseFloat(getComputedStyle(area).lineHeight);
    // Of a long text only the lines in sight are drawn, each one row high.
    const row = rows.querySelector(`[data-n="${line}"]`);
    const top = row
      ? row.getBoundingClientRect().top - rows.getBoundingClientRect().top + rows.scrollTop
      : (line - 1) * height;
    area.scrollTop = Math.max(0, top - ABOVE * height);
  }
}
