import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/tool-schema-generator.ts";
import { runUnit } from "../support/run-unit.ts";

type Fields = Readonly<Record<string, unknown>>;
type Schema = Readonly<Record<string, unknown>>;

interface Value {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  readonly source: string;
  readonly definitions?: Readonly<Record<string, Fields>>;
  readonly changes: readonly Fields[];
}

const run = (given: Fields) => runUnit(tool as never, { provider: "schema", ...given });
const value = (input: unknown, more: Fields = {}) => run({ input, ...more }).value as Value;
const properties = (input: unknown, more: Fields = {}) =>
  value(input, more).schema["properties"] as Readonly<Record<string, Schema>>;
const error = (input: unknown, more: Fields = {}) => run({ input, ...more }).errors?.[0];
const python = (parameter: string) => Object.values(properties(`def f(${parameter}): ...`))[0];
const script = (parameter: string) => Object.values(properties(`function f(${parameter}) {}`))[0];

describe("field lines", () => {
  test.each([
    ["a", { type: "string" }],
    ["a: string(email)", { type: "string", format: "email" }],
    ["a: string(3..50)", { type: "string", minLength: 3, maxLength: 50 }],
    ["a: string(/^x - y$/)", { type: "string", pattern: "^x - y$" }],
    ["a: number(0..)", { type: "number", minimum: 0 }],
    [
      "a: string[][](1..5)",
      {
        type: "array",
        minItems: 1,
        maxItems: 5,
        items: { type: "array", items: { type: "string" } },
      },
    ],
    ['a: "x y" | b', { type: "string", enum: ["x y", "b"] }],
    ["a: integer | null", { type: ["integer", "null"] }],
    ['a: string = "x - y" - z: w', { type: "string", default: "x - y", description: "z: w" }],
    ["a: any - x - y", { description: "x - y" }],
  ])("%j", (line, expected) =>
    expect(properties(line, { source: "fields" })["a"]).toEqual(expected),
  );

  test("members, comments, tabs and CRLF", () => {
    const input = "# all\r\no: object\r\n\tb?: integer - B\r\n\r\nl: object[]\n  c: string\n";
    expect(value(input).schema).toEqual({
      type: "object",
      properties: {
        o: {
          type: "object",
          properties: { b: { type: "integer", description: "B" } },
          additionalProperties: false,
        },
        l: {
          type: "array",
          items: {
            type: "object",
            properties: { c: { type: "string" } },
            required: ["c"],
            additionalProperties: false,
          },
        },
      },
      required: ["o", "l"],
      additionalProperties: false,
    });
  });

  test("an empty text is a schema without properties", () => {
    const empty = { type: "object", properties: {}, additionalProperties: false };
    for (const input of ["", " \n# c\n"]) expect(value(input).schema).toEqual(empty);
  });

  test.each([
    ["a: strng", "TYPE_UNKNOWN", 1],
    ["a\na", "FIELD_DUPLICATE", 2],
    ["a: integer = x", "DEFAULT_TYPE_MISMATCH", 1],
    ["ok\n: x", "FIELD_SYNTAX", 2],
  ])("%j fails with %s", (input, code, line) => expect(error(input)).toMatchObject({ code, line }));
});

