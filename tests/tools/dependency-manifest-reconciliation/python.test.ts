/** Python: pinned requirements, Poetry and uv. */
import { describe, expect, test } from "bun:test";
import type { Value } from "../../../tools/dependency-manifest-reconciliation.ts";
import { codes, run, shownInFull, valueOf } from "../../support/dependencies.ts";

describe("pinned requirements", () => {
  test("names are normal, extras and markers are not judged", () => {
    const manifest = `# what we need
-r base.txt
--constraint limits.txt
--index-url https://example.com/simple
Django_Rest[extra,other] >= 3.0, < 4 ; python_version > "3.8"  # why
zope.interface~=5.0
six
weird (==1.0)
repo @ git+https://example.com/repo.git@main
wheel @ https://example.com/wheel-1.0-py3-none-any.whl
-e git+https://example.com/edit.git#egg=Edit_Able
pre==1.0rc1
bad>=1.*
`;
    const lock = `django-rest==3.5.1 \\
    --hash=sha256:aaa \\
    --hash=sha256:bbb
zope-interface==6.0 --hash=sha256:aaa
six==1.16.0
weird==1.0.0 --hash=sha256:aaa
repo @ git+https://example.com/repo.git@abc
wheel @ https://example.com/wheel-1.0-py3-none-any.whl
edit-able @ git+https://example.com/edit.git@abc
pre==1.0rc1 --hash=sha256:aaa
bad==1.0 --hash=sha256:aaa
loose>=1.0 --hash=sha256:aaa
`;
    const result = run(manifest, lock);
    const value = result.value as Value;
    expect(shownInFull(value)).toEqual([
      "bad prod >=1.* 1.0 unverifiable registry",
      "django-rest prod >= 3.0, < 4 3.5.1 ok registry",
      "edit-able prod git+https://example.com/edit.git#egg=Edit_Able  unverifiable git",
      "pre prod ==1.0rc1 1.0rc1 ok registry",
      "repo prod git+https://example.com/repo.git@main  unverifiable git",
      "six prod  1.16.0 ok registry",
      "weird prod ==1.0 1.0.0 ok registry",
      "wheel prod https://example.com/wheel-1.0-py3-none-any.whl  unverifiable url",
      "zope-interface prod ~=5.0 6.0 mismatch registry",
    ]);
    expect(codes(value)).toEqual([
      "error LOCK_MISMATCH zope-interface",
      "error RANGE_INVALID bad",
      "warning INTEGRITY_MISSING six",
      "info PRERELEASE_LOCKED pre",
      "info SOURCE_UNVERIFIABLE edit-able",
      "info SOURCE_UNVERIFIABLE repo",
      "info SOURCE_UNVERIFIABLE wheel",
      "info UNPINNED_RANGE six",
    ]);
    const skipped = result.warnings?.filter(({ code }) => code === "INCLUDE_SKIPPED");
    expect(skipped?.map(({ path, line }) => `${path} ${line}`)).toEqual([
      "/manifest 2",
      "/manifest 3",
    ]);
  });

  test("without any hash none is missed, and nothing is left over", () => {
    const value = valueOf("a>=1\n", "a==1.5\nb==2.0\nb==2.0.0\nb==10.0\n");
    expect(value.counts).toMatchObject({ integrityMissing: 0, extraneous: 0 });
    expect(value.duplicates).toEqual([{ name: "b", versions: ["2.0", "10.0"] }]);
  });

  test("names alone are a list where the lock file is one", () => {
    expect(valueOf("flask\nrequests\n", "flask==3.0\nrequests==2.32\n").counts.ok).toBe(2);
    expect(run("flask\n", "flask\n").errors).toMatchObject([{ code: "ECOSYSTEM_UNKNOWN" }]);
  });
});

