/** Whose files they are, and what is no file of anybody. */
import { describe, expect, test } from "bun:test";
import type { Value } from "../../../tools/dependency-manifest-reconciliation.ts";
import { run } from "../../support/dependencies.ts";

const errorsOf = (manifest: unknown, lockfile: unknown, more: object = {}) =>
  run(manifest, lockfile, more).errors?.map(
    ({ code, path, line }) => `${code} ${path}${line === undefined ? "" : ` ${line}`}`,
  );

const MANIFESTS = {
  node: '{"name": "x"}',
  cargo: '[package]\nname = "x"\n',
  python: "a>=1\n",
  go: "module m\n",
};

const LOCKS: Readonly<Record<string, readonly [world: keyof typeof MANIFESTS, text: string]>> = {
  npm: ["node", '{"lockfileVersion": 3, "packages": {}}'],
  pnpm: ["node", "lockfileVersion: '9.0'\nimporters:\n  .: {}\n"],
  yarn: ["node", "# yarn lockfile v1\n"],
  bun: ["node", '{"lockfileVersion": 1, "workspaces": {"": {}}, "packages": {},}'],
  cargo: ["cargo", "version = 4\n"],
  pip: ["python", "a==1\n"],
  poetry: ["python", '[metadata]\ncontent-hash = "x"\n'],
  uv: ["python", 'version = 1\nrequires-python = ">=3"\n'],
  go: ["go", "a v1.0.0 h1:x=\n"],
};

describe("by content", () => {
  test.each(Object.entries(LOCKS))("%s", (ecosystem, [world, lock]) => {
    for (const [other, manifest] of Object.entries(MANIFESTS)) {
      const outcome = run(manifest, lock);
      if (other === world) expect((outcome.value as Value).ecosystem as string).toBe(ecosystem);
      else
        expect(outcome.errors).toMatchObject([{ code: "ECOSYSTEM_MISMATCH", path: "/lockfile" }]);
    }
    expect((run(MANIFESTS[world], lock, { ecosystem }).value as Value).ecosystem as string).toBe(
      ecosystem,
    );
    const marked = run(MANIFESTS[world], `\ufeff${lock}`);
    expect((marked.value as Value).ecosystem as string).toBe(ecosystem);
    const marks = marked.warnings?.filter(({ code }) => code === "BOM_REMOVED") ?? [];
    expect(marks.map(({ path }) => path)).toEqual(marks.map(() => "/lockfile"));
    const crlf = lock.replaceAll("\n", "\r\n");
    expect((run(MANIFESTS[world], crlf).value as Value).ecosystem as string).toBe(ecosystem);
  });

  test("values are read as their text", () => {
    const lock = {
      lockfileVersion: "9.0",
      importers: { ".": { dependencies: { a: { specifier: "1", version: "1.0.0" } } } },
    };
    expect(run({ dependencies: { a: "1" } }, lock).value).toMatchObject({
      ecosystem: "pnpm",
      counts: { ok: 1 },
    });
    const cargo = { package: { name: "x" }, dependencies: { a: "1" } };
    const cargoLock = { version: 4, package: [{ name: "a", version: "1.2.0" }] };
    expect(run(cargo, cargoLock).value).toMatchObject({ ecosystem: "cargo", lockfileVersion: "4" });
  });

  test("what is none", () => {
    const { npm, go } = { npm: LOCKS["npm"]?.[1], go: LOCKS["go"]?.[1] };
    for (const manifest of [
      "",
      "hello world",
      "{}",
      [],
      1,
      null,
      '{"private": true}',
      "key: value\n",
    ]) {
      expect(errorsOf(manifest, npm)).toEqual(["ECOSYSTEM_UNKNOWN /manifest"]);
    }
    for (const lock of ["", "hello world", "{}", "[]", {}, null, '{"lockfileVersion": 3}']) {
      expect(errorsOf(MANIFESTS.node, lock)).toEqual(["ECOSYSTEM_UNKNOWN /lockfile"]);
    }
    expect(errorsOf("hello world", go)).toEqual(["ECOSYSTEM_UNKNOWN /manifest"]);
  });
});

describe("as told", () => {
  test("another world, or another tool of the same", () => {
    const npm = LOCKS["npm"]?.[1];
    expect(errorsOf(MANIFESTS.cargo, npm, { ecosystem: "npm" })).toEqual([
      "ECOSYSTEM_MISMATCH /manifest",
    ]);
    expect(errorsOf(MANIFESTS.node, npm, { ecosystem: "pnpm" })).toEqual([
      "ECOSYSTEM_MISMATCH /lockfile",
    ]);
    expect(errorsOf(MANIFESTS.python, LOCKS["uv"]?.[1], { ecosystem: "poetry" })).toEqual([
      "ECOSYSTEM_MISMATCH /lockfile",
    ]);
  });

  test("what could be anything is read so", () => {
    expect(run({}, {}, { ecosystem: "npm" }).value).toMatchObject({
      ecosystem: "npm",
      lockfileVersion: null,
    });
    expect(run("flask\n", "flask\n", { ecosystem: "pip" }).value).toMatchObject({
      counts: { unverifiable: 1 },
    });
    expect(errorsOf("hello world", "hello world", { ecosystem: "npm" })).toEqual([
      "MANIFEST_SYNTAX /manifest 1",
      "LOCKFILE_SYNTAX /lockfile 1",
    ]);
    expect(errorsOf("hello world", "a==1", { ecosystem: "pip" })).toEqual([
      "MANIFEST_SYNTAX /manifest 1",
    ]);
    expect(errorsOf([], {}, { ecosystem: "npm" })).toEqual(["MANIFEST_SYNTAX /manifest"]);
    expect(errorsOf({}, "", { ecosystem: "go" })).toEqual(["MANIFEST_SYNTAX /manifest"]);
  });
});

