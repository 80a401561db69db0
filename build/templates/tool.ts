import { Type } from "@sinclair/typebox";
import { defineTool, done, fail } from "../../tools/_core/tool.ts";

const INPUT = Type.Object({
  input: Type.String({ description: "The text" }),
});

const VALUE = Type.Object({
  characters: Type.Integer({ description: "Code points of the text", minimum: 0 }),
});

const FAILURES = { TEXT_EMPTY: "There is no text" } as const;

export default defineTool({
  id: "new-unit",
  name: "New Unit",
  category: "Text",
  description: "Says in one sentence what it does for its user.",
  keywords: ["first", "second", "third"],
  aliases: [],
  version: "2026-11-20",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "count",
  failures: FAILURES,
  warnings: {},
  intents: [
    "what somebody types who needs this",
    "the same in other words",
    "the same with the words of a beginner",
    "the same as an agent would ask it",
    "auf Deutsch gefragt",
    "preguntado en español",
  ],
  effort: 1,

  laws: [
    {
      name: "a space more is one character more",
      holds(run, { input = "" }) {
        const before = run({ input }).value?.characters ?? 0;
        return run({ input: `${input} ` }).value?.characters === before + 1;
      },
    },
  ],
  examples: [
    {
      title: "A short text",
      input: { input: "abc" },
      expect: { output: "write here what the text must become", value: { characters: 3 } },
    },
    {
      title: "No text",
      input: { input: "" },
      expect: { ok: false, error: { code: "TEXT_EMPTY" } },
    },
  ],

  run({ input }) {
    if (input === "") {
      return fail({
        code: "TEXT_EMPTY",
        path: "/input",
        message: "Cannot count characters: found no text, expected one character at least",
      });
    }
    return done({ output: input, value: { characters: [...input].length } });
  },
});
