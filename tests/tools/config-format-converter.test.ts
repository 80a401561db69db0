import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/config-format-converter.ts";
import { runUnit } from "../support/run-unit.ts";

type Fields = Readonly<Record<string, unknown>>;

interface Value {
  readonly from: string;
  readonly lossless: boolean;
  readonly losses: readonly { code: string; path: string; detail: string }[];
}

const run = (given: Fields) => runUnit(tool as never, given);
const output = (given: Fields) => run(given).output;
const value = (given: Fields) => run(given).value as Value;
const codes = (given: Fields) => value(given).losses.map(({ code }) => code);
const losses = (given: Fields) => value(given).losses.map(({ code, path }) => `${code} ${path}`);
const json = (input: string, from: string, more: Fields = {}) => {
  const outcome = run({ input, from, indent: 0, ...more });
  return outcome.ok ? outcome.output : outcome.errors?.[0]?.code;
};

describe("reads", () => {
  test.each([
    ["A=1\r\nB = 2 # c\r\n", '{"A":"1","B":"2"}'],
    ["export  A='x # y' # z\n", '{"A":"x # y"}'],
    ["A=a#b\nB=#c\nC=\n", '{"A":"a","B":"","C":""}'],
    ['A="a\\n\\"b\\"\\$C\\t"\n', String.raw`{"A":"a\n\\\"b\\\"\\$C\\t"}`],
    ["A='l1\r\nl2'\nB=`\"'`\n", '{"A":"l1\\nl2","B":"\\"\'"}'],
    ["A=1\nA=2\n", '{"A":"2"}'],
    ["P=C:\\new\n", '{"P":"C:\\\\new"}'],
    ["a: b\n", '{"a":"b"}'],
    ["\ufeffA=1", '{"A":"1"}'],
    ["A\n", "ENV_SYNTAX"],
    ['A="x\nB=1', "ENV_SYNTAX"],
    ['A="x" y\n', '{"A":"\\"x\\" y"}'],
    ["", "{}"],
  ])("env %j", (input, expected) => expect(json(input, "env")).toBe(expected));

  test.each([
    ["g = 1\n[a]\nx: 2\n[a.b]\ny=3\n", '{"g":"1","a":{"x":"2","b":{"y":"3"}}}'],
    ["; c\n# d\na = v ; e\nb = v;w\n", '{"a":"v","b":"v;w"}'],
    ["a = \"x ; y\" # z\nb = 'q'\n", '{"a":"x ; y","b":"q"}'],
    ["a = don't ; c\n", '{"a":"don\'t"}'],
    ["k[] = 1\nk[] = 2\n", '{"k":["1","2"]}'],
    ["flag\nempty =\n", '{"flag":"","empty":""}'],
    ["a=1\na=2\n", '{"a":"2"}'],
    ["[a\\.b]\nx=1\n[]\n", '{"a.b":{"x":"1"},"":{}}'],
    ["[s] ; c\n[t]", '{"s":{},"t":{}}'],
    ["a = 1\n[a]\nb = 2\n", "KEY_CONFLICT"],
    ["[a\n", "INI_SYNTAX"],
    ["[a] b\n", "INI_SYNTAX"],
    ["__proto__ = 1\n10 = a\n2 = b\n", '{"__proto__":"1","10":"a","2":"b"}'],
  ])("ini %j", (input, expected) => expect(json(input, "ini")).toBe(expected));

  test.each([
    ["a=1\nb:2\nc 3\nd = e=f\n", '{"a":"1","b":"2","c":"3","d":"e=f"}'],
    ["# c\n! d\n\n  a = x\\\n    y\n", '{"a":"xy"}'],
    ["a\\ b\\=c=\\tx\\u00e9\\z\\\\\n", '{"a b=c":"\\txéz\\\\"}'],
    ["a.b.c=1\na.b.d=2\n", '{"a":{"b":{"c":"1","d":"2"}}}'],
    ["a[1]=y\na[0].k=x\n", '{"a":[{"k":"x"},"y"]}'],
    ["a[1]=y\na[0]=x\n", '{"a":["x","y"]}'],
    ["m[0][0]=1\nm[1][0]=2\n", '{"m":[["1"],["2"]]}'],
    ["a[1]=x\n", "KEY_CONFLICT"],
    ["a\\.b=1\na\\[0]=2\n", '{"a.b":"1","a[0]":"2"}'],
    ["a=1\na.b=2\n", "KEY_CONFLICT"],
    ["a.b=2\na=1\n", "KEY_CONFLICT"],
    ["a=\\u00g0\n", "PROPERTIES_SYNTAX"],
    ["key\n", '{"key":""}'],
  ])("properties %j", (input, expected) => expect(json(input, "properties")).toBe(expected));

  test.each([
    ['<a x="1">t</a>', '{"a":{"@x":"1","#text":"t"}}'],
    ["<a><b>1</b><b>2</b><c/></a>", '{"a":{"b":["1","2"],"c":""}}'],
    ["<a>&lt;&#65;<![CDATA[<b>]]></a>", '{"a":"<A<b>"}'],
    ['<p:a xmlns:p="u"><p:b/></p:a>', '{"p:a":{"@xmlns:p":"u","p:b":""}}'],
    ["<a> x </a>", '{"a":" x "}'],
    ["<a>\n  <b>1</b>\n</a>", '{"a":{"b":"1"}}'],
    ['<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>', "XML_ENTITY"],
    ["<a><b></a>", "XML_TAG_MISMATCH"],
  ])("xml %j", (input, expected) => expect(json(input, "xml")).toBe(expected));

  test.each([
    ["a: 1\n---\nb: 2\n", "yaml", '[{"a":1},{"b":2}]'],
    ["base: &b {x: 1}\nd:\n  <<: *b\n  y: 012\n", "yaml", '{"base":{"x":1},"d":{"x":1,"y":12}}'],
    ["a: 1\na: 2\n", "yaml", '{"a":2}'],
    ["a: .inf\n", "yaml", '{"a":".inf"}'],
    ["? [a]\n: 1\n", "yaml", "YAML_COMPLEX_KEY"],
    ["d = 1979-05-27\nf = 1_000\ni = +inf\n", "toml", '{"d":"1979-05-27","f":1000,"i":"+inf"}'],
    ['{"a":1,"a":2}', "json", '{"a":2}'],
    ["{a: .5, /* c */ b: Infinity,}", "json5", '{"a":0.5,"b":"Infinity"}'],
    ["[1,]", "json", "JSON_SYNTAX"],
    ["", "json", "JSON_SYNTAX"],
  ])("%j as %s", (input, from, expected) => expect(json(input, from)).toBe(expected));

  test("types where they are wanted, text where not", () => {
    const input = "a=1.50\nb=TRUE\nc=null\nd=\ne=007\nf=12345678901234567890\n";
    const typed = '{"a":1.50,"b":true,"c":null,"d":"","e":"007","f":12345678901234567890}';
    expect(json(input, "properties", { typed: true })).toBe(typed);
    expect(json('<a x="1">true</a>', "xml", { typed: true })).toBe('{"a":{"@x":1,"#text":true}}');
  });

  test("keys divided by another separator", () => {
    expect(json("a__b=1\na.c=2\n", "properties", { separator: "__" })).toBe(
      '{"a":{"b":"1"},"a.c":"2"}',
    );
  });
});

