import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import fc from "fast-check";
import tool from "../../../tools/tool-call-trace-conformance.ts";
import { runUnit } from "../../support/run-unit.ts";

type Input = Partial<Static<typeof tool.input>>;
type Value = Static<typeof tool.value>;

function read(trace: unknown, policy: unknown = {}, more: Input = {}) {
  const outcome = runUnit(tool as never, { trace, policy, ...more });
  const { errors = [], warnings = [] } = outcome;
  const found = errors.map(({ code, path }) => `${code} ${path}`);
  const warned = warnings.map(({ code, path }) => `${code} ${path}`);
  return { ...outcome, value: outcome.value as Value, found, warned };
}

/** Calls by single letters, each answered; upper case fails. */
function traceOf(letters: string) {
  return [...letters].map((letter, id) => ({
    tool: letter.toLowerCase(),
    id,
    ...(letter === letter.toLowerCase() ? { result: 1 } : { error: "x" }),
  }));
}

/** Position of an event of `traceOf` among the letters. */
const letterAt = (index: number) => index / 2;

interface Rule {
  readonly type: string;
  readonly a: string;
  readonly b?: string;
  readonly n?: number;
  readonly where?: object;
}

/** Verdict, activations and the letters that offend. */
function judged(letters: string, rule: Rule): string {
  const [found] = read(traceOf(letters), { rules: [rule] }).value.rules;
  const at = (found?.witnesses ?? []).map(({ index }) => letterAt(index)).join(",");
  return `${found?.verdict} ${found?.activations}${at && ` ${at}`}`;
}

describe("templates", () => {
  test.each<[string, string, number | undefined, string]>([
    ["existence", "bab", undefined, "satisfied 1"],
    ["existence", "bbb", undefined, "violated 0"],
    ["existence", "aba", 3, "violated 2"],
    ["existence", "", undefined, "violated 0"],
    ["absence", "bbb", undefined, "vacuous 0"],
    ["absence", "baba", undefined, "violated 2 1,3"],
    ["absence", "baba", 2, "violated 2 3"],
    ["absence", "baba", 3, "satisfied 2"],
    ["exactly", "aba", 2, "satisfied 2"],
    ["exactly", "aba", 1, "violated 2 2"],
    ["exactly", "aba", 3, "violated 2"],
    ["exactly", "bbb", 0, "vacuous 0"],
    ["init", "ab", undefined, "satisfied 1"],
    ["init", "ba", undefined, "violated 1 0"],
    ["init", "", undefined, "vacuous 0"],
    ["end", "ba", undefined, "satisfied 1"],
    ["end", "ab", undefined, "violated 1 1"],
  ])("%s of a in %p, n = %p", (type, letters, n, expected) => {
    expect(judged(letters, { type, a: "a", ...(n === undefined ? {} : { n }) })).toBe(expected);
  });

  test.each<[string, string, string]>([
    ["response", "acab", "satisfied 2"],
    ["response", "abac", "violated 2 2"],
    ["response", "bc", "vacuous 0"],
    ["precedence", "bab", "violated 2 0"],
    ["precedence", "abb", "satisfied 2"],
    ["succession", "bcab", "violated 3 0"],
    ["succession", "aba", "violated 3 2"],
    ["succession", "acb", "satisfied 2"],
    ["alternate-response", "acbab", "satisfied 2"],
    ["alternate-response", "aab", "violated 2 0"],
    ["alternate-precedence", "abcb", "violated 2 3"],
    ["alternate-precedence", "abab", "satisfied 2"],
    ["chain-response", "abacb", "violated 2 2"],
    ["chain-response", "ba", "violated 1 1"],
    ["chain-precedence", "abcb", "violated 2 3"],
    ["chain-precedence", "ba", "violated 1 0"],
    ["not-coexistence", "ac", "satisfied 1"],
    ["not-coexistence", "bca", "violated 2 0,2"],
    ["not-succession", "ba", "satisfied 1"],
    ["not-succession", "bab", "violated 1 2"],
    ["co-existence", "cc", "vacuous 0"],
    ["co-existence", "ba", "satisfied 2"],
    ["co-existence", "bb", "violated 2 0,1"],
    ["success-before", "Aab", "satisfied 1"],
    ["success-before", "Aba", "violated 1 1"],
    ["approval", "bab", "satisfied 1"],
    ["approval", "baa", "violated 2 2"],
    ["approval", "Babba", "violated 2 1"],
  ])("%s of a and b in %p", (type, letters, expected) => {
    expect(judged(letters, { type, a: "a", b: "b" })).toBe(expected);
  });

  test.each<[string, string, string]>([
    ["response", "aa", "violated 2 1"],
    ["precedence", "aa", "violated 2 0"],
    ["alternate-response", "aa", "violated 2 1"],
    ["chain-response", "aac", "violated 2 1"],
    ["not-coexistence", "a", "violated 1 0"],
    ["not-succession", "aa", "violated 2 1"],
    ["co-existence", "a", "satisfied 1"],
    ["success-before", "aa", "violated 2 0"],
    ["approval", "aa", "violated 2 0,1"],
  ])("%s of a tool with itself in %p", (type, letters, expected) => {
    expect(judged(letters, { type, a: "a", b: "a" })).toBe(expected);
  });

  test("a call that has not succeeded in time is no success", () => {
    const calls = [
      { type: "call", tool: "a", id: 1 },
      { type: "call", tool: "b", id: 2 },
      { type: "result", id: 1, result: 1 },
    ];
    const verdict = (type: string, a: string, b: string) =>
      read(calls, { rules: [{ type, a, b }] }).value.rules[0]?.verdict;
    expect(verdict("success-before", "a", "b")).toBe("violated");
    expect(verdict("approval", "b", "a")).toBe("violated");
  });

  test("patterns fit any tools, and a call may be on both sides", () => {
    const calls = ["fs.read", "fs.write", "net.get"].map((name) => ({ tool: name }));
    const rule = (more: object) => read(calls, { rules: [more] }).value.rules[0];
    expect(rule({ type: "existence", a: "fs.*", n: 2 })?.verdict).toBe("satisfied");
    expect(rule({ type: "existence", a: "*e*", n: 3 })?.activations).toBe(3);
    expect(rule({ type: "absence", a: "FS.*" })?.verdict).toBe("vacuous");
    expect(rule({ type: "chain-response", a: "fs.*", b: "*t*" })?.verdict).toBe("satisfied");
  });
});