describe("python", () => {
  test.each([
    ["a", {}],
    ["a: str", { type: "string" }],
    ["a: float = 1_0.50", { type: "number", default: 10.5 }],
    ["a: bool = False", { type: "boolean", default: false }],
    [
      "a: list[dict[str, int]]",
      { type: "array", items: { type: "object", additionalProperties: { type: "integer" } } },
    ],
    ["a: Optional[int] = None", { type: ["integer", "null"], default: null }],
    ["a: str = None", { type: ["string", "null"], default: null }],
    ["a: int | str", { anyOf: [{ type: "integer" }, { type: "string" }] }],
    [
      "a: Union[int, str, None]",
      { anyOf: [{ type: "integer" }, { type: "string" }, { type: "null" }] },
    ],
    ['a: Literal["x", \'y\'] = "x"', { type: "string", enum: ["x", "y"], default: "x" }],
    ['a: Literal["x"] | None', { type: ["string", "null"], enum: ["x", null] }],
    ["a: datetime.datetime", { type: "string", format: "date-time" }],
    ["a: date", { type: "string", format: "date" }],
    ["a: uuid.UUID", { type: "string", format: "uuid" }],
    [
      'a: Annotated[int, Field(gt=0), "How many"] = 1',
      { type: "integer", exclusiveMinimum: 0, default: 1, description: "How many" },
    ],
    [
      'a: int = Field(default=4, ge=1, le=9, multiple_of=2, title="T", description="D")',
      {
        type: "integer",
        minimum: 1,
        maximum: 9,
        multipleOf: 2,
        title: "T",
        default: 4,
        description: "D",
      },
    ],
    [
      'a: "str | None" = pydantic.Field(None, min_length=2, max_length=4, pattern=r"^\\w+$")',
      { type: ["string", "null"], minLength: 2, maxLength: 4, pattern: "^\\w+$", default: null },
    ],
    [
      "a: list['int'] = Field(default_factory=list, max_length=3)",
      { type: "array", items: { type: "integer" }, maxItems: 3 },
    ],
    [
      "a: dict[str, int] = Field(..., min_length=1)",
      { type: "object", additionalProperties: { type: "integer" }, minProperties: 1 },
    ],
    [
      "a: Annotated[str, MinLen(1), Len(2, 5), Doc('d')]",
      { type: "string", minLength: 2, maxLength: 5, description: "d" },
    ],
    [
      "a: Annotated['list[\\'int\\'] | None', annotated_types.Len(1)] = None",
      { type: ["array", "null"], items: { type: "integer" }, minItems: 1, default: null },
    ],
    ["a: Annotated[float, Gt(0.5), Le(1)]", { type: "number", exclusiveMinimum: 0.5, maximum: 1 }],
    ["a: 'no type at ['", {}],
    ["a: 'int str'", {}],
    [
      "a: int = Field(gt=LIMIT, ge=-1, multiple_of=0, min_length='x')",
      { type: "integer", minimum: -1 },
    ],
    ["a: int = Field(1) + 1", { type: "integer" }],
    ["a: tuple[int, ...]", { type: "array", items: { type: "integer" } }],
    [
      "a: tuple[int, str]",
      {
        type: "array",
        prefixItems: [{ type: "integer" }, { type: "string" }],
        items: false,
        minItems: 2,
        maxItems: 2,
      },
    ],
    ["a: Any = {'k': [1, 'x', None]}", { default: { k: [1, "x", null] } }],
    ["a: pd.DataFrame", {}],
    ["a: Callable[[int], str] = lambda x: (x, 1)", {}],
    ['a: "Forward"', {}],
    ["a: str = r'\\d' \"e\\n\"", { type: "string", default: "\\de\n" }],
    ["a: int = 0xFF", { type: "integer", default: 255 }],
    ["a: int = SIZE * 2", { type: "integer" }],
    ["a: __proto__", {}],
  ])("%s", (parameter, expected) => expect(python(parameter)).toEqual(expected));

  test("self, cls, *args and **kwargs are left out; keyword-only ones are not", () => {
    const input =
      "class C:\n    @tool\n    async def run(\n        self,  # me\n        a: int,\n        /,\n        *args,\n        b: str = 'x, )',\n        **kwargs: Any,\n    ) -> dict[str, int]:\n        pass\n";
    expect(value(input)).toMatchObject({ name: "run", source: "python" });
    expect(value(input).schema).toMatchObject({ required: ["a"] });
    expect(Object.keys(properties(input))).toEqual(["a", "b"]);
    expect(Object.keys(properties("def f(*, a, b=1): ..."))).toEqual(["a", "b"]);
  });

  test.each([
    [
      "Do it.\n\n    Args:\n        a (int): First: one\n            and more.\n        b: Second.\n\n    Returns:\n        c: none\n    ",
    ],
    [
      "Do it.\n\n    Parameters\n    ----------\n    a : int\n        First: one\n        and more.\n    b\n        Second.\n\n    Returns\n    -------\n    c : int\n    ",
    ],
    [
      "Do it.\n\n    :param int a: First: one\n        and more.\n    :param b: Second.\n    :returns: c\n    ",
    ],
  ])("docstring %j", (text) => {
    const input = `def f(a, b, c):\r\n    """${text}"""\n    return 1\n`;
    expect(value(input).description).toBe("Do it.");
    expect(properties(input)).toEqual({
      a: { description: "First: one and more." },
      b: { description: "Second." },
      c: {},
    });
  });

  test.each([
    ["def f(a: ", 1],
    ["def f(a, a): ...", 1],
    ["def f(a: list[int): ...", 1],
    ["def f(\n  a = 'x\n): ...", 2],
    ["def f(a)\n  pass", 2],
  ])("%j is no signature", (input, line) => {
    expect(error(input)).toMatchObject({ code: "SIGNATURE_SYNTAX", path: "/input", line });
  });

  test("a default that does not fit", () => {
    expect(error("def f(a: int = 'x'): ...")).toMatchObject({
      code: "DEFAULT_TYPE_MISMATCH",
      path: "/properties/a",
    });
  });
});

