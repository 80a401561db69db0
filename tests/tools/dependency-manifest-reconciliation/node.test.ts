/** The lock files of pnpm and bun. */
import { describe, expect, test } from "bun:test";
import type { Value } from "../../../tools/dependency-manifest-reconciliation.ts";
import { codes, run, shown, valueOf } from "../../support/dependencies.ts";

const PNPM_9 = `lockfileVersion: '9.0'

settings:
  autoInstallPeers: true

overrides:
  forced: 3.0.0

catalogs:
  default:
    shared:
      specifier: ^1.0.0
      version: 1.4.0

importers:

  .:
    dependencies:
      '@s/a':
        specifier: ^1.0.0
        version: 1.2.0(react@18.3.1)
      alias:
        specifier: npm:real@^2.0.0
        version: real@2.1.0
      forced:
        specifier: 3.0.0
        version: 3.0.0
      react:
        specifier: ^18.0.0
        version: 18.3.1
      repo:
        specifier: github:u/repo
        version: https://codeload.github.com/u/repo/tar.gz/abc
      shared:
        specifier: 'catalog:'
        version: 1.4.0
    devDependencies:
      other:
        specifier: workspace:*
        version: link:packages/other
      stale:
        specifier: ^1.0.0
        version: 1.5.0

  packages/other:
    dependencies:
      inner:
        specifier: ^1.0.0
        version: 1.0.0

packages:

  '@s/a@1.2.0':
    resolution: {integrity: sha512-x}
    peerDependencies:
      react: '*'

  forced@3.0.0:
    resolution: {integrity: sha512-x}

  inner@1.0.0:
    resolution: {integrity: sha512-x}

  left@1.0.0:
    resolution: {integrity: sha512-x}

  react@18.3.1:
    resolution: {integrity: sha512-x}

  real@2.1.0:
    resolution: {integrity: sha512-x}

  https://codeload.github.com/u/repo/tar.gz/abc:
    resolution: {tarball: https://codeload.github.com/u/repo/tar.gz/abc}
    version: 0.1.0

  shared@1.4.0:
    resolution: {integrity: sha512-x}

  stale@1.5.0:
    resolution: {}

  under@1.0.0:
    resolution: {integrity: sha512-x}

snapshots:

  '@s/a@1.2.0(react@18.3.1)':
    dependencies:
      react: 18.3.1
      under: 1.0.0

  forced@3.0.0: {}

  inner@1.0.0: {}

  left@1.0.0: {}

  react@18.3.1: {}

  real@2.1.0: {}

  shared@1.4.0: {}

  stale@1.5.0: {}

  under@1.0.0: {}
`;

describe("pnpm", () => {
  const manifest = {
    dependencies: {
      "@s/a": "^1.0.0",
      alias: "npm:real@^2.0.0",
      forced: "^1.0.0",
      react: "^18.0.0",
      repo: "github:u/repo",
      shared: "catalog:",
    },
    devDependencies: { other: "workspace:*", stale: "^1.5.0" },
    peerDependencies: { react: ">=17" },
  };

  test("version 9: peers, aliases, overrides, catalogs and workspaces", () => {
    const value = valueOf(manifest, PNPM_9);
    expect(value.lockfileVersion).toBe("9.0");
    expect(shown(value)).toEqual([
      "@s/a 1.2.0 ok registry",
      "alias 2.1.0 ok alias",
      "forced 3.0.0 ok registry",
      "other null ok workspace",
      "react 18.3.1 ok registry",
      "react 18.3.1 ok registry",
      "repo 0.1.0 unverifiable git",
      "shared 1.4.0 ok registry",
      "stale 1.5.0 stale registry",
    ]);
    expect(value.extraneous).toEqual([{ name: "left", version: "1.0.0" }]);
    expect(codes(value)).toEqual([
      "error LOCK_STALE stale",
      "warning DECLARED_TWICE react",
      "warning INTEGRITY_MISSING stale",
      "warning LOCK_EXTRANEOUS left",
      "info SOURCE_UNVERIFIABLE repo",
      "info UNPINNED_RANGE react",
    ]);
  });

  test("its folders are importers", () => {
    const value = valueOf({ dependencies: { inner: "^2.0.0" } }, PNPM_9, {
      workspace: "packages/other",
    });
    expect(shown(value)).toEqual(["inner 1.0.0 mismatch registry"]);
    expect(value.extraneous).toEqual([{ name: "left", version: "1.0.0" }]);
    const none = run({ dependencies: { inner: "^1.0.0" } }, PNPM_9, { workspace: "packages/none" });
    expect((none.value as Value).counts.missing).toBe(1);
    expect(none.warnings?.some(({ code }) => code === "WORKSPACE_UNKNOWN")).toBe(true);
  });

  test("pnpm.overrides replace a range", () => {
    const override = {
      dependencies: { inner: "^2.0.0" },
      pnpm: { overrides: { "inner@2": "1.0.0", "b>inner": "9" } },
    };
    const value = valueOf(override, PNPM_9, { workspace: "packages/other" });
    expect(value.entries[0]).toMatchObject({ range: "^2.0.0", status: "stale" });
  });

  test("versions 5 and 6", () => {
    const v6 = `lockfileVersion: '6.0'
dependencies:
  '@s/a':
    specifier: ^1.0.0
    version: 1.2.0(b@2.0.0)
packages:
  /@s/a@1.2.0(b@2.0.0):
    resolution: {integrity: sha512-x}
    dependencies:
      b: 2.0.0
  /b@2.0.0:
    resolution: {integrity: sha512-x}
  /c_d@3.0.0:
    resolution: {integrity: sha512-x}
`;
    const v5 = `lockfileVersion: 5.4
specifiers:
  '@s/a': ^1.0.0
dependencies:
  '@s/a': 1.2.0_b@2.0.0
packages:
  /@s/a/1.2.0_b@2.0.0:
    resolution: {integrity: sha512-x}
    dependencies:
      b: 2.0.0
  /b/2.0.0:
    resolution: {integrity: sha512-x}
  /c_d/3.0.0:
    resolution: {integrity: sha512-x}
`;
    for (const lock of [v5, v6, v6.replaceAll("\n", "\r\n"), `\ufeff${v6}`]) {
      const value = valueOf({ dependencies: { "@s/a": "^1.1.0" } }, lock);
      expect(value.ecosystem).toBe("pnpm");
      expect(shown(value)).toEqual(["@s/a 1.2.0 stale registry"]);
      expect(value.extraneous).toEqual([{ name: "c_d", version: "3.0.0" }]);
      expect(value.counts.locked).toBe(3);
    }
  });
});

