/** A variable as its line, its comments and the given schema describe it. */
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import { isSecretKey, maskUrlPasswords } from "../_lib/secrets/secret-keys.ts";
import { quoted } from "../_lib/text/shown.ts";
import type { Variable, VariableType } from "../environment-contract-compiler.ts";
import { overridesOf } from "./overrides.ts";
import type { Entry } from "./read.ts";
import { readAnnotation, type Tag } from "./tags.ts";
import { convert, inferType } from "./value.ts";

export const TYPES = ["string", "integer", "number", "boolean", "url", "email", "json"] as const;

/** What a tag says that cannot be. */
export interface TagProblem {
  readonly code: "DEFAULT_INVALID" | "VARIABLE_INVALID";
  readonly message: string;
}

export interface Declared {
  readonly variable: Variable;
  /** The value in the file, not masked; undefined of one that only the schema has. */
  readonly value: string | undefined;
  readonly problems: readonly TagProblem[];
}

/** A variable of the file. Where several entries have the name, the last one with its own comments, if it has any. */
export function declare(entries: readonly Entry[], schema: JsonNode | undefined): Declared {
  const last = entries.at(-1) as Entry;
  const { comments } = entries.findLast((entry) => entry.comments.length > 0) ?? last;
  const { name, value, line } = last;
  const { tags, description } = readAnnotation(comments);
  const reader = new TagReader(name, tags);
  const own = overridesOf(name, schema);
  const type = own.type ?? reader.type(value);
  const isOptional = tags.has("default") || tags.has("optional") || own.default !== undefined;
  const variable: Variable = {
    name,
    type,
    required: tags.has("required") || !isOptional,
    secret: tags.has("secret") || isSecretKey(name) || maskUrlPasswords(value) !== value,
    ...reader.fallback(type),
    example: tags.get("example") ?? value,
    description,
    ...reader.choices(type),
    ...reader.bounds(type),
    ...reader.pattern(),
    deprecated: tags.has("deprecated"),
    line,
    ...own,
  };
  return { variable, value, problems: reader.problems };
}

/** A variable that only the schema has. */
export function declareFromSchema(name: string, schema: JsonNode): Declared {
  const variable: Variable = {
    name,
    type: "string",
    required: false,
    secret: isSecretKey(name),
    example: "",
    description: "",
    deprecated: false,
    line: null,
    ...overridesOf(name, schema),
  };
  return { variable, value: undefined, problems: [] };
}

/** Reads the tags of one variable and keeps what cannot be used. */
class TagReader {
  readonly problems: TagProblem[] = [];
  readonly #name: string;
  readonly #tags: ReadonlyMap<Tag, string>;

  constructor(name: string, tags: ReadonlyMap<Tag, string>) {
    this.#name = name;
    this.#tags = tags;
  }

  /** What a tag says, else what the value seems to be, as far as all of the choices can be that, too. */
  type(value: string): VariableType {
    const stated = this.#tags.get("type")?.toLowerCase();
    const known = stated === "port" ? "integer" : TYPES.find((type) => type === stated);
    if (known !== undefined) return known;
    if (stated !== undefined) this.#refuse("type", stated, [...TYPES, "port"].join(", "));
    const sample = value || this.#tags.get("default") || this.#tags.get("example") || "";
    const inferred = inferType(sample);
    const isUnfit = this.#choices()?.some((choice) => convert(choice, inferred) === undefined);
    return isUnfit ? "string" : inferred;
  }

  fallback(type: VariableType): { default?: unknown } {
    const text = this.#tags.get("default");
    if (text === undefined) return {};
    const node = convert(text, type);
    if (node) return { default: valueOf(node).value };
    this.#refuse("default", text, aType(type), "DEFAULT_INVALID");
    return {};
  }

  choices(type: VariableType): { enum?: unknown[] } {
    const choices = this.#choices();
    if (choices === undefined) return {};
    const values: unknown[] = [];
    for (const choice of new Set(choices)) {
      const node = convert(choice, type);
      if (node) values.push(valueOf(node).value);
      else this.#refuse("enum", choice, aType(type));
    }
    return values.length === 0 ? {} : { enum: values };
  }

  bounds(type: VariableType): { min?: number; max?: number } {
    const isPort =
      this.#tags.get("type")?.toLowerCase() === "port" || /(?:^|_)PORT$/.test(this.#name);
    const ofPorts = type === "integer" && isPort ? { min: 0, max: 65_535 } : {};
    return { ...ofPorts, ...this.#bound("min", type), ...this.#bound("max", type) };
  }

  pattern(): { pattern?: string } {
    const pattern = this.#tags.get("pattern");
    return pattern ? { pattern } : {};
  }

  #choices(): string[] | undefined {
    return this.#tags
      .get("enum")
      ?.split(",")
      .map((choice) => choice.trim());
  }

  #bound(tag: "min" | "max", type: VariableType): { min?: number; max?: number } {
    const text = this.#tags.get(tag);
    if (text === undefined) return {};
    const isNumeric = type === "integer" || type === "number";
    const node = isNumeric ? convert(text, "number") : undefined;
    const bound = node?.type === "number" ? Number(node.text) : Number.NaN;
    if (Number.isFinite(bound)) return { [tag]: bound };
    this.#refuse(tag, text, isNumeric ? "a number" : `no bound of ${aType(type)}`);
    return {};
  }

  #refuse(
    tag: Tag,
    found: string,
    expected: string,
    code: TagProblem["code"] = "VARIABLE_INVALID",
  ) {
    const message = `Cannot use @${tag} of ${this.#name}: found ${quoted(found)}, expected ${expected}`;
    this.problems.push({ code, message });
  }
}

export function aType(type: VariableType): string {
  if (type === "json") return "JSON";
  if (type === "url") return "a URL";
  return `${/^[aei]/.test(type) ? "an" : "a"} ${type}`;
}
