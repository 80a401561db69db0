/** Schemas compiled and values checked, told in a word. */
import { createBudget } from "../../app/run/context.ts";
import { readJson } from "../../tools/_lib/json/tree/read.ts";
import type { JsonNode } from "../../tools/_lib/json/tree/tree.ts";
import { documentOf } from "../../tools/_lib/json/tree/value.ts";
import {
  type CompiledSchema,
  compileSchema,
  type Validator,
} from "../../tools/_lib/schemas/json-schema/validator.ts";
import type { Draft } from "../../tools/_lib/schemas/json-schema/drafts.ts";

export const budget = () => createBudget(20_000_000);

export function tree(text: string): JsonNode {
  const document = readJson(text);
  if ("type" in document) throw new Error(document.found);
  return document.root;
}

export function node(value: unknown): JsonNode {
  const document = documentOf(value);
  if (document === undefined) throw new Error("too deep");
  return document.root;
}

export interface Options {
  readonly draft?: Draft;
  readonly documents?: Readonly<Record<string, unknown>>;
}

export function compile(schema: unknown, { draft, documents = {} }: Options = {}): CompiledSchema {
  const list = Object.entries(documents).map(([uri, value]) => ({
    uri,
    root: node(value),
    path: `/schemas/${uri.replaceAll("/", "~1")}`,
  }));
  const root = typeof schema === "string" ? tree(schema) : node(schema);
  return compileSchema(root, { draft, documents: list, budget: budget() });
}

export function validatorOf(schema: unknown, options?: Options): Validator {
  const compiled = compile(schema, options);
  if (!compiled.ok) throw new Error(compiled.errors[0].message);
  return compiled.validator;
}

/** A string is JSON text, of a schema as of data. */
export function check(schema: unknown, data: unknown, options?: Options) {
  const root = typeof data === "string" ? tree(data) : node(data);
  const validation = validatorOf(schema, options).validate(root, { budget: budget() });
  if (!validation.ok) throw new Error(validation.error.message);
  return validation;
}

/** `CODE path`, in order. */
export function found(schema: unknown, data: unknown, options?: Options): string[] {
  return check(schema, data, options).violations.map(({ code, path }) => `${code} ${path}`);
}

export function troubles(schema: unknown, options?: Options): string[] {
  const compiled = compile(schema, options);
  return compiled.ok ? [] : compiled.errors.map(({ code, path }) => `${code} ${path}`);
}
