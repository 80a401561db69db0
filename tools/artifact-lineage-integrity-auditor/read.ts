/** Artifacts and steps as they are given, in one list or apart. */
import { type Entry, fail } from "../_core/tool.ts";
import { readTimestamp } from "../_lib/fields/timestamp-field.ts";
import type {
  ArtifactItem,
  ReferenceItem,
  StepItem,
  Whole,
} from "../artifact-lineage-integrity-auditor.ts";

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
}

/** Reads what was given, of which no time may be unreadable and the edges not too many. */
export function readMaterial({ artifacts, steps = [], sources, targets }: Whole) {
  const [unread, ...others] = artifacts.flatMap(timeProblem);
  if (unread) return { failure: fail([unread, ...others]) };
  const material: Material = {
    artifacts: artifacts.map(artifactOf),
    steps: steps.map(stepOf),
    sources,
    targets,
  };
  const tooMany = tooManyEdges(material);
  return tooMany ? { failure: fail(tooMany) } : { material };
}

function artifactOf({ id, sha256, inputs = [], createdAt }: ArtifactItem, at: number): Artifact {
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

function timeProblem({ createdAt }: ArtifactItem, at: number): Entry<"DATE_INVALID">[] {
  if (createdAt === undefined) return [];
  const read = readTimestamp(createdAt, `/artifacts/${at}/createdAt`);
  return "code" in read ? [read] : [];
}

function stepOf({ id, inputs = [], outputs = [] }: StepItem, at: number): Step {
  const path = `/steps/${at}`;
  return {
    id,
    inputs: inputs.map((given, place) => referenceOf(given, `${path}/inputs/${place}`)),
    outputs: outputs.map((given, place) => referenceOf(given, `${path}/outputs/${place}`)),
    path,
  };
}

function referenceOf(given: ReferenceItem, path: string): Reference {
  if (typeof given === "string") return { id: given, sha256: undefined, path };
  return { id: given.artifact, sha256: given.sha256?.toLowerCase(), path };
}

const MOST_EDGES = 100_000;

function tooManyEdges({ artifacts, steps }: Material): Entry<"TOO_MANY_EDGES"> | undefined {
  const own = artifacts.reduce((sum, { inputs }) => sum + inputs.length, 0);
  const edges = steps.reduce(
    (sum, { inputs, outputs }) => sum + inputs.length * outputs.length,
    own,
  );
  if (edges <= MOST_EDGES) return undefined;
  const expected = `at most ${MOST_EDGES}`;
  const message = `Cannot audit so many edges: found ${edges}, expected ${expected}`;
  return { code: "TOO_MANY_EDGES", message, path: "/artifacts", received: edges };
}
