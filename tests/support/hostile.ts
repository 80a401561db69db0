/**
 * Calls that are meant to hurt: to take for ever, to fill the memory, to overflow a stack, or to break what
 * reads them. Whatever the service makes of one, it says so with a code, and goes on serving the others.
 */

export interface HostileCall {
  readonly title: string;
  readonly call: { readonly tool_id: string; readonly input: unknown };
  /** The code of the error, or "ok". */
  readonly code: string;
}

/** Statuses of the codes that are not a tool's own. */
const STATUSES: Readonly<Record<string, number>> = {
  ok: 200,
  INVALID_REQUEST: 400,
  UNKNOWN_TOOL: 404,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
};

export function statusOf(code: string): number {
  return STATUSES[code] ?? 422;
}

const TOO_DEEP = "INPUT_TOO_DEEP";
const KIT_FAILED = "STRUCTURED_OUTPUT_RECOVERY_KIT_FAILED";

/** What the limit of 100,000 characters leaves beside a pattern or a schema. */
const LONG = 99_000;
const DEEP = 50_000;

export const nested = (open: string, close: string, levels: number): string =>
  open.repeat(levels) + close.repeat(levels);

const list = (length: number, item: (index: number) => unknown): string =>
  JSON.stringify(Array.from({ length }, (_, index) => item(index)));

const DIGITS = "9".repeat(LONG);
const WORD = "a".repeat(100_000);
const OPEN_LISTS = "[".repeat(DEEP);
const OPEN_OBJECTS = '{"a":'.repeat(15_000);
const LISTS = nested("[", "]", DEEP);
const PROTO =
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1}';
const LONE = '"a\ud800b\udc00c"';

/** Texts that any field of any tool may be given. */
export const HOSTILE_TEXTS: Readonly<Record<string, string>> = {
  "open lists": OPEN_LISTS,
  "open objects": OPEN_OBJECTS,
  "lists in lists": nested("[", "]", 49_000),
  digits: DIGITS,
  "one word": "a".repeat(LONG),
  "members of every object": PROTO,
  "lone surrogates": LONE,
};

/** A list of nine, and eight times nine aliases of the one before: nine to the ninth scalars. */
const YAML_BOMB = [
  "a: &a [x, x, x, x, x, x, x, x, x]",
  ...Array.from("bcdefghi", (name, index) => {
    const alias = `*${"abcdefgh"[index]}`;
    return `${name}: &${name} [${Array.from({ length: 9 }, () => alias).join(", ")}]`;
  }),
].join("\n");
const YAML_MERGES = YAML_BOMB.replace("[x, x, x, x, x, x, x, x, x]", "{x: 1}")
  .replaceAll("[", "{<<: [")
  .replaceAll("]", "]}");

/** Each entity is ten of the one before. */
const XML_BOMB = `<!DOCTYPE l [<!ENTITY a "lol">${Array.from(
  "bcdefghi",
  (name, index) => `<!ENTITY ${name} "${`&${"abcdefgh"[index]};`.repeat(10)}">`,
).join("")}]><l>&i;</l>`;

const EXPONENTIAL = "^(a+)+$";
const POLYNOMIAL = "a*a*b";
const ALMOST = `${"a".repeat(20_000)}!`;

/** Each definition asks for the next one twice: two to the fortieth checks. */
const DOUBLING = JSON.stringify({
  $ref: "#/$defs/d0",
  $defs: Object.fromEntries(
    Array.from({ length: 41 }, (_, index) => {
      const next = { $ref: `#/$defs/d${index + 1}` };
      return [`d${index}`, index === 40 ? { type: "object" } : { allOf: [next, next] }];
    }),
  ),
});
/** As many branches as items, all of which look as if they might fit, and none does. */
const branches = (count: number): string =>
  JSON.stringify({
    items: {
      anyOf: Array.from({ length: count }, (_, index) => ({
        properties: { kind: { const: `kind ${index}` }, id: { type: "string" } },
        required: ["kind", "id"],
      })),
    },
  });
