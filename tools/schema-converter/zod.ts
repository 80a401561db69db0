import { isTrue, memberOf, textOf } from "../_lib/json/tree/members.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import type { JsonNode, JsonObject } from "../_lib/json/tree/tree.ts";
import { type Declaration, expression, memberName, type SchemaNames } from "./type-names.ts";
import { dependenciesFirst } from "./order.ts";
import {
  arrayShape,
  choicesOf,
  ignoredSiblings,
  ignoresSiblings,
  type Loss,
  objectShape,
  type Property,
  typesOf,
  unsupportedKeywords,
} from "../_lib/schemas/drafts/schema.ts";
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

/** Where a schema stands. */
interface Place {
  readonly path: string;
  readonly indent: string;
  /** In a getter late references need no `z.lazy`. */
  readonly inGetter: boolean;
  /** The types of the schema whose `allOf`, `anyOf` or `oneOf` it stands in. */
  readonly types: readonly string[];
}

/** Checks that are methods of a type, and so need one. */
const CHECKS =
  /^(?:minLength|maxLength|pattern|minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf|minItems|maxItems)$/;

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
    const text = this.#schema(node, { path, indent: "", inGetter: false, types: [] });
    this.#written.add(name);
    // The compiler cannot infer the type of a constant from a function that returns it.
    const type = this.#lazy ? ": z.ZodType" : "";
    return `export const ${name}${type} = ${text};\nexport type ${name} = z.infer<typeof ${name}>;`;
  }

  /** The schema with what is said of it. */
  #schema(node: JsonNode, place: Place): string {
    if (node.type !== "object")
      return node.type === "boolean" && !node.value ? "z.never()" : "z.unknown()";
    const reference = textOf(memberOf(node, "$ref"));
    if (reference !== undefined && ignoresSiblings(this.#names.draft)) {
      this.losses.push(...ignoredSiblings(node, place.path, this.#names.draft));
      return this.#reference(reference, place) + notes(node);
    }
    this.losses.push(...unsupportedKeywords(node, place.path));
    const { text, nullable } = this.#combined(node, reference, place);
    return text + (nullable ? ".nullable()" : "") + notes(node);
  }

  #inside(node: JsonNode, place: Place, ...tokens: readonly (string | number)[]): string {
    const path = tokens.reduce<string>(appendPointer, place.path);
    return this.#schema(node, { ...place, path, types: [] });
  }

  #combined(
    node: JsonObject,
    reference: string | undefined,
    place: Place,
  ): { text: string; nullable: boolean } {
    const parts: string[] = [];
    if (reference !== undefined) parts.push(this.#reference(reference, place));
    const own = this.#own(node, place);
    if (own) parts.push(own.text);
    const named = typesOf(node);
    const types = named.length > 0 ? named : place.types;
    for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
      const list = memberOf(node, keyword);
      if (list?.type !== "array") continue;
      const schemas = list.items.map((item, index) =>
        this.#schema(item, { ...place, path: `${place.path}/${keyword}/${index}`, types }),
      );
      if (keyword === "allOf") parts.push(...schemas);
      else if (schemas.length === 1) parts.push(schemas[0] ?? "");
      else parts.push(`z.${keyword === "anyOf" ? "union" : "xor"}([${schemas.join(", ")}])`);
    }
    if (parts.length > 1 && this.#isClosed(node))
      this.losses.push(unsaid(place.path, "additionalProperties", "in an intersection"));
    const [first = "z.unknown()", ...others] = parts;
    const text = others.reduce((left, right) => `z.intersection(${left}, ${right})`, first);
    return { text, nullable: parts.length === 1 && own?.nullable === true };
  }

  /** Whether the schema or a part of it refuses further properties: an intersection takes those that a part knows. */
  #isClosed(node: JsonObject): boolean {
    const branches = memberOf(node, "allOf");
    const target = this.#names.target(textOf(memberOf(node, "$ref")) ?? "")?.node;
    const parts = [node, target, ...(branches?.type === "array" ? branches.items : [])];
    return parts.some((part) => {
      const reference = part && part !== node ? textOf(memberOf(part, "$ref")) : undefined;
      const meant = reference === undefined ? part : this.#names.target(reference)?.node;
      const additional = meant && memberOf(meant, "additionalProperties");
      return additional?.type === "boolean" && !additional.value;
    });
  }

  #reference(reference: string, { inGetter }: Place): string {
    const target = this.#names.target(reference);
    if (!target) return "z.unknown()";
    if (this.#written.has(target.name)) return target.name;
    this.#late = true;
    if (inGetter) return target.name;
    this.#lazy = true;
    return `z.lazy(() => ${target.name})`;
  }

  #own(node: JsonObject, place: Place): { text: string; nullable: boolean } | undefined {
    const choices = choicesOf(node);
    if (choices) return { text: literals(choices), nullable: false };
    const types = this.#typesOf(node, place);
    const nullable = types.length === 2 && types.includes("null");
    const wanted = nullable ? types.filter((type) => type !== "null") : types;
    const texts = wanted.map((type) => this.#typed(type, node, place));
    if (texts.length === 0) return undefined;
    return {
      text: texts.length === 1 ? (texts[0] ?? "") : `z.union([${texts.join(", ")}])`,
      nullable,
    };
  }

  /** Checks without a type are about the types of the schema that they are a part of. */
  #typesOf(node: JsonObject, { path, types }: Place): readonly string[] {
    const named = typesOf(node);
    if (named.length > 0) return named;
    const checks = node.members.filter(({ key }) => CHECKS.test(key));
    if (types.length > 0) return checks.length > 0 || memberOf(node, "format") ? types : [];
    this.losses.push(...checks.map(({ key }) => unsaid(path, key, "without a type")));
    return [];
  }

  #typed(type: string, node: JsonObject, place: Place): string {
    switch (type) {
      case "string":
        return stringSchema(node);
      case "integer":
        return `z.int()${numberChecks(node)}`;
      case "number":
        return `z.number()${numberChecks(node)}`;
      case "array":
        return this.#array(node, place);
      case "object":
        return this.#object(node, { ...place, inGetter: false });
      default:
        return PLAIN[type] ?? "z.unknown()";
    }
  }

  #array(node: JsonObject, place: Place): string {
    const { prefix, rest, closed, minItems } = arrayShape(node, this.#names.draft);
    const restText = rest ? this.#inside(rest, place, "items") : "z.unknown()";
    if (prefix.length === 0) return `z.array(${restText})${sizeChecks(node, "Items")}`;
    const places = prefix.map((item, index) => {
      const text = this.#inside(item, place, "prefixItems", index);
      if (index >= minItems) return `${text}.optional()`;
      // A tuple does not ask for what may be anything.
      return text.startsWith("z.unknown()") ? `${text}.nonoptional()` : text;
    });
    const most = Number(numberOf(node, "maxItems") ?? Number.POSITIVE_INFINITY);
    if (minItems > prefix.length) this.losses.push(unsaid(place.path, "minItems", "of a tuple"));
    if (closed ? most < prefix.length : most < Number.POSITIVE_INFINITY)
      this.losses.push(unsaid(place.path, "maxItems", "of a tuple"));
    return `z.tuple([${places.join(", ")}]${closed ? "" : `, ${restText}`})`;
  }

  #object(node: JsonObject, place: Place): string {
    const { properties, additional } = objectShape(node);
    const closed = additional?.type === "boolean" && !additional.value;
    const open = additional === undefined || (additional.type === "boolean" && additional.value);
    const others = open ? "z.unknown()" : this.#inside(additional, place, "additionalProperties");
    if (properties.length === 0 && !closed) return `z.record(z.string(), ${others})`;
    const inner = { ...place, indent: `${place.indent}  ` };
    const members = properties.map((property) => this.#member(property, inner));
    const lines = members.map((line) => `${inner.indent}${line},\n`).join("");
    const body = members.length === 0 ? "{}" : `{\n${lines}${place.indent}}`;
    if (closed) return `z.strictObject(${body})`;
    return open ? `z.looseObject(${body})` : `z.object(${body}).catchall(${others})`;
  }

  /** A getter where the schema refers to one that stands below: it is read only when it is needed. */
  #member({ key, schema, required }: Property, place: Place): string {
    if (key === "__proto__")
      this.losses.push(unsaid(`${place.path}/properties`, key, "as the name of a property"));
    const before = this.#late;
    this.#late = false;
    const inside = { ...place, inGetter: true };
    const text = this.#inside(schema, inside, "properties", key) + (required ? "" : ".optional()");
    const late = this.#late;
    this.#late = before;
    const name = memberName(key);
    return late ? `get ${name}() { return ${text}; }` : `${name}: ${text}`;
  }
}

