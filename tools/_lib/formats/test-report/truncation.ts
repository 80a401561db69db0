/** How a report with another number of tests than it declares is cut. */
export function cutAt(declared: number | undefined, found: number): string | undefined {
  return declared === undefined || declared === found
    ? undefined
    : `${declared} tests declared, ${found} found`;
}
