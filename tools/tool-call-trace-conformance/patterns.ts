/** Which tools fit a pattern, found once for each tool. */
import { matchesName } from "../_lib/text/name-pattern.ts";

export class Patterns {
  readonly #known = new Map<string, Map<string, boolean>>();

  fits(pattern: string, tool: string): boolean {
    let tools = this.#known.get(pattern);
    if (tools === undefined) this.#known.set(pattern, (tools = new Map()));
    let fits = tools.get(tool);
    if (fits === undefined) tools.set(tool, (fits = matchesName(pattern, tool)));
    return fits;
  }

  fitsAny(patterns: readonly string[], tool: string): boolean {
    return patterns.some((pattern) => this.fits(pattern, tool));
  }
}
