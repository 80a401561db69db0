import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Value } from "../../../tools/environment-contract-compiler.ts";
import tool from "../../../tools/environment-contract-compiler.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const usage = (source: string, input = "") => (run({ input, source }).value as Value).usage;
const names = (source: string) => usage(source)?.undeclared;
const validate = (input: string, schema: unknown, more: object = {}) =>
  run({ action: "validate", input, schema, ...more }).value as Value;
const found = (...given: Parameters<typeof validate>) =>
  validate(...given).findings.map(
    ({ code, severity, subject, line }) => `${severity} ${code} ${subject} ${line}`,
  );
const failure = (input: object) => {
  const { ok, error, errors = [] } = run(input);
  return ok ? "" : `${error?.code ?? errors[0]?.code} ${errors[0]?.path}`;
};

describe("code", () => {
  test("in the languages that are known", () => {
    const reads = [
      "process.env.A",
      "process.env?.A",
      'process.env["A"]',
      "process . env",
      "process.env?.[ 'A' ]",
      "process.env[`A`]",
      "import.meta.env.A",
      "Bun.env.A",
      'Deno.env.get("A")',
      'os.environ["A"]',
      "os.environ.get('A', 1)",
      "environ['A']",
      'os.getenv("A")',
      'ENV["A"]',
      "ENV.fetch('A') { 1 }",
      'System.getenv("A")',
      'os.Getenv("A")',
      'os.LookupEnv("A")',
      'std::env::var("A")',
      'env!("A")',
      'std::getenv("A")',
      "$_ENV['A']",
    ];
    for (const read of reads) {
      const expected = read === "process . env" ? [] : ["A"];
      expect({ read, names: names(read) }).toEqual({ read, names: expected });
    }
  });

  test("patterns that take variables out of their object", () => {
    expect(names('const { A, B: b, C = f({ x: [1, 2] }), "D-E": d } = process.env')).toEqual([
      "A",
      "B",
      "C",
      "D-E",
    ]);
    expect(names("const {\n  A,\n  B: b = 1,\n} =\n process.env;")).toEqual(["A", "B"]);
    expect(usage("const { A, ...rest } = process.env")).toMatchObject({
      undeclared: ["A"],
      dynamic: 1,
    });
    expect(names("const { A } = process.env.X")).toEqual(["X"]);
    expect(names("const a = process.env; x = {}; } = process.env")).toEqual([]);
  });

  test("names that are computed are counted", () => {
    const source =
      'process.env[key]; process.env["A" + b]; os.getenv(name); ENV[x]; process.env[`A_${b}`]; Deno.env.get(k)';
    expect(usage(source)).toEqual({ undeclared: [], unused: [], dynamic: 6 });
  });

  test("other names are others", () => {
    expect(
      names("myprocess.env.A; x.process.env.B; process.envs.C; MY_ENV['D']; ENVIRON['E']"),
    ).toEqual([]);
  });

  test("what every process has need not be declared, nor used", () => {
    const source = "process.env.NODE_ENV; process.env.CI; import.meta.env.MODE; process.env.MODE";
    expect(usage(source, "PATH=x\nB=1\nA=1\n")).toEqual({
      undeclared: ["MODE"],
      unused: ["A", "B"],
      dynamic: 0,
    });
  });

  test("findings have the lines where a name is read first, and stands", () => {
    const { findings } = run({ input: "A=1\n\nB=2", source: "\nprocess.env.C\nprocess.env.C" })
      .value as Value;
    expect(findings.map(({ code, subject, line }) => `${code} ${subject} ${line}`)).toEqual([
      "USED_NOT_DECLARED C 2",
      "DECLARED_NOT_USED A 1",
      "DECLARED_NOT_USED B 3",
    ]);
  });
});

