import { describe, expect, test } from "bun:test";
import tool from "../../../tools/policy-decision-table.ts";
import type { Value } from "../../../tools/policy-decision-table.ts";
import { runUnit } from "../../support/run-unit.ts";

type Fields = Record<string, unknown>;

function run(table: unknown, facts?: unknown, more: Fields = {}) {
  const outcome = runUnit(tool as never, { table, ...(facts !== undefined && { facts }), ...more });
  return { ...outcome, value: outcome.value as Value };
}

const decided = (...given: Parameters<typeof run>) =>
  run(...given).value?.results.map(({ matched, outputs }) => [matched.join(" "), outputs]);

/** The codes and paths of a table that cannot be used, the code of the run first. */
function refused(table: unknown, more: Fields = {}) {
  const { ok, error, errors = [], value } = run(table, undefined, more);
  expect([ok, value]).toEqual([false, undefined as never]);
  return [error?.code ?? "", ...errors.map(({ code, path }) => `${code} ${path}`)];
}

const BASE = {
  inputs: [{ name: "a" }],
  outputs: [{ name: "x" }],
  // oxlint-disable-next-line unicorn/no-thenable -- the name of a field
  rules: [{ when: ["1"], then: ["one"] }],
};

const withRules = (rules: string) =>
  `{"inputs":[{"name":"a"}],"outputs":[{"name":"x"}],"rules":${rules}}`;

