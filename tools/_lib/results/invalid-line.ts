import type { Entry } from "../../_core/tool.ts";

/** What action `validate` puts out where it found problems: the first one and where it is. */
export function invalidLine({ message, line, column }: Entry): string {
  return `invalid: ${message}${line === undefined ? "" : ` at line ${line}, column ${column}`}`;
}
