import { type Static, Type } from "@sinclair/typebox";
import { listField, oneOf } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { sum } from "./_lib/algorithms/sum.ts";
import { LONGEST_OUTPUT, OUTPUT_FAILURES, outputTooLarge } from "./_lib/results/output-limit.ts";
import { CATEGORIES, SEVERITIES } from "./_lib/secrets/detectors/detector.ts";
import { evidenceTable } from "./_lib/secrets/detectors/evidence.ts";
import { type Redaction, redactSensitive } from "./_lib/secrets/detectors/redact.ts";
import { counted } from "./_lib/text/plural.ts";
import { RegexBudgetExceeded } from "./_lib/text/regex/regex.ts";
import {
  budgetExceeded,
  failureOf,
  MOST_ALLOWED,
  readChoice,
} from "./sensitive-log-redaction-evidence/choice.ts";

const FAILURES = {
  ...OUTPUT_FAILURES,
  TOOL_INPUT_INVALID: "A field does not fit its bounds",
  RANGE: "There are more than 200 values in allowValues",
  FORM: "A category is none of the four",
  PATTERN_INVALID: "A custom pattern or its flags do not compile",
  SALT_REQUIRED: "Keyed tokens are wanted, but there is no salt",
  DETECTOR_UNKNOWN: "No detector has an id that detectors or skipDetectors names",
  REGEX_BUDGET_EXCEEDED: "A custom pattern takes more than 5,000,000 steps",
} as const;

export type Failure = keyof typeof FAILURES;

const WARNINGS = {
  REVIEW_NEEDED: "Strings that look random were left, and are listed in value.review",
  NOT_VERIFIED: "A scan of the redacted text still finds something",
  MULTILINE_SECRET: "A private key has no end, so it was redacted to the end of the text",
} as const;

const INPUT = Type.Object({
  input: Type.String({ description: "The log or any other text; may be empty" }),
  action: oneOf(["redact", "scan"], {
    description: "Give the redacted text, or only the table of what would be redacted",
    default: "redact",
  }),
  categories: Type.Optional(
    listField({ description: `What to look for: ${CATEGORIES.join(", ")}; all if left out` }),
  ),
  detectors: Type.Optional(
    listField({ description: "Ids of detectors, such as github-token; all if left out" }),
  ),
  skipDetectors: Type.Optional(listField({ description: "Ids of detectors that do not run" })),
  allowValues: Type.Optional(
    listField({ description: "Exact values that stay, at most 200" }, { maxItems: MOST_ALLOWED }),
  ),
  customPatterns: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String({
          description: "Word in the tokens: capitals, digits and _, at most 40",
          pattern: "^[A-Z][A-Z0-9_]{0,39}$",
        }),
        pattern: Type.String({
          description: "JavaScript regular expression; group 1 is the value if there is one",
          maxLength: 500,
        }),
        flags: Type.Optional(Type.String({ description: "Any of d g i m s u v y" })),
      }),
      { description: "Patterns of your own, which run first", maxItems: 20 },
    ),
  ),
  tokenStyle: oneOf(["numbered", "keyed"], {
    description: "[EMAIL_1], or [EMAIL:0a1b2c3d], which is the same in all texts with one salt",
    default: "numbered",
  }),
  salt: Type.Optional(Type.String({ description: "Key of keyed tokens; keep it secret" })),
  entropy: oneOf(["off", "flag", "redact"], {
    description: "Strings that look random: leave them, list them for review, or redact them",
    default: "flag",
  }),
});

export type Input = Static<typeof INPUT>;

const COUNTS = Type.Record(Type.String(), Type.Integer());

const VALUE = Type.Object({
  evidence: Type.Array(
    Type.Object({
      token: Type.String(),
      detector: Type.String({ description: "Its id, or the name of a custom pattern" }),
      category: oneOf(CATEGORIES),
      severity: oneOf(SEVERITIES),
      count: Type.Integer({ minimum: 1 }),
      line: Type.Integer({ minimum: 1, description: "Of the first occurrence" }),
      column: Type.Integer({ minimum: 1, description: "In code points" }),
      lines: Type.Array(Type.Integer(), { description: "The first 20 lines that have it" }),
      length: Type.Integer({ minimum: 1, description: "Of the value, in code points" }),
      checks: Type.Array(Type.String(), { description: "Structure checks passed, such as luhn" }),
    }),
    { description: "One for each token, in order of first occurrence" },
  ),
  summary: Type.Object({
    total: Type.Integer({ description: "Occurrences" }),
    distinct: Type.Integer({ description: "Tokens" }),
    byCategory: COUNTS,
    byDetector: COUNTS,
    bySeverity: COUNTS,
  }),
  review: Type.Array(
    Type.Object({
      line: Type.Integer({ minimum: 1 }),
      column: Type.Integer({ minimum: 1 }),
      length: Type.Integer(),
      entropy: Type.Number({ description: "Bits per character" }),
    }),
    { description: "Strings that look random and were left" },
  ),
  verified: Type.Boolean({ description: "A scan of the redacted text finds nothing" }),
});