describe("tells the format", () => {
  test.each([
    ["<a/>", "xml", 0],
    ['{"a":1}', "json", 0],
    ["[1, // c\n2]", "jsonc", 0],
    ["{a: 1}", "json5", 0],
    ['[a]\nb = "x"\n', "toml", 1],
    ["[a]\nb = x\n", "ini", 0],
    ["[a]\n", "toml", 1],
    ["[a, b]\nc = x\n", "ini", 0],
    ["[\n1,\n]", "jsonc", 0],
    ["{a: b}", "json", 0],
    ["[\n  a,\n  b,\n]\n", "json", 0],
    ["{a: 1}\n---\n{b: 2}\n", "json", 0],
    ['name = "x: y"\nport = 1\n', "toml", 0],
    ['name = "x"\nport = 1\n', "toml", 1],
    ["list = [\n  1,\n]\n", "toml", 0],
    ["day = 2026-01-02\n", "toml", 1],
    ["point = {x = 1}\n", "toml", 1],
    ['db.host = "h"\n', "toml", 1],
    ["db.port = 1\n", "properties", 1],
    ['NAME = "x"\nPORT = 1\n', "toml", 1],
    ['NAME="x"\nPORT=1\n', "env", 1],
    ['name = "x"\nother = y z\n', "properties", 1],
    ["A=1\nexport B=2\n", "env", 1],
    ['A="1\n2"\n', "env", 0],
    ["a.b=1\n# c\nc=x y\n", "properties", 1],
    ["a: 1\nb=2\n", "yaml", 0],
    ["a: |-\n  must be within\n  [0, 100]\n", "yaml", 0],
    ["a:\n  [0, 100]\n", "yaml", 0],
    ["a=x\n  [s]\n  b=y z\n", "ini", 0],
    ["just text", "yaml", 0],
    ["<<: *a", "yaml", 0],
  ])("%j is %s", (input, from, guesses) => {
    const { value: found, errors, warnings = [] } = run({ input });
    const format = (found as Value | null)?.from ?? errors?.[0]?.code.split("_")[0]?.toLowerCase();
    expect(format).toBe(from);
    expect(warnings.filter(({ code }) => code === "FORMAT_GUESSED")).toHaveLength(guesses);
  });

  test("nothing tells it in an empty text", () => {
    for (const input of ["", " \n", "\ufeff"]) {
      expect(run({ input })).toMatchObject({ ok: false, errors: [{ code: "FORMAT_UNKNOWN" }] });
    }
  });
});

