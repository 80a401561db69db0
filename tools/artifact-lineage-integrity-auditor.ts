import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { DOCUMENT_WARNINGS } from "./_lib/fields/document-field.ts";
import { readShaped, SHAPED_FAILURES } from "./_lib/fields/shaped-field.ts";
import {
  countsSchema,
  failOnField,
  findingSchema,
  VERDICTS,
} from "./_lib/results/review/shapes.ts";
import { auditLineage } from "./artifact-lineage-integrity-auditor/audit.ts";

const CODES = {
  CYCLE: "Artifacts are made of one another in a circle",
  DANGLING_REFERENCE: "An artifact is named that is not listed",
  HASH_MISMATCH: "A digest differs from the first one written for the artifact",
  DUPLICATE_ID: "An id occurs again",
  MULTIPLE_PRODUCERS: "Another step makes the artifact already",
  TIME_INVERSION: "An artifact is older than one that it is made of",
  UNDECLARED_SOURCE: "What is shipped goes back to something that is no declared source",
  TARGET_UNKNOWN: "A target is not among the artifacts",
  ORPHAN: "Nothing that is shipped is made of the artifact",
  DIGEST_UNCHECKED: "No other digest of the artifact is of this algorithm",
  MISSING_DIGEST: "The artifact has no digest",
  SHARED_DIGEST: "Several artifacts have one digest",
} as const;

const FAILURES = {
  ...SHAPED_FAILURES,
  ...CODES,
  DATE_INVALID: "A time of an artifact is none",
  TOO_MANY_EDGES: "There are more than 100,000 edges from inputs to outputs",
  ARTIFACT_LINEAGE_INTEGRITY_AUDITOR_FAILED: "There are findings at or above failOn",
} as const;

const WARNINGS = { ...DOCUMENT_WARNINGS, ...CODES } as const;

export type Code = keyof typeof CODES;

const SHA256 = Type.Optional(
  Type.String({
    description:
      "64 hexadecimal digits, or any digest with its algorithm before it, such as sha256:… or sha512-…",
  }),
);

const time = (description: string) =>
  Type.Optional(
    Type.Union([Type.String(), Type.Number()], {
      description: `${description}: RFC 3339, or milliseconds since 1970`,
    }),
  );

const REFERENCE = Type.Union(
  [
    Type.String({ description: "Its id" }),
    Type.Object({
      artifact: Type.String({ description: "Its id" }),
      sha256: SHA256,
    }),
  ],
  { description: "An artifact, and the digest that it was seen with" },
);

export type ReferenceItem = Static<typeof REFERENCE>;

const references = (description: string) => Type.Optional(Type.Array(REFERENCE, { description }));

const ARTIFACT = Type.Object({
  id: Type.String({ description: "No other artifact has it" }),
  sha256: SHA256,
  inputs: references("What it is made of"),
  createdAt: time("When it was made"),
  type: Type.Optional(Type.String({ description: "For the reader alone" })),
});

export type ArtifactItem = Static<typeof ARTIFACT>;

const ARTIFACTS = Type.Array(ARTIFACT, { description: "What was made", maxItems: 5000 });

const STEP = Type.Object({
  id: Type.String({ description: "No other step has it" }),
  inputs: references("What it takes"),
  outputs: references("What it makes of all that it takes"),
  startedAt: time("For the reader alone"),
  finishedAt: time("For the reader alone"),
});

export type StepItem = Static<typeof STEP>;

const steps = (description: string) =>
  Type.Optional(Type.Array(STEP, { description, maxItems: 5000 }));

const ids = (description: string) => Type.Optional(Type.Array(Type.String(), { description }));

/** The fields of the whole in one document. */
const WHOLE = Type.Object({
  artifacts: ARTIFACTS,
  steps: steps("As the field of this name"),
  sources: ids("As the field of this name"),
  targets: ids("As the field of this name"),
});

export type Whole = Static<typeof WHOLE>;

const LINEAGE = Type.Union([ARTIFACTS, WHOLE]);