describe("where", () => {
  const calls = [
    { tool: "a", arguments: { x: 1, s: "src/a.ts", deep: { y: [1, null] } } },
    { tool: "a", arguments: { x: 2, s: "docs" } },
    { tool: "b", arguments: { x: 1.0, s: "src/a.ts" } },
  ];
  const activations = (where: object) =>
    read(calls, { rules: [{ type: "existence", a: "a", where }] }).value.rules[0]?.activations;

  test.each<[object, number]>([
    [{ "/x": { equals: 1 } }, 1],
    [{ "/x": { in: [2, 3, 1] } }, 2],
    [{ "/x": { "matches-glob": "1*" } }, 1],
    [{ "/s": { "matches-glob": "src/*.ts" } }, 1],
    [{ "/deep/y": { equals: [1, null] } }, 1],
    [{ "/deep/y/1": { present: true } }, 1],
    [{ "/deep": { absent: true } }, 1],
    [{ "/deep": { absent: false } }, 1],
    [{ "/x": { equals: 1 }, "/s": { equals: "docs" } }, 0],
    [{ "": { present: true } }, 2],
    [{ "/s": { equals: 1 } }, 0],
  ])("%j", (where, expected) => {
    expect(activations(where)).toBe(expected);
  });

  test("a rule speaks only of such calls of a", () => {
    const rule = { type: "response", a: "a", b: "c", where: { "/x": { equals: 2 } } };
    expect(read(calls, { rules: [rule] }).value.rules[0]).toMatchObject({
      activations: 1,
      witnesses: [{ index: 1, tool: "a" }],
    });
  });

  test("the same argument", () => {
    const rule = (pointer: string, more: object = {}) =>
      read(calls, {
        rules: [{ type: "same-argument", a: "a", b: "b", where: { pointer, ...more } }],
      }).value.rules[0];
    expect(rule("/x")).toMatchObject({ verdict: "violated", witnesses: [{ index: 1 }] });
    expect(rule("/x", { "/s": { equals: "src/a.ts" } })?.verdict).toBe("satisfied");
    expect(rule("/none")?.verdict).toBe("satisfied");
  });

  test("what cannot be used", () => {
    const failure = (where: object, type = "absence") =>
      read(calls, { rules: [{ type, a: "a", b: "b", where }] }).found;
    expect(failure({ x: { equals: 1 } })).toEqual(["CONDITION_INVALID /policy/rules/0/where/x"]);
    expect(failure({ "/x": {} })).toEqual(["CONDITION_INVALID /policy/rules/0/where/~1x"]);
    expect(failure({ "/x": "y" })).toEqual(["CONDITION_INVALID /policy/rules/0/where/~1x"]);
    expect(failure({ "/x": { equal: 1 } })).toEqual([
      "UNKNOWN_FIELD /policy/rules/0/where/~1x/equal",
    ]);
    expect(failure({ "/x": { in: 5 } })).toEqual(["TYPE /policy/rules/0/where/~1x/in"]);
    expect(failure({ pointer: "x" }, "same-argument")).toEqual([
      "CONDITION_INVALID /policy/rules/0/where/pointer",
    ]);
  });
});