describe("writes", () => {
  const to = (target: string, data: unknown, more: Fields = {}) =>
    output({ input: JSON.stringify(data), from: "json", to: target, ...more });

  test("yaml", () => {
    expect(to("yaml", { a: "no", b: "012", c: "2001-01-01", d: "x: y", e: "l1\nl2" })).toBe(
      'a: "no"\nb: "012"\nc: "2001-01-01"\nd: "x: y"\ne: |-\n  l1\n  l2\n',
    );
    expect(to("yaml", { a: [[1], { b: 2, c: { d: 3 } }] }, { indent: 4 })).toBe(
      "a:\n    - - 1\n    - b: 2\n      c:\n          d: 3\n",
    );
    const long = "k".repeat(2000);
    expect(to("yaml", { [long]: { a: 1 } })).toBe(`? ${JSON.stringify(long)}\n:\n  a: 1\n`);
  });

  test("toml", () => {
    const data = {
      t: { u: { x: 1 } },
      s: 'a"b\n"""',
      l: [{ a: 1 }, { b: [{}] }],
      m: [1, { c: 2 }],
    };
    expect(to("toml", data)).toBe(
      's = """\na"b\n\\"\\"\\""""\nm = [1, { c = 2 }]\n\n[t.u]\nx = 1\n\n[[l]]\na = 1\n\n[[l]]\n\n[[l.b]]\n',
    );
    expect(to("toml", { "a b": {}, "": 1 })).toBe('"" = 1\n\n["a b"]\n');
    expect(to("toml", [1])).toBe("value = [1]\n");
  });

  test("ini", () => {
    const data = { o: { p: { x: "1" } }, a: "v ; w", b: "l1\nl2", c: ["1", "2"], "=": "" };
    expect(to("ini", data)).toBe(
      'a = \'v ; w\'\nb = "l1\\nl2"\nc[] = 1\nc[] = 2\n"=" =\n\n[o.p]\nx = 1\n',
    );
    expect(to("ini", { "a.b": { x: [[1]] } })).toBe("[a\\.b]\nx = [[1]]\n");
  });

  test("env", () => {
    const data = { db: { "host-name": "x y", ports: [1, 2] }, P: "C:\\new", q: '$X"' };
    expect(to("env", data)).toBe(
      `DB_HOST_NAME='x y'\nDB_PORTS_0=1\nDB_PORTS_1=2\nP='C:\\new'\nQ='$X"'\n`,
    );
    expect(to("env", { a: { b: "1" } }, { separator: "__" })).toBe("A__B=1\n");
  });

  test("properties", () => {
    const data = { a: { b: ["x", { c: " y" }] }, "k.l=": "é\n", "#": "" };
    expect(to("properties", data)).toBe("a.b[0]=x\na.b[1].c=\\ y\nk\\.l\\==\\u00e9\\n\n\\#=\n");
  });

  test("xml", () => {
    const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
    expect(to("xml", { a: { "@x": '1"<', b: ["1", "2"], c: { "#text": "t", d: "" } } })).toBe(
      `${head}<a x="1&quot;&lt;">\n  <b>1</b>\n  <b>2</b>\n  <c>t<d/></c>\n</a>`,
    );
    expect(to("xml", ["1"])).toBe(`${head}<root>\n  <item>1</item>\n</root>`);
    expect(to("xml", { "a b": "x", "1": "y" }, { rootName: "r" })).toBe(
      `${head}<r>\n  <_1>y</_1>\n  <a_b>x</a_b>\n</r>`,
    );
  });

  test("numbers with their text wherever the target can read it", () => {
    const input = "a: 0x1F\nb: 1.50\nc: 12345678901234567890\nd: .inf\n";
    expect(output({ input, from: "yaml", to: "toml" })).toBe(
      'a = 0x1F\nb = 1.50\nc = "12345678901234567890"\nd = inf\n',
    );
    expect(output({ input, from: "yaml", to: "env" })).toBe(
      "A=0x1F\nB=1.50\nC=12345678901234567890\nD=.inf\n",
    );
    expect(output({ input: "a = 1_000\nb = nan\n", from: "toml", to: "yaml" })).toBe(
      "a: 1000\nb: .nan\n",
    );
  });

  test("keys in code unit order where they are to be sorted", () => {
    const data = { b: { d: 1, c: 2 }, "10": 1, "2": 2 };
    expect(to("json", data, { sortKeys: true, indent: 0 })).toBe(
      '{"10":1,"2":2,"b":{"c":2,"d":1}}',
    );
    expect(to("properties", data, { sortKeys: true })).toBe("10=1\n2=2\nb.c=2\nb.d=1\n");
  });
});

