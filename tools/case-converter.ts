import { type Static, Type } from "@sinclair/typebox";
import { listField, oneOf } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { CASE_LOCALES, lettersOf } from "./_lib/text/letter-case/letters.ts";
import { Acronyms, hasWord } from "./_lib/text/letter-case/words.ts";
import { INPUT_FAILURES, inputInvalid, outOfBounds } from "./_lib/results/input-invalid.ts";
import { isBlankLine, readLines, writeLines } from "./_lib/text/lines.ts";
import { readList } from "./_lib/fields/list-field.ts";
import { nearest } from "./_lib/text/nearest.ts";
import { LONGEST_OUTPUT, OUTPUT_FAILURES, outputTooLarge } from "./_lib/results/output-limit.ts";
import { beginning } from "./_lib/text/shown.ts";
import {
  CASE_NAMES,
  type CaseName,
  convertLine,
  LineWords,
  readCaseName,
} from "./case-converter/cases.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...OUTPUT_FAILURES,
  ENUM: "There is no case of this name",
} as const;

const WARNINGS = { NO_WORDS: "A line that is not blank has no letter and no number" } as const;

const MOST_ACRONYMS = 200;
const ACRONYM = /^[\p{L}\p{N}]{2,20}$/u;

const INPUT = Type.Object({
  input: Type.String({ description: "Identifiers, headings or text; each line by itself" }),
  case: Type.Unsafe<string>(
    Type.Union([oneOf(["all", ...CASE_NAMES]), Type.String()], {
      type: "string",
      description: `all, ${CASE_NAMES.join(", ")}, or another usual name of one, such as constant or Title Case`,
      default: "all",
    }),
  ),
  acronyms: Type.Optional(
    listField(
      { description: "Words spelled as listed, such as ID, API, OAuth2, iOS; up to 200" },
      { maxItems: MOST_ACRONYMS },
    ),
  ),
  splitNumbers: Type.Boolean({
    description: "Letters and digits become separate words",
    default: false,
  }),
  keepAffixes: Type.Boolean({
    description: "Identifiers keep the _ and $ around them",
    default: false,
  }),
  locale: oneOf(CASE_LOCALES, {
    description: "Turkish and Azerbaijani tell the dotted i from the dotless one",
    default: "",
  }),
});

type Input = Static<typeof INPUT>;

const VALUE = Type.Object({
  case: oneOf(["all", ...CASE_NAMES]),
  cases: Type.Record(Type.String(), Type.String(), { description: "Name → converted text" }),
  words: Type.Array(Type.String(), { description: "Of the first line, in lower case" }),
});

type Value = Static<typeof VALUE>;

const IDEMPOTENT = [
  "snake",
  "kebab",
  "train",
  "adaSnake",
  "dot",
  "path",
  "flat",
  "space",
  "capital",
  "lower",
  "upper",
  "sentence",
] as const satisfies readonly CaseName[];

