import { peekJson } from "./_lib/json/peek.ts";
import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { ErrorList, WarningList, joinEntries } from "./_lib/results/entry-list.ts";
import { problemEntry } from "./_lib/results/syntax-problem.ts";
import { bomRemoved, JSON_WARNINGS, noteFindings } from "./_lib/json/tree/json-field.ts";
import { treeStats } from "./_lib/json/tree/stats.ts";
import { VALUE_WARNINGS, valueOf } from "./_lib/json/tree/value.ts";
import { writeJson } from "./_lib/json/tree/write.ts";
import { type RepairedJson, repairJson } from "./_lib/json/repair/repair.ts";
import { messageOf, type Repair } from "./_lib/json/repair/repairs.ts";
import { OUTPUT_FAILURES, outputTooLarge } from "./_lib/results/output-limit.ts";
import { positionFinder, type TextPosition } from "./_lib/text/position.ts";
import { shortened } from "./_lib/text/shown.ts";

const FAILURES = {
  ...OUTPUT_FAILURES,
  JSON_NOT_FOUND: "The text is empty, or words without anything that could be JSON",
  JSON_NOT_REPAIRABLE: "Every reading of the text would invent structure",
  INPUT_TOO_DEEP: "The data is nested deeper than 1,000 levels",
  GUESS_REFUSED: "A repair would be a guess, and allowGuesses is false",
  ERRORS_TRUNCATED: "More than 100 guesses were refused",
} as const;

const WARNINGS = {
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
  REPAIRED: "The text was not JSON; says how many repairs were made and how many are guesses",
} as const;

const INPUT = Type.Object({
  input: Type.String({ description: "The damaged text" }),
  indent: whole({
    description: "Spaces per level of the output; 0 is the minified layout",
    minimum: 0,
    maximum: 10,
    default: 2,
  }),
  allowGuesses: Type.Boolean({
    description: "Whether repairs that are not sure are made; without them they are errors",
    default: true,
  }),
  extract: oneOf(["first", "largest", "all"], {
    description: "Which JSON value to take from surrounding prose; all gives an array of them",
    default: "first",
  }),
});

const CERTAINTY = ["safe", "guess"] as const;

const VALUE = Type.Object({
  data: Type.Any({ description: "The data; a number that no double holds exactly is its text" }),
  changed: Type.Boolean({ description: "Whether a repair was made" }),
  certainty: Type.Union(
    ["none" as const, ...CERTAINTY].map((word) => Type.Literal(word)),
    { description: "How sure the least sure repair is" },
  ),
  repairs: Type.Array(
    Type.Object({
      code: Type.String(),
      certainty: Type.Union(CERTAINTY.map((word) => Type.Literal(word))),
      line: Type.Number(),
      column: Type.Number(),
      offset: Type.Number(),
      message: Type.String(),
    }),
    { description: "Every repair, at its place in the damaged text" },
  ),
});

type Input = Static<typeof INPUT>;
type Value = Static<typeof VALUE>;
type Warning = keyof typeof WARNINGS;

