import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./configuration-drift-reconciliation/contract.ts";
import { DRIFT_LAWS } from "./configuration-drift-reconciliation/laws.ts";
import { reconcileConfiguration } from "./configuration-drift-reconciliation/run.ts";

export default defineTool({
  id: "configuration-drift-reconciliation",
  name: "Configuration Drift Reconciliation",
  category: "Developer",
  description:
    "Compares what should run with what runs, and gives the smallest patch that brings it back without touching what nobody manages.",
  keywords: [
    "config",
    "configuration",
    "desired state",
    "diff",
    "dotenv",
    "drift",
    "environment variables",
    "gitops",
    "json patch",
    "kubernetes",
    "reconcile",
    "terraform",
  ],
  aliases: ["config-drift", "desired-state-diff"],
  version: "2026-11-22",

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
  ],
  effort: 3,

  laws: DRIFT_LAWS,
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