describe("a schema beside the example", () => {
  const schema = {
    type: "object",
    properties: {
      A: { type: "string", format: "email", description: "Whom" },
      B: { type: "integer", minimum: 1, maximum: 3, default: 2 },
      C: { enum: ["x"], writeOnly: true, pattern: "^x$", deprecated: true },
    },
    required: ["C", "D"],
  };
  const { variables = [] } = run({ input: "# Number @optional\nA=1\nD=1 # @optional\n", schema })
    .value as Value;

  test("overrides what is inferred", () => {
    expect(variables[0]).toMatchObject({ type: "email", description: "Whom", required: false });
    expect(variables[1]).toMatchObject({ name: "D", type: "integer", required: true });
  });

  test("adds what only it has", () => {
    const common = { secret: false, example: "", description: "", deprecated: false, line: null };
    const bounds = { min: 1, max: 3, default: 2 };
    expect(variables[2]).toEqual({
      ...common,
      name: "B",
      type: "integer",
      required: false,
      ...bounds,
    });
    expect(variables[3]).toMatchObject({ name: "C", secret: true, enum: ["x"], deprecated: true });
  });

  test("a default that the schema gives is enough; what the schema requires stays required", () => {
    const properties = { A: { type: "string", default: "b" } };
    const required = (input: string, more: object = {}) => {
      const contract = run({ input, schema: { properties, ...more } }).value as Value;
      return contract.artifacts?.jsonSchema.required;
    };
    expect(required("A=a\nB=b\n")).toEqual(["B"]);
    expect(required("A=a # @required\n")).toEqual(["A"]);
    expect(required("A=a\n", { required: ["A"] })).toEqual(["A"]);
  });
});

describe("real files", () => {
  const schema = (properties: object, more: object = {}) => ({
    type: "object",
    properties,
    ...more,
  });

  test("are converted to the types of the schema", () => {
    const properties = {
      I: { type: "integer" },
      N: { type: "number" },
      B: { type: "boolean" },
      S: { type: "string" },
      U: { type: ["integer", "string"] },
      L: { type: "array" },
    };
    const text = "I=+05\nI=-0\nN=+1.5e1\nB=TRUE\nS=1\nU=x\nL=[1]\nX=2\n";
    const { parsed, verdict } = validate(text, schema(properties));
    expect(parsed).toEqual({ I: 0, N: 15, B: true, S: "1", U: "x", L: [1], X: "2" });
    expect(verdict).toBe("review");
  });

  test("values that are none of the type, and those that the schema refuses", () => {
    const properties = {
      A: { type: "integer" },
      B: { type: "boolean" },
      C: { type: "string", pattern: "^x" },
      D: { type: "string", contentMediaType: "application/json" },
      E: { type: "integer", maximum: 5 },
      F: { type: "string", format: "uri" },
    };
    const text = "A=1.0\nB=yes\nC=y\nD={\nE=6\nF=x y\n";
    expect(found(text, schema(properties))).toEqual(
      ["A", "B", "C", "D", "E", "F"].map((name, at) => `error VARIABLE_INVALID ${name} ${at + 1}`),
    );
    expect(found("A=\nB=\n", schema({ A: { type: "integer" }, B: { type: "string" } }))).toEqual([
      "error VARIABLE_INVALID A 1",
    ]);
  });

  test("missing, unknown, repeated and forbidden variables", () => {
    const text = "A=1\nA=2\nB=1\n1C=1\n---\n";
    expect(found(text, schema({ A: {} }, { required: ["Z", "A", "Y"] }))).toEqual([
      "error NAME_INVALID 1C 4",
      "error VARIABLE_MISSING Y undefined",
      "error VARIABLE_MISSING Z undefined",
      "warning DUPLICATE_VARIABLE A 2",
      "warning LINE_UNPARSED undefined 5",
      "warning VARIABLE_UNKNOWN 1C 4",
      "warning VARIABLE_UNKNOWN B 3",
    ]);
    expect(found("A=1\nB=1", schema({ A: {} }, { additionalProperties: false }))).toEqual([
      "error VARIABLE_INVALID B 2",
    ]);
    expect(found("A=1", schema({ A: {} }, { minProperties: 2 }))).toEqual([
      "error VARIABLE_INVALID undefined undefined",
    ]);
  });

  test("secrets are masked by name, by the schema and in URLs", () => {
    const text = "MY_TOKEN=t\nA=s\nB=http://u:p@h\nC=c\n";
    const contract = schema({ A: { writeOnly: true } });
    expect(validate(text, contract).parsed).toEqual({
      MY_TOKEN: "***",
      A: "***",
      B: "http://u:***@h",
      C: "c",
    });
    expect(validate(text, contract, { maskSecrets: false }).parsed).toMatchObject({ A: "s" });
    const refused = run({
      action: "validate",
      input: "TOKEN=s3cr3t",
      schema: schema({ TOKEN: { const: "x" } }),
    });
    expect(JSON.stringify(refused)).not.toContain("s3cr3t");
  });

  test("the output is the table of findings", () => {
    const { output } = run({
      action: "validate",
      input: "A=1",
      schema: schema({}, { required: ["B"] }),
    });
    expect(output).toBe(
      [
        "# environment-contract-compiler: FAIL",
        "",
        "1 variable, 1 error and 1 warning",
        "",
        "| Severity | Code | Where | Message |",
        "| --- | --- | --- | --- |",
        "| error | VARIABLE_MISSING | B | Cannot run without B: it is not in the file |",
        "| warning | VARIABLE_UNKNOWN | A | The contract does not have A |",
      ].join("\n"),
    );
  });

  test("schemas may be YAML, and have to be schemas", () => {
    const yaml = "type: object\nproperties:\n  A: { type: integer }\n";
    expect(validate("A=1", yaml).parsed).toEqual({ A: 1 });
    const invalid = (given: unknown) =>
      failure({ action: "validate", input: "A=1", schema: given });
    expect(invalid({ type: "objekt" })).toBe("SCHEMA_INVALID /schema/type");
    expect(invalid({ $ref: "#/x" })).toStartWith("REF_UNRESOLVED");
    expect(invalid([1])).toBe("DOCUMENT_TYPE /schema");
    expect(invalid('{"a"')).toBe("JSON_SYNTAX /schema");
    expect(invalid("")).toBe("TOOL_INPUT_INVALID /schema");
    expect(failure({ input: "A=1", schema: { properties: { A: { pattern: 1 } } } })).toBe("");
  });

  test("numbers that no double holds are kept as text", () => {
    const { value, warnings } = run({
      action: "validate",
      input: "A=9007199254740993",
      schema: schema({ A: { type: "integer" } }),
    });
    expect((value as Value).parsed).toEqual({ A: "9007199254740993" });
    expect(warnings?.map(({ code }) => code)).toEqual(["NUMBER_KEPT_AS_TEXT"]);
  });
});