describe("what is not well-formed", () => {
  test("is found in its line, in both files at once", () => {
    expect(errorsOf('{\n"name": "x",\n}', '{\n"lockfileVersion": 3\n"packages": {}}')).toEqual([
      "MANIFEST_SYNTAX /manifest 3",
      "LOCKFILE_SYNTAX /lockfile 3",
    ]);
    expect(errorsOf("[package]\nname =\n", "[[package]]\nname = \n")).toEqual([
      "MANIFEST_SYNTAX /manifest 2",
      "LOCKFILE_SYNTAX /lockfile 2",
    ]);
    expect(errorsOf(MANIFESTS.node, "lockfileVersion: '9.0'\nimporters: {\n")?.[0]).toMatch(
      /^LOCKFILE_SYNTAX \/lockfile \d+$/,
    );
    expect(errorsOf(MANIFESTS.node, "__metadata:\n  version: 8\n  version: 9\n")).toEqual([
      "LOCKFILE_SYNTAX /lockfile 3",
    ]);
  });

  test("marks of a merge", () => {
    const conflict = (text: string) => `${text}<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n`;
    for (const [world, lock] of Object.values(LOCKS)) {
      expect(
        errorsOf(MANIFESTS[world], conflict(lock.endsWith("\n") ? lock : `${lock}\n`)),
      ).toEqual(
        ["LOCKFILE_SYNTAX /lockfile 3"].map((text) =>
          text.replace("3", String(lock.split("\n").length - (lock.endsWith("\n") ? 0 : -1))),
        ),
      );
    }
    const outcome = run(conflict(""), "a==1\r\n>>>>>>> x\r\n");
    expect(
      outcome.errors?.map(({ code, line, message }) => [code, line, message.includes("line")]),
    ).toEqual([
      ["MANIFEST_SYNTAX", 1, true],
      ["LOCKFILE_SYNTAX", 2, true],
    ]);
  });

  test("maps that are none are found by their pointers", () => {
    expect(errorsOf({ dependencies: [] }, { lockfileVersion: 3, packages: {} })).toEqual([
      "MANIFEST_SYNTAX /manifest/dependencies",
    ]);
    expect(errorsOf({ name: "x" }, { lockfileVersion: 3, packages: [] })).toEqual([
      "LOCKFILE_SYNTAX /lockfile/packages",
    ]);
    expect(
      errorsOf({ name: "x" }, { lockfileVersion: 3, packages: { "a/b": { dependencies: "c" } } }),
    ).toEqual(["LOCKFILE_SYNTAX /lockfile/packages/a~1b/dependencies"]);
  });

  test("what is nested too deep", () => {
    const deep = `${'{"a":'.repeat(1_001)}1${"}".repeat(1_001)}`;
    expect(errorsOf(deep, LOCKS["npm"]?.[1])).toEqual(["INPUT_TOO_DEEP /manifest 1"]);
  });
});

test("keys that repeat are worth a warning, and the last one counts", () => {
  const manifest = '{"dependencies": {"a": "^2.0.0", "a": "^1.0.0"}}';
  const lock =
    '{"lockfileVersion": 3, "packages": {"node_modules/a": {"version": "1.0.0", "integrity": "x"}}}';
  const outcome = run(manifest, lock);
  expect(outcome).toMatchObject({
    valid: true,
    warnings: [{ code: "DUPLICATE_KEY", path: "/manifest/dependencies/a" }],
  });
});

test("names that mean something to the engine", () => {
  const manifest =
    '{"dependencies": {"__proto__": "^1.0.0", "constructor": "^1.0.0", "toString": "1"}}';
  const lock =
    '{"lockfileVersion": 3, "packages": {"node_modules/__proto__": {"version": "1.0.0", "integrity": "x"}, "node_modules/constructor": {"version": "2.0.0", "integrity": "x"}}}';
  const { entries } = run(manifest, lock).value as Value;
  expect(entries.map(({ name, status }) => `${name} ${status}`)).toEqual([
    "__proto__ ok",
    "constructor mismatch",
    "toString missing",
  ]);
});

test("no dependencies at all", () => {
  for (const [world, lock] of Object.values(LOCKS)) {
    const manifest = world === "python" ? '[project]\nname = "x"\n' : MANIFESTS[world];
    expect(run(manifest, lock)).toMatchObject({
      valid: true,
      value: { entries: [], verdict: "pass" },
    });
  }
});

