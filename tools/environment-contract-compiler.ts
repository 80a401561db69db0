import { detectEnv } from "./_lib/formats/env-detect.ts";
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { DOCUMENT_FAILURES, DOCUMENT_WARNINGS } from "./_lib/fields/document-field.ts";
import { VALUE_WARNINGS } from "./_lib/json/tree/value.ts";
import { INPUT_FAILURES } from "./_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "./_lib/results/output-limit.ts";
import type { Finding as ReviewFinding } from "./_lib/results/review/findings.ts";
import {
  countsSchema,
  failOnField,
  findingSchema,
  VERDICTS,
} from "./_lib/results/review/shapes.ts";
import { CONTRACT_FAILURES } from "./_lib/schemas/json-schema/checked-formats.ts";
import { runEnvironmentContract } from "./environment-contract-compiler/run.ts";
import { TYPES } from "./environment-contract-compiler/variable.ts";

const ERROR_FINDINGS = {
  NAME_INVALID: "A name is not made of letters, digits and _, or begins with a digit",
  USED_NOT_DECLARED: "The code reads a variable that is not declared",
  DEFAULT_INVALID: "A default does not fit its own variable",
  EXPOSED_SECRET: "A secret has the prefix of variables that are sent to browsers",
  VARIABLE_MISSING: "A required variable is missing",
  VARIABLE_INVALID: "A value does not fit its variable, or a tag cannot be used",
} as const;

const WARNING_FINDINGS = {
  DUPLICATE_VARIABLE: "A variable stands in the file again; the last one counts",
  DECLARED_NOT_USED: "The code does not read a variable",
  SECRET_WITH_VALUE: "The example holds what looks like a real secret",
  LINE_UNPARSED: "A line is neither a variable nor a comment",
  VARIABLE_UNKNOWN: "The contract does not have a variable",
} as const;

const FAILURES = {
  ...INPUT_FAILURES,
  ...DOCUMENT_FAILURES,
  ...CONTRACT_FAILURES,
  ...OUTPUT_FAILURES,
  ...ERROR_FINDINGS,
  ENVIRONMENT_CONTRACT_COMPILER_FAILED: "The gate was set, and there are findings",
} as const;

const WARNINGS = { ...WARNING_FINDINGS, ...DOCUMENT_WARNINGS, ...VALUE_WARNINGS } as const;

export type Finding =
  | ReviewFinding<keyof typeof ERROR_FINDINGS, "error">
  | ReviewFinding<keyof typeof WARNING_FINDINGS, "warning">;

const TARGETS = ["json-schema", "zod", "typescript", "markdown", "env-example"] as const;

export type VariableType = (typeof TYPES)[number];

