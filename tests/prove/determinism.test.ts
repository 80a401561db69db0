/** The comparison of engines and doors finds what differs, and does not take for proved what was not compared. */
import { describe, expect, test } from "bun:test";
import type { Call } from "./determinism/calls.ts";
import { compare, holds, type Party } from "./determinism/compare.ts";
import { type Answered, outcomeOf } from "./determinism/outcome.ts";
import { outcomeOfMessage } from "./determinism/rpc.ts";

const CALLS: readonly Call[] = Array.from({ length: 300 }, (_, at) => ({
  kind: "drawn",
  tool_id: `tool-${at % 3}`,
  input: { at },
  options: {},
}));
const resultOf = ({ input }: Call) => ({ ok: true, value: input, report: "the same\nevery time" });

/** A party that answers as `doctor` has it. */
function partyOf(doctor: (call: Call) => Answered): Party {
  return {
    name: "doctored",
    ask: async (calls, form) => calls.map((call) => outcomeOf(doctor(call), form)),
  };
}

const honest = partyOf((call) => ({ result: resultOf(call) }));
const but = (at: number, answered: (call: Call) => Answered): Party =>
  partyOf((call) => (call === CALLS[at] ? answered(call) : { result: resultOf(call) }));

test("what is the same is the same, in whatever order its members stand", async () => {
  const other = partyOf((call) => ({
    result: Object.fromEntries(Object.entries(resultOf(call)).toReversed()),
  }));
  const compared = await compare(honest, other, CALLS);
  expect([compared.compared, compared.units, compared.differences]).toEqual([300, 3, []]);
  expect(holds(compared)).toBe(true);
});

describe("a difference is found, and shown where it is", () => {
  test.each<[string, (call: Call) => Answered, string]>([
    ["of a character", (call) => ({ result: { ...resultOf(call), report: "the Same" } }), "Same"],
    ["of a member", (call) => ({ result: { ...resultOf(call), more: null } }), '"more":null'],
    ["of a sign", (call) => ({ result: { ...resultOf(call), value: { at: -7 } } }), "-7"],
    ["of a failure", () => ({ error: { code: "TOOL_RUNTIME_ERROR" } }), "TOOL_RUNTIME_ERROR"],
  ])("%s", async (_, doctor, shown) => {
    const compared = await compare(honest, but(7, doctor), CALLS);
    expect(holds(compared)).toBe(false);
    const [difference, ...others] = compared.differences;
    expect(others).toEqual([]);
    expect(difference?.call).toBe(CALLS[7] as Call);
    expect(difference?.found).toContain(shown);
    expect(difference?.expected).not.toContain(shown);
  });
});

test("what was stopped is not compared, and may not be much", async () => {
  const stopped = { error: { code: "DEADLINE_EXCEEDED" } };
  const one = await compare(
    honest,
    but(7, () => stopped),
    CALLS,
  );
  expect([one.compared, [...one.omitted.values()]]).toEqual([299, [["tool-1"]]]);
  expect(holds(one)).toBe(true);
  const most = partyOf((call) => (CALLS.indexOf(call) > 9 ? stopped : { result: resultOf(call) }));
  expect(holds(await compare(honest, most, CALLS))).toBe(false);
  expect(
    holds(
      await compare(
        honest,
        partyOf(() => stopped),
        CALLS,
      ),
    ),
  ).toBe(false);
});

test("an answer that is missing is no answer", async () => {
  const short: Party = {
    name: "short",
    ask: async (calls, form) => (await honest.ask(calls, form)).slice(1),
  };
  await expect(compare(honest, short, CALLS)).rejects.toThrow("299 answers to 300 calls");
});

test("what was asked in other words is held against the same words", async () => {
  const inWords = (call: Call): Call => ({ ...call, input: JSON.stringify(call.input) });
  const door: Party = {
    name: "door",
    async ask(calls, form) {
      const made = calls.map(inWords);
      return (await honest.ask(made, form)).map((told, at) => ({
        ...told,
        made: made[at] as Call,
      }));
    },
  };
  const compared = await compare(honest, door, CALLS);
  expect([compared.differences, compared.reworded]).toEqual([[], 300]);
});

test("a picture over MCP is the output that its result lacks", () => {
  const structuredContent = { result: { ok: true, value: { mediaType: "image/png" } } };
  const told = (data: string) =>
    outcomeOfMessage(
      { id: 1, result: { structuredContent, content: [{ type: "image", data }] } },
      "text",
    );
  const whole = { result: { ...structuredContent.result, output: "AAAA" } };
  expect(told("AAAA")).toEqual(outcomeOf(whole, "text"));
  expect(told("AAAB")).not.toEqual(outcomeOf(whole, "text"));
});