const BUN = `{
  "lockfileVersion": 1,
  // Comments and trailing commas are allowed.
  "workspaces": {
    "": {
      "name": "app",
      "dependencies": { "a": "^1.0.0", "alias": "npm:real@^2.0.0", "repo": "github:u/repo", },
      "devDependencies": { "old": "^1.0.0", "other": "workspace:*", "pick": "catalog:", },
    },
    "packages/other": {
      "name": "other",
      "version": "1.0.0",
      "dependencies": { "b": "^2.0.0", },
    },
  },
  "catalog": { "pick": "^1.0.0", },
  "packages": {
    "a": ["a@1.2.0", "", { "dependencies": { "b": "^1.0.0" } }, "sha512-x=="],
    "alias": ["real@2.3.0", "http://registry.example.com/real.tgz", {}, "sha512-x=="],
    "b": ["b@1.0.0", "", {}, "sha512-x=="],
    "left": ["left@1.0.0", "", {}, ""],
    "old": ["old@1.5.0", "", {}, "sha512-x=="],
    "other": ["other@workspace:packages/other"],
    "pick": ["pick@1.1.0", "", {}, "sha512-x=="],
    "repo": ["repo@github:u/repo#abc", {}, "u-repo-abc"],
    "other/b": ["b@2.0.0", "", {}, "sha512-x=="],
  },
}
`;

describe("bun", () => {
  const manifest = {
    name: "app",
    dependencies: { a: "^1.0.0", alias: "npm:real@^2.0.0", repo: "github:u/repo" },
    devDependencies: { old: "^1.2.0", other: "workspace:*", pick: "catalog:" },
  };

  test("packages by where they are found", () => {
    const value = valueOf(manifest, BUN);
    expect([value.ecosystem, value.lockfileVersion]).toEqual(["bun", "1"]);
    expect(shown(value)).toEqual([
      "a 1.2.0 ok registry",
      "alias 2.3.0 ok alias",
      "old 1.5.0 stale registry",
      "other 1.0.0 ok workspace",
      "pick 1.1.0 ok registry",
      "repo null unverifiable git",
    ]);
    expect(codes(value)).toEqual([
      "error INSECURE_SOURCE real",
      "error LOCK_STALE old",
      "warning INTEGRITY_MISSING left",
      "warning LOCK_EXTRANEOUS left",
      "info DUPLICATE_VERSION b",
      "info SOURCE_UNVERIFIABLE repo",
    ]);
  });

  test("its folders find their own packages first", () => {
    const value = valueOf({ name: "other", dependencies: { b: "^2.0.0" } }, BUN, {
      workspace: "packages/other",
    });
    expect(shown(value)).toEqual(["b 2.0.0 ok registry"]);
  });

  test("only bun may have comments", () => {
    const npm = '{ "lockfileVersion": 3, // no\n "packages": {} }';
    expect(run(manifest, npm).errors).toMatchObject([{ code: "LOCKFILE_SYNTAX", line: 1 }]);
  });
});
