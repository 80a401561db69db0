/** Cargo and Go. */
import { describe, expect, test } from "bun:test";
import { codes, run, shownInFull, valueOf } from "../../support/dependencies.ts";

const CRATES = "registry+https://packages.test/index";
const crate = (name: string, version: string, more = `source = "${CRATES}"\nchecksum = "00"\n`) =>
  `[[package]]\nname = "${name}"\nversion = "${version}"\n${more}`;

describe("Cargo", () => {
  const manifest = `[package]
name = "app"
version = "0.1.0"

[dependencies]
serde = { version = "1.0.100", features = ["derive"] }
rand = { version = ">=0.7, <0.9", optional = true }
old_rand = { package = "rand", version = "0.7" }
local = { path = "../local", version = "0.1" }
repo = { git = "http://example.com/repo.git", branch = "main" }
shared = { workspace = true }
outside = { workspace = true }

[dev-dependencies]
any = "*"

[build-dependencies]
cc = "~1.0"

[target.'cfg(unix)'.dependencies]
libc = "=0.2.100"

[target.'cfg(windows)'.dependencies]
libc = "=0.2.100"

[workspace.dependencies]
shared = "^2.0"
`;
  const lock = [
    "version = 4\n",
    crate("any", "3.1.4"),
    crate("app", "0.1.0", 'dependencies = ["serde", "rand 0.8.5", "left 1.0.0"]\n'),
    crate("cc", "1.0.90"),
    crate("deep", "1.0.0", `source = "${CRATES}"\n`),
    crate("left", "1.0.0"),
    crate("libc", "0.2.150"),
    crate("local", "0.1.0", ""),
    crate("outside", "1.0.0"),
    crate("rand", "0.7.3"),
    crate("rand", "0.8.5"),
    crate("repo", "0.0.1", 'source = "git+http://example.com/repo.git?branch=main#abc"\n'),
    crate("serde", "1.0.219", `source = "${CRATES}"\nchecksum = "00"\ndependencies = ["deep"]\n`),
    crate("shared", "2.1.0"),
  ].join("\n");

  test("the highest version that satisfies, else the highest", () => {
    const value = valueOf(manifest, lock);
    expect(value.lockfileVersion).toBe("4");
    expect(shownInFull(value)).toEqual([
      "any dev * 3.1.4 ok registry",
      "cc build ~1.0 1.0.90 ok registry",
      "libc prod =0.2.100 0.2.150 mismatch registry",
      "local prod 0.1 0.1.0 ok file",
      "old_rand prod 0.7 0.7.3 ok alias",
      "outside prod workspace 1.0.0 unverifiable registry",
      "rand prod >=0.7, <0.9 0.8.5 ok registry",
      "repo prod * 0.0.1 unverifiable git",
      "serde prod 1.0.100 1.0.219 ok registry",
      "shared prod ^2.0 2.1.0 ok registry",
    ]);
    expect(codes(value)).toEqual([
      "error INSECURE_SOURCE repo",
      "error LOCK_MISMATCH libc",
      "warning INTEGRITY_MISSING deep",
      "warning LOCK_EXTRANEOUS left",
      "info DUPLICATE_VERSION rand",
      "info SOURCE_UNVERIFIABLE outside",
      "info SOURCE_UNVERIFIABLE repo",
      "info UNPINNED_RANGE any",
    ]);
    expect(value.counts.locked).toBe(11);
  });

  test("line ends do not matter", () => {
    const { entries } = valueOf(manifest, lock);
    for (const end of ["\r\n", "\r"]) {
      const value = valueOf(manifest.replaceAll("\n", end), lock.replaceAll("\n", end));
      expect(value.entries).toEqual(entries);
    }
  });

  test("version 1 has its checksums apart", () => {
    const old = `${crate("a", "1.0.0", `source = "${CRATES}"\n`)}\n[metadata]\n"checksum a 1.0.0 (${CRATES})" = "00"\n`;
    const value = valueOf('[package]\nname = "x"\n[dependencies]\na = "1"\n', old);
    expect(value.lockfileVersion).toBeNull();
    expect(value.counts).toMatchObject({ ok: 1, integrityMissing: 0 });
  });

  test("what is no requirement of Cargo", () => {
    for (const range of ["1 || 2", "v1", "1.2.3.4", "", "1.0.0 - 2.0.0"]) {
      const value = valueOf(`[package]\nname = "x"\n[dependencies]\nserde = "${range}"\n`, lock);
      expect(codes(value)).toContain("error RANGE_INVALID serde");
    }
  });
});

