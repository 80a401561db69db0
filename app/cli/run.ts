/** `purebox run TOOL [--field value | --field @FILE]… [FILE|-]`. */
import { isOn, kindOf, readFlags } from "../flags/flags.ts";
import { HelpWanted, UsageError } from "../flags/usage-error.ts";
import { createHost } from "../lanes/host.ts";
import { detailOf, loadDetails } from "../registry.ts";
import { run as runTool } from "../run/run.ts";
import { RESPONSE_MODES } from "../run/types.ts";
import { type Command, JSON_FLAG } from "./command.ts";
import { contentOf } from "./content.ts";
import { fieldFlags, kindOfField, type Properties, targetOf } from "./fields.ts";
import { fillPrimary, readFields } from "./input.ts";
import { printAnswer } from "./print.ts";
import { withProgress } from "./progress.ts";
import { readTerms, TERMS_FLAGS } from "./terms.ts";
import { toolNamed } from "./tool-named.ts";

/** A tool's own field of the same name wins. */
const FLAGS = {
  ...JSON_FLAG,
  mode: {
    value: "MODE",
    words: RESPONSE_MODES,
    about: "a shorter answer, as JSON: compact, output",
  },
  "response-mode": {
    value: "MODE",
    words: RESPONSE_MODES,
    about: "the same, where a field is called mode",
  },
  now: { value: "T", about: "fixes the clock: 2026-01-01T00:00:00Z" },
  seed: { value: "S", about: "fixes what is drawn at random" },
  receipt: { about: "adds hashes that verify can check" },
  out: { value: "DIR", about: "saves the files that a kit makes" },
  force: { about: "with --out: writes over files that are there" },
  ...TERMS_FLAGS,
};

export default {
  usage: "TOOL [--FIELD value | --FIELD @FILE]… [FILE|-]",
  about: "run one tool",
  more: `FILE, or standard input, fills the tool's primary field; \`purebox help TOOL\` has its fields. @FILE and
--FIELD-file FILE read any field from a file, @@ is an @ itself. A flag of a list may be repeated. Where the output is
content, as what base64 decodes, exactly its bytes are written; other text ends with one line feed.`,
  flags: FLAGS,
  examples: [
    ["run json-formatter --sort-keys data.json", "the output goes to standard output"],
    [
      "run hash-generator --algorithms sha256 photo.jpg",
      "bytes of any kind, where the tool takes them",
    ],
    [
      "run business-days-calculator --start 2026-12-01 --end 2026-12-31 --holidays 2026-12-25 --holidays 2026-12-26",
      "",
    ],
    ["run json-schema-validator --schema @schema.json data.json", "a field from a file"],
  ],
  first: "tool",
  run,
} satisfies Command;

async function run([name, ...args]: readonly string[]): Promise<number> {
  if (name === "--help") throw new HelpWanted();
  if (name === undefined || name.startsWith("--")) throw new UsageError("run needs a tool");
  const entry = toolNamed(name);
  await loadDetails();
  const { properties } = detailOf(entry).input_schema;
  const flags = readFlags(args, {
    kindOf(flag) {
      const target = targetOf(properties, flag);
      if (target !== undefined) return kindOfField(target, properties[target.field]);
      return Object.hasOwn(FLAGS, flag) ? kindOf(FLAGS[flag as keyof typeof FLAGS]) : undefined;
    },
    names: () => Object.keys({ ...fieldFlags(properties), ...FLAGS }),
  });
  const own = ownFlags(flags.named, properties);
  const terms = readTerms(own);
  const { input, responseMode } = await readFields(entry, flags);
  await fillPrimary(entry, input, flags.words);
  const folder = own.get("out");
  if (folder !== undefined && entry.kind !== "kit") {
    throw new UsageError(`--out is for kits: ${entry.id} makes no files`);
  }
  // Only in this mode the files are not there.
  const mode = folder !== undefined && responseMode === "output" ? undefined : responseMode;
  const request = {
    tool_id: entry.aliases.includes(name) ? name : entry.id,
    input,
    options: readOptions(own),
    ...(mode === undefined ? {} : { response_mode: mode }),
  };
  const answer = await withProgress(entry.id, () => runTool(request, createHost(), terms));
  if (folder !== undefined) {
    const { saveFiles } = await import("./save-files.ts");
    await saveFiles(answer, folder, { force: isOn(own, "force") });
  }
  const json = isOn(own, "json") || responseMode !== undefined;
  const content = contentOf(entry.id, answer.body.result ?? {}, input);
  return printAnswer(answer, { json, content });
}

/** A tool's own field of the name wins. */
function ownFlags(
  named: ReadonlyMap<string, string>,
  properties: Properties,
): ReadonlyMap<string, string> {
  return new Map([...named].filter(([name]) => targetOf(properties, name) === undefined));
}

function readOptions(own: ReadonlyMap<string, string>): Record<string, unknown> {
  const named = ["now", "seed"].filter((name) => own.has(name));
  return {
    ...Object.fromEntries(named.map((name) => [name, own.get(name)])),
    ...(isOn(own, "receipt") ? { receipt: true } : {}),
  };
}
