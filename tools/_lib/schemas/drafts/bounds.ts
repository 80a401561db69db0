/** The keywords of a bound: a number each since draft-06, number and flag before. */
export const BOUNDS = [
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
] as const;
