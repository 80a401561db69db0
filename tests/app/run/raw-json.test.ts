/** JSON that is put into other JSON as it is. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { RawJson, stringify } from "../../../app/run/raw-json.ts";
import { partOf, TextAnswer } from "../../../app/run/text-answer.ts";

test("a text stands where its value would", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.string({ unit: "binary" }), (a, b, text) => {
      const raw = (value: unknown) => new RawJson(JSON.stringify(value));
      const whole = { text, list: [a, { b }], [text]: b };
      const mixed = { text, list: [raw(a), { b: raw(b) }], [text]: raw(b) };
      expect(stringify(mixed)).toBe(JSON.stringify(whole));
    }),
  );
});

test("texts with signs of replacement stay as they are", () => {
  expect(stringify({ a: new RawJson('"$& $1 $$"') })).toBe('{"a":"$& $1 $$"}');
});

const written = (body: object, more: object = {}) =>
  new TextAnswer({ status: 200, text: JSON.stringify(body), toolId: "t", saved: 7, ...more }, 12.3);

test("an answer that is text plays its part unread", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, text) => {
      const result = { output: text, '"result":': value, x: ',"tokens_saved_estimate":' };
      const ends = { tokens_saved_estimate: 7, processing_time_ms: 0 };
      const answer = written({ success: true, tool_id: "t", result, ...ends });
      const { part, saved } = partOf(answer);
      expect(saved).toBe(7);
      expect(JSON.parse(stringify(part))).toEqual(
        JSON.parse(JSON.stringify({ success: true, tool_id: "t", result, processing_time_ms: 12 })),
      );
    }),
  );
});

test("a failure without a result has none, and its time is the whole time", () => {
  const error = { code: "X", message: 'no "result":', hint: "h" };
  const body = {
    success: false,
    ok: false,
    error,
    tokens_saved_estimate: 0,
    processing_time_ms: 0,
  };
  const answer = written(body, { status: 503, error, toolId: undefined, saved: 0 });
  expect(answer.text).toBe(JSON.stringify({ ...body, processing_time_ms: 12 }));
  expect(partOf(answer).part).toEqual({
    success: false,
    tool_id: undefined,
    error,
    processing_time_ms: 12,
  });
});
