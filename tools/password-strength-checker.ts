import { type Static, Type } from "@sinclair/typebox";
import { listField, oneOf, whole } from "./_core/fields.ts";
import { type Ctx, defineTool, done, type Entry } from "./_core/tool.ts";
import { dateFromDays, SECONDS_PER_DAY } from "./_lib/time/calendar.ts";
import { countCodePoints } from "./_lib/text/code-points.ts";
import { Decimal } from "./_lib/numbers/decimal.ts";
import { INPUT_FAILURES, inputInvalid, outOfBounds } from "./_lib/results/input-invalid.ts";
import { readList } from "./_lib/fields/list-field.ts";
import { analysePassword, durationText } from "./password-strength-checker/analyse.ts";
import {
  ANALYSED_LENGTH,
  contextWords,
  isCommon,
  userWords,
} from "./password-strength-checker/words.ts";
import { feedbackOn } from "./password-strength-checker/feedback.ts";

const WARNINGS = {
  ANALYSIS_TRUNCATED: "Only the first 100 characters were analysed",
  NORMALIZED: "The password was normalized (NFKC), as verifiers should do",
  OUTER_SPACE: "White space stands at the beginning or end, which is easily lost",
} as const;

type Warning = keyof typeof WARNINGS;

// The dictionaries are searched once for each way to read symbols as letters, as in zxcvbn: 100 characters that
// are all such symbols, the worst there is, have 576 ways and take about 300 ms; others take about 10 ms.
const LONGEST_PASSWORD = 1000;
const MOST_USER_INPUTS = 100;
/** SP 800-63B-4, section 3.1.1.2. */
const POLICIES = { "nist-single-factor": 15, "nist-mfa": 8 } as const;
const LABELS = ["very weak", "weak", "fair", "strong", "very strong"] as const;
/** Guesses per second. */
const ATTACKS = {
  onlineThrottled: 100 / 3600,
  onlineUnthrottled: 10,
  offlineSlowHash: 1e4,
  offlineFastHash: 1e10,
} as const;

const INPUT = Type.Object({
  password: Type.String({
    description:
      "What to check, up to 1000 characters; for a password in use take the command line or the page, not a remote server",
  }),
  userInputs: Type.Optional(
    listField(
      { description: "Names, mail addresses, site name: up to 100 that a cracker would try" },
      { maxItems: MOST_USER_INPUTS },
    ),
  ),
  policy: oneOf(["nist-single-factor", "nist-mfa"], {
    description: "Least length of SP 800-63B-4: 15 characters alone, 8 with a second factor",
    default: "nist-single-factor",
  }),
  minLength: Type.Optional(
    whole({ description: "Least length instead of the policy's", minimum: 1, maximum: 128 }),
  ),
  minScore: whole({ description: "Least score", minimum: 0, maximum: 4, default: 3 }),
});

type Input = Static<typeof INPUT>;

const CRACK_TIME = Type.Object({ seconds: Type.Number(), text: Type.String() });

const VALUE = Type.Object({
  score: Type.Integer({ minimum: 0, maximum: 4 }),
  guessesLog10: Type.Number(),
  length: Type.Integer({ minimum: 0, description: "Code points" }),
  checks: Type.Array(
    Type.Object({
      id: oneOf(["MIN_LENGTH", "COMMON_PASSWORD", "CONTEXT_WORD", "STRENGTH"]),
      ok: Type.Boolean(),
      message: Type.String(),
    }),
  ),
  crackTimes: Type.Object({
    onlineThrottled: CRACK_TIME,
    onlineUnthrottled: CRACK_TIME,
    offlineSlowHash: CRACK_TIME,
    offlineFastHash: CRACK_TIME,
  }),
  sequence: Type.Array(
    Type.Object({
      pattern: Type.String(),
      start: Type.Integer({ description: "In UTF-16 units, from 0" }),
      end: Type.Integer({ description: "Not included" }),
      dictionary: Type.Optional(Type.String()),
    }),
  ),
  warning: Type.String(),
  suggestions: Type.Array(Type.String()),
  advice: Type.Array(Type.String()),
});

type Value = Static<typeof VALUE>;

