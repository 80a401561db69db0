/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { STRUCTURED_FAILURES } from "../_lib/fields/structured-field.ts";

export const FAILURES = {
  ...STRUCTURED_FAILURES,
  TARGET_MISSING: "Neither a url nor a command is given",
  TARGET_AMBIGUOUS: "Both a url and a command are given",
  URL_INVALID: "The url is no absolute http or https URL",
  CLIENT_UNKNOWN: "There is no such client",
  EXISTING_INVALID: "The existing file cannot be read, or has something else in the entry's place",
  SCOPE_UNSUPPORTED: "The client has no file for a project",
} as const;

export const WARNINGS = {
  ...JSON_WARNINGS,
  SECRET_LITERAL: "A value looks like a secret and is written as it is",
  VARIABLE_UNSUPPORTED: "The client cannot read a variable in this place",
  INSECURE_URL: "The url is http to another machine",
  ENTRY_REPLACED: "The existing file had another entry of the name",
  COMMENTS_LOST: "Comments of the existing file are not in the new one",
  SSE_DEPRECATED: "The SSE transport was replaced by Streamable HTTP in 2025",
} as const;

export const SCOPES = ["project", "user"] as const;
export type Scope = (typeof SCOPES)[number];

export const SYSTEMS = ["macos", "linux", "windows"] as const;
export type System = (typeof SYSTEMS)[number];

export const TRANSPORTS = ["http", "sse"] as const;
export type Transport = (typeof TRANSPORTS)[number];

export const INPUT = Type.Object({
  name: Type.String({
    description: "Of the server: 1 to 64 letters, digits, - and _",
    pattern: "^[A-Za-z0-9_-]{1,64}$",
  }),
  url: Type.Optional(Type.String({ description: "A remote server: http or https" })),
  transport: oneOf(TRANSPORTS, { description: "How a url is spoken to", default: "http" }),
  command: Type.Optional(Type.String({ description: "A local server; instead of url" })),
  args: Type.Optional(jsonField({ description: "Arguments of the command: [text]" })),
  env: Type.Optional(
    jsonField({
      description: "Environment of the command: { NAME: text }; ${VAR} refers to a variable",
    }),
  ),
  headers: Type.Optional(
    jsonField({ description: "Headers sent to the url: { Name: text }; ${VAR} as in env" }),
  ),
  cwd: Type.Optional(Type.String({ description: "Working folder, where the client has one" })),
  client: Type.String({
    description:
      "all, claude-code, claude-desktop, cursor, vscode, codex, gemini-cli, windsurf, zed, cline, roo-code, opencode or copilot-cli",
    default: "all",
  }),
  scope: oneOf(SCOPES, { description: "Whose file", default: "project" }),
  os: oneOf(SYSTEMS, { description: "Whose paths", default: "macos" }),
  existing: Type.Optional(
    jsonField({ description: "The present file of one client, into which the entry is put" }),
  ),
});

export type Input = Static<typeof INPUT>;

export const VALUE = Type.Object({
  name: Type.String(),
  configs: Type.Array(
    Type.Object({
      client: Type.String(),
      path: Type.String(),
      scope: oneOf(SCOPES),
      format: oneOf(["json", "toml"]),
      content: Type.String({ description: "The whole file" }),
      secrets: Type.Array(
        Type.Object({
          variable: Type.String(),
          how: Type.String({ description: "How the client comes by its value" }),
        }),
      ),
      cli: Type.Union([Type.String(), Type.Null()], {
        description: "The client's own command that adds the server",
      }),
      supported: Type.Boolean(),
      notes: Type.Array(Type.String()),
    }),
  ),
});

export type Value = Static<typeof VALUE>;
export type Config = Value["configs"][number];
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
