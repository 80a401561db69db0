import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Value } from "../../tools/artifact-lineage-integrity-auditor.ts";
import { sha256Hex } from "../../tools/_lib/bytes/sha256.ts";
import tool from "../../tools/artifact-lineage-integrity-auditor.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) =>
  runUnit(tool, JSON.parse(JSON.stringify({ failOn: "none", ...input })) as object);
const valueOf = (input: object) => run(input).value as Value;
const found = (input: object) =>
  valueOf(input).findings.map(
    ({ severity, code, path, subject }) => `${severity} ${code} ${path} ${subject}`,
  );
const hash = (letter: string) => letter.repeat(64);
const artifact = (id: string, inputs: unknown[] = [], more: object = {}) => ({
  id,
  inputs,
  sha256: sha256Hex(id),
  ...more,
});

describe("the graph", () => {
  test("of a diamond, by inputs and by steps alike", () => {
    const own = [
      artifact("d", ["b", "c"]),
      artifact("b", ["a"]),
      artifact("c", ["a", "a"]),
      artifact("a"),
    ];
    const value = valueOf({ artifacts: own });
    expect(value).toMatchObject({
      order: ["a", "b", "c", "d"],
      roots: ["a"],
      orphans: [],
      counts: { artifacts: 4, edges: 4 },
      targets: [{ id: "d", ancestors: 3, depth: 2, sources: ["a"], complete: true }],
    });
    const bare = own.map(({ id, sha256 }) => ({ id, sha256 }));
    const steps = own.map(({ id, inputs }) => ({ id: `make ${id}`, inputs, outputs: [id] }));
    expect(valueOf({ artifacts: bare, steps }).lineage).toEqual(value.lineage);
    expect(valueOf({ artifacts: { artifacts: bare, steps } }).lineage).toEqual(value.lineage);
  });

  test("a field of its own wins over the whole", () => {
    const whole = {
      artifacts: [artifact("a"), artifact("b", ["a"])],
      targets: ["a"],
      sources: ["a"],
    };
    expect(valueOf({ artifacts: whole }).targets.map(({ id }) => id)).toEqual(["a"]);
    expect(valueOf({ artifacts: whole, targets: ["b"] }).targets.map(({ id }) => id)).toEqual([
      "b",
    ]);
  });

  test("hashes are of the id, the digest and the parents' hashes in order", () => {
    const { lineage } = valueOf({
      artifacts: [artifact("a"), { id: "b" }, artifact("c", ["b", "a"])],
    }) as { lineage: Record<string, string> };
    const [a, b] = [sha256Hex(`a\n${sha256Hex("a")}\n`), sha256Hex("b\n-\n")];
    const parents = [a, b].toSorted().map((line) => `${line}\n`);
    expect(lineage).toEqual({ a, b, c: sha256Hex(`c\n${sha256Hex("c")}\n${parents.join("")}`) });
  });

  test("the digest of a lineage is the artifact's own, never that of a reference", () => {
    const of = (inputs: unknown[]) =>
      valueOf({ artifacts: [{ id: "a" }, artifact("b", inputs)] }).lineage;
    expect(of([{ artifact: "a", sha256: hash("f") }])).toEqual(of(["a"]));
  });

  test("circles, themselves and what is behind them", () => {
    const artifacts = [
      artifact("x", ["x"]),
      artifact("b", ["c"]),
      artifact("c", ["b"]),
      artifact("z", ["c", "free"]),
      artifact("free"),
    ];
    const value = valueOf({ artifacts });
    expect(value.cycles).toEqual([["b", "c"], ["x"]]);
    expect(value.order).toEqual(["free"]);
    expect(value.targets).toMatchObject([
      { id: "z", ancestors: 3, depth: null, complete: false, lineageSha256: null },
    ]);
    expect(found({ artifacts })).toEqual([
      "error CYCLE /artifacts/0 x",
      "error CYCLE /artifacts/1 b",
    ]);
  });

  test("nothing is its own ancestor, on a circle either", () => {
    const artifacts = [artifact("a", ["b"]), artifact("b", ["a"]), artifact("x", ["x"])];
    expect(valueOf({ artifacts, targets: ["a", "x"] }).targets).toMatchObject([
      { id: "a", ancestors: 1, complete: false },
      { id: "x", ancestors: 0, complete: false },
    ]);
  });

  test("targets: what nothing is made of, but not what is made of nothing", () => {
    const artifacts = [
      artifact("a"),
      artifact("b", ["a"]),
      artifact("alone"),
      artifact("gap", ["?"]),
    ];
    expect(valueOf({ artifacts }).targets.map(({ id }) => id)).toEqual(["b", "gap"]);
    const targets = valueOf({ artifacts, targets: ["a", "none", "a"] });
    expect(targets.targets).toMatchObject([{ id: "a", ancestors: 0, depth: 0, sources: ["a"] }]);
    expect(targets.orphans).toEqual(["alone", "b", "gap"]);
  });
});

