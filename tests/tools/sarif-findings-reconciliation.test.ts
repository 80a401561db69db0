import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Value } from "../../tools/sarif-findings-reconciliation.ts";
import { nearestPairs } from "../../tools/sarif-findings-reconciliation/nearest-pairs.ts";
import tool from "../../tools/sarif-findings-reconciliation.ts";
import { runUnit } from "../support/run-unit.ts";

interface Spec {
  readonly rule?: string;
  readonly text?: string;
  readonly uri?: string;
  readonly line?: number;
  readonly more?: object;
}

const result = ({ rule = "R", text = "m", uri = "a.js", line = 1, more = {} }: Spec) => ({
  ruleId: rule,
  message: { text },
  locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: line } } }],
  ...more,
});
const log = (results: unknown, driver: object = {}, run: object = {}) => ({
  version: "2.1.0",
  runs: [{ tool: { driver: { name: "lint", ...driver } }, results, ...run }],
});
const run = (before: unknown, after: unknown, more: object = {}) =>
  runUnit(tool, { before, after, ...more });
const valueOf = (before: unknown, after: unknown, more: object = {}) =>
  run(before, after, more).value as Value;
const specs = (before: Spec[], after: Spec[], more: object = {}) =>
  valueOf(log(before.map(result)), log(after.map(result)), more).results.map(
    ({ state, matchedBy, beforePointer }) =>
      [state, matchedBy, beforePointer?.split("/").at(-1)].filter(Boolean).join(" "),
  );

