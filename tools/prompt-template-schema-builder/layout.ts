/** The sections of a prompt, in XML tags or under Markdown headings. */
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { minifyJson } from "../_lib/json/tree/write.ts";
import type { Example } from "./examples.ts";

const RETURN_JSON =
  "Return one JSON value that validates against the JSON Schema below. Return only JSON: no explanation and no Markdown fence.";
const RETURN_TEXT = "Return plain text.";
const PLACEHOLDER = "{{input}}";

/** What the prompt is made of. */
export interface Material {
  readonly task: string;
  readonly rules: readonly string[];
  /** The schema as indented JSON; undefined where the answer is plain text. */
  readonly schema: string | undefined;
  readonly examples: readonly { readonly input: string; readonly output: string }[];
  readonly input: string;
}

export interface Prompt {
  /** All but the input section. */
  readonly system: string;
  readonly user: string;
  /** The number behind all tags; 0 for none. */
  readonly suffix: number;
  /** The field where a closing tag of the prompt was found. */
  readonly collision: string | undefined;
}

/** One rule a line, without its list mark. */
export function readRules(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim().replace(/^(?:[-*]|[0-9]+\.)(?:\s+|$)/, ""))
    .filter((rule) => rule !== "");
}

/** The texts of an example: a text as it is, other values as compact JSON; outputs always as JSON. */
export function exampleTexts({ input, output }: Example): { input: string; output: string } {
  return { input: input.type === "string" ? input.value : compact(input), output: compact(output) };
}

function compact(node: JsonNode): string {
  // Never longer than the field, which is far below the limit of outputs.
  return minifyJson(node) ?? "";
}

/** Sections in XML tags, which get a number where the material holds one of the closing tags. */
export function layOutXml(material: Material): Prompt {
  const { suffix, collision } = freeSuffix(material);
  const tag = (name: string, body: string) => {
    const full = suffix === 0 ? name : `${name}_${suffix}`;
    return `<${full}>\n${body}\n</${full}>`;
  };
  const { task, rules, schema, examples, input } = material;
  const shown = examples.map((example) =>
    tag("example", `${tag("input", example.input)}\n${tag("output", example.output)}`),
  );
  const sections = [
    tag("task", task),
    ...(rules.length === 0 ? [] : [tag("rules", numbered(rules))]),
    tag("output_format", schema === undefined ? RETURN_TEXT : `${RETURN_JSON}\n${schema}`),
    ...(shown.length === 0 ? [] : [tag("examples", shown.join("\n"))]),
  ];
  return {
    system: sections.join("\n\n"),
    user: tag("input", input === "" ? PLACEHOLDER : input),
    suffix,
    collision,
  };
}

/** Sections under Markdown headings. */
export function layOutMarkdown({ task, rules, schema, examples, input }: Material): Prompt {
  const shown = examples.map(
    (example, index) =>
      `### Example ${index + 1}\nInput:\n${example.input}\nOutput:\n${example.output}`,
  );
  const format =
    schema === undefined ? RETURN_TEXT : `${RETURN_JSON}\n\`\`\`json\n${schema}\n\`\`\``;
  const sections = [
    `## Task\n${task}`,
    ...(rules.length === 0 ? [] : [`## Rules\n${numbered(rules)}`]),
    `## Output format\n${format}`,
    ...(shown.length === 0 ? [] : [`## Examples\n${shown.join("\n")}`]),
  ];
  return {
    system: sections.join("\n\n"),
    user: `## Input\n${input === "" ? PLACEHOLDER : input}`,
    suffix: 0,
    collision: undefined,
  };
}

function numbered(rules: readonly string[]): string {
  return rules.map((rule, index) => `${index + 1}. ${rule}`).join("\n");
}

const CLOSING = /<\/(task|rules|output_format|examples|example|input|output)(?:_([1-9][0-9]*))?>/g;

/** The first number with which no tag that is used closes inside the material. */
function freeSuffix({ task, rules, schema, examples, input }: Material) {
  const used = new Set(["task", "output_format", "input"]);
  if (rules.length > 0) used.add("rules");
  if (examples.length > 0) for (const name of ["examples", "example", "output"]) used.add(name);
  const fields: readonly (readonly [path: string, text: string])[] = [
    ["/task", task],
    ["/rules", rules.join("\n")],
    ["/schema", schema ?? ""],
    ...examples.flatMap((example, index): [string, string][] => [
      [`/examples/${index}/input`, example.input],
      [`/examples/${index}/output`, example.output],
    ]),
    ["/input", input],
  ];
  const taken = new Set<number>();
  let collision: string | undefined;
  for (const [path, text] of fields) {
    for (const [, name = "", number = "0"] of text.matchAll(CLOSING)) {
      if (!used.has(name)) continue;
      taken.add(Number(number));
      if (number === "0") collision ??= path;
    }
  }
  let suffix = 0;
  while (taken.has(suffix)) suffix++;
  return { suffix, collision };
}

/** The names in `{{name}}`, each once, in order. */
export function variablesIn(prompt: string): string[] {
  const names = prompt.matchAll(/\{\{([\p{L}\p{N}_.]+)\}\}/gu);
  return [...new Set(Array.from(names, ([, name = ""]) => name))];
}
