/** Finds out how much of a contract its fixtures protect. */
import { type Ctx, type Entry, fail } from "../_core/tool.ts";
import { type DocumentFailure, readDocumentField } from "../_lib/fields/document-field.ts";
import { isNothing } from "../_lib/fields/structured-field.ts";
import type { JsonWarning } from "../_lib/json/tree/json-field.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { joinEntries } from "../_lib/results/entry-list.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { CONTRACT_FORMATS, contractTrouble } from "../_lib/schemas/json-schema/checked-formats.ts";
import type { SchemaParts } from "../_lib/schemas/json-schema/parts.ts";
import { compileSchema, type Validator } from "../_lib/schemas/json-schema/validator.ts";
import type { SchemaVariants } from "../_lib/schemas/json-schema/variants.ts";
import { Sampler } from "../_lib/schemas/samples/sampler.ts";
import type { Failure, Input, Result, Warning } from "../contract-reliability-workbench.ts";
import { branchHosts, hostsOf } from "./hosts.ts";
import { type Fixture, type Judged, judgeMutants } from "./kill.ts";
import { mutantsOf } from "./mutants.ts";
import { resultOf, type Tested } from "./result.ts";
import { type Subschema, subschemasOf } from "./subschemas.ts";
import { Meter, type Suggestion, suggestionsFor } from "./suggest.ts";

const MOST_MUTANTS = 2000;

const MOST_FIXTURES = 500;

export function testContract(input: Input, { budget }: Ctx): Result {
  const schema = readDocumentField(input.schema, "/schema", ["object", "boolean"]);
  const examples = readFixtures(input.examples, "/examples");
  const counterexamples = readFixtures(input.counterexamples, "/counterexamples");
  if (!schema.ok || !examples.ok || !counterexamples.ok) {
    const errors = [schema, examples, counterexamples].flatMap((read) =>
      read.ok ? [] : [read.error],
    );
    return unreadable(errors);
  }
  const meter = new Meter(budget);
  const compiled = compileSchema(schema.root, { formats: CONTRACT_FORMATS, budget: meter });
  if (!compiled.ok) {
    const [first, ...others] = compiled.errors;
    return fail([contractTrouble(first), ...others.map(contractTrouble)]);
  }
  const { validator } = compiled;
  const tested = testAll(schema.root, examples.nodes, counterexamples.nodes, validator, meter);
  if (!tested.ok) return fail(tested.error);
  const warnings = joinEntries<Warning>(
    schema.warnings.map((warning) => inDocument("/schema", warning)),
    examples.warnings,
    counterexamples.warnings,
    compiled.warnings,
  );
  return resultOf(input, tested.result, warnings);
}

type FixtureList =
  | {
      readonly ok: true;
      readonly nodes: readonly JsonNode[];
      readonly warnings: readonly Entry<JsonWarning>[];
    }
  | { readonly ok: false; readonly error: Entry<DocumentFailure | "RANGE"> };

function readFixtures(field: unknown, path: string): FixtureList {
  if (isNothing(field)) return { ok: true, nodes: [], warnings: [] };
  const read = readDocumentField(field, path, ["array"]);
  if (!read.ok) return read;
  const nodes = read.root.type === "array" ? read.root.items : [];
  if (nodes.length > MOST_FIXTURES) {
    const expected = `at most ${MOST_FIXTURES}`;
    return { ok: false, error: outOfBounds(path, `${nodes.length} values`, expected) };
  }
  return { ok: true, nodes, warnings: read.warnings.map((warning) => inDocument(path, warning)) };
}

/** Pointers into a document begin at its root. */
function inDocument<E extends Entry>(path: string, warning: E): E {
  return warning.path === undefined ? warning : { ...warning, path: `${path}${warning.path}` };
}

type Work<T> =
  | { readonly ok: true; readonly result: T }
  | { readonly ok: false; readonly error: Entry<Failure> };

function testAll(
  root: JsonNode,
  examples: readonly JsonNode[],
  counterexamples: readonly JsonNode[],
  validator: Validator,
  meter: Meter,
): Work<Tested> {
  const worked = validator.withVariants(meter, (variants): Work<Tested> => {
    const subschemas = subschemasOf(root, (part) => variants.dialectOf(part));
    const mutants = mutantsOf(subschemas, MOST_MUTANTS);
    if (mutants === undefined) return { ok: false, error: tooLarge() };
    for (const { node } of subschemas) variants.watch(node);
    const fixturesOf = (nodes: readonly JsonNode[], field: string) =>
      nodes.map((node, index) => ({ pointer: `/${field}/${index}`, trial: variants.trial(node) }));
    const accepted = fixturesOf(examples, "examples");
    const rejected = fixturesOf(counterexamples, "counterexamples");
    const judged = judgeMutants(mutants, [...accepted, ...rejected], variants);
    const suggested = validator.withParts(meter, (parts) =>
      suggest(root, subschemas, accepted, judged, variants, parts, meter),
    );
    // A value that cannot be checked ends the search for others.
    const suggestions = suggested.ok ? suggested.result : [];
    const result = { examples: accepted, counterexamples: rejected, judged, suggestions };
    return { ok: true, result };
  });
  return worked.ok ? worked.result : { ok: false, error: contractTrouble(worked.error) };
}

function suggest(
  root: JsonNode,
  subschemas: readonly Subschema[],
  examples: readonly Fixture[],
  judged: readonly Judged[],
  variants: SchemaVariants,
  parts: SchemaParts,
  meter: Meter,
): Suggestion[] {
  const survivors = judged.filter(({ killedBy }) => killedBy === null);
  if (survivors.length === 0) return [];
  const source = new Sampler(parts);
  const accepted = examples.filter(({ trial }) => trial.accepted).map(({ trial }) => trial.data);
  const hosts = hostsOf(accepted, root, source).map((host) => variants.trial(host));
  const branched = branchHosts(subschemas, hosts, variants, source);
  return suggestionsFor(survivors, [...hosts, ...branched], variants, source, meter);
}

function unreadable(errors: readonly Entry<Failure>[]): Result {
  const isRange = (entry: Entry<Failure>): entry is Entry<"RANGE"> => entry.code === "RANGE";
  const [first, ...others] = errors.filter(isRange);
  if (first !== undefined && errors.every(isRange)) return inputInvalid([first, ...others]);
  return { ok: false, errors: errors.filter((entry) => !isRange(entry)) };
}

function tooLarge(): Entry<"CONTRACT_TOO_LARGE"> {
  const message = `Cannot change each rule of the contract: found more than ${MOST_MUTANTS} mutants, expected at most that`;
  return { code: "CONTRACT_TOO_LARGE", message, path: "/schema" };
}
