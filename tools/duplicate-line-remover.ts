import { Type } from "@sinclair/typebox";
import { oneOf } from "./_core/fields.ts";
import { defineTool, done } from "./_core/tool.ts";
import { INPUT_FAILURES, inputInvalid } from "./_lib/results/input-invalid.ts";
import {
  KEEP_RULES,
  type LineGroup,
  removeDuplicates,
} from "./duplicate-line-remover/duplicates.ts";
import { delimiterProblem, KEY_FIELDS } from "./_lib/fields/line-key.ts";
import { readLines, writeLines } from "./_lib/text/lines.ts";

const MOST_LINE_NUMBERS = 100;

const GROUP = Type.Object({
  line: Type.String({ description: "As it is spelled first" }),
  count: Type.Integer({ minimum: 2 }),
  lineNumbers: Type.Array(Type.Integer(), {
    description: "From 1; the first 100",
    maxItems: MOST_LINE_NUMBERS,
  }),
});

export default defineTool({
  id: "duplicate-line-remover",
  name: "Duplicate Line Remover",
  category: "Text",
  description:
    "Removes repeated lines without sorting the others, and shows which lines were repeated and where.",
  keywords: [
    "dedupe",
    "deduplicate",
    "distinct",
    "double entries",
    "doubles",
    "doublets",
    "duplicate",
    "lines",
    "list",
    "repeated",
    "sort -u",
    "uniq",
    "uniq -c",
    "unique",
    "unique values",
  ],
  aliases: ["dedupe-lines", "unique-lines"],
  version: "2026-11-23",

  input: Type.Object({
    input: Type.String({ description: "The lines" }),
    keep: oneOf(KEEP_RULES, {
      description:
        "Of equal lines: the first, the last, none of them; repeated: one of each that has an equal, and nothing else",
      default: "first",
    }),
    scope: oneOf(["all", "adjacent"], {
      description: "adjacent: only lines that follow one another, as uniq",
      default: "all",
    }),
    ignoreCase: Type.Boolean({ description: "Letters of either case are equal", default: false }),
    trim: Type.Boolean({ description: "Compare without white space at the ends", default: false }),
    collapseWhitespace: Type.Boolean({
      description: "Compare with each run of white space as one space",
      default: false,
    }),
    blankLines: oneOf(["keep", "dedupe", "remove"], {
      description:
        "keep: lines of white space only are never duplicates; dedupe: they are lines as all others",
      default: "keep",
    }),
    ...KEY_FIELDS,
  }),
  primary: "input",
  value: Type.Object({
    inputLines: Type.Integer(),
    outputLines: Type.Integer(),
    removedLines: Type.Integer(),
    groups: Type.Array(GROUP, { description: "Lines that are equal, largest group first" }),
  }),
  verb: "deduplicate",
  failures: INPUT_FAILURES,
  warnings: {},
  intents: [
    "remove duplicate lines",
    "dedupe a list",
    "unique lines without sorting",
    "find repeated lines and their line numbers",
    "keep the last of each duplicate",
    "show only duplicates, like uniq -d",
    "lines that occur once, like uniq -u",
    "remove duplicate emails ignoring case",
    "drop csv rows with the same id",
    "collapse repeated adjacent lines",
    "count duplicate lines",
    "same address appears several times in my mailing list, keep each once",
    "delete entries that occur twice but leave the order alone",
    "guest list with names doubled",
    "which entries are in the list more than once",
    "stable set of distinct records from newline separated text",
    "every keyword only one time",
    "two lists pasted together, some people or emails are in there two times",
    "eliminar líneas duplicadas",
    "doppelte zeilen entfernen",
    "supprimer les lignes en double",
    "удалить повторяющиеся строки",
    "删除重复行",
    "重複行を削除",
    "quitar repetidos de una lista",
    "mehrfach vorkommende einträge aus einer liste löschen",
    "enlever les doublons d'une liste",
    "名单 里 重复 的 去掉",
    "リストの重複を取り除く",
    "newsletter list has the same person twice, everyone should get one mail only",
    "merged both class lists and now pupils stand there more than once",
    "which invoice numbers appear again in this column of text",
    "log with hundreds of identical rows, one of each is enough",
    "sort -u, awk !seen[$0]++, uniq -c, Notepad++ remove duplicate lines, DISTINCT, PowerShell Get-Unique",
    "keep the first occurrence of every row of plain text in its original sequence",
    "remover linhas duplicadas, tirar repetidos da lista",
    "eliminar correos repetidos, valores únicos",
    "doppelte einträge, dubletten, e-mail liste bereinigen",
    "adresses en double, liste unique, dédoublonner",
    "去重 重复 邮箱 名单 每行 唯一",
    "重複 メールアドレス 名簿 一意",
  ],
  effort: 1,

  laws: [
    {
      name: "what is left has no duplicate",
      holds(run, input) {
        return (["first", "last"] as const).every((keep) => {
          const { ok, output = "" } = run({ ...input, keep });
          const again = run({ ...input, keep, input: output });
          return !ok || (again.valid === true && again.output === output);
        });
      },
    },
    {
      name: "lines left and lines removed are all there are",
      holds(run, input) {
        const { value } = run(input);
        return !value || value.outputLines + value.removedLines === value.inputLines;
      },
    },
    {
      name: "first and last leave as many lines as none and repeated together",
      holds(run, input) {
        const count = (keep: "first" | "last" | "none" | "repeated") =>
          run({ ...input, keep }).value?.outputLines ?? 0;
        const each = count("none") + count("repeated");
        return count("first") === each && count("last") === each;
      },
    },
  ],
  examples: [
    {
      title: "Each line once, blank lines left alone",
      input: { input: "a\nb\na\n\nc\n\nb\na\n" },
      expect: {
        output: "a\nb\n\nc\n\n",
        valid: false,
        value: { removedLines: 3, groups: [{ line: "a", count: 3, lineNumbers: [1, 3, 8] }, {}] },
      },
    },
    {
      title: "The last of each",
      input: { input: "a\nb\na\nc\nb", keep: "last" },
      expect: { output: "a\nc\nb" },
    },
    {
      title: "Whatever the case and the spaces around",
      input: { input: "Apple\n apple\nAPPLE \nPear", ignoreCase: true, trim: true },
      expect: { output: "Apple\nPear" },
    },
    {
      title: "Rows with the same id",
      input: { input: "1,x\n2,y\n1,z", field: 1, delimiter: "," },
      expect: { output: "1,x\n2,y" },
    },
    {
      title: "Fields count from 1, or from the end",
      input: { input: "a", field: 0 },
      expect: { ok: false, error: { code: "TOOL_INPUT_INVALID" } },
    },
  ],

  run(input) {
    const problem = delimiterProblem(input);
    if (problem) return inputInvalid([problem]);
    const text = readLines(input.input);
    const { lines, repeated } = removeDuplicates(text.lines, {
      ...input,
      collapse: input.collapseWhitespace,
      adjacent: input.scope === "adjacent",
    });
    return done({
      output: writeLines(text, lines),
      valid: repeated.length === 0,
      value: {
        inputLines: text.lines.length,
        outputLines: lines.length,
        removedLines: text.lines.length - lines.length,
        groups: repeated.toSorted(byCount).map(({ line, indexes }) => ({
          line,
          count: indexes.length,
          lineNumbers: indexes.slice(0, MOST_LINE_NUMBERS).map((index) => index + 1),
        })),
      },
    });
  },
});

function byCount(a: LineGroup, b: LineGroup): number {
  return b.indexes.length - a.indexes.length;
}
