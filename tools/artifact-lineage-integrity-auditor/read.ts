/** Artifacts and steps as they are given, in one list or apart. */
import { type Static, Type } from "@sinclair/typebox";
import { type Entry, fail, type Outcome } from "../_core/tool.ts";
import { readShaped } from "../_lib/fields/shaped-field.ts";
import { inputInvalid } from "../_lib/results/input-invalid.ts";
import type { JsonWarning } from "../_lib/json/tree/json-field.ts";
import { readStructured } from "../_lib/fields/structured-field.ts";
import { readTimestamp } from "../_lib/fields/timestamp-field.ts";
import type { Failure, Input } from "../artifact-lineage-integrity-auditor.ts";

const SHA256 = Type.String({ pattern: "^[0-9A-Fa-f]{64}$" });
const TIME = Type.Optional(Type.Union([Type.String(), Type.Number()]));
const REFERENCE = Type.Union([
  Type.String(),
  Type.Object({ artifact: Type.String(), sha256: Type.Optional(SHA256) }),
]);
const REFERENCES = Type.Array(REFERENCE);

const ARTIFACTS = Type.Array(
  Type.Object({
    id: Type.String(),
    sha256: Type.Optional(SHA256),
    inputs: Type.Optional(REFERENCES),
    createdAt: TIME,
    type: Type.Optional(Type.String()),
  }),
  { maxItems: 5000 },
);
const STEPS = Type.Array(
  Type.Object({
    id: Type.String(),
    inputs: Type.Optional(REFERENCES),
    outputs: Type.Optional(REFERENCES),
    startedAt: TIME,
    finishedAt: TIME,
  }),
  { maxItems: 5000 },
);
const IDS = Type.Array(Type.String());
/** The fields of the whole in one document. */
const WHOLE = Type.Object({
  artifacts: ARTIFACTS,
  steps: Type.Optional(STEPS),
  sources: Type.Optional(IDS),
  targets: Type.Optional(IDS),
});

export interface Reference {
  readonly id: string;
  readonly sha256: string | undefined;
  readonly path: string;
}

export interface Artifact {
  readonly id: string;
  readonly sha256: string | undefined;
  readonly inputs: readonly Reference[];
  /** Milliseconds since 1970. */
  readonly createdAt: number | undefined;
  readonly path: string;
}

export interface Step {
  readonly id: string;
  readonly inputs: readonly Reference[];
  readonly outputs: readonly Reference[];
  readonly path: string;
}

export interface Material {
  readonly artifacts: readonly Artifact[];
  readonly steps: readonly Step[];
  readonly sources: readonly string[] | undefined;
  readonly targets: readonly string[] | undefined;
  readonly warnings: readonly Entry<JsonWarning>[];
}

type Failed = { readonly failure: Outcome<never, Failure, never> };

export function readMaterial(input: Input): Material | Failed {
  const whole = readArtifacts(input.artifacts ?? []);
  if ("failure" in whole) return whole;
  const steps = readField(input.steps, "/steps", STEPS);
  if (steps.failure) return { failure: steps.failure };
  const sources = readField(input.sources, "/sources", IDS);
  if (sources.failure) return { failure: sources.failure };
  const targets = readField(input.targets, "/targets", IDS);
  if (targets.failure) return { failure: targets.failure };
  const { given } = whole;
  const artifacts = given.artifacts.map(artifactOf);
  const [unread, ...others] = given.artifacts.flatMap(timeProblem);
  if (unread) return { failure: inputInvalid([unread, ...others]) };
  const material = {
    artifacts,
    steps: (steps.value ?? given.steps ?? []).map(stepOf),
    sources: sources.value ?? given.sources,
    targets: targets.value ?? given.targets,
    warnings: [whole.warnings, steps.warnings, sources.warnings, targets.warnings].flat(),
  };
  return tooManyEdges(material) ?? material;
}

function readArtifacts(
  field: unknown,
):
  | { readonly given: Static<typeof WHOLE>; readonly warnings: readonly Entry<JsonWarning>[] }
  | Failed {
  const list = readShaped(field, "/artifacts", Type.Any(), ["array", "object"]);
  if (list.failure) return { failure: list.failure };
  const { warnings } = list;
  if (list.root.type === "object") {
    const whole = readStructured(list.value, WHOLE, "/artifacts");
    return whole.failure ? { failure: whole.failure } : { given: whole.value, warnings };
  }
  const artifacts = readStructured(list.value, ARTIFACTS, "/artifacts");
  if (artifacts.failure) return { failure: artifacts.failure };
  return { given: { artifacts: artifacts.value }, warnings };
}

function readField<S extends typeof STEPS | typeof IDS>(field: unknown, path: string, schema: S) {
  if (field === undefined || field === null)
    return { value: undefined, warnings: [], failure: undefined };
  return readShaped(field, path, schema);
}

function artifactOf(
  { id, sha256, inputs = [], createdAt }: Static<typeof ARTIFACTS>[number],
  at: number,
): Artifact {
  const path = `/artifacts/${at}`;
  const references = inputs.map((given, place) => referenceOf(given, `${path}/inputs/${place}`));
  const time = createdAt === undefined ? undefined : msOf(createdAt, path);
  return { id, sha256: sha256?.toLowerCase(), inputs: references, createdAt: time, path };
}

/** Milliseconds since 1970; undefined where the text is no time. */
function msOf(time: string | number, path: string): number | undefined {
  const read = readTimestamp(time, path);
  return "code" in read ? undefined : read.seconds * 1000 + read.nanosecond / 1_000_000;
}

function timeProblem({ createdAt }: Static<typeof ARTIFACTS>[number], at: number): Entry<"TYPE">[] {
  if (createdAt === undefined) return [];
  const read = readTimestamp(createdAt, `/artifacts/${at}/createdAt`);
  return "code" in read ? [{ ...read, code: "TYPE" }] : [];
}

function stepOf({ id, inputs = [], outputs = [] }: Static<typeof STEPS>[number], at: number): Step {
  const path = `/steps/${at}`;
  return {
    id,
    inputs: inputs.map((given, place) => referenceOf(given, `${path}/inputs/${place}`)),
    outputs: outputs.map((given, place) => referenceOf(given, `${path}/outputs/${place}`)),
    path,
  };
}

function referenceOf(given: Static<typeof REFERENCE>, path: string): Reference {
  if (typeof given === "string") return { id: given, sha256: undefined, path };
  return { id: given.artifact, sha256: given.sha256?.toLowerCase(), path };
}

const MOST_EDGES = 100_000;

function tooManyEdges({ artifacts, steps }: Material): Failed | undefined {
  const own = artifacts.reduce((sum, { inputs }) => sum + inputs.length, 0);
  const edges = steps.reduce(
    (sum, { inputs, outputs }) => sum + inputs.length * outputs.length,
    own,
  );
  if (edges <= MOST_EDGES) return undefined;
  const expected = `at most ${MOST_EDGES}`;
  const message = `Cannot audit so many edges: found ${edges}, expected ${expected}`;
  const path = "/artifacts";
  return {
    failure: fail<never, Failure>({ code: "TOO_MANY_EDGES", message, path, received: edges }),
  };
}