const INPUT = Type.Object({
  input: Type.String({ description: "The .env text" }),
  action: oneOf(["compile", "validate"], {
    description: "Make a contract of an example file, or check a real file against one",
    default: "compile",
  }),
  source: Type.Optional(
    Type.String({ description: "Code that reads the variables, in any of the usual languages" }),
  ),
  schema: Type.Optional(
    jsonField({
      description:
        "JSON Schema, also as YAML: what a real file is checked against, or what overrides the inferred contract",
    }),
  ),
  target: oneOf(TARGETS, {
    description: "The artifact that the output holds",
    default: "json-schema",
  }),
  maskSecrets: Type.Boolean({ description: "Show *** for secrets", default: true }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

const VARIABLE = Type.Object({
  name: Type.String(),
  type: oneOf(TYPES),
  required: Type.Boolean(),
  secret: Type.Boolean(),
  default: Type.Optional(Type.Any()),
  example: Type.String(),
  description: Type.String(),
  enum: Type.Optional(Type.Array(Type.Any())),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  pattern: Type.Optional(Type.String()),
  deprecated: Type.Boolean(),
  line: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
    description: "null for one that only the schema has",
  }),
});

export type Variable = Static<typeof VARIABLE>;

const VALUE = Type.Object({
  verdict: oneOf(VERDICTS),
  variables: Type.Optional(
    Type.Array(VARIABLE, { description: "Of compile, in order of first appearance" }),
  ),
  usage: Type.Optional(
    Type.Object({
      undeclared: Type.Array(Type.String()),
      unused: Type.Array(Type.String()),
      dynamic: Type.Integer({ minimum: 0, description: "Reads by a name that is computed" }),
    }),
  ),
  artifacts: Type.Optional(
    Type.Object({
      jsonSchema: Type.Any(),
      zod: Type.String(),
      typescript: Type.String(),
      markdown: Type.String(),
      envExample: Type.String(),
    }),
  ),
  parsed: Type.Optional(Type.Any({ description: "Of validate: values by name, converted" })),
  findings: Type.Array(findingSchema({})),
  counts: countsSchema({}),
});

export type Value = Static<typeof VALUE>;

export type Warning = keyof typeof WARNINGS;

const EXAMPLE_FILE = `# Port the server listens on
# @default 3000
PORT=8080
DEBUG=false
# @secret
SIGNING=
# @enum debug,info,warn @default info
LOG_LEVEL=info
`;

export default defineTool({
  id: "environment-contract-compiler",
  name: "Environment Contract Compiler",
  category: "Developer",
  description:
    "Compiles a .env example and the code that reads it into JSON Schema, zod, TypeScript and docs, or checks a real .env file.",
  keywords: [
    ".env",
    ".env.example",
    "12 factor",
    "12-factor",
    "config",
    "configuration",
    "contract",
    "docs",
    "dotenv",
    "env",
    "envalid",
    "environment variables",
    "json schema",
    "missing variables",
    "process.env",
    "secrets",
    "t3 env",
    "typescript",
    "validate",
    "zod",
  ],
  aliases: ["env-schema", "dotenv-contract", "env-validate"],
  version: "2026-11-23",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "compile",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "validate a .env file against a schema",
    "generate a zod schema from .env.example",
    "json schema for environment variables",
    "typescript types for process.env",
    "which environment variables does my code use but not declare",
    "find unused variables in .env",
    "document environment variables as a markdown table",
    "make a .env.example without secrets",
    "is a secret exposed through NEXT_PUBLIC or VITE",
    "check required env vars before deploy",
    "infer types of environment variables",
    "compare env file with os.getenv calls in python",
    "new developer does not know which variables must be set to start the app",
    "deployment crashed because a variable was missing or empty",
    "list the settings that the source code reads from the environment",
    "typed validation of runtime variables at startup",
    "generate a sample dotenv and documentation for a service",
    "is my .env complete, wrong or misspelled",
    "undeclared and unused process.env references",
    "umgebungsvariablen aus .env prüfen und dokumentieren",
    "validar variables de entorno de un archivo .env",
    "vérifier les variables d'environnement d'un fichier .env",
    "校验 .env 环境 变量 并 生成 schema",
    "環境変数 .env のスキーマを生成して検証する",
    "faltan variables de entorno para arrancar la aplicación",
    "fehlende umgebungsvariablen vor dem start erkennen",
    "variables d'environnement manquantes au démarrage",
    "app starts on my laptop but not on the server, DATABASE_URL or so is not set",
    "readme should have a table of all variables a newcomer must fill in",
    "which keys are in the sample but not in my real one",
    "code reads STRIPE_KEY and nobody wrote it down anywhere",
    "dotenv-safe, envalid, t3-env, pydantic BaseSettings, direnv, import.meta.env, os.environ, viper",
    "compile declared and read runtime variables to a typed schema, or lint a real dotenv against it",
    "variáveis de ambiente faltando no arquivo .env",
    "documentar variables de entorno, tipos para process.env",
    "env datei gegen die vorlage prüfen, fehlende schlüssel",
    "fichier .env comparé à .env.example, clés manquantes",
    "缺少 环境变量 .env.example 类型 文档",
    "環境変数の不足を確認 .env.example 型",
  ],
  effort: 3,
  isolated: true,
  detect: (sample) => 0.95 * detectEnv(sample),

  laws: [
    {
      name: "the example that is made has the same names",
      holds(run, { input, maskSecrets = true }) {
        if (input === undefined) return true;
        const names = (text: string) =>
          run({ input: text, action: "compile", maskSecrets }).value?.variables?.map(
            ({ name }) => name,
          );
        const { value } = run({ input, action: "compile" });
        const example = value?.artifacts?.envExample;
        return example === undefined || `${names(example)}` === `${names(input)}`;
      },
    },
    {
      name: "what the file holds fits its own contract, or a finding says that it does not",
      holds(run, { input }) {
        if (input === undefined) return true;
        const compiled = run({ input, action: "compile" }).value;
        if (!compiled?.artifacts) return true;
        const schema: unknown = compiled.artifacts.jsonSchema;
        const { value } = run({ input, action: "validate", schema });
        if (!value) return true;
        const subjects = ({ findings }: Value) =>
          new Set(
            findings.flatMap(({ code, subject = "" }) =>
              code === "VARIABLE_INVALID" ? [subject] : [],
            ),
          );
        const known = subjects(compiled);
        const empty = new Set(
          (compiled.variables ?? [])
            .filter(({ example }) => example === "")
            .map(({ name }) => name),
        );
        return [...subjects(value)].every((name) => known.has(name) || empty.has(name));
      },
    },
  ],
  examples: [
    {
      title: "A contract from an example file",
      input: { input: EXAMPLE_FILE, target: "zod" },
      expect: {
        valid: true,
        output: `import { z } from "zod";

export const envSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  DEBUG: z.enum(["true", "false"]).transform((v) => v === "true"),
  SIGNING: z.string().min(1),
  LOG_LEVEL: z.enum(["debug", "info", "warn"]).default("info"),
});

export type Env = z.infer<typeof envSchema>;
`,
        value: { artifacts: { jsonSchema: { required: ["DEBUG", "SIGNING"] } } },
      },
    },
    {
      title: "What the code reads, and what it does not",
      input: {
        input: "A=1\nB=2\n",
        source:
          'const a = process.env.A; const { C, D: d = 1 } = process.env; os.getenv("E"); process.env.NODE_ENV',
      },
      expect: {
        valid: false,
        value: { usage: { undeclared: ["C", "D", "E"], unused: ["B"], dynamic: 0 } },
      },
    },
    {
      title: "A real file against its contract",
      input: {
        action: "validate",
        input: "PORT=70000\nDEBUG=yes\nEXTRA=1\n",
        schema: {
          type: "object",
          properties: {
            PORT: { type: "integer", minimum: 0, maximum: 65_535 },
            DEBUG: { type: "boolean" },
            KEY: { type: "string" },
          },
          required: ["PORT", "KEY"],
        },
      },
      expect: {
        valid: false,
        value: {
          verdict: "fail",
          parsed: { PORT: 70_000, DEBUG: "yes", EXTRA: "1" },
          counts: { error: 3, warning: 1 },
        },
      },
    },
    {
      title: "A secret that browsers would see",
      input: { input: "VITE_API_TOKEN=abc123\n", failOn: "error" },
      expect: {
        ok: false,
        error: { code: "ENVIRONMENT_CONTRACT_COMPILER_FAILED" },
        errors: [{ code: "EXPOSED_SECRET" }],
        warnings: [{ code: "SECRET_WITH_VALUE" }],
      },
    },
    {
      title: "No contract to check against",
      input: { input: "A=1", action: "validate" },
      expect: { ok: false, error: { code: "TOOL_INPUT_INVALID" } },
    },
  ],

  // A file of 4,000 variables takes 60 to 80 ms: its contract is made ready as a JSON Schema, so that values and defaults
  // are judged by the same engine that judges real files.
  run: runEnvironmentContract,
});
