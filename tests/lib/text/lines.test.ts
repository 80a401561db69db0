import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Unit } from "../../../app/registry-entry.ts";
import { readLines, writeLines } from "../../../tools/_lib/text/lines.ts";
import caseConverter from "../../../tools/case-converter.ts";
import duplicates from "../../../tools/duplicate-line-remover.ts";
import sortLines from "../../../tools/sort-lines.ts";
import { runUnit } from "../../support/run-unit.ts";

const MARK = "\ufeff";
const text = fc
  .array(fc.constantFrom("b", "a", "B", "", "\n", "\r\n", "c d"), { maxLength: 12 })
  .map((parts) => parts.join(""));

test("lines with a byte order mark are written as they were", () => {
  fc.assert(
    fc.property(text, (given) => {
      const read = readLines(MARK + given);
      expect(read.lines).toEqual(readLines(given).lines);
      expect(writeLines(read, read.lines).startsWith(MARK)).toBe(true);
    }),
  );
});

test.each([
  ["sort-lines", sortLines, {}],
  ["duplicate-line-remover", duplicates, {}],
  ["case-converter", caseConverter, {}],
] as const)("%s does the same behind a byte order mark", (_, tool, options) => {
  fc.assert(
    fc.property(text, (given) => {
      const run = (input: string) => runUnit(tool as unknown as Unit, { input, ...options });
      const [plain, marked] = [run(given), run(MARK + given)];
      expect(marked.ok).toBe(plain.ok);
      if (plain.ok) expect(marked.output).toBe(MARK + plain.output);
    }),
  );
});
