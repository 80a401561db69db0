/** Help for one tool, from its schema. */
import type { RegistryEntry } from "../registry-entry.ts";
import { detailOf, otherNames } from "../registry.ts";
import { fieldFlags, kebab } from "./fields.ts";

export function describeTool(entry: RegistryEntry): string {
  const { description, input_schema, examples } = detailOf(entry);
  const { properties } = input_schema;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const { value, about = "", isList } = fieldFlags({ [name]: schema })[kebab(name)] ?? {};
    const facts = [
      value ?? "on or off",
      describeDefault(schema),
      isList === true ? "may be repeated" : "",
    ].filter(Boolean);
    const mark = name === entry.primary ? " (primary: also FILE or stdin)" : "";
    return `  --${kebab(name)}  ${about}${mark}\n      ${facts.join(", ")}`;
  });
  const lines = examples.flatMap(({ title, input, options }) => {
    const line = commandLine(entry, input, options);
    return line.length <= LONGEST_EXAMPLE ? [`  ${line}\n      ${title}`] : [];
  });
  const others = otherNames(entry);
  return [
    `${entry.name} (${entry.id}): ${description}`,
    ...(others.length === 0 ? [] : [`Also named ${others.join(", ")}.`]),
    "",
    `purebox run ${entry.id} [--field value | --field @FILE]… [FILE|-] [--json] [--mode compact|output] [--now T] [--seed S] [--receipt]${entry.kind === "kit" ? " [--out DIR [--force]]" : ""}`,
    "",
    "Fields:",
    ...fields,
    ...(lines.length === 0 ? [] : ["", "Examples:", ...lines]),
  ].join("\n");
}

const LONGEST_EXAMPLE = 400;

/** An example as it is typed. */
export function commandLine(entry: RegistryEntry, input: unknown, options: object = {}): string {
  const { properties } = detailOf(entry).input_schema;
  const fields = typeof input === "object" && input !== null ? input : { [entry.primary]: input };
  const flags = Object.entries(fields).flatMap(([name, value]) => {
    const isSwitch = properties[name]?.["type"] === "boolean";
    if (isSwitch) return [value === false ? `--${kebab(name)}=false` : `--${kebab(name)}`];
    return [`--${kebab(name)}`, quoted(asArgument(value))];
  });
  const named = Object.entries(options).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : [`--${name}`, quoted(String(value))],
  );
  return ["purebox run", entry.id, ...flags, ...named].join(" ");
}

function asArgument(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return value.startsWith("@") ? `@${value}` : value;
}

/** As one word of a POSIX shell. */
function quoted(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function describeDefault(schema: Readonly<Record<string, unknown>>): string {
  return schema["default"] === undefined ? "" : `default ${JSON.stringify(schema["default"])}`;
}
