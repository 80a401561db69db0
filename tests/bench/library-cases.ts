/** The tools beside the libraries that a program would use instead: what both are called with, and what they share. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { CronExpressionParser } from "cron-parser";
import { Cron } from "croner";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { search } from "jmespath";
import { jsonpath } from "json-p3";
import * as jsYaml from "js-yaml";
import Papa from "papaparse";
import { parse as parseToml, stringify as stringifyToml } from "smol-toml";
import { parse as parseYaml, parseDocument } from "yaml";
import manifest from "../../package.json";
import { pieces } from "../support/growing.ts";
import { type Installed, load } from "../support/npm-packages.ts";

export interface Case {
  readonly tool: string;
  /** With its version. */
  readonly library: string;
  readonly lacks: string;
  /** Of about so many characters; undefined where one size is all there is. */
  readonly text: (length: number) => string;
  readonly sized: boolean;
  readonly input: (text: string) => object;
  readonly call: (text: string) => unknown;
  /** Throws where the two differ in what both tell. */
  readonly agree: (result: Result, answer: unknown) => void;
}

/** What a tool gives, as far as it is compared. */
export interface Result {
  readonly output: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Installed from npm when the comparison runs, as nothing else here needs them. */
export const PACKAGES = [
  "jsonrepair@3.15.0",
  "turndown@7.2.5",
  "curlconverter@4.12.0",
  "jq-web@0.6.2",
  "xml-formatter@3.7.0",
];

const versions: Readonly<Record<string, string>> = {
  ...manifest.devDependencies,
  ...manifest.dependencies,
};
const here = (name: string): string => `${name} ${versions[name]}`;
const there = (name: string): string =>
  PACKAGES.find((one) => one.startsWith(`${name}@`))?.replace("@", " ") ?? name;

function expectSame(one: unknown, other: unknown): void {
  if (!Bun.deepEquals(one, other)) {
    const [left, right] = [one, other].map((value) => String(JSON.stringify(value)).slice(0, 200));
    throw new Error(`Not the same: ${left} and ${right}`);
  }
}

const WORDS = "river stone paper light garden letter window number answer summer".split(" ");
const word = (index: number): string => WORDS[(index * 7 + (index >> 3)) % WORDS.length] ?? "";
const record = (index: number) =>
  `"id":${index},"name":"${word(index)} ${index % 97}","price":${index / 4},"on":${index % 2 === 0}`;

const jsonText = (length: number): string =>
  pieces(length, (index) => `{${record(index)}},`, "[", "{}]").replace(",{}]", "]");

/** Parses to the same and keeps what there was to keep. */
const agreeBy =
  (parse: (text: string) => unknown) =>
  ({ output }: Result, answer: unknown): void =>
    expectSame(parse(output), parse(answer as string));

const byJson = agreeBy((text) => JSON.parse(text));

/** The packages that come with this repository. */
const DOCUMENTS: readonly Case[] = [
  {
    tool: "json-formatter",
    library: "JSON.parse and JSON.stringify",
    lacks: "numbers as written, equal keys, positions, counts",
    sized: true,
    text: jsonText,
    input: (input) => ({ input }),
    call: (text) => JSON.stringify(JSON.parse(text), null, 2),
    agree: byJson,
  },
  {
    tool: "yaml-formatter",
    library: here("yaml"),
    lacks: "the value beside the text, counts",
    sized: true,
    text: yamlText,
    input: (input) => ({ input }),
    call: (text) => parseDocument(text).toString(),
    agree: agreeBy((text) => parseYaml(text)),
  },
  {
    tool: "yaml-formatter",
    library: here("js-yaml"),
    lacks: "comments, styles, anchors, counts",
    sized: true,
    text: yamlText,
    input: (input) => ({ input }),
    call: (text) => jsYaml.dump(jsYaml.load(text)),
    agree: agreeBy((text) => parseYaml(text)),
  },
  {
    tool: "toml-formatter",
    library: here("smol-toml"),
    lacks: "comments, order, numbers as written, counts",
    sized: true,
    text: (length) =>
      pieces(
        length,
        (index) => `[[item]]\nid = ${index}\nname = "${word(index)}"\nprice = ${index}.25\n`,
        "# stock\n",
      ),
    input: (input) => ({ input }),
    call: (text) => stringifyToml(parseToml(text)),
    agree: agreeBy((text) => parseToml(text)),
  },
  {
    tool: "csv-to-json",
    library: here("papaparse"),
    lacks: "columns, ragged rows with positions, counts",
    sized: true,
    text: (length) =>
      pieces(
        length,
        (index) => `${index},"${word(index)}, ""new""",${index / 4}\r\n`,
        "id,name,price\r\n",
      ),
    input: (input) => ({ input }),
    call: (text) =>
      JSON.stringify(Papa.parse(text, { header: true, skipEmptyLines: true }).data, null, 2),
    agree: byJson,
  },
];

function yamlText(length: number): string {
  return pieces(
    length,
    (index) => `- id: ${index}\n  name: "${word(index)}" # new\n  tags: [a, b${index}]\n`,
    "# stock\n",
  );
}

const SCHEMA = {
  type: "array",
  items: {
    type: "object",
    properties: {
      id: { type: "integer", minimum: 0 },
      name: { type: "string", minLength: 1, maxLength: 40 },
      price: { type: "number" },
      on: { type: "boolean" },
    },
    required: ["id", "name"],
    additionalProperties: false,
  },
};
const schema = JSON.stringify(SCHEMA);
const ajv = new Ajv2020({ allErrors: true });
const compiled = ajv.compile(SCHEMA);

const VALIDATION = {
  tool: "json-schema-validator",
  lacks: "positions in the text, equal keys, counts",
  sized: true,
  text: jsonText,
  input: (data: string) => ({ schema, data }),
  agree: ({ value }: Result, answer: unknown) => expectSame(value["valid"], answer),
};

const VALUES: readonly Case[] = [
  {
    ...VALIDATION,
    library: `${here("ajv")}, compiles the schema`,
    call: (text) => {
      const parsed = JSON.parse(schema) as object;
      const valid = ajv.compile(parsed)(JSON.parse(text));
      ajv.removeSchema(parsed);
      return valid;
    },
  },
  {
    ...VALIDATION,
    library: `${here("ajv")}, compiled once`,
    call: (text) => compiled(JSON.parse(text)),
  },
  {
    tool: "json-query",
    library: here("jmespath"),
    lacks: "numbers as written, positions of errors",
    sized: true,
    text: jsonText,
    input: (input) => ({ input, language: "jmespath", query: "[?on].{n: name, p: price}" }),
    call: (text) => JSON.stringify(search(JSON.parse(text), "[?on].{n: name, p: price}"), null, 2),
    agree: byJson,
  },
  {
    tool: "json-query",
    library: here("json-p3"),
    lacks: "numbers as written",
    sized: true,
    text: jsonText,
    input: (input) => ({ input, language: "jsonpath", query: "$[?@.price > 2].name" }),
    call: (text) =>
      JSON.stringify(jsonpath.query("$[?@.price > 2].name", JSON.parse(text)).values(), null, 2),
    agree: ({ value }, answer) => expectSame(value["results"], JSON.parse(answer as string)),
  },
  {
    tool: "token-counter",
    library: here("gpt-tokenizer"),
    lacks: "characters, words, cost, share of the context",
    sized: true,
    text: (length) =>
      pieces(length, (index) => `The ${word(index)} of ${index} ${word(index + 5)}s, again. `),
    input: (text) => ({ text, encoding: "o200k_base" }),
    call: (text) => countTokens(text),
    agree: ({ value }, answer) => expectSame(value["tokens"], answer),
  },
  ...[
    { library: "cron-parser", call: cronParserRuns },
    { library: "croner", call: cronerRuns },
  ].map(({ library, call }): Case => ({
    tool: "cron-parser",
    library: here(library),
    lacks: "fields, time zone rules of its own",
    sized: false,
    text: () => "*/15 9-17 * * 1-5",
    input: (expression) => ({ expression, from: FROM, count: RUNS }),
    call,
    agree: ({ output }, answer) => expectSame(output.split("\n"), answer),
  })),
];

const FROM = "2026-01-02T09:30:00Z";
const RUNS = 10;
const isoOf = (date: Date | null): string => (date?.toISOString() ?? "").replace(".000Z", "Z");

function cronParserRuns(text: string): string[] {
  const expression = CronExpressionParser.parse(text, { currentDate: FROM, tz: "UTC" });
  return expression.take(RUNS).map((date) => isoOf(date.toDate()));
}

function cronerRuns(text: string): string[] {
  return new Cron(text, { timezone: "UTC" }).nextRuns(RUNS, FROM).map(isoOf);
}

interface Repairs {
  jsonrepair(text: string): string;
}
interface Turndown {
  readonly default: new (options: object) => { turndown(html: string): string };
}
interface Curls {
  toJavaScript(command: string): string;
}
interface Jq {
  readonly default: Promise<{ json(value: unknown, filter: string): unknown }>;
}
interface Xml {
  readonly default: (xml: string, options: object) => string;
}

/** Those that were installed for this. */
async function installedCases(packages: Installed): Promise<Case[]> {
  const { jsonrepair } = await load<Repairs>(packages, "jsonrepair");
  const { default: Service } = await load<Turndown>(packages, "turndown");
  const { toJavaScript } = await load<Curls>(packages, "curlconverter");
  const { default: formatXml } = await load<Xml>(packages, "xml-formatter");
  const jq = await (await load<Jq>(packages, "jq-web")).default;
  const turndown = new Service({ headingStyle: "atx", bulletListMarker: "-" });
  return [
    {
      tool: "json-repair",
      library: there("jsonrepair"),
      lacks: "a list of repairs with positions and certainty",
      sized: true,
      text: (length) =>
        pieces(length, (index) => `{${record(index).replaceAll('"', "'")},},`, "[", "]"),
      input: (input) => ({ input }),
      call: (text) => JSON.stringify(JSON.parse(jsonrepair(text)), null, 2),
      agree: byJson,
    },
    {
      tool: "html-to-agent-markdown",
      library: there("turndown"),
      lacks: "links, headings, metadata, what was left out, tokens",
      sized: true,
      text: htmlText,
      input: (input) => ({ input, content: "full" }),
      call: (text) => turndown.turndown(text),
      agree: ({ output }, answer) => expectSame(wordsOf(output), wordsOf(answer as string)),
    },
    {
      tool: "curl-converter",
      library: there("curlconverter"),
      lacks: "the request as data, bytes of the body kept",
      sized: true,
      text: (length) =>
        `curl https://example.com/a -H 'Content-Type: application/json' -d '${jsonText(Math.max(length - 72, 2))}'`,
      input: (input) => ({ input }),
      call: (text) => toJavaScript(text),
      agree: ({ output }, answer) => {
        if (![output, answer as string].every((code) => code.includes("https://example.com/a")))
          throw new Error("Not the same address");
      },
    },
    {
      tool: "json-query",
      library: there("jq-web"),
      lacks: "numbers as written, positions of errors",
      sized: true,
      text: jsonText,
      input: (input) => ({ input, query: JQ_QUERY }),
      call: (text) => JSON.stringify(jq.json(JSON.parse(text), JQ_QUERY), null, 2),
      agree: byJson,
    },
    {
      tool: "xml-formatter",
      library: there("xml-formatter"),
      lacks: "well-formedness with positions, counts",
      sized: true,
      text: (length) =>
        pieces(length, (index) => `<i n="${index}"><b>${word(index)}</b><c/></i>`, "<r>", "</r>"),
      input: (input) => ({ input }),
      call: (text) =>
        formatXml(text, { indentation: "  ", lineSeparator: "\n", collapseContent: true }),
      agree: ({ output }, answer) => expectSame(output.trim(), (answer as string).trim()),
    },
  ];
}

const JQ_QUERY = "map(select(.on) | {n: .name, p: .price})";

const htmlText = (length: number): string =>
  pieces(
    length,
    (index) =>
      `<p>The <b>${word(index)}</b> of <a href="/p/${index}">${word(index + 3)} ${index}</a>.</p>`,
    "<h1>Stock</h1>",
  );

const wordsOf = (text: string): string[] => text.match(/[A-Za-z]\w+/g) ?? [];

export async function casesOf(packages: Installed): Promise<Case[]> {
  const own = [...DOCUMENTS, ...VALUES];
  return packages.failure === undefined ? [...own, ...(await installedCases(packages))] : own;
}