const forBranches = (count: number): string =>
  list(count, (index) => ({ kind: `kynd ${index}`, id: index }));
const words = (count: number): string =>
  `{"items":{"enum":${list(count, (index) => `word${index * 7919}`)}}}`;
const misspelt = (count: number): string => list(count, (index) => `wrod${index * 7907}`);
const NOTS = nested('{"not":', "}", 12_000).replace(":}", ":{}}");

const call = (title: string, tool_id: string, input: unknown, code: string): HostileCall => ({
  title: `${tool_id}: ${title}`,
  call: { tool_id, input },
  code,
});

/** The same text in a field of each of the tools. */
const each = (title: string, text: string, rows: readonly (readonly [string, string, string])[]) =>
  rows.map(([id, field, code]) => call(title, id, { [field]: text }, code));

/** The same schema and data for the validator, the repair, the rescue and the kit; no code, no call. */
function checks(title: string, schema: string, data: string, codes: readonly string[]) {
  const [validator, repair, rescue, kit] = codes;
  const policy = "aggressive";
  return [
    ["json-schema-validator", { schema, data }, validator] as const,
    ["contract-conformance-repair", { schema, data, policy }, repair] as const,
    ["structured-output-rescue", { schema, text: data }, rescue] as const,
    ["structured-output-recovery-kit", { schema, text: data }, kit] as const,
  ].flatMap(([id, input, code]) => (code ? [call(title, id, input, code)] : []));
}

const all = (code: string, kit = code) => [code, code, code, kit];

const PATTERNS: readonly HostileCall[] = [
  ...[EXPONENTIAL, POLYNOMIAL, "(a*)*\\1b"].map((pattern) =>
    call(pattern, "regex-tester", { pattern, text: ALMOST }, "REGEX_BUDGET_EXCEEDED"),
  ),
  ...["((a{1,999}){1,999}){1,999}", "(?<=a*)b"].map((pattern) =>
    call(pattern, "regex-tester", { pattern, text: ALMOST }, "ok"),
  ),
  call(
    "a replacement of the square of its length",
    "regex-tester",
    {
      pattern: "a",
      flags: "g",
      text: "a".repeat(40_000),
      action: "replace",
      replacement: "$&".repeat(20_000),
    },
    "OUTPUT_TOO_LARGE",
  ),
  ...[EXPONENTIAL, POLYNOMIAL].flatMap((pattern) =>
    checks(
      pattern,
      JSON.stringify({ items: { pattern } }),
      JSON.stringify([ALMOST]),
      all("REGEX_BUDGET_EXCEEDED"),
    ),
  ),
  // These have an engine without backtracking.
  ...["match", "search"].flatMap((name) =>
    ["^(a+)+$", "(a+)+b", POLYNOMIAL].map((pattern) => {
      const path = `$[?${name}(@, '${pattern}')]`;
      return call(path, "json-path-tester", { json: JSON.stringify([ALMOST]), path }, "ok");
    }),
  ),
  call(
    "descendants of descendants",
    "json-path-tester",
    { json: nested("[", "]", 150), path: `$${"..*".repeat(100)}` },
    "QUERY_BUDGET_EXCEEDED",
  ),
];