export default defineTool({
  id: "password-strength-checker",
  name: "Password Strength Checker",
  category: "Security",
  description:
    "Says how a cracker would guess a password and what NIST asks; run it locally for a password in use.",
  keywords: [
    "brute force",
    "common password",
    "crack",
    "entropy",
    "guesses",
    "nist",
    "passcode",
    "passphrase",
    "password",
    "secure",
    "strength",
    "strong password",
    "weak password",
    "zxcvbn",
  ],
  aliases: ["password-strength"],
  version: "2026-11-23",

  input: INPUT,
  primary: "password",
  value: VALUE,
  verb: "check",
  failures: INPUT_FAILURES,
  warnings: WARNINGS,
  intents: [
    "how strong is this password",
    "is my password good and secure or too easy to hack",
    "how long to crack a password, could someone guess or break it quickly",
    "zxcvbn score",
    "nist password policy check, sign-up form should reject weak secrets",
    "is this a common password",
    "test a passphrase of four words, is it safe",
    "password entropy, rate credential quality before it is set",
    "does the password contain the user name",
    "is summer plus a year a good enough choice for my bank login",
    "estimate guess count and resistance to brute force and dictionary attacks",
    "probar la seguridad de una contraseña",
    "es segura mi clave, cuánto tardarían en adivinarla",
    "passwort stärke prüfen, wie sicher ist mein kennwort",
    "tester la force d'un mot de passe",
    "mon mot de passe est il assez fort",
    "密码强度检查",
    "密码 是否 安全 容易 破解",
    "パスワード 強度 このパスワードは安全か",
    "my wifi key is the dog's name and 2019, will the neighbour get in",
    "staff choose things like Winter2025!, would our rule let that through",
    "can i use four dictionary terms in a row for the mail account",
    "how long does a gpu need for this one",
    "zxcvbn, NIST SP 800-63B, hashcat, John the Ripper, rockyou, Have I Been Pwned, OWASP ASVS, diceware",
    "rate a candidate secret by estimated guesses and named weaknesses against current guidelines",
    "minha senha é forte ou fraca, quanto tempo para quebrar",
    "contraseña débil o fuerte, cuánto tardan en descifrarla",
    "kennwort unsicher, wie lange zum knacken",
    "mot de passe faible ou robuste, temps pour le casser",
    "密码 强弱 破解 需要 多久 弱口令",
    "パスワード 弱い 解読 何年 破られる",
  ],
  effort: 2,
  keepsSecrets: true,

  laws: [
    {
      name: "no three neighbours of a password of rare letters stand in the result",
      holds(run, { password = "" }) {
        const letters = Array.from(password.slice(0, 40), (unit, index) =>
          String.fromCharCode(0x4e00 + ((unit.charCodeAt(0) * 31 + index * 977) % 20_000)),
        );
        const outcome = JSON.stringify(run({ password: letters.join("") }));
        return letters.every((_, at) => {
          const part = letters.slice(at, at + 3);
          return part.length < 3 || !outcome.includes(part.join(""));
        });
      },
    },
    {
      name: "the least length makes no difference to the score",
      holds: (run, input) =>
        run({ ...input, minLength: 1 }).value?.score ===
        run({ ...input, minLength: 128 }).value?.score,
    },
    {
      name: "one more user input never makes more guesses",
      holds(run, { password = "", policy, minScore }) {
        const plain = {
          password,
          ...(policy ? { policy } : {}),
          ...(minScore ? { minScore } : {}),
        };
        const guesses = (more: object): number =>
          run({ ...plain, ...more }).value?.guessesLog10 ?? 0;
        return guesses({ userInputs: [password.slice(0, 8)] }) <= guesses({});
      },
    },
  ],
  examples: [
    {
      title: "The most common password",
      input: { password: "password" },
      expect: {
        output: "0/4 very weak",
        valid: false,
        value: { checks: [{ ok: false }, { ok: false }, { ok: true }, { ok: false }] },
      },
    },
    {
      title: "Four words",
      input: { password: "correcthorsebatterystaple" },
      expect: { output: "4/4 very strong", valid: true },
    },
    {
      title: "Symbols for letters",
      input: { password: "Tr0ub4dour&3" },
      expect: { output: "2/4 fair", valid: false },
    },
    {
      title: "A name of the user",
      input: { password: "ann.smith2024", userInputs: ["ann", "smith"] },
      expect: { valid: false, value: { checks: [{}, {}, { id: "CONTEXT_WORD", ok: false }, {}] } },
    },
    {
      title: "Too long to be one",
      input: { password: "a".repeat(1001) },
      expect: { ok: false, error: { code: "TOOL_INPUT_INVALID" } },
    },
  ],

  run(input, ctx) {
    const length = countCodePoints(input.password);
    const items = readList(input.userInputs ?? "");
    if (length > LONGEST_PASSWORD) {
      const expected = `at most ${LONGEST_PASSWORD}`;
      return inputInvalid([outOfBounds("/password", `${length} characters`, expected)]);
    }
    if (items.length > MOST_USER_INPUTS) {
      const expected = `at most ${MOST_USER_INPUTS}`;
      return inputInvalid([outOfBounds("/userInputs", `${items.length} items`, expected)]);
    }
    return check(input, items, ctx);
  },
});