describe("findings", () => {
  test("references to nothing: not complete, and no root", () => {
    const artifacts = [artifact("a", ["x"]), artifact("b", ["a"])];
    const steps = [{ id: "s", inputs: ["y"], outputs: ["z"] }];
    expect(found({ artifacts, steps })).toEqual([
      "error DANGLING_REFERENCE /artifacts/0/inputs/0 x",
      "error DANGLING_REFERENCE /steps/0/inputs/0 y",
      "error DANGLING_REFERENCE /steps/0/outputs/0 z",
    ]);
    const { roots, targets } = valueOf({ artifacts });
    expect(roots).toEqual([]);
    expect(targets).toMatchObject([{ id: "b", complete: false, sources: [] }]);
  });

  test("digests against the first that is written, the artifact's own before others, in any case", () => {
    const artifacts = [
      artifact("b", [{ artifact: "a", sha256: hash("b") }], { sha256: hash("0") }),
      { id: "a", sha256: hash("A") },
    ];
    const steps = [
      {
        id: "s",
        inputs: [{ artifact: "a", sha256: hash("a") }],
        outputs: [{ artifact: "b", sha256: hash("1") }],
      },
    ];
    expect(found({ artifacts, steps })).toEqual([
      "error HASH_MISMATCH /artifacts/0/inputs/0/sha256 a",
      "error HASH_MISMATCH /steps/0/outputs/0/sha256 b",
    ]);
  });

  test("ids and makers that repeat", () => {
    const artifacts = [artifact("a"), artifact("b"), artifact("a"), artifact("a")];
    const steps = ["s", "s", "t"].map((id) => ({ id, inputs: ["a"], outputs: ["b", "b"] }));
    const codes = found({ artifacts, steps }).filter((line) => line.startsWith("error"));
    expect(codes).toEqual([
      "error DUPLICATE_ID /artifacts/2 a",
      "error DUPLICATE_ID /artifacts/3 a",
      "error DUPLICATE_ID /steps/1 s",
      "error MULTIPLE_PRODUCERS /steps/1/outputs/0 b",
      "error MULTIPLE_PRODUCERS /steps/1/outputs/1 b",
      "error MULTIPLE_PRODUCERS /steps/2/outputs/0 b",
      "error MULTIPLE_PRODUCERS /steps/2/outputs/1 b",
    ]);
  });

  test("times, whatever their zone", () => {
    const of = (before: unknown, after: unknown) =>
      found({
        artifacts: [
          artifact("a", [], { createdAt: before }),
          artifact("b", ["a"], { createdAt: after }),
        ],
      });
    expect(of("2026-01-01T12:00:00Z", "2026-01-01T12:00:00+01:00")).toEqual([
      "error TIME_INVERSION /artifacts/1/createdAt b",
    ]);
    expect(of("2026-01-01T12:00:00Z", "2026-01-01T12:00:00Z")).toEqual([]);
    expect(of(2, 1)).toHaveLength(1);
    expect(of(undefined, 1)).toEqual([]);
  });

  test("sources that are not declared, each once; without a list all are good", () => {
    const artifacts = [
      artifact("a"),
      artifact("b"),
      artifact("x", ["a", "b"]),
      artifact("y", ["b"]),
    ];
    expect(found({ artifacts, sources: ["a"] })).toEqual(["error UNDECLARED_SOURCE /targets b"]);
    expect(valueOf({ artifacts, sources: ["a"] }).targets).toMatchObject([
      { id: "x", sources: ["a", "b"], undeclaredSources: ["b"], complete: false },
      { id: "y", undeclaredSources: ["b"] },
    ]);
    expect(found({ artifacts })).toEqual([]);
    expect(found({ artifacts, targets: ["q"] })[0]).toBe("error TARGET_UNKNOWN /targets q");
  });

  test("what is missing, shared or used by nobody", () => {
    const artifacts = [
      artifact("b", ["a"], { sha256: hash("a") }),
      artifact("a", [], { sha256: undefined }),
      artifact("c", [], { sha256: hash("A") }),
    ];
    expect(found({ artifacts })).toEqual([
      "warning MISSING_DIGEST /artifacts/1 a",
      "warning ORPHAN /artifacts/2 c",
      "info SHARED_DIGEST /artifacts/2 c",
    ]);
    expect(valueOf({ artifacts }).targets[0]?.complete).toBe(false);
  });
});

