import { describe, expect, test } from "bun:test";
import type { Value } from "../../../tools/agent-plan-parallelism-auditor.ts";
import tool from "../../../tools/agent-plan-parallelism-auditor.ts";
import { runUnit } from "../../support/run-unit.ts";

interface StepInput {
  readonly id: string;
  readonly dependsOn?: readonly string[];
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
  readonly duration?: number;
  readonly exclusive?: boolean;
  readonly idempotent?: boolean;
}

const run = (steps: unknown, more: object = {}) => runUnit(tool, { steps, ...more });
const valueOf = (steps: readonly StepInput[], more: object = {}) => run(steps, more).value as Value;
const findings = (steps: unknown, more: object = {}, kind: "errors" | "warnings" = "errors") =>
  (run(steps, more)[kind] ?? []).map(({ code, path }) =>
    path === undefined ? code : `${code} ${path}`,
  );
const warnings = (steps: unknown, more: object = {}) => findings(steps, more, "warnings");
const failure = (steps: unknown, more: object = {}) => {
  const { ok, error, errors = [] } = run(steps, more);
  return ok ? "" : `${error?.code ?? errors[0]?.code} ${errors[0]?.path}`;
};
const pairs = (list: Value["implied"]) =>
  list.map(({ from, to, kind, resource }) => `${from}→${to} ${kind} ${resource}`);

describe("conflicts", () => {
  test("the kinds, and the resource as the first step calls it", () => {
    const steps = [
      { id: "a", reads: ["n", "r/*"], writes: ["x", "w/"] },
      { id: "b", writes: ["w/1", "r/1"] },
      { id: "c", reads: ["x"] },
      { id: "d", writes: ["r/2"], reads: ["w/1"] },
    ];
    const found = valueOf(steps).conflicts.map(
      ({ a, b, kind, resource }) => `${a} ${b} ${kind} ${resource}`,
    );
    expect(found).toEqual([
      "a b write-write w/",
      "a c write-read x",
      "a d write-read w/",
      "b d write-read w/1",
    ]);
    expect(
      valueOf([
        { id: "a", reads: ["q"] },
        { id: "b", writes: ["q"] },
      ]).conflicts[0]?.kind,
    ).toBe("read-write");
  });

  test("two readers are none, nor are steps that depend on one another, however far", () => {
    expect(
      valueOf([
        { id: "a", reads: ["x"] },
        { id: "b", reads: ["x"] },
      ]).conflicts,
    ).toEqual([]);
    const chain = [
      { id: "a", writes: ["x"] },
      { id: "b", dependsOn: ["a"] },
      { id: "c", writes: ["x"], dependsOn: ["b"] },
    ];
    expect(valueOf(chain)).toMatchObject({ conflicts: [], implied: [] });
    expect(run(chain).valid).toBe(true);
  });

  test("a step that runs alone conflicts with every other, whatever they write", () => {
    const steps = [
      { id: "a", writes: ["x"] },
      { id: "b", exclusive: true, writes: ["x"] },
      { id: "c" },
    ];
    expect(pairs(valueOf(steps).implied)).toEqual(["a→b exclusive ", "b→c exclusive "]);
    expect(findings(steps)).toEqual(["HIDDEN_CONFLICT /steps/1", "HIDDEN_CONFLICT /steps/2"]);
  });

  test("only what is on the same level by its dependencies is hidden", () => {
    const steps = [
      { id: "a", writes: ["x"] },
      { id: "b" },
      { id: "c", writes: ["x"], dependsOn: ["b"] },
    ];
    expect(run(steps)).toMatchObject({ valid: true, stats: { steps: 3, edges: 2, conflicts: 1 } });
    expect(warnings(steps)).toEqual(["CONFLICT_SERIALISED /steps/2"]);
    expect(valueOf(steps).waves).toEqual([["a", "b"], ["c"]]);
  });

  test("idempotent writers still conflict, with a hint", () => {
    const steps = ["a", "b"].map((id) => ({ id, writes: ["x"], idempotent: true }));
    const { errors = [] } = run(steps);
    expect(errors[0]).toMatchObject({
      code: "HIDDEN_CONFLICT",
      a: "a",
      b: "b",
      kind: "write-write",
    });
    expect(errors[0]?.hint).toContain("idempotent");
  });

  test("an edge is not turned against a dependency, nor added where others order the steps", () => {
    const steps = [
      { id: "late", writes: ["x"], dependsOn: ["early"] },
      { id: "middle", writes: ["x"] },
      { id: "early", writes: ["x"] },
    ];
    const value = valueOf(steps);
    expect(pairs(value.implied)).toEqual(["late→middle write-write x"]);
    expect(value.order).toEqual(["early", "late", "middle"]);
    expect(value.conflicts).toHaveLength(2);
  });

  test("2,000 writers of one resource wait in a row", () => {
    const steps = Array.from({ length: 2000 }, (_, at) => ({ id: `s${at}`, writes: ["db"] }));
    const { value, stats, errors, warnings: found } = run(steps);
    expect(stats).toEqual({ steps: 2000, edges: 1999, conflicts: 1_999_000 });
    expect((value as Value).implied).toHaveLength(1999);
    expect((value as Value).conflicts).toHaveLength(1000);
    expect(errors?.filter(({ code }) => code === "HIDDEN_CONFLICT")).toHaveLength(1000);
    expect(errors?.find(({ code }) => code === "ERRORS_TRUNCATED")?.received).toBe(1_998_000);
    expect(found?.filter(({ code }) => code === "CONFLICT_SERIALISED")).toHaveLength(1000);
  });
});

