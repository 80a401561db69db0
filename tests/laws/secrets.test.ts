/** No secret or password appears in any output, error or report, whole or in part. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { run } from "../../app/run/run.ts";
import { host } from "../support/run-unit.ts";

type Input = Readonly<Record<string, unknown>>;

interface Case {
  readonly title: string;
  readonly tool: string;
  readonly input: (secret: string) => Input;
  /** Members of the result that show what they are asked to show. */
  readonly shows?: readonly string[];
}

const PART_LENGTH = 8;

const secrets = fc.string({
  unit: fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"),
  minLength: 24,
  maxLength: 40,
});

const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
const header = part({ alg: "HS256", typ: "JWT" });

const redact = (title: string, input: (secret: string) => Input): Case => ({
  title,
  tool: "sensitive-log-redaction-evidence",
  input,
});
const line = (title: string, write: (secret: string) => string): Case[] => [
  redact(title, (secret) => ({ input: `first\n${write(secret)}\nagain ${secret}` })),
  redact(`${title}, scan`, (secret) => ({ input: write(secret), action: "scan" })),
  redact(`${title}, keyed`, (secret) => ({
    input: write(secret),
    tokenStyle: "keyed",
    salt: secret,
    entropy: "redact",
  })),
];

const cases: readonly Case[] = [
  ...line("an assignment", (secret) => `password=${secret}`),
  ...line("JSON", (secret) => JSON.stringify({ api_key: secret, ok: true })),
  ...line("a header", (secret) => `Authorization: Bearer ${secret}`),
  ...line("a cookie", (secret) => `Cookie: ${secret}`),
  ...line("a URL", (secret) => `postgres://app:${secret}@db/x`),
  ...line("a query", (secret) => `GET /x?access_token=${secret}&y=1`),
  ...line("a flag", (secret) => `run --token ${secret}`),
  redact("a vendor's key", (secret) => ({ input: `hvs.${secret} again hvs.${secret}` })),
  redact("a private key that does not end", (secret) => ({
    input: `-----BEGIN PRIVATE KEY-----\n${secret}`,
  })),
  redact("a pattern of one's own", (secret) => ({
    input: `id ${secret} end`,
    customPatterns: [{ name: "ID", pattern: "id (\\w+)" }],
  })),
  redact("a pattern that does not compile", (secret) => ({
    input: `password=${secret}`,
    customPatterns: [
      { name: "A", pattern: `(${secret}` },
      { name: "B", pattern: "x", flags: secret },
    ],
  })),
  redact("a pattern that does not end", (secret) => ({
    input: `password=${secret} ${"a".repeat(40)}!`,
    customPatterns: [{ name: "SLOW", pattern: `(a+)+${secret}` }],
  })),
  redact("names that are none", (secret) => ({
    input: `password=${secret}`,
    detectors: secret,
    skipDetectors: [secret],
    categories: secret,
    tokenStyle: "keyed",
  })),
  redact("fields of the wrong kind", (secret) => ({
    input: { password: secret },
    action: secret,
    customPatterns: [{ name: secret, pattern: 1 }],
    salt: [secret],
  })),
  {
    title: "the log and the report of a pipeline",
    tool: "ci-failure-review-kit",
    input: (secret) => ({
      log: `login password=${secret}\nsrc/a.ts(1,1): error TS1: ${secret}\n`,
      report: [{ id: `t.py::a[${secret}]`, status: "fail", message: `token: ${secret}` }],
      history: [{ id: secret, report: { a: "pass" } }],
      runner: "pytest",
    }),
  },
  {
    title: "a password",
    tool: "password-strength-checker",
    input: (secret) => ({ password: secret }),
  },
  {
    title: "a password with the user's words",
    tool: "password-strength-checker",
    input: (secret) => ({ password: secret, userInputs: [secret.slice(0, 12)] }),
  },
  {
    title: "a password that is refused",
    tool: "password-strength-checker",
    input: (secret) => ({ password: secret.repeat(60), policy: secret }),
  },
  {
    title: "the key of an HMAC",
    tool: "hash-generator",
    input: (secret) => ({ text: "abc", key: secret, algorithms: "all" }),
  },
  {
    title: "the key of an HMAC that does not decode",
    tool: "hash-generator",
    input: (secret) => ({ text: "abc", key: `${secret}!`, keyEncoding: "hex" }),
  },
  {
    title: "a text that is hashed",
    tool: "hash-generator",
    input: (secret) => ({ text: secret, key: "k", expected: "sha256:00" }),
  },
  {
    title: "a shared secret",
    tool: "jwt-debugger",
    input: (secret) => ({ token: `${header}.${part({ sub: 1 })}.${part({})}`, key: secret }),
  },
  {
    title: "a shared secret that does not decode",
    tool: "jwt-debugger",
    input: (secret) => ({
      token: `${header}.${part({ sub: 1 })}.${part({})}`,
      key: `${secret}!`,
      keyEncoding: "base64url",
    }),
  },
  {
    title: "a token that is none",
    tool: "jwt-debugger",
    input: (secret) => ({ token: secret, key: secret }),
  },
  {
    title: "the payload of a token, beside where it is shown",
    tool: "jwt-decoder",
    input: (secret) => ({ token: `${header}.${part({ sub: secret, exp: secret })}.${part({})}` }),
    shows: ["output", "value", "summaryJson"],
  },
  { title: "a token that is none", tool: "jwt-decoder", input: (secret) => ({ token: secret }) },
  {
    title: "a token of three parts that are none",
    tool: "jwt-decoder",
    input: (secret) => ({ token: `${secret}.${secret}.${secret}` }),
  },
];

for (const tool of new Set(cases.map((some) => some.tool))) {
  describe(tool, () => {
    test.each(cases.filter((some) => some.tool === tool))(
      "$title",
      async ({ input, shows = [] }) => {
        await fc.assert(
          fc.asyncProperty(secrets, async (secret) => {
            const { body } = await run(
              { tool_id: tool, input: input(secret), options: { receipt: true } },
              host,
            );
            const texts = textsOf({ ...body, result: without(body.result as object, shows) });
            const shown = texts.join("\n").toLowerCase();
            for (let at = 0; at + PART_LENGTH <= secret.length; at++) {
              const piece = secret.slice(at, at + PART_LENGTH).toLowerCase();
              expect([piece, shown.includes(piece)]).toEqual([piece, false]);
            }
          }),
          { numRuns: 10 },
        );
      },
    );
  });
}

function without(result: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(result).filter(([name]) => !names.includes(name)));
}

/** All keys and strings of a JSON value. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...textsOf(member)]);
}
