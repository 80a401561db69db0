/** All calls that are meant to hurt. */
import {
  type HostileCall,
  TOO_DEEP,
  KIT_FAILED,
  LONG,
  nested,
  list,
  DIGITS,
  WORD,
  PROTO,
  LONE,
  EXPONENTIAL,
  POLYNOMIAL,
  ALMOST,
  DOUBLING,
  branches,
  forBranches,
  words,
  misspelt,
  call,
  each,
  checks,
  all,
} from "./hostile-parts.ts";
import { EXPANSIONS, NESTINGS } from "./hostile-structures.ts";

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
