import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Value } from "../../tools/evaluation-run-delta.ts";
import { resamplesFor } from "../../tools/evaluation-run-delta/figures.ts";
import tool from "../../tools/evaluation-run-delta.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const valueOf = (input: object) => run({ bootstrap: 0, ...input }).value as Value;
const warnings = (input: object) => run(input).warnings?.map(({ code }) => code) ?? [];
const errors = (input: object) => run(input).errors?.map(({ code }) => code) ?? [];
const failure = (input: object) => {
  const { ok, error, errors: found = [] } = run(input);
  return ok ? "" : `${error?.code ?? found[0]?.code} ${found[0]?.path}`;
};

type Scores = Readonly<Record<string, number | boolean>>;
const rows = (scores: Scores) => Object.entries(scores).map(([id, score]) => ({ id, score }));
/** `count` pairs that pass in both runs, then some that regress and some that improve. */
const paired = (both: number, regressed: number, improved: number) => {
  const side = (name: string, passes: boolean[]) =>
    passes.map((passed, at) => ({ id: `${name}${at}`, passed }));
  const of = (count: number, passed: boolean) => Array.from({ length: count }, () => passed);
  const build = (first: boolean) => [
    ...side("both", of(both, true)),
    ...side("worse", of(regressed, first)),
    ...side("better", of(improved, !first)),
  ];
  return { baseline: build(true), candidate: build(false) };
};

describe("formats", () => {
  const outcome = (row: object) => {
    const { passRate, mean } = valueOf({ baseline: [row], candidate: [row] });
    return [passRate.baseline, mean.baseline];
  };

  test("plain rows by their usual names", () => {
    for (const id of ["id", "case_id", "name", "test", "key"]) {
      for (const name of ["passed", "pass", "success", "correct", "score", "value"]) {
        expect(outcome({ [id]: "x", [name]: true })).toEqual([1, 1]);
        expect(outcome({ [id]: "x", [name]: 0.25 })).toEqual([0, 0.25]);
      }
    }
  });

  test("verdicts as words, and numbers as text", () => {
    for (const word of ["pass", "C", "true", "PASS", " passed "])
      expect(outcome({ id: 1, value: word })).toEqual([1, 1]);
    for (const word of ["fail", "I", "false", "N", "Failed"])
      expect(outcome({ id: 1, value: word })).toEqual([0, 0]);
    expect(outcome({ id: 1, value: "P" })).toEqual([1, 0.5]);
    expect(outcome({ id: 1, score: "0.75" })).toEqual([1, 0.75]);
  });

  test("a verdict decides, a score is averaged", () => {
    expect(outcome({ id: 1, passed: false, score: 0.9 })).toEqual([0, 0.9]);
    expect(outcome({ id: 1, passed: null, score: 0.9 })).toEqual([1, 0.9]);
  });

  test("promptfoo results are told apart by description, else by variables, not by their own id", () => {
    const result = (id: string, success: boolean, testCase: object) => ({
      id,
      success,
      score: success ? 1 : 0.2,
      testCase,
    });
    const described = { description: "adds", vars: { a: 1 } };
    const plain = { vars: { b: 2, a: 1 } };
    const value = valueOf({
      baseline: {
        results: { results: [result("u1", true, described), result("u2", true, plain)] },
      },
      candidate: { results: [result("u3", false, described), result("u4", true, plain)] },
    });
    expect(value.regressions).toEqual([{ id: "adds", group: null, baseline: 1, candidate: 0.2 }]);
    expect(value.paired).toBe(2);
    const bare = [{ success: true, score: 1, vars: { q: "x" } }];
    const changed = [{ success: false, score: 0, vars: { q: "x" } }];
    expect(valueOf({ baseline: bare, candidate: changed }).regressions[0]?.id).toBe('{"q":"x"}');
  });

  test("Inspect samples by their first scorer, a whole log, too", () => {
    const sample = (value: unknown) => ({
      id: 7,
      epoch: 1,
      scores: { includes: { value }, other: { value: "C" } },
    });
    const value = valueOf({ baseline: { samples: [sample("C")] }, candidate: [sample(0.2)] });
    expect(value.regressions).toEqual([{ id: "7", group: null, baseline: 1, candidate: 0.2 }]);
  });

  test("match events of an OpenAI evals log, whose other lines say nothing", () => {
    const log = (correct: boolean) =>
      [
        { spec: { eval_name: "x" } },
        { run_id: "r", event_id: 0, sample_id: "s.0", type: "sampling", data: { sampled: "a" } },
        { run_id: "r", event_id: 1, sample_id: "s.0", type: "match", data: { correct } },
        { final_report: { accuracy: 1 } },
      ]
        .map((line) => JSON.stringify(line))
        .join("\r\n");
    const input = { baseline: log(true), candidate: log(false) };
    expect(valueOf(input).regressions[0]?.id).toBe("s.0");
    expect(warnings(input)).toEqual(["SMALL_SAMPLE"]);
  });

  test("fields by name and by pointer", () => {
    const row = (grade: number) => ({ meta: { "a/b": "x", tags: ["t"] }, grades: [grade] });
    const fields = { idField: "/meta/a~1b", scoreField: "/grades/0", groupField: "/meta/tags/0" };
    const value = valueOf({ baseline: [row(1)], candidate: [row(0)], ...fields });
    expect(value.regressions).toEqual([{ id: "x", group: "t", baseline: 1, candidate: 0 }]);
    const named = { idField: "/grades/00", baseline: [row(1)], candidate: [row(1)] };
    expect(failure(named)).toBe("ROW_UNRECOGNISED /baseline/0");
  });

  test("ids are compared as text, with all their digits", () => {
    const baseline = '{"id":12345678901234567890,"score":1}\n{"id":1,"score":1}';
    const candidate = [
      { id: "12345678901234567890", score: 1 },
      { id: "1", score: 1 },
    ];
    expect(valueOf({ baseline, candidate }).paired).toBe(2);
  });

  test("ids that every object has", () => {
    const ids = ["__proto__", "constructor", "toString"];
    const given = ids.map((id) => ({ id, passed: true }));
    const value = valueOf({ baseline: given, candidate: given.toReversed() });
    expect(value.paired).toBe(3);
  });
});

