/** Values that stand beside schemas: found, and checked all at once. */
import { readDefinitions } from "../../tools/_lib/agents/tool-call/definitions.ts";
import { groupBy } from "../../tools/_lib/algorithms/group-by.ts";
import { itemsOf, memberOf, textOf } from "../../tools/_lib/json/tree/members.ts";
import { nodeAt } from "../../tools/_lib/json/tree/rows.ts";
import {
  arrayNode,
  type JsonMember,
  type JsonNode,
  memberNode,
  objectNode,
  stringNode,
} from "../../tools/_lib/json/tree/tree.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import { appendPointer } from "../../tools/_lib/results/pointer.ts";
import { beginning, oneLine, quoted } from "../../tools/_lib/text/shown.ts";
import { adaptedSchema, type Way } from "../../tools/_lib/web/openapi/json-schema.ts";
import validate from "../../tools/json-schema-validator.ts";
import type { Work } from "../product-contract-review-kit.ts";
import { followed } from "./endpoints.ts";
import { deadReferences } from "./references.ts";
import { atLine, type Surface } from "./surfaces.ts";

/** A value, and the schema that it has to fit. */
export interface Example {
  readonly surface: Surface;
  /** The document in which the schema is, and where. */
  readonly root: JsonNode;
  readonly schema: string;
  readonly value: JsonNode;
  readonly subject: string;
  readonly line: number | null;
}

export const JSON_TYPE = /^(?:application|text)\/(?:[^;\s]+\+)?json\b|^\*\/\*/i;

/** Longer than any input. */
const LONGEST = Number.MAX_SAFE_INTEGER;

/** The end of a pointer says which of several examples it is. */
const LONGEST_SUBJECT = 240;

export function invalid(
  work: Work,
  surface: Surface,
  line: number | null,
  subject: string,
  fault: string,
) {
  const message = `The example ${quoted(subject, LONGEST_SUBJECT)} on ${oneLine(surface.name)} does not work: ${fault}`;
  const place = { path: surface.path, subject, ...atLine(line) };
  work.find("error", "examples", { code: "EXAMPLE_INVALID", message, ...place });
}

/** Examples and defaults of one surface. */
export function examplesIn(surface: Surface): Example[] {
  const { root, kind } = surface;
  if (root === undefined || kind === "json") return [];
  const found: Example[] = [];
  const add = (schema: string, value: JsonNode, subject: string) =>
    found.push({ surface, root, schema, value, subject, line: null });
  if (kind === "mcp-tools") {
    visitTools(root, surface, found);
  } else visitDocument(root, add);
  return found;
}

/** Each tool's schema is a document of its own, of which the references are those. */
function visitTools(root: JsonNode, surface: Surface, found: Example[]): void {
  const places = readDefinitions(root, "").tools.flatMap(({ schemaPath, path, outputSchema }) => [
    ...(schemaPath === undefined ? [] : [schemaPath]),
    ...(outputSchema === undefined ? [] : [`${path}/outputSchema`]),
  ]);
  const base = root.type === "array" ? "/tools" : "";
  const isWithin = new Set(places.map((place) => base + place));
  const whole = root.type === "array" ? objectNode([memberNode("tools", root)]) : root;
  const one = rebased(whole, "", undefined, isWithin);
  for (const place of places) {
    visitSchema(nodeAt(root, place), place, (schema, value, subject) =>
      found.push({ surface, root: one, schema: base + schema, value, subject, line: null }),
    );
  }
}

/** The node with references that begin at the schema in which they are, as references of the whole. */
function rebased(
  node: JsonNode,
  at: string,
  within: string | undefined,
  schemas: ReadonlySet<string>,
): JsonNode {
  if (node.type !== "array" && node.type !== "object") return node;
  const schema = within ?? (schemas.has(at) ? at : undefined);
  // Only the way to a schema is of interest.
  const place = (key: string) => (schema === undefined ? appendPointer(at, key) : at);
  if (node.type === "array") {
    const items = node.items.map((item, index) =>
      rebased(item, place(String(index)), schema, schemas),
    );
    return arrayNode(items);
  }
  const members = node.members.map((member): JsonMember => {
    const { key, value } = member;
    const isReference = schema !== undefined && key === "$ref" && value.type === "string";
    if (isReference && /^#(?:\/|$)/.test(value.value)) {
      return { ...member, value: stringNode(referenceTo(schema) + value.value.slice(1)) };
    }
    return { ...member, value: rebased(value, place(key), schema, schemas) };
  });
  return objectNode(members, node.repeated);
}

type Add = (schema: string, value: JsonNode, subject: string) => void;