export default defineTool({
  id: "case-converter",
  name: "Case Converter",
  category: "Text",
  description:
    "Converts names and headings between camelCase, snake_case, Title Case and 16 others, with acronyms and accents.",
  keywords: [
    "allcaps",
    "camel case",
    "camelcase",
    "capitalize",
    "constant case",
    "dot case",
    "identifier",
    "initial caps",
    "kebab case",
    "kebab-case",
    "lowercase",
    "naming convention",
    "pascalcase",
    "proper case",
    "screaming snake case",
    "sentence case",
    "snake case",
    "snake_case",
    "swap case",
    "title case",
    "train case",
    "uppercase",
  ],
  aliases: ["change-case", "convert-case"],
  version: "2026-11-23",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "convert",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "camelCase to snake_case",
    "convert snake case to camel case",
    "make this title case",
    "kebab-case for a css class",
    "constant case for an environment variable",
    "text to uppercase",
    "text to lowercase",
    "capitalize every word",
    "sentence case a heading",
    "rename identifiers to another naming convention",
    "swap upper and lower case",
    "split a camelCase name into words",
    "pascal case with acronyms such as ID and URL",
    "caps lock was on, fix the text",
    "everything is written in capital letters, make it small",
    "column headers with spaces into variable names",
    "underscores to words with big first letters",
    "transform identifier casing style of keys and symbols",
    "book or song titles with proper capitalization",
    "hyphenated names for files and css",
    "convertir a mayúsculas",
    "großschreibung in überschriften",
    "convertir en snake_case",
    "преобразовать в верхний регистр",
    "驼峰命名转下划线",
    "スネークケースに変換",
    "pasar texto a minúsculas, primera letra en mayúscula",
    "text in kleinbuchstaben oder großbuchstaben umwandeln",
    "mettre le texte en majuscules ou minuscules",
    "英文 大小写 转换 大写 小写",
    "大文字 小文字 変換",
    "the whole mail was typed with shift lock, i do not want to type it again",
    "api gives first_name but our code style is firstName",
    "names in the sheet are all in capitals, only the first letter should be big",
    "lodash camelCase, npm change-case, Python str.title, inflection underscore, SCREAMING_SNAKE_CASE",
    "rewrite names between word-joining conventions, keeping acronyms and diacritics intact",
    "maiúsculas e minúsculas, primeira letra maiúscula",
    "convertir a camelcase o snake_case, nombres de variables",
    "camelcase in snake_case umwandeln, variablennamen",
    "convertir en camelcase, majuscule à chaque mot",
    "首字母 大写 变量 命名 风格",
    "キャメルケース 変換 先頭を大文字 変数名",
  ],
  effort: 1,

  laws: [
    {
      name: "identifier cases with a separator, flat, lower, upper and sentence are idempotent on ASCII",
      holds(run, { input = "" }) {
        if (!isAscii(input)) return true;
        return IDEMPOTENT.every((name) => {
          const once = run({ input, case: name }).output ?? "";
          return run({ input: once, case: name }).output === once;
        });
      },
    },
    {
      name: "snake → kebab → snake is the identity on snake output",
      holds(run, { input = "" }) {
        if (!isAscii(input)) return true;
        const snake = run({ input, case: "snake" }).output ?? "";
        const kebab = run({ input: snake, case: "kebab" }).output ?? "";
        return run({ input: kebab, case: "snake" }).output === snake;
      },
    },
    {
      name: "snake, kebab, dot, path and space have the same words",
      holds(run, { input = "" }) {
        if (!isAscii(input)) return true;
        const words = ["snake", "kebab", "dot", "path", "space"].map((name) =>
          run({ input: run({ input, case: name }).output ?? "" }).value?.words.join(" "),
        );
        return new Set(words).size === 1;
      },
    },
    {
      name: "every case has as many lines as the input",
      holds(run, input) {
        const { value } = run({ ...input, case: "all" });
        const lineEnds = (text: string) => text.split("\n").length;
        return Object.values(value?.cases ?? {}).every(
          (text) => lineEnds(text) === lineEnds(input.input ?? ""),
        );
      },
    },
  ],
  examples: [
    {
      title: "A function name in every case",
      input: { input: "XMLHttpRequest v2 failed" },
      expect: {
        value: {
          cases: {
            camel: "xmlHttpRequestV2Failed",
            screamingSnake: "XML_HTTP_REQUEST_V2_FAILED",
            train: "Xml-Http-Request-V2-Failed",
          },
          words: ["xml", "http", "request", "v2", "failed"],
        },
      },
    },
    {
      title: "Several names, one a line",
      input: { input: "fooBar\n\nuser_id", case: "kebab-case" },
      expect: { output: "foo-bar\n\nuser-id" },
    },
    {
      title: "Acronyms are spelled as listed",
      input: { input: "userId and apiURL", case: "pascal", acronyms: "ID,API,URL" },
      expect: { output: "UserIDAndAPIURL" },
    },
    {
      title: "A headline",
      input: { input: "a state-of-the-art iPhone app: the review", case: "title" },
      expect: { output: "A State-of-the-Art iPhone App: The Review" },
    },
    {
      title: "No such case",
      input: { input: "fooBar", case: "snaek" },
      expect: { ok: false, error: { code: "TOOL_INPUT_INVALID" }, errors: [{ code: "ENUM" }] },
    },
  ],

  run(input) {
    const name = input.case.trim().toLowerCase() === "all" ? "all" : readCaseName(input.case);
    if (name === undefined) return caseUnknown(input.case);
    const listed = readList(input.acronyms ?? "");
    const wrong = listed.find((acronym) => !ACRONYM.test(acronym));
    if (listed.length > MOST_ACRONYMS || wrong !== undefined) {
      const found = listed.length > MOST_ACRONYMS ? `${listed.length} of them` : shown(wrong ?? "");
      const expected = `up to ${MOST_ACRONYMS} acronyms of 2 to 20 letters or digits`;
      return inputInvalid([outOfBounds("/acronyms", found, expected)]);
    }
    return convert(input, name, new Acronyms(listed));
  },
});

