import { isBlankText } from "./blanks.ts";

/** The line behind front matter: `---` on the first line, something on the second, and a closing line. */
export function frontMatterEnd(lines: readonly string[]): number {
  if (!/^---[ \t]*$/.test(lines[0] ?? "") || isBlankText(lines[1] ?? "")) return 0;
  return lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(line)) + 1;
}
