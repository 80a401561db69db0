import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { jobProblems, PAGE_LIMITS } from "../../../kits/_core/file-job.ts";
import {
  type Made,
  outputFindings,
  type OutputRules,
  type Planned,
} from "../../../kits/_core/file-manifest.ts";

const planned: readonly Planned[] = [
  { name: "a.webp", mediaType: "image/webp", from: ["a"] },
  { name: "b.jpg", mediaType: "image/jpeg", from: ["b", "c"] },
];

const madeOf = ({ name, mediaType, from }: Planned): Made => ({
  name,
  mediaType,
  bytes: 1,
  sha256: "0".repeat(64),
  from: [...from],
});

const [first, second] = planned.map(madeOf) as [Made, Made];

const verify = (outputs: readonly Made[], rules?: OutputRules<Planned, Made>) =>
  outputFindings(planned, { outputs }, rules);

describe("outputs are held against the planned ones", () => {
  test("all are as planned, in any order", () => {
    const { found, verification } = verify([second, first]);
    expect(found).toEqual([]);
    expect(verification.entries.map(({ name, verdict }) => [name, verdict])).toEqual([
      ["a.webp", "match"],
      ["b.jpg", "match"],
    ]);
    expect(verification.counts).toEqual({ match: 2, missing: 0, unexpected: 0, mismatch: 0 });
  });

  type Verdict = "missing" | "unexpected" | "mismatch";
  const other = { ...first, name: "x.txt" };
  test.each<[string, Made[], string, Verdict, string]>([
    ["OUTPUT_MISSING", [first], "b.jpg", "missing", "/manifest/outputs"],
    ["OUTPUT_DUPLICATE", [first, second, first], "a.webp", "mismatch", "/manifest/outputs/2"],
    ["OUTPUT_EMPTY", [{ ...first, bytes: 0 }, second], "a.webp", "mismatch", "/manifest/outputs/0"],
    [
      "OUTPUT_TYPE",
      [first, { ...second, mediaType: "image/png" }],
      "b.jpg",
      "mismatch",
      "/manifest/outputs/1/mediaType",
    ],
    [
      "OUTPUT_SOURCE",
      [first, { ...second, from: ["c", "b"] }],
      "b.jpg",
      "mismatch",
      "/manifest/outputs/1/from",
    ],
    ["OUTPUT_UNEXPECTED", [first, second, other], "x.txt", "unexpected", "/manifest/outputs/2"],
  ])("%s", (code, outputs, name, verdict, path) => {
    const { found, verification } = verify(outputs);
    expect(found.map((one) => [one.code, one.path, one.subject])).toEqual([[code, path, name]]);
    const entries = verification.entries.filter((entry) => entry.verdict !== "match");
    expect(entries).toEqual([{ name, verdict, problems: [code] }]);
    expect(verification.counts[verdict]).toBe(1);
  });

  test("an unexpected name that is there twice is one entry with both problems", () => {
    const { verification } = verify([first, second, other, other]);
    expect(verification.entries.at(-1)).toEqual({
      name: "x.txt",
      verdict: "unexpected",
      problems: ["OUTPUT_DUPLICATE", "OUTPUT_UNEXPECTED"],
    });
    expect(verification.counts.unexpected).toBe(1);
  });

  test("what a kit adds: an error is a mismatch, a warning a problem, an info neither", () => {
    const severities = { "a.webp": "error", "b.jpg": "warning" } as const;
    const { found, verification } = verify([first, second], {
      *problems({ name }, made, path) {
        const severity = severities[name as keyof typeof severities];
        yield {
          code: "OWN",
          severity,
          message: "Own",
          path: `${path}/bytes`,
          received: made.bytes,
        };
        yield { code: "NOTE", severity: "info", message: "Note", path };
      },
    });
    expect(found.map(({ code }) => code)).toEqual(["OWN", "NOTE", "OWN", "NOTE"]);
    expect(verification.entries).toEqual([
      { name: "a.webp", verdict: "mismatch", problems: ["OWN"] },
      { name: "b.jpg", verdict: "match", problems: ["OWN"] },
    ]);
  });

  test("an output may have been planned under another name", () => {
    const { verification } = verify([{ ...first, name: "a-1234.webp" }, second], {
      plannedName: ({ name }) => name.replace(/-\d+/, ""),
    });
    expect(verification.counts.match).toBe(2);
  });

  test("every planned output and every made name has exactly one entry", () => {
    const names = fc.constantFrom("a.webp", "b.jpg", "x", "__proto__", "constructor");
    fc.assert(
      fc.property(fc.array(names), (given) => {
        const { verification } = verify(given.map((name) => ({ ...first, name })));
        const told = verification.entries.map(({ name }) => name);
        expect(told.slice(0, 2)).toEqual(["a.webp", "b.jpg"]);
        expect(new Set(told).size).toBe(told.length);
        expect(new Set(told)).toEqual(new Set(["a.webp", "b.jpg", ...given]));
        const { match, missing, unexpected, mismatch } = verification.counts;
        expect(match + missing + unexpected + mismatch).toBe(told.length);
      }),
    );
  });
});

describe("limits of a job", () => {
  const jobOf = (...sizes: readonly number[]) => ({
    kit: "k",
    version: 1,
    files: sizes.map((bytes, index) => ({ id: `f${index}`, name: `f${index}.png`, bytes })),
  });

  test("of the page, and of one file", () => {
    expect(jobProblems(jobOf(1, 2 ** 31 - 1), "k", PAGE_LIMITS)).toEqual([]);
    expect(jobProblems(jobOf(1, 2 ** 31), "k", PAGE_LIMITS)).toMatchObject([
      { code: "LIMIT_EXCEEDED", path: "/job/files", expected: 2 ** 31, received: 2 ** 31 + 1 },
    ]);
    expect(jobProblems(jobOf(9, 11), "k", { files: 1, bytesEach: 10 })).toMatchObject([
      { code: "LIMIT_EXCEEDED", path: "/job/files", expected: 1, received: 2 },
      { code: "LIMIT_EXCEEDED", path: "/job/files/1/bytes", expected: 10, received: 11 },
    ]);
  });
});