const EXPANSIONS: readonly HostileCall[] = [
  call("aliases", "yaml-formatter", { input: YAML_BOMB }, "ok"),
  call(
    "aliases as JSON",
    "yaml-formatter",
    { input: YAML_BOMB, action: "json" },
    "YAML_ALIAS_LIMIT",
  ),
  call(
    "merge keys",
    "yaml-formatter",
    { input: YAML_MERGES, action: "json", merge: true, version: "1.1" },
    "ok",
  ),
  call(
    "an alias of itself",
    "yaml-formatter",
    { input: "&a [*a]", action: "json" },
    "YAML_ALIAS_LIMIT",
  ),
  call(
    "aliases",
    "schema-converter",
    { schema: YAML_BOMB, mode: "yaml", direction: "yaml-to-json" },
    "YAML_ALIAS_LIMIT",
  ),
  call("aliases", "contract-conformance-repair", { schema: YAML_BOMB, data: "1" }, "YAML_SYNTAX"),
  ...["format", "minify", "validate"].map((action) =>
    call(`entities, ${action}`, "xml-formatter", { input: XML_BOMB, action }, "ok"),
  ),
  ...each("an entity of itself", '<!DOCTYPE l [<!ENTITY a "&a;">]><l>&a;</l>', [
    ["xml-formatter", "input", "XML_ENTITY_RECURSION"],
  ]),
  ...each("a file", '<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]><l>&a;</l>', [
    ["xml-formatter", "input", "ok"],
  ]),
  ...each("a long name in many rows", `${"a".repeat(40_000)}\n${"1\n".repeat(29_000)}`, [
    ["csv-to-json", "input", "OUTPUT_TOO_LARGE"],
    ["csv-jsonl-converter", "input", "OUTPUT_TOO_LARGE"],
  ]),
  ...each(
    "a column for each row",
    Array.from({ length: 6000 }, (_, index) => `{"k${index}":1}`).join("\n"),
    [["csv-jsonl-converter", "input", "OUTPUT_TOO_LARGE"]],
  ),
  call(
    "indentation",
    "json-formatter",
    { input: `[${`${nested("[", "]", 480)},`.repeat(100)}0]`, indent: 8 },
    "OUTPUT_TOO_LARGE",
  ),
  call(
    "a union of all products",
    "typescript-to-json-schema",
    {
      input: `type D = ${Array.from("0123456789", (digit) => `"${digit}"`).join("|")}; type A = \`${"${D}".repeat(8)}\``,
    },
    "ok",
  ),
];

