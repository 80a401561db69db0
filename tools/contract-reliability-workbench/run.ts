/** Finds out how much of a contract its fixtures protect. */
import { type Ctx, type Entry, fail } from "../_core/tool.ts";
import { readDocumentField } from "../_lib/fields/document-field.ts";
import { readShaped } from "../_lib/fields/shaped-field.ts";
import { isNothing } from "../_lib/fields/structured-field.ts";
import { itemsOf } from "../_lib/json/tree/members.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { joinEntries } from "../_lib/results/entry-list.ts";
import { CONTRACT_FORMATS, contractTrouble } from "../_lib/schemas/json-schema/checked-formats.ts";
import type { SchemaParts } from "../_lib/schemas/json-schema/parts.ts";
import { compileSchema, type Validator } from "../_lib/schemas/json-schema/validator.ts";
import type { SchemaVariants } from "../_lib/schemas/json-schema/variants.ts";
import { Sampler } from "../_lib/schemas/samples/sampler.ts";
import type { Fixtures, Input, Warning } from "../contract-reliability-workbench.ts";
import { branchHosts, hostsOf } from "./hosts.ts";
import { type Fixture, type Judged, judgeMutants } from "./kill.ts";
import { mutantsOf } from "./mutants.ts";
import { resultOf, type Tested } from "./result.ts";
import { type Subschema, subschemasOf } from "./subschemas.ts";
import { Meter, type Suggestion, suggestionsFor } from "./suggest.ts";

/** Each is put to every fixture and every host of a suggestion: a contract with so many takes a quarter of a second. */
const MOST_MUTANTS = 2000;

/** Tests the contract of the input; `shape` is that of fixtures which are given as text. */
export function testContract(input: Input, shape: Fixtures, { budget }: Ctx) {
  const schema = readDocumentField(input.schema, "/schema", ["object", "boolean"]);
  if (!schema.ok) return fail(schema.error);
  const examples = readFixtures(input.examples, "/examples", shape);
  if (examples.failure) return examples.failure;
  const counterexamples = readFixtures(input.counterexamples, "/counterexamples", shape);
  if (counterexamples.failure) return counterexamples.failure;
  const meter = new Meter(budget);
  const compiled = compileSchema(schema.root, { formats: CONTRACT_FORMATS, budget: meter });
  if (!compiled.ok) {
    const [first, ...others] = compiled.errors;
    return fail([contractTrouble(first), ...others.map(contractTrouble)]);
  }
  const { validator } = compiled;
  const { tested, failure } = testAll(
    schema.root,
    itemsOf(examples.root),
    itemsOf(counterexamples.root),
    validator,
    meter,
  );
  if (failure) return failure;
  const warnings = joinEntries<Warning>(
    schema.warnings.map((warning) => ({ ...warning, path: `/schema${warning.path ?? ""}` })),
    examples.warnings,
    counterexamples.warnings,
    compiled.warnings,
  );
  return resultOf(input, tested, warnings);
}

function readFixtures(field: Input["examples"], path: string, shape: Fixtures) {
  return readShaped(isNothing(field) ? [] : field, path, shape);
}

function testAll(
  root: JsonNode,
  examples: readonly JsonNode[],
  counterexamples: readonly JsonNode[],
  validator: Validator,
  meter: Meter,
) {
  const worked = validator.withVariants(meter, (variants): Tested | undefined => {
    const subschemas = subschemasOf(root, (part) => variants.dialectOf(part));
    const mutants = mutantsOf(subschemas, MOST_MUTANTS);
    if (mutants === undefined) return undefined;
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
    return { examples: accepted, counterexamples: rejected, judged, suggestions };
  });
  if (!worked.ok) return { failure: fail(contractTrouble(worked.error)) };
  return worked.result ? { tested: worked.result } : { failure: fail(tooLarge()) };
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

function tooLarge(): Entry<"CONTRACT_TOO_LARGE"> {
  const message = `Cannot change each rule of the contract: found more than ${MOST_MUTANTS} mutants, expected at most that`;
  return { code: "CONTRACT_TOO_LARGE", message, path: "/schema" };
}
