import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, PLACES, pointerInto } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import {
  CONFIG_DOCUMENT_FAILURES,
  DETECTED_FAILURES,
  DOCUMENT_FORMATS,
} from "./_lib/fields/config-field.ts";
import { DOCUMENT_WARNINGS } from "./_lib/fields/document-field.ts";
import { ARRAY_KEYS } from "./_lib/json/keyed-items.ts";
import { PATCH } from "./_lib/json/patch/operations.ts";
import { VALUE_WARNINGS } from "./_lib/json/tree/value.ts";
import { INPUT_FAILURES } from "./_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "./_lib/results/output-limit.ts";
import { POINTER } from "./_lib/results/pointer.ts";
import { failOnField } from "./_lib/results/review/shapes.ts";
import { reconcileConfiguration } from "./configuration-drift-reconciliation/run.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...DETECTED_FAILURES,
  ...CONFIG_DOCUMENT_FAILURES,
  ...OUTPUT_FAILURES,
  CONFIGURATION_DRIFT_RECONCILIATION_FAILED: "The gate was set, and there is drift",
} as const;

const WARNINGS = {
  PATCH_CONTAINS_SECRETS: "A value of the patch is at or below a key that looks secret",
  INTERPOLATION_UNRESOLVED: "A variable holds ${…}, which is compared as it is written",
  ...DOCUMENT_WARNINGS,
  ...VALUE_WARNINGS,
} as const;

const DRIFT_KINDS = ["missing", "extra", "changed", "type-changed", "unmanaged"] as const;

export type DriftKind = (typeof DRIFT_KINDS)[number];

const FORMAT = oneOf(["auto", ...DOCUMENT_FORMATS], {
  description: "Of the text; auto tells JSON, YAML, TOML and KEY=value lines apart",
  default: "auto",
});

const PATTERNS =
  "JSON Pointers in which `*` stands for one segment and `**` for any number; an element that has a key is `[name=A]`";