const NESTINGS: readonly HostileCall[] = [
  ...[OPEN_LISTS, OPEN_OBJECTS].flatMap((text) => {
    const title = `nested ${text.slice(0, 5)}`;
    return [
      ...each(title, text, [
        ["json-formatter", "input", TOO_DEEP],
        ["json-repair", "input", TOO_DEEP],
        ["yaml-formatter", "input", TOO_DEEP],
        ["schema-converter", "input", TOO_DEEP],
        ["csv-jsonl-converter", "input", "ok"],
      ]),
      ...checks(title, "{}", text, all(TOO_DEEP, KIT_FAILED)),
      call(title, "json-schema-validator", { schema: text, data: "1" }, TOO_DEEP),
      call(title, "json-path-tester", { json: text, path: "$" }, TOO_DEEP),
      call(title, "prompt-template-schema-builder", { task: "x", schema: text }, TOO_DEEP),
      call(title, "token-counter", { text, countAs: "messages" }, TOO_DEEP),
      call(
        title,
        "mortgage-calculator",
        { price: 1, annualRate: 1, oneTimePayments: text },
        TOO_DEEP,
      ),
      call(title, "curl-converter", { input: `curl x.org --json '${text}'` }, "ok"),
    ];
  }),
  ...each("nested []", LISTS, [
    ["json-formatter", "input", TOO_DEEP],
    ["json-repair", "input", TOO_DEEP],
    ["yaml-formatter", "input", TOO_DEEP],
    ["structured-output-rescue", "text", TOO_DEEP],
    ["markdown-cleaner", "input", "ok"],
    ["log-context-trimmer", "input", "ok"],
  ]),
  ...each("nested {a:[", "{a:[".repeat(25_000), [["json-repair", "input", TOO_DEEP]]),
  ...["- ", "? "].flatMap((open) =>
    each(`nested ${open}`, open.repeat(DEEP), [["yaml-formatter", "input", TOO_DEEP]]),
  ),
  ...["[", "{a=", "[".repeat(10)].flatMap((open) =>
    each(`nested ${open}`, `a = ${open.repeat(LONG / open.length)}`, [
      ["toml-formatter", "input", TOO_DEEP],
    ]),
  ),
  ...each("a name of many parts", `[${"a.".repeat(49_000)}a]`, [
    ["toml-formatter", "input", TOO_DEEP],
  ]),
  ...each("nested <a>", "<a>".repeat(33_000), [["xml-formatter", "input", TOO_DEEP]]),
  ...each("nested declarations", `<!DOCTYPE a ${OPEN_LISTS}`, [
    ["xml-formatter", "input", "XML_SYNTAX"],
  ]),
  ...["> ", "- ", "[", "*a ", "<b>", "<!--"].map((open) =>
    call(
      `nested ${open}`,
      "markdown-cleaner",
      { input: open.repeat(LONG / open.length), stripLinks: true, stripHtml: true },
      "ok",
    ),
  ),
  call(
    "nested links",
    "markdown-cleaner",
    { input: nested("[", "](x)", 19_000), stripLinks: true },
    "ok",
  ),
  ...each(
    "code spans of all lengths",
    Array.from({ length: 440 }, (_, length) => "`".repeat(length)).join(" "),
    [["markdown-cleaner", "input", "ok"]],
  ),
  ...["(", "{a:", "[", "Array<", "keyof "].flatMap((open) =>
    each(`nested ${open}`, `type A = ${open.repeat(LONG / open.length)}`, [
      ["typescript-to-json-schema", "input", TOO_DEEP],
    ]),
  ),
  ...each("a type that grows", "type A<T> = A<[T]>; type B = A<1>", [
    ["typescript-to-json-schema", "input", "TS_UNSUPPORTED"],
  ]),
  ...["[?", "[?("].map((open) =>
    call(
      `nested ${open}`,
      "json-path-tester",
      { json: "{}", path: `$${open.repeat(300)}` },
      "JSONPATH_SYNTAX",
    ),
  ),
  ...["(", "[", "(?:a|"].map((open) =>
    call(
      `nested ${open}`,
      "regex-tester",
      { pattern: open.repeat(900), flags: "v", text: "a" },
      "REGEX_SYNTAX",
    ),
  ),
  call("nested not", "json-schema-validator", { schema: NOTS, data: "1" }, TOO_DEEP),
  call("nested not", "schema-converter", { schema: NOTS, mode: "typescript" }, TOO_DEEP),
  ...["$(", '"$('].flatMap((open) =>
    each(`nested ${open}`, `curl ${open.repeat(33_000)}`, [
      ["curl-converter", "input", "SHELL_SYNTAX"],
    ]),
  ),
  ...each("many headers", `curl x.org ${"-H 'a: b' ".repeat(9000)}`, [
    ["curl-converter", "input", "ok"],
  ]),
  ...each("nested parentheses", "(".repeat(200), [
    ["cron-parser", "expression", "CRON_FIELD_COUNT"],
    ["cron-expression-explainer", "expression", "CRON_FIELD_COUNT"],
  ]),
  call("a day that never comes", "cron-parser", { expression: "0 0 30 2 *", count: 100 }, "ok"),
  call(
    "steps up",
    "url-encoder",
    { input: `http://a/${"../".repeat(33_000)}`, action: "parse" },
    "ok",
  ),
  call(
    "nested variables",
    "prompt-template-schema-builder",
    { task: nested("{{", "}}", 24_000), schema: "a: string" },
    "ok",
  ),
];

