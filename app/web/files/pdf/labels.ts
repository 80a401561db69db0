/** How contents pages name a page: as it is printed on it, where a number is. */
import type { PageNumbers } from "./assemble.ts";

export function numberLabel(numbers: PageNumbers | null, page: number, pages: number): string {
  if (numbers === null || page < numbers.from || pages < numbers.from) return String(page);
  return String(numbers.start + page - numbers.from);
}