describe("typescript", () => {
  test.each([
    ["a: number", { type: "number" }],
    ["a?: string[]", { type: "array", items: { type: "string" } }],
    ["a = 5", { type: "number", default: 5 }],
    ["a: string | null = null", { type: ["string", "null"], default: null }],
    ["a: 'x' | 'y' = 'x'", { type: "string", enum: ["x", "y"], default: "x" }],
    ["a = -1.50", { type: "number", default: -1.5 }],
    ["a: number[] = [1, 2]", { type: "array", items: { type: "number" }, default: [1, 2] }],
    ["a: number = compute()", { type: "number" }],
    ["...a: number[]", { type: "array", items: { type: "number" } }],
  ])("%s", (parameter, expected) => expect(script(parameter)).toEqual(expected));

  test.each([
    ["const book = async (a: string, b = 1) => { return a }"],
    ["export default function book(a: string, b = 1): Promise<void> {}"],
    ["/** x */\nclass C { constructor(x: number) {} book(a: string, b = 1) {} }\nfunction g() {}"],
    ["export const tools = { book(a: string, b = 1) {} }\nfunction g() {}"],
    ["const book = function (this: Window, a: string, b = 1) {}"],
  ])("%s", (input) => {
    const found = value(input, { source: "typescript" });
    expect(found.name).toBe("book");
    expect(found.schema).toEqual({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "number", default: 1 } },
      required: ["a"],
      additionalProperties: false,
    });
  });

  test("one object parameter is itself the schema", () => {
    const expected = {
      type: "object",
      properties: {
        city: { type: "string", description: "City" },
        days: { type: "number", default: 3, description: "Days" },
      },
      required: ["city"],
      additionalProperties: false,
    };
    const docs =
      "/** Forecast.\n * @param options.city - City\n * @param [options.days=3] Days\n */\n";
    const type = "{ city: string; days: number }";
    const inline = `${docs}function f({ city, days = 3 }: ${type}) {}`;
    const named = `interface Options ${type}\n${docs}function f({ city, days: n = 3 }: Options) {}`;
    for (const input of [inline, named]) {
      const { $defs: _, ...schema } = value(input).schema;
      expect(schema).toEqual(expected);
      expect(value(input).description).toBe("Forecast.");
    }
    expect(properties("function f({ a, b = 'x' }) {}")).toEqual({
      a: {},
      b: { type: "string", default: "x" },
    });
  });

  test("an interface or a type alone", () => {
    const input =
      "/** Query */\nexport interface Search {\n  /** Text */\n  q: string;\n  n?: number;\n}";
    expect(value(input)).toMatchObject({ name: "Search", description: "Query" });
    expect(value(input).schema).toEqual({
      type: "object",
      properties: { q: { type: "string", description: "Text" }, n: { type: "number" } },
      required: ["q"],
      additionalProperties: false,
    });
    expect(properties("type T = { a?: boolean }")).toEqual({ a: { type: "boolean" } });
  });

  test.each(["function f(a: {", "type T = string", "const x = 1 // =>"])("%j", (input) => {
    expect(error(input, { source: "typescript" })?.code).toBe("SIGNATURE_SYNTAX" as never);
  });
});

