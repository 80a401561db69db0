import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { LONGEST_OUTPUT, OUTPUT_FAILURES, outputTooLarge } from "./_lib/results/output-limit.ts";
import {
  compileRegex,
  REGEX_STEPS,
  type Regex,
  RegexBudgetExceeded,
  StepBudget,
} from "./_lib/text/regex/regex.ts";
import { regexRisk, type RegexRisk } from "./regex-tester/risk/risk.ts";
import {
  foreignWarnings,
  patternWarnings,
  regexError,
  replacementWarnings,
} from "./regex-tester/report.ts";
import { Trial } from "./regex-tester/trial.ts";

const FAILURES = {
  ...OUTPUT_FAILURES,
  REGEX_SYNTAX: "The pattern does not compile",
  REGEX_FLAGS: "A flag is unknown or repeated, or u and v stand together",
  // A pattern that takes them all takes about 150 ms, whatever the length of the text.
  REGEX_BUDGET_EXCEEDED: "Matching takes more than 5,000,000 steps",
} as const;

const WARNINGS = {
  REGEX_RISK: "A failing match can take polynomial or exponential time",
  FOREIGN_SYNTAX: "The pattern has a form of another dialect, which JavaScript reads otherwise",
  PATTERN_HAS_SLASHES: "The pattern stands between slashes, which are part of it here",
  UNICODE_FLAG_ADVISED: "The pattern uses what only the flags u and v understand",
  GROUP_UNKNOWN: "The replacement names a group that the pattern does not have",
  FLAG_G_MISSING: "There are more matches than the first, which is all that is used without g",
} as const;

const INPUT = Type.Object({
  pattern: Type.String({
    description: "Source of the regular expression, without slashes",
    maxLength: 5000,
  }),
  flags: Type.String({
    description: "Any of d g i m s u v y, each once, u and v not together; d is implied",
    default: "g",
  }),
  text: Type.String({ description: "The text to try it on", default: "" }),
  action: oneOf(["match", "test", "replace", "split"], {
    description: "What to do: list matches, say whether there is one, replace them, cut at them",
    default: "match",
  }),
  replacement: Type.String({
    description: "What replace writes: $1 or $<name> a group, $& the match, $$ a dollar sign",
    default: "",
  }),
  limit: whole({
    description: "Matches listed, and pieces of split, at most",
    minimum: 1,
    maximum: 10_000,
    default: 1000,
  }),
});

const OFFSET = Type.Integer({ minimum: -1 });
const SPAN = { index: OFFSET, end: OFFSET };
const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()]);

const VALUE = Type.Object({
  flags: Type.String(),
  groupCount: Type.Integer({ minimum: 0 }),
  groupNames: Type.Array(Type.String()),
  matched: Type.Boolean(),
  matchCount: Type.Integer({ minimum: 0 }),
  truncated: Type.Boolean(),
  matches: Type.Array(
    Type.Object({
      text: Type.String(),
      ...SPAN,
      line: Type.Integer({ minimum: 1 }),
      column: Type.Integer({ minimum: 1 }),
      groups: Type.Array(
        Type.Object({
          number: Type.Integer({ minimum: 1 }),
          name: NULLABLE_TEXT,
          text: NULLABLE_TEXT,
          ...SPAN,
        }),
      ),
    }),
  ),
  result: NULLABLE_TEXT,
  pieces: Type.Union([Type.Array(NULLABLE_TEXT), Type.Null()]),
  risk: Type.Object({
    verdict: Type.Union(
      (["linear", "polynomial", "exponential", "unknown"] as const).map((name) =>
        Type.Literal(name),
      ),
    ),
    degree: Type.Union([Type.Integer({ minimum: 2 }), Type.Null()]),
    attack: NULLABLE_TEXT,
    offset: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
    message: Type.String(),
  }),
});

type Input = Static<typeof INPUT>;
type Value = Static<typeof VALUE>;
type Warning = Entry<keyof typeof WARNINGS>;

