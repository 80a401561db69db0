/** `bun run new tool|kit ID`: writes a unit with an example that fails until the unit does its work. */
import { argv, file, write } from "bun";

const [kind, id] = argv.slice(2);

if ((kind !== "tool" && kind !== "kit") || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id ?? "")) {
  console.error("usage: bun run new tool|kit ID (lower case, words joined by hyphens)");
  process.exit(2);
}

const target = `${kind}s/${id}.ts`;
if (await file(target).exists()) {
  console.error(`${target} exists already`);
  process.exit(1);
}

const name = (id as string)
  .split("-")
  .map((word) => (word[0] ?? "").toUpperCase() + word.slice(1))
  .join(" ");
const today = new Date().toISOString().slice(0, 10);

const HEAD = `  id: "${id}",
  name: "${name}",
  category: "Developer",
  description: "Says in one sentence what it does for its user.",
  keywords: [],
  aliases: [],
  version: "${today}",
`;
const TAIL = `
  intents: [],
  effort: 1,

  laws: [],
  examples: [
    {
      title: "What it gives for a small input",
      input: { input: "a" },
      expect: { output: "write the expected output here" },
    },
  ],
`;

const TEXTS = {
  tool: `import { Type } from "@sinclair/typebox";
import { defineTool, done } from "./_core/tool.ts";

export default defineTool({
${HEAD}
  input: Type.Object({
    input: Type.String({ description: "The text" }),
  }),
  primary: "input",
  value: Type.Object({}),
  verb: "run",
  failures: {},
  warnings: {},${TAIL}
  run({ input }) {
    return done({ output: input, value: {} });
  },
});
`,
  kit: `import { Type } from "@sinclair/typebox";
import { defineKit } from "./_core/kit.ts";
import { failOnField, kitValue } from "./_core/kit-value.ts";
import { KitReport } from "./_core/report.ts";

/** In their order, each with the tool that does it; null for the kit's own work. */
const STAGES = { look: null } as const;

export default defineKit({
${HEAD}  uses: [],

  input: Type.Object({
    input: Type.String({ description: "The text" }),
    failOn: failOnField("error"),
  }),
  primary: "input",
  value: kitValue({}, {}),
  verb: "run",
  failures: {
    ${(id as string).replaceAll("-", "_").toUpperCase()}_FAILED: "The gate is set, and a finding closes it",
  },
  warnings: {},${TAIL}
  run({ input, failOn }) {
    const report = new KitReport("${id}", STAGES);
    report.done("look", \`\${input.length} characters\`);
    return report.conclude({ value: {}, counts: {}, output: input, failOn });
  },
});
`,
};

await write(target, TEXTS[kind]);
console.log(
  `${target} is there; its example fails until it is right: bun run registry && bun test tests/laws`,
);
