import type { Budget, Entry } from "../../../_core/tool.ts";
import {
  arrayNode,
  booleanNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { compileSchema } from "../json-schema/validator.ts";
import { endOfLine, excerptAt, nextLine, positionFinder } from "../../text/position.ts";
import { beginning } from "../../text/shown.ts";
import { FieldProblem } from "./cursor.ts";
import { type Field, FieldLine, type FormatNames } from "./line.ts";

/** Failures of reading field lines, to be spread into a tool's `failures`. */
export const FIELD_FAILURES = {
  FIELD_SYNTAX: "A line is not written `name[?]: TYPE [= DEFAULT] [- description]`",
  FIELD_DUPLICATE: "An object has two fields of one name",
  TYPE_UNKNOWN: "A line names a type that there is not",
  DEFAULT_TYPE_MISMATCH: "A default does not fit the type of its field",
} as const;

export type FieldFailure = keyof typeof FIELD_FAILURES;

export interface FieldOptions {
  /** The field of the text, such as `/schema`. */
  readonly path: string;
  /** Names that are types, too: strings of that format. */
  readonly formats?: FormatNames;
  /** Whether a list marker before a name is skipped. */
  readonly listMarkers?: boolean;
  readonly budget: Budget;
}

export type FieldsRead =
  | { readonly ok: true; readonly schema: JsonObject }
  | {
      readonly ok: false;
      readonly errors: readonly [Entry<FieldFailure>, ...Entry<FieldFailure>[]];
    };

const MOST_ERRORS = 100;
const DEEPEST_FIELDS = 300;
const TAB_WIDTH = 2;
const NO_FORMATS: FormatNames = new Set();

/** A field with the fields of the indented lines under it. */
interface Branch {
  readonly field: Field | undefined;
  readonly start: number;
  readonly indent: number;
  readonly names: Map<string, Branch>;
}

/**
 * Reads shorthand, one field a line, as the schema of a closed object: blank lines and `#` comments are
 * skipped, lines indented by two spaces or a tab more are members. Every line that is wrong is told.
 */
export function readFields(text: string, options: FieldOptions): FieldsRead {
  return new FieldReader(text, options).read();
}

class FieldReader {
  readonly #text: string;
  readonly #options: FieldOptions;
  readonly #errors: Entry<FieldFailure>[] = [];
  readonly #place: ReturnType<typeof positionFinder>;
  readonly #open: Branch[] = [];

  constructor(text: string, options: FieldOptions) {
    this.#text = text;
    this.#options = options;
    this.#place = positionFinder(text);
  }

  read(): FieldsRead {
    const root: Branch = { field: undefined, start: 0, indent: -1, names: new Map() };
    this.#open.push(root);
    const text = this.#text;
    const first = text.startsWith("\ufeff") ? 1 : 0;
    for (let start = first; start < text.length; start = nextLine(text, start)) {
      if (this.#errors.length === MOST_ERRORS) break;
      this.#line(text.slice(start, endOfLine(text, start)).trimEnd(), start);
    }
    if (this.#errors.length === 0) this.#checkDefaults(root);
    const [error, ...others] = this.#errors;
    if (error !== undefined) return { ok: false, errors: [error, ...others] };
    return { ok: true, schema: objectNode(closedObject(root)) };
  }

  #line(line: string, start: number): void {
    const blanks = /^[ \t]*/.exec(line)?.[0] ?? "";
    if (blanks.length === line.length || line.charAt(blanks.length) === "#") return;
    const marker = this.#options.listMarkers
      ? (/^(?:[-*+]|[0-9]{1,9}[.)])[ \t]+/.exec(line.slice(blanks.length))?.[0] ?? "")
      : "";
    const at = blanks.length + marker.length;
    try {
      const parent = this.#parent(widthOf(blanks), line, blanks.length);
      const field = new FieldLine(line, at, this.#options.formats ?? NO_FORMATS).read();
      this.#add(parent, { field, start, indent: widthOf(blanks), names: new Map() });
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      const { code, message, offset, expected, hint } = error;
      this.#note(code, message, start + offset, { expected, hint });
    }
  }

  /** The branch that a line of this indent belongs to; closes those that are deeper. */
  #parent(indent: number, line: string, offset: number): Branch {
    const open = this.#open;
    if (open.length === 1) return open[0] as Branch;
    while (open.length > 2 && (open.at(-1) as Branch).indent > indent) open.pop();
    const last = open.at(-1) as Branch;
    if (last.indent === indent) {
      open.pop();
      return open.at(-1) as Branch;
    }
    const found = beginning(line.slice(offset), 40);
    const problem = (expected: string) =>
      new FieldProblem("FIELD_SYNTAX", `${JSON.stringify(found)} so indented`, offset, expected);
    if (indent < last.indent + TAB_WIDTH) {
      throw problem("the indent of a line above, or 2 spaces or a tab more");
    }
    if (last.field?.type.takesMembers !== true) {
      throw problem("indented lines only under a field of type object or object[]");
    }
    if (open.length > DEEPEST_FIELDS) throw problem(`at most ${DEEPEST_FIELDS} levels`);
    return last;
  }

  #add(parent: Branch, branch: Branch): void {
    const { name, nameOffset } = branch.field as Field;
    const quoted = JSON.stringify(beginning(name, 40));
    if (parent.names.has(name)) {
      const message = `Cannot read the fields: found ${quoted} again, expected a name once in an object`;
      this.#note("FIELD_DUPLICATE", message, branch.start + nameOffset, {
        expected: "another name",
      });
    } else parent.names.set(name, branch);
    this.#open.push(branch);
  }

  /** Checks all defaults at once, as the items of one list. */
  #checkDefaults(root: Branch): void {
    const fields: { readonly branch: Branch; readonly given: JsonNode }[] = [];
    const rest = [root];
    for (let branch = rest.pop(); branch !== undefined; branch = rest.pop()) {
      if (branch.field?.default !== undefined) fields.push({ branch, given: branch.field.default });
      for (const child of [...branch.names.values()].toReversed()) rest.push(child);
    }
    if (fields.length === 0) return;
    const schemas = fields.map(({ branch }) => objectNode(keywordsOf(branch)));
    const { budget } = this.#options;
    const compiled = compileSchema(objectNode([memberNode("prefixItems", arrayNode(schemas))]), {
      budget,
    });
    if (!compiled.ok) return;
    const data = arrayNode(fields.map(({ given }) => given));
    const validation = compiled.validator.validate(data, { budget });
    if (!validation.ok) return;
    const refused = new Set(validation.violations.map(({ path }) => Number(path.split("/")[1])));
    for (const index of refused) this.#noteDefault((fields[index] as { branch: Branch }).branch);
  }

  #noteDefault({ field, start }: Branch): void {
    const { name, defaultOffset } = field as Field;
    const quoted = JSON.stringify(beginning(name, 40));
    const message = `Cannot use the default of ${quoted}: it does not fit the type, expected a value that does`;
    this.#note("DEFAULT_TYPE_MISMATCH", message, start + defaultOffset, {
      expected: "a value of the type",
    });
  }

  #note(
    code: FieldFailure,
    message: string,
    offset: number,
    detail: { expected: string; hint?: string | undefined },
  ): void {
    if (this.#errors.length === MOST_ERRORS) return;
    const { path } = this.#options;
    const { expected, hint } = detail;
    this.#errors.push({
      code,
      message,
      path,
      ...this.#place(offset),
      excerpt: excerptAt(this.#text, offset),
      expected,
      ...(hint === undefined ? {} : { hint }),
    });
  }
}

