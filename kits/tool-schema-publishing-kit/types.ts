/** The types of all arguments, in one file. */
import { withParts } from "../../tools/_lib/agents/tool-definition/parts.ts";
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
    const name = freeName(pascal(tool.name), ENDING, taken);
    const stem = name.slice(0, -ENDING.length);
    const made = ctx.step(schemaConverter, {
      schema: withOwnNames(tool, (key) => freeName(`${stem}${pascal(key)}`, "", taken)),
      mode: "typescript",
      name,
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

/** The schema with a name of the tool's own for each part that may become a type: all tools share one file. */
function withOwnNames({ definition, schema }: PublishedTool, naming: (key: string) => string) {
  const { inputSchema: root } = definition;
  return (root.type === "object" ? minifyJson(withParts(root, naming).root) : schema) ?? schema;
}

/** Words of the name, each with a capital: a letter first, and room for what follows. */
function pascal(name: string): string {
  const words = name.match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  const started = /^[A-Za-z]/.test(joined) ? joined : `Tool${joined}`;
  return started.slice(0, LONGEST_NAME - ENDING.length);
}

/** The name with its ending; where that is taken, with a number between. */
function freeName(stem: string, ending: string, taken: Set<string>): string {
  for (let number = 1; ; number++) {
    const end = `${number === 1 ? "" : number}${ending}`;
    const name = `${stem.slice(0, LONGEST_NAME - end.length)}${end}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}
