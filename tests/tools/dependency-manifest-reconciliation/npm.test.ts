/** Which packages npm finds from where, and what is left over. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../../tools/dependency-manifest-reconciliation.ts";
import { runUnit } from "../../support/run-unit.ts";
import { valueOf } from "../../support/dependencies.ts";

interface Info {
  readonly version: string;
  readonly integrity: string;
  readonly dependencies: Record<string, string>;
}

const names = ["a", "b", "@s/c", "d"];
const name = fc.constantFrom(...names);
const wants = fc.uniqueArray(name, { maxLength: 2 });

/** A tree of folders by path, up to three levels deep, each package with what it asks for. */
const tree = fc
  .array(fc.tuple(fc.array(name, { minLength: 1, maxLength: 3 }), wants), { maxLength: 12 })
  .map((list) => {
    const packages: Record<string, Info> = {};
    for (const [path, needs] of list) {
      const place = path.map((segment) => `node_modules/${segment}`).join("/");
      const version = `1.0.${Object.keys(packages).length}`;
      packages[place] ??= {
        version,
        integrity: "sha512-x",
        dependencies: Object.fromEntries(needs.map((need) => [need, "*"])),
      };
    }
    return packages;
  });

/** Looks in each folder upwards, as Node does. */
function lookUp(packages: Record<string, Info>, from: string, wanted: string): string | undefined {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))
  ) {
    const place = `${folder === "" ? "" : `${folder}/`}node_modules/${wanted}`;
    if (Object.hasOwn(packages, place)) return place;
    if (folder === "") return undefined;
  }
}

function leftOver(packages: Record<string, Info>, roots: readonly string[]): string[] {
  const reached = new Set(roots.flatMap((root) => lookUp(packages, "", root) ?? []));
  for (const place of reached) {
    for (const need of Object.keys(packages[place]?.dependencies ?? {})) {
      const found = lookUp(packages, place, need);
      if (found !== undefined) reached.add(found);
    }
  }
  return Object.entries(packages).flatMap(([place, { version }]) =>
    reached.has(place) ? [] : [version],
  );
}

describe("what is left over", () => {
  test("is what nothing finds by looking in the folders upwards", () => {
    fc.assert(
      fc.property(tree, wants, (packages, roots) => {
        const manifest = {
          name: "x",
          dependencies: Object.fromEntries(roots.map((root) => [root, "*"])),
        };
        const { extraneous } = valueOf(manifest, { lockfileVersion: 3, packages });
        expect(extraneous.map(({ version }) => version ?? "").toSorted()).toEqual(
          leftOver(packages, roots).toSorted(),
        );
      }),
      { numRuns: 500 },
    );
  });

  test("taking it away takes away only what was said of it", () => {
    fc.assert(
      fc.property(tree, wants, (packages, roots) => {
        const manifest = {
          name: "x",
          dependencies: Object.fromEntries(roots.map((root) => [root, "*"])),
        };
        const before = valueOf(manifest, { lockfileVersion: 3, packages });
        const gone = new Set(before.extraneous.map(({ version }) => version));
        const kept = Object.fromEntries(
          Object.entries(packages).filter(([, { version }]) => !gone.has(version)),
        );
        const after = valueOf(manifest, { lockfileVersion: 3, packages: kept });
        expect(after.entries).toEqual(before.entries);
        expect(after.findings.filter(({ code }) => code !== "DUPLICATE_VERSION")).toEqual(
          before.findings.filter(
            ({ code }) => !/^(?:LOCK_EXTRANEOUS|DUPLICATE_VERSION)$/.test(code),
          ),
        );
      }),
    );
  });

  test("does not hang on a deep tree, nor on a name that is no name", () => {
    const deep = `${"node_modules/a/".repeat(5_000)}node_modules/a`;
    const strange = {
      "node_modules/__proto__": { version: "1.0.0" },
      "node_modules/@": {},
      node_modules: {},
    };
    const value = valueOf(
      { dependencies: { constructor: "1", a: "1" } },
      { lockfileVersion: 3, packages: { [deep]: {}, ...strange } },
    );
    expect(value.counts.missing).toBe(2);
  });
});

