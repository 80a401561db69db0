/** The judge, and the lock files of npm. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import satisfies from "semver/functions/satisfies.js";
import type { Value } from "../../../tools/dependency-manifest-reconciliation.ts";
import { codes, run, valueOf } from "../../support/dependencies.ts";

const statuses = ({ entries }: Value) =>
  entries.map(({ name, group, status }) => `${name} ${group} ${status}`);

const package3 = (packages: object) => ({ lockfileVersion: 3, packages });
const release = (version: string, more: object = {}) => ({
  version,
  integrity: "sha512-x",
  ...more,
});

describe("statuses", () => {
  test("missing before mismatch, mismatch before stale", () => {
    const lock = package3({
      "": { dependencies: { none: "^9", wrong: "^9", old: "^1.0.0", same: "^1.0.0" } },
      "node_modules/wrong": release("1.0.0"),
      "node_modules/old": release("1.5.0"),
      "node_modules/same": release("1.5.0"),
    });
    const value = valueOf(
      { dependencies: { none: "^1", wrong: "^2.0.0", old: "^1.2.0", same: "^1.0.0" } },
      lock,
    );
    expect(statuses(value)).toEqual([
      "none prod missing",
      "old prod stale",
      "same prod ok",
      "wrong prod mismatch",
    ]);
    expect(codes(value)).toEqual([
      "error LOCK_MISMATCH wrong",
      "error LOCK_MISSING none",
      "error LOCK_STALE old",
    ]);
    expect(value.entries[0]?.locked).toBeNull();
    expect(value.counts).toMatchObject({ direct: 4, locked: 3, ok: 1, missing: 1, stale: 1 });
  });

  test("what is missing weighs as its group", () => {
    const manifest = {
      dependencies: { a: "1" },
      devDependencies: { b: "1" },
      optionalDependencies: { c: "1" },
      peerDependencies: { d: "1" },
    };
    const value = valueOf(manifest, package3({}));
    expect(codes(value)).toEqual([
      "error LOCK_MISSING a",
      "error LOCK_MISSING b",
      "warning LOCK_MISSING c",
      "info LOCK_MISSING d",
    ]);
    expect(value.verdict).toBe("fail");
  });

  test("dependencies for development may be left out, and lead to their packages all the same", () => {
    const manifest = { devDependencies: { b: "^1" } };
    const lock = package3({
      "node_modules/b": release("2.0.0"),
      "node_modules/c": release("1.0.0"),
    });
    const value = valueOf(manifest, lock, { includeDev: false });
    expect(value.entries).toEqual([]);
    expect(value.extraneous).toEqual([{ name: "c", version: "1.0.0" }]);
    expect(valueOf(manifest, lock).counts.mismatch).toBe(1);
  });

  test("entries by name, then group; a name in two groups is worth a word", () => {
    const manifest = {
      peerDependencies: { b: "^1.0.0" },
      devDependencies: { b: "^1.0.0", a: "^1.0.0" },
    };
    const lock = package3({
      "node_modules/a": release("1.0.0"),
      "node_modules/b": release("1.0.0"),
    });
    const value = valueOf(manifest, lock);
    expect(statuses(value)).toEqual(["a dev ok", "b dev ok", "b peer ok"]);
    expect(codes(value)).toEqual(["warning DECLARED_TWICE b"]);
  });
});

describe("ranges", () => {
  const judged = (range: string, version: string, more: object = {}) =>
    valueOf(
      { name: "x", dependencies: { a: range } },
      package3({ "node_modules/a": release(version) }),
      more,
    );

  test.each(["", "*", "latest", "x", ">=1.0.0", ">0.1", "^1 || >=1.2"])(
    "%p is not pinned",
    (range) => {
      const value = judged(range, "1.2.3");
      expect(value.entries[0]?.status).toBe("ok");
      expect(codes(value)).toEqual(["info UNPINNED_RANGE a"]);
    },
  );

  test.each(["^1.0.0", "~1.2", "1.2.3", "v1.2.3", "<2", ">=1 <2", "1.x", "=1.2.3", "1.2.3+build"])(
    "%p is pinned",
    (range) => expect(codes(judged(range, "1.2.3+other"))).toEqual([]),
  );

  test("a prerelease fits only where it is named, and is worth a word", () => {
    expect(judged("^1.0.0", "1.1.0-beta.1").entries[0]?.status).toBe("mismatch");
    expect(judged("*", "1.1.0-beta.1").entries[0]?.status).toBe("mismatch");
    const value = judged("^1.1.0-beta.0", "1.1.0-beta.1");
    expect(value.entries[0]?.status).toBe("ok");
    expect(codes(value)).toEqual(["info PRERELEASE_LOCKED a"]);
  });

  test.each(["banana split", "^^1", ">>1.0", "1.2.3.4", "not-a-range"])(
    "%p is no range",
    (range) => {
      const value = judged(range, "1.2.3");
      expect(codes(value)).toEqual(["error RANGE_INVALID a"]);
      expect(value.entries[0]?.status).toBe("unverifiable");
    },
  );

  test("a locked version that is none is outside of every range", () => {
    for (const version of ["banana", "1.2", "1.2.3-" + "0".repeat(300), ""]) {
      expect(judged("*", version).entries[0]?.status).toBe("mismatch");
    }
    expect(judged("^1.0.0", "v1.2.3").entries[0]?.status).toBe("ok");
  });

  test("a tag of the registry says nothing", () => {
    expect(codes(judged("next", "1.2.3"))).toEqual(["info SOURCE_UNVERIFIABLE a"]);
  });

  test("what is no text is no range", () => {
    const value = valueOf(
      { dependencies: { a: true, b: { c: 1 }, d: null } },
      package3({ "node_modules/a": release("1.0.0") }),
    );
    expect(codes(value).filter((text) => text.includes("RANGE"))).toEqual([
      "error RANGE_INVALID a",
      "error RANGE_INVALID b",
      "error RANGE_INVALID d",
    ]);
  });

  test("what is ok satisfies its range in the package itself", () => {
    const number = fc.integer({ min: 0, max: 3 });
    const version = fc
      .tuple(number, number, number, fc.constantFrom("", "-a", "-a.1", "-0", "+b"))
      .map(([a, b, c, rest]) => `${a}.${b}.${c}${rest}`);
    const part = fc.tuple(fc.constantFrom("", "^", "~", ">=", "<", ">", "<=", "="), version);
    const range = fc
      .array(part, { minLength: 1, maxLength: 3 })
      .chain((parts) =>
        fc.constantFrom(" ", " || ").map((join) => parts.map((one) => one.join("")).join(join)),
      );
    fc.assert(
      fc.property(range, version, (wanted, locked) => {
        const isOk = judged(wanted, locked).entries[0]?.status === "ok";
        expect(isOk).toBe(satisfies(locked, wanted));
      }),
      { numRuns: 500 },
    );
  });
});

describe("other places", () => {
  const judged = (spec: string, info: object, more: object = {}) =>
    valueOf(
      { name: "x", dependencies: { a: spec } },
      package3({ "node_modules/a": info, ...more }),
    );

  test.each([
    "github:u/r",
    "u/r",
    "u/r#v1",
    "git+ssh://git@github.com/u/r.git#abc",
    "git@github.com:u/r.git",
    "https://github.com/u/r.git",
    "https://github.com/u/r",
    "gist:1",
    "bitbucket:u/r",
  ])("%p is of git", (spec) => {
    const value = judged(spec, {
      version: "1.0.0",
      resolved: "git+ssh://git@github.com/u/r.git#abc",
    });
    expect(value.entries[0]).toMatchObject({ source: "git", status: "unverifiable" });
    expect(codes(value)).toEqual(["info SOURCE_UNVERIFIABLE a"]);
  });

  test("a tarball is not held against a range, nor asked for a checksum", () => {
    const url = "https://example.com/a.tgz";
    const value = judged(url, { version: "1.0.0", resolved: url });
    expect(value.entries[0]).toMatchObject({ source: "url", status: "unverifiable" });
    expect(value.counts.integrityMissing).toBe(0);
  });

  test("a folder is ok where it is present", () => {
    for (const spec of ["file:../a", "link:../a", "../a", "./a"]) {
      const value = judged(
        spec,
        { resolved: "../a", link: true },
        { "../a": { version: "1.0.0" } },
      );
      expect(value.entries[0]).toMatchObject({ source: "file", status: "ok" });
    }
    expect(valueOf({ dependencies: { a: "file:../a" } }, package3({})).counts.missing).toBe(1);
  });

  test("an alias is held against what it stands for", () => {
    const judge = (version: string) =>
      judged("npm:@s/b@^1.2.0", release(version, { name: "@s/b" }));
    expect(judge("1.3.0").entries[0]).toEqual({
      name: "a",
      group: "prod",
      range: "npm:@s/b@^1.2.0",
      locked: "1.3.0",
      status: "ok",
      source: "alias",
    });
    expect(judge("2.0.0").entries[0]?.status).toBe("mismatch");
    expect(judged("npm:@s/b@^1", release("1.3.0", { name: "c" })).entries[0]?.status).toBe(
      "mismatch",
    );
    expect(judged("npm:^1.2.0", release("1.3.0")).entries[0]).toMatchObject({ source: "registry" });
  });

  test("a workspace has to be linked", () => {
    const folder = { "packages/a": { name: "a", version: "1.0.0" } };
    const link = { resolved: "packages/a", link: true };
    expect(judged("workspace:^", link, folder).entries[0]).toMatchObject({
      source: "workspace",
      status: "ok",
    });
    expect(judged("workspace:^", release("1.0.0")).entries[0]?.status).toBe("mismatch");
    expect(judged("^1.0.0", link, folder).entries[0]).toMatchObject({
      source: "workspace",
      status: "ok",
      locked: "1.0.0",
    });
    expect(judged("^2.0.0", link, folder).entries[0]?.status).toBe("mismatch");
  });

  test("http: and git: are insecure, wherever they stand, and messages keep their passwords", () => {
    const http = "http://u:secret@example.com/a.tgz";
    const value = judged("^1.0.0", release("1.0.0", { resolved: http }));
    expect(codes(value)).toEqual(["error INSECURE_SOURCE a"]);
    const result = run(
      { dependencies: { a: http } },
      package3({ "": { dependencies: { a: "1" } }, "node_modules/a": release("1.0.0") }),
    );
    expect(codes(result.value as Value)).toContain("error INSECURE_SOURCE a");
    expect(result.output).not.toContain("secret");
    expect(codes(judged("git://h/a.git", { resolved: "git://h/a.git#1" }))).toContain(
      "error INSECURE_SOURCE a",
    );
    expect(codes(judged("git+http://h/a.git", { resolved: "git+https://h/a.git#1" }))).toContain(
      "error INSECURE_SOURCE a",
    );
  });
});

describe("what replaces a range", () => {
  const lock = package3({
    "": { dependencies: { a: "^1.0.0" } },
    "node_modules/a": release("2.0.0"),
  });
  const judged = (overrides: object) =>
    valueOf({ dependencies: { a: "^1.0.0", b: "2.0.0" }, overrides }, lock).entries[0]?.status;

  test("an override", () => {
    expect(judged({})).toBe("mismatch");
    expect(judged({ a: "2.0.0" })).toBe("ok");
    expect(judged({ a: { ".": "2.0.0" } })).toBe("ok");
    expect(judged({ "a@^1.0.0": "2.0.0" })).toBe("ok");
    expect(judged({ "a@1.x": "2.0.0" })).toBe("ok");
    expect(judged({ "a@^3": "2.0.0" })).toBe("mismatch");
    expect(judged({ a: "$b" })).toBe("ok");
    expect(judged({ a: { c: "2.0.0" } })).toBe("mismatch");
    expect(judged({ "a@^1.0.0": "1.5.0", a: "2.0.0" })).toBe("mismatch");
  });

  test("resolutions are nothing to npm", () => {
    const manifest = { dependencies: { a: "^1.0.0" }, resolutions: { a: "2.0.0" } };
    expect(valueOf(manifest, lock).entries[0]?.status).toBe("mismatch");
  });
});

test("the gate and the report", () => {
  const manifest = { dependencies: { a: "^1.0.0" } };
  const lock = package3({ "node_modules/a": { version: "1.0.0" } });
  expect(run(manifest, lock)).toMatchObject({
    ok: true,
    valid: true,
    warnings: [{ code: "INTEGRITY_MISSING" }],
  });
  expect(run(manifest, lock, { failOn: "error" }).ok).toBe(true);
  const failing = run(manifest, lock, { failOn: "warning" });
  expect(failing).toMatchObject({
    ok: false,
    value: { verdict: "review" },
    error: { code: "DEPENDENCY_MANIFEST_RECONCILIATION_FAILED" },
  });
  expect(failing.output?.split("\n")).toEqual([
    "# dependency-manifest-reconciliation: REVIEW",
    "",
    "npm, 1 direct, 1 locked: 1 ok, 0 missing, 0 mismatch, 0 stale, 0 unverifiable, 0 duplicates, 0 extraneous, 1 without integrity",
    "",
    "| Severity | Code | Where | Message |",
    "| --- | --- | --- | --- |",
    '| warning | INTEGRITY_MISSING | a | "a" has no checksum |',
  ]);
});