describe("dependencies", () => {
  test("unknown ones, with what was meant", () => {
    const steps = [{ id: "build" }, { id: "test", dependsOn: ["biuld", "build"] }];
    const { errors, valid, value } = run(steps);
    expect(valid).toBe(false);
    expect(errors).toMatchObject([
      { code: "DEPENDENCY_UNKNOWN", path: "/steps/1/dependsOn/0", hint: 'Did you mean "build"?' },
    ]);
    expect((value as Value).waves).toEqual([["build"], ["test"]]);
  });

  test("redundant ones", () => {
    const steps = [
      { id: "a" },
      { id: "b", dependsOn: ["a", "a"] },
      { id: "c", dependsOn: ["b"] },
      { id: "d", dependsOn: ["a", "c", "b"] },
    ];
    expect(valueOf(steps).redundant).toEqual([
      { from: "a", to: "d" },
      { from: "b", to: "d" },
    ]);
    expect(valueOf(steps).edges).toHaveLength(5);
    expect(warnings(steps)).toEqual([
      "LOW_PARALLELISM",
      "REDUNDANT_DEPENDENCY /steps/3/dependsOn/0",
      "REDUNDANT_DEPENDENCY /steps/3/dependsOn/2",
    ]);
  });

  test("what is read is written before, by another step", () => {
    const steps = [
      { id: "reader", reads: ["out/x", "in", "own"], writes: ["own"] },
      { id: "writer", writes: ["out/**"], dependsOn: ["reader"] },
    ];
    expect(warnings(steps)).toEqual(["READ_BEFORE_WRITE /steps/0/reads/0"]);
    expect(
      warnings([
        { id: "w", writes: ["x"] },
        { id: "r", reads: ["x"], dependsOn: ["w"] },
      ]),
    ).toEqual([]);
    expect(
      warnings([
        { id: "w", writes: ["x"] },
        { id: "r", reads: ["x"] },
      ]),
    ).toEqual(["CONFLICT_SERIALISED /steps/1", "READ_BEFORE_WRITE /steps/1/reads/0"]);
  });

  test("circles", () => {
    const cycle = (steps: StepInput[]) => run(steps).errors?.[0]?.received;
    expect(cycle([{ id: "a", dependsOn: ["a"] }])).toEqual(["a"]);
    expect(
      cycle([
        { id: "z", dependsOn: ["c"] },
        { id: "a", dependsOn: ["b"] },
        { id: "b", dependsOn: ["c"] },
        { id: "c", dependsOn: ["a"] },
      ]),
    ).toEqual(["a", "b", "c"]);
    expect(failure([{ id: "a", dependsOn: ["a"] }])).toBe("CYCLE /steps/0/dependsOn");
    const long = Array.from({ length: 2000 }, (_, at) => ({
      id: `s${at}`,
      dependsOn: [`s${(at + 1) % 2000}`],
    }));
    expect(cycle(long)).toHaveLength(2000);
  });
});

