import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./dependency-manifest-reconciliation/contract.ts";
import { DEPENDENCY_LAWS } from "./dependency-manifest-reconciliation/laws.ts";
import { reconcileDependencies } from "./dependency-manifest-reconciliation/reconcile.ts";

export default defineTool({
  id: "dependency-manifest-reconciliation",
  name: "Dependency Manifest Reconciliation",
  category: "Developer",
  description:
    "Proves that a lock file still answers its manifest: every range satisfied, nothing stale, nothing left over, checksums present.",
  keywords: [
    "bun.lock",
    "cargo.lock",
    "dependencies",
    "go.sum",
    "integrity",
    "lock file",
    "lockfile",
    "package-lock",
    "package.json",
    "pnpm-lock",
    "poetry.lock",
    "requirements.txt",
    "semver",
    "supply chain",
    "uv.lock",
    "yarn.lock",
  ],
  aliases: ["lockfile-check", "lockfile-lint"],
  version: "2026-11-22",

  input: INPUT,
  primary: "manifest",
  value: VALUE,
  verb: "reconcile",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "check that package-lock.json matches package.json",
    "is my lockfile in sync with the manifest",
    "find stale entries in pnpm-lock.yaml",
    "lint a yarn.lock for http sources and missing integrity",
    "unused packages left in the lock file",
    "does Cargo.lock satisfy Cargo.toml",
    "compare poetry.lock with pyproject.toml",
    "check pinned requirements against requirements.in",
    "verify go.sum covers go.mod",
    "which dependencies are locked in several versions",
    "fail the pipeline when the lock file is out of date",
    "validate bun.lock before merging",
    "npm ci fails although it installed fine on my laptop",
    "did someone forget to update the lock file after adding a package",
    "pinned versions disagree with the declared ranges",
    "verify resolved packages against declared requirements",
    "library installed but not listed anywhere, or listed and never locked",
    "packages without checksum or from an unknown registry",
    "lockdatei mit dem manifest abgleichen",
    "comprobar que el archivo de bloqueo coincide con el manifiesto",
    "vérifier que le fichier de verrouillage correspond au manifeste",
    "检查 锁 文件 是否 与 依赖 清单 一致",
    "ロックファイルとマニフェストの依存関係を照合する",
    "dependencias instaladas que no coinciden con package.json",
    "abhängigkeiten passen nicht zur lockdatei",
    "dépendances verrouillées différentes du package.json",
  ],
  effort: 3,

  laws: DEPENDENCY_LAWS,
  examples: [
    {
      title: "A range that moved on, a package that was never locked, and one that is left over",
      input: {
        manifest: {
          name: "app",
          dependencies: { lodash: "^4.17.0", ms: "^3.0.0" },
          devDependencies: { vitest: "~1.2.0" },
        },
        lockfile: {
          lockfileVersion: 3,
          packages: {
            "": { name: "app", dependencies: { lodash: "^4.17.0", ms: "^2.0.0" } },
            "node_modules/lodash": { version: "4.17.21", integrity: "sha512-a" },
            "node_modules/ms": { version: "2.1.3", integrity: "sha512-b" },
            "node_modules/left-pad": { version: "1.3.0", integrity: "sha512-c" },
          },
        },
      },
      expect: {
        valid: false,
        value: {
          ecosystem: "npm",
          lockfileVersion: "3",
          entries: [
            { name: "lodash", group: "prod", locked: "4.17.21", status: "ok" },
            { name: "ms", locked: "2.1.3", status: "mismatch" },
            { name: "vitest", group: "dev", locked: null, status: "missing" },
          ],
          extraneous: [{ name: "left-pad", version: "1.3.0" }],
          counts: { error: 2, warning: 1 },
        },
      },
    },
    {
      title: "Cargo: a bare version allows what is compatible",
      input: {
        manifest:
          '[package]\nname = "a"\n[dependencies]\nserde = "1.0.100"\nrand = { version = "0.7", optional = true }\n',
        lockfile:
          'version = 4\n\n[[package]]\nname = "a"\nversion = "0.1.0"\ndependencies = ["serde"]\n\n[[package]]\nname = "serde"\nversion = "1.0.219"\nsource = "registry+https://packages.test/index"\nchecksum = "00"\n\n[[package]]\nname = "rand"\nversion = "0.8.5"\nsource = "registry+https://packages.test/index"\nchecksum = "00"\n',
      },
      expect: {
        value: {
          ecosystem: "cargo",
          entries: [
            { name: "rand", range: "0.7", locked: "0.8.5", status: "mismatch" },
            { name: "serde", locked: "1.0.219", status: "ok" },
          ],
        },
      },
    },
    {
      title: "pnpm: the lock file was written for another range",
      input: {
        manifest: { dependencies: { react: "^18.3.0" } },
        lockfile:
          "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      react:\n        specifier: ^18.2.0\n        version: 18.3.1\npackages:\n  react@18.3.1:\n    resolution: {integrity: sha512-a}\n",
      },
      expect: {
        value: {
          ecosystem: "pnpm",
          lockfileVersion: "9.0",
          entries: [{ name: "react", locked: "18.3.1", status: "stale" }],
          findings: [{ code: "LOCK_STALE", severity: "error", subject: "react" }],
        },
      },
    },
    {
      title: "Python: pinned requirements against what was asked for",
      input: {
        manifest: "Django>=5.0,<6\nrequests[socks]~=2.31\n",
        lockfile: "django==5.1.2\nrequests==2.32.3\n",
      },
      expect: {
        valid: true,
        value: {
          ecosystem: "pip",
          entries: [
            { name: "django", range: ">=5.0,<6", locked: "5.1.2", status: "ok" },
            { name: "requests", locked: "2.32.3", status: "ok" },
          ],
        },
      },
    },
    {
      title: "Go: an indirect module of which only go.mod has a hash",
      input: {
        manifest:
          "module example.com/m\n\nrequire (\n\tgithub.com/a/b v1.2.3\n\tgithub.com/c/d v0.1.0 // indirect\n)\n",
        lockfile:
          "github.com/a/b v1.2.3 h1:AAA=\ngithub.com/a/b v1.2.3/go.mod h1:BBB=\ngithub.com/c/d v0.1.0/go.mod h1:CCC=\n",
      },
      expect: {
        valid: true,
        value: {
          verdict: "review",
          entries: [
            { name: "github.com/a/b", group: "prod", status: "ok" },
            { name: "github.com/c/d", group: "indirect", status: "missing" },
          ],
        },
      },
    },
    {
      title: "A gate for pipelines",
      input: {
        manifest: { dependencies: { ms: "^2.0.0" } },
        lockfile: { lockfileVersion: 3, packages: {} },
        failOn: "error",
      },
      expect: { ok: false, error: { code: "DEPENDENCY_MANIFEST_RECONCILIATION_FAILED" } },
    },
    {
      title: "A merge that was not finished",
      input: {
        manifest: { name: "app" },
        lockfile: '{\n<<<<<<< HEAD\n  "lockfileVersion": 3\n=======\n',
      },
      expect: { ok: false, errors: [{ code: "LOCKFILE_SYNTAX", path: "/lockfile", line: 2 }] },
    },
  ],

  run: reconcileDependencies,
});
