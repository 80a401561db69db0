/** What is published: definitions, types, an API description, pages, and what changed. */
import { memberOf, textOf } from "../../tools/_lib/json/tree/members.ts";
import {
  arrayNode,
  type JsonNode,
  memberNode,
  objectNode,
  stringNode,
} from "../../tools/_lib/json/tree/tree.ts";
import { documentOf } from "../../tools/_lib/json/tree/value.ts";
import { prettyJson, scalarText } from "../../tools/_lib/json/tree/write.ts";
import { escapePointer, byCodeUnit } from "../../tools/_lib/results/pointer.ts";
import { oneLine } from "../../tools/_lib/text/shown.ts";
import { deliverable } from "../_core/deliverable.ts";
import { tableOr } from "../_core/page.ts";
import type { Drift, Input, SchemaChange, Target, Work } from "../tool-schema-publishing-kit.ts";
import { changeLog } from "./change-log.ts";
import type { ExampleCounts } from "./checks.ts";
import type { Definitions } from "./definitions.ts";
import type { PublishedTool } from "./read.ts";
import type { PartChange } from "./versions.ts";

export interface Published {
  readonly tools: readonly PublishedTool[];
  readonly definitions: Definitions;
  readonly types: string;
  readonly examples: ReadonlyMap<string, ExampleCounts>;
  readonly drift: readonly Drift[];
  readonly changes: readonly SchemaChange[];
  /** Undefined without a last release. */
  readonly parts: readonly PartChange[] | undefined;
}

export interface FileSum {
  readonly name: string;
  readonly sha256: string;
}

/** Writes all files but the manifest, and says what they are. */
export function writeFiles(published: Published, { input, report }: Work): FileSum[] {
  const sums: FileSum[] = [];
  const write = (name: string, text: string) => {
    report.file(name, text);
    sums.push({ name, sha256: deliverable(name, text).sha256 });
  };
  for (const [target, { definitions }] of published.definitions) {
    write(`tools.${target}.json`, prettyJson(wrapped(target, definitions)) ?? "");
  }
  write("types.ts", published.types);
  write("openapi.json", prettyJson(openApi(published, input)) ?? "");
  write("TOOLS.md", toolsPage(published));
  const { drift, changes, parts } = published;
  if (parts !== undefined) write("CHANGELOG.md", changeLog(drift, changes, parts, input));
  return sums;
}

function wrapped(target: Target, definitions: readonly JsonNode[]): JsonNode {
  const list = arrayNode(definitions);
  if (target === "mcp") return objectNode([memberNode("tools", list)]);
  if (target !== "gemini") return list;
  return arrayNode([objectNode([memberNode("functionDeclarations", list)])]);
}

const nodeOf = (value: unknown): JsonNode => documentOf(value)?.root ?? objectNode([]);

const object = (members: Readonly<Record<string, JsonNode>>): JsonNode =>
  objectNode(Object.entries(members).map(([key, value]) => memberNode(key, value)));

function openApi({ tools, examples }: Published, { package: about }: Input): JsonNode {
  const paths = tools.map((tool) => {
    const path = `/tools/${encodeURIComponent(tool.name.toWellFormed())}`;
    return memberNode(path, object({ post: operation(tool, path, examples.get(tool.name)) }));
  });
  return object({
    openapi: stringNode("3.1.0"),
    info: nodeOf({
      title: about.name ?? "Tools",
      version: about.version ?? "0.0.0",
      ...(about.description === undefined ? {} : { description: about.description }),
    }),
    ...(about.homepage === undefined ? {} : { externalDocs: nodeOf({ url: about.homepage }) }),
    paths: objectNode(paths),
  });
}

