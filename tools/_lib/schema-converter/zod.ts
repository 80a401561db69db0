import { memberOf, textOf } from "../json-schema/node.ts";
import { appendPointer } from "../json/pointer.ts";
import type { JsonNode, JsonObject } from "../json/tree.ts";
import { minifyJson } from "../json/write.ts";
import { dependenciesFirst } from "./order.ts";
import {
  arrayShape,
  type Declaration,
  type Loss,
  objectShape,
  propertyName,
  type SchemaNames,
  typesOf,
  unsupportedKeywords,
} from "./schema.ts";
import type { Code } from "./typescript.ts";

/** Schemas for zod 4, those that others need first. */
export function writeZod(names: SchemaNames): Code {
  const writer = new ZodWriter(names);
  const declarations = dependenciesFirst(names).map((declaration) => writer.declare(declaration));
  return {
    code: `import { z } from "zod";\n\n${declarations.join("\n\n")}\n`,
    losses: writer.losses,
  };
}

const FORMATS: Readonly<Record<string, string>> = {
  email: "z.email()",
  uuid: "z.uuid()",
  uri: "z.url()",
  "date-time": "z.iso.datetime({ offset: true })",
  date: "z.iso.date()",
  time: "z.iso.time()",
  duration: "z.iso.duration()",
  ipv4: "z.ipv4()",
  ipv6: "z.ipv6()",
};

const PLAIN: Readonly<Record<string, string>> = {
  boolean: "z.boolean()",
  null: "z.null()",
};

class ZodWriter {
  readonly losses: Loss[] = [];
  readonly #names: SchemaNames;
  /** Declarations that stand above the one being written. */
  readonly #written = new Set<string>();
  /** A reference to one that stands below was met: it has to be looked up late. */
  #late = false;
  /** Whether the declaration in hand holds a `z.lazy`. */
  #lazy = false;

  constructor(names: SchemaNames) {
    this.#names = names;
  }

  declare({ name, node, path }: Declaration): string {
    this.#lazy = false;
    const text = this.#schema(node, path, "");
    this.#written.add(name);
    // The compiler cannot infer the type of a constant from a function that returns it.
    const type = this.#lazy ? ": z.ZodType" : "";
    return `export const ${name}${type} = ${text};\nexport type ${name} = z.infer<typeof ${name}>;`;
  }

  /** The schema with what is said of it; `inGetter` where late references need no `z.lazy`. */
  #schema(node: JsonNode, path: string, indent: string, inGetter = false): string {
    if (node.type !== "object")
      return node.type === "boolean" && !node.value ? "z.never()" : "z.unknown()";
    this.losses.push(...unsupportedKeywords(node, path));
    const { text, nullable } = this.#combined(node, path, indent, inGetter);
    return text + (nullable ? ".nullable()" : "") + notes(node);
  }

  #combined(
    node: JsonObject,
    path: string,
    indent: string,
    inGetter: boolean,
  ): { text: string; nullable: boolean } {
    const parts: string[] = [];
    const reference = textOf(memberOf(node, "$ref"));
    if (reference !== undefined) parts.push(this.#reference(reference, inGetter));
    const own = this.#own(node, path, indent, inGetter);
    if (own) parts.push(own.text);
    for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
      const list = memberOf(node, keyword);
      if (list?.type !== "array") continue;
      const schemas = list.items.map((item, index) =>
        this.#schema(item, `${path}/${keyword}/${index}`, indent, inGetter),
      );
      if (keyword === "allOf") parts.push(...schemas);
      else if (schemas.length === 1) parts.push(schemas[0] ?? "");
      else parts.push(`z.${keyword === "anyOf" ? "union" : "xor"}([${schemas.join(", ")}])`);
    }
    const [first = "z.unknown()", ...others] = parts;
    const text = others.reduce((left, right) => `z.intersection(${left}, ${right})`, first);
    return { text, nullable: parts.length === 1 && own?.nullable === true };
  }

  #reference(reference: string, inGetter: boolean): string {
    const target = this.#names.target(reference);
    if (!target) return "z.unknown()";
    if (this.#written.has(target.name)) return target.name;
    this.#late = true;
    if (inGetter) return target.name;
    this.#lazy = true;
    return `z.lazy(() => ${target.name})`;
  }

  #own(
    node: JsonObject,
    path: string,
    indent: string,
    inGetter: boolean,
  ): { text: string; nullable: boolean } | undefined {
    const constant = memberOf(node, "const");
    const values = constant ? [constant] : itemsOf(memberOf(node, "enum"));
    if (values) return { text: literals(values), nullable: false };
    const types = typesOf(node);
    const nullable = types.length === 2 && types.includes("null");
    const wanted = nullable ? types.filter((type) => type !== "null") : types;
    const texts = wanted.map((type) => this.#typed(type, node, path, indent, inGetter));
    if (texts.length === 0) return undefined;
    return {
      text: texts.length === 1 ? (texts[0] ?? "") : `z.union([${texts.join(", ")}])`,
      nullable,
    };
  }

  #typed(type: string, node: JsonObject, path: string, indent: string, inGetter: boolean): string {
    switch (type) {
      case "string":
        return stringSchema(node);
      case "integer":
        return `z.int()${numberChecks(node)}`;
      case "number":
        return `z.number()${numberChecks(node)}`;
      case "array":
        return this.#array(node, path, indent, inGetter);
      case "object":
        return this.#object(node, path, indent);
      default:
        return PLAIN[type] ?? "z.unknown()";
    }
  }

  #array(node: JsonObject, path: string, indent: string, inGetter: boolean): string {
    const { prefix, rest } = arrayShape(node, this.#names.draft);
    const closed = rest?.type === "boolean" && !rest.value;
    const restText = rest ? this.#schema(rest, `${path}/items`, indent, inGetter) : "z.unknown()";
    if (prefix.length === 0) return `z.array(${restText})${sizeChecks(node, "Items")}`;
    const places = prefix.map((item, index) =>
      this.#schema(item, `${path}/prefixItems/${index}`, indent, inGetter),
    );
    return `z.tuple([${places.join(", ")}]${closed ? "" : `, ${restText}`})`;
  }

  #object(node: JsonObject, path: string, indent: string): string {
    const { properties, additional } = objectShape(node);
    const closed = additional?.type === "boolean" && !additional.value;
    const open = additional === undefined || (additional.type === "boolean" && additional.value);
    if (properties.length === 0 && !closed) {
      const values = additional
        ? this.#schema(additional, `${path}/additionalProperties`, indent)
        : "z.unknown()";
      return `z.record(z.string(), ${values})`;
    }
    const inner = `${indent}  `;
    const members = properties.map(({ key, schema, required }) =>
      this.#member(key, schema, required, appendPointer(`${path}/properties`, key), inner),
    );
    const body =
      members.length === 0
        ? "{}"
        : `{\n${members.map((line) => `${inner}${line},\n`).join("")}${indent}}`;
    if (closed) return `z.strictObject(${body})`;
    if (open) return `z.looseObject(${body})`;
    return `z.object(${body}).catchall(${this.#schema(additional, `${path}/additionalProperties`, indent)})`;
  }

  /** A getter where the schema refers to one that stands below: it is read only when it is needed. */
  #member(key: string, schema: JsonNode, required: boolean, path: string, indent: string): string {
    const before = this.#late;
    this.#late = false;
    const text = this.#schema(schema, path, indent, true) + (required ? "" : ".optional()");
    const late = this.#late;
    this.#late = before;
    const name = propertyName(key);
    return late ? `get ${name}() { return ${text}; }` : `${name}: ${text}`;
  }
}

