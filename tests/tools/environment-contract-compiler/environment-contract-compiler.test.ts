import { envText } from "../../../tools/_lib/formats/config/env-value.ts";
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Value } from "../../../tools/environment-contract-compiler.ts";
import tool from "../../../tools/environment-contract-compiler.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const compile = (input: string, more: object = {}) => run({ input, ...more }).value as Value;
const variables = (input: string, more: object = {}) => compile(input, more).variables ?? [];
const variable = (input: string, more: object = {}) => variables(input, more)[0];
const found = (input: object) =>
  (run(input).value as Value).findings.map(
    ({ code, severity, subject, line }) => `${severity} ${code} ${subject} ${line}`,
  );
const property = (input: string, name: string) =>
  compile(input).artifacts?.jsonSchema.properties[name];
const artifact = (input: string, name: "zod" | "typescript" | "markdown" | "envExample") =>
  compile(input).artifacts?.[name];
/** The values that a file holds, as the other tools would see them. */
const parse = (input: string) => {
  const { value } = run({ input, action: "validate", schema: {}, maskSecrets: false });
  return (value as Value).parsed;
};

describe("files", () => {
  test("names, quotes and line ends", () => {
    expect(
      parse(
        "\ufeffexport A=1\r\n B = two words \rC: 3\nD:\nE=\n  export  F='x'\nG.h-1=2\n\tI=\ti\n",
      ),
    ).toEqual({ A: "1", B: "two words", C: "3", D: "", E: "", F: "x", "G.h-1": "2", I: "i" });
    expect(parse("A:1\nB\n=2\n A B=1\n")).toEqual({});
  });

  test("what quotes enclose is kept; only double ones know line ends", () => {
    expect(parse(`A=" a # b "\nB='it\\'s\\n'\nC="x\\ny\\rz\\t"\nD=\`"'\`\nE='' # none\n`)).toEqual({
      A: " a # b ",
      B: "it\\'s\\n",
      C: "x\ny\rz\\t",
      D: "\"'",
      E: "",
    });
    expect(parse('A="one\n# two\nthree=3"\nB=4')).toEqual({ A: "one\n# two\nthree=3", B: "4" });
  });

  test("quotes that enclose nothing are text", () => {
    expect(parse(`A="b\nC=d\n`)).toEqual({ A: '"b', C: "d" });
    expect(parse(`A="x" y\nB='x'y'\nC=a"b"\n`)).toEqual({ A: '"x" y', B: "x'y", C: 'a"b"' });
    expect(parse(`A='x\\'\nB=1\n`)).toEqual({ A: "x\\", B: "1" });
  });

  test("a # begins a comment", () => {
    expect(parse("A=b#c\nB=b # c\nC=#\n#D=1\n  # E=1\n")).toEqual({ A: "b", B: "b", C: "" });
  });

  test("lines count through values of several lines", () => {
    expect(found({ input: 'A="1\n2\n\n"\n??\n\n1B=1\nA=2\n' })).toEqual([
      "error NAME_INVALID 1B 7",
      "warning DUPLICATE_VARIABLE A 8",
      "warning LINE_UNPARSED undefined 5",
    ]);
  });

  test("nothing is a contract without variables", () => {
    expect(run({ input: "" })).toMatchObject({ valid: true, value: { variables: [] } });
    expect(artifact("", "typescript")).toBe("export interface Env {\n}\n");
  });

  test("of repeated names the last one counts, at the first one's place", () => {
    const [first, second] = variables("# One\nA=1\nB=x\nA=true\n");
    expect(first).toMatchObject({ name: "A", type: "boolean", description: "One", line: 4 });
    expect(second?.name).toBe("B");
    expect(parse("A=1\nA=2\n")).toEqual({ A: "2" });
  });
});

