import { expect, test } from "bun:test";
import {
  documentIn,
  fieldData,
  fieldText,
  textsOf,
  withoutSecrets,
} from "../../../kits/_core/json-secrets.ts";

const hide = (text: string) => text.replaceAll(/hunter\d/g, "[SECRET]");

test("strings are replaced, numbers keep their digits and members their order", () => {
  const document = documentIn('{"b":"hunter2","a":[12345678901234567890,1.50,"hunter3"]}');
  expect(fieldText(withoutSecrets(document, hide))).toBe(
    '{"b":"[SECRET]","a":[12345678901234567890,1.50,"[SECRET]"]}',
  );
  expect(fieldText(withoutSecrets(document, (text) => text))).toBe(fieldText(document));
});

test("JSON in a text stays JSON, and a text without a secret stays as it is", () => {
  const inside = '{ "note": "say \\"hunter2\\"", "n": 1e2 }';
  const changed = fieldData(withoutSecrets(documentIn({ inside }), hide)) as { inside: string };
  expect(JSON.parse(changed.inside)).toEqual({ note: 'say "[SECRET]"', n: 100 });
  const kept = fieldData(withoutSecrets(documentIn({ inside }), (text) => text));
  expect(kept).toEqual({ inside });
});

test("the name of a member goes before its text, so that it gives a secret away", () => {
  const document = documentIn({ password: "abc", plain: "abc", token: "a b" });
  expect(textsOf(document)).toEqual(["abc", "password=abc", "abc", "a b"]);
  const named = (text: string) => text.replace(/^password=.*/, "password=[SECRET]");
  expect(fieldData(withoutSecrets(document, named))).toEqual({
    password: "[SECRET]",
    plain: "abc",
    token: "a b",
  });
});

test("lines of JSON are a list, what is no JSON is text, and nothing is nothing", () => {
  expect(fieldText(documentIn('{"a":1}\n{"a":2}'))).toBe('[{"a":1},{"a":2}]');
  expect(fieldText(withoutSecrets(documentIn("[hunter2"), hide))).toBe("[[SECRET]");
  expect([documentIn(undefined), textsOf(undefined), fieldText(undefined)]).toEqual([
    undefined,
    [],
    undefined,
  ]);
});
