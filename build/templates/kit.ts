import { Type } from "@sinclair/typebox";
import { defineKit } from "../../kits/_core/kit.ts";
import { kitValue } from "../../kits/_core/kit-value.ts";
import { KitReport } from "../../kits/_core/report.ts";
import { failOnField } from "../../tools/_lib/results/review/shapes.ts";
import tidy from "../../tools/whitespace-normalizer.ts";

/** In their order, each with the tool that does it; null for the kit's own work. */
const STAGES = { tidy, look: null } as const;

const INPUT = Type.Object({
  input: Type.String({ description: "The text" }),
  failOn: failOnField("error"),
});

const VALUE = kitValue(
  { text: Type.String({ description: "The text in order" }) },
  { characters: Type.Integer({ description: "UTF-16 code units of the text", minimum: 0 }) },
);

const FAILURES = {
  TEXT_BLANK: "The text is nothing but white space",
  NEW_UNIT_FAILED: "The gate is set, and a finding closes it",
} as const;

export default defineKit({
  id: "new-unit",
  name: "New Unit",
  category: "Text",
  description: "Says in one sentence what it does for its user.",
  keywords: ["first", "second", "third"],
  aliases: [],
  version: "2026-11-20",
  uses: [tidy],

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "review",
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
  effort: 2,

  laws: [
    {
      name: "a text in order stays as it is",
      holds(run, input) {
        const text = run({ ...input, failOn: "none" }).value?.text ?? "";
        return run({ input: text, failOn: "none" }).value?.text === text;
      },
    },
  ],
  examples: [
    {
      title: "White space at the end",
      input: { input: "one  \ntwo" },
      expect: { output: "write here what the text must become", value: { verdict: "pass" } },
    },
    {
      title: "Nothing but white space",
      input: { input: " \n " },
      expect: { ok: false, error: { code: "NEW_UNIT_FAILED" }, value: { verdict: "fail" } },
    },
  ],

  run({ input, failOn }, ctx) {
    const report = new KitReport("new-unit", "New Unit", STAGES);
    const tidied = ctx.step(tidy, { input });
    const text = tidied.output ?? "";
    if (tidied.ok) {
      report.done("tidy", `${input.length - text.length} characters less`);
      report.done("look", `${text.length} characters`);
      if (text.trim() === "") {
        const message = "Cannot review the text: found only white space, expected a word";
        report.find("error", "look", { code: "TEXT_BLANK", message, path: "/input" });
      }
    } else report.stop("tidy", tidied.errors ?? []);

    return report.conclude({
      value: { text },
      counts: { characters: text.length },
      output: text,
      failOn,
    });
  },
});