/** The best known of what its detectors find: the page asks before it loads any of them. */
const CREDENTIAL =
  /\b(?:gh[pousr]_[A-Za-z\d]{30}|github_pat_\w{40}|glpat-[\w-]{20}|A(?:KI|SI)A[A-Z2-7]{16}|sk-(?:ant-|proj-)?[\w-]{20}|xox[abposr]-[\w-]{10}|AIza[\w-]{35}|npm_[A-Za-z\d]{36})|[a-z][a-z+.-]{1,20}:\/\/[^\s:@/]{1,80}:[^\s:@/]{4,80}@|-----BEGIN (?:[A-Z]+ ){0,2}PRIVATE KEY-----|\b(?:password|passwd|secret|api[_-]?key|token)["']?[ \t]{0,9}[:=][ \t]{0,9}["']?(?=[^\s"']{0,80}\d)[^\s"']{8}/i;

export default defineTool({
  id: "sensitive-log-redaction-evidence",
  name: "Sensitive Log Redaction Evidence",
  category: "Security",
  description:
    "Replaces credentials and personal data in a log by tokens, with evidence that never holds a value.",
  keywords: [
    "anonymize",
    "api key",
    "credentials",
    "credit card",
    "data masking",
    "dlp",
    "gdpr",
    "hipaa",
    "log",
    "mask",
    "password",
    "pii",
    "presidio",
    "privacy",
    "redact",
    "sanitize",
    "scrub",
    "secret",
    "token",
  ],
  aliases: ["log-redactor", "redact-secrets"],
  version: "2026-11-27",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "redact",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "remove passwords and api keys from a log before sharing it",
    "redact personal data from a log",
    "mask email addresses and ip addresses",
    "does this text contain secrets",
    "find leaked credentials in a text",
    "anonymize a support ticket",
    "strip tokens from a stack trace before asking an llm",
    "scan for credit card numbers",
    "pseudonymize values with stable tokens",
    "hide bearer tokens and cookies in curl output",
    "gdpr safe log",
    "secret scanner like gitleaks",
    "black out names, phone numbers and card numbers before I forward a file",
    "support wants our server output but customers are in it",
    "did somebody paste a password or private key in here",
    "privacy filter for personally identifiable information",
    "replace confidential values consistently and prove nothing is left",
    "scrub a dump of user details for a public bug report",
    "de-identify records, compliance with data protection",
    "send a file to a vendor although emails, addresses and tokens are inside",
    "ocultar datos sensibles en un log",
    "passwörter und tokens aus log entfernen",
    "masquer les données personnelles d'un journal",
    "日志脱敏",
    "ログから個人情報を消す",
    "tapar datos personales antes de compartir un archivo",
    "personenbezogene daten vor dem weitergeben schwärzen",
    "cacher les informations personnelles avant de partager",
    "隐藏 手机号 密码 个人 信息",
    "個人情報を伏せ字にする",
    "before i paste this error into a public forum, take out whatever is private",
    "the console dump has customer mails, ibans and session cookies in it",
    "i want the chat transcript without names of people, but the same person keeps one label",
    "has an aws key or a jwt slipped into this text",
    "trufflehog, gitleaks, detect-secrets, microsoft presidio, aws macie, hipaa, pci dss masking",
    "substitute confidential strings by stable placeholders and attest that none is left",
    "remover dados pessoais e senhas de um log, lgpd",
    "log schwärzen: e-mails, iban und schlüssel ersetzen",
  ],
  effort: 3,
  isolated: true,
  keepsSecrets: true,
  detect: (sample) => (CREDENTIAL.test(sample) ? 0.7 : 0),

  laws: [
    {
      name: "a redacted text that was verified is not changed again",
      holds(run, input) {
        const { output, value } = run({ ...input, action: "redact" });
        if (!value?.verified) return true;
        const again = run({ ...input, action: "redact", input: output ?? "" });
        return again.output === output && again.valid === true;
      },
    },
    {
      name: "counts add up to the total",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const { total, distinct, byCategory, byDetector, bySeverity } = value.summary;
        const sums = [byCategory, byDetector, bySeverity].map((counts) =>
          sum(Object.values(counts)),
        );
        const evidence = sum(value.evidence.map(({ count }) => count));
        return distinct === value.evidence.length && [...sums, evidence].every((n) => n === total);
      },
    },
    {
      name: "the text between the tokens is the input's, in its order",
      holds(run, input) {
        const { output = "", value } = run({ ...input, action: "redact" });
        if (!value) return true;
        const tokens = value.evidence.map(({ token }) => token);
        const { input: text = "" } = input;
        let at = 0;
        return partsBetween(output, tokens).every((part) => {
          const found = text.indexOf(part, at);
          at = found + part.length;
          return found >= 0;
        });
      },
    },
    {
      name: "what some detectors replace, all together replace too",
      holds(run, { input = "" }) {
        const credentials = run({ input, categories: "credential" }).value?.summary.total ?? 0;
        return credentials <= (run({ input }).value?.summary.total ?? 0);
      },
    },
    {
      name: "a password of rare letters stands nowhere in the outcome",
      holds(run, { input = "", tokenStyle, entropy }) {
        const letters = Array.from({ length: 12 }, (_, index) =>
          String.fromCharCode(0x4e00 + ((input.length * 31 + index * 977) % 20_000)),
        );
        const password = letters.join("");
        const options = {
          tokenStyle: tokenStyle ?? "numbered",
          entropy: entropy ?? "flag",
          salt: password,
        };
        const outcome = run({ ...options, input: `${input}\npassword=${password}\n${password}` });
        return !JSON.stringify(outcome).includes(password);
      },
    },
  ],
  examples: [
    {
      title: "Equal values have equal tokens, private addresses stay",
      input: {
        input:
          "INFO ann@example.com from 8.8.8.8 (10.0.0.5)\nmail to Ann@Example.com, card 4111 1111 1111 1111",
      },
      expect: {
        output: "INFO [EMAIL_1] from [IP_1] (10.0.0.5)\nmail to [EMAIL_1], card [CARD_1]",
        valid: false,
        value: {
          evidence: [{ token: "[EMAIL_1]", count: 2, lines: [1, 2] }, {}, { checks: ["luhn"] }],
          verified: true,
        },
      },
    },
    {
      title: "A password is found again where nothing names it",
      input: {
        input: "POST /login password=hunter2hunter2 tokens=4521\nretry with hunter2hunter2",
      },
      expect: { output: "POST /login password=[SECRET_1] tokens=4521\nretry with [SECRET_1]" },
    },
    {
      title: "A pattern of one's own, and tokens that are the same in every log",
      input: {
        input: "order C-10042 for customer C-10042",
        customPatterns: [{ name: "CUSTOMER", pattern: "\\bC-[0-9]{5}\\b" }],
        tokenStyle: "keyed",
        salt: "pepper",
      },
      expect: { value: { summary: { total: 2, distinct: 1, byDetector: { CUSTOMER: 2 } } } },
    },
    {
      title: "Nothing to hide",
      input: { input: "2026-01-01 all quiet, build 1234567, v1.2.3.4 released" },
      expect: {
        output: "2026-01-01 all quiet, build 1234567, v1.2.3.4 released",
        valid: true,
        value: { evidence: [], summary: { total: 0 } },
      },
    },
    {
      title: "Keyed tokens need a key",
      input: { input: "password=hunter2hunter2", tokenStyle: "keyed" },
      expect: { ok: false, error: { code: "SALT_REQUIRED" } },
    },
  ],

  run(input) {
    const { options, errors } = readChoice(input);
    const [first, ...others] = errors;
    if (first) return fail([first, ...others], failureOf(first, errors.length));
    try {
      return finish(redactSensitive(input.input, options), input.action);
    } catch (error) {
      if (error instanceof RegexBudgetExceeded) return fail(budgetExceeded());
      throw error;
    }
  },
});