describe("laws", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "c", "A", "B"), maxLength: 8 });
  const types = fc.constantFrom(
    "response",
    "precedence",
    "succession",
    "alternate-response",
    "alternate-precedence",
    "chain-response",
    "chain-precedence",
    "not-succession",
    "not-coexistence",
    "co-existence",
    "success-before",
    "approval",
  );

  /** The definitions, word for word. */
  function holds(type: string, all: string, a: string, b: string): boolean {
    const calls = [...all].map((letter) => letter.toLowerCase());
    const ok = [...all].map((letter) => letter === letter.toLowerCase());
    const places = (name: string) => calls.flatMap((call, at) => (call === name ? [at] : []));
    const [as, bs] = [places(a), places(b)];
    const before = (list: readonly number[], at: number) => list.filter((place) => place < at);
    const after = (list: readonly number[], at: number) => list.filter((place) => place > at);
    switch (type) {
      case "response":
        return as.every((at) => after(bs, at).length > 0);
      case "precedence":
        return bs.every((at) => before(as, at).length > 0);
      case "succession":
        return holds("response", all, a, b) && holds("precedence", all, a, b);
      case "alternate-response":
        return as.every((at) => {
          const next = after(as, at)[0] ?? Infinity;
          return after(bs, at).some((place) => place <= next);
        });
      case "alternate-precedence":
        return bs.every((at) => {
          const last = before(bs, at).at(-1) ?? -1;
          return before(as, at).some((place) => place >= last);
        });
      case "chain-response":
        return as.every((at) => calls[at + 1] === b);
      case "chain-precedence":
        return bs.every((at) => calls[at - 1] === a);
      case "not-succession":
        return as.every((at) => after(bs, at).length === 0);
      case "not-coexistence":
        return as.length === 0 || bs.length === 0;
      case "co-existence":
        return (as.length === 0) === (bs.length === 0);
      case "success-before":
        return bs.every((at) => before(as, at).some((place) => ok[place]));
      default:
        return as.every((at) => {
          const last = before(as, at).at(-1) ?? -1;
          return before(bs, at).some((place) => place > last && ok[place]);
        });
    }
  }

  test("verdicts are those of the definitions", () => {
    fc.assert(
      fc.property(
        letters,
        types,
        fc.constantFrom("a", "b"),
        fc.constantFrom("a", "b"),
        (all, type, a, b) => {
          const { verdict } = read(traceOf(all), { rules: [{ type, a, b }] }).value.rules[0] ?? {};
          expect(verdict !== "violated").toBe(holds(type, all, a, b));
        },
      ),
      { numRuns: 2000 },
    );
  });

  test("other names for the tools change nothing", () => {
    fc.assert(
      fc.property(letters, types, (all, type) => {
        const first = read(traceOf(all), { rules: [{ type, a: "a", b: "b" }] }).value.rules;
        const renamed = traceOf(all).map((event) => ({ ...event, tool: `x.${event.tool}` }));
        const again = read(renamed, { rules: [{ type, a: "x.a", b: "x.b" }] }).value.rules;
        const plain = again.map((rule) => ({
          ...rule,
          witnesses: rule.witnesses.map((witness) => ({ ...witness, tool: witness.tool.slice(2) })),
        }));
        expect(plain).toEqual(first);
      }),
    );
  });
});