describe("epochs", () => {
  test("their mean counts, exactly", () => {
    const baseline = [0.6, 0.7, 0.8].map((score) => ({ id: "a", score }));
    const candidate = [{ id: "a", score: 0.6999 }];
    const input = { baseline, candidate, threshold: 0.7 };
    expect(valueOf(input).pass).toMatchObject({ baseline: 1, regressed: 1 });
    expect(warnings(input)).toContain("DUPLICATE_ID");
  });

  test("verdicts that agree decide; else the share", () => {
    const epochs = (...verdicts: boolean[]) => verdicts.map((passed) => ({ id: "a", passed }));
    const of = (baseline: object[], more: object = {}) =>
      valueOf({ baseline, candidate: baseline, ...more }).pass.baseline;
    expect(of(epochs(true, false))).toBe(1);
    expect(of(epochs(true, false, false))).toBe(0);
    expect(of(epochs(true, true), { threshold: 7 })).toBe(1);
    expect(of(epochs(true, true, false), { higherIsBetter: false })).toBe(1);
  });

  test("of several rows the mean score decides, of a single one its verdict", () => {
    const row = { id: "a", passed: true, score: 0.3 };
    const { pass } = valueOf({ baseline: [row, row], candidate: [row] });
    expect(pass).toMatchObject({ baseline: 0, candidate: 1, improved: 1 });
  });
});

