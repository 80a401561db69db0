/** What is drawn in the gutter beside a line, and below a column. */
export interface Mark {
  readonly line: number;
  readonly column?: number | undefined;
  readonly kind: "bad" | "note" | "info";
}
