import type { Node } from "@babel/types";
import {
  arrayNode,
  booleanNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../_lib/json/tree/tree.ts";
import { keywordOf } from "../_lib/schemas/json-schema/drafts.ts";
import { memberOf, textOf } from "../_lib/json/tree/members.ts";
import { convertTypeScript } from "../_lib/schemas/typescript/convert.ts";
import { type DocComment, docBefore } from "../_lib/schemas/typescript/doc-comment.ts";
import { parseTypeScript } from "../_lib/schemas/typescript/parse.ts";
import { firstFunction, keyName } from "./functions.ts";
import { literalValue } from "./script-values.ts";
import { noSignature, type NoSignature, type Signature } from "./signature.ts";

/** Takes steps of the run's budget. */
type Spend = (units: number) => void;

/** Reads the first function of a TypeScript text, or where there is none its interface or type. */
export function readTypeScript(text: string, spend: Spend): Signature | NoSignature {
  const source = parseTypeScript(text);
  if (!("statements" in source)) return noSignature(text, "TypeScript", source);
  const found = firstFunction(source.statements);
  if (found === undefined) return readType(text, spend);
  const doc = found.places
    .map((place) => docBefore(text, place))
    .find((each) => each !== undefined);
  const written = found.parameters.flatMap((node) => writtenOf(node, text));
  const described = descriptionsOf(doc);
  const schema = parametersSchema(text, written, spend);
  if ("ok" in schema) return schema;
  const complete = withDescriptions(schema, written, described);
  return { ok: true, name: found.name, description: doc?.description ?? "", schema: complete };
}

function readType(text: string, spend: Spend): Signature | NoSignature {
  const options = { draft: "2020-12", additionalProperties: false, nullOptional: false } as const;
  const conversion = convertTypeScript(text, {
    ...options,
    name: undefined,
    field: "/input",
    spend,
  });
  if (!conversion.ok)
    return { ok: false, error: { ...conversion.error, code: "SIGNATURE_SYNTAX" } };
  const { schema, name } = conversion;
  const isObject = textOf(memberOf(schema, "type")) === "object";
  if (name === null || schema.type !== "object" || !isObject) {
    const expected = "one function, interface or type of an object";
    return noSignature(text, "TypeScript", { offset: 0, found: "none that is alone", expected });
  }
  const description = textOf(memberOf(schema, "description")) ?? "";
  return { ok: true, name, description, schema: rootOf(schema) };
}

/** A parameter as it is written. */
interface Written {
  readonly name: string;
  /** Undefined where it has no annotation. */
  readonly type: string | undefined;
  readonly isOptional: boolean;
  readonly default: JsonNode | undefined;
  /** The members of a destructuring pattern. */
  readonly pattern: readonly Written[] | undefined;
}

function writtenOf(node: Node, text: string): Written[] {
  switch (node.type) {
    case "Identifier": {
      if (node.name === "this") return [];
      const type = annotationOf(node, text);
      const isOptional = node.optional === true;
      return [{ name: node.name, type, isOptional, default: undefined, pattern: undefined }];
    }
    case "AssignmentPattern":
      return writtenOf(node.left, text).map((written) => ({
        ...written,
        isOptional: true,
        default: literalValue(node.right, text),
      }));
    case "RestElement":
      return writtenOf(node.argument, text).map((written) => ({
        ...written,
        type: annotationOf(node, text) ?? "unknown[]",
        isOptional: true,
      }));
    case "TSParameterProperty":
      return writtenOf(node.parameter, text);
    case "ObjectPattern": {
      const pattern = node.properties.flatMap((property) => memberOfPattern(property, text));
      const type = annotationOf(node, text);
      return [{ name: "options", type, isOptional: false, default: undefined, pattern }];
    }
    default:
      return [];
  }
}

/** A member under its key, which may be bound to another name. */
function memberOfPattern(node: Node, text: string): Written[] {
  if (node.type !== "ObjectProperty") return [];
  const name = keyName(node.key);
  if (name === undefined) return [];
  return writtenOf(node.value, text).map((written) => ({ ...written, name, pattern: undefined }));
}

function annotationOf(
  node: { typeAnnotation?: Node | null | undefined },
  text: string,
): string | undefined {
  const annotation = node.typeAnnotation;
  if (annotation?.type !== "TSTypeAnnotation") return undefined;
  const { start, end } = annotation.typeAnnotation;
  return text.slice(start ?? 0, end ?? 0);
}

/** The schema of all parameters; of one object parameter its own. */
function parametersSchema(
  text: string,
  written: readonly Written[],
  spend: Spend,
): JsonObject | NoSignature {
  const [only] = written;
  if (written.length === 1 && only?.pattern !== undefined && only.type === undefined) {
    return membersSchema(text, only.pattern, spend);
  }
  const all = membersSchema(text, written, spend);
  if ("ok" in all || written.length !== 1 || only === undefined) return all;
  const own = resolved(memberOf(memberOf(all, "properties") ?? all, only.name), all);
  if (own?.type !== "object" || memberOf(own, "properties") === undefined) return all;
  const definitions = all.members.filter(({ key }) => key === "$defs");
  const alone = rootOf(objectNode([...own.members, ...definitions]));
  return only.pattern === undefined ? alone : withDefaults(alone, only.pattern);
}

function resolved(node: JsonNode | undefined, root: JsonObject): JsonNode | undefined {
  const name = /^#\/\$defs\/(.*)$/.exec(textOf(node && memberOf(node, "$ref")) ?? "")?.[1];
  const defs = memberOf(root, "$defs");
  return name === undefined || defs === undefined ? node : memberOf(defs, decodeURIComponent(name));
}

/** Converts the parameters as the members of an interface, among the declarations of the text. */
function membersSchema(
  text: string,
  written: readonly Written[],
  spend: Spend,
): JsonObject | NoSignature {
  let name = "ToolParameters";
  while (text.includes(name)) name += "_";
  const lines = written.map(
    ({ name: key, type, isOptional, default: value }) =>
      `${JSON.stringify(key)}${isOptional ? "?" : ""}: ${type ?? typeOfDefault(value)};`,
  );
  const declared = `${text}\n;interface ${name} {\n${lines.join("\n")}\n}`;
  const options = { draft: "2020-12", additionalProperties: false, nullOptional: false } as const;
  const conversion = convertTypeScript(declared, { ...options, name, field: "/input", spend });
  if (!conversion.ok)
    return { ok: false, error: { ...conversion.error, code: "SIGNATURE_SYNTAX" } };
  if (conversion.schema.type !== "object") return emptySchema();
  const schema = rootOf(conversion.schema);
  return withDefaults(schema, written);
}

function emptySchema(): JsonObject {
  return objectNode([
    memberNode("type", stringNode("object")),
    memberNode("properties", objectNode([])),
    memberNode("additionalProperties", booleanNode(false)),
  ]);
}

function typeOfDefault(value: JsonNode | undefined): string {
  switch (value?.type) {
    case "string":
    case "number":
    case "boolean":
      return value.type;
    case "array":
      return "unknown[]";
    default:
      return "unknown";
  }
}

/** Defaults of parameters, which are optional then. */
function withDefaults(schema: JsonObject, written: readonly Written[]): JsonObject {
  const byName = new Map(written.map((parameter) => [parameter.name, parameter]));
  const members = schema.members.flatMap((member): JsonMember[] => {
    const { key, value } = member;
    if (key === "required" && value.type === "array") {
      const names = value.items.filter(
        (name) => byName.get(textOf(name) ?? "")?.isOptional !== true,
      );
      return names.length === 0 ? [] : [memberNode(key, arrayNode(names))];
    }
    if (key !== "properties" || value.type !== "object") return [member];
    const properties = value.members.map((property) => {
      const given = byName.get(property.key)?.default;
      return given === undefined
        ? property
        : { ...property, value: withKeyword(property.value, "default", given) };
    });
    return [memberNode(key, objectNode(properties))];
  });
  return objectNode(members);
}

/** A schema with a keyword at its place: default and description are last. */
function withKeyword(node: JsonNode, key: "default" | "description", value: JsonNode): JsonNode {
  if (node.type !== "object") return node;
  return ordered(
    objectNode([...node.members.filter((member) => member.key !== key), memberNode(key, value)]),
  );
}

/** Without what names the document, unused definitions and an empty list of required members. */
function rootOf(schema: JsonObject): JsonObject {
  const dropped = new Set(["$schema", "title", "description"]);
  return orderedSchema(
    objectNode(schema.members.filter(({ key }) => !dropped.has(key))),
  ) as JsonObject;
}

/** Every schema inside with default and description last. */
function orderedSchema(node: JsonNode): JsonNode {
  if (node.type !== "object") return node;
  const members = node.members.flatMap(({ key, value }): JsonMember[] => {
    if (key === "required" && value.type === "array" && value.items.length === 0) return [];
    const holds = keywordOf(key, "2020-12")?.holds;
    if (holds === undefined) return [memberNode(key, value)];
    if (value.type === "array") return [memberNode(key, arrayNode(value.items.map(orderedSchema)))];
    if (holds !== "map" || value.type !== "object") return [memberNode(key, orderedSchema(value))];
    const inside = value.members.map((member) => ({
      ...member,
      value: orderedSchema(member.value),
    }));
    return [memberNode(key, objectNode(inside))];
  });
  return ordered(objectNode(members));
}

function ordered({ members }: JsonObject): JsonObject {
  const last = ["default", "description"];
  return objectNode([
    ...members.filter(({ key }) => !last.includes(key)),
    ...last.flatMap((name) => members.filter(({ key }) => key === name)),
  ]);
}

/** `@param name - text`, by name; of `@param options.name` the last part. */
function descriptionsOf(doc: DocComment | undefined): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { name, text } of doc?.tags ?? []) {
    if (!/^(?:param|arg|argument)$/.test(name)) continue;
    const parts = /^(?:\{[^}]*\}\s*)?\[?([\w.$]+)(?:\s*=[^\]]*)?\]?(?:\s+-\s*|\s+|$)([^]*)$/.exec(
      text,
    );
    if (parts?.[1] !== undefined) texts.set(parts[1], (parts[2] ?? "").trim());
  }
  return texts;
}

function withDescriptions(
  schema: JsonObject,
  written: readonly Written[],
  texts: ReadonlyMap<string, string>,
): JsonObject {
  const own = new Set(written.map(({ name }) => name));
  const byMember = new Map<string, string>();
  for (const [name, text] of texts) byMember.set(name.slice(name.lastIndexOf(".") + 1), text);
  for (const [name, text] of texts) if (own.has(name)) byMember.set(name, text);
  return objectNode(
    schema.members.map((member) => {
      if (member.key !== "properties" || member.value.type !== "object") return member;
      const properties = member.value.members.map((property) => {
        const text = byMember.get(property.key) ?? "";
        if (text === "") return property;
        return { ...property, value: withKeyword(property.value, "description", stringNode(text)) };
      });
      return memberNode(member.key, objectNode(properties));
    }),
  );
}