describe("samples", () => {
  test("one, and several merged", () => {
    const expected = {
      type: "object",
      properties: { city: { type: "string" }, days: { type: "integer" } },
      required: ["city", "days"],
      additionalProperties: false,
    };
    expect(value('{"city":"x","days":1}').schema).toEqual(expected);
    expect(value({ city: "x", days: 1 })).toMatchObject({ source: "sample", name: "tool" });
    expect(value('[{"city":"x"},{"city":"y","days":1}]').schema).toEqual({
      ...expected,
      required: ["city"],
    });
    expect(value("{}").schema).toEqual({
      type: "object",
      properties: {},
      additionalProperties: false,
    });
  });

  test.each([["[1]"], ["1"]])("%s holds no object", (input) => {
    expect(error(input, { source: "sample" })?.code).toBe("ROOT_NOT_OBJECT" as never);
  });
});

describe("the definition", () => {
  const input = "city: string - City name\ndays?: integer - Days\n";

  test("of each provider, with the changes of that tool", () => {
    const found = value(input, {
      provider: "openai",
      strict: true,
      name: "f",
      description: "Forecast it",
    });
    expect(found.definitions?.["openai"]).toMatchObject({ function: { name: "f", strict: true } });
    expect(found.changes).toMatchObject([
      { code: "OPTIONAL_TO_NULLABLE", path: "/properties/days" },
    ]);
    expect(value(input, { provider: "mcp" }).definitions?.["mcp"]).toEqual({
      name: "tool",
      description: "",
      inputSchema: found.schema,
    });
    expect(value(input).definitions).toBeUndefined();
  });

  test("the verdict is on the name and the descriptions", () => {
    const verdict = (more: Fields) => run({ input, description: "Forecast it", ...more }).valid;
    expect([verdict({}), verdict({ name: "a b" }), verdict({ input: "a" })]).toEqual([
      true,
      false,
      false,
    ]);
    expect(error(input, { name: "é!" })?.code).toBe("NAME_INVALID" as never);
    const { warnings = [] } = run({ input: "a\nb - x", description: "Short" });
    expect(warnings.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "DESCRIPTION_MISSING /properties/a",
      "DESCRIPTION_SHORT /description",
    ]);
  });

  test("text is needed for all but samples", () => {
    expect(error({ a: 1 }, { source: "python" })?.code).toBe("TOOL_INPUT_INVALID" as never);
  });
});

test("fields are properties in their order, whatever the language", () => {
  const names = fc.uniqueArray(fc.stringMatching(/^[a-z_][a-z0-9_]{0,6}$/), {
    minLength: 1,
    maxLength: 6,
  });
  const reserved =
    /^(?:self|cls|this|in|is|or|do|if|as|and|not|for|def|new|let|var|try|case|else|enum|null|true|with|void|from|pass|del|None|static|await|yield|class|const|super|false|throw|while|break|catch|export|import|delete|return|switch|typeof|public|package|private|default|finally|extends|function)$/;
  fc.assert(
    fc.property(
      names.filter((list) => !list.some((name) => reserved.test(name))),
      (list) => {
        const inputs = {
          fields: list.join("\n"),
          python: `def f(${list.join(", ")}): ...`,
          typescript: `function f(${[...list, "zz_last"].map((name) => `${name}: string`).join(", ")}) {}`,
        };
        for (const [source, input] of Object.entries(inputs)) {
          const keys = Object.keys(properties(input, { source }));
          expect(keys.filter((key) => key !== "zz_last")).toEqual(
            list.filter((key) => key !== "zz_last"),
          );
        }
      },
    ),
  );
});