describe("Go", () => {
  const manifest = `// The module.
module example.com/m // here

go 1.22
toolchain go1.22.1

require github.com/a/whole v1.2.3
require (
	github.com/b/half v1.0.0
	github.com/c/none v1.0.0 // indirect
	"github.com/d/half" v1.0.0+incompatible // indirect; for tests
	github.com/e/path v0.0.0
	github.com/f/fork v1.0.0
	github.com/g/pinned v1.0.0
	github.com/h/pseudo v0.0.0-20240102030405-abcdefabcdef
	github.com/i/branch master
)

replace github.com/e/path => ../path
replace (
	github.com/f/fork => github.com/me/fork v1.0.1
	github.com/g/pinned v1.0.0 => github.com/g/pinned v1.1.0
)
exclude github.com/a/whole v1.2.4
retract [v1.0.0, v1.1.0]
`;
  const whole = (module: string, version: string) =>
    `${module} ${version} h1:AAA=\n${module} ${version}/go.mod h1:BBB=\n`;
  const sum = [
    whole("github.com/a/whole", "v1.2.3"),
    whole("github.com/a/whole", "v1.2.0"),
    "github.com/a/whole v1.1.0/go.mod h1:BBB=\n",
    "github.com/b/half v1.0.0/go.mod h1:BBB=\n",
    "github.com/d/half v1.0.0+incompatible/go.mod h1:BBB=\n",
    whole("github.com/me/fork", "v1.0.1"),
    whole("github.com/g/pinned", "v1.1.0"),
    whole("github.com/h/pseudo", "v0.0.0-20240102030405-abcdefabcdef"),
  ].join("");

  test("each requirement needs both hashes", () => {
    const value = valueOf(manifest, sum);
    expect(shownInFull(value)).toEqual([
      "github.com/a/whole prod v1.2.3 v1.2.3 ok registry",
      "github.com/b/half prod v1.0.0  missing registry",
      "github.com/c/none indirect v1.0.0  missing registry",
      "github.com/d/half indirect v1.0.0+incompatible  missing registry",
      "github.com/e/path prod v0.0.0  ok file",
      "github.com/f/fork prod v1.0.0 v1.0.1 ok alias",
      "github.com/g/pinned prod v1.0.0 v1.1.0 ok registry",
      "github.com/h/pseudo prod v0.0.0-20240102030405-abcdefabcdef v0.0.0-20240102030405-abcdefabcdef ok registry",
      "github.com/i/branch prod master  missing registry",
    ]);
    expect(codes(value)).toEqual([
      "error LOCK_MISSING github.com/b/half",
      "error LOCK_MISSING github.com/c/none",
      "error LOCK_MISSING github.com/i/branch",
      "error RANGE_INVALID github.com/i/branch",
      "warning LOCK_MISSING github.com/d/half",
      "info DUPLICATE_VERSION github.com/a/whole",
      "info PRERELEASE_LOCKED github.com/h/pseudo",
    ]);
    expect(value.duplicates).toEqual([
      { name: "github.com/a/whole", versions: ["v1.2.0", "v1.2.3"] },
    ]);
    expect(value.extraneous).toEqual([]);
  });

  test("an empty go.sum locks nothing", () => {
    expect(valueOf("module m\n", "")).toMatchObject({ ecosystem: "go", verdict: "pass" });
    expect(valueOf("module m\nrequire a.b/c v1.0.0\n", "\n").counts.missing).toBe(1);
  });

  test("what is malformed is found in its line", () => {
    const errors = (text: string, other = sum) => run(text, other, { ecosystem: "go" }).errors;
    expect(errors("module m\nrequire (\n\ta.b/c\n)\n")).toMatchObject([
      { code: "MANIFEST_SYNTAX", path: "/manifest", line: 3 },
    ]);
    expect(errors("module m\nrequire (\n")).toMatchObject([{ code: "MANIFEST_SYNTAX" }]);
    expect(errors("module m\nfetch x\n")).toMatchObject([{ code: "MANIFEST_SYNTAX", line: 2 }]);
    expect(errors("module m\nreplace a b\n")).toMatchObject([{ code: "MANIFEST_SYNTAX", line: 2 }]);
    expect(errors("module m\n", "a v1.0.0 h1:x=\na v1\n")).toMatchObject([
      { code: "LOCKFILE_SYNTAX", path: "/lockfile", line: 2 },
    ]);
  });
});