describe("lists what is lost", () => {
  test.each([
    ["# a\nx: 1 # b\ny: # c\n  z: 2\n# d\n", "yaml", "json", "/x,/y,/y/z,"],
    ["// a\n{ // b\n  x: 1, // c\n  y: [/* d */ 2]\n}", "json5", "json", ",/x,/y,/y/0"],
    ["# a\nx = 1 # b\n# c\n[[t]] # d\ny = 2\n", "toml", "json", "/x,/t/0,/t/0,/t/0/y"],
    ["; a\n[s] ; b\nx = 1 ; c\n", "ini", "json", "/s,/s/x,"],
    ["<!-- a --><r><!-- b --><x/></r><?pi?>", "xml", "json", "/r,/r/x,"],
  ])("comments of %j", (input, from, to, paths) => {
    const found = value({ input, from, to }).losses;
    expect(found.map(({ path }) => path).join()).toBe(paths);
    expect(new Set(found.map(({ code }) => code))).toEqual(new Set(["COMMENT_LOST"]));
  });

  test.each([
    ["a: &x [1]\nb: *x\nc: !t 1\n", "yaml", "json", "ANCHOR_EXPANDED /b,TAG_LOST /c"],
    ["b: &x {y: 1}\nc:\n  <<: *x\n", "yaml", "json", "ANCHOR_EXPANDED /c"],
    ["a: 1\n---\nb: 1\n", "yaml", "json", "DOCUMENTS_MERGED "],
    ["d = 1979-05-27\nn = nan\n", "toml", "json", "DATE_TO_STRING /d,NON_FINITE_TO_STRING /n"],
    ["d = 07:32:00\nn = nan\n", "toml", "yaml", "DATE_TO_STRING /d"],
    ["d = 07:32:00\n", "toml", "ini", "TYPE_TO_STRING /d"],
    ["d = 07:32:00\n", "toml", "toml", ""],
    ['{"a":null,"b":9223372036854775808}', "json", "toml", "NULL_LOST /a,NUMBER_TO_STRING /b"],
    ['{"a":9223372036854775807}', "json", "toml", ""],
    ['{"a":1,"a":2}', "json", "json", "DUPLICATE_KEY /a"],
    ["a=1\na=2\na=3\n", "properties", "json", "DUPLICATE_KEY /a,DUPLICATE_KEY /a"],
    [
      '{"a":1,"b":[],"c":[[1]],"d":null}',
      "json",
      "ini",
      "TYPE_TO_STRING /a,EMPTY_CONTAINER_LOST /b,ARRAY_AS_TEXT /c,NULL_LOST /d",
    ],
    ['{"A":"x","b":"y"}', "json", "env", "KEY_RENAMED /b"],
    ['{"A":"\'\\"`#"}', "json", "env", "QUOTING_READERS_DIFFER /A"],
    ['["x"]', "json", "properties", "ROOT_WRAPPED "],
    ['{"a":{"b":["x"],"c d":"y"}}', "json", "xml", "ARRAY_OF_ONE /a/b,KEY_RENAMED /a/c d"],
    ['{"a":"x","b":"y"}', "json", "xml", "ROOT_WRAPPED "],
    ["<a>x<b/>y</a>", "xml", "json", "MIXED_CONTENT /a"],
    ["<a><b/><c/><b/></a>", "xml", "json", "ORDER_LOST /a"],
    ['{"a":"x"}', "json", "xml", ""],
  ])("%j from %s to %s", (input, from, to, expected) => {
    expect(losses({ input, from, to }).join()).toBe(expected);
    expect(run({ input, from, to }).valid).toBe(expected === "");
    expect(run({ input, from, to, strict: true }).ok).toBe(expected === "");
  });

  test("a thousand of one code, and how many more there are", () => {
    const input = JSON.stringify(Array.from({ length: 1500 }, (_, index) => index));
    const { warnings } = run({ input, to: "properties" });
    expect(codes({ input, to: "properties" })).toHaveLength(1001);
    expect(warnings).toMatchObject([{ code: "WARNINGS_TRUNCATED", received: 500 }]);
  });
});

