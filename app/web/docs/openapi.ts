/** The OpenAPI document of the service, read for people: fields as rows, answers by status, a call to try. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

interface Content {
  readonly schema?: Schema;
  readonly examples?: Readonly<Record<string, Example>>;
}

export interface Example {
  readonly summary: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Answer {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, Content>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface OpenApi {
  readonly info: { readonly description: string; readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Answer>>;
    readonly securitySchemes?: Readonly<Record<string, { readonly description?: string }>>;
  };
}

export interface Endpoint {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  readonly examples: Readonly<Record<string, Example>>;
  readonly answers: readonly Reply[];
}

export interface Reply {
  readonly status: string;
  readonly description: string;
  readonly types: readonly string[];
  readonly schema: Schema | undefined;
}

const JSON_TYPE = "application/json";

export function endpointsOf(api: OpenApi): readonly Endpoint[] {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Endpoint => {
      const body = operation.requestBody?.content[JSON_TYPE];
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        tag: operation.tags[0] ?? "",
        summary: operation.summary,
        parameters: operation.parameters ?? [],
        body: body?.schema,
        examples: body?.examples ?? {},
        answers: Object.entries(operation.responses).map(([status, given]) =>
          replyOf(api, status, given),
        ),
      };
    }),
  );
}

function replyOf({ components }: OpenApi, status: string, given: Answer): Reply {
  const answer = given.$ref ? (components.responses[lastOf(given.$ref)] ?? given) : given;
  const { description = "", content = {} } = answer;
  const schema = content[JSON_TYPE]?.schema;
  return { status, description, types: Object.keys(content), schema };
}

const lastOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf("/") + 1);

function resolved({ components }: OpenApi, schema: Schema): Schema {
  return schema.$ref ? (components.schemas[lastOf(schema.$ref)] ?? {}) : schema;
}

export interface FieldRow {
  /** From the outermost object, with [] for each list. */
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly text: string;
}

const DEEPEST = 3;

/** The fields of an object and those within, in order. */
export function fieldRows(
  api: OpenApi,
  given: Schema,
  before = "",
  depth = 0,
): readonly FieldRow[] {
  const { properties = {}, required = [] } = resolved(api, given);
  return Object.entries(properties).flatMap(([name, field]) => {
    const schema = resolved(api, field);
    const path = `${before}${name}`;
    const row = {
      path,
      type: typeOf(api, schema),
      isRequired: required.includes(name),
      text: textOf(schema),
    };
    if (depth + 1 >= DEEPEST) return [row];
    const items = schema.items && resolved(api, schema.items);
    const inside = items
      ? fieldRows(api, items, `${path}[].`, depth + 1)
      : fieldRows(api, schema, `${path}.`, depth + 1);
    return [row, ...inside];
  });
}

const WORDS: Readonly<Record<string, string>> = {
  string: "text",
  integer: "whole number",
  number: "number",
  boolean: "true or false",
  object: "object",
  array: "list",
  null: "null",
};

function typeOf(api: OpenApi, schema: Schema): string {
  const { type, enum: words, const: only, anyOf, oneOf, items } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (words) return words.map(String).join(", ");
  const arms = anyOf ?? oneOf;
  if (arms) {
    return [...new Set(arms.map((arm) => typeOf(api, resolved(api, arm))))].join(" or ");
  }
  if (type === "array" && items) return `list of ${typeOf(api, resolved(api, items))}`;
  if (Array.isArray(type)) return type.map((one) => WORDS[one] ?? one).join(" or ");
  return typeof type === "string" ? (WORDS[type] ?? type) : "anything";
}

function textOf({ description, default: fallback, minimum, maximum, ...schema }: Schema): string {
  const { minItems, maxItems } = schema;
  const facts = [
    boundsOf(minimum, maximum, ""),
    boundsOf(minItems, maxItems, " items"),
    fallback === undefined ? "" : `${JSON.stringify(fallback)} if left out`,
  ].filter(Boolean);
  return [description ?? "", facts.join("; ")].filter(Boolean).join(". ");
}

function boundsOf(least: number | undefined, most: number | undefined, what: string): string {
  if (most === undefined) return least === undefined ? "" : `at least ${least}${what}`;
  return least === undefined ? `at most ${most}${what}` : `${least} to ${most}${what}`;
}

export interface Request {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: unknown;
}

/** A call that can be sent: the fields that must be there, filled from an example. */
export function requestOf(api: OpenApi, endpoint: Endpoint, example: Example["value"]): Request {
  const values: Readonly<Record<string, string>> = {
    toolId: String(example["tool_id"]),
    tools: String(example["tool_id"]),
    q: String(example["tool_id"]).replaceAll("-", " "),
  };
  let { path } = endpoint;
  const query = new URLSearchParams();
  for (const { name, in: place } of endpoint.parameters) {
    const value = values[name];
    if (value === undefined) continue;
    if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(value));
    else query.set(name, value);
  }
  const body = endpoint.body && sampleOf(api, endpoint.body, example);
  return { method: endpoint.method, path: query.size > 0 ? `${path}?${query}` : path, body };
}

function sampleOf(api: OpenApi, given: Schema, example: Example["value"]): unknown {
  const schema = resolved(api, given);
  const { type, items, properties = {}, required = [], enum: words } = schema;
  if (type === "array" && items) return [sampleOf(api, items, example)];
  if (words) return words[0];
  if (type !== "object") return type === "string" ? "1" : type === "integer" ? 0 : "";
  const names = Object.keys(properties).filter(
    (name) => required.includes(name) || (Object.hasOwn(example, name) && name !== "options"),
  );
  return Object.fromEntries(
    names.map((name) => [name, example[name] ?? sampleOf(api, properties[name] ?? {}, example)]),
  );
}