describe("proposals", () => {
  const steps = [
    { id: "a", writes: ["x"] },
    { id: "b", writes: ["x"] },
    { id: "c", dependsOn: ["a"], reads: ["x"] },
  ];

  test("conflicts in one wave, and none that are apart", () => {
    expect(valueOf(steps, { proposed: [["a"], ["b", "c"]] }).proposedFindings).toEqual([
      { wave: 1, a: "b", b: "c", kind: "write-read", resource: "x" },
    ]);
    expect(findings(steps, { proposed: [["b", "a"], ["c"]] })).toEqual([
      "HIDDEN_CONFLICT /steps/1",
    ]);
    expect(run(steps, { proposed: [["b"], ["a"], ["c"]] }).valid).toBe(true);
  });

  test("a broken dependency is no conflict", () => {
    const { value, errors } = run(steps, { proposed: [["c", "a"], ["b"]] });
    expect(errors).toMatchObject([
      { code: "PROPOSED_DEPENDENCY_BROKEN", path: "/proposed/0/0", received: "a" },
    ]);
    expect((value as Value).proposedFindings).toEqual([]);
  });

  test("missing, repeated and unknown steps, and waves that are too wide", () => {
    expect(findings(steps, { proposed: [["a", "a"], ["bb"]], maxParallel: 1 })).toEqual([
      "PROPOSED_STEP_MISSING /proposed",
      "PROPOSED_STEP_MISSING /proposed",
      "PROPOSED_TOO_WIDE /proposed/0",
      "PROPOSED_STEP_TWICE /proposed/0/1",
      "PROPOSED_STEP_UNKNOWN /proposed/1/0",
    ]);
    expect(findings(steps, { proposed: "[]" })).toHaveLength(3);
    expect(failure(steps, { proposed: ["a"] })).toBe("TOOL_INPUT_INVALID /proposed/0");
    expect(failure(steps, { proposed: "[[" })).toBe("JSON_SYNTAX /proposed");
  });
});

describe("reading", () => {
  test("no steps, wrong steps, and ids twice", () => {
    for (const steps of [undefined, null, [], "", " \r\n", "[]"])
      expect(failure(steps)).toBe("STEPS_MISSING /steps");
    expect(failure("[{")).toBe("JSON_SYNTAX /steps");
    expect(failure([{ id: 1 }])).toBe("TOOL_INPUT_INVALID /steps/0/id");
    expect(failure([{ id: "a", duration: -1 }])).toBe("TOOL_INPUT_INVALID /steps/0/duration");
    expect(failure([{ id: "a" }, { id: "a" }])).toBe("DUPLICATE_STEP_ID /steps/1/id");
    expect(failure(Array.from({ length: 2001 }, (_, at) => ({ id: `${at}` })))).toBe(
      "TOOL_INPUT_INVALID /steps",
    );
  });

  test("names that every object has, and line ends in them", () => {
    const names = ["__proto__", "constructor", "a\nWave 9: b"];
    const steps = names.map((id, at) => ({
      id,
      dependsOn: names.slice(0, at),
      reads: [id],
      writes: [id],
    }));
    const { output, value } = run(steps);
    expect((value as Value).order).toEqual(names);
    expect(output?.split("\n")).toHaveLength(3);
  });

  test("JSON text with a byte order mark", () => {
    expect(run('\ufeff[{"id":"a"}]\r\n').output).toBe("Wave 0: a (0 to 1)");
  });
});

test("2,000 steps, whether they share nothing or all", () => {
  const many = (step: (at: number) => object) =>
    Array.from({ length: 2000 }, (_, at) => ({ id: `s${at}`, ...step(at) }));
  expect(run(many((at) => ({ reads: [`r${at}`], writes: [`w${at}`] }))).stats).toMatchObject({
    conflicts: 0,
  });
  const half = many((at) => (at < 1000 ? { reads: ["w/**"] } : { writes: [`w/${at}`] }));
  expect(run(half).stats).toMatchObject({ edges: 1_000_000, conflicts: 1_000_000 });
});

test("names that have to be compared each with each are paid for", () => {
  const writes = Array.from({ length: 3000 }, (_, at) => `src/*.${at}`);
  const { errors } = run([
    { id: "a", writes },
    { id: "b", writes },
  ]);
  expect(errors).toMatchObject([{ code: "BUDGET_EXCEEDED" }]);
});