describe("the gate", () => {
  test("trips on errors or also on warnings", () => {
    const failOn = (input: string, gate: string) => run({ input, failOn: gate }).error?.code;
    const code = "ENVIRONMENT_CONTRACT_COMPILER_FAILED";
    expect(["none", "error", "warning"].map((gate) => failOn("1A=1", gate))).toEqual([
      undefined,
      code,
      code,
    ]);
    expect(["error", "warning"].map((gate) => failOn("A", gate))).toEqual([undefined, code]);
    expect(["error", "warning"].map((gate) => failOn("A=1", gate))).toEqual([undefined, undefined]);
  });
});

describe("hostile texts", () => {
  test("have a result", () => {
    const texts = [
      "A='\\".repeat(25_000),
      `A="${'\\"#'.repeat(33_000)}`,
      "A=\"\\'`".repeat(14_000),
      `A=${" ".repeat(99_000)}#`,
      `A='x'${" ".repeat(99_000)}y`,
      `# ${"@".repeat(99_000)}\nA=1`,
      `# ${" @x".repeat(33_000)}\nA=1`,
      "A=1\n".repeat(25_000),
      `A=${"a@".repeat(49_000)}`,
      `A=${"x".repeat(99_000)}`,
      `TOKEN=${"x".repeat(99_000)}y`,
    ];
    const countOf = (input: string) => (run({ input }).value as Value).variables?.length;
    expect(texts.map(countOf)).toEqual(texts.map(() => 1));
    const sources = [
      "{".repeat(20_000) + "}=process.env".repeat(6000),
      "process.env[".repeat(8000),
      `ENV${" ".repeat(99_000)}`,
      `{${"a,".repeat(45_000)}} = process.env`,
      `process.env${" ".repeat(99_000)}`,
      'getenv("'.repeat(12_000),
    ];
    for (const source of sources) expect(usage(source)).toMatchObject({ unused: [] });
  });

  test("names that objects have by themselves", () => {
    const { value } = run({ input: "__proto__=1\nconstructor=2\n" });
    const { variables = [], artifacts } = value as Value;
    expect(variables.map(({ name }) => name)).toEqual(["__proto__", "constructor"]);
    expect(Object.keys(artifacts?.jsonSchema.properties)).toEqual(["__proto__", "constructor"]);
    const { parsed } = validate("__proto__=1\n", { properties: {} });
    expect(Object.entries(parsed as object)).toEqual([["__proto__", "1"]]);
  });

  test("any text is compiled, and its lines are accounted for", () => {
    const piece = fc.constantFrom(
      "A",
      "B1",
      "=",
      "'",
      '"',
      "`",
      "#",
      " ",
      "\n",
      "\r",
      ":",
      "export ",
      "@min 1",
      "\ud800",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const { value } = run({ input: pieces.join("") });
        const { variables = [], artifacts } = value as Value;
        expect(Object.keys(artifacts?.jsonSchema.properties)).toEqual(
          variables.map(({ name }) => name),
        );
      }),
    );
  });
});