describe("passes", () => {
  const guid = { correlationGuid: "g" };
  const print = (value: string, key = "h/v1") => ({
    more: { partialFingerprints: { [key]: value } },
  });

  test("in their order", () => {
    expect(
      specs([{ more: guid }], [{ rule: "X", uri: "b", text: "n", line: 9, more: guid }]),
    ).toEqual(["updated correlation-guid 0"]);
    const prints = { more: { fingerprints: { a: "1", b: "2" } } };
    const other = { more: { fingerprints: { a: "9", b: "2" } }, uri: "z", line: 7 };
    expect(specs([prints], [other])).toEqual(["updated fingerprint 0"]);
    expect(specs([print("x")], [{ ...print("x"), line: 9 }])).toEqual([
      "updated partial-fingerprint 0",
    ]);
    expect(specs([{}], [{}])).toEqual(["unchanged exact 0"]);
    expect(specs([print("x")], [{ ...print("x"), uri: "b.js" }])).toEqual(["updated moved-file 0"]);
    expect(specs([{}], [{ line: 5 }])).toEqual(["updated moved-line 0"]);
    expect(specs([{}], [{ text: "other" }])).toEqual(["updated same-line 0"]);
    expect(specs([{}], [{ rule: "S" }])).toEqual(["new", "absent 0"]);
  });

  test("of partial prints all that both have must be equal", () => {
    const two = (a: string, b: string) => ({
      more: { partialFingerprints: { a, b } },
      line: 1,
      text: a + b,
    });
    expect(specs([two("1", "2")], [{ ...two("1", "3"), line: 9 }])).toEqual(["new", "absent 0"]);
    const one = { more: { partialFingerprints: { b: "2", c: "3" } }, line: 9, text: "t" };
    expect(specs([two("1", "2")], [one])).toEqual(["updated partial-fingerprint 0"]);
    const strange = { more: { partialFingerprints: { d: "2" } }, line: 9, text: "t" };
    expect(specs([two("1", "2")], [strange])).toEqual(["new", "absent 0"]);
  });

  test("the very same partial prints come before those that only agree", () => {
    const at = (line: number, partialFingerprints: object): Spec => ({
      line,
      text: `${line}`,
      more: { partialFingerprints },
    });
    const [few, more] = [{ a: "1" }, { a: "2", b: "2" }];
    expect(specs([at(1, few), at(10, more)], [at(9, few), at(30, more)])).toEqual([
      "updated partial-fingerprint 0",
      "updated partial-fingerprint 1",
    ]);
    expect(specs([at(1, few), at(10, { ...few, b: "2" })], [at(30, { b: "2" })])).toEqual([
      "updated partial-fingerprint 1",
      "absent 0",
    ]);
  });

  test.each(["fingerprints", "partialFingerprints"])(
    "%s that several results share, and placeholders, identify nothing",
    (member) => {
      const at = (line: number, text: string, value: string, rule = "R"): Spec => ({
        line,
        text,
        rule,
        more: { [member]: { "h/v1": value } },
      });
      const moved = ["updated moved-line 1", "updated moved-line 0"];
      for (const value of ["x", "requires login", " Requires Login", "", "R"]) {
        const before = [at(1, "a", value), at(10, "b", value)];
        expect(specs(before, [at(2, "b", value), at(11, "a", value)])).toEqual(moved);
      }
      for (const value of ["requires login", "", "R"]) {
        expect(specs([at(1, "a", value)], [at(9, "b", value)])).toEqual(["new", "absent 0"]);
      }
      // Two that share it in one of the logs are enough, and another rule is none of them.
      expect(specs([at(1, "a", "x")], [at(9, "b", "x"), at(20, "c", "x")])).toEqual([
        "new",
        "new",
        "absent 0",
      ]);
      const pass = member === "fingerprints" ? "fingerprint" : "partial-fingerprint";
      expect(specs([at(1, "a", "x"), at(2, "b", "x", "S")], [at(9, "c", "x")])).toEqual([
        `updated ${pass} 0`,
        "absent 1",
      ]);
    },
  );

  describe("files that were renamed", () => {
    const file = (uri: string, ...lines: (number | string)[]): Spec[] =>
      lines.map((line, at) =>
        typeof line === "string"
          ? { uri, text: line, line: 500 + at }
          : { uri, line, text: `m${line % 100}` },
      );
    const renamed = (...places: number[]) => places.map((at) => `updated renamed-file ${at}`);

    test("three of five results, two at least, in their places or all further down", () => {
      expect(specs(file("a.js", 1, 2, 3), file("b.js", 1, 2, 3))).toEqual(renamed(0, 1, 2));
      expect(specs(file("a.js", 1, 2, 3), file("b.js", 101, 102, 103))).toEqual(renamed(0, 1, 2));
      expect(specs(file("a.js", 1, 2, 3, "p", "q"), file("b.js", 1, 2, 3, "r", "s"))).toEqual([
        ...renamed(0, 1, 2),
        "new",
        "new",
        "absent 3",
        "absent 4",
      ]);
      const two = specs(file("a.js", 1, 2, "o", "p", "q"), file("b.js", 1, 2, "r", "s", "t"));
      expect(two.filter((one) => one.startsWith("updated"))).toEqual([]);
      expect(specs(file("a.js", 1), file("b.js", 1))).toEqual(["new", "absent 0"]);
    });

    test("results that moved within such a file are its own", () => {
      expect(specs(file("a.js", 1, 2, 3, 4), file("b.js", 1, 2, 103, 4))).toEqual(
        renamed(0, 1, 2, 3),
      );
    });

    test("a file that is still there, or was there before, is no other one", () => {
      const [a, b] = [file("a.js", 1, 2, 3), file("b.js", 1, 2, 3)];
      expect(specs(a, [...b, ...file("a.js", "z")])).not.toContain("updated renamed-file 0");
      expect(specs([...a, ...file("b.js", "z")], b)).not.toContain("updated renamed-file 0");
    });

    test("of several the one that agrees most, then the one of the same name", () => {
      const old = file("src/a.js", 1, 2, 3, 4);
      expect(specs(old, [...file("b.js", 1, 2, 3, "x"), ...file("c.js", 1, 2, 3, 4)])).toEqual([
        "new",
        "new",
        "new",
        "new",
        ...renamed(0, 1, 2, 3),
      ]);
      expect(specs(old, [...file("b.js", 1, 2, 3, 4), ...file("lib/a.js", 1, 2, 3, 4)])).toEqual([
        "new",
        "new",
        "new",
        "new",
        ...renamed(0, 1, 2, 3),
      ]);
    });

    test("any number of files, each with any results, is found again under any names", () => {
      const lines = fc.uniqueArray(fc.nat(60), { minLength: 2, maxLength: 12 });
      fc.assert(
        fc.property(fc.array(lines, { minLength: 1, maxLength: 5 }), fc.nat(50), (files, shift) => {
          // The texts tell the files apart.
          const made = (name: string, by: number) =>
            files.flatMap((own, at) =>
              own.map((line) => ({ uri: `${name}${at}`, line: line + by, text: `${at} ${line}` })),
            );
          const results = made("new", shift);
          expect(specs(made("old", 0), results)).toEqual(renamed(...results.keys()));
        }),
      );
    });

    test("many files with much the same results take no longer than their number", () => {
      const many = (name: string) =>
        Array.from({ length: 700 }, (_, at) => file(`${name}${at}.js`, 1, 2)).flat();
      const start = performance.now();
      specs(many("a"), many("b"));
      expect(performance.now() - start).toBeLessThan(3000);
    });
  });

  test("snippets tell moved lines apart where both have one", () => {
    const snippet = (text: string, line: number): Spec => ({
      line,
      more: {
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: "a.js" },
              region: { startLine: line, snippet: { text } },
            },
          },
        ],
      },
    });
    expect(
      specs([snippet("a()", 1), snippet("b()", 5)], [snippet(" b() ", 2), snippet("a()", 6)]),
    ).toEqual(["updated moved-line 1", "updated moved-line 0"]);
    expect(specs([snippet("a()", 1)], [snippet("b()", 2)])).toEqual(["new", "absent 0"]);
    expect(specs([snippet("a()", 1)], [{ line: 2 }])).toEqual(["updated moved-line 0"]);
    expect(specs([{ line: 1 }], [snippet("a()", 2)])).toEqual(["updated moved-line 0"]);
  });

  test("the nearest first", () => {
    expect(specs([{ line: 10 }, { line: 20 }], [{ line: 19 }, { line: 11 }])).toEqual([
      "updated moved-line 1",
      "updated moved-line 0",
    ]);
  });

  test("pairs are those of looking at all of them", () => {
    const places = fc.array(fc.option(fc.nat(9), { nil: null }), { maxLength: 9 });
    fc.assert(
      fc.property(places, places, (one, other) => {
        const [left, right] = [one, other].map((lines) =>
          lines.map((line, order) => ({ line, order })),
        ) as [{ line: number | null; order: number }[], { line: number | null; order: number }[]];
        const distance = (a: number | null, b: number | null) =>
          a === b ? 0 : a === null || b === null ? Infinity : Math.abs(a - b);
        const expected = left
          .flatMap((a) => right.map((b) => ({ a, b, far: distance(a.line, b.line) })))
          .toSorted(
            (p, q) =>
              (p.far === q.far ? 0 : p.far - q.far) ||
              p.a.order - q.a.order ||
              p.b.order - q.b.order,
          );
        const [lefts, rights] = [new Set(), new Set()];
        const pairs = expected.filter(({ a, b }) => {
          if (lefts.has(a) || rights.has(b)) return false;
          lefts.add(a);
          return rights.add(b);
        });
        const found = nearestPairs(left, right).map((pair) => [pair.left.order, pair.right.order]);
        expect(found.toSorted()).toEqual(pairs.map(({ a, b }) => [a.order, b.order]).toSorted());
      }),
    );
  });
});