export default defineTool({
  id: "json-repair",
  name: "JSON Repair",
  category: "Code",
  description:
    "Turns damaged, cut-off or wrapped JSON into JSON, with a list of every repair and how sure it is.",
  keywords: [
    "broken json",
    "demjson",
    "dirty-json",
    "fix",
    "invalid json",
    "json",
    "jsonrepair",
    "llm output",
    "malformed",
    "repair",
    "salvage",
    "trailing comma",
    "truncated",
    "unterminated",
  ],
  aliases: ["fix-json"],
  version: "2026-11-20",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "repair",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "fix broken json",
    "repair invalid json from an llm",
    "json with trailing commas and single quotes",
    "the model's json answer was cut off",
    "complete truncated json",
    "python dict to json",
    "strip the markdown fence around json",
    "json with comments to valid json",
    "missing quotes or brackets in json",
    "extract json out of chat text",
    "javascript object literal to json",
    "mongodb shell document to json",
    "jsonrepair",
    "file will not load because of a missing bracket or comma, mend it",
    "text copied from a chat is almost json but the parser refuses it",
    "single quotes, comments, None and True instead of valid syntax",
    "salvage a malformed or half written document",
    "recover data from a corrupted or incomplete dump",
    "best-effort parser for non-conforming syntax",
    "chatgpt gave me json with a comma too many or a quote missing",
    "reparar json roto",
    "kaputtes json reparieren",
    "réparer du json invalide",
    "修复 json",
    "壊れた json を直す",
    "json con errores de sintaxis que no se puede leer",
    "fehlerhaftes json mit fehlenden klammern korrigieren",
    "corriger un json cassé avec virgules manquantes",
    "json 语法 错误 自动 修正",
    "不正な json を直す カンマ 括弧",
    "stream stopped halfway and the last bracket is missing",
    "intern edited the file by hand and now the shop does not start",
    "log has {'a': None, 'b': True} from python, i need proper syntax",
    "bot wrapped its reply in ```json and wrote sorry before it",
    "jsonrepair npm, json_repair python, dirty-json, JSONDecodeError, Unexpected end of JSON input, NaN",
    "recover a parseable document from defective input without any schema and log every mend",
    "consertar json quebrado, vírgula sobrando, json inválido",
    "arreglar json incompleto o cortado, faltan comillas",
    "abgeschnittenes json vervollständigen, ungültiges json reparieren",
    "json tronqué ou mal formé, guillemets manquants",
    "json 残缺 截断 单引号 多余 逗号 修好",
    "途中で切れた json 引用符 末尾カンマ 修復",
  ],
  effort: 3,
  detect(sample) {
    const text = sample.trim().replace(/^```(?:json5?)?\s*\n\s*/i, "");
    const isLike =
      /^\{\s*(?:["'}]|[A-Za-z_$][\w$]*\s*:|\/[/*])/.test(text) ||
      /^\[\s*(?:["'{[]|-?\d+\s*,|\/[/*])/.test(text);
    return isLike && peekJson(text) === undefined ? 0.6 : 0;
  },

  laws: [
    {
      name: "repairing what was repaired changes nothing",
      holds(run, input) {
        const once = run(input);
        if (!once.ok) return true;
        const again = run({ ...input, input: once.output ?? "" });
        return again.output === once.output && again.valid === true;
      },
    },
    {
      name: "text that is JSON has no repairs",
      holds(run, input) {
        const { valid, value } = run(input);
        return valid !== true || (value?.repairs.length === 0 && value.certainty === "none");
      },
    },
    {
      name: "every prefix of an object or array repairs to JSON",
      holds(run, input) {
        const { ok, output = "" } = run({ ...input, allowGuesses: true });
        if (!ok || !/^[[{]/.test(output)) return true;
        const step = Math.max(1, Math.ceil(output.length / 20));
        for (let end = 1; end < output.length; end += step) {
          if (!run({ input: output.slice(0, end) }).ok) return false;
        }
        return true;
      },
    },
  ],
  examples: [
    {
      title: "A model's answer in a fence, with Python's quotes and literals",
      input: { input: "```json\n{'name': 'Ada', tags: [\"a\",], active: True}\n```", indent: 0 },
      expect: {
        output: '{"name":"Ada","tags":["a"],"active":true}',
        value: { changed: true, certainty: "safe" },
        valid: false,
      },
    },
    {
      title: "An answer that was cut off",
      input: { input: '{"a":[1,2,{"b":"cut off her', indent: 0 },
      expect: {
        output: '{"a":[1,2,{"b":"cut off her"}]}',
        value: { certainty: "guess" },
        warnings: [{ code: "REPAIRED" }],
      },
    },
    {
      title: "JSON stays as it is, long numbers included",
      input: { input: '{"id":12345678901234567890,"price":1.50}', indent: 0 },
      expect: {
        output: '{"id":12345678901234567890,"price":1.50}',
        value: { changed: false, certainty: "none", repairs: [] },
        valid: true,
      },
    },
    {
      title: "Only sure repairs",
      input: { input: '{"a": tomorrow}', allowGuesses: false },
      expect: { ok: false, error: { code: "GUESS_REFUSED" } },
    },
    {
      title: "A text without JSON",
      input: { input: "Sorry, I cannot help with that." },
      expect: { ok: false, error: { code: "JSON_NOT_FOUND" } },
    },
  ],

  run(input, { longestOutput: longest }) {
    const repaired = repairJson(input.input, { extract: input.extract });
    const marked = input.input.startsWith("\ufeff") ? [bomRemoved()] : [];
    if (!repaired.ok) {
      const { problem } = repaired;
      const error = problemEntry(problem, input.input, "JSON");
      const message = `Cannot repair JSON: found ${problem.found}, expected ${problem.expected}`;
      return fail({ ...error, message }, { value: null, valid: false, warnings: marked });
    }
    return finish({ ...input, longest }, repaired, marked);
  },
});

