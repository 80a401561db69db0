/** The types of all arguments, in one file. */
import { memberOf } from "../../tools/_lib/json/tree/members.ts";
import { type JsonNode, objectNode, stringNode } from "../../tools/_lib/json/tree/tree.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { oneLine } from "../../tools/_lib/text/shown.ts";
import schemaConverter from "../../tools/schema-converter.ts";
import type { Work } from "../tool-schema-publishing-kit.ts";
import type { PublishedTool, ToolSet } from "./read.ts";

const LONGEST_NAME = 64;
const ENDING = "Arguments";

/** The text of types.ts. */
export function typesStage({ tools }: ToolSet, { ctx, report }: Work): string {
  const taken = new Set<string>();
  const parts: string[] = [];
  let failures = 0;
  for (const tool of tools) {
    const stem = freeName(pascal(tool.name), taken);
    const made = ctx.step(schemaConverter, {
      schema: renamedDefinitions(tool, stem),
      mode: "typescript",
      name: `${stem}${ENDING}`,
    });
    if (made.ok && made.output !== undefined) {
      for (const type of made.value?.types ?? []) taken.add(type);
      parts.push(`// ${oneLine(tool.name)}\n${made.output.trim()}`);
      continue;
    }
    failures++;
    const [error] = made.errors ?? [];
    report.find("error", "types", {
      code: "STAGE_FAILED",
      message: error?.message ?? "There is no type",
      path: tool.definition.path,
      subject: tool.name,
      received: error?.code,
    });
  }
  if (failures === tools.length) report.failed("types", "No schema could be written as a type");
  else report.done("types", counted(parts.length, "tool"));
  return parts.join("\n\n") || "export {};";
}

/** Words of the name, each with a capital: a letter first, and room for what follows. */
function pascal(name: string): string {
  const words = name.match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  const started = /^[A-Za-z]/.test(joined) ? joined : `Tool${joined}`;
  return started.slice(0, LONGEST_NAME - ENDING.length);
}

function freeName(stem: string, taken: Set<string>): string {
  for (let number = 1; ; number++) {
    const end = number === 1 ? "" : String(number);
    const name = `${stem.slice(0, LONGEST_NAME - ENDING.length - end.length)}${end}`;
    if (taken.has(`${name}${ENDING}`)) continue;
    taken.add(`${name}${ENDING}`);
    return name;
  }
}

/** The schema with the tool's name before the names of its definitions. */
function renamedDefinitions({ definition, schema }: PublishedTool, stem: string): string {
  const root = definition.inputSchema;
  const lists = ["$defs", "definitions"].filter((key) => memberOf(root, key)?.type === "object");
  if (root.type !== "object" || lists.length === 0) return schema;
  const renamed = (key: string) => `${stem}${pascal(key)}`;
  const references = new Map<string, string>();
  for (const list of lists) {
    const map = memberOf(root, list);
    for (const { key } of map?.type === "object" ? map.members : []) {
      references.set(`#/${list}/${key}`, `#/${list}/${renamed(key)}`);
    }
  }
  if (new Set(references.values()).size < references.size) return schema;
  const moved = objectNode(
    root.members.map((member) =>
      lists.includes(member.key) && member.value.type === "object"
        ? { ...member, value: renamedMembers(member.value, renamed) }
        : member,
    ),
  );
  return minifyJson(withReferences(moved, references)) ?? schema;
}

function renamedMembers(node: JsonNode & { type: "object" }, renamed: (key: string) => string) {
  return {
    ...node,
    members: node.members.map((member) => {
      const key = renamed(member.key);
      return { ...member, key, keyText: JSON.stringify(key) };
    }),
  };
}

function withReferences(node: JsonNode, references: ReadonlyMap<string, string>): JsonNode {
  if (node.type === "array") {
    return { ...node, items: node.items.map((item) => withReferences(item, references)) };
  }
  if (node.type !== "object") return node;
  const members = node.members.map((member) => {
    const { key, value } = member;
    const reference =
      key === "$ref" && value.type === "string" ? references.get(value.value) : undefined;
    const now = reference === undefined ? withReferences(value, references) : stringNode(reference);
    return { ...member, value: now };
  });
  return { ...node, members };
}
