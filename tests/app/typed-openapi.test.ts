/** The types that clients are written from: every example fits them, and so does what it is answered. */
import { describe, expect, test } from "bun:test";
import Ajv from "ajv/dist/2020.js";
import { openapi } from "../../app/discovery/openapi.ts";
import { typedOpenapi } from "../../app/discovery/openapi-tools.ts";
import { detailOf, ENTRIES } from "../../app/registry.ts";
import { run } from "../../app/run/run.ts";
import { within } from "../../app/run/terms.ts";
import type { Result } from "../../app/run/types.ts";
import { host } from "../support/run-unit.ts";

type Schema = Readonly<Record<string, unknown>>;
interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const PLAIN = openapi() as Document;
const TYPED = typedOpenapi(ENTRIES) as Document;
const PATIENCE_MS = 60_000;

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ $id: "typed", ...TYPED });
const check = (name: string) => ajv.compile({ $ref: `typed#/components/schemas/${name}` });
const typeName = (id: string) =>
  id
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

const codesOf = ({ errors = [], warnings = [] }: Partial<Result> = {}) =>
  [...errors, ...warnings].map(({ code }) => code);

const DATA: ReadonlySet<string> = new Set(["default", "const", "enum", "examples"]);
const NAMED: ReadonlySet<string> = new Set(["properties", "patternProperties"]);
const HAS_ITEMS = expect.objectContaining({ items: expect.anything() });
const OF_OBJECTS = ["properties", "additionalProperties", "patternProperties"];

/** Every schema within one, with its place. */
function* schemasIn(schema: unknown, path = "", areNames = false): Generator<[string, Schema]> {
  if (typeof schema !== "object" || schema === null) return;
  if (!areNames && !Array.isArray(schema)) yield [path, schema as Schema];
  for (const [name, value] of Object.entries(schema)) {
    if (!areNames && DATA.has(name)) continue;
    yield* schemasIn(value, `${path}/${name}`, !areNames && NAMED.has(name));
  }
}

describe.each(ENTRIES.map((entry) => [entry.id, entry] as const))("%s", (id, entry) => {
  test("its examples have the type of its calls, what they are answered that of its answers", async () => {
    const fits = check(`${typeName(id)}Call`);
    const isAnswer = check(`${typeName(id)}Answer`);
    for (const { title, input, options = {} } of detailOf(entry).examples) {
      const call = { tool_id: id, input, options };
      const { body } = await run(call, host, within(PATIENCE_MS));
      // Of what does not fit, the service says so.
      if (!fits(call))
        expect(codesOf(body.result)).toContainEqual(
          expect.stringMatching(/^(?:RANGE|TYPE|COERCED)$/),
        );
      if (body.success) expect({ title, fits: isAnswer(body) }).toEqual({ title, fits: true });
    }
  });
});

test.each([
  ["plain", PLAIN],
  ["typed", TYPED],
])("the %s document means to programs what it says", (_, { components }) => {
  for (const [path, schema] of schemasIn(components.schemas)) {
    const types = new Set([schema["type"]].flat());
    // An object without a word on its members is taken for empty, and a list without one is refused.
    const says = OF_OBJECTS.some((key) => Object.hasOwn(schema, key));
    if (types.has("object")) expect({ path, says }).toEqual({ path, says: true });
    if (types.has("array")) expect({ path, schema }).toEqual({ path, schema: HAS_ITEMS });
    // What has a default is taken for always there: callers would have to send it.
    for (const key of ["default", "$id"])
      expect({ path, schema }).not.toHaveProperty(["schema", key]);
  }
});