const SCHEMAS: readonly HostileCall[] = [
  ...checks("references that double", DOUBLING, "1", all("ok", KIT_FAILED)),
  call("references that double", "schema-converter", { schema: DOUBLING, mode: "zod" }, "ok"),
  call(
    "references that double",
    "prompt-template-schema-builder",
    { task: "x", schema: DOUBLING },
    "ok",
  ),
  ...checks(
    "many branches",
    branches(400),
    forBranches(400),
    all("BUDGET_EXCEEDED", KIT_FAILED).with(0, "ok"),
  ),
  ...checks("branches", branches(40), forBranches(40), all("ok", KIT_FAILED)),
  ...checks("words of a long enum", words(3000), misspelt(1500), ["ok"]),
  ...checks("words of an enum", words(200), misspelt(80), all("ok", KIT_FAILED)),
  ...checks(
    "many patterns",
    '{"items":{"pattern":"^(a|aa)+$"}}',
    list(1500, () => `${"a".repeat(60)}b`),
    all("REGEX_BUDGET_EXCEEDED"),
  ),
  ...checks("a reference to itself", '{"$ref":"#"}', "1", [
    "REF_LOOP",
    "REF_UNRESOLVED",
    "REF_LOOP",
    "REF_LOOP",
  ]),
  ...checks("a negative length", '{"maxLength":-1}', "[]", all("SCHEMA_INVALID")),
  ...checks("unique items", '{"uniqueItems":true}', list(15_000, Number), all("ok")),
  ...checks(
    "more items than there is memory for",
    '{"type":"array","minItems":1000000000,"items":{"default":"a"}}',
    "[]",
    all("ok", KIT_FAILED),
  ),
  ...checks(
    "members of every object",
    '{"properties":{"__proto__":{"type":"string"}},"required":["constructor"],"additionalProperties":false}',
    PROTO,
    all("ok", KIT_FAILED),
  ),
  ...checks("a multiple of a hundredth", '{"multipleOf":0.01}', DIGITS, all("ok")),
  ...checks("a multiple of the smallest", '{"multipleOf":1e-999999999}', "1e999999999", all("ok")),
];

const NUMBERS: readonly HostileCall[] = [
  ...each("digits", DIGITS, [
    ["json-formatter", "input", "ok"],
    ["json-repair", "input", "ok"],
    ["schema-converter", "input", "ok"],
  ]),
  call(
    "digits, canonical",
    "json-formatter",
    { input: DIGITS, action: "canonical" },
    "NUMBER_NOT_JSON",
  ),
  ...each("an exponent", `1e${DIGITS}`, [["json-formatter", "input", "ok"]]),
  ...[DIGITS, `0x${"f".repeat(LONG)}`].flatMap((number) => [
    call(
      `digits ${number.slice(0, 2)}`,
      "yaml-formatter",
      { input: `a: ${number}`, action: "json" },
      "ok",
    ),
    call(
      `digits ${number.slice(0, 2)}`,
      "toml-formatter",
      { input: `a = ${number}`, action: "json" },
      "ok",
    ),
  ]),
  call("digits", "csv-to-json", { input: `a\n${DIGITS}`, types: "infer" }, "ok"),
  call("digits", "regex-tester", { pattern: `a{${"9".repeat(4000)}}`, text: "a" }, "ok"),
  call("digits", "ulid-generator", { action: "inspect", ulid: DIGITS }, "ok"),
  call(
    "numbers beyond all",
    "mortgage-calculator",
    { price: 1e308, annualRate: 1e308, years: 1e308 },
    "TOOL_INPUT_INVALID",
  ),
  call("a count beyond all", "uuid-generator", { count: 1e308 }, "TOOL_INPUT_INVALID"),
  call("a length beyond all", "nanoid-generator", { length: 1e9 }, "TOOL_INPUT_INVALID"),
];

const NAMES: readonly HostileCall[] = [
  call("members of every object", "json-formatter", { input: PROTO, action: "sort" }, "ok"),
  ...each("members of every object", PROTO, [
    ["json-repair", "input", "ok"],
    ["yaml-formatter", "input", "ok"],
    ["schema-converter", "input", "ok"],
    ["csv-jsonl-converter", "input", "ok"],
    ["structured-output-rescue", "text", "ok"],
  ]),
  ...each("members of every object", "__proto__,constructor,toString\n1,2,3", [
    ["csv-to-json", "input", "ok"],
  ]),
  ...each("members of every object", "<__proto__ constructor='1'/>", [
    ["xml-formatter", "input", "ok"],
  ]),
  ...each("members of every object", "interface A { __proto__: string; constructor: A }", [
    ["typescript-to-json-schema", "input", "ok"],
  ]),
  ...each("members of every object", "curl x.org -H '__proto__: a' -d constructor=1", [
    ["curl-converter", "input", "ok"],
  ]),
  call(
    "members of every object",
    "toml-formatter",
    { input: "[__proto__]\npolluted = 1\n[constructor.prototype]\na = 1", action: "json" },
    "ok",
  ),
  call(
    "members of every object",
    "json-path-tester",
    { json: PROTO, path: "$..['__proto__', 'constructor', 'valueOf']" },
    "ok",
  ),
  call(
    "members of every object",
    "regex-tester",
    { pattern: "(?<__proto__>a)(?<constructor>b)", text: "ab" },
    "ok",
  ),
  call(
    "a field",
    "json-formatter",
    JSON.parse('{"input":"1","__proto__":{"action":"sort"}}'),
    "ok",
  ),
  call("a tool", "__proto__", {}, "UNKNOWN_TOOL"),
  call("a tool", "constructor", {}, "UNKNOWN_TOOL"),
];

