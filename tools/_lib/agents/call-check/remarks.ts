/** What a schema allows and is suspicious all the same. */
import type { Entry } from "../../../_core/tool.ts";
import { appendPointer } from "../../results/pointer.ts";
import type { JsonNode, JsonObject } from "../../json/tree/tree.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import type { SchemaParts } from "../../schemas/json-schema/parts.ts";
import { AppliedSchemas } from "../tool-call/applied.ts";
import { requiredNames } from "../../schemas/repair/objects.ts";
import { nearest } from "../../text/nearest.ts";
import { beginning } from "../../text/shown.ts";

export type Remark = Entry<"UNKNOWN_ARGUMENT" | "PLACEHOLDER_VALUE" | "EMPTY_REQUIRED">;

/** Remarks on arguments; `refused` are the pointers in them of members that the schema does not allow. */
export function remarksOn(
  root: JsonNode,
  schema: JsonNode,
  parts: SchemaParts,
  refused: ReadonlySet<string>,
): Remark[] {
  const walk = new Walk(parts, refused);
  walk.value(root, [schema], "");
  return walk.remarks;
}

class Walk {
  readonly remarks: Remark[] = [];
  readonly #applied: AppliedSchemas;
  readonly #refused: ReadonlySet<string>;

  constructor(parts: SchemaParts, refused: ReadonlySet<string>) {
    this.#applied = new AppliedSchemas(parts);
    this.#refused = refused;
  }

  value(node: JsonNode, schemas: readonly JsonNode[], path: string): void {
    const applied = this.#applied.of(schemas, node);
    if (node.type === "string") this.#string(node.value, applied, path);
    else if (node.type === "object") this.#object(node, applied, path);
    else if (node.type === "array") {
      for (const [index, item] of node.items.entries()) {
        this.value(item, this.#applied.ofItem(applied, index), `${path}/${index}`);
      }
    }
  }

  #object(node: JsonObject, applied: readonly JsonNode[], path: string): void {
    const required = new Set(applied.flatMap((schema) => requiredNames(schema)));
    const names = namesIn(applied);
    // An object inside of which nothing is named is a map, and any member is one of it.
    const isMap = path !== "" && names === undefined;
    for (const { key, value } of node.members) {
      const place = appendPointer(path, key);
      const inside = this.#applied.ofMember(applied, key);
      if (inside.length === 0 && !isMap && !this.#refused.has(place))
        this.#unknown(key, names ?? [], place);
      if (value.type === "string" && required.has(key) && value.value.trim() === "") {
        const message = `The required member ${nameInWords(key)} is ${value.value === "" ? "empty" : "blank"}`;
        this.remarks.push({ code: "EMPTY_REQUIRED", message, path: place });
      }
      this.value(value, inside, place);
    }
  }

  #unknown(key: string, names: readonly string[], path: string): void {
    const [near] = nearest(key, names.slice(0, 1000), { limit: 1 });
    this.remarks.push({
      code: "UNKNOWN_ARGUMENT",
      message: `The schema names no member ${nameInWords(key)}`,
      path,
      ...(near === undefined ? {} : { hint: `Did you mean ${JSON.stringify(near)}?` }),
    });
  }

  #string(text: string, applied: readonly JsonNode[], path: string): void {
    if (!isPlaceholder(text) || applied.some((schema) => isNamed(text, schema))) return;
    const message = `The text ${JSON.stringify(text.trim())} looks like one that was to be replaced`;
    this.remarks.push({
      code: "PLACEHOLDER_VALUE",
      message,
      path,
      hint: "Send the real value, or leave the member out",
    });
  }
}

/** The names of all properties; undefined where no schema has any. */
function namesIn(applied: readonly JsonNode[]): readonly string[] | undefined {
  const maps = applied.flatMap((schema) => {
    const properties = memberOf(schema, "properties");
    return properties?.type === "object" ? [properties] : [];
  });
  if (maps.length === 0) return undefined;
  return maps.flatMap(({ members }) => members.map(({ key }) => key));
}

const LONGEST_PLACEHOLDER = 60;
const PLACEHOLDERS: readonly RegExp[] = [
  /^<[\w .:-]+>$/,
  /^\$?\{\{?[\w .:-]+\}?\}$/,
  /^(?:\.{3,}|…|x{3,}|\?{2,})$/i,
  /^(?:todo|tbd|fixme|placeholder|string|change[_-]?me|replace[_-]?me)$/i,
  /^your[_-][a-z0-9_-]+$/i,
  /^YOUR(?: [A-Z0-9]+)+$/,
  /^(?:insert|enter)[_ -].*[_ -]here$/i,
];

/** Whether the whole text is what examples write in the place of a value. */
function isPlaceholder(text: string): boolean {
  if (text.length > LONGEST_PLACEHOLDER) return false;
  const trimmed = text.trim();
  return PLACEHOLDERS.some((pattern) => pattern.test(trimmed));
}

/** Whether the schema names the text as one of its values. */
function isNamed(text: string, schema: JsonNode): boolean {
  if (textOf(memberOf(schema, "const")) === text) return true;
  const choices = memberOf(schema, "enum");
  return choices?.type === "array" && choices.items.some((item) => textOf(item) === text);
}

function nameInWords(key: string): string {
  return JSON.stringify(beginning(key, 60));
}
