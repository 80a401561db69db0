/** Forms in which values that are spelled differently are equal. */

export function lowerCase(value: string): string {
  return value.toLowerCase();
}

/** Numbers are written with and without spaces, dots, hyphens, slashes and parentheses. */
export function compact(value: string): string {
  return value.replace(/[^A-Za-z0-9+]/g, "").toUpperCase();
}