describe("reading", () => {
  const first = (node: unknown, driver: object = {}, more: object = {}) =>
    valueOf(log([]), log([node], driver, more)).results[0];

  test("rules by id, index, and in extensions", () => {
    const rules = [{ id: "A" }, { id: "B", defaultConfiguration: { level: "note" } }];
    const message = { text: "m" };
    expect(first({ ruleIndex: 1, message }, { rules })).toMatchObject({
      ruleId: "B",
      level: "note",
    });
    expect(first({ rule: { id: "B" }, message }, { rules })?.level).toBe("note");
    expect(first({ ruleId: "B/sub", message }, { rules })?.level).toBe("note");
    const extended = { tool: { driver: { name: "lint" }, extensions: [{ name: "e", rules }] } };
    const rule = { index: 1, toolComponent: { index: 0 } };
    expect(first({ rule, message }, {}, extended)).toMatchObject({ ruleId: "B", level: "note" });
    expect(
      first({ rule: { id: "B", toolComponent: { name: "e" } }, message }, {}, extended)?.level,
    ).toBe("note");
  });

  test("levels and messages", () => {
    const rules = [{ id: "A", messageStrings: { x: { text: "{0} is {1}{2}" } } }];
    const message = { id: "x", arguments: ["a", "b"] };
    expect(first({ ruleId: "A", message }, { rules })?.message).toBe("a is b{2}");
    expect(first({ ruleId: "Z", message }, { rules })?.message).toBe("x a b");
    expect(first({ ruleId: "A", kind: "pass", message })?.level).toBe("none");
    expect(first({ ruleId: "A", message })?.level).toBe("warning");
    expect(first({ message })).toMatchObject({ ruleId: "", uri: "", startLine: null });
  });

  test("URIs", () => {
    const of = (artifactLocation: object, more: object = {}) =>
      valueOf(
        log([]),
        log(
          [{ message: { text: "m" }, locations: [{ physicalLocation: { artifactLocation } }] }],
          {},
          {
            artifacts: [{ location: { uri: "from/index.js" } }],
          },
        ),
        more,
      ).results[0]?.uri;
    expect(of({ uri: "./src%20a\\b.js" })).toBe("src a/b.js");
    expect(of({ index: 0 })).toBe("from/index.js");
    expect(of({ uri: "file:///ci/42/a.js" }, { stripPrefix: ["file:///ci/42/"] })).toBe("a.js");
    expect(of({ uri: "100%.js" })).toBe("100%.js");
  });
});

