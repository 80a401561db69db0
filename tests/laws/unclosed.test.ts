/** A quote or bracket that is not closed is reported where the reading fails, and where it opens. */
import { describe, expect, test } from "bun:test";
import type { Entry } from "../../tools/_core/tool.ts";
import { runUnit, units } from "../support/run-unit.ts";

/** Texts whose reading fails far behind `«`, where what is not closed opens; the mark itself is taken out. */
const UNCLOSED: Readonly<Record<string, string>> = {
  "a quote in YAML": 'server:\n  name: «"open\n  port: 80\nother: x\n',
  "a bracket in YAML": "server:\n  list: «[1,\n    2\nother: x\n",
  "a brace in YAML": "server: «{ a: 1,\n  b: 2\n",
  "a quote in YAML that a later one closes": 'a: «"open\n  b: "other"\n',
  "a bracket in JSON": '{"a": «[1, 2, 3',
  "a brace in JSON": '{"a": «{"b": 1,\n"c": [1, 2]\n',
  "a quote in JSON": '{"a": {"b": «"open\n',
  "a bracket in TOML": "[table]\na = «[1,\n  2\nb = 3\n",
  "three quotes in TOML": '[table]\na = «"""open\nb = 3\n',
};
const SYNTAX = /^(?:YAML|JSON|TOML)_SYNTAX$/;

const isReader = (unit: (typeof units)[number]): boolean =>
  Object.keys(unit.failures).some((code) => SYNTAX.test(code));

let checked = 0;

for (const unit of units.filter(isReader)) {
  describe(unit.id, () => {
    test.each(Object.entries(UNCLOSED))("%s", (name, marked) => {
      const notation = name.split(" ").find((word) => SYNTAX.test(`${word}_SYNTAX`));
      const text = marked.replace("«", "");
      const before = marked.slice(0, marked.indexOf("«")).split("\n");
      const [line, column] = [before.length, (before.at(-1) ?? "").length + 1];
      for (const field of Object.keys(unit.input.properties)) {
        const { errors = [] } = runUnit(unit, { ...givenIn(unit), [field]: text });
        for (const entry of errors.filter((one) => isOf(one, field, `${notation}_SYNTAX`))) {
          expect({ field, code: entry.code, related: entry.related }).toEqual({
            field,
            code: entry.code,
            related: [{ line, column, message: expect.stringMatching(/opens here$/) }],
          });
          checked++;
          expect([entry.line, entry.column]).not.toEqual([line, column]);
        }
      }
    });
  });
}

test("the texts are read by many", () => {
  expect(checked).toBeGreaterThan(300);
});

/** An input that is whole, so that nothing but the text is at fault. */
function givenIn(unit: (typeof units)[number]): object {
  const [example] = unit.examples;
  const input = example?.input ?? {};
  return typeof input === "string" ? { [unit.primary]: input } : input;
}

/** Whether the entry is about the text of the field, read in its own notation. */
function isOf(entry: Entry, field: string, code: string): boolean {
  return entry.code === code && entry.path === `/${field}` && entry.line !== undefined;
}
