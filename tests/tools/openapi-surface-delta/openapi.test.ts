import { describe, expect, test } from "bun:test";
import {
  follow,
  missedReference,
  type OpenApi,
  readOpenApi,
  resolve,
} from "../../../tools/_lib/web/openapi/document.ts";
import { isJsonMediaType, mediaTypesOf } from "../../../tools/_lib/web/openapi/media-types.ts";
import { isNullable, Schemas, typesOf } from "../../../tools/openapi-surface-delta/schema.ts";
import { parametersOf, pathKey, surfaceOf } from "../../../tools/_lib/web/openapi/surface.ts";

function read(more: object): OpenApi {
  const result = readOpenApi({ openapi: "3.1.0", ...more }, "/input");
  if (!result.ok) throw new Error(result.error.message);
  return result.document;
}

const at = (node: unknown) => ({ node, pointer: "/x" });

describe("references", () => {
  const document = read({
    components: {
      schemas: {
        "a/b": { $ref: "#/components/schemas/c~0d" },
        "c~d": { type: "string", $anchor: "here", $id: "https://example.com/s" },
      },
    },
  });

  test("are followed by pointer, anchor and id, through chains", () => {
    const found = { pointer: "/components/schemas/c~0d" };
    for (const $ref of [
      "#/components/schemas/a~1b",
      "#/components/schemas/c~0d",
      "#/components/schemas/%63~0d",
      "#here",
      "https://example.com/s",
    ]) {
      expect(resolve(document, at({ $ref }))).toMatchObject(found);
    }
  });

  test("out of the document are noted when they are needed", () => {
    expect(missedReference(document)).toBeUndefined();
    expect(follow(document, at({ $ref: "other.yaml" }))).toBeUndefined();
    expect(resolve(document, at({ $ref: "other.yaml" })).node).toEqual({});
    expect(missedReference(document)).toMatchObject({
      code: "REF_UNRESOLVED",
      path: "/input/x/$ref",
    });
  });
});

test("paths are known without the names of their parameters", () => {
  expect(pathKey("/a/{b}/{c}.{d}")).toBe("/a/{}/{}.{}");
  expect(pathKey("/{{".repeat(50_000))).toHaveLength(150_000);
});

test("media types are known by name", () => {
  const types = mediaTypesOf(at({ "text/a;v=2": 1, "Text/A; v=1": 2, "b/c": 3 }));
  expect([...types.keys()]).toEqual(["text/a", "b/c", "text/a 1"]);
  expect(
    ["application/json", "A/x+JSON; q=1", "text/xml", "application/jsonp"].map(isJsonMediaType),
  ).toEqual([true, true, false, false]);
});

test("parameters of an operation come before those of its path", () => {
  const read31 = read({
    paths: {
      "/a/{x}": {
        parameters: [
          { name: "x", in: "path", schema: 1 },
          { name: "q", in: "query" },
        ],
        get: {
          parameters: [
            { name: "q", in: "query", required: true },
            { name: "H", in: "header" },
          ],
        },
      },
    },
  });
  const found = surfaceOf(read31);
  const get = found.error ? undefined : found.surface.get("/a/{}")?.endpoints.get("get");
  if (get === undefined) throw new Error("no endpoint");
  expect([...parametersOf(get)].map(([key, { required }]) => `${key} ${required}`)).toEqual([
    "query q true",
    "header h false",
    "path 0 true",
  ]);
});

test("schemas of all versions are read alike", () => {
  const schemas = new Schemas(read({}));
  const seen = [
    { type: ["string", "null"] },
    { type: "string", nullable: true },
    { oneOf: [{ type: "null" }] },
    {},
  ].map((node, index) => schemas.at({ node, pointer: `/${index}` }));
  expect(seen.map(isNullable)).toEqual([true, true, true, false]);
  expect(seen.map((schema) => [...(typesOf(schema) ?? ["any"])].join())).toEqual([
    "string",
    "string",
    "any",
    "any",
  ]);
});
