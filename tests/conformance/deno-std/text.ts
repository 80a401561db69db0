import type { RunRequest } from "../../../app/run/types.ts";
import { failed, passed, skipped, type Suite } from "../suite.ts";

interface Row {
  readonly id: string;
  readonly file: string;
  readonly fn: string;
  readonly args: readonly [text: string, options?: Readonly<Record<string, unknown>>];
  readonly expect: string;
}

/** The request for a row, or why no tool's text covers it. */
type Adapter = (input: string, options: Readonly<Record<string, unknown>>) => RunRequest | string;

const inCase =
  (name: string): Adapter =>
  (input, { trailingCase = "lower", exclude, locale = "" }) => {
    if (trailingCase !== "lower" || exclude !== undefined) return "no such option";
    if (locale === true) return "the locale of the host";
    const fields = { input, case: name, locale: String(locale).slice(0, 2) };
    return { tool_id: "case-converter", input: fields };
  };

const title: Adapter = (input, options) =>
  // Without white space a title is read as an identifier, with other capitals as a name to keep.
  /^\S+[A-Z]|ﬆ/.test(input) || /^\S+$/.test(input)
    ? "an identifier, split into words first"
    : inCase("title")(input, options);

const sentence: Adapter = (input, options) =>
  /^\S+$/.test(input)
    ? "an identifier, split into words first"
    : inCase("sentence")(input, options);

const slug: Adapter = (input, options) => {
  if (input === "") return "an empty slug is empty here";
  if ("strip" in options) return "no option strip";
  if (/\n/.test(input)) return "each line is a title of its own";
  return {
    tool_id: "slug-generator",
    input: { input, unicode: true, symbols: false, decamelize: false },
  };
};

const ADAPTERS: Readonly<Record<string, Adapter>> = {
  toCamelCase: inCase("camel"),
  toKebabCase: inCase("kebab"),
  toSnakeCase: inCase("snake"),
  toConstantCase: inCase("constant"),
  toSentenceCase: sentence,
  toTitleCase: title,
  slugify: slug,
};

/** Judges the cases and slugs of @std/text. */
const suite: Suite = {
  name: "deno-std",
  tools: ["case-converter", "slug-generator"],
  floor: { passed: 14, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const { id, file, fn, args, expect } = JSON.parse(line) as Row;
      const adapter = ADAPTERS[fn];
      if (!file.startsWith("text/") || !adapter) continue;
      const request = adapter(args[0], args[1] ?? {});
      if (typeof request === "string") {
        yield skipped(id, request);
        continue;
      }
      const { output = "" } = await run(request);
      yield output === expect ? passed(id) : failed(id, `${output}, expected ${expect}`);
    }
  },
};
export default suite;