function finish(
  input: Input & { readonly longest: number },
  { document, repairs }: RepairedJson,
  marked: readonly Entry<Warning>[],
) {
  const place = positionFinder(input.input);
  const refused = input.allowGuesses ? [] : refusals(repairs, place);
  const [error, ...errors] = refused;
  if (error !== undefined) {
    return fail([error, ...errors], { value: null, valid: false, warnings: marked });
  }
  const { value: data, warnings } = valueOf(document.root);
  const guesses = repairs.filter(({ certainty }) => certainty === "guess").length;
  const found = {
    value: {
      data,
      changed: repairs.length > 0,
      certainty: certaintyOfAll(repairs.length, guesses),
      repairs: repairs.map((repair) => shown(repair, place)),
    },
    valid: repairs.length === 0,
    stats: { ...treeStats(document.root), repairs: repairs.length },
    warnings: joinEntries<Warning>(
      repairedWarning(repairs.length, guesses),
      marked,
      findings(document, place),
      warnings,
    ),
  };
  const output = writeJson(document.root, {
    indent: " ".repeat(input.indent),
    longest: input.longest,
  });
  return output === undefined
    ? fail(outputTooLarge("Indent by less", input.longest), { ...found, valid: false })
    : done({ ...found, output });
}

function certaintyOfAll(repairs: number, guesses: number): Value["certainty"] {
  if (repairs === 0) return "none";
  return guesses > 0 ? "guess" : "safe";
}

type Place = (offset: number) => TextPosition;

function shown({ code, certainty, offset }: Repair, place: Place): Value["repairs"][number] {
  return { code, certainty, ...place(offset), message: messageOf(code) };
}

const LONGEST_SHOWN = 41;

/** One error for each guess. */
function refusals(
  repairs: readonly Repair[],
  place: Place,
): Entry<"GUESS_REFUSED" | "ERRORS_TRUNCATED">[] {
  const list = new ErrorList<"GUESS_REFUSED">();
  for (const { code, certainty, offset, before, after } of repairs) {
    if (certainty === "safe") continue;
    list.add("GUESS_REFUSED", () => ({
      message: `Cannot repair JSON without guessing: found a need for ${code}, expected only sure repairs`,
      path: "/input",
      ...place(offset),
      repair: code,
      received: shortened(before, LONGEST_SHOWN),
      expected: shortened(after, LONGEST_SHOWN),
      hint: "Allow guesses, or mend the place by hand",
    }));
  }
  return list.list();
}

function repairedWarning(repairs: number, guesses: number): Entry<Warning>[] {
  if (repairs === 0) return [];
  const made = repairs === 1 ? "1 repair was made" : `${repairs} repairs were made`;
  const message = `${made}, ${guesses} of them by guessing`;
  return [{ code: "REPAIRED", message, repairs, guesses }];
}

function findings(document: RepairedJson["document"], place: Place): Entry<Warning>[] {
  const list = new WarningList<"DUPLICATE_KEY" | "LONE_SURROGATE">();
  noteFindings(document, place, list);
  return list.list();
}
