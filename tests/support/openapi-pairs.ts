/** Small OpenAPI documents, two by two, for the tests of their comparison. */
import type { Value } from "../../tools/openapi-surface-delta.ts";
import tool from "../../tools/openapi-surface-delta.ts";
import { runUnit } from "./run-unit.ts";

export const run = (before: unknown, after: unknown, more: object = {}) =>
  runUnit(tool, { before, after, ...more });

export const valueOf = (before: unknown, after: unknown, more: object = {}) =>
  run(before, after, more).value as Value;

/** `level id`, with the property, name or status that the change names. */
export function changes(before: unknown, after: unknown, more: object = {}): string[] {
  return valueOf(before, after, more).changes.map(({ level, id, name, property, status }) =>
    [level, id, name, property, status].filter((part) => part !== undefined).join(" "),
  );
}

export const document = (paths: object, more: object = {}) => ({
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  paths,
  ...more,
});

export const ok = { "200": { description: "ok" } };

/** One endpoint, `GET /a`. */
export const endpoint = (operation: object, more: object = {}) =>
  document({ "/a": { get: { responses: ok, ...operation } } }, more);

const content = (schema: unknown, type = "application/json") => ({
  content: { [type]: { schema } },
});

export const request = (schema: unknown, type?: string, more: object = {}) =>
  endpoint({ requestBody: content(schema, type) }, more);

export const response = (schema: unknown, type?: string, more: object = {}) =>
  endpoint({ responses: { "200": content(schema, type) } }, more);

export const parameter = (schema: unknown, more: object = {}) =>
  endpoint({ parameters: [{ name: "q", in: "query", schema, ...more }] });

export const header = (schema: unknown, more: object = {}) =>
  endpoint({ responses: { "200": { headers: { "X-N": { schema, ...more } } } } });

export const s = { type: "string" };
export const n = { type: "number" };
export const object = (properties: object, more: object = {}) => ({
  type: "object",
  properties,
  ...more,
});
export const components = (schemas: object) => ({ components: { schemas } });
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
