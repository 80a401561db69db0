import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Value } from "../../../tools/provider-request-envelope.ts";
import tool from "../../../tools/provider-request-envelope.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const valueOf = (input: object) => run(input).value as Value;
const chat = (messages: readonly object[]) => ({ model: "m", max_completion_tokens: 99, messages });
const user = (content: unknown) => ({ role: "user", content });
const toolCall = (id: string, name: string, args = "{}") => ({
  id,
  type: "function",
  function: { name, arguments: args },
});

describe("laws", () => {
  const text = fc.string({ minLength: 1, maxLength: 12 });
  const args = fc
    .dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 2 }))
    .map((value) => JSON.stringify(JSON.parse(JSON.stringify(value))));
  const turn = fc.tuple(
    text,
    fc.option(text, { nil: null }),
    fc.array(fc.tuple(fc.constantFrom("f", "g-h"), args, text), { maxLength: 3 }),
  );
  const dialogue = fc
    .tuple(fc.option(text, { nil: undefined }), fc.array(turn, { minLength: 1, maxLength: 4 }))
    .map(([system, turns]) => {
      let next = 0;
      const messages = turns.flatMap(([question, answer, calls]) => {
        const numbered = calls.map(([name, given, result]) => ({
          id: `id_${next++}`,
          name,
          given,
          result,
        }));
        const said = { role: "assistant", content: answer ?? (numbered.length > 0 ? null : "ok") };
        const tool_calls = numbered.map(({ id, name, given }) => toolCall(id, name, given));
        return [
          user(question),
          numbered.length > 0 ? { ...said, tool_calls } : said,
          ...numbered.map(({ id, result }) => ({
            role: "tool",
            tool_call_id: id,
            content: result,
          })),
          ...(numbered.length > 0 ? [{ role: "assistant", content: "so" }] : []),
        ];
      });
      return chat([
        ...(system === undefined ? [] : [{ role: "system", content: system }]),
        ...messages,
      ]);
    });

  test.each(["openai-responses", "anthropic", "gemini"])(
    "Chat → %s → Chat is the same conversation",
    (to) => {
      fc.assert(
        fc.property(dialogue, (request) => {
          expect(run({ request }).valid).toBe(true);
          const there = run({ request, to, model: "m" });
          expect((there.value as Value).lost).toEqual([]);
          const middle = JSON.parse(there.output ?? "") as object;
          const back = run({ request: middle, from: to, to: "openai-chat" });
          expect(back.valid || to === "gemini").toBe(true);
          expect((JSON.parse(back.output ?? "") as { messages: unknown }).messages).toEqual(
            request.messages,
          );
        }),
      );
    },
  );
});

describe("hostile bodies", () => {
  test("members of other types than theirs, deep and large ones", () => {
    for (const value of [
      null,
      1,
      "x",
      [],
      [null, 1, "x", []],
      {},
      { parts: 1 },
      [{ role: 5, content: 5, parts: 5, tool_calls: 5 }],
      [{ role: "assistant", tool_calls: [null, {}, { function: 1 }] }],
    ]) {
      for (const key of [
        "messages",
        "input",
        "contents",
        "system",
        "tools",
        "tool_choice",
        "generationConfig",
        "text",
        "toolConfig",
        "metadata",
        "stop",
      ]) {
        for (const from of ["openai-chat", "openai-responses", "anthropic", "gemini"]) {
          for (const to of ["openai-chat", "openai-responses", "anthropic", "gemini"])
            expect(run({ request: { [key]: value }, from, to }).ok).toBe(true);
        }
      }
    }
    const deep = `{"messages":[{"role":"user","content":${"[".repeat(900)}${"]".repeat(900)}}]}`;
    expect(run({ request: deep, to: "gemini" }).ok).toBe(true);
    const many = Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`key${at}`, 1]));
    expect(valueOf({ request: { messages: [], ...many }, to: "gemini" }).lost).toHaveLength(9000);
  });
});
