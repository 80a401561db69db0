/** A real file against a contract. */
import type { Budget } from "../_core/tool.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { memberNode, objectNode, stringNode } from "../_lib/json/tree/tree.ts";
import { readJson } from "../_lib/json/tree/read.ts";
import { memberOf, textOf } from "../_lib/json/tree/members.ts";
import { type Check, checker } from "./check.ts";
import { fileFindings } from "./compile.ts";
import type { Finding, VariableType } from "../environment-contract-compiler.ts";
import { propertyOf } from "./overrides.ts";
import type { EnvironmentFile } from "./read.ts";
import { convert } from "./value.ts";
import { aType } from "./variable.ts";

export interface ValidatedFile {
  /** Values by name, converted where they can be. */
  readonly parsed: JsonNode;
  /** Names whose values the contract calls secret. */
  readonly secrets: ReadonlySet<string>;
  readonly findings: readonly Finding[];
}

type Refused = Extract<Check, { errors: unknown }>;

export function validateFile(
  file: EnvironmentFile,
  schema: JsonNode,
  budget: Budget,
): ValidatedFile | Refused {
  const lines = new Map(file.entries.map(({ name, line }) => [name, line]));
  const texts = new Map(file.entries.map(({ name, value }) => [name, value]));
  const values = new Map<string, JsonNode>();
  const wrong = new Map<string, string>();
  for (const [name, text] of texts) {
    const property = propertyOf(schema, name);
    const types = property ? typesOf(property) : [];
    const node = convertAny(text, types);
    values.set(name, node ?? stringNode(text));
    if (node === undefined) wrong.set(name, `expected ${types.map(nameOf).join(" or ")}`);
  }
  const check = checker(schema, budget);
  const checked = "errors" in check ? check : check(values);
  if ("errors" in checked) return checked;
  for (const [name, { keyword }] of checked.invalid) {
    if (!wrong.has(name)) wrong.set(name, `it does not fit ${keyword}`);
  }
  const finding = <C extends string, S extends "error" | "warning">(
    name: string,
    code: C,
    severity: S,
    message: string,
  ) => {
    const line = lines.get(name);
    return { code, severity, message, subject: name, ...(line !== undefined && { line }) };
  };
  const unknown = [...texts.keys()].filter((name) => !propertyOf(schema, name) && !wrong.has(name));
  const findings: Finding[] = [
    ...fileFindings(file),
    ...[...wrong].map(([name, why]) =>
      finding(name, "VARIABLE_INVALID", "error", `Cannot use the value of ${name}: ${why}`),
    ),
    ...checked.missing.map((name) =>
      finding(
        name,
        "VARIABLE_MISSING",
        "error",
        `Cannot run without ${name}: it is not in the file`,
      ),
    ),
    ...checked.others.map(({ message }): Finding => {
      return { code: "VARIABLE_INVALID", severity: "error", message };
    }),
    ...unknown.map((name) =>
      finding(name, "VARIABLE_UNKNOWN", "warning", `The contract does not have ${name}`),
    ),
  ];
  const members = [...values].map(([name, value]) => memberNode(name, value));
  return { parsed: objectNode(members), secrets: secretsOf(schema), findings };
}

function secretsOf(schema: JsonNode): Set<string> {
  const properties = memberOf(schema, "properties");
  const members = properties?.type === "object" ? properties.members : [];
  const secret = members.filter(({ value }) => {
    const mark = memberOf(value, "writeOnly");
    return mark?.type === "boolean" && mark.value;
  });
  return new Set(secret.map(({ key }) => key));
}

/** A type of JSON Schema, or a text that has to be JSON. */
type TextType = VariableType | "array" | "object" | "null";

function typesOf(property: JsonNode): TextType[] {
  if (textOf(memberOf(property, "contentMediaType")) === "application/json") return ["json"];
  const type = memberOf(property, "type");
  const names = type?.type === "array" ? type.items.map(textOf) : [textOf(type)];
  return names.filter((name): name is TextType => name !== undefined);
}

/** The text as the first type that it can be; as it is where there is none to be. */
function convertAny(text: string, types: readonly TextType[]): JsonNode | undefined {
  if (types.length === 0) return stringNode(text);
  for (const type of types) {
    const node = convertTo(text, type);
    if (node) return node;
  }
  return undefined;
}

function convertTo(text: string, type: TextType): JsonNode | undefined {
  if (type === "array" || type === "object" || type === "null") {
    const read = readJson(text);
    return "root" in read && read.root.type === type ? read.root : undefined;
  }
  return convert(text, type);
}

function nameOf(type: TextType): string {
  if (type === "array" || type === "object") return `a JSON ${type}`;
  return type === "null" ? "null" : aType(type);
}