describe("Poetry", () => {
  const manifest = `[tool.poetry]
name = "app"

[tool.poetry.dependencies]
python = "^3.11"
caret = "^1.2"
zero = "^0.2.3"
tilde = "~1.2.3"
exact = "2.0.0"
star = "1.*"
either = "^1.0 || ^3.0"
list = [{ version = "^1.0", python = "<3.12" }, { version = "^2.0", python = ">=3.12" }]
Extra_One = { version = "*", optional = true }
repo = { git = "https://example.com/repo.git" }
here = { path = "../here", develop = true }

[tool.poetry.group.test.dependencies]
pytest = ">=8,<9"

[tool.poetry.dev-dependencies]
black = "24.1.0"
`;
  const entry = (name: string, version: string, more = "") =>
    `[[package]]\nname = "${name}"\nversion = "${version}"\noptional = false\nfiles = [\n    {file = "x.whl", hash = "sha256:0"},\n]\n${more}\n`;
  const lock = [
    entry("black", "24.1.0"),
    entry("caret", "2.0.0"),
    entry("either", "3.5"),
    entry("exact", "2.0"),
    entry("extra-one", "0.1"),
    entry("here", "0.0.1", '[package.source]\ntype = "directory"\nurl = "../here"\n'),
    entry("list", "1.5"),
    entry("list", "2.5"),
    entry("pytest", "8.1").replace(/files = .*\n.*\n\]/, "files = []"),
    entry(
      "repo",
      "0.0.1",
      '[package.source]\ntype = "git"\nurl = "https://example.com/repo.git"\nreference = "HEAD"\n',
    ),
    entry("star", "1.9"),
    entry("tilde", "1.3.0"),
    entry("zero", "0.2.9"),
    '[metadata]\nlock-version = "2.0"\npython-versions = "^3.11"\ncontent-hash = "abc"\n',
  ].join("\n");

  test("its own constraints", () => {
    const value = valueOf(manifest, lock);
    expect([value.ecosystem, value.lockfileVersion]).toEqual(["poetry", "2.0"]);
    expect(shownInFull(value)).toEqual([
      "black dev 24.1.0 24.1.0 ok registry",
      "caret prod ^1.2 2.0.0 mismatch registry",
      "either prod ^1.0 || ^3.0 3.5 ok registry",
      "exact prod 2.0.0 2.0 ok registry",
      "extra-one optional * 0.1 ok registry",
      "here prod * 0.0.1 ok file",
      "list prod ^1.0 1.5 ok registry",
      "list prod ^2.0 2.5 ok registry",
      "pytest dev >=8,<9 8.1 ok registry",
      "repo prod * 0.0.1 unverifiable git",
      "star prod 1.* 1.9 ok registry",
      "tilde prod ~1.2.3 1.3.0 mismatch registry",
      "zero prod ^0.2.3 0.2.9 ok registry",
    ]);
    expect(codes(value)).toEqual([
      "error LOCK_MISMATCH caret",
      "error LOCK_MISMATCH tilde",
      "warning INTEGRITY_MISSING pytest",
      "info DUPLICATE_VERSION list",
      "info SOURCE_UNVERIFIABLE repo",
      "info UNPINNED_RANGE extra-one",
    ]);
    expect(valueOf(manifest, lock, { includeDev: false }).counts.direct).toBe(11);
  });

  test("the first version has its hashes apart", () => {
    const old = `[[package]]\nname = "Caret"\nversion = "1.5"\n\n[metadata]\nlock-version = "1.1"\ncontent-hash = "x"\n\n[metadata.files]\nCaret = [{file = "x", hash = "sha256:0"}]\n`;
    const value = valueOf('[tool.poetry.dependencies]\ncaret = "^1.2"\n', old);
    expect(value.counts).toMatchObject({ ok: 1, integrityMissing: 0 });
  });
});

describe("uv", () => {
  const manifest = `[project]
name = "app"
dependencies = ["Django>=5.0,<6", "httpx[http2]~=0.27; python_version >= '3.9'", "repo", "member", "link @ https://example.com/l.whl"]

[project.optional-dependencies]
extra = ["rich>=13"]
all = ["app[extra]"]

[dependency-groups]
dev = ["pytest>=8,<9", { include-group = "lint" }]
lint = ["ruff==0.4.*"]

[tool.uv]
dev-dependencies = ["mypy<2"]

[tool.uv.sources]
repo = { git = "https://example.com/repo.git" }
member = { workspace = true }
`;
  const pypi = 'source = { registry = "https://packages.test/simple" }';
  const wheels = 'wheels = [{ url = "https://f/x.whl", hash = "sha256:0", size = 1 }]';
  const entry = (name: string, version: string, source = pypi, more = wheels) =>
    `[[package]]\nname = "${name}"\nversion = "${version}"\n${source}\n${more}\n`;
  const lock = [
    'version = 1\nrevision = 2\nrequires-python = ">=3.11"\n',
    entry("app", "0.1.0", 'source = { virtual = "." }', 'dependencies = [{ name = "django" }]'),
    entry("django", "5.1"),
    entry("httpx", "0.28.0"),
    entry("link", "1.0", 'source = { url = "https://example.com/l.whl" }'),
    entry("member", "0.1.0", 'source = { editable = "packages/member" }', ""),
    entry("mypy", "1.10"),
    entry("pytest", "9.0"),
    entry("repo", "0.1", 'source = { git = "https://example.com/repo.git#abc" }', ""),
    entry("rich", "13.7", 'source = { registry = "http://example.com/simple" }'),
    entry("ruff", "0.4.9", pypi, ""),
  ].join("\n");

  test("its groups, sources and workspaces", () => {
    const value = valueOf(manifest, lock);
    expect([value.ecosystem, value.lockfileVersion]).toEqual(["uv", "1"]);
    expect(shownInFull(value)).toEqual([
      "django prod >=5.0,<6 5.1 ok registry",
      "httpx prod ~=0.27 0.28.0 ok registry",
      "link prod https://example.com/l.whl 1.0 unverifiable url",
      "member prod  0.1.0 ok workspace",
      "mypy dev <2 1.10 ok registry",
      "pytest dev >=8,<9 9.0 mismatch registry",
      "repo prod  0.1 unverifiable git",
      "rich optional >=13 13.7 ok registry",
      "ruff dev ==0.4.* 0.4.9 ok registry",
    ]);
    expect(codes(value)).toEqual([
      "error INSECURE_SOURCE rich",
      "error LOCK_MISMATCH pytest",
      "warning INTEGRITY_MISSING ruff",
      "info SOURCE_UNVERIFIABLE link",
      "info SOURCE_UNVERIFIABLE repo",
      "info UNPINNED_RANGE rich",
    ]);
    expect(value.counts.locked).toBe(8);
  });

  test("told so, it may do without what tells it from Cargo's", () => {
    const bare = lock.replace(/requires-python.*\n/, "");
    expect(valueOf(manifest, bare, { ecosystem: "uv" }).counts.mismatch).toBe(1);
    expect(run(manifest, bare).errors).toMatchObject([{ code: "ECOSYSTEM_MISMATCH" }]);
  });
});
