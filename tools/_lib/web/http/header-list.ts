/** Header fields in the order in which they were sent: from the text of a message's head, an object, or a list. */
import { type Static, Type } from "@sinclair/typebox";
import { mapOf } from "../../../_core/fields.ts";
import type { Entry } from "../../../_core/tool.ts";
import { memberOf } from "../../json/tree/members.ts";
import { readJson } from "../../json/tree/read.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import { escapePointer } from "../../results/pointer.ts";
import { quoted } from "../../text/shown.ts";

export interface HeaderField {
  readonly name: string;
  readonly value: string;
}

const VALUE = Type.Union([Type.String(), Type.Number()]);

const FORMS = [
  Type.String(),
  mapOf(Type.Union([VALUE, Type.Array(VALUE)])),
  Type.Array(
    Type.Union([
      Type.Array(Type.String(), { minItems: 2, maxItems: 2 }),
      Type.Object({ name: Type.String(), value: Type.String() }, { additionalProperties: false }),
    ]),
  ),
] as const;

/** Text, `{ name: value or values }`, or a list of `[name, value]` or `{ name, value }`. */
export function headersField(options: { description: string; default?: object }) {
  return Type.Union([...FORMS], options);
}

export type GivenHeaders = Static<ReturnType<typeof headersField>>;

type HeaderProblem = Entry<"HEADER_SYNTAX">;

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const START_LINE = /^(?:HTTP\/[0-9.]+ |HTTP\/[0-9.]+$|[A-Z]+ [^ ]+ HTTP\/[0-9.]+$)/;

/** The fields, at most so many, or what is wrong with the first that is none. `path` is the input field's. */
export function readHeaders(
  given: GivenHeaders,
  path: string,
  most: number,
): HeaderField[] | HeaderProblem {
  const fields = typeof given === "string" ? readText(given, path) : readData(given, path);
  return Array.isArray(fields) && fields.length > most
    ? problem(`${fields.length} lines`, `at most ${most}`, path)
    : fields;
}