function stringSchema(node: JsonObject): string {
  const format = textOf(memberOf(node, "format"));
  const base =
    (format !== undefined && Object.hasOwn(FORMATS, format) && FORMATS[format]) || "z.string()";
  const pattern = textOf(memberOf(node, "pattern"));
  const regex = pattern === undefined ? "" : `.regex(${regexLiteral(pattern)})`;
  return base + sizeChecks(node, "Length") + regex;
}

function regexLiteral(pattern: string): string {
  const escaped = pattern
    .replaceAll(/\\[\s\S]|\//g, (part) => (part === "/" ? String.raw`\/` : part))
    .replaceAll("\n", String.raw`\n`)
    .replaceAll("\r", String.raw`\r`)
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`);
  return `/${escaped === "" ? "(?:)" : escaped}/u`;
}

function numberOf(node: JsonObject, keyword: string): string | undefined {
  const value = memberOf(node, keyword);
  return value?.type === "number" ? value.text : undefined;
}

function sizeChecks(node: JsonObject, what: "Length" | "Items"): string {
  const least = numberOf(node, `min${what}`);
  const most = numberOf(node, `max${what}`);
  if (least !== undefined && least === most) return `.length(${least})`;
  return (
    (least === undefined ? "" : `.min(${least})`) + (most === undefined ? "" : `.max(${most})`)
  );
}

function numberChecks(node: JsonObject): string {
  const checks = [
    ["minimum", isFlag(node, "exclusiveMinimum") ? "gt" : "min"],
    ["maximum", isFlag(node, "exclusiveMaximum") ? "lt" : "max"],
    ["exclusiveMinimum", "gt"],
    ["exclusiveMaximum", "lt"],
    ["multipleOf", "multipleOf"],
  ] as const;
  return checks
    .map(([keyword, check]) => [numberOf(node, keyword), check] as const)
    .map(([text, check]) => (text === undefined ? "" : `.${check}(${text})`))
    .join("");
}

function isFlag(node: JsonObject, keyword: string): boolean {
  const value = memberOf(node, keyword);
  return value?.type === "boolean" && value.value;
}

function itemsOf(node: JsonNode | undefined): readonly JsonNode[] | undefined {
  return node?.type === "array" ? node.items : undefined;
}

function literals(values: readonly JsonNode[]): string {
  const texts = values.map((value) => minifyJson(value) ?? "null");
  if (values.length === 0) return "z.never()";
  if (values.length > 1 && values.every(({ type }) => type === "string"))
    return `z.enum([${texts.join(", ")}])`;
  if (values.some(({ type }) => type === "object" || type === "array")) return deepLiterals(values);
  return texts.length === 1 ? `z.literal(${texts[0]})` : `z.literal([${texts.join(", ")}])`;
}

/** zod has no literal for objects and arrays: they are compared by their parts. */
function deepLiterals(values: readonly JsonNode[]): string {
  const schemas = values.map(deepLiteral);
  return schemas.length === 1 ? (schemas[0] ?? "") : `z.union([${schemas.join(", ")}])`;
}

function deepLiteral(value: JsonNode): string {
  if (value.type === "array") return `z.tuple([${value.items.map(deepLiteral).join(", ")}])`;
  if (value.type !== "object") return `z.literal(${minifyJson(value) ?? "null"})`;
  const members = value.members.map(
    ({ key, value: member }) => `${propertyName(key)}: ${deepLiteral(member)}`,
  );
  return `z.strictObject({ ${members.join(", ")} })`;
}

/** `.default(v)` and `.describe(text)`. */
function notes(node: JsonObject): string {
  const standard = memberOf(node, "default");
  const description = textOf(memberOf(node, "description"));
  const value = standard ? `.default(${minifyJson(standard) ?? "null"})` : "";
  return value + (description === undefined ? "" : `.describe(${JSON.stringify(description)})`);
}