describe("refuses and warns", () => {
  test.each([
    [{ input: '{"a":{"b":1},"a_b":2}', to: "env" }, "KEY_COLLISION", "/a_b"],
    [{ input: '{"r":{"a b":1,"a_b":2}}', to: "xml" }, "KEY_COLLISION", "/r/a_b"],
    [{ input: '{"a":["\\u0001"]}', to: "xml" }, "XML_BAD_CHARACTER", "/a/0"],
    [{ input: '{"a":"\\ud800"}', to: "toml" }, "LONE_SURROGATE", "/a"],
    [{ input: '{"a":[null]}', to: "toml", strict: true }, "LOSS_REFUSED", "/a/0"],
    [{ input: "{}", to: "xml", rootName: "1" }, "FORM", "/rootName"],
  ])("%j", (given, code, path) => {
    expect(run(given)).toMatchObject({ ok: false, errors: [{ code, path }] });
  });

  test("variables that are not expanded, outside single quotes and backslashes", () => {
    const input = 'A=$X\nB=\'$X\'\nC="${X}"\nD="\\$X"\nE=$5\n';
    const found = run({ input, from: "env" }).warnings ?? [];
    expect(found.map(({ code, line }) => `${code} ${line}`)).toEqual([
      "VARIABLE_KEPT 1",
      "VARIABLE_KEPT 3",
    ]);
  });

  test("repeated keys with their place", () => {
    const outcome = run({ input: "a = 1\n\na = 2\n", from: "ini" });
    expect(outcome.warnings).toMatchObject([{ code: "DUPLICATE_KEY", line: 3, column: 1 }]);
  });

  test("depth", () => {
    const input = `a${".a".repeat(2000)}=1`;
    expect(run({ input, from: "properties" }).errors?.[0]?.code).toBe("INPUT_TOO_DEEP");
    expect(run({ input: `${'{"a":'.repeat(1000)}1${"}".repeat(1000)}`, to: "toml" }).ok).toBe(true);
  });
});

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 6 }),
  fc.constantFrom("a.b", "a[0]", "x=1", " lead", "l1\nl2\n", "#c", "a ; b", "'q'", '"q"', "$X"),
  fc.constantFrom("C:\\new", "no", "012", "~", "", "]", "k[]", "@a", "#text", "a: b", "__proto__"),
);
const { data } = fc.letrec<{ data: unknown }>((tie) => ({
  data: fc.oneof(
    { maxDepth: 3 },
    { weight: 5, arbitrary: text },
    { weight: 1, arbitrary: fc.oneof(fc.integer(), fc.boolean(), fc.constant(null)) },
    { weight: 2, arbitrary: fc.array(tie("data"), { maxLength: 3 }) },
    { weight: 3, arbitrary: fc.dictionary(text, tie("data"), { maxKeys: 4 }) },
  ),
}));

test.each(["json", "yaml", "toml", "ini", "env", "properties", "xml"])(
  "what is lossless in %s reads back as the same data, and what is not reads back",
  (target) => {
    fc.assert(
      fc.property(data, fc.constantFrom(0, 2, 4), (root, indent) => {
        const input = JSON.stringify(root);
        const there = run({ input, from: "json", to: target, indent });
        if (!there.ok) return;
        const back = run({ input: there.output, from: target, to: "json", indent: 0 });
        expect(back.ok).toBe(true);
        // Tables and sections stand behind the values of their object.
        const isOrdered = target !== "toml" && target !== "ini";
        if (!(there.value as Value).lossless) return;
        const found: unknown = JSON.parse(back.output ?? "");
        if (isOrdered) expect(JSON.stringify(found)).toBe(JSON.stringify(JSON.parse(input)));
        else expect(found).toEqual(JSON.parse(input));
      }),
      {
        examples: [
          [{ "": "a.b" }, 0],
          [[[[], "a.b"]], 0],
        ],
      },
    );
  },
);