describe("laws", () => {
  const ids = ["a", "b", "c", "d", "e", "f"];
  const lists = fc.tuple(...ids.map((_, at) => fc.subarray(ids.slice(0, at))));

  test("order changes nothing; an artifact more changes no other's hash; a digest less those of all descendants", () => {
    fc.assert(
      fc.property(lists, fc.constantFrom(...ids), (inputs, gone) => {
        const artifacts = ids.map((id, at) => artifact(id, inputs[at] as string[]));
        const { lineage } = valueOf({ artifacts }) as { lineage: Record<string, string> };
        const more = [...artifacts.toReversed(), artifact("new", ids)];
        expect(valueOf({ artifacts: more }).lineage).toMatchObject(lineage);
        const without = artifacts.map((one) =>
          one.id === gone ? { ...one, sha256: undefined } : one,
        );
        const changed = valueOf({ artifacts: without }).lineage as Record<string, string>;
        const isDescendant = (id: string): boolean =>
          id === gone || (inputs[ids.indexOf(id)] as string[]).some(isDescendant);
        for (const id of ids) expect(changed[id] === lineage[id]).toBe(!isDescendant(id));
      }),
    );
  });
});

test("digests with their algorithms before them", () => {
  const sha256 = "a".repeat(64);
  const base64 = Buffer.from(sha256, "hex").toString("base64");
  const codes = (written: string | undefined, seen: string) =>
    valueOf({
      artifacts: [
        { id: "a", sha256: written },
        { id: "b", sha256: hash("b"), inputs: [{ artifact: "a", sha256: seen }] },
      ],
    }).findings.map(({ severity, code, path }) => `${severity} ${code} ${path}`);
  const ways = [
    sha256,
    sha256.toUpperCase(),
    `sha256:${sha256}`,
    `SHA-256=${sha256}`,
    `sha256-${base64}`,
  ];
  const lineages = ways.map((way) => valueOf({ artifacts: [{ id: "a", sha256: way }] }).lineage);
  for (const way of ways) {
    for (const other of ways) expect(codes(way, other)).toEqual([]);
    expect(codes(way, `sha256:${"b".repeat(64)}`)).toEqual([
      "error HASH_MISMATCH /artifacts/1/inputs/0/sha256",
    ]);
    expect(codes(way, `sha1:${"b".repeat(40)}`)).toEqual([
      "warning DIGEST_UNCHECKED /artifacts/1/inputs/0/sha256",
    ]);
  }
  expect(new Set(lineages.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(codes(`sha512:${"b".repeat(128)}`, `sha512:${"B".repeat(128)}`)).toEqual([]);
});

describe("input", () => {
  const errors = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);

  test("that is none", () => {
    expect(errors({ artifacts: "[" })).toEqual(["JSON_SYNTAX /artifacts"]);
    expect(errors({ artifacts: "a: [" })).toEqual(["YAML_SYNTAX /artifacts"]);
    expect(errors({ artifacts: "word" })).toEqual(["DOCUMENT_TYPE /artifacts"]);
    expect(errors({ artifacts: [{ sha256: hash("a") }] })).toEqual(["REQUIRED /artifacts/0/id"]);
    expect(errors({ artifacts: [{ id: "a", createdAt: "noon" }] })).toEqual([
      "DATE_INVALID /artifacts/0/createdAt",
    ]);
    expect(errors({ artifacts: [{ id: "a", inputs: [{ artifact: "b", sha256: "x" }] }] })).toEqual([
      "FORM /artifacts/0/inputs/0/sha256",
    ]);
    expect(errors({ artifacts: [{ id: "a", inputs: [{}] }] })).toEqual([
      "REQUIRED /artifacts/0/inputs/0/artifact",
    ]);
  });

  test("a chain of 5,000, and edges beyond number", () => {
    const chain = Array.from({ length: 5000 }, (_, at) => ({
      id: `n${String(at).padStart(4, "0")}`,
      inputs: at === 0 ? [] : [`n${String(at - 1).padStart(4, "0")}`],
    }));
    expect(valueOf({ artifacts: chain }).targets).toMatchObject([{ depth: 4999, ancestors: 4999 }]);
    const outputs = Array.from({ length: 400 }, (_, at) => `o${at}`);
    expect(errors({ artifacts: [], steps: [{ id: "s", inputs: outputs, outputs }] })).toEqual([
      "TOO_MANY_EDGES /artifacts",
    ]);
  });

  test("names that every object has", () => {
    const artifacts = [artifact("__proto__"), artifact("constructor", ["__proto__"])];
    const { lineage } = valueOf({ artifacts });
    expect(Object.keys(lineage as object)).toEqual(["__proto__", "constructor"]);
  });

  test("the gate", () => {
    const artifacts = [{ id: "a" }, { id: "b", inputs: ["a"] }];
    expect(runUnit(tool, { artifacts }).ok).toBe(true);
    expect(run({ artifacts, failOn: "warning" })).toMatchObject({
      ok: false,
      valid: true,
      error: { code: "ARTIFACT_LINEAGE_INTEGRITY_AUDITOR_FAILED" },
    });
  });
});
