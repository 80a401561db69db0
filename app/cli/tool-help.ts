/** Help for one tool, from its schema. */
import type { RegistryEntry } from "../registry-entry.ts";
import { detailOf } from "../registry.ts";

export function describeTool(entry: RegistryEntry): string {
  const { description, input_schema, examples } = detailOf(entry);
  const fields = Object.entries(input_schema.properties).map(([name, schema]) => {
    const facts = [describeType(schema), describeDefault(schema)].filter(Boolean).join(", ");
    const mark = name === entry.primary ? " (primary: also FILE or stdin)" : "";
    return `  --${name}  ${String(schema["description"] ?? "")}${mark}\n      ${facts}`;
  });
  const example = examples.find(({ input }) => typeof input === "object" && input !== null);
  return [
    `${entry.name} (${entry.id}): ${description}`,
    "",
    `purebox run ${entry.id} [--field value | --field-file PATH]… [FILE|-] [--json] [--mode compact|output] [--now T] [--seed S] [--receipt]`,
    "",
    "Fields:",
    ...fields,
    ...(example ? ["", `Example input: ${JSON.stringify(example.input)}`] : []),
  ].join("\n");
}

function describeType(schema: Readonly<Record<string, unknown>>): string {
  if (Array.isArray(schema["enum"])) return schema["enum"].join(" | ");
  const type = typeof schema["type"] === "string" ? schema["type"] : "JSON";
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
  const bounds =
    minimum === undefined && maximum === undefined ? "" : ` ${minimum ?? ""}…${maximum ?? ""}`;
  return type + bounds;
}

function describeDefault(schema: Readonly<Record<string, unknown>>): string {
  return schema["default"] === undefined ? "" : `default ${JSON.stringify(schema["default"])}`;
}
