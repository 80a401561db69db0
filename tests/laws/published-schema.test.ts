/** The schema that a unit publishes says what it takes, and it takes what the schema allows. */
import { describe, expect, test } from "bun:test";
import Ajv from "ajv/dist/2020.js";
import fc from "fast-check";
import { detailOf, findEntry } from "../../app/registry.ts";
import type { RegistryEntry, Unit } from "../../app/registry-entry.ts";
import { normalise } from "../../app/run/normalise.ts";
import type { Entry } from "../../tools/_core/tool.ts";
import { inputsOf } from "../support/arbitrary.ts";
import { runUnit, units } from "../support/run-unit.ts";
import { allowedBy, type PublishedSchema } from "../support/valid-inputs.ts";

const RUNS = Number(Bun.env["LAW_RUNS"] ?? 60);
const TIMEOUT_MS = 60_000;
const ajv = new Ajv({ strict: false, allErrors: true });

type Fields = Readonly<Record<string, unknown>>;

/** What was wrong with an input that the runner took as it is. */
function misfits(unit: Unit, isAllowed: (input: unknown) => boolean, input: Fields): boolean {
  const { errors, warnings } = normalise(unit, input, {}, {});
  const changed = warnings.some(({ code }) => code === "COERCED" || code === "FIELD_RENAMED");
  return errors.length === 0 && !changed && !isAllowed(input);
}

const FIELD_CODES: ReadonlySet<string> = new Set(["TYPE", "RANGE", "ENUM", "REQUIRED"]);

/** The field that is refused for its type or bounds, or for a member that it lacks. */
function refusedField(errors: readonly Entry[] = []): string | undefined {
  const entry = errors.find(
    ({ code, path }) =>
      FIELD_CODES.has(code) && (code !== "REQUIRED" || (path ?? "").split("/").length > 2),
  );
  return entry?.path?.split("/")[1];
}

/** Whether the value is the text of a document in a field that takes its data as well: what it holds is the tool's to judge. */
function isDocument(value: unknown, field: PublishedSchema | undefined): boolean {
  return typeof value === "string" && field?.anyOf !== undefined;
}

/**
 * Whether the value is refused in whatever company it comes: then it is not for what relates it to another field.
 * Company that lacks a field says nothing.
 */
function isNeverTaken(
  unit: Unit,
  name: string,
  value: unknown,
  others: readonly Fields[],
): boolean {
  const answers = others
    .map((other) => runUnit(unit, { ...other, [name]: value }).errors ?? [])
    .filter((errors) => !errors.some(isMissingField));
  return answers.length > 0 && answers.every((errors) => refusedField(errors) === name);
}

function isMissingField({ code, path }: Entry): boolean {
  return code === "REQUIRED" && (path ?? "").split("/").length === 2;
}

for (const unit of units) {
  const { input_schema } = detailOf(findEntry(unit.id) as RegistryEntry);
  const isAllowed = ajv.compile(input_schema);

  describe(unit.id, () => {
    test(
      "what is taken as it is fits the published schema",
      () => {
        fc.assert(
          fc.property(inputsOf(unit), (input) => {
            const sent = JSON.parse(JSON.stringify(input)) as Fields;
            if (misfits(unit, isAllowed, sent)) expect(isAllowed.errors).toBeNull();
          }),
          { numRuns: RUNS },
        );
      },
      TIMEOUT_MS,
    );

    test(
      "what the published schema allows is not refused for a field's type or bounds",
      () => {
        const published = input_schema as PublishedSchema;
        const allowed = allowedBy(published) as fc.Arbitrary<Fields>;
        const examples = unit.examples.map(({ input }) =>
          typeof input === "string" ? { [unit.primary]: input } : (input as Fields),
        );
        fc.assert(
          fc.property(
            allowed,
            fc.array(allowed, { minLength: 5, maxLength: 5 }),
            (given, drawn) => {
              const input = JSON.parse(JSON.stringify(given)) as Fields;
              const { errors } = runUnit(unit, input);
              const name = refusedField(errors);
              if (name === undefined || isDocument(input[name], published.properties?.[name]))
                return;
              const company = [...examples, ...drawn, {}];
              if (isNeverTaken(unit, name, input[name], company)) expect(errors).toEqual([]);
            },
          ),
          { numRuns: RUNS },
        );
      },
      TIMEOUT_MS,
    );
  });
}

describe("the laws themselves", () => {
  const unit = units.find(({ id }) => id === "invoice-generator") as Unit;

  test("find a field that takes more than it publishes", () => {
    const isText = ajv.compile({ properties: { lines: { type: "string" } } });
    const lines = [{ description: "x", unitPrice: 1 }];
    expect(misfits(unit, isText, { lines })).toBe(true);
    expect(misfits(unit, isText, { lines: JSON.stringify(lines) })).toBe(false);
  });

  test("find a field that publishes more than it takes", () => {
    const company = unit.examples.map(({ input }) => input as Fields);
    expect(isNeverTaken(unit, "lines", [{ unitPrice: 1 }], company)).toBe(true);
    expect(isNeverTaken(unit, "lines", [{ description: "x", unitPrice: 1 }], company)).toBe(false);
  });
});