describe("comments", () => {
  test("those directly above and behind describe a variable", () => {
    const text = "# Far\n\n# Near\n## and nearer\nA=1 # behind\nB=2\n??\n# C\n\nC=3\n";
    expect(variables(text).map(({ description }) => description)).toEqual([
      "Near and nearer behind",
      "",
      "",
    ]);
    expect(variable('A="#" # note')?.description).toBe("note");
  });

  test("lines that only part the file do not", () => {
    const banner =
      "# ------\n# Database\n# ------\nA=1\n##### Mail #####\nB=1\n# == kept ==\nC=1\n";
    expect(variables(banner).map(({ description }) => description)).toEqual([
      "Database",
      "Mail",
      "== kept ==",
    ]);
    expect(variable("# ===\tPort @optional ====\nA=1")).toMatchObject({
      description: "Port",
      required: false,
    });
    expect(variable("# ***bold*** ***\nA=1")?.description).toBe("***bold*** ***");
  });

  test("tags end at the next one; other words stay in the description", () => {
    expect(
      variable(
        "# Rate @type number @min -1.5 @max 1e2 @example 0.5\n# @deprecated use B @see me@x.org, @home\nA=",
      ),
    ).toEqual({
      name: "A",
      type: "number",
      required: true,
      secret: false,
      example: "0.5",
      description: "Rate @see me@x.org, @home",
      min: -1.5,
      max: 100,
      deprecated: true,
      line: 3,
    });
  });

  test("required unless there is a default or it is optional", () => {
    const required = (tags: string) => variable(`# ${tags}\nA=1`)?.required;
    expect(["@x", "@default 1", "@optional", "@default 1 @required"].map(required)).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  test("tags that cannot be used are told", () => {
    expect(
      found({
        input:
          "# @type int\nA=1\n# @type integer @default x\nB=1\n# @min 1\nC=x\n# @max many\nD=1\n# @pattern (\nE=x\n# @type boolean @enum yes\nF=true",
      }),
    ).toEqual([
      "error DEFAULT_INVALID B 4",
      "error VARIABLE_INVALID A 2",
      "error VARIABLE_INVALID C 6",
      "error VARIABLE_INVALID D 8",
      "error VARIABLE_INVALID E 10",
      "error VARIABLE_INVALID F 12",
    ]);
  });
});

describe("types", () => {
  test("by the value", () => {
    const types: readonly (readonly [string, string])[] = [
      ["TRUE", "boolean"],
      ["-12", "integer"],
      ["007", "string"],
      ["+1", "string"],
      ["9007199254740992", "string"],
      ["1.50", "number"],
      ["1e5", "string"],
      ["redis://localhost:6379", "url"],
      ["a@b.c", "email"],
      ["a@b", "string"],
      ["[1, 2]", "json"],
      ['{"a":', "string"],
      ["", "string"],
    ];
    for (const [value, type] of types) {
      expect(`${value} ${variable(`A='${value}'`)?.type}`).toBe(`${value} ${type}`);
    }
  });

  test("by a tag, a default, or choices that all are of it", () => {
    expect(variable("# @type url\nA=x")?.type).toBe("url");
    expect(variable("# @default 5\nA=")).toMatchObject({ type: "integer", default: 5 });
    expect(variable("# @enum 1,2\nA=1")).toMatchObject({ type: "integer", enum: [1, 2] });
    expect(variable("# @enum 1, auto\nA=1")).toMatchObject({ type: "string", enum: ["1", "auto"] });
  });

  test("ports have bounds", () => {
    expect(variable("PORT=1")).toMatchObject({ min: 0, max: 65_535 });
    expect(variable("DB_PORT=1")).toMatchObject({ max: 65_535 });
    expect(variable("# @type port @min 1024\nP=8080")).toMatchObject({ min: 1024, max: 65_535 });
    expect(variable("REPORT=1")?.max).toBeUndefined();
    expect(variable("PORT=none")?.max).toBeUndefined();
  });

  test("values that do not fit are told, empty ones are not", () => {
    expect(
      found({ input: "# @type integer\nA=x\n# @type integer\nB=\n# @enum a\nC=b\nPORT=70000" }),
    ).toEqual([
      "error VARIABLE_INVALID A 2",
      "error VARIABLE_INVALID C 6",
      "error VARIABLE_INVALID PORT 7",
    ]);
    expect(found({ input: "# @max 3 @default 5\nA=1\n# @enum a @default b\nB=a" })).toEqual([
      "error DEFAULT_INVALID A 2",
      "error DEFAULT_INVALID B 4",
    ]);
  });
});

describe("secrets", () => {
  test("by tag, name or a password in a URL, and masked", () => {
    const text = "# @secret @default s\nA=b\nMY_TOKEN=t\nDB=postgres://u:p@h/d\nC=1\n";
    expect(variables(text).map(({ secret, example }) => `${secret} ${example}`)).toEqual([
      "true ***",
      "true ***",
      "true ***",
      "false 1",
    ]);
    expect(variable(text)?.default).toBe("***");
    expect(variable(text, { maskSecrets: false })).toMatchObject({ default: "s", example: "b" });
    expect(artifact(text, "markdown")).toContain("| A | string | no | *** |  |");
    expect(artifact(text, "envExample")).toBe("A=\nMY_TOKEN=\nDB=\nC=1\n");
    expect(property(text, "MY_TOKEN")).toEqual({ type: "string", writeOnly: true });
  });

  test("real values in an example are told, what stands for one is not", () => {
    const values = ["changeme", "XXXX", "***", "<key>", "your-key", "my.example.org", ""];
    const input = values.map((value, at) => `TOKEN_${at}='${value}'`).join("\n");
    expect(found({ input })).toEqual([]);
    expect(found({ input: "TOKEN=k3y" })).toEqual(["warning SECRET_WITH_VALUE TOKEN 1"]);
    expect(found({ input: "ORIGINS=http://a.test,https://b.test" })).toEqual([]);
    for (const filler of [
      "sk-xxx",
      "your_key_here",
      "ghp_xxxxxxxx",
      "CHANGE_ME",
      "REPLACE-WITH-KEY",
    ])
      expect(found({ input: `TOKEN=${filler}` })).toEqual([]);
    expect(JSON.stringify(run({ input: "# @type integer\nTOKEN=k3y" }))).not.toContain("k3y");
  });

  test("prefixes that publish", () => {
    const prefixes = ["NEXT_PUBLIC_", "VITE_", "REACT_APP_", "EXPO_PUBLIC_", "PUBLIC_"];
    const input = prefixes.map((prefix) => `${prefix}SECRET=\n${prefix}NAME=\n`).join("");
    expect(found({ input })).toEqual(
      prefixes
        .toSorted()
        .map(
          (prefix) => `error EXPOSED_SECRET ${prefix}SECRET ${prefixes.indexOf(prefix) * 2 + 1}`,
        ),
    );
  });
});

describe("artifacts", () => {
  const text = [
    "# How much @type number @min 0 @max 1 @optional\nRATIO=0.5",
    "# @enum a,b @default b\nMODE=a",
    "# @default true @deprecated Old | pipe\nFLAG=true",
    "HOME_URL=https://x.org",
    "MAIL=a@b.c",
    "LIST=[1]",
    "# @pattern ^[a-z]+$\nNAME=x",
    "# @enum 1,2\nLEVEL=1",
  ].join("\n");

  test("zod", () => {
    expect(artifact(text, "zod")).toBe(`import { z } from "zod";

export const envSchema = z.object({
  RATIO: z.coerce.number().min(0).max(1).optional(),
  MODE: z.enum(["a", "b"]).default("b"),
  FLAG: z.enum(["true", "false"]).transform((v) => v === "true").default(true),
  HOME_URL: z.url(),
  MAIL: z.email(),
  LIST: z.string().min(1),
  NAME: z.string().min(1).regex(new RegExp("^[a-z]+$", "u")),
  LEVEL: z.coerce.number().int().pipe(z.literal([1, 2])),
});

export type Env = z.infer<typeof envSchema>;
`);
  });

  test("TypeScript", () => {
    expect(artifact(text, "typescript")).toBe(`export interface Env {
  RATIO?: number;
  MODE?: "a" | "b";
  FLAG?: boolean;
  HOME_URL: string;
  MAIL: string;
  LIST: string;
  NAME: string;
  LEVEL: 1 | 2;
}
`);
    expect(artifact("A.b=1", "typescript")).toContain('"A.b": number;');
  });

  test("JSON Schema and Markdown", () => {
    expect(property(text, "RATIO")).toEqual({
      type: "number",
      minimum: 0,
      maximum: 1,
      description: "How much",
    });
    expect(property(text, "LIST")).toEqual({
      type: "string",
      contentMediaType: "application/json",
    });
    expect(property(text, "HOME_URL")).toEqual({ type: "string", format: "uri" });
    expect(artifact(text, "markdown")?.split("\n").slice(0, 3)).toEqual([
      "| Name | Type | Required | Default | Description |",
      "| --- | --- | --- | --- | --- |",
      "| RATIO | number | no |  | How much |",
    ]);
    expect(artifact(text, "markdown")).toContain("| FLAG | boolean | no | true | Deprecated.");
  });

  test("each can be the output", () => {
    const output = (target: string) => run({ input: text, target }).output;
    expect(JSON.parse(output("json-schema") ?? "")).toEqual(compile(text).artifacts?.jsonSchema);
    expect(output("zod")).toBe(artifact(text, "zod"));
    expect(output("typescript")).toBe(artifact(text, "typescript"));
    expect(output("markdown")).toBe(artifact(text, "markdown"));
    expect(output("env-example")).toBe(artifact(text, "envExample"));
  });

  test("an example file is read as it was meant", () => {
    const value = fc.string({
      unit: fc.constantFrom("a", " ", "#", "'", '"', "`", "\n", "\\", "n"),
    });
    fc.assert(
      fc.property(value, (example) => {
        const quote = ["'", '"', "`"].find((mark) => !example.includes(mark));
        fc.pre(quote !== undefined && !(quote === '"' && example.includes("\\")));
        fc.pre(!example.endsWith("\\"));
        const input = `A=${quote}${example}${quote}\n`;
        fc.pre((parse(input) as { A: string }).A === example);
        const again = parse(artifact(input, "envExample") ?? "");
        // Backticks would hold what has both other marks, but a shell would run it.
        const isLost = envText(example).misread.includes("dotenv 17");
        expect((again as { A: string }).A).toBe(isLost ? "" : example);
      }),
    );
  });
});