const INPUT = Type.Object({
  desired: jsonField({ description: "What should run: a value, or the text of a configuration" }),
  actual: jsonField({ description: "What runs: a value, or the text of a configuration" }),
  lastApplied: Type.Optional(
    jsonField({
      description: "What was applied before; extra things that it lacks as well are unmanaged",
    }),
  ),
  desiredFormat: FORMAT,
  actualFormat: FORMAT,
  ignore: Type.Array(Type.String({ pattern: POINTER }), {
    description: `What is left out, with all below it: ${PATTERNS}`,
    default: [],
  }),
  unordered: Type.Array(Type.String({ pattern: POINTER }), {
    description: `Arrays whose order means nothing: ${PATTERNS}`,
    default: [],
  }),
  arrayKeys: Type.Array(Type.String(), {
    description: "Members that identify the elements of an array",
    default: [...ARRAY_KEYS],
  }),
  numericTolerance: Type.Number({
    description: "By how much numbers may differ",
    minimum: 0,
    default: 0,
  }),
  looseTypes: Type.Optional(
    Type.Boolean({
      description:
        'Whether "8080" is 8080, "true" is true and "null" is null; if not given, where a side is env, properties or ini',
    }),
  ),
  maskSecrets: Type.Boolean({
    description: "Show *** for secrets in the drift; the patch keeps them",
    default: true,
  }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

const COUNT = Type.Integer({ minimum: 0 });

const VALUE = Type.Object({
  inSync: Type.Boolean({ description: "Nothing but unmanaged things differs" }),
  drift: Type.Array(
    Type.Object({
      path: pointerInto(["desired", "actual"], {
        description: "Pointer, with `[name=A]` for an element that has a key",
      }),
      ...PLACES,
      kind: oneOf(DRIFT_KINDS),
      desired: Type.Optional(Type.Any()),
      actual: Type.Optional(Type.Any()),
    }),
    { description: "By path" },
  ),
  patch: Type.Array(PATCH.items, { description: "RFC 6902, from actual to what is desired" }),
  counts: Type.Object({
    missing: COUNT,
    extra: COUNT,
    changed: COUNT,
    typeChanged: COUNT,
    unmanaged: COUNT,
  }),
});

export type Value = Static<typeof VALUE>;

export type Warning = keyof typeof WARNINGS;

export default defineTool({
  id: "configuration-drift-reconciliation",
  name: "Configuration Drift Reconciliation",
  category: "Developer",
  description:
    "Compares what should run with what runs, and gives the smallest patch that brings it back without touching what nobody manages.",
  keywords: [
    "argocd",
    "config",
    "configuration",
    "desired state",
    "diff",
    "dotenv",
    "drift",
    "environment variables",
    "flux",
    "gitops",
    "json patch",
    "kubectl diff",
    "kubernetes",
    "out of sync",
    "reconcile",
    "snowflake server",
    "terraform",
  ],
  aliases: ["config-drift", "desired-state-diff"],
  version: "2026-11-23",

  input: INPUT,
  primary: "actual",
  value: VALUE,
  verb: "reconcile",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "find configuration drift between desired and actual state",
    "compare a deployed config with the one in git",
    "json patch that restores the desired state",
    "which settings were changed by hand in production",
    "diff a .env file against the expected variables",
    "three-way diff with the last applied configuration",
    "ignore the status subtree when comparing manifests",
    "compare yaml and json configs",
    "are two environments in sync",
    "detect missing and extra environment variables",
    "compare kubernetes env lists by name",
    "fail the pipeline when the configuration drifted",
    "someone changed a setting on the server by hand, what is different now",
    "staging works and production does not, how do their settings differ",
    "live cluster state versus declared manifest, remediation patch",
    "it runs other values than those in the repository",
    "intended versus observed configuration, ordered corrective operations",
    "which settings got out of step between two servers",
    "kubectl shows other replicas than git, patch for the cluster",
    "konfiguration mit sollzustand vergleichen",
    "comparar la configuración deseada con la real",
    "détecter la dérive de configuration",
    "检测 配置 漂移 并 生成 补丁",
    "設定のドリフトを検出して修正パッチを作る",
    "qué ajustes difieren entre el servidor y el repositorio",
    "welche einstellungen auf dem server weichen ab",
    "quels réglages du serveur ont changé à la main",
    "服务器 设置 被 改 了 哪里 不同",
    "サーバーの設定が違う箇所を調べる",
    "somebody clicked in the console during the outage, put it back as the repo says",
    "argo shows out of sync, what exactly must i patch",
    "prod has an extra feature flag that no file mentions",
    "test machine behaves differently from live, line up both sets of values",
    "terraform plan -detailed-exitcode, Argo CD OutOfSync, kubectl diff, Ansible, RFC 6902",
    "compute minimal operations that turn the observed config into the declared one",
    "diferença entre configuração desejada e a real, patch",
    "drift zwischen git und cluster beheben",
    "écart entre l'état voulu et l'état réel, correctif",
  ],
  effort: 3,

  laws: [
    {
      name: "nothing drifts from itself",
      holds(run, input) {
        const { desired, desiredFormat = "auto" } = input;
        if (desired === undefined) return true;
        const { value } = run({ ...input, actual: desired, actualFormat: desiredFormat });
        return !value || (value.inSync && value.drift.length === 0 && value.patch.length === 0);
      },
    },
    {
      name: "what is ignored only leaves out",
      holds(run, input) {
        const { value } = run(input);
        const all = run({ ...input, ignore: [] }).value;
        if (!value || !all) return true;
        const known = new Set(all.drift.map(({ path, kind }) => `${kind} ${path}`));
        return value.drift.every(({ path, kind }) => known.has(`${kind} ${path}`));
      },
    },
    {
      name: "turned around, what was missing is extra",
      holds(run, { desired, actual, desiredFormat = "auto", actualFormat = "auto", ...rest }) {
        if (desired === undefined || actual === undefined) return true;
        const { lastApplied: _, ...options } = rest;
        const there = run({ ...options, desired, actual, desiredFormat, actualFormat }).value;
        const back = run({
          ...options,
          desired: actual,
          actual: desired,
          desiredFormat: actualFormat,
          actualFormat: desiredFormat,
        }).value;
        if (!there || !back) return true;
        const paths = (value: Value, kind: string) =>
          value.drift.flatMap((entry) => (entry.kind === kind ? [entry.path] : [])).join("\n");
        return (
          paths(there, "missing") === paths(back, "extra") &&
          paths(there, "extra") === paths(back, "missing")
        );
      },
    },
  ],
  examples: [
    {
      title: "Another number of replicas, and a setting that is gone",
      input: {
        desired: { replicas: 3, image: "app:1.2" },
        actual: { replicas: 5, status: { ready: 5 } },
        ignore: ["/status"],
      },
      expect: {
        valid: false,
        value: {
          drift: [
            { path: "/image", kind: "missing", desired: "app:1.2" },
            { path: "/replicas", kind: "changed", desired: 3, actual: 5 },
          ],
          patch: [
            { op: "add", path: "/image", value: "app:1.2" },
            { op: "replace", path: "/replicas", value: 3 },
          ],
        },
      },
    },
    {
      title: "Elements are the same by their name, and secrets are masked",
      input: {
        desired: { env: [{ name: "A", value: "1" }], db_password: "p1" },
        actual: {
          env: [
            { name: "X", value: "x" },
            { name: "A", value: "9" },
          ],
          db_password: "p2",
        },
      },
      expect: {
        warnings: [{ code: "PATCH_CONTAINS_SECRETS" }],
        value: {
          drift: [
            { path: "/db_password", kind: "changed", desired: "***", actual: "***" },
            { path: "/env/[name=A]/value", kind: "changed", desired: "1", actual: "9" },
            { path: "/env/[name=X]", kind: "extra" },
          ],
          patch: [
            { op: "replace", path: "/db_password", value: "p1" },
            { op: "replace", path: "/env/1/value", value: "1" },
            { op: "remove", path: "/env/0" },
          ],
        },
      },
    },
    {
      title: "What was never applied is left alone",
      input: {
        desired: { a: 1 },
        actual: { a: 1, b: 2, c: 3 },
        lastApplied: { a: 1, b: 2 },
      },
      expect: {
        value: {
          drift: [
            { path: "/b", kind: "extra", actual: 2 },
            { path: "/c", kind: "unmanaged", actual: 3 },
          ],
          patch: [{ op: "remove", path: "/b" }],
        },
      },
    },
    {
      title: "YAML against variables",
      input: { desired: "PORT: 8080\nHOST: db.local\n", actual: "PORT=8080\nHOST=db.local\n" },
      expect: { valid: true, output: "[]", value: { inSync: true } },
    },
    {
      title: "A gate for pipelines",
      input: { desired: { a: 1 }, actual: { a: 2 }, failOn: "error" },
      expect: { ok: false, error: { code: "CONFIGURATION_DRIFT_RECONCILIATION_FAILED" } },
    },
    {
      title: "No TOML",
      input: { desired: "a: 1", actual: {}, desiredFormat: "toml" },
      expect: { ok: false, errors: [{ code: "FORMAT_SYNTAX", path: "/desired", line: 1 }] },
    },
  ],

  run: reconcileConfiguration,
});
