import { expect, test } from "bun:test";
import { runUnit, units } from "../support/run-unit.ts";

/** A text that the tool cannot read, and the code that says so. */
const UNREADABLE: readonly (readonly [id: string, input: object, code: string])[] = [
  ["base64", { input: "*", action: "decode" }, "BASE64_CHARACTER"],
  ["config-format-converter", { input: "" }, "FORMAT_UNKNOWN"],
  ["config-format-converter", { input: "{", from: "json" }, "JSON_SYNTAX"],
  ["csv-jsonl-converter", { input: 'a\n"b' }, "CSV_UNTERMINATED_QUOTE"],
  ["csv-to-json", { input: 'a\n"b' }, "CSV_UNTERMINATED_QUOTE"],
  ["curl-converter", { input: "curl 'x" }, "SHELL_SYNTAX"],
  ["json-formatter", { input: "{" }, "JSON_SYNTAX"],
  ["json-path-tester", { json: "{", path: "$" }, "JSON_SYNTAX"],
  ["json-query", { input: "{" }, "JSON_SYNTAX"],
  ["json-repair", { input: "" }, "JSON_NOT_FOUND"],
  ["json-schema-to-tool-definition", { schema: "{" }, "JSON_SYNTAX"],
  ["json-schema-validator", { schema: "{", data: 1 }, "JSON_SYNTAX"],
  ["json-schema-validator", { schema: true, data: "{" }, "JSON_SYNTAX"],
  ["json-shrink", { input: "{" }, "JSON_SYNTAX"],
  ["json-to-csv", { input: "{" }, "JSON_SYNTAX"],
  ["mermaid-renderer", { input: "flowchart TD\nA[" }, "MERMAID_SYNTAX"],
  ["regex-tester", { pattern: "(" }, "REGEX_SYNTAX"],
  ["schema-converter", { input: "{", mode: "infer" }, "JSON_SYNTAX"],
  ["schema-converter", { schema: "{", mode: "zod" }, "JSON_SYNTAX"],
  ["schema-converter", { input: "a: [", mode: "yaml", direction: "yaml-to-json" }, "YAML_SYNTAX"],
  ["toml-formatter", { input: "[" }, "TOML_SYNTAX"],
  ["tool-schema-generator", { input: "a: string(" }, "FIELD_SYNTAX"],
  ["tool-schema-generator", { input: "def f(" }, "SIGNATURE_SYNTAX"],
  ["tool-schema-generator", { input: "a: string", name: "!!" }, "NAME_INVALID"],
  ["typescript-to-json-schema", { input: "interface A {" }, "TS_SYNTAX"],
  ["url-encoder", { input: "%", action: "decode" }, "URL_MALFORMED_PERCENT"],
  ["xml-formatter", { input: "<a" }, "XML_SYNTAX"],
  ["yaml-formatter", { input: "a: [" }, "YAML_SYNTAX"],
];

test.each(UNREADABLE)("%s of %j is not valid: %s", (id, input, code) => {
  const unit = units.find((candidate) => candidate.id === id);
  if (unit === undefined) throw new Error(`There is no ${id}`);
  const { ok, valid, errors } = runUnit(unit, input);
  expect({ ok, valid, code: errors?.[0]?.code }).toEqual({ ok: false, valid: false, code });
});