function finish(redaction: Redaction, action: Input["action"]) {
  const { text, evidence, summary, review, verified } = redaction;
  const table = evidenceTable(evidence);
  const output = action === "scan" ? table : text;
  if (output.length > LONGEST_OUTPUT) return fail(outputTooLarge());
  return done({
    output,
    valid: summary.total === 0,
    value: { evidence, summary, review, verified },
    report: table,
    warnings: remarks(redaction),
  });
}

function remarks({ review, verified, unterminated }: Redaction): Entry<keyof typeof WARNINGS>[] {
  const warnings: Entry<keyof typeof WARNINGS>[] = [];
  const [first] = review;
  if (first) {
    const { line, column } = first;
    const verb = review.length === 1 ? "looks" : "look";
    const message = `${counted(review.length, "string")} ${verb} random and stayed`;
    const hint = "See value.review; entropy: redact replaces them";
    warnings.push({ code: "REVIEW_NEEDED", message, path: "/input", line, column, hint });
  }
  if (!verified) warnings.push({ code: "NOT_VERIFIED", message: WARNINGS.NOT_VERIFIED });
  if (unterminated) warnings.push({ code: "MULTILINE_SECRET", message: WARNINGS.MULTILINE_SECRET });
  return warnings;
}

/** What a redacted text has around its tokens. */
function partsBetween(text: string, tokens: readonly string[]): string[] {
  const known = new Set(tokens);
  return text.split(/(\[[A-Z0-9_]+(?::[0-9a-f]{8})?\])/).filter((part) => !known.has(part));
}
