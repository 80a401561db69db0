import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, jsonField, mapOf, oneOf, whole } from "../tools/_core/fields.ts";
import { type Entry, fail, type Outcome } from "../tools/_core/tool.ts";
import { LOSS_CODES, type LossCode } from "../tools/_lib/formats/config/losses.ts";
import { SOURCE_FORMATS, TARGET_FORMATS } from "../tools/_lib/formats/config/source.ts";
import { PATCH } from "../tools/_lib/json/patch/operations.ts";
import { valueOf } from "../tools/_lib/json/tree/value.ts";
import { INPUT_FAILURES } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { failOnField } from "../tools/_lib/results/review/shapes.ts";
import { VIOLATIONS } from "../tools/_lib/schemas/json-schema/violations.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import convert from "../tools/config-format-converter.ts";
import compareStates from "../tools/configuration-drift-reconciliation.ts";
import checkEnvironment from "../tools/environment-contract-compiler.ts";
import validate from "../tools/json-schema-validator.ts";
import merge from "../tools/three-way-structured-merge.ts";
import { filesLaw } from "./_core/files-law.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { KitReport } from "./_core/report.ts";
import { type Migration, nextSteps, writeFiles } from "./configuration-migration-kit/files.ts";
import { ruleProblems, RuleRunner } from "./configuration-migration-kit/rules.ts";
import {
  adoptDefaults,
  checkEnvironmentText,
  comparePatches,
  lossesSaid,
  readSource,
  reportLosses,
  validateMigrated,
  writeTarget,
} from "./configuration-migration-kit/stages.ts";

/** Of every kind of loss the warning that tells of it. */
const LOSSES = Object.fromEntries(
  Object.entries(LOSS_CODES).map(([code, text]) => [`LOSS_${code}`, text]),
) as { readonly [Code in LossCode as `LOSS_${Code}`]: string };

const FAILURES = {
  ...convert.failures,
  ...INPUT_FAILURES,
  ...OUTPUT_FAILURES,
  ...VIOLATIONS,
  DEFAULTS_INCOMPLETE: "Only one of defaultsBefore and defaultsAfter was given",
  POINTER_INVALID: "A path of a rule is no JSON Pointer, or has more * than it can fill",
  TARGET_EXISTS: "A rule would write over something, or below what is no object",
  CAST_FAILED: "A value cannot be converted as a rule says",
  VARIABLE_MISSING: "A variable that the target system needs is not in the environment",
  VARIABLE_INVALID: "A variable of the environment does not fit its schema",
  ROUNDTRIP_DIFFERS: "What was written reads back as something else",
  STAGE_FAILED: "A tool could not do its part",
  CONFIGURATION_MIGRATION_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  ...convert.warnings,
  ...LOSSES,
  RULE_NO_MATCH: "A rule finds nothing",
  MAP_NO_ENTRY: "A table has no entry for a value, which stays",
  DEFAULT_CONFLICT: "A default moved that the user had changed: the user's value stays",
  PATCH_CONTAINS_SECRETS: "A patch holds what stands under a key that looks secret",
} as const;

const PATH = Type.String({ description: "JSON Pointer; * stands for any member or element" });