/** Keys whose values are data. */
const DATA: ReadonlySet<string> = new Set(["example", "examples", "default", "const", "enum"]);

/** Goes through an OpenAPI document: schemas wherever they stand, and examples beside them. */
function visitDocument(root: JsonNode, add: Add): void {
  const open: { node: JsonNode; at: string; key: string }[] = [{ node: root, at: "", key: "" }];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { node, at, key } = one;
    if (node.type === "array") {
      for (const [index, item] of node.items.entries())
        open.push({ node: item, at: `${at}/${index}`, key });
    }
    if (node.type !== "object") continue;
    const isSchemas = at === "/components/schemas" || at === "/definitions";
    const schema = memberOf(node, "schema");
    if (schema !== undefined) besideSchema(node, at, key, root, add);
    for (const member of node.members) {
      const place = appendPointer(at, member.key);
      if (isSchemas || member.key === "schema") visitSchema(member.value, place, add);
      else if (!DATA.has(member.key) && !member.key.startsWith("x-")) {
        open.push({ node: member.value, at: place, key: member.key });
      }
    }
  }
}

/** `example` and `examples` beside the `schema` of a media type, parameter or header. */
function besideSchema(holder: JsonNode, at: string, key: string, root: JsonNode, add: Add): void {
  const isMedia = key.includes("/");
  if (isMedia && !JSON_TYPE.test(key)) return;
  const schema = `${at}/schema`;
  const example = memberOf(holder, "example");
  if (example !== undefined) add(schema, example, `${at}/example`);
  const examples = memberOf(holder, "examples");
  for (const { key: name, value } of examples?.type === "object" ? examples.members : []) {
    const given = followed(value, root);
    const content = given && memberOf(given, "value");
    if (content !== undefined) add(schema, content, appendPointer(`${at}/examples`, name));
  }
}

const MAPS: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "$defs",
  "definitions",
]);
const LISTS: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const SINGLE: ReadonlySet<string> = new Set(
  "items additionalProperties additionalItems not if then else contains propertyNames unevaluatedItems unevaluatedProperties".split(
    " ",
  ),
);

/** Goes through a schema: a default and examples have to fit the schema in which they stand. */
function visitSchema(schema: JsonNode | undefined, place: string, add: Add): void {
  const open: Placed[] = schema === undefined ? [] : [{ node: schema, at: place }];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { node, at } = one;
    for (const item of itemsAt(node, at)) open.push(item);
    if (node.type !== "object") continue;
    for (const { key, value } of node.members) {
      const here = appendPointer(at, key);
      if (key === "default" || key === "example") add(at, value, here);
      else if (key === "examples") {
        for (const item of itemsAt(value, here)) add(at, item.node, item.at);
      } else if (MAPS.has(key)) {
        for (const member of membersAt(value, here)) open.push(member);
      } else if (LISTS.has(key) || SINGLE.has(key)) open.push({ node: value, at: here });
    }
  }
}

interface Placed {
  readonly node: JsonNode;
  readonly at: string;
}

function itemsAt(node: JsonNode, at: string): Placed[] {
  return itemsOf(node).map((item, index) => ({ node: item, at: `${at}/${index}` }));
}

function membersAt(node: JsonNode, at: string): Placed[] {
  const members = node.type === "object" ? node.members : [];
  return members.map(({ key, value }) => ({ node: value, at: appendPointer(at, key) }));
}

export interface Verdicts {
  /** Examples that do not fit. */
  readonly refused: ReadonlySet<Example>;
  /** Those of which nobody knows. */
  readonly unchecked: ReadonlySet<Example>;
}

/** Checks all examples, those of one document at once. */
export function validateAll(examples: readonly Example[], work: Work): Verdicts {
  const verdicts = { refused: new Set<Example>(), unchecked: new Set<Example>() };
  for (const [root, list] of groupBy(examples, (example) => example.root)) {
    const deadIn = deadReferences(root);
    const usable = list.filter((example) => {
      const reference = deadIn(nodeAt(root, example.schema));
      if (reference !== undefined) leave(example, deadMessage(reference), verdicts, work);
      return reference === undefined;
    });
    for (const [way, sent] of groupBy(usable, ({ schema }) => wayOf(schema))) {
      validateTogether(schemaDocument(root, way), sent, verdicts, { ...work, questions: 0 });
    }
  }
  return verdicts;
}

interface OpenVerdicts extends Verdicts {
  readonly refused: Set<Example>;
  readonly unchecked: Set<Example>;
}

function wayOf(schema: string): Way {
  if (/\/(?:requestBody|requestBodies|parameters)(?:\/|$)/.test(schema)) return "request";
  return /\/responses\//.test(schema) ? "response" : "both";
}