describe("workspaces", () => {
  const lock = {
    lockfileVersion: 3,
    packages: {
      "": { name: "root", workspaces: ["packages/*"], devDependencies: { a: "^1.0.0" } },
      "packages/w": { name: "w", version: "2.0.0", dependencies: { a: "^2.0.0", b: "^1.0.0" } },
      "node_modules/w": { resolved: "packages/w", link: true },
      "node_modules/a": { version: "1.0.0", integrity: "sha512-x" },
      "node_modules/b": { version: "1.1.0", integrity: "sha512-x" },
      "packages/w/node_modules/a": { version: "2.3.0", integrity: "sha512-x" },
    },
  };

  test("find their own modules first", () => {
    const manifest = { name: "w", dependencies: { a: "^2.0.0", b: "^1.0.0" } };
    for (const workspace of ["packages/w", "./packages/w/", "packages\\w"]) {
      const value = valueOf(manifest, lock, { workspace });
      expect(value.entries.map(({ locked, status }) => `${locked} ${status}`)).toEqual([
        "2.3.0 ok",
        "1.1.0 ok",
      ]);
      expect(value.extraneous).toEqual([]);
    }
  });

  test("lead to packages where the root is judged", () => {
    const value = valueOf({ name: "root", devDependencies: { a: "^1.0.0", w: "*" } }, lock);
    expect(value.extraneous).toEqual([]);
    expect(value.entries.map(({ source, status }) => `${source} ${status}`)).toEqual([
      "registry ok",
      "workspace ok",
    ]);
    expect(value.duplicates).toEqual([{ name: "a", versions: ["1.0.0", "2.3.0"] }]);
  });

  test("what a workspace no longer asks for is left over", () => {
    const value = valueOf({ name: "w", dependencies: { a: "^2.0.0" } }, lock, {
      workspace: "packages/w",
    });
    expect(value.extraneous).toEqual([{ name: "b", version: "1.1.0" }]);
  });

  test("one that is not there is worth a warning", () => {
    const outcome = runUnit(tool, {
      manifest: { name: "z" },
      lockfile: lock,
      workspace: "packages/z",
    });
    expect(outcome.warnings?.map(({ code }) => code)).toContain("WORKSPACE_UNKNOWN");
  });
});

describe("version 1", () => {
  const lock = {
    lockfileVersion: 1,
    requires: true,
    dependencies: {
      a: {
        version: "1.0.0",
        resolved: "https://packages.test/a/-/a-1.0.0.tgz",
        integrity: "sha1-x",
        requires: { b: "^2.0.0" },
        dependencies: { b: { version: "2.0.0", integrity: "sha512-x" } },
      },
      b: { version: "1.0.0", integrity: "sha512-x", bundled: false },
      c: { version: "npm:d@3.0.0", integrity: "sha512-x" },
      e: { version: "git+ssh://git@github.com/u/e.git#abc", from: "github:u/e" },
      f: { version: "1.0.0", bundled: true },
    },
  };

  test("is read inside out", () => {
    const value = valueOf(
      { dependencies: { a: "^1.0.0", c: "npm:d@^3.0.0", e: "github:u/e" } },
      lock,
    );
    expect(value.lockfileVersion).toBe("1");
    expect(value.entries.map(({ locked, status, source }) => [locked, status, source])).toEqual([
      ["1.0.0", "ok", "registry"],
      ["3.0.0", "ok", "alias"],
      [null, "unverifiable", "git"],
    ]);
    expect(value.extraneous).toEqual([
      { name: "b", version: "1.0.0" },
      { name: "f", version: "1.0.0" },
    ]);
    expect(value.duplicates).toEqual([{ name: "b", versions: ["1.0.0", "2.0.0"] }]);
    expect(value.counts.integrityMissing).toBe(0);
  });

  test("version 2 is read as version 3", () => {
    const packages = { "node_modules/a": { version: "1.5.0", integrity: "sha512-x" } };
    const value = valueOf(
      { dependencies: { a: "^1.2.0" } },
      { lockfileVersion: 2, packages, dependencies: {} },
    );
    expect(value.entries[0]).toMatchObject({ locked: "1.5.0", status: "ok" });
  });
});

test("what comes inside of another package needs no checksum", () => {
  const packages = {
    "node_modules/a": { version: "1.0.0", integrity: "sha512-x", dependencies: { b: "1" } },
    "node_modules/a/node_modules/b": { version: "1.0.0", inBundle: true },
  };
  const { counts } = valueOf({ dependencies: { a: "1" } }, { lockfileVersion: 3, packages });
  expect(counts).toMatchObject({ integrityMissing: 0, warning: 0 });
});

test("versions in order, without what does not count", () => {
  const versions = ["2.0.0", "10.0.0", "2.0.0+b", "2.0.0-rc.1", "v2.0.0", "banana"];
  const packages = Object.fromEntries(
    versions.map((version, at) => [
      `node_modules/p${at}/node_modules/a`,
      { version, integrity: "x" },
    ]),
  );
  const { duplicates } = valueOf({ name: "x" }, { lockfileVersion: 3, packages });
  expect(duplicates[0]?.versions).toEqual(["banana", "2.0.0-rc.1", "2.0.0", "10.0.0"]);
});
