import { describe, expect, test } from "bun:test";
import { readHeaders } from "../../../../tools/_lib/web/http/header-list.ts";

const read = (text: string) => {
  const fields = readHeaders(text, "/headers", 100);
  return Array.isArray(fields) ? fields.map(({ name, value }) => `${name}: ${value}`) : fields;
};

describe("headers as the text of JSON", () => {
  test.each([
    ['{"A": "1", "B": ["2", 3], "A": "4"}', ["A: 1", "B: 2", "B: 3", "A: 4"]],
    [' [["A", "1"], {"value": "2", "name": "B"}]', ["A: 1", "B: 2"]],
    ["{}", []],
    ["[]", []],
    ['{"__proto__": "1"}', ["__proto__: 1"]],
  ])("%s", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test.each(['{"A": {}}', '{"A": null}', '[["A"]]', '[{"name": "A"}]', '{"A": "1"', "[1]"])(
    "%s is none",
    (text) => {
      expect(read(text)).toMatchObject({ code: "HEADER_SYNTAX", path: "/headers" });
    },
  );

  test("a value that breaks the line", () => {
    expect(read('{"A": "1\\r\\nB: 2"}')).toMatchObject({ code: "HEADER_SYNTAX", path: "/headers" });
  });
});
