import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./environment-contract-compiler/contract.ts";
import { ENVIRONMENT_LAWS } from "./environment-contract-compiler/laws.ts";
import { runEnvironmentContract } from "./environment-contract-compiler/run.ts";

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
    "12-factor",
    "config",
    "configuration",
    "contract",
    "docs",
    "dotenv",
    "env",
    "environment variables",
    "json schema",
    "secrets",
    "typescript",
    "validate",
    "zod",
  ],
  aliases: ["env-schema", "dotenv-contract", "env-validate"],
  version: "2026-11-22",

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
  ],
  effort: 3,
  isolated: true,

  laws: ENVIRONMENT_LAWS,
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