describe("a document", () => {
  test("is data, JSON text or YAML text", () => {
    const yaml =
      "# policy\r\nhitPolicy: first\r\ninputs:\r\n  - name: a\r\noutputs: [{ name: x }]\r\nrules:\r\n  - { id: 7, when: [1], then: [one] }\r\n  - { when: ['-'], then: [null] }\r\n";
    expect(decided(BASE, { a: 1 })).toEqual([["1", { x: "one" }]]);
    expect(decided(`\ufeff ${JSON.stringify(BASE)}`, { a: 1 })).toEqual([["1", { x: "one" }]]);
    expect(decided(yaml, [{ a: 1 }, { a: 2 }])).toEqual([
      ["7 2", { x: "one" }],
      ["2", { x: null }],
    ]);
  });

  test("may repeat a key, of which the last counts", () => {
    const { warnings, value } = run(
      `{"hitPolicy":"F",${JSON.stringify({ ...BASE, hitPolicy: "C" }).slice(1)}`,
    );
    expect(value.hitPolicy).toBe("collect");
    expect(warnings?.[0]).toMatchObject({ code: "DUPLICATE_KEY", path: "/table/hitPolicy" });
  });

  test("that names no hit policy takes that of the field", () => {
    const policy = (table: Fields, more: Fields) => {
      const { hitPolicy, aggregation } = run({ ...BASE, ...table }, undefined, more).value ?? {};
      return [hitPolicy, aggregation];
    };
    expect(policy({}, {})).toEqual(["unique", null]);
    expect(policy({}, { hitPolicy: "C#" })).toEqual(["collect", "count"]);
    expect(policy({ hitPolicy: "A" }, { hitPolicy: "C#" })).toEqual(["any", null]);
    expect(policy({ hitPolicy: "C" }, { aggregation: "count" })).toEqual(["collect", "count"]);
  });

  test.each<[string, unknown, string[], Fields?]>([
    ["nothing", "", ["TOOL_INPUT_INVALID", "REQUIRED /table"]],
    ["no object", "[1]", ["", "DOCUMENT_TYPE /table"]],
    ["prose", "hello", ["", "DOCUMENT_TYPE /table"]],
    ["broken JSON", '{"inputs":[', ["", "JSON_SYNTAX /table"]],
    ["broken YAML", "a: [1\nb: 2", ["", "YAML_SYNTAX /table"]],
    ["no rules", { ...BASE, rules: [] }, ["TOOL_INPUT_INVALID", "RANGE /table/rules"]],
    [
      "nothing of what is needed",
      {},
      [
        "TOOL_INPUT_INVALID",
        "REQUIRED /table/inputs",
        "REQUIRED /table/outputs",
        "REQUIRED /table/rules",
      ],
    ],
    ["no inputs", { ...BASE, inputs: [] }, ["TOOL_INPUT_INVALID", "RANGE /table/inputs"]],
    ["no outputs", { ...BASE, outputs: [] }, ["TOOL_INPUT_INVALID", "RANGE /table/outputs"]],
    [
      "a type that is none",
      { ...BASE, inputs: [{ name: "a", type: "money" }] },
      ["TOOL_INPUT_INVALID", "TYPE /table/inputs/0/type"],
    ],
    [
      "bounds the wrong way round",
      { ...BASE, inputs: [{ name: "a", min: 5, max: 1 }] },
      ["", "TABLE_INVALID /table/inputs/0/min"],
    ],
    [
      "bounds and values of another type",
      { ...BASE, inputs: [{ name: "a", type: "date", min: 5, values: ["2026-02-30", null] }] },
      ["", "TABLE_INVALID /table/inputs/0/values/0", "TABLE_INVALID /table/inputs/0/min"],
    ],
    [
      "a name twice",
      { ...BASE, inputs: [{ name: "a" }, { name: "a" }] },
      ["", "TABLE_INVALID /table/inputs/1/name"],
    ],
    [
      "an id twice",
      withRules('[{"id":"2","when":[1],"then":[1]},{"when":[2],"then":[1]}]'),
      ["", "TABLE_INVALID /table/rules/1/id"],
    ],
    [
      "a default for no output",
      { ...BASE, defaultOutput: { y: 1 } },
      ["", "TABLE_INVALID /table/defaultOutput"],
    ],
    [
      "more rules than there may be",
      withRules(`[${'{"when":["-"],"then":[1]},'.repeat(1000)}{"when":[1],"then":[1]}]`),
      ["TOOL_INPUT_INVALID", "RANGE /table/rules"],
    ],
    [
      "a row too short and one too long",
      withRules('[{"when":[],"then":[1]},{"when":[1],"then":[1,2]}]'),
      ["", "ROW_LENGTH /table/rules/0", "ROW_LENGTH /table/rules/1"],
    ],
    [
      "cells that are no tests",
      withRules('[{"when":["<"],"then":[1]},{"when":[[1]],"then":[1]},{"when":[2],"then":[1]}]'),
      ["", "CELL_SYNTAX /table/rules/0/when/0", "CELL_UNSUPPORTED /table/rules/1/when/0"],
    ],
    [
      "another hit policy",
      { ...BASE, hitPolicy: "best" },
      ["", "HIT_POLICY_INVALID /table/hitPolicy"],
    ],
    [
      "another hit policy beside it",
      BASE,
      ["", "HIT_POLICY_INVALID /hitPolicy"],
      { hitPolicy: "X" },
    ],
    [
      "another aggregation",
      { ...BASE, hitPolicy: "C", aggregation: "avg" },
      ["", "HIT_POLICY_INVALID /table/aggregation"],
    ],
    [
      "an output out of the list",
      { ...BASE, hitPolicy: "O", outputs: [{ name: "x", values: ["two"] }] },
      ["", "OUTPUT_NOT_LISTED /table/rules/0/then/0"],
    ],
    [
      "a sum of text",
      { ...BASE, hitPolicy: "C+" },
      ["", "AGGREGATION_NOT_NUMERIC /table/rules/0/then/0"],
    ],
  ])("with %s is refused", (_, table, expected, more = {}) => {
    expect(refused(table, more)).toEqual(expected);
  });

  test("outputs out of the list do no harm where nothing is ranked", () => {
    expect(run({ ...BASE, outputs: [{ name: "x", values: ["two"] }] }).ok).toBe(true);
    expect(run({ ...BASE, hitPolicy: "C#" }).ok).toBe(true);
  });
});

const FREE = { fee: 0, note: 'kids, "all"' };
const PAID = { fee: 12.5, note: null };
const CODE = { fee: "007", note: true };