describe("states", () => {
  test("what makes a match an update, and when its level is raised", () => {
    const level = (value: string, more: object = {}) => ({ more: { level: value, ...more } });
    const raised = (from: string, to: string) =>
      valueOf(log([result(level(from))]), log([result(level(to))]));
    expect(raised("note", "error")).toMatchObject({
      results: [{ state: "updated", levelRaised: true }],
      findings: [
        { code: "LEVEL_RAISED", severity: "error", path: "/runs/0/results/0", subject: "R" },
      ],
    });
    expect(raised("none", "note").findings).toMatchObject([{ severity: "warning" }]);
    expect(raised("error", "note")).toMatchObject({
      results: [{ levelRaised: false }],
      findings: [],
    });
  });

  test("findings by level; notes are infos, and results that are none are no finding", () => {
    const levels = ["error", "warning", "note", "none"];
    const after = log(levels.map((level, line) => result({ rule: level, line, more: { level } })));
    expect(
      valueOf(log([]), after).findings.map(({ severity, subject }) => `${severity} ${subject}`),
    ).toEqual(["error error", "warning warning", "info note"]);
  });

  test("suppressions count unless they are under review or rejected", () => {
    const of = (suppressions: object[]) =>
      valueOf(log([]), log([result({ more: { suppressions, level: "error" } })])).findings.length;
    expect(of([{ kind: "external", status: "accepted" }])).toBe(0);
    expect(of([{ kind: "inSource" }])).toBe(0);
    expect(of([{ kind: "external", status: "underReview" }])).toBe(1);
    expect(of([{ kind: "external", status: "rejected" }])).toBe(1);
  });

  test("all that are listed and suppressed are counted, absent ones too", () => {
    const quiet = { more: { suppressions: [{ kind: "inSource" }] } };
    const gone = valueOf(log([result(quiet)]), log([]));
    expect(gone).toMatchObject({ counts: { absent: 1, suppressed: 1 }, findings: [] });
  });

  test("tools are matched by name; one that did not run says nothing of its results", () => {
    const [one, two] = ["Lint", "scan"].map((name) => log([result({})], { name }));
    expect(valueOf(one, log([result({})])).counts).toMatchObject({ unchanged: 1 });
    expect(valueOf(two, one)).toMatchObject({
      counts: { new: 1, absent: 0 },
      findings: [{ code: "NEW_FINDING" }, { code: "TOOL_NOT_RUN", subject: "scan" }],
    });
  });

  test("what was absent before is left out; null results are said", () => {
    const gone = result({ more: { baselineState: "absent" } });
    expect(valueOf(log([gone]), log([gone])).results).toEqual([]);
    expect(valueOf(log([result({})]), log(null))).toMatchObject({
      counts: { absent: 1 },
      findings: [{ code: "RESULTS_NULL", path: "/runs/0/results" }, { code: "FINDING_ABSENT" }],
    });
  });
});

