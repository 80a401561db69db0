/** "1 day", "0 days": a number and its word, which has an s unless the number is 1. */
export function counted(count: number | string, unit: string): string {
  return `${count} ${unit}${String(count) === "1" ? "" : "s"}`;
}

/** The name of a type behind its article, "an array"; null has none. */
export function withArticle(type: string): string {
  if (type === "null") return type;
  return `${/^[aio]/.test(type) ? "an" : "a"} ${type}`;
}