/** `all` writes the text 19 times, and takes about 4 ms a case for 100,000 characters. */
function convert(input: Input, name: CaseName | "all", acronyms: Acronyms) {
  const letters = lettersOf(input.locale);
  const spelling = { ...input, acronyms, letters };
  const text = readLines(input.input);
  // A line that comes often, as an empty one may, is converted once.
  const places = new Map<string, number>();
  const placeOf = text.lines.map((line) => {
    const place = places.get(line) ?? places.size;
    places.set(line, place);
    return place;
  });
  const lines = [...places.keys()].map((line) => [line, new LineWords(line, spelling)] as const);
  const inCase = (wanted: CaseName): string[] => {
    const made = lines.map(([line, words]) => convertLine(wanted, line, words, spelling));
    return placeOf.map((place) => made[place] ?? "");
  };

  const converted = (name === "all" ? CASE_NAMES : [name]).map(
    (each) => [each, inCase(each)] as const,
  );
  const unmarked = { ...text, mark: "" } as const;
  const cases = converted.map(([each, made]) => [each, writeLines(unmarked, made)] as const);
  const written =
    name === "all"
      ? converted.flatMap(([each, made]) => labelled(each, made)).join(text.lineEnd) +
        (text.isClosed ? text.lineEnd : "")
      : (cases[0]?.[1] ?? "");
  const output = text.mark + written;
  if (output.length > LONGEST_OUTPUT) return fail(outputTooLarge("Give one case, or fewer lines"));
  const value: Value = {
    case: name,
    cases: Object.fromEntries(cases),
    words: [...(lines[0]?.[1].lower ?? [])],
  };
  return done({ output, value, warnings: noWords(text.lines) });
}

/** The lines of one case, as they stand among those of the others. */
function labelled(name: CaseName, lines: readonly string[]): string[] {
  return lines.length > 1 ? [`${name}:`, ...lines] : [`${name}: ${lines[0] ?? ""}`];
}

function noWords(lines: readonly string[]): Entry<"NO_WORDS">[] {
  const without = lines.flatMap((line, index) =>
    hasWord(line) || isBlankLine(line) ? [] : [index + 1],
  );
  const [line] = without;
  if (line === undefined) return [];
  const message = `${WARNINGS.NO_WORDS}; lines of this kind: ${without.length}`;
  return [{ code: "NO_WORDS", message, path: "/input", line, received: without.length }];
}

function caseUnknown(found: string) {
  const expected = `all, ${CASE_NAMES.join(", ")}, or an alias of one`;
  const message = `Cannot use /case: found ${shown(found)}, expected ${expected}`;
  const near = nearest(found, ["all", ...CASE_NAMES]);
  const hint = near.length > 0 ? { hint: `Did you mean ${near.join(", ")}?` } : {};
  return inputInvalid([{ code: "ENUM", message, path: "/case", expected, ...hint }]);
}

function shown(text: string): string {
  return JSON.stringify(beginning(text, 40));
}

function isAscii(text: string): boolean {
  return !/[\u0080-\uffff]/.test(text);
}
