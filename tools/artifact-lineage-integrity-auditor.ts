import { defineTool } from "./_core/tool.ts";
import { auditLineage } from "./artifact-lineage-integrity-auditor/audit.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./artifact-lineage-integrity-auditor/contract.ts";
import { LINEAGE_LAWS } from "./artifact-lineage-integrity-auditor/laws.ts";

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
    "dag",
    "digest",
    "lineage",
    "provenance",
    "release",
    "sbom",
    "sha256",
    "slsa",
    "supply chain",
  ],
  aliases: ["provenance-graph-audit", "artifact-dag-audit"],
  version: "2026-11-22",

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
  ],
  effort: 3,

  laws: LINEAGE_LAWS,
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
      expect: { ok: false, error: { code: "TOOL_INPUT_INVALID" } },
    },
  ],

  run: auditLineage,
});