/** Command lines and forms have lists and objects as JSON, which no head of a message begins like. */
function readText(text: string, path: string): HeaderField[] | HeaderProblem {
  const read = /^\s*[[{]/.test(text) ? readJson(text) : undefined;
  const pairs = read !== undefined && "root" in read ? pairsIn(read.root) : undefined;
  if (pairs === undefined) return readHead(text, path);
  const fields = readData(pairs, path);
  return "message" in fields ? { ...fields, path } : fields;
}

/** Names with their values, repeated ones too; undefined where the JSON is none of the forms. */
function pairsIn(root: JsonNode): [name: string, value: string][] | undefined {
  if (root.type !== "object" && root.type !== "array") return undefined;
  const lists =
    root.type === "object"
      ? root.members.map(({ key, value }) =>
          (value.type === "array" ? value.items : [value]).map(
            (one) => [key, textOf(one)] as const,
          ),
        )
      : root.items.map((item) => [pairIn(item)]);
  const pairs = lists.flat();
  const isWhole = pairs.every(
    (pair): pair is [string, string] => pair?.[0] !== undefined && pair[1] !== undefined,
  );
  return isWhole ? pairs : undefined;
}

function pairIn(item: JsonNode): readonly (string | undefined)[] | undefined {
  if (item.type === "array" && item.items.length === 2) return item.items.map(textOf);
  if (item.type !== "object" || item.members.length !== 2) return undefined;
  const valueOf = (key: string) => textOf(memberOf(item, key));
  return [valueOf("name"), valueOf("value")];
}

function textOf(node: JsonNode | undefined): string | undefined {
  if (node?.type === "string") return node.value;
  return node?.type === "number" ? node.text : undefined;
}

function readData(
  given: Exclude<GivenHeaders, string>,
  path: string,
): HeaderField[] | HeaderProblem {
  const fields: HeaderField[] = [];
  const pairs = Array.isArray(given)
    ? given.map((item) => (Array.isArray(item) ? [item[0], item[1]] : [item.name, item.value]))
    : Object.entries(given);
  for (const [index, [name = "", values]] of pairs.entries()) {
    const at = `${path}/${Array.isArray(given) ? index : escapePointer(String(name))}`;
    for (const value of Array.isArray(values) ? values : [values]) {
      const field = fieldOf(String(name), String(value));
      if ("message" in field) return { ...field, path: at };
      fields.push(field);
    }
  }
  return fields;
}

/** What `curl -i` and `curl -v` show: each start line begins anew, folded lines are one, no body may follow. */
function readHead(text: string, path: string): HeaderField[] | HeaderProblem {
  let head: { readonly line: number; text: string }[] = [];
  let isOver = false;
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  const isVerbose = lines.some((line) => line.startsWith("< "));
  for (const [index, given] of lines.entries()) {
    if (isVerbose && !given.startsWith("<")) continue;
    const line = given.replace(/^[<>](?: |$)/, "");
    const last = head.at(-1);
    if (START_LINE.test(line)) {
      head = [];
      isOver = false;
    } else if (line.trim() === "") isOver ||= head.length > 0;
    else if (isOver) return problem("a line after the head", "no body", path, index + 1);
    else if (/^[ \t]/.test(line) && last) last.text += ` ${line.trim()}`;
    else head.push({ line: index + 1, text: line });
  }
  const fields: HeaderField[] = [];
  for (const { line, text: written } of head) {
    const colon = written.indexOf(":");
    if (colon < 0) return problem(quoted(written), "a name, a colon and a value", path, line);
    const field = fieldOf(written.slice(0, colon), written.slice(colon + 1));
    if ("message" in field) return { ...field, path, line };
    fields.push(field);
  }
  return fields;
}

function fieldOf(name: string, value: string): HeaderField | HeaderProblem {
  if (!TOKEN.test(name)) return problem(`the name ${quoted(name)}`, "a name that is a token");
  // oxlint-disable-next-line no-control-regex -- they are what a value does not have
  if (/[\r\n\u0000]/.test(value)) return problem(`a line end in ${name}`, "a value of one line");
  return { name, value: value.replace(/^[ \t]+/, "").trimEnd() };
}

function problem(found: string, expected: string, path?: string, line?: number): HeaderProblem {
  return {
    code: "HEADER_SYNTAX",
    message: `Cannot read the headers: found ${found}, expected ${expected}`,
    ...(path === undefined ? {} : { path }),
    ...(line === undefined ? {} : { line }),
  };
}

/** Fields by name in any letter case, each with all its values in their order. */
export class HeaderBag {
  readonly #values = new Map<string, string[]>();
  readonly #names = new Map<string, string>();

  constructor(fields: Iterable<HeaderField>) {
    for (const { name, value } of fields) {
      const key = name.toLowerCase();
      const known = this.#values.get(key);
      if (known) known.push(value);
      else {
        this.#values.set(key, [value]);
        this.#names.set(key, name);
      }
    }
  }

  /** Of the first name that is there. */
  all(...names: readonly string[]): readonly string[] {
    const name = names.find((one) => this.#values.has(one));
    return name === undefined ? [] : (this.#values.get(name) ?? []);
  }

  /** The first value of the first name that has one; names in lower case. */
  get(...names: readonly string[]): string | undefined {
    return names.map((name) => this.#values.get(name)?.[0]).find((value) => !!value);
  }

  has(...names: readonly string[]): boolean {
    return names.some((name) => this.#values.has(name));
  }

  /** As they were first written. */
  get names(): readonly string[] {
    return [...this.#names.values()];
  }

  /** All names in lower case with their first values. */
  get entries(): readonly (readonly [name: string, value: string])[] {
    return Array.from(this.#values, ([name, values]) => [name, values[0] ?? ""] as const);
  }
}
