import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { JSON_WARNINGS } from "./_lib/json/tree/json-field.ts";
import { INPUT_FAILURES } from "./_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "./_lib/results/output-limit.ts";
import {
  countsSchema,
  failOnField,
  findingSchema,
  VERDICTS,
} from "./_lib/results/review/shapes.ts";
import {
  ECOSYSTEMS,
  GROUPS,
  SOURCES,
  STATUSES,
} from "./dependency-manifest-reconciliation/model.ts";
import { reconcileDependencies } from "./dependency-manifest-reconciliation/reconcile.ts";

const CODES = {
  LOCK_MISSING: "A dependency has no entry in the lock file",
  LOCK_MISMATCH: "The locked version is outside of the range",
  LOCK_STALE: "The lock file was written for another range",
  RANGE_INVALID: "A range is not one of its ecosystem",
  INSECURE_SOURCE: "A package is fetched over http: or git:, which anybody on the way can change",
  LOCK_EXTRANEOUS: "Nothing leads to an entry of the lock file",
  INTEGRITY_MISSING: "A package of a registry has no checksum",
  DECLARED_TWICE: "A dependency is declared in several groups",
  DUPLICATE_VERSION: "A package is locked in several versions",
  UNPINNED_RANGE: "A range has no upper bound",
  PRERELEASE_LOCKED: "The locked version is a prerelease",
  SOURCE_UNVERIFIABLE: "What is fetched from such a source has no version to hold against a range",
} as const;

export type Code = keyof typeof CODES;

const FAILURES = {
  ...INPUT_FAILURES,
  ...OUTPUT_FAILURES,
  ...CODES,
  INPUT_TOO_DEEP: "The data is nested deeper than 1,000 levels",
  ECOSYSTEM_UNKNOWN: "The manifest or the lock file is of no kind that is known",
  ECOSYSTEM_MISMATCH: "The manifest and the lock file are of different worlds",
  MANIFEST_SYNTAX: "The manifest is not well-formed",
  LOCKFILE_SYNTAX: "The lock file is not well-formed",
  DEPENDENCY_MANIFEST_RECONCILIATION_FAILED: "There are findings at or above failOn",
} as const;

const WARNINGS = {
  ...CODES,
  ...JSON_WARNINGS,
  INCLUDE_SKIPPED: "A line names another file, which is not read",
  WORKSPACE_UNKNOWN: "The lock file knows no such workspace",
} as const;

const name = (file: string) =>
  Type.Optional(
    Type.String({
      description: `Name or path of the ${file}; one that is known counts more than its content`,
    }),
  );

const INPUT = Type.Object({
  manifest: jsonField({
    description: "package.json, Cargo.toml, pyproject.toml, requirements.in or .txt, or go.mod",
  }),
  lockfile: jsonField({
    description:
      "package-lock.json, npm-shrinkwrap.json, pnpm-lock.yaml, yarn.lock, bun.lock, Cargo.lock, poetry.lock, uv.lock, pinned requirements, or go.sum",
  }),
  manifestName: name("manifest"),
  lockfileName: name("lock file"),
  ecosystem: oneOf(["auto", ...ECOSYSTEMS], {
    description: "Whose files they are; auto tells by their names, else by their content",
    default: "auto",
  }),
  workspace: Type.String({
    description: "The folder of the manifest, as the lock file names it",
    default: ".",
  }),
  includeDev: Type.Boolean({
    description: "Whether dependencies for development are judged",
    default: true,
  }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

const COUNT = Type.Integer({ minimum: 0 });

const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);

const VALUE = Type.Object({
  verdict: oneOf(VERDICTS),
  ecosystem: oneOf(ECOSYSTEMS),
  lockfileVersion: TEXT_OR_NULL,
  entries: Type.Array(
    Type.Object({
      name: Type.String(),
      group: oneOf(GROUPS),
      range: Type.String({ description: "As the manifest has it" }),
      locked: TEXT_OR_NULL,
      status: oneOf(STATUSES),
      source: oneOf(SOURCES),
    }),
    { description: "By name, then group" },
  ),
  duplicates: Type.Array(
    Type.Object({ name: Type.String(), versions: Type.Array(Type.String()) }),
    { description: "Packages that are locked in several versions, lowest first" },
  ),
  extraneous: Type.Array(Type.Object({ name: Type.String(), version: TEXT_OR_NULL }), {
    description: "Entries of the lock file to which nothing leads",
  }),
  findings: Type.Array(findingSchema({})),
  counts: countsSchema({
    direct: COUNT,
    locked: COUNT,
    ok: COUNT,
    missing: COUNT,
    mismatch: COUNT,
    stale: COUNT,
    unverifiable: COUNT,
    duplicates: COUNT,
    extraneous: COUNT,
    integrityMissing: COUNT,
  }),
});

export type Value = Static<typeof VALUE>;

export type Entry = Value["entries"][number];

export type Failure = keyof typeof FAILURES;

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
  version: "2026-11-23",

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

  laws: [
    {
      name: "the order of keys does not matter",
      holds(run, input) {
        const turned = { ...input, manifest: turn(input.manifest), lockfile: turn(input.lockfile) };
        return JSON.stringify(run(input).value) === JSON.stringify(run(turned).value);
      },
    },
    {
      name: "each dependency has one status, and only what is locked has a version",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const { direct, ok, missing, mismatch, stale, unverifiable } = value.counts;
        const isWhole = direct === ok + missing + mismatch + stale + unverifiable;
        return (
          isWhole && value.entries.every((one) => one.status !== "missing" || one.locked === null)
        );
      },
    },
    {
      name: "without those for development the others are judged as before",
      holds(run, input) {
        const all = run({ ...input, includeDev: true }).value;
        const some = run({ ...input, includeDev: false }).value;
        if (!all || !some) return true;
        const others = all.entries.filter(({ group }) => group !== "dev");
        return (
          JSON.stringify(some.entries) === JSON.stringify(others) &&
          JSON.stringify(some.extraneous) === JSON.stringify(all.extraneous)
        );
      },
    },
  ],
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
      title: "A name counts more than what the content looks like",
      input: {
        manifest: "flask\n",
        lockfile: "# nothing yet\n",
        manifestName: "requirements.in",
        lockfileName: "requirements.txt",
      },
      expect: {
        valid: false,
        value: { ecosystem: "pip", entries: [{ name: "flask", status: "missing" }] },
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

/** The data with the members of all objects the other way round; text as it is. */
function turn(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(turn);
  if (typeof data !== "object" || data === null) return data;
  const members = Object.entries(data).map(([key, value]) => [key, turn(value)]);
  return Object.fromEntries(members.toReversed());
}
