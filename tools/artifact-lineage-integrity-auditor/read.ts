/** Artifacts and steps as they are given, in one list or apart. */
import { type Entry, fail } from "../_core/tool.ts";
import { type Digest, readDigest } from "../_lib/bytes/checksums/digest.ts";
import { inputInvalid, wrongForm } from "../_lib/results/input-invalid.ts";
import { quoted } from "../_lib/text/shown.ts";
import { readTimestamp } from "../_lib/fields/timestamp-field.ts";
import type {
  ArtifactItem,
  ReferenceItem,
  StepItem,
  Whole,
} from "../artifact-lineage-integrity-auditor.ts";

export interface Reference {
  readonly id: string;
  readonly digest: Digest | undefined;
  readonly path: string;
}

export interface Artifact {
  readonly id: string;
  readonly digest: Digest | undefined;
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
  const wrong: Entry<"FORM">[] = [];
  const material: Material = {
    artifacts: artifacts.map((given, at) => artifactOf(given, `/artifacts/${at}`, wrong)),
    steps: steps.map((given, at) => stepOf(given, `/steps/${at}`, wrong)),
    sources,
    targets,
  };
  const [misformed, ...more] = wrong;
  if (misformed) return { failure: inputInvalid([misformed, ...more]) };
  const tooMany = tooManyEdges(material);
  return tooMany ? { failure: fail(tooMany) } : { material };
}

function artifactOf(
  { id, sha256, inputs = [], createdAt }: ArtifactItem,
  path: string,
  wrong: Entry<"FORM">[],
): Artifact {
  const digest = digestOf(sha256, path, wrong);
  const references = referencesOf(inputs, `${path}/inputs`, wrong);
  const time = createdAt === undefined ? undefined : msOf(createdAt, path);
  return { id, digest, inputs: references, createdAt: time, path };
}

function digestOf(
  text: string | undefined,
  path: string,
  wrong: Entry<"FORM">[],
): Digest | undefined {
  const digest = text === undefined ? undefined : readDigest(text, "sha256");
  if (text !== undefined && digest === undefined) {
    wrong.push(
      wrongForm(
        `${path}/sha256`,
        quoted(text),
        "64 hexadecimal digits, or a digest with its algorithm before it",
      ),
    );
  }
  return digest;
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

function stepOf(
  { id, inputs = [], outputs = [] }: StepItem,
  path: string,
  wrong: Entry<"FORM">[],
): Step {
  return {
    id,
    inputs: referencesOf(inputs, `${path}/inputs`, wrong),
    outputs: referencesOf(outputs, `${path}/outputs`, wrong),
    path,
  };
}

function referencesOf(
  given: readonly ReferenceItem[],
  list: string,
  wrong: Entry<"FORM">[],
): Reference[] {
  return given.map((one, at): Reference => {
    const path = `${list}/${at}`;
    if (typeof one === "string") return { id: one, digest: undefined, path };
    return { id: one.artifact, digest: digestOf(one.sha256, path, wrong), path };
  });
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