describe("CSV", () => {
  test("has its columns in any order, and literals for outputs", () => {
    const csv =
      '\ufeffid,in:age,out:fee,in: tier,out:note\r\na,<18,0,-,"kids, ""all"""\r\n,">=18, <99",12.50,"""gold"",silver",\r\nc,>=18,007,not(gold),true\r\n';
    const facts = [{ age: 5 }, { age: 20, tier: "gold" }, { age: 20, tier: "bronze" }];
    expect(decided(csv, [...facts, {}], { hitPolicy: "C" })).toEqual([
      ["a", [FREE]],
      ["2", [PAID]],
      ["c", [CODE]],
      ["", []],
    ]);
  });

  test("goes by semicolons and tabs, too", () => {
    for (const mark of [";", "\t"])
      expect(decided(`in:a${mark}out:x\n"1,2"${mark}3\n`, { a: 2 })).toEqual([["1", { x: 3 }]]);
  });

  test.each<[string, string, string[]]>([
    [
      "a column that is neither",
      "in:a,out:x,note\n1,2,3\n",
      ["TOOL_INPUT_INVALID", "RANGE /table"],
    ],
    ["two ids", "id,ID,in:a,out:x\n1,2,3,4\n", ["TOOL_INPUT_INVALID", "RANGE /table"]],
    ["an open quote", 'in:a,out:x\n"1,2\n', ["TOOL_INPUT_INVALID", "RANGE /table"]],
    ["no rows", "in:a,out:x\n", ["TOOL_INPUT_INVALID", "RANGE /table/rules"]],
    ["no output", "in:a,in:b\n1,2\n", ["TOOL_INPUT_INVALID", "RANGE /table/outputs"]],
    [
      "rows too short and too long",
      "in:a,in:b,out:x\n1,2,3\n1,2\n1,2,3,4\n",
      ["", "ROW_LENGTH /table/rules/1", "ROW_LENGTH /table/rules/2"],
    ],
    [
      "a cell that is no test",
      "id,in:a,out:x,in:b\nq,1,2,[1..\n",
      ["", "CELL_SYNTAX /table/rules/0/when/1"],
    ],
  ])("with %s is refused", (_, csv, expected) => {
    expect(refused(csv)).toEqual(expected);
  });
});

describe("Markdown", () => {
  test("is a table, perhaps with prose around it", () => {
    const markdown =
      "# Fees\r\n\r\nSee `in:age`.\r\n\r\n| in:age | in:tier | out:fee |\r\n|:---|---|---:|\r\n| `< 18` |  | 0 |\r\n| >= 18 | a\\|b | 5 |\r\n\r\nDone.\r\n";
    expect(decided(markdown, [{ age: 3 }, { age: 30, tier: "a|b" }])).toEqual([
      ["1", { fee: 0 }],
      ["2", { fee: 5 }],
    ]);
  });

  test("with a row too short is refused", () => {
    expect(refused("| in:a | out:x |\n|---|---|\n| 1 |\n")).toEqual([
      "",
      "ROW_LENGTH /table/rules/0",
    ]);
  });
});

const TABLE_OPEN =
  '<d:definitions xmlns:d="http://www.omg.org/spec/DMN/20151101/dmn.xsd" xmlns:feel="f">';

interface Dmn {
  readonly table?: string;
  readonly input?: string;
  readonly output?: string;
  readonly rules?: readonly (readonly [string, string])[];
  readonly before?: string;
}

const text = (value: string) =>
  `<d:text>${value.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</d:text>`;

function dmn({
  table = "",
  input,
  output = "<d:output/>",
  rules = [["1", '"one"']],
  before = "",
}: Dmn) {
  const expression = `<d:input><d:inputExpression>${text("a")}</d:inputExpression></d:input>`;
  const rows = rules.map(([cell, value], at) => {
    return `<d:rule id="r${at}"><d:inputEntry>${text(cell)}</d:inputEntry><d:outputEntry>${text(value)}</d:outputEntry><d:annotationEntry>${text("why")}</d:annotationEntry></d:rule>`;
  });
  return `<?xml version="1.0"?>\n${TABLE_OPEN}${before}<d:decision id="d1" name="D"><d:decisionTable ${table}>${input ?? expression}${output}${rows.join("")}</d:decisionTable></d:decision></d:definitions>`;
}