describe("what decides", () => {
  test("ties at the threshold pass, whichever way is better", () => {
    const input = { baseline: rows({ a: 0.5 }), candidate: rows({ a: 0.5 }) };
    expect(valueOf(input).pass.both).toBe(1);
    expect(valueOf({ ...input, higherIsBetter: false }).pass.both).toBe(1);
  });

  test("with lower scores better, deltas keep their sign and the largest rise comes first", () => {
    const value = valueOf({
      baseline: rows({ a: 1, b: 1, c: 9 }),
      candidate: rows({ a: 6, b: 9, c: 2 }),
      threshold: 5,
      higherIsBetter: false,
    });
    expect(value.regressions.map(({ id }) => id)).toEqual(["b", "a"]);
    expect(value.improvements.map(({ id }) => id)).toEqual(["c"]);
    expect(value.mean.delta).toBe(2);
    expect(value.passRate.delta).toBe(-0.333333);
  });

  test("regressions by the drop, then by id", () => {
    const value = valueOf({
      baseline: rows({ z: 1, b: 0.9, a: 0.9, "\u{1f600}": 0.9, "\ue000": 0.9 }),
      candidate: rows({ z: 0.4, b: 0.1, a: 0.1, "\u{1f600}": 0.1, "\ue000": 0.1 }),
    });
    expect(value.regressions.map(({ id }) => id)).toEqual(["a", "b", "\ue000", "\u{1f600}", "z"]);
  });

  test("a significant loss is an error of its own", () => {
    const input = { ...paired(40, 12, 1), bootstrap: 0, maxRegressions: 20 };
    expect(run(input)).toMatchObject({ valid: false, value: { verdict: "regressed" } });
    expect(errors(input)).toEqual(["REGRESSED"]);
    expect(errors({ ...input, maxRegressions: 0 })).toEqual(["REGRESSED", "REGRESSIONS"]);
    expect(run({ ...paired(40, 1, 12), maxRegressions: 1 })).toMatchObject({
      valid: true,
      value: { verdict: "improved", mcnemar: { b: 1, c: 12, significant: true } },
    });
  });

  test("all regress", () => {
    const value = valueOf(paired(0, 30, 0));
    expect(value).toMatchObject({
      verdict: "regressed",
      passRate: { baseline: 1, candidate: 0, delta: -1 },
      effect: null,
      wilson: { candidate: [0, 0.113513] },
    });
  });

  test("more than 1,000 discordant pairs", () => {
    const { mcnemar } = valueOf(paired(0, 480, 561));
    expect(mcnemar).toEqual({
      b: 480,
      c: 561,
      method: "chi-square",
      statistic: 6.147934678,
      pValue: 0.01315656567,
      significant: true,
    });
    expect(valueOf(paired(0, 500, 500)).mcnemar).toMatchObject({ method: "exact", pValue: 1 });
  });

  test("an agreeing pair more keeps b, c and p", () => {
    const [before, after] = [valueOf(paired(3, 2, 7)), valueOf(paired(4, 2, 7))];
    expect(after.mcnemar).toEqual(before.mcnemar);
  });
});

describe("groups", () => {
  test("by code point, over pairs only, named by either run", () => {
    const value = valueOf({
      baseline: [
        { id: "1", passed: true, group: "b" },
        { id: "2", passed: false },
        { id: "3", passed: true },
        { id: "4", passed: true, group: "lost" },
      ],
      candidate: [
        { id: "1", passed: false },
        { id: "2", passed: true, group: "a" },
        { id: "3", passed: true },
        { id: "5", passed: true, group: "new" },
      ],
    });
    const flat = { paired: 1, baseline: 0, candidate: 1, delta: 1, regressed: 0, improved: 1 };
    expect(value.groups).toEqual([
      { group: "a", ...flat },
      { group: "b", paired: 1, baseline: 1, candidate: 0, delta: -1, regressed: 1, improved: 0 },
    ]);
    expect(value.onlyBaseline).toEqual(["4"]);
    expect(value.onlyCandidate).toEqual(["5"]);
    expect(value.regressions[0]?.group).toBe("b");
  });
});

describe("bootstrap", () => {
  const scores = {
    baseline: rows({ a: 0.1, b: 0.5, c: 0.9 }),
    candidate: rows({ a: 0.3, b: 0.4, c: 1 }),
  };

  test("a seed gives the same interval, and none is drawn of 0 resamples", () => {
    expect(valueOf({ ...scores, bootstrap: 100, seed: "x" }).bootstrap).toEqual(
      valueOf({ ...scores, bootstrap: 100, seed: "x" }).bootstrap,
    );
    expect(valueOf(scores).bootstrap).toBeNull();
    expect(valueOf({ ...scores, bootstrap: 1 }).bootstrap?.resamples).toBe(1);
  });

  test("fewer resamples where they would draw more than 5,000,000 pairs", () => {
    expect(resamplesFor(2000, 2500)).toBe(2000);
    expect(resamplesFor(2000, 2501)).toBe(1999);
    expect(resamplesFor(10_000, 50_000)).toBe(200);
    expect(resamplesFor(150, 50_000)).toBe(150);
    const many = Array.from({ length: 600 }, (_, id) => ({ id, score: id % 2 }));
    const input = { baseline: many, candidate: many, bootstrap: 10_000 };
    expect(warnings(input)).toEqual(["BOOTSTRAP_REDUCED"]);
    expect((run(input).value as Value).bootstrap).toMatchObject({
      resamples: 8333,
      low: 0,
      high: 0,
    });
  });
});

