/** Samples of a schema as data. */
import { CONTRACT_FORMATS } from "../../../../tools/_lib/schemas/json-schema/checked-formats.ts";
import { compileSchema } from "../../../../tools/_lib/schemas/json-schema/validator.ts";
import { readJsonField } from "../../../../tools/_lib/json/tree/json-field.ts";
import { valueOf } from "../../../../tools/_lib/json/tree/value.ts";
import { faultsOf } from "../../../../tools/_lib/schemas/samples/faults.ts";
import { Sampler } from "../../../../tools/_lib/schemas/samples/sampler.ts";

const BUDGET = { spend: () => undefined };

function withSampler<T>(schema: unknown, work: (sampler: Sampler, root: never) => T): T {
  const read = readJsonField(schema, "/schema");
  if (!read.ok) throw new Error(read.error.message);
  const compiled = compileSchema(read.root, { formats: CONTRACT_FORMATS, budget: BUDGET });
  if (!compiled.ok) throw new Error(compiled.errors[0].message);
  const worked = compiled.validator.withParts(BUDGET, (parts) =>
    work(new Sampler(parts), read.root as never),
  );
  if (!worked.ok) throw new Error(worked.error.message);
  return worked.result;
}

export const samples = (schema: unknown): unknown[] =>
  withSampler(schema, (sampler, root) =>
    sampler.of([root]).nodes.map((node) => valueOf(node).value),
  );

export const troubles = (schema: unknown): readonly string[] =>
  withSampler(schema, (sampler, root) => sampler.of([root]).troubles);

/** The first value of each fault. */
export const faults = (schema: unknown): [keyword: string, value: unknown][] =>
  withSampler(schema, (sampler, root) =>
    faultsOf([root], sampler).map(({ keyword, nodes: [first] }) => [
      keyword,
      first === undefined ? undefined : valueOf(first).value,
    ]),
  );