const inputOf = (typeRef: string, values = "") =>
  `<d:input label="Age"><d:inputExpression typeRef="${typeRef}">${text("a")}</d:inputExpression>${values && `<d:inputValues>${text(values)}</d:inputValues>`}</d:input>`;

describe("DMN", () => {
  test("of an old version with prefixes, without a hit policy", () => {
    const { value } = run(dmn({}), { a: 1 }, { hitPolicy: "C" });
    expect([value.hitPolicy, value.results]).toEqual([
      "unique",
      [{ matched: ["r0"], outputs: { D: "one" }, error: null }],
    ]);
  });

  test("has aggregations, which mean nothing for other policies", () => {
    const rules = [
      ["<2", "1.5"],
      ["-", "-4"],
    ] as const;
    const sum = dmn({ table: 'hitPolicy="COLLECT" aggregation="SUM"', rules });
    expect(decided(sum, { a: 1 })).toEqual([["r0 r1", { D: -2.5 }]]);
    const first = dmn({ table: 'hitPolicy="FIRST" aggregation="SUM"', rules });
    expect(decided(first, { a: 1 })).toEqual([["r0 r1", { D: 1.5 }]]);
  });

  test("names its outputs, which have values and defaults", () => {
    const output = `<d:output name="x"><d:outputValues>${text('"B", "A"')}</d:outputValues><d:defaultOutputEntry>${text('"C"')}</d:defaultOutputEntry></d:output>`;
    const rules = [
      ["<5", '"A"'],
      ["<3", '"B"'],
    ] as const;
    const table = dmn({ table: 'hitPolicy="PRIORITY"', output, rules });
    expect(decided(table, [{ a: 1 }, { a: 4 }, { a: 9 }])).toEqual([
      ["r0 r1", { x: "B" }],
      ["r0", { x: "A" }],
      ["", { x: "C" }],
    ]);
    const wrong = dmn({ table: 'hitPolicy="PRIORITY"', output, rules: [["1", '"Z"']] });
    expect(refused(wrong)).toEqual(["", "OUTPUT_NOT_LISTED /table/rules/0/then/0"]);
  });

  test.each<[string, string, string | null]>([
    ['"a, \\"b\\""', "a text with marks", 'a, "b"'],
    ["word", "a bare word", "word"],
    ['date("2026-01-31")', "a date", "2026-01-31"],
    ["", "nothing", null],
  ])("reads the output %s, %s", (literal, _, value) => {
    expect(decided(dmn({ rules: [["-", literal]] }), {})).toEqual([["r0", { D: value }]]);
  });

  test.each<[typeRef: string, values: string, cell: string, gap: string]>([
    ["number", "", "0", "<0, >0"],
    ["feel:integer", "", "0", "<=-1, >=1"],
    ["long", "", "0", "<=-1, >=1"],
    ["d:tAge", "", "0", ">0"],
    ["types.tAge", "", "> 5", "<=5"],
    ["tTier", "", '"gold"', '"silver"'],
    ["tTier", '"a", "b"', '"a"', '"b"'],
    ["tList", "", "0", "<0, >0"],
    ["number", "[-5..5]", "> 1", "<=1"],
    ["number", "0, 1, 2", "0", "1, 2"],
    ["string", '"x", null', '"x"', "null"],
    ["string", "not(null)", '"x"', 'not("x")'],
    ["number", "string length(?) < 3", "0", "<0, >0"],
    ["unknown", "", "0", "<0, >0"],
    ["tLoop", "", "0", "<0, >0"],
  ])("of the type %s with values %j", (typeRef, values, cell, gap) => {
    const item = (name: string, type: string, allowed = "", more = "") =>
      `<d:itemDefinition name="${name}" ${more}><d:typeRef>${type}</d:typeRef>${allowed && `<d:allowedValues>${text(allowed)}</d:allowedValues>`}</d:itemDefinition>`;
    const before = [
      item("tAge", "tYears"),
      item("tYears", "feel:number", "[0..120]"),
      item("tTier", "string", '"gold", "silver"'),
      item("tList", "boolean", "", 'isCollection="true"'),
      item("tLoop", "tLoop"),
    ].join("");
    const table = dmn({ before, input: inputOf(typeRef, values), rules: [[cell, "1"]] });
    expect(run(table).value.analysis?.gaps).toEqual([{ a: gap }]);
  });

  test("has the type of its input data where the expression has none", () => {
    const before =
      '<d:inputData name="a"><d:variable name="a" typeRef="boolean"/></d:inputData><d:inputData name="b"/>';
    const { analysis } = run(dmn({ before, rules: [["true", "1"]] })).value;
    expect(analysis?.gaps).toEqual([{ a: "false" }]);
  });

  test("may have several decisions", () => {
    const one = (name: string, value: string) =>
      `<decision id="_${name}" name="${name}"><decisionTable><input><inputExpression><text>a</text></inputExpression></input><output name="x"/><rule><inputEntry><text>-</text></inputEntry><outputEntry><text>${value}</text></outputEntry></rule></decisionTable></decision>`;
    const file = `<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/"><decision name="L"><literalExpression><text>1</text></literalExpression></decision>${one("P", "1")}${one("Q", "2")}</definitions>`;
    expect(decided(file, {})).toEqual([["1", { x: 1 }]]);
    expect(decided(file, {}, { decision: "Q" })).toEqual([["1", { x: 2 }]]);
    expect(decided(file, {}, { decision: "_Q" })).toEqual([["1", { x: 2 }]]);
    const { error, errors } = run(file, {}, { decision: "q" });
    expect([error?.code, errors?.[0]?.path]).toEqual(["TOOL_INPUT_INVALID", "/decision"]);
    expect(errors?.[0]?.message).toContain('such as "Q"');
    expect(refused(file, { decision: "L" })[1]).toBe("RANGE /decision");
  });

  test.each<[string, string, string[]]>([
    ["that is not well-formed", "<definitions>", ["", "XML_SYNTAX /table"]],
    ["with entities", '<!DOCTYPE d [<!ENTITY e "x">]><definitions/>', ["", "XML_SYNTAX /table"]],
    ["of another kind", "<html/>", ["", "DOCUMENT_TYPE /table"]],
    ["without a table", "<definitions/>", ["", "DOCUMENT_TYPE /table"]],
    [
      "with an output that is computed",
      dmn({ rules: [["-", "a + f(1)"]] }),
      ["", "CELL_SYNTAX /table/rules/0/then/0"],
    ],
    [
      "with a test that is computed",
      dmn({ rules: [["? > f(1)", "1"]] }),
      ["", "CELL_UNSUPPORTED /table/rules/0/when/0"],
    ],
    [
      "with another hit policy",
      dmn({ table: 'hitPolicy="X"' }),
      ["", "HIT_POLICY_INVALID /table/hitPolicy"],
    ],
    ["without rules", dmn({ rules: [] }), ["TOOL_INPUT_INVALID", "RANGE /table/rules"]],
  ])("%s is refused", (_, file, expected) => {
    expect(refused(file)).toEqual(expected);
  });
});

test("hostile tables are refused or read, never thrown at", () => {
  const deep = "[".repeat(1001);
  for (const table of [
    deep,
    `{"inputs":${deep}`,
    "<a>".repeat(2000),
    "\ud800",
    '{"__proto__":1}',
    "| in:".repeat(20_000),
    "in:,".repeat(25_000),
    "in:a,out:b\n" + "1,2\n".repeat(20_000),
    withRules(`[{"when":["${"1,".repeat(45_000)}1"],"then":["\ud800"]}]`),
  ])
    expect(typeof run(table, {}).ok).toBe("boolean");
});