interface SchemaDocument {
  readonly members: readonly JsonMember[];
  readonly draft: "auto" | "draft-04";
}

/** A document as one in which schemas can be referred to; in OpenAPI 3.0 null is said in its own way. */
function schemaDocument(root: JsonNode, way: Way): SchemaDocument {
  const version = textOf(memberOf(root, "openapi")) ?? textOf(memberOf(root, "swagger"));
  const isOld = version !== undefined && /^(?:2|3\.0)/.test(version);
  const { members } = adaptedSchema(root, isOld, way) as Extract<JsonNode, { type: "object" }>;
  return {
    members: members.filter(({ key }) => !KEYWORDS.has(key)),
    draft: isOld ? "draft-04" : "auto",
  };
}

/** Members of a document that would mean something as keywords of a schema. */
const KEYWORDS: ReadonlySet<string> = new Set([
  "properties",
  "type",
  "title",
  "description",
  "$schema",
  "$id",
  "id",
]);

const MOST_VIOLATIONS = 1000;

/** Where one schema cannot be used, or there are too many faults, halves are checked each by itself. */
function validateTogether(
  document: SchemaDocument,
  examples: readonly Example[],
  verdicts: OpenVerdicts,
  work: Asking,
): void {
  const { ok, value, errors } = work.ctx.step(validate, questionFor(document, examples));
  work.questions++;
  const isWhole = ok && value && value.errorCount <= value.errors.length;
  if (!isWhole && examples.length > 1 && work.questions < MOST_QUESTIONS) {
    const middle = examples.length >> 1;
    validateTogether(document, examples.slice(0, middle), verdicts, work);
    validateTogether(document, examples.slice(middle), verdicts, work);
    return;
  }
  for (const violation of value?.errors ?? []) refuse(violation, examples, verdicts, work);
  if (isWhole) return;
  // Of a list that is cut, nobody knows what else stood there.
  const why = ok ? "the faults of its document are too many" : errors?.[0]?.message;
  for (const example of examples) {
    if (!verdicts.refused.has(example)) leave(example, why, verdicts, work);
  }
}

interface Asking extends Work {
  /** How often the document was sent. */
  questions: number;
}

/** Each sends the whole document: where so many schemas cannot be used, the rest is left. */
const MOST_QUESTIONS = 100;

/** One schema of which each property is one of the document's, and the data of all examples. */
function questionFor(document: SchemaDocument, examples: readonly Example[]) {
  const properties = examples.map(({ schema }, index) => {
    const reference = stringNode(referenceTo(schema));
    return memberNode(`e${index}`, objectNode([memberNode("$ref", reference)]));
  });
  const schema = [...document.members, memberNode("properties", objectNode(properties))];
  const data = examples.map(({ value }, index) => memberNode(`e${index}`, value));
  return {
    schema: minifyJson(objectNode(schema), LONGEST) ?? "{}",
    data: minifyJson(objectNode(data), LONGEST) ?? "{}",
    draft: document.draft,
    maxErrors: MOST_VIOLATIONS,
  };
}

/** The first violation of an example is told. */
function refuse(
  { path, message }: { readonly path: string; readonly message: string },
  examples: readonly Example[],
  { refused }: OpenVerdicts,
  work: Work,
): void {
  const [, name = ""] = path.split("/", 2);
  const example = examples[Number(name.slice(1))];
  if (example === undefined || refused.has(example)) return;
  refused.add(example);
  const inside = path.slice(name.length + 1);
  const at = inside === "" ? "" : `at ${beginning(inside, 100)} `;
  const { surface, line, subject } = example;
  invalid(work, surface, line, subject, `${at}${lowered(oneLine(message))}`);
}

function lowered(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}

function referenceTo(pointer: string): string {
  return `#${pointer
    .split("/")
    .map((token) => encodeURIComponent(token.toWellFormed()))
    .join("/")}`;
}

function deadMessage(reference: string): string {
  return `its schema refers to ${quoted(reference)}, where nothing is`;
}

/** An example that cannot be checked is said to be none that works. */
function leave(
  example: Example,
  why: string | undefined,
  { unchecked }: OpenVerdicts,
  work: Work,
): void {
  unchecked.add(example);
  const { surface, subject } = example;
  const reason = oneLine(why ?? "its schema cannot be used");
  const message = `The example ${quoted(subject, LONGEST_SUBJECT)} on ${oneLine(surface.name)} could not be checked: ${reason}`;
  const place = { path: surface.path, subject };
  work.find("warning", "examples", { code: "EXAMPLE_UNCHECKED", message, ...place });
}