function check(
  { password: given, policy, minLength, minScore }: Input,
  items: readonly string[],
  ctx: Ctx,
) {
  const password = given.normalize("NFKC");
  const characters = [...password];
  const analysed = characters.slice(0, ANALYSED_LENGTH).join("");
  const { year } = dateFromDays(Math.floor(ctx.now() / 1000 / SECONDS_PER_DAY));
  const { score, guesses, sequence } = analysePassword(analysed, userWords(items), year);
  const { warning, suggestions } = feedbackOn(score, sequence, analysed.length, year);
  const least = minLength ?? POLICIES[policy];
  const checks: Value["checks"] = [
    {
      id: "MIN_LENGTH",
      ok: characters.length >= least,
      message: `The password has ${characters.length} characters; at least ${least} are asked for`,
    },
    verdict(
      "COMMON_PASSWORD",
      !isCommon(password),
      "is no common password",
      "is a common password",
    ),
    verdict(
      "CONTEXT_WORD",
      !contextWords(items).some((word) => password.toLowerCase().includes(word)),
      "has no word of the user's",
      "has a word of the user's",
    ),
    {
      id: "STRENGTH",
      ok: score >= minScore,
      message: `The score is ${score} of 4; at least ${minScore} is asked for`,
    },
  ];
  const warnings: Entry<Warning>[] = [];
  const warn = (code: Warning, holds: boolean): void => {
    if (holds) warnings.push({ code, message: WARNINGS[code], path: "/password" });
  };
  warn("ANALYSIS_TRUNCATED", characters.length > ANALYSED_LENGTH);
  warn("NORMALIZED", password !== given);
  warn("OUTER_SPACE", given !== given.trim());
  return done({
    output: `${score}/4 ${LABELS[score] ?? ""}`,
    value: {
      score,
      guessesLog10: new Decimal(guesses).log(10).toDecimalPlaces(3).toNumber(),
      length: characters.length,
      checks,
      crackTimes: crackTimes(guesses),
      sequence: sequence.map(describeMatch),
      warning,
      suggestions: [...suggestions],
      advice: adviceOn(checks),
    },
    valid: checks.every(({ ok }) => ok),
    warnings,
  });
}

function verdict(
  id: Value["checks"][number]["id"],
  ok: boolean,
  good: string,
  bad: string,
): Value["checks"][number] {
  return { id, ok, message: `The password ${ok ? good : bad}` };
}

function crackTimes(guesses: number): Value["crackTimes"] {
  const time = (perSecond: number): Static<typeof CRACK_TIME> => {
    const seconds = guesses / perSecond;
    return { seconds, text: durationText(seconds) };
  };
  return {
    onlineThrottled: time(ATTACKS.onlineThrottled),
    onlineUnthrottled: time(ATTACKS.onlineUnthrottled),
    offlineSlowHash: time(ATTACKS.offlineSlowHash),
    offlineFastHash: time(ATTACKS.offlineFastHash),
  };
}

/** Kind and place, never text or rank. */
function describeMatch(
  match: ReturnType<typeof analysePassword>["sequence"][number],
): Value["sequence"][number] {
  const { pattern, start, end } = match;
  return {
    pattern,
    start,
    end,
    ...(pattern === "dictionary" ? { dictionary: match.dictionary } : {}),
  };
}

/** What SP 800-63B-4 section 3.1.1.2 asks of a verifier, as far as it bears on this password. */
function adviceOn(checks: Value["checks"]): string[] {
  const fails = (...ids: string[]): boolean => checks.some(({ id, ok }) => !ok && ids.includes(id));
  return [
    "Ask for length, not for certain kinds of characters (no composition rules)",
    "Allow at least 64 characters",
    "Ask for a change after a breach, not periodically",
    ...(fails("COMMON_PASSWORD", "CONTEXT_WORD")
      ? ["Compare new passwords with a block list"]
      : []),
    ...(fails("STRENGTH") ? ["Limit the rate of failed tries"] : []),
    ...(checks.every(({ ok }) => ok) ? [] : ["Allow password managers and pasting"]),
  ];
}
