import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseYaml } from "../../../tools/_lib/formats/yaml/stream.ts";
import { eventsOf, libraryEventsOf } from "../../support/yaml-events.ts";
import { yamlText } from "../../support/yaml-text.ts";
import { comments, format, layout, run, type Value } from "../../support/yaml-format.ts";

describe("laws over generated documents", () => {
  test("formatting is idempotent and keeps events, comments and data", () => {
    fc.assert(
      fc.property(yamlText, layout, (text, options) => {
        const output = format(text, options);
        expect(format(output, options)).toBe(output);
        expect(eventsOf(output)).toEqual(eventsOf(text) ?? []);
        expect(comments(output)).toEqual(comments(text));
        expect(run(output).value).toEqual(run(text).value as Value);
      }),
    );
  });

  test("an independent reader that understands the text as we do finds the same events after it", () => {
    fc.assert(
      fc.property(yamlText, layout, (text, options) => {
        const events = eventsOf(text) ?? [];
        // The library has its own mistakes in some of the documents drawn.
        fc.pre(Bun.deepEquals(libraryEventsOf(text), events));
        expect(libraryEventsOf(format(text, options))).toEqual(events);
      }),
    );
  });

  test("no line ends in a blank, no two lines in a row are blank, and none at either end", () => {
    fc.assert(
      fc.property(yamlText, layout, (text, options) => {
        // Empty lines of a text's content stay as many as they are.
        fc.pre(!/[|>]/.test(text) && !eventsOf(text)?.some((event) => event.includes("\\n\\n")));
        expect(format(text, options)).not.toMatch(/[^\\][ \t]\n|\n\n\n|^\n|\n\n$/);
      }),
    );
  });

  test("the JSON of the formatted text is the JSON of the text", () => {
    fc.assert(
      fc.property(yamlText, (text) => {
        const [before, after] = [text, format(text)].map((input) => run(input, { action: "json" }));
        expect(after?.output).toBe(before?.output as string);
        expect(after?.ok).toBe(before?.ok as boolean);
      }),
    );
  });

  test("sorting is idempotent, keeps the comments, and the data where no key is repeated", () => {
    fc.assert(
      fc.property(yamlText, layout, (text, options) => {
        const sorted = format(text, { ...options, action: "sort" });
        expect(format(sorted, { ...options, action: "sort" })).toBe(sorted);
        expect(comments(sorted).toSorted()).toEqual(comments(text).toSorted());
        const { value, warnings = [] } = run(text);
        if (warnings.some(({ code }) => code === "DUPLICATE_KEY")) return;
        expect(run(sorted).value?.documents).toEqual(value?.documents as unknown[]);
      }),
    );
  });

  test("sorting does not depend on the order of the entries", () => {
    const entry = fc.tuple(
      fc.stringMatching(/^[a-z]{1,2}$/),
      fc.constantFrom("1", "{b: 1, a: 2}", "\n  y: 1\n  x: 2", "|\n  text", "&A{} 1", "[*A]"),
    );
    const entries = fc.uniqueArray(entry, { selector: ([key]) => key, maxLength: 8 });
    const orders = entries.chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
      ),
    );
    fc.assert(
      fc.property(orders, fc.boolean(), (lists, spaced) => {
        const texts = lists.map((list) => {
          const lines = list.map(
            ([key, value]) => `# of ${key}\n${key}: ${value.replace("&A{}", `&A${key}`)}`,
          );
          return `A: &A 0\n${lines.join(spaced ? "\n\n" : "\n")}\n`;
        });
        const [first, second] = texts.map((text) => format(text, { action: "sort" }));
        expect(first).toBe(second as string);
      }),
    );
  });

  test("a document cut anywhere is valid, or fails no further than where it was cut", () => {
    fc.assert(
      fc.property(yamlText, fc.nat(), (text, cut) => {
        const start = text.slice(0, cut % (text.length + 1));
        const [problem] = parseYaml(start).problems;
        if (problem?.code === "YAML_SYNTAX")
          expect(problem.offset).toBeLessThanOrEqual(start.length);
      }),
    );
  });
});

const TOKENS = [
  ..."ab~1#'\"[]{},|>-?:@\\",
  ..."\n\n\n\t ",
  ..."c: |d:|- |? |: |&a |&b |*a|  |# c| # c|---|...|!!str |!t |<<: |no|x: y|- z\n|\n  |\n---\n|'it''s'|{a: 1}|[x, y]".split(
    "|",
  ),
  "|-",
  "|+\n",
  ">2",
  "\r\n",
  "\ufeff",
  "%YAML 1.2\n---\n",
  '"a\n  b"',
  ": |\n  t\n",
];

test("a text of any tokens, where it is YAML, keeps its events and comments when formatted", () => {
  const text = fc
    .array(fc.constantFrom(...TOKENS), { maxLength: 12 })
    .map((tokens) => tokens.join(""));
  fc.assert(
    fc.property(text, layout, (input, options) => {
      const events = eventsOf(input);
      if (events === undefined) return;
      const output = format(input, options);
      expect(eventsOf(output)).toEqual(events);
      expect(comments(output)).toEqual(comments(input));
      expect(format(output, options)).toBe(output);
    }),
    { numRuns: 10_000, examples: [["&a # b\n  ---", { indent: 2, indentSequences: true }]] },
  );
});