const RULE = Type.Union([
  Type.Object(
    {
      op: oneOf(["move", "copy"]),
      from: PATH,
      to: Type.String({
        description: "JSON Pointer; * for what that of from stands for, - for the end of an array",
      }),
      overwrite: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  Type.Object({ op: Type.Literal("remove"), path: PATH }, { additionalProperties: false }),
  Type.Object(
    {
      op: Type.Literal("set"),
      path: PATH,
      value: Type.Any(),
      when: Type.Optional(oneOf(["always", "absent", "present"])),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      op: Type.Literal("map"),
      path: PATH,
      table: mapOf(Type.Any(), { description: "Text, or JSON text, → value" }),
      default: Type.Optional(Type.Any()),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      op: Type.Literal("cast"),
      path: PATH,
      to: oneOf(["string", "integer", "number", "boolean"]),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    { op: oneOf(["split", "join"]), path: PATH, separator: Type.String({ minLength: 1 }) },
    { additionalProperties: false },
  ),
]);

const INPUT = Type.Object({
  source: jsonField({ description: "The configuration as it is: its text, or a JSON value" }),
  sourceFormat: oneOf(["auto", ...SOURCE_FORMATS], {
    description: "Of the text",
    default: "auto",
  }),
  targetFormat: Type.Optional(
    oneOf(TARGET_FORMATS, { description: "To be written; that of the source if not given" }),
  ),
  typed: Type.Boolean({
    description: "Read numbers, booleans and null from ini, env, properties and xml",
    default: false,
  }),
  separator: Type.Optional(
    Type.String({
      description: "Between nested keys in flat formats; _ for env, else a dot",
      minLength: 1,
      maxLength: 2,
    }),
  ),
  sortKeys: Type.Boolean({ description: "Sort the keys of what is written", default: false }),
  indent: whole({ description: "Spaces per level", minimum: 0, maximum: 8, default: 2 }),
  defaultsBefore: Type.Optional(jsonField({ description: "The old version's defaults" })),
  defaultsAfter: Type.Optional(jsonField({ description: "The new version's defaults" })),
  rules: dataOrJson(Type.Array(RULE, { maxItems: 200 }), {
    description: "What becomes of keys and values, applied in order",
    default: [],
  }),
  schema: Type.Optional(jsonField({ description: "JSON Schema of the new configuration" })),
  environment: Type.Optional(Type.String({ description: ".env text of the target system" })),
  environmentSchema: Type.Optional(
    jsonField({ description: "JSON Schema of the environment's variables" }),
  ),
  failOn: failOnField("none"),
});

const COUNT = Type.Integer({ minimum: 0 });

const VALUE = kitValue(
  {
    migrated: Type.Any({ description: "The data, secrets included" }),
    sourceFormat: Type.Union([oneOf(SOURCE_FORMATS), Type.Null()]),
    targetFormat: Type.Union([oneOf(TARGET_FORMATS), Type.Null()]),
    rules: Type.Array(Type.Object({ index: COUNT, op: Type.String(), applied: COUNT })),
    losses: Type.Array(
      Type.Object({ code: Type.String(), path: Type.String(), detail: Type.String() }),
      { description: "Of reading and of writing" },
    ),
    roundTrip: Type.Boolean({ description: "What was written reads back as what was migrated" }),
    patch: Type.Array(PATCH.items, {
      description: "RFC 6902, from the source to what was migrated",
    }),
    rollback: Type.Array(PATCH.items, { description: "RFC 6902, back to the source" }),
  },
  { operations: COUNT },
);

export type Input = Static<typeof INPUT>;
export type Rule = Static<typeof RULE>;

type Result = Outcome<Static<typeof VALUE>, keyof typeof FAILURES, keyof typeof WARNINGS>;

const ID = "configuration-migration-kit";
const NAME = "Configuration Migration Kit";

const STAGES = {
  read: convert,
  defaults: merge,
  rules: null,
  validate,
  environment: checkEnvironment,
  diff: compareStates,
  write: convert,
  roundtrip: convert,
} as const;

const USES = [convert, merge, validate, checkEnvironment, compareStates] as const;

/** What all stages have at hand. */
export interface Work {
  readonly input: Input;
  readonly ctx: KitCtx<(typeof USES)[number]>;
  readonly report: KitReport<typeof STAGES>;
}

export default defineKit({
  id: ID,
  name: NAME,
  category: "Developer",
  description:
    "Brings a configuration to a new version: new defaults under own changes, keys and values by rules, validated, in any format, with the way back.",
  keywords: [
    "config upgrade",
    "configuration",
    "defaults",
    "env",
    "helm values",
    "ini",
    "legacy settings",
    "migration",
    "properties",
    "rollback",
    "settings",
    "toml",
    "upgrade",
    "version upgrade",
    "xml",
    "yaml",
  ],
  aliases: ["config-migration-kit", "settings-upgrade-kit"],
  version: "2026-11-27",
  uses: [...USES],

  input: INPUT,
  primary: "source",
  value: VALUE,
  verb: "migrate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "migrate a config file to the new version of a product",
    "upgrade settings with new defaults and keep what the user changed",
    "rename configuration keys by rules",
    "move config keys and convert their values",
    "merge new default settings under my own configuration",
    "the app does not start after the upgrade because the config changed",
    "convert ini to toml with typed values and renamed keys",
    "config migration with rollback patch",
    "old settings file to new schema",
    "validate a migrated configuration against the new json schema",
    "deprecated config keys have to be replaced",
    "which of my settings conflict with the new defaults",
    "log_level WARN becomes logging.level warning",
    "string port has to become a number in the new config",
    "comma separated list in the config becomes an array",
    "undo a configuration upgrade",
    "write a migration report for a settings change",
    "application.properties to yaml with renamed keys",
    "helm values of the old chart to the new chart",
    "what changes in my config when i take the new defaults",
    "check the environment variables of the target system, too",
    "keep numbers and dates exact while converting a config",
    "konfiguration auf neue version umstellen",
    "alte einstellungen mit neuen standardwerten zusammenführen",
    "migrar la configuración a la nueva versión",
    "migrer un fichier de configuration vers la nouvelle version",
    "把 旧 配置 迁移 到 新 版本",
    "設定ファイルを新しいバージョンに移行する",
    "new release of the server came with a fresh conf file, i have edits in the old one",
    "after the update half of my options are called something else",
    "admin handbook says option x moved under section y, do it for me and let me go back",
    "our .env of the old system has to fit the yaml of the new one",
    "debian conffile dpkg prompt, ucf, etckeeper, grafana.ini, nginx upgrade, eslint flat config, logback",
    "lift settings to the next release by rename, move and cast rules plus changed defaults, reversible",
    "migrar arquivo de configuração para a nova versão",
  ],
  effort: 3,
  isolated: true,

  laws: [
    filesLaw,
    {
      name: "without defaults and rules a configuration in JSON or YAML stays what it is",
      holds(run, { source, sourceFormat }) {
        for (const targetFormat of ["json", "yaml"] as const) {
          const { ok, value } = run({
            source,
            sourceFormat,
            targetFormat,
            failOn: "none",
          } as never);
          if (!ok || !value) return true;
          if (!value.roundTrip || value.patch.length > 0 || value.rollback.length > 0) return false;
        }
        return true;
      },
    },
    {
      name: "a configuration that is the old defaults becomes the new ones",
      holds(run, { defaultsBefore, defaultsAfter }) {
        if (defaultsBefore === undefined || defaultsAfter === undefined) return true;
        const { ok, value } = run({
          source: defaultsBefore,
          defaultsBefore,
          defaultsAfter,
          targetFormat: "json",
        } as never);
        const after = run({ source: defaultsAfter, targetFormat: "json" } as never);
        if (!ok || !after.ok || typeof defaultsBefore === "string") return true;
        return value?.counts.byCode["DEFAULT_CONFLICT"] === undefined;
      },
    },
    {
      name: "the result without rules changes no more",
      holds(run, input) {
        const before = run({ ...input, targetFormat: "json", failOn: "none" });
        const file = before.value?.deliverables[0];
        if (!before.ok || file === undefined) return true;
        const again = run({
          source: file.content,
          sourceFormat: "json",
          targetFormat: "json",
        } as never);
        return (
          !again.ok ||
          again.value?.deliverables[0]?.content === file.content ||
          input.indent !== undefined
        );
      },
    },
  ],
  examples: [
    {
      title: "Keys move, values are converted, YAML is written",
      input: {
        source: { log_level: "WARN", port: "8080", plugins: "a, b" },
        rules: [
          { op: "move", from: "/log_level", to: "/logging/level" },
          { op: "map", path: "/logging/level", table: { WARN: "warning" } },
          { op: "cast", path: "/port", to: "integer" },
          { op: "split", path: "/plugins", separator: "," },
        ] as never,
        targetFormat: "yaml",
      },
      expect: {
        valid: true,
        value: {
          verdict: "pass",
          migrated: { port: 8080, plugins: ["a", "b"], logging: { level: "warning" } },
          targetFormat: "yaml",
          roundTrip: true,
        },
      },
    },
    {
      title: "New defaults beneath what the user changed",
      input: {
        source: { timeout: 30, color: "red" },
        defaultsBefore: { timeout: 10, color: "red" },
        defaultsAfter: { timeout: 20, color: "blue" },
      },
      expect: {
        value: {
          verdict: "review",
          migrated: { timeout: 30, color: "blue" },
          counts: { byCode: { DEFAULT_CONFLICT: 1, DEFAULT_ADOPTED: 1 } },
        },
      },
    },
    {
      title: "INI with types becomes TOML",
      input: {
        source: "[server]\nport=8080\nname = api\n",
        sourceFormat: "ini",
        targetFormat: "toml",
        typed: true,
      },
      expect: {
        valid: true,
        value: { migrated: { server: { port: 8080, name: "api" } }, roundTrip: true },
      },
    },
    {
      title: "A path that is none",
      input: { source: {}, rules: [{ op: "remove", path: "a" }] as never },
      expect: { ok: false, errors: [{ code: "POINTER_INVALID", path: "/rules/0/path" }] },
    },
  ],

  // 100,000 characters take 100 to 300 ms: the text is read, merged, compared, written and read again. Of a text that is
  // split into 100,000 parts each is a line of what is written: up to a second.
  run(input, ctx): Result {
    const [first, ...others] = problemsOf(input);
    if (first) return fail([first, ...others] as never);
    const report = new KitReport(ID, NAME, STAGES, ctx.longestOutput);
    const work: Work = { input, ctx, report };
    const source = readSource(work);
    if (!source) return stopped(work);
    const adopted = adoptDefaults(source.root, work);
    const runner = new RuleRunner(adopted.root, work);
    const root = runner.run(input.rules);
    tellRules(runner, work);
    validateMigrated(root, work);
    checkEnvironmentText(work);
    const compared = comparePatches(source.root, root, work);
    const written = writeTarget(root, source.format, work);
    if (!written) return stopped(work);
    const { value: migrated, warnings } = valueOf(root);
    for (const warning of warnings) report.find("info", "write", warning);
    const losses = [...source.losses, ...written.losses];
    reportLosses(source.losses, "read", work);
    reportLosses(written.losses, "write", work);
    const migration: Migration = {
      root,
      source,
      written,
      losses,
      compared,
      adopted: adopted.paths,
      touched: runner.touched,
      applied: runner.applied,
    };
    writeFiles(migration, work);
    return report.conclude({
      value: {
        migrated,
        sourceFormat: source.format,
        targetFormat: written.format,
        rules: runner.applied,
        losses,
        roundTrip: written.roundTrip,
        patch: compared.patch,
        rollback: compared.rollback,
      },
      counts: { operations: compared.patch.length },
      output: {
        figures: `${source.format} to ${written.format}, ${counted(compared.patch.length, "operation")}, ${lossesSaid(losses.length)}, round trip ${written.roundTrip ? "holds" : "does not hold"}`,
        next: nextSteps(migration, work),
      },
      failOn: input.failOn,
    });
  },
});

function problemsOf(input: Input): Entry[] {
  const { defaultsBefore, defaultsAfter, rules } = input;
  const problems: Entry[] = [];
  if ((defaultsBefore === undefined) !== (defaultsAfter === undefined)) {
    const missing = defaultsBefore === undefined ? "defaultsBefore" : "defaultsAfter";
    const message = `Cannot merge defaults: found nothing in ${missing}, expected the defaults of both versions`;
    problems.push({ code: "DEFAULTS_INCOMPLETE", message, path: `/${missing}` });
  }
  return [...problems, ...ruleProblems(rules)];
}

function tellRules({ applied }: RuleRunner, { input, report }: Work): void {
  if (input.rules.length === 0) {
    report.skipped("rules", "The field `rules` says what becomes of keys and values");
    return;
  }
  const places = applied.reduce((sum, one) => sum + one.applied, 0);
  report.done(
    "rules",
    `${counted(input.rules.length, "rule")} applied at ${counted(places, "place")}`,
  );
}

function stopped({ input, report }: Work): Result {
  return report.conclude({
    value: {
      migrated: null,
      sourceFormat: null,
      targetFormat: null,
      rules: [],
      losses: [],
      roundTrip: false,
      patch: [],
      rollback: [],
    },
    counts: { operations: 0 },
    failOn: input.failOn,
  });
}