describe("the log", () => {
  const states = (output = "") =>
    (
      JSON.parse(output) as { runs: { results?: { baselineState: string; note?: string }[] }[] }
    ).runs.map(({ results }) => results?.map(({ baselineState }) => baselineState));

  test("has a state on every result, and what is absent in the first run of its tool", () => {
    const before = log([result({}), result({ uri: "gone.js" })]);
    const after = {
      version: "2.1.0",
      runs: [...log([result({})]).runs, ...log([result({ rule: "N" })]).runs],
    };
    expect(states(run(before, after).output)).toEqual([["unchanged", "absent"], ["new"]]);
    expect(states(run(before, after, { includeAbsent: false }).output)).toEqual([
      ["unchanged"],
      ["new"],
    ]);
  });

  test("keeps all else as it was, digits too", () => {
    const text =
      '{"version":"2.1.0","x":1.50,"runs":[{"tool":{"driver":{"name":"l"}},"y":[1e400]}]}';
    expect(JSON.stringify(JSON.parse(run(text, text).output ?? "")).length).toBeGreaterThan(0);
    expect(run(text, text).output?.replaceAll(/\s/g, "")).toBe(text);
  });
});

test("lines moved by the same amount: nothing new, nothing gone", () => {
  const some = fc.dictionary(fc.constantFrom("a", "b"), fc.constantFrom("1", "2"));
  const prints = fc.record({ fingerprints: some, partialFingerprints: some }, { requiredKeys: [] });
  const lines = fc.array(
    fc.record({
      line: fc.integer({ min: 1, max: 40 }),
      rule: fc.constantFrom("A", "B"),
      more: fc.oneof(fc.constant({}), prints),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(lines, fc.nat(30), (given, by) => {
      const moved = given.map(({ line, ...rest }) => ({ line: line + by, ...rest }));
      const { counts } = valueOf(log(given.map(result)), log(moved.map(result)));
      expect(counts).toMatchObject({ new: 0, absent: 0 });
      expect(counts.unchanged + counts.updated).toBe(given.length);
    }),
  );
});

describe("bad input", () => {
  const errors = (before: unknown, after: unknown) =>
    run(before, after).errors?.map(({ code, path }) => `${code} ${path}`);

  test("logs that are none", () => {
    const good = log([]);
    expect(errors({ version: "2.0.0" }, good)).toEqual([
      "SARIF_VERSION_UNSUPPORTED /before/version",
    ]);
    expect(errors(good, { version: "2.1.0" })).toEqual(["SARIF_INVALID /after/runs"]);
    expect(errors(good, { version: "2.1.0", runs: [{}] })).toEqual([
      "SARIF_INVALID /after/runs/0/tool/driver/name",
    ]);
    expect(errors(good, [])).toEqual(["DOCUMENT_TYPE /after"]);
    expect(errors("{", good)).toEqual(["JSON_SYNTAX /before"]);
    expect(errors(undefined, good)).toEqual(["REQUIRED /before"]);
  });

  test("900 results, each with partial prints of a name of its own", () => {
    const prints = (line: number) => ({
      partialFingerprints: { k: String(line), [`q${line}`]: "1" },
    });
    const many = (by: number) =>
      log(
        Array.from({ length: 900 }, (_, line) => result({ line: line + by, more: prints(line) })),
      );
    expect(valueOf(many(1), many(2)).counts).toMatchObject({ new: 0, updated: 900 });
  });

  test("2,000 results of one rule, all alike", () => {
    const many = (by: number) =>
      log(Array.from({ length: 2000 }, (_, line) => result({ line: line * 2 + by })));
    expect(valueOf(many(1), many(2)).counts.updated).toBe(2000);
  });
});

test("a result without a message is told in words, whether it is new or gone", () => {
  const said = { findings: [{ message: "The result has no message" }] };
  expect(valueOf(log([]), log([{}]))).toMatchObject(said);
  expect(valueOf(log([{}]), log([]))).toMatchObject(said);
});
