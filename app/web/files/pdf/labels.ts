/** Which number a page shows. */
import type { PageNumbers } from "./assemble.ts";

/** Undefined for a page that shows none. */
export function numberOn(
  { start, from }: Pick<PageNumbers, "start" | "from">,
  page: number,
): number | undefined {
  return page < from ? undefined : start + page - from;
}

/** How contents pages name a page: as it is printed on it, where a number is. */
export function labelOf(numbers: PageNumbers | null, page: number): string {
  return String((numbers && numberOn(numbers, page)) ?? page);
}
