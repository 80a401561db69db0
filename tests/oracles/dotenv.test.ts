/** Our reader and writer of .env files against dotenv 17, whose grammar they follow, and others that read them. */
import { parse } from "dotenv";
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EnvReader, envText } from "../../tools/_lib/formats/config/env-value.ts";
import { readEnv } from "../../tools/_lib/formats/config/read-env.ts";

function ours(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const item of readEnv(text)) if (item.type === "variable") values[item.name] = item.value;
  return values;
}

/** Where a name, its sign and the beginning of its value stand on several lines, which only dotenv puts together. */
const OVER_LINES = /[\w.-]\s*\n\s*=|=\s*\n\s*["'`]|:\s*\n|:$/;

const WORDS = "A;B;export ;=; = ;: ;#; # c; ;\t;\n;\r\n;\r;\n\n;$X;x y;\nA=;\nB=';\nC=\"";
const MARKS = "\";';`;\\;\\n;\\r;\\t;\\\";\\'";
const parts = fc.constantFrom(...WORDS.split(";"), ...MARKS.split(";"));
const file = fc.array(parts, { maxLength: 20 }).map((all) => all.join(""));

describe("a file is read", () => {
  test("as dotenv reads it", () => {
    fc.assert(
      fc.property(file, (text) => {
        fc.pre(!OVER_LINES.test(text.replaceAll(/\r\n?/g, "\n")));
        expect(ours(text)).toEqual(parse(text));
      }),
      {
        numRuns: 5000,
        examples: [
          ["A=b#c"],
          ['A="\\$x\\t\\n"'],
          ['A="a" b'],
          ["A='x\\'\nB=1"],
          ["A='x\ny' # z\nB=`\"'`"],
          ['A="x\nB=1'],
        ],
      },
    );
  });

  // A line says what it says: what is missing on it is not taken from the next one.
  test.each([
    ["A\n=1", {}, { A: "1" }],
    ["A=\n'x'\nB=2", { A: "", B: "2" }, { A: "x", B: "2" }],
    ["A:\nB=2", { A: "", B: "2" }, { A: "B=2" }],
    ["A:", { A: "" }, {}],
  ])("line by line, which dotenv does not: %j", (text, here, there) => {
    expect(ours(text)).toEqual(here);
    expect(parse(text)).toEqual(there);
  });
});

/** python-dotenv 1.x, by its grammar: quotes know escapes, single ones two of them, and variables are put in last. */
function byPython(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  const binding =
    /\s*(?:export[^\S\r\n]+)?([^=#\s]+)[^\S\r\n]*=[^\S\r\n]*(?:'((?:\\'|[^'])*)'|"((?:\\"|[^"])*)"|([^\r\n]*))(?:[^\S\r\n]*#[^\r\n]*)?[^\S\r\n]*(?:\r\n|\n|\r|$)|[^\r\n]*(?:\r\n|\n|\r)/y;
  while (binding.lastIndex < text.length) {
    const found = binding.exec(text);
    if (found === null) break;
    const [, name, single, double, bare] = found;
    if (name === undefined) continue;
    const read =
      single?.replaceAll(/\\([\\'])/g, "$1") ??
      double?.replaceAll(/\\[\\'"abfnrtv]/g, (escape) => ESCAPES.get(escape) ?? escape.charAt(1)) ??
      bare?.replace(/\s+#.*/, "").trimEnd();
    values[name] = (read ?? "").replaceAll(
      /\$\{([^}:]*)(?::-([^}]*))?\}/g,
      (_, variable: string, or = "") => values[variable] ?? or,
    );
  }
  return values;
}

const ESCAPES = new Map([
  [String.raw`\a`, "\u0007"],
  [String.raw`\b`, "\b"],
  [String.raw`\f`, "\f"],
  [String.raw`\n`, "\n"],
  [String.raw`\r`, "\r"],
  [String.raw`\t`, "\t"],
  [String.raw`\v`, "\v"],
]);

const BASH = Bun.which("bash");

const TEMPTING = ["$X", "${X}", "${X:-y}", "$(>ran)", "`>ran`", ";>ran;", "\n>ran\n", "C:\\new\\"];
const value = fc.string({
  unit: fc.constantFrom("a", "1", " ", ..."\t\n\r\"'`\\nr#=$", ...TEMPTING),
  maxLength: 8,
});
const EXAMPLES = [
  "x y",
  "C:\\new\\",
  "it's",
  '"\n',
  "'\"`#\\",
  "\\\\server\\share",
  "{\"a\": 'b'}",
  "\\'",
  '\\"',
  "a\\",
  "'\\\n$(>ran)\\$(>ran)",
];

/** A file of all the values, each with a line behind it that has to stay what it is. */
function fileOf(values: readonly string[]): string {
  return values.map((one, at) => `V${at}=${envText(one).text}\nN${at}=1\n`).join("");
}

/** Whom the file says something else than it was written to say. */
function misreadBy(
  reader: EnvReader,
  values: readonly string[],
  read: Readonly<Record<string, unknown>>,
): unknown[] {
  return values.flatMap((one, at) => {
    const isSaid = envText(one).misread.includes(reader);
    const isEqual = read[`V${at}`] === one;
    return read[`N${at}`] === "1" && (isEqual || isSaid) ? [] : [[one, read[`V${at}`]]];
  });
}

describe("a value is written", () => {
  const readers: readonly [EnvReader, (text: string) => Record<string, string>][] = [
    ["dotenv 17", parse],
    ["dotenv 17", ours],
    ["python-dotenv", byPython],
  ];

  test.each(readers)("so that %s reads it back, or the loss names it", (name, read) => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 3 }), (values) => {
        expect(misreadBy(name, values, read(fileOf(values)))).toEqual([]);
      }),
      { numRuns: 3000, examples: EXAMPLES.map((example) => [[example, "x", example]]) },
    );
  });

  test("and who is named does read it otherwise", () => {
    fc.assert(
      fc.property(value, (one) => {
        const text = fileOf([one]);
        const { misread } = envText(one);
        for (const [name, read] of readers) {
          if (misread.includes(name)) expect(read(text)["V0"]).not.toBe(one);
        }
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    ["a/b:c@d%+,-", "a/b:c@d%+,-", []],
    ["", "", []],
    ["x y", "'x y'", []],
    ["it's", '"it\'s"', []],
    ["a\nb", "'a\nb'", []],
    ["it's\nb", '"it\'s\\nb"', []],
    ["$HOME", "'$HOME'", []],
    ["${HOME}", "'${HOME}'", ["python-dotenv"]],
    ["a\\\\b", "'a\\\\b'", ["python-dotenv"]],
    ["a\rb", '"a\\rb"', ["Node's parseEnv"]],
    ["'$(id)", '"\'\\$(id)"', ["dotenv 17", "Node's parseEnv", "python-dotenv"]],
    ["'\"", '"\'\\""', ["dotenv 17", "Node's parseEnv"]],
  ] as const)("%j as %s", (one, text, misread) => {
    expect(envText(one)).toEqual({ text, misread: [...misread] });
  });

  const many = [...EXAMPLES, ...fc.sample(value, 2000)];

  test.skipIf(Bun.which("node") === null)(
    "so that Node reads it back, or the loss names it",
    () => {
      const program =
        'process.stdout.write(JSON.stringify(require("node:util").parseEnv(require("node:fs").readFileSync(0, "utf8"))))';
      const { stdout } = Bun.spawnSync(["node", "-e", program], {
        stdin: Buffer.from(fileOf(many)),
      });
      const read = JSON.parse(stdout.toString()) as Record<string, string>;
      expect(misreadBy("Node's parseEnv", many, read)).toEqual([]);
      const named = many.filter((one) => envText(one).misread.includes("Node's parseEnv"));
      expect(named.filter((one) => read[`V${many.indexOf(one)}`] === one)).toEqual([]);
    },
  );

  test.skipIf(BASH === null)("so that bash, which sources it, runs nothing", () => {
    const directory = mkdtempSync(join(tmpdir(), "env-"));
    try {
      const { stdout, stderr } = Bun.spawnSync(
        [BASH ?? "", "--norc", "-c", ". /dev/stdin; echo $N0"],
        {
          cwd: directory,
          env: { PATH: directory },
          stdin: Buffer.from(fileOf(many)),
        },
      );
      expect([stdout.toString(), stderr.toString()]).toEqual(["1\n", ""]);
      expect(readdirSync(directory)).toEqual([]);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