describe("failures and warnings", () => {
  const one = [{ id: "a", passed: true }];

  test("runs that are missing or empty", () => {
    for (const nothing of [undefined, null, [], "", " \n", "[]", "\ufeff [ ] "]) {
      expect(failure({ baseline: nothing, candidate: one })).toBe("BASELINE_MISSING /baseline");
      expect(failure({ baseline: one, candidate: nothing })).toBe("CANDIDATE_MISSING /candidate");
    }
    expect(errors({})).toEqual(["BASELINE_MISSING", "CANDIDATE_MISSING"]);
  });

  test("rows that are none, and text that is no JSON", () => {
    expect(failure({ baseline: [one[0], 5], candidate: one })).toBe("ROW_UNRECOGNISED /baseline/1");
    expect(failure({ baseline: one, candidate: [{ score: 1 }] })).toBe(
      "ROW_UNRECOGNISED /candidate/0",
    );
    expect(
      run({ baseline: '{"id":1,"score":1}\n\n{"id":', candidate: one }).errors?.[0],
    ).toMatchObject({ code: "JSON_SYNTAX", path: "/baseline", line: 3 });
    expect(failure({ baseline: 5, candidate: one })).toBe("TOOL_INPUT_INVALID /baseline");
    const lots = Array.from({ length: 50_001 }, (_, id) => ({ id, score: 1 }));
    expect(failure({ baseline: lots, candidate: one })).toBe("TOOL_INPUT_INVALID /baseline");
  });

  test("a row without a score is skipped", () => {
    const scores = [null, "NaN", "maybe", {}, "1e400", Number.NaN];
    const skipped = scores.map((score, at) => ({ id: `s${at}`, score }));
    const input = { baseline: [...one, ...skipped], candidate: one, bootstrap: 0 };
    const found = run(input).warnings ?? [];
    expect(found.filter(({ code }) => code === "ROW_SKIPPED").map(({ path }) => path)).toEqual(
      scores.map((_, at) => `/baseline/${at + 1}`),
    );
    expect((run(input).value as Value).onlyBaseline).toEqual([]);
    expect(failure({ baseline: [{ id: "a" }], candidate: one })).toBe("NO_PAIRS /candidate");
  });

  test("cases in one run only, few pairs, and verdicts among scores above 1", () => {
    const candidate = [...one, { id: "b", score: 7 }];
    expect(warnings({ baseline: one, candidate })).toEqual([
      "SCORE_OUT_OF_RANGE",
      "SMALL_SAMPLE",
      "UNPAIRED_CASES",
    ]);
    expect(warnings(paired(30, 0, 0))).toEqual([]);
  });

  test("a byte order mark, CRLF and blank lines", () => {
    const text = '\ufeff{"id":1,"score":1}\r\n\r\n{"id":2,"score":0}\r\n';
    expect(valueOf({ baseline: text, candidate: text }).paired).toBe(2);
  });

  test("ids with line ends cannot write lines of the report", () => {
    const id = "a\nRegressed: 0";
    const { output } = run({ baseline: [{ id, score: 1 }], candidate: [{ id, score: 0 }] });
    expect(output).toContain("- a Regressed: 0: 1 → 0");
  });
});

test("agrees with counting by hand", () => {
  const score = fc.constantFrom(0, 0.25, 0.5, 0.75, 1, true, false);
  const runs = fc.dictionary(
    fc.string({ maxLength: 3 }).filter((id) => id !== ""),
    score,
    { minKeys: 1 },
  );
  fc.assert(
    fc.property(runs, runs, (before, after) => {
      const value = valueOf({ baseline: rows(before), candidate: rows(after) }) as Value | null;
      const ids = Object.keys(before).filter((id) => Object.hasOwn(after, id));
      if (!value) return expect(ids).toEqual([]);
      const passes = (side: Scores) => ids.filter((id) => Number(side[id]) >= 0.5);
      const [first, second] = [passes(before), passes(after)];
      expect(value.paired).toBe(ids.length);
      expect(value.pass.baseline).toBe(first.length);
      expect(value.regressions.map(({ id }) => id).toSorted()).toEqual(
        first.filter((id) => !second.includes(id)).toSorted(),
      );
      const sum = ids.reduce((total, id) => total + Number(after[id]) - Number(before[id]), 0);
      expect(value.mean.delta).toBeCloseTo(sum / ids.length, 5);
    }),
  );
});

test("50,000 pairs", () => {
  const many = Array.from({ length: 50_000 }, (_, id) => ({ id, score: (id % 10) / 10 }));
  expect(valueOf({ baseline: many, candidate: many.toReversed() }).paired).toBe(50_000);
});