export default defineTool({
  id: "regex-tester",
  name: "Regex Tester",
  category: "Code",
  description:
    "Tries a JavaScript regular expression on text: matches, groups, replacement, split and ReDoS risk.",
  keywords: [
    "capture groups",
    "lookbehind",
    "named groups",
    "pattern",
    "pattern matching",
    "redos",
    "regex",
    "regexp",
    "regular expression",
    "replace",
    "split",
  ],
  aliases: [],
  version: "2026-11-20",

  input: INPUT,
  primary: "text",
  value: VALUE,
  verb: "match",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "test a regular expression",
    "does this regex match my text",
    "why does my regex not match",
    "show capture groups and positions of a regex",
    "extract all matches of a pattern from text",
    "regex search and replace with groups, turn dates around",
    "split text by a regex",
    "is this regex safe from catastrophic backtracking",
    "redos check of a pattern, expression hangs the server on long input",
    "invalid regular expression error, find where",
    "convert a pcre or python pattern to javascript",
    "try a regexp with named groups and lookbehind",
    "regex101 offline",
    "find all phone numbers or postcodes in a text with a search expression",
    "pattern should catch order numbers but also catches other things",
    "email pattern that lets wrong ones through, which part of the text does it grab",
    "sandbox a matching expression against samples before shipping",
    "expression for dates, names or prices does not catch every one",
    "probar una expresión regular, no encuentra lo que busco en el texto",
    "regulären ausdruck testen, suchmuster findet nicht was ich will",
    "tester une expression régulière, le motif ne trouve pas le texte voulu",
    "正则表达式 测试",
    "正規表現 テスト 文字列のパターン一致を試す",
    "匹配 文本 模式 提取 手机号",
    "i copied a pattern with slashes and backslashes from the net, what does it pick out here",
    "need to swap first and last name everywhere with $2 $1",
    "zip code check lets letters through",
    "is this search pattern so slow that it hangs the page",
    "regex101, regexr, RegExp exec, matchAll, grep -P, re.findall, vulnerable-regex, recheck",
    "evaluate an ecmascript pattern with flags g i m s u v on sample strings and list what it captures",
    "testar expressão regular, padrão não encontra o texto",
    "regulärer ausdruck mit gruppen ersetzen",
  ],
  effort: 2,
  isolated: true,
  detect(sample) {
    const text = sample.trim();
    if (/\s{2}|\n/.test(text) || !/[\\[(][^\s]|[+*?}][$)]|\.[*+]/.test(text)) return 0;
    if (/\\[dwsDWS][+*?{]|\(\?[<:=!]|\[[^\]\s]{1,40}\][+*?{]/.test(text) && !/\s/.test(text))
      return 0.7;
    return /^\^.+\$?$|^.+[^$\s]\$$|^\/(?:[^/\\\n]|\\.)+\/[dgimsuvy]{0,8}$/.test(text) ? 0.8 : 0;
  },
  detected: { field: "pattern" },

  laws: [
    {
      name: "every match and group is the text between its offsets, and matches ascend",
      holds(run, input) {
        const { text = "" } = input;
        const { value } = run(input);
        let end = 0;
        return (value?.matches ?? []).every((match) => {
          const ascends = match.index >= end;
          end = match.end;
          const parts = [match, ...match.groups.filter((group) => group.text !== null)];
          return ascends && parts.every((part) => text.slice(part.index, part.end) === part.text);
        });
      },
    },
    {
      name: "replacing each match with itself gives the text back",
      holds(run, input) {
        const outcome = run({ ...input, action: "replace", replacement: "$&" });
        return !outcome.ok || outcome.output === (input.text ?? "");
      },
    },
    {
      name: "the pieces joined by the matches are the text",
      holds(run, input) {
        const { ok, value } = run({ ...input, action: "split" });
        if (!ok || !value || value.truncated || value.groupCount > 0) return true;
        const separators = value.matches.map(({ text }) => text);
        const joined = value.pieces?.map((piece, index) => piece + (separators[index] ?? ""));
        return joined?.join("") === (input.text ?? "") || value.pieces?.length === 0;
      },
    },
    {
      name: "the order of flags does not matter",
      holds(run, input) {
        const flags = [...(input.flags ?? "g")].toReversed().join("");
        const [one, other] = [run(input), run({ ...input, flags })];
        return one.ok === other.ok && (!one.ok || one.output === other.output);
      },
    },
    {
      name: "with g the first match is the one without",
      holds(run, input) {
        const { flags = "" } = input;
        const base = { ...input, action: "match" as const };
        const one = run({ ...base, flags: flags.replaceAll("g", "") });
        const all = run({ ...base, flags: `${flags.replaceAll("g", "")}g` });
        if (!one.ok || !all.ok) return true;
        return JSON.stringify(one.value?.matches[0]) === JSON.stringify(all.value?.matches[0]);
      },
    },
  ],
  examples: [
    {
      title: "Dates with named groups",
      input: {
        pattern: "(?<year>\\d{4})-(?<month>\\d{2})",
        text: "Due 2026-11-20,\nthen 2027-01-05.",
      },
      expect: {
        output: "2026-11\n2027-01",
        valid: true,
        value: { matchCount: 2, groupNames: ["year", "month"], risk: { verdict: "linear" } },
      },
    },
    {
      title: "Swap the parts of addresses",
      input: {
        pattern: "(\\w+)@(\\w+)\\.com",
        text: "ann@x.com, bob@y.com",
        action: "replace",
        replacement: "$2:$1 <$&>",
      },
      expect: { output: "x:ann <ann@x.com>, y:bob <bob@y.com>" },
    },
    {
      title: "Split at commas and semicolons",
      input: { pattern: "[,;]\\s*", text: "a, b;c", action: "split" },
      expect: { output: '[\n  "a",\n  "b",\n  "c"\n]', value: { pieces: ["a", "b", "c"] } },
    },
    {
      title: "A pattern that can blow up, on a text that it matches at once",
      input: { pattern: "^(?:a|aa)+$", text: "aaaa", action: "test", flags: "" },
      expect: {
        output: "true",
        value: { risk: { verdict: "exponential", offset: 9 } },
        warnings: [{ code: "REGEX_RISK" }],
      },
    },
    {
      title: "A Python group name is no JavaScript",
      input: { pattern: "(?P<n>a)", text: "a" },
      expect: { ok: false, valid: false, error: { code: "REGEX_SYNTAX" } },
    },
    {
      title: "A match that would take 2^33 ways",
      input: { pattern: "^(a+)+$", text: `${"a".repeat(33)}!`, flags: "" },
      expect: { ok: false, error: { code: "REGEX_BUDGET_EXCEEDED" } },
    },
  ],

  run(input, ctx) {
    const { pattern, flags, text, limit, action } = input;
    const compiled = compileRegex(pattern, flags);
    if (!compiled.ok) {
      const warnings = foreignWarnings(pattern);
      return fail(regexError(compiled.problem, pattern, flags), { valid: false, warnings });
    }
    const { regex } = compiled;
    const risk = regexRisk(regex);
    const warnings: Warning[] = [
      ...foreignWarnings(pattern),
      ...patternWarnings(pattern, regex, risk),
    ];
    if (action === "replace") warnings.push(...replacementWarnings(input.replacement, regex));
    const budget = new StepBudget(REGEX_STEPS);
    const trial = new Trial(regex, text, limit, budget);
    try {
      return perform(input, { regex, risk, warnings, budget, trial });
    } catch (error) {
      if (!(error instanceof RegexBudgetExceeded)) throw error;
      const shown = risk.verdict === "linear" ? SLOW_HERE : risk;
      const found = foundBy({ regex, risk: shown, warnings, budget, trial }, { truncated: true });
      return fail(budgetExceeded(shown), found);
    } finally {
      ctx.budget.spend(budget.used);
    }
  },
});

/** What the text has disproved: the pattern may be linear, but not with a factor that helps. */
const SLOW_HERE: RegexRisk = {
  verdict: "unknown",
  degree: null,
  attack: null,
  offset: null,
  message: `The work seemed to grow linearly, but the given text takes more than ${REGEX_STEPS} steps`,
};

interface Work {
  readonly regex: Regex;
  readonly risk: RegexRisk;
  readonly warnings: Warning[];
  readonly budget: StepBudget;
  readonly trial: Trial;
}

function perform({ action, replacement }: Input, work: Work) {
  const { trial, warnings } = work;
  if (action === "test") {
    trial.find();
    return finish(work, String(trial.count > 0));
  }
  if (action === "split") {
    const { pieces, cut } = trial.split();
    const output = pieces && JSON.stringify(pieces, null, 2);
    return finish(work, output, { pieces: pieces ?? null, truncated: cut || trial.truncated });
  }
  if (action === "replace") {
    const result = trial.replace(replacement);
    if (trial.hasMore()) warnings.push(flagMissing());
    return finish(work, result, { result: result ?? null });
  }
  trial.find();
  if (trial.hasMore()) warnings.push(flagMissing());
  const texts = trial.matches.map(({ text }) => text.replace(/\r\n|[\r\n]/g, "\\n"));
  return finish(work, texts.join("\n"));
}

/** The outcome with its output; undefined, or a longer one than there may be, makes it fail. */
function finish(work: Work, output: string | undefined, special: Special = {}) {
  return output === undefined || output.length > LONGEST_OUTPUT
    ? fail(outputTooLarge(), foundBy(work, {}))
    : done({ ...foundBy(work, special), output });
}

type Special = Partial<Pick<Value, "result" | "pieces" | "truncated">>;

/** What was found, whether all of it or up to where the work stopped. */
function foundBy({ regex, risk, warnings, budget, trial }: Work, special: Special) {
  const value: Value = {
    flags: regex.flags,
    groupCount: regex.groupCount,
    groupNames: regex.groupNames,
    matched: trial.count > 0,
    matchCount: trial.count,
    truncated: trial.truncated,
    matches: trial.matches as Value["matches"],
    result: null,
    pieces: null,
    risk: { ...risk },
    ...special,
  };
  return { value, valid: true, stats: { matches: trial.count, steps: budget.used }, warnings };
}

function flagMissing(): Entry<"FLAG_G_MISSING"> {
  return {
    code: "FLAG_G_MISSING",
    message: "There are more matches, which only the flag g finds",
    path: "/flags",
    hint: "Add g to the flags",
  };
}

function budgetExceeded({ verdict, message }: RegexRisk): Entry<"REGEX_BUDGET_EXCEEDED"> {
  const isKnown = verdict === "polynomial" || verdict === "exponential";
  return {
    code: "REGEX_BUDGET_EXCEEDED",
    message: `Cannot match: it takes more than ${REGEX_STEPS} steps, expected fewer`,
    path: "/pattern",
    expected: REGEX_STEPS,
    hint: isKnown
      ? message
      : "Shorten the text, or make the pattern's repetitions exclude one another",
  };
}