const CHARACTERS: readonly HostileCall[] = [
  ...each("lone surrogates", LONE, [
    ["json-formatter", "input", "ok"],
    ["json-repair", "input", "ok"],
    ["yaml-formatter", "input", "YAML_SYNTAX"],
    ["toml-formatter", "input", "TOML_SYNTAX"],
    ["xml-formatter", "input", "XML_NO_ROOT"],
    ["csv-to-json", "input", "ok"],
    ["markdown-cleaner", "input", "ok"],
    ["base64", "input", "LONE_SURROGATE"],
    ["url-encoder", "input", "LONE_SURROGATE"],
    ["hash-generator", "text", "ok"],
    ["token-counter", "text", "ok"],
    ["log-context-trimmer", "input", "ok"],
    ["structured-output-rescue", "text", "ok"],
  ]),
  ...each("one word", WORD, [
    ["json-formatter", "input", "JSON_SYNTAX"],
    ["json-repair", "input", "ok"],
    ["yaml-formatter", "input", "ok"],
    ["toml-formatter", "input", "TOML_SYNTAX"],
    ["xml-formatter", "input", "XML_NO_ROOT"],
    ["csv-to-json", "input", "ok"],
    ["markdown-cleaner", "input", "ok"],
    ["base64", "input", "ok"],
    ["url-encoder", "input", "ok"],
    ["hash-generator", "text", "ok"],
    ["token-counter", "text", "ok"],
    ["log-context-trimmer", "input", "ok"],
    ["structured-output-rescue", "text", "JSON_NOT_FOUND"],
    ["curl-converter", "input", "CURL_NOT_FOUND"],
    ["typescript-to-json-schema", "input", "TYPE_NOT_FOUND"],
    ["cron-parser", "expression", "TOOL_INPUT_INVALID"],
  ]),
  ...each("one character too many", `${WORD}a`, [["base64", "input", "INPUT_TOO_LARGE"]]),
  ...each("quotes", '"'.repeat(LONG), [["csv-to-json", "input", "ok"]]),
  ...each("empty fields", ",".repeat(LONG), [["csv-to-json", "input", "ok"]]),
  ...each("empty rows", `${",".repeat(45_000)}\n${"a\n".repeat(22_000)}`, [
    ["csv-to-json", "input", "OUTPUT_TOO_LARGE"],
  ]),
  ...each("repeats", "a\n".repeat(49_000), [["log-context-trimmer", "input", "ok"]]),
  ...each("almost repeats", "a\nb\n".repeat(12_000) + "a\nb\nc\n".repeat(8000), [
    ["log-context-trimmer", "input", "ok"],
  ]),
];

export const HOSTILE_CALLS: readonly HostileCall[] = [
  ...PATTERNS,
  ...EXPANSIONS,
  ...NESTINGS,
  ...SCHEMAS,
  ...NUMBERS,
  ...NAMES,
  ...CHARACTERS,
  call("5,000 levels", "json-formatter", { input: JSON.parse(nested("[", "]", 5000)) }, TOO_DEEP),
  call("a list", "json-formatter", [1], "INVALID_REQUEST"),
  call("a long name", WORD, {}, "UNKNOWN_TOOL"),
];
