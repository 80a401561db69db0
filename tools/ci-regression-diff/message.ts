const QUOTED = /"[^"\n]*"|'[^'\n]*'|`[^`\n]*`/g;
const HEXADECIMAL = /\b0x[0-9a-f]+\b|\b(?=[a-f]*[0-9])[0-9a-f]{8,}\b/gi;
const DIGITS = /[0-9]+/g;

/** Whether two failures have different reasons, beside numbers, addresses and quoted paths. */
export function differInReason(before: string, after: string): boolean {
  return before !== after && masked(before) !== masked(after);
}

function masked(message: string): string {
  return message
    .replace(QUOTED, (quoted) => (/[/\\]/.test(quoted) ? "#" : quoted))
    .replace(HEXADECIMAL, "#")
    .replace(DIGITS, "#");
}
