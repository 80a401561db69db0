/** Texts that are small and mean much, and texts that are deep. */
import {
  type HostileCall,
  TOO_DEEP,
  KIT_FAILED,
  LONG,
  DEEP,
  nested,
  OPEN_LISTS,
  OPEN_OBJECTS,
  LISTS,
  YAML_BOMB,
  YAML_MERGES,
  XML_BOMB,
  NOTS,
  call,
  each,
  checks,
  all,
} from "./hostile-parts.ts";

export const EXPANSIONS: readonly HostileCall[] = [
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

export const NESTINGS: readonly HostileCall[] = [
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