function operation(tool: PublishedTool, path: string, counts: ExampleCounts | undefined): JsonNode {
  const { definition, name, description } = tool;
  const at = `#/paths/${escapePointer(path)}/post`;
  const body = `${at}/requestBody/content/application~1json/schema`;
  const answer = `${at}/responses/200/content/application~1json/schema`;
  const output = definition.outputSchema ?? objectNode([]);
  const { title } = definition;
  return object({
    operationId: stringNode(name),
    ...(title === undefined ? {} : { summary: stringNode(title) }),
    ...(description === "" ? {} : { description: stringNode(description) }),
    requestBody: object({
      required: nodeOf(true),
      content: object({
        "application/json": object({
          schema: rebased(definition.inputSchema, body),
          ...(counts?.first === undefined ? {} : { example: nodeOf(counts.first) }),
        }),
      }),
    }),
    responses: object({
      "200": object({
        description: stringNode("What the tool gives back"),
        content: object({ "application/json": object({ schema: rebased(output, answer) }) }),
      }),
    }),
  });
}

/** A schema inside a document: references to its root lead to where it stands. One with an id is its own document. */
function rebased(schema: JsonNode, base: string): JsonNode {
  if (textOf(memberOf(schema, "$id")) !== undefined) return schema;
  const visit = (node: JsonNode): JsonNode => {
    if (node.type === "array") return { ...node, items: node.items.map(visit) };
    if (node.type !== "object") return node;
    const members = node.members.map((member) => {
      const { key, value } = member;
      const isLocal = key === "$ref" && value.type === "string" && /^#(?:\/|$)/.test(value.value);
      const now = isLocal ? stringNode(`${encoded(base)}${value.value.slice(1)}`) : visit(value);
      return { ...member, value: now };
    });
    return { ...node, members };
  };
  return visit(schema);
}

/** A fragment of a URI: what is percent-encoded in the path is a percent sign of the pointer. */
function encoded(pointer: string): string {
  return pointer.replaceAll("%", "%25");
}

function toolsPage({ tools, examples }: Published): string {
  const sorted = tools.toSorted((left, right) => byCodeUnit(left.name, right.name));
  const parts = sorted.map((tool) => {
    const first = examples.get(tool.name)?.first;
    return [
      `## ${oneLine(tool.name)}`,
      ...(tool.description.trim() === "" ? [] : [tool.description.trim()]),
      parametersTable(tool),
      ...(first === undefined ? [] : ["Example:", fenced(first)]),
    ].join("\n\n");
  });
  return ["# Tools", ...parts].join("\n\n");
}

function fenced(value: unknown): string {
  const text = prettyJson(nodeOf(value)) ?? "";
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return `${fence}json\n${text}\n${fence}`;
}

function parametersTable({ definition: { inputSchema } }: PublishedTool): string {
  const properties = memberOf(inputSchema, "properties");
  const required = memberOf(inputSchema, "required");
  const needed = new Set(required?.type === "array" ? required.items.map(textOf) : []);
  const members = properties?.type === "object" ? properties.members : [];
  return tableOr(
    "No parameters.",
    ["Parameter", "Type", "Needed", "Description"],
    members.map(({ key, value }) => [
      `\`${oneLine(key).replaceAll("`", "'")}\``,
      oneLine(typeText(value)),
      needed.has(key) ? "yes" : "no",
      oneLine(textOf(memberOf(value, "description")) ?? ""),
    ]),
  );
}

const MOST_VALUES = 20;

/** The type of a parameter in a few words. */
function typeText(schema: JsonNode): string {
  const values = memberOf(schema, "enum");
  if (values?.type === "array") {
    const shown = values.items.slice(0, MOST_VALUES).map(constant);
    const more = values.items.length - shown.length;
    return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", ");
  }
  const only = memberOf(schema, "const");
  if (only !== undefined) return constant(only);
  const reference = textOf(memberOf(schema, "$ref"));
  if (reference !== undefined) return reference.split("/").at(-1) ?? reference;
  for (const key of ["anyOf", "oneOf"]) {
    const parts = memberOf(schema, key);
    if (parts?.type === "array") return parts.items.map(typeText).join(" or ");
  }
  const type = memberOf(schema, "type");
  if (type?.type === "array") return type.items.map((name) => textOf(name) ?? "").join(" or ");
  const name = textOf(type) ?? "any";
  const items = memberOf(schema, "items");
  return name === "array" && items !== undefined ? `array of ${typeText(items)}` : name;
}

function constant(node: JsonNode): string {
  return node.type === "object" || node.type === "array" ? "a value" : scalarText(node);
}