const INPUT = Type.Object({
  artifacts: Type.Optional(
    Type.Union([ARTIFACTS, WHOLE, Type.String({ description: "The same as JSON or YAML text" })], {
      description: "What was made; or an object of this list and the other fields",
    }),
  ),
  steps: steps("How it was made, as far as the artifacts do not say"),
  sources: ids("Ids that may be without an origin; if left out, all may"),
  targets: ids("Ids that are shipped; if left out, what nothing else is made of"),
  failOn: failOnField("error"),
});

export type Input = Static<typeof INPUT>;

const IDS = Type.Array(Type.String());

const COUNT = Type.Integer({ minimum: 0 });

const VALUE = Type.Object({
  verdict: oneOf(VERDICTS),
  findings: Type.Array(findingSchema({})),
  counts: countsSchema({ artifacts: COUNT, edges: COUNT }),
  order: Type.Array(Type.String(), { description: "Each after all that it is made of" }),
  cycles: Type.Array(IDS),
  roots: IDS,
  orphans: IDS,
  targets: Type.Array(
    Type.Object({
      id: Type.String(),
      ancestors: COUNT,
      depth: Type.Union([COUNT, Type.Null()], { description: "The longest way from a root" }),
      sources: Type.Array(Type.String(), { description: "The first 1,000" }),
      undeclaredSources: Type.Array(Type.String(), { description: "The first 1,000" }),
      complete: Type.Boolean({ description: "No gap, no circle, no missing digest" }),
      lineageSha256: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  lineage: Type.Any({ description: "Id → SHA-256 of id, digest and the lineage of all parents" }),
});

export type Value = Static<typeof VALUE>;

const [A, B, C] = ["a", "b", "c"].map((letter) => letter.repeat(64)) as [string, string, string];

export default defineTool({
  id: "artifact-lineage-integrity-auditor",
  name: "Artifact Lineage Integrity Auditor",
  category: "Security",
  description:
    "Proves that every shipped artifact leads back to declared sources, without a gap and with agreeing digests, and gives each lineage a hash.",
  keywords: [
    "artifact",
    "build",
    "chain of custody",
    "dag",
    "data lineage",
    "digest",
    "in-toto",
    "lineage",
    "provenance",
    "release",
    "sbom",
    "sha256",
    "slsa",
    "supply chain",
    "traceability",
  ],
  aliases: ["provenance-graph-audit", "artifact-dag-audit"],
  version: "2026-11-23",

  input: INPUT,
  primary: "artifacts",
  value: VALUE,
  verb: "audit",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "does every artifact lead back to its sources",
    "audit a provenance graph",
    "find artifacts without a digest",
    "cycle in the artifact graph",
    "which build inputs are missing",
    "digest of an input does not match",
    "prove where a release comes from",
    "supply chain lineage check",
    "hash of an artifact's whole lineage",
    "artifact older than what it was built from",
    "two steps produce the same artifact",
    "gate a release on provenance",
    "where did this binary come from, trace it back to the commit",
    "chain of custody from source code to the shipped package",
    "orphan outputs whose origin nobody knows",
    "ancestry and upstream inputs of each deliverable",
    "verify derivation edges of a build pipeline end to end",
    "missing link between a dataset, the training run and the model",
    "compliance: show that every shipped binary comes from reviewed code",
    "herkunft von artefakten prüfen",
    "auditar la procedencia de artefactos",
    "vérifier la provenance des artefacts",
    "检查 构建 产物 来源",
    "成果物の来歴を検証する",
    "auditor asks from which commit the installer on the download page was made",
    "model file lies in the bucket and nobody can say which data it was trained on",
    "we rebuilt after the hack, does each binary still trace to clean code",
    "OpenLineage, W3C PROV, SLSA build levels, in-toto layout, DVC, MLflow, reproducible builds",
    "walk derivation edges from outputs to declared roots, reporting gaps, cycles and digest mismatches",
    "trazabilidad de un binario hasta su código fuente",
    "rückverfolgbarkeit vom paket bis zum quellcode, lückenlose kette",
    "traçabilité d'un binaire jusqu'à ses sources",
    "rastreabilidade de artefatos até o código fonte",
    "追溯 二进制 到 源码 血缘 完整 链",
    "ビルド成果物がソースまで遡れるか 追跡",
  ],
  effort: 3,

  laws: [
    {
      name: "there are no circles exactly where all artifacts can be ordered",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        return (value.cycles.length === 0) === (value.order.length === value.counts.artifacts);
      },
    },
    {
      name: "the order of the artifacts changes no digest of a lineage",
      holds(run, input) {
        if (!Array.isArray(input.artifacts)) return true;
        const { value } = run(input);
        if (!value || value.findings.some(({ code }) => code === "DUPLICATE_ID")) return true;
        const turned = run({ ...input, artifacts: input.artifacts.toReversed() }).value;
        return JSON.stringify(value.lineage) === JSON.stringify(turned?.lineage);
      },
    },
  ],
  examples: [
    {
      title: "A whole chain",
      input: {
        artifacts: [
          { id: "src", sha256: A },
          { id: "lib", sha256: B },
          { id: "app", sha256: C },
        ],
        steps: [
          { id: "compile", inputs: [{ artifact: "src", sha256: A }], outputs: ["lib"] },
          { id: "link", inputs: ["lib", "src"], outputs: [{ artifact: "app", sha256: C }] },
        ],
        sources: ["src"],
      },
      expect: {
        valid: true,
        value: {
          verdict: "pass",
          order: ["src", "lib", "app"],
          targets: [
            {
              id: "app",
              depth: 2,
              complete: true,
              lineageSha256: "f440a87449210849276717789352543a40fa0ead1c39f9f4c02cccfb4093e521",
            },
          ],
        },
      },
    },
    {
      title: "A step saw another digest",
      input: {
        artifacts: [
          { id: "src", sha256: A },
          { id: "app", sha256: B, inputs: [{ artifact: "src", sha256: C }] },
        ],
      },
      expect: {
        ok: false,
        error: { code: "ARTIFACT_LINEAGE_INTEGRITY_AUDITOR_FAILED" },
        value: { findings: [{ code: "HASH_MISMATCH", path: "/artifacts/1/inputs/0/sha256" }] },
      },
    },
    {
      title: "Digests with their algorithms before them",
      input: {
        artifacts: [
          { id: "src", sha256: `sha256:${A}` },
          { id: "app", sha256: B, inputs: [{ artifact: "src", sha256: A.toUpperCase() }] },
        ],
      },
      expect: { valid: true, value: { verdict: "pass", findings: [] } },
    },
    {
      title: "A circle, without a gate",
      input: {
        artifacts: [
          { id: "a", sha256: A, inputs: ["b"] },
          { id: "b", sha256: B, inputs: ["a"] },
          { id: "c", sha256: C, inputs: ["b"] },
        ],
        failOn: "none",
      },
      expect: {
        valid: false,
        value: { cycles: [["a", "b"]], order: [], targets: [{ complete: false, depth: null }] },
      },
    },
    {
      title: "A source that is not declared, in YAML",
      input: { artifacts: "- id: src\n- id: app\n  inputs: [src]", sources: ["git"] },
      expect: { ok: false, errors: [{ code: "UNDECLARED_SOURCE", path: "/targets" }] },
    },
    { title: "Nothing", input: { artifacts: [] }, expect: { valid: true, value: { order: [] } } },
    {
      title: "A digest that is none",
      input: { artifacts: [{ id: "a", sha256: "abc" }] },
      expect: {
        ok: false,
        error: { code: "TOOL_INPUT_INVALID" },
        errors: [{ code: "FORM", path: "/artifacts/0/sha256" }],
      },
    },
  ],

  run({ artifacts, failOn, ...apart }) {
    const read = readShaped(artifacts ?? [], "/artifacts", LINEAGE, ["array", "object"]);
    if (read.failure) return read.failure;
    const { value, warnings } = read;
    const whole = Array.isArray(value) ? { artifacts: value } : value;
    return auditLineage({ ...whole, ...apart }, warnings, failOn);
  },
});
