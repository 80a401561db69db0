/** Compiles the contract of an environment, or checks a file against one. */
import { type Ctx, type Entry, fail } from "../_core/tool.ts";
import { counted } from "../_lib/text/plural.ts";
import { readDocumentField } from "../_lib/fields/document-field.ts";
import { joinEntries } from "../_lib/results/entry-list.ts";
import { inputInvalid, missingField } from "../_lib/results/input-invalid.ts";
import { setMember, valueOf } from "../_lib/json/tree/value.ts";
import { LONGEST_OUTPUT, outputTooLarge } from "../_lib/results/output-limit.ts";
import { type Review, reviewOf } from "../_lib/results/review/findings.ts";
import { countedFindings, gated } from "../_lib/results/review/gate.ts";
import { findingsTable } from "../_lib/results/review/table.ts";
import { MASK, maskSecrets } from "../_lib/secrets/secret-keys.ts";
import { isNothing } from "../_lib/fields/structured-field.ts";
import { exampleFile, typescriptInterface, variableTable, zodModule } from "./artifacts.ts";
import { compileContract, type Contract } from "./compile.ts";
import type { Finding, Input, Value, Variable, Warning } from "../environment-contract-compiler.ts";
import { type EnvironmentFile, readEnvironment } from "./read.ts";
import { type ValidatedFile, validateFile } from "./validate.ts";

/** Compiles the contract of the input, or checks its file against one. */
export function runEnvironmentContract(input: Input, { budget }: Ctx) {
  const given = isNothing(input.schema)
    ? undefined
    : readDocumentField(input.schema, "/schema", ["object"]);
  if (given?.ok === false) return fail(given.error);
  const schema = given?.root;
  const warnings: Entry<Warning>[] = (given?.warnings ?? []).map((warning) => ({
    ...warning,
    path: `/schema${warning.path ?? ""}`,
  }));
  const file = readEnvironment(input.input);
  if (input.action === "compile") {
    const contract = compileContract({ file, source: input.source, schema }, budget);
    return "errors" in contract ? fail(contract.errors) : reportContract(input, contract, warnings);
  }
  if (schema === undefined) {
    const expected = "the JSON Schema that the file is checked against";
    return inputInvalid([missingField("/schema", expected)]);
  }
  const checked = validateFile(file, schema, budget);
  return "errors" in checked
    ? fail(checked.errors)
    : reportValidation(input, { file, checked }, warnings);
}

function reportContract(input: Input, contract: Contract, warnings: Entry<Warning>[]) {
  const { variables, schema, usage } = contract;
  const review = reviewOf(contract.findings);
  const artifacts = {
    jsonSchema: schema,
    zod: zodModule(variables),
    typescript: typescriptInterface(variables),
    markdown: variableTable(variables, input.maskSecrets),
    envExample: exampleFile(variables),
  };
  const output = {
    "json-schema": JSON.stringify(schema, null, 2),
    zod: artifacts.zod,
    typescript: artifacts.typescript,
    markdown: artifacts.markdown,
    "env-example": artifacts.envExample,
  }[input.target];
  const value: Value = {
    verdict: review.verdict,
    variables: variables.map((variable) => shown(variable, input.maskSecrets)),
    usage,
    artifacts,
    findings: review.findings,
    counts: review.counts,
  };
  return finish(input, { output, value, review, warnings });
}

function shown(variable: Variable, masks: boolean): Variable {
  if (!masks || !variable.secret) return variable;
  const fallback = Object.hasOwn(variable, "default") ? { default: MASK } : {};
  return { ...variable, ...fallback, example: MASK };
}

interface Validation {
  readonly file: EnvironmentFile;
  readonly checked: ValidatedFile;
}

function reportValidation(input: Input, { file, checked }: Validation, warnings: Entry<Warning>[]) {
  const review = reviewOf(checked.findings);
  const { verdict } = review;
  const names = new Set(file.entries.map(({ name }) => name));
  const figures = `${counted(names.size, "variable")}, ${countedFindings(review.counts)}`;
  const output = findingsTable(
    { tool: "environment-contract-compiler", verdict, figures },
    review.findings,
  );
  const { value: parsed, warnings: rounded } = valueOf(checked.parsed, "/value/parsed");
  const value: Value = {
    verdict,
    parsed: input.maskSecrets ? masked(parsed as object, checked.secrets) : parsed,
    findings: review.findings,
    counts: review.counts,
  };
  return finish(input, { output, value, review, warnings: joinEntries(warnings, rounded) });
}

function masked(parsed: object, secrets: ReadonlySet<string>): object {
  const result = {};
  for (const [name, value] of Object.entries(parsed)) {
    setMember(result, name, secrets.has(name) ? MASK : maskSecrets(value, name));
  }
  return result;
}

interface Report {
  readonly output: string;
  readonly value: Value;
  readonly review: Review<Finding>;
  readonly warnings: readonly Entry<Warning>[];
}

function finish({ failOn }: Input, { output, value, review, warnings }: Report) {
  if (output.length > LONGEST_OUTPUT) return fail(outputTooLarge());
  const { counts, errors, valid } = review;
  const all = joinEntries<Warning>(warnings, review.warnings);
  const message = `Cannot pass the environment: found ${countedFindings(counts)}, expected none`;
  return gated(
    { output, value, valid, stats: counts, errors, warnings: all },
    { failOn, code: "ENVIRONMENT_CONTRACT_COMPILER_FAILED", message },
    counts.warning,
  );
}