function unsaid(path: string, keyword: string, where: string): Loss {
  return {
    code: "KEYWORD_UNSUPPORTED",
    path: appendPointer(path, keyword),
    keyword,
    detail: `${keyword} ${where} has no form in the code`,
  };
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
    ["minimum", isTrue(memberOf(node, "exclusiveMinimum")) ? "gt" : "min"],
    ["maximum", isTrue(memberOf(node, "exclusiveMaximum")) ? "lt" : "max"],
    ["exclusiveMinimum", "gt"],
    ["exclusiveMaximum", "lt"],
    ["multipleOf", "multipleOf"],
  ] as const;
  return checks
    .map(([keyword, check]) => [numberOf(node, keyword), check] as const)
    .map(([text, check]) => (text === undefined ? "" : `.${check}(${text})`))
    .join("");
}

function literals(values: readonly JsonNode[]): string {
  const texts = values.map(expression);
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
  if (value.type !== "object") return `z.literal(${expression(value)})`;
  const members = value.members.map(
    ({ key, value: member }) => `${memberName(key)}: ${deepLiteral(member)}`,
  );
  return `z.strictObject({ ${members.join(", ")} })`;
}

/** `.default(v)` and `.describe(text)`. */
function notes(node: JsonObject): string {
  const standard = memberOf(node, "default");
  const description = textOf(memberOf(node, "description"));
  const value = standard ? `.default(${expression(standard)})` : "";
  return value + (description === undefined ? "" : `.describe(${JSON.stringify(description)})`);
}