test("hostile texts come to an end", () => {
  const texts = [
    "[".repeat(50_000),
    "{".repeat(50_000),
    '"'.repeat(50_000),
    "a@b, ".repeat(20_000),
    "\ud800".repeat(50_000),
    " ".repeat(100_000),
    "\\\n".repeat(50_000),
    "-r x\n".repeat(20_000),
    "# yarn lockfile v1\n" + '"'.repeat(50_000),
    "__metadata:\n" + "  - ".repeat(20_000),
    "module m\n" + "require (\n".repeat(10_000),
  ];
  for (const text of texts) {
    for (const outcome of [
      run(text, text),
      run(MANIFESTS.node, text),
      run(text, LOCKS["pip"]?.[1]),
    ]) {
      expect(outcome.ok === (outcome.errors === undefined || outcome.value !== undefined)).toBe(
        true,
      );
    }
  }
});

describe("names of files", () => {
  const told = (manifestName: string, lockfileName: string, more: object = {}) => ({
    manifestName,
    lockfileName,
    ...more,
  });
  /** Texts that could be anything, and what their names make of them. */
  const UNTOLD = [
    ["requirements.in", "requirements.txt", "flask\n", "\n", "pip"],
    ["C:\\app\\requirements-dev.txt", "constraints.txt", "# none\n", "# none\n", "pip"],
    ["app/package.json", "package-lock.json", "{}", "{}", "npm"],
    ["package.json", "pnpm-lock.yaml", "{}", "settings: {}\n", "pnpm"],
    ["package.json", "bun.lock", "{}", "{}", "bun"],
    ["pyproject.toml", "uv.lock", "", "", "uv"],
    ["pyproject.toml", "poetry.lock", 'description = """\nmodule x\n"""\n', "", "poetry"],
    ["Cargo.toml", "Cargo.lock", "", "", "cargo"],
    ["go.mod", "go.sum", "", "", "go"],
  ] as const;

  test.each(UNTOLD)("%s and %s", (manifestName, lockfileName, manifest, lock, ecosystem) => {
    const outcome = run(manifest, lock, told(manifestName, lockfileName));
    expect((outcome.value as Value).ecosystem as string).toBe(ecosystem);
  });

  test("those that are not known tell nothing", () => {
    const lock = LOCKS["npm"]?.[1];
    expect(run(MANIFESTS.node, lock, told("deps", "lock.json")).value).toMatchObject({
      ecosystem: "npm",
    });
    expect(errorsOf("hello world", lock, told("notes", ""))).toEqual([
      "ECOSYSTEM_UNKNOWN /manifest",
    ]);
  });

  test("that contradict one another, the ecosystem or the file", () => {
    const lock = LOCKS["npm"]?.[1];
    const { node } = MANIFESTS;
    expect(errorsOf(node, lock, told("package.json", "go.sum"))).toEqual([
      "ECOSYSTEM_MISMATCH /manifestName",
    ]);
    expect(errorsOf(node, lock, told("", "yarn.lock", { ecosystem: "npm" }))).toEqual([
      "ECOSYSTEM_MISMATCH /lockfileName",
    ]);
    expect(errorsOf(node, lock, told("go.mod", "", { ecosystem: "npm" }))).toEqual([
      "ECOSYSTEM_MISMATCH /manifestName",
    ]);
    expect(errorsOf(node, lock, told("package.json", "Cargo.lock"))).toEqual([
      "ECOSYSTEM_MISMATCH /manifestName",
    ]);
    expect(errorsOf(MANIFESTS.cargo, lock, told("package.json", ""))).toEqual([
      "ECOSYSTEM_MISMATCH /manifest",
    ]);
    expect(errorsOf(node, "a v1.0.0 h1:x=\n", told("package.json", "package-lock.json"))).toEqual([
      "ECOSYSTEM_MISMATCH /lockfile",
    ]);
  });
});

describe("go.mod", () => {
  const ecosystemOf = (manifest: string) => run(manifest, "a v1.0.0 h1:x=\n").value;

  test.each([
    "module m\n",
    "// a comment\n\nmodule example.com/m // and one more\n\ngo 1.22\n",
    "go 1.22\nmodule m\n",
    '\ufeffmodule "m"\r\n\r\ngo 1.22.1\r\n',
  ])("%j", (manifest) => {
    expect(ecosystemOf(manifest)).toMatchObject({ ecosystem: "go" });
  });

  test("the words at the beginning of a line of something else", () => {
    const toml = '[project]\nname = "x"\ndescription = """\nmodule loader\ngo 1.22\n"""\n';
    expect(run(toml, LOCKS["uv"]?.[1]).value).toMatchObject({ ecosystem: "uv" });
    expect(run('module = "m"\n[package]\nname = "x"\n', "version = 4\n").value).toMatchObject({
      ecosystem: "cargo",
    });
    expect(ecosystemOf("module = m\n")).toBeUndefined();
    expect(ecosystemOf("a note:\nmodule m\n")).toBeUndefined();
  });
});