function widthOf(blanks: string): number {
  let width = 0;
  for (const blank of blanks) width += blank === "\t" ? TAB_WIDTH : 1;
  return width;
}

/** `required` is left out where all fields are optional. */
function closedObject({ names }: Branch, type: JsonNode = stringNode("object")): JsonMember[] {
  const branches = [...names.values()];
  const required = branches.filter(({ field }) => field?.isOptional === false);
  return [
    memberNode("type", type),
    memberNode(
      "properties",
      objectNode(
        branches.map((branch) =>
          memberNode(branch.field?.name ?? "", objectNode(keywordsOf(branch))),
        ),
      ),
    ),
    ...(required.length === 0
      ? []
      : [
          memberNode(
            "required",
            arrayNode(required.map(({ field }) => stringNode(field?.name ?? ""))),
          ),
        ]),
    memberNode("additionalProperties", booleanNode(false)),
  ];
}

/** The schema of a field: its type, the members under it, its default and its description. */
function keywordsOf(branch: Branch): JsonMember[] {
  const { type, default: given, description } = branch.field as Field;
  const typed = branch.names.size === 0 ? [...type.keywords] : withMembers(type.keywords, branch);
  if (given !== undefined) typed.push(memberNode("default", given));
  if (description !== "") typed.push(memberNode("description", stringNode(description)));
  return typed;
}

function withMembers(keywords: readonly JsonMember[], branch: Branch): JsonMember[] {
  const [type, ...others] = keywords;
  const items = others.find(({ key }) => key === "items");
  if (items?.value.type !== "object") return closedObject(branch, type?.value);
  const { members } = items.value;
  return keywords.map((member) =>
    member === items ? memberNode("items", objectNode(withMembers(members, branch))) : member,
  );
}
