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
    `purebox run ${entry.id} [--field value | --field-file PATH]… [FILE|-] [--json] [--mode compact|output] [--now T] [--seed S] [--receipt]${entry.kind === "kit" ? " [--out DIR [--force]]" : ""}`,
    "",
    "Fields:",
    ...fields,
    ...(example ? ["", `Example input: ${JSON.stringify(example.input)}`] : []),
  ].join("\n");
}

interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly anyOf?: readonly FieldSchema[];
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** `array of { path, content? } or text`. */
function describeType(schema: FieldSchema): string {
  const { type, items, properties, required = [], minimum, maximum } = schema;
  if (schema.enum) return schema.enum.join(" | ");
  if (schema.anyOf) return schema.anyOf.map(describeType).join(" or ");
  if (properties) {
    const names = Object.keys(properties);
    return `{ ${names.map((name) => (required.includes(name) ? name : `${name}?`)).join(", ")} }`;
  }
  if (items) return `array of ${describeType(items)}`;
  if (typeof type !== "string") return "JSON";
  const bounds =
    minimum === undefined && maximum === undefined ? "" : ` ${minimum ?? ""}…${maximum ?? ""}`;
  return type + bounds;
}

function describeDefault(schema: Readonly<Record<string, unknown>>): string {
  return schema["default"] === undefined ? "" : `default ${JSON.stringify(schema["default"])}`;
}
