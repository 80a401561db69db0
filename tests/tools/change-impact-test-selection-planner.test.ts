import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Value } from "../../tools/change-impact-test-selection-planner.ts";
import tool from "../../tools/change-impact-test-selection-planner.ts";
import { runUnit } from "../support/run-unit.ts";

type Input = Record<string, unknown>;

const run = (changes: unknown, more: Input = {}) => runUnit(tool, { changes, ...more });
const valueOf = (changes: unknown, more: Input = {}) => run(changes, more).value as Value;
/** `test reason distance via…` of each selected test. */
const ways = (changes: unknown, more: Input = {}) =>
  valueOf(changes, more).selected.map(({ test: name, reason, distance, via }) =>
    [name, reason, distance ?? "–", ...via].join(" "),
  );
const notes = (changes: unknown, more: Input = {}) =>
  run(changes, more).warnings?.map(({ code, subject }) => `${code} ${subject}`);

const GRAPH = {
  "src/app.ts": ["src/cart.ts", "src/user.ts"],
  "src/cart.ts": ["src/money.ts"],
  "tests/app.test.ts": ["src/app.ts"],
  "tests/cart.test.ts": ["src/cart.ts", "tests/helper.ts"],
  "tests/user.test.ts": ["src/user.ts", "tests/helper.ts"],
};

describe("ways from a change to tests", () => {
  test("are the plain-smallest among the shortest, whatever order the graph is in", () => {
    const dependencies = {
      "z.test.ts": ["c.ts", "b.ts", "far.ts"],
      "c.ts": ["a.ts"],
      "b.ts": ["a.ts"],
      "far.ts": ["b.ts"],
    };
    expect(ways(["a.ts"], { dependencies })).toEqual([
      "z.test.ts dependency 2 a.ts b.ts z.test.ts",
    ]);
    expect(ways(["c.ts", "b.ts", "a.ts"], { dependencies })).toEqual([
      "z.test.ts dependency 1 b.ts z.test.ts",
    ]);
  });

  test("agree with a search from every change apart", () => {
    const names = ["a.ts", "b.ts", "c.ts", "d.ts", "e.test.ts", "f.test.ts", "g.test.ts"];
    const name = fc.constantFrom(...names);
    const graphs = fc.array(fc.tuple(name, name), { maxLength: 16 });
    const some = fc.uniqueArray(name, { maxLength: 4 });
    const most = fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined });
    fc.assert(
      fc.property(graphs, some, most, (edges, changes, maxDistance) => {
        const dependencies: Record<string, string[]> = {};
        for (const [from, to] of edges) (dependencies[from] ??= []).push(to);
        const more = { dependencies, tests: names.slice(4), unknown: "warn", maxDistance };
        const known = new Set([...edges.flat(), ...names.slice(4)]);
        const started = changes.filter((path) => known.has(path));
        const ends = new Map<string, string[]>();
        const untested: string[] = [];
        for (const start of started.toSorted()) {
          const found = slowSearch(start, edges, maxDistance ?? 99);
          if (!names.slice(4).some((path) => found.has(path))) untested.push(start);
          for (const [path, way] of found) {
            const old = ends.get(path);
            if (!old || isBefore(way, old)) ends.set(path, way);
          }
        }
        const value = valueOf(changes, more);
        const selected = value.selected.map(({ test: path, via }) => [path, via] as const);
        const expected = names.slice(4).filter((path) => ends.has(path));
        expect(Object.fromEntries(selected)).toEqual(
          Object.fromEntries(expected.map((path) => [path, ends.get(path) ?? []])),
        );
        expect(value.untested).toEqual(untested);
      }),
      { numRuns: 400 },
    );
  });

  test("go through circles and through files that are tests and imported", () => {
    const dependencies = {
      "a.ts": ["b.ts"],
      "b.ts": ["a.ts"],
      "base.test.ts": ["a.ts", "base.test.ts"],
      "more.test.ts": ["base.test.ts"],
    };
    expect(ways(["b.ts"], { dependencies })).toEqual([
      "base.test.ts dependency 2 b.ts a.ts base.test.ts",
      "more.test.ts dependency 3 b.ts a.ts base.test.ts more.test.ts",
    ]);
    expect(ways(["b.ts"], { dependencies, maxDistance: 2 })).toHaveLength(1);
    expect(ways(["base.test.ts"], { dependencies })).toEqual([
      "base.test.ts changed 0 base.test.ts",
      "more.test.ts dependency 1 base.test.ts more.test.ts",
    ]);
  });

  test("a helper of the tests, with Windows paths", () => {
    expect(ways(String.raw`.\tests\helper.ts`, { dependencies: GRAPH })).toEqual([
      "tests/cart.test.ts dependency 1 tests/helper.ts tests/cart.test.ts",
      "tests/user.test.ts dependency 1 tests/helper.ts tests/user.test.ts",
    ]);
    const dependencies = {
      "tests\\x.test.ts": [".\\src\\a.ts"],
      "./tests/x.test.ts": ["src/b.ts"],
    };
    expect(ways(["src/b.ts"], { dependencies })).toHaveLength(1);
    expect(ways(["src/a.ts"], { dependencies })).toHaveLength(1);
  });

  test("reasons: changed, dependency, coverage, always, all", () => {
    const more = {
      dependencies: {
        "a.test.ts": ["a.ts"],
        "b.test.ts": ["a.ts"],
        "c.test.ts": [],
        "d.test.ts": [],
      },
      coverage: {
        "b.test.ts": ["a.ts"],
        "c.test.ts": ["z.ts", "a.ts", "b.ts"],
        "no.txt": ["a.ts"],
      },
      alwaysRun: ["c.*", "d.*"],
    };
    expect(ways(["a.test.ts", "b.ts", "z.ts", "a.ts"], more)).toEqual([
      "a.test.ts changed 0 a.test.ts",
      "b.test.ts dependency 1 a.ts b.test.ts",
      "c.test.ts coverage 1 a.ts c.test.ts",
      "d.test.ts always – d.test.ts",
    ]);
    expect(ways(["go.mod", "a.ts"], { ...more, alwaysRun: ["d.test.ts"] })).toEqual([
      "a.test.ts dependency 1 a.ts a.test.ts",
      "b.test.ts dependency 1 a.ts b.test.ts",
      "c.test.ts coverage 1 a.ts c.test.ts",
      "d.test.ts always – d.test.ts",
    ]);
    expect(ways(["go.mod"], { dependencies: { "x.test.ts": [] } })).toEqual([
      "x.test.ts run-all –",
    ]);
  });
});

/** The plain-smallest shortest way to each file within reach, by trying all. */
function slowSearch(start: string, edges: readonly (readonly string[])[], most: number) {
  const found = new Map([[start, [start]]]);
  let front = [[start]];
  for (let step = 0; step < most && front.length > 0; step++) {
    const next: string[][] = [];
    for (const way of front) {
      for (const [importer = "", imported] of edges)
        if (imported === way.at(-1) && !found.has(importer)) next.push([...way, importer]);
    }
    const best = new Map<string, string[]>();
    for (const way of next) {
      const end = way.at(-1) ?? "";
      const old = best.get(end);
      if (!old || isBefore(way, old)) best.set(end, way);
    }
    for (const [end, way] of best) found.set(end, way);
    front = [...best.values()];
  }
  return found;
}

function isBefore(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) return left.length < right.length;
  const at = left.findIndex((path, index) => path !== right[index]);
  return at >= 0 && (left[at] ?? "") < (right[at] ?? "");
}

describe("what a changed file means", () => {
  const files = (changes: unknown, more: Input = {}) => {
    const { runAll, unknown, ignored, untested } = valueOf(changes, {
      dependencies: GRAPH,
      ...more,
    });
    return { runAll, unknown, ignored, untested };
  };
  const nothing = { runAll: false, unknown: [], ignored: [], untested: [] };

  test("all tests, none, or nobody knows", () => {
    expect(files(["a/b/package.json"])).toEqual({ ...nothing, runAll: true });
    expect(files(["docs/x/y.png", "a/README.md"])).toEqual({
      ...nothing,
      ignored: ["a/README.md", "docs/x/y.png"],
    });
    expect(files(["new.ts"])).toEqual({ ...nothing, runAll: true, unknown: ["new.ts"] });
    expect(files(["new.ts"], { unknown: "warn" })).toEqual({ ...nothing, unknown: ["new.ts"] });
    expect(files(["src/money.ts", "src/app.ts"])).toEqual(nothing);
    // What is in the graph is followed, whatever its name.
    expect(files(["x.md"], { dependencies: { "a.ts": ["x.md"] } }).untested).toEqual(["x.md"]);
    expect(files(["src/app.ts"], { runAllOn: ["src/**", "!src/app.ts"] })).toEqual(nothing);
    expect(files(["src/cart.ts"], { runAllOn: "src/**\n!src/app.ts" }).runAll).toBe(true);
    expect(files(["README.md"], { ignore: [] }).unknown).toEqual(["README.md"]);
  });

  test("a deleted test is none, and a deleted file is followed", () => {
    expect(ways("D\ttests/app.test.ts", { dependencies: GRAPH })).toEqual([]);
    expect(valueOf("D\ttests/app.test.ts", { dependencies: GRAPH }).counts.tests).toBe(2);
    expect(valueOf("D\told.test.ts").runAll).toBe(false);
    expect(valueOf("D\told.test.ts", { tests: ["old.test.ts"] }).counts.tests).toBe(0);
    expect(ways("D\tsrc/user.ts", { dependencies: GRAPH })).toHaveLength(2);
    expect(notes("D\tsrc/user.ts", { dependencies: GRAPH })).toEqual([
      "DEPENDENCY_ON_DELETED src/user.ts",
    ]);
    const all = ["src/user.ts", "src/app.ts", "tests/user.test.ts", "tests/app.test.ts"];
    const deletions = all.map((path) => ({ path, status: "deleted" }));
    expect(notes(deletions, { dependencies: GRAPH })).toEqual(
      all.map((path) => `NO_TEST_FOR_CHANGE ${path}`),
    );
  });

  test("a rename is a deletion and a change", () => {
    const more = { dependencies: { "a.test.ts": ["old.ts"], "b.test.ts": ["new.ts"] } };
    const both = [
      "a.test.ts dependency 1 old.ts a.test.ts",
      "b.test.ts dependency 1 new.ts b.test.ts",
    ];
    expect(ways("R087\told.ts\tnew.ts", more)).toEqual(both);
    expect(ways([{ path: "new.ts", status: "renamed", oldPath: "old.ts" }], more)).toEqual(both);
    expect(ways([{ path: "new.ts", oldPath: "old.ts" }], more)).toEqual(both);
    expect(ways("C100\told.ts\tnew.ts", more)).toEqual([both[1] ?? ""]);
    expect(notes("R087\told.ts\tnew.ts", more)).toEqual(["DEPENDENCY_ON_DELETED old.ts"]);
    // Another file has its name now.
    expect(notes("R100\told.ts\tnew.ts\nA\told.ts", more)).toEqual([]);
    expect(ways("R100\ta.test.ts\tc.test.ts")).toEqual(["c.test.ts changed 0 c.test.ts"]);
  });

  test("warnings by severity, code and file, with the line or the item", () => {
    const warnings = run("README.md\r\n\r\nnew.ts\nsrc/x.ts", {
      dependencies: { "src/x.ts": [] },
    }).warnings;
    expect(warnings).toMatchObject([
      { code: "NO_TEST_FOR_CHANGE", severity: "warning", path: "/changes", line: 4 },
      { code: "UNKNOWN_FILE", path: "/changes", line: 3, subject: "new.ts" },
      { code: "RUN_ALL_TRIGGERED", severity: "info", subject: "new.ts" },
    ]);
    expect(run(["LICENSE", "new.ts"]).warnings?.[0]).toMatchObject({ path: "/changes/1" });
  });
});

describe("how changes and lists are written", () => {
  test("lines, arrays and JSON text; names in quotes as git writes them", () => {
    const more = {
      dependencies: { "[id].ts": [], "src/ü.ts": [], "a b.ts": [], "n.ts": [] },
      tests: [],
    };
    const untested = (changes: unknown) => valueOf(changes, more).untested;
    expect(untested("[id].ts")).toEqual(["[id].ts"]);
    expect(untested('["n.ts", "M\\ta b.ts"]')).toEqual(["a b.ts", "n.ts"]);
    expect(untested('M\t"src/\\303\\274.ts"\nT\tn.ts')).toEqual(["n.ts", "src/ü.ts"]);
    expect(untested("\ufeffn.ts\n\n  a b.ts  \r\nn.ts")).toEqual(["a b.ts", "n.ts"]);
    expect(untested([{ path: "./n.ts", status: "added" }])).toEqual(["n.ts"]);
  });

  test("nothing changed: only what always runs", () => {
    for (const changes of ["", "\n", []]) {
      expect(ways(changes, { dependencies: GRAPH, alwaysRun: "user.test.ts" })).toEqual([
        "tests/user.test.ts always – tests/user.test.ts",
      ]);
      expect(run(changes, { dependencies: GRAPH }).output).toBe("");
    }
  });

  test("tests by default, by other globs, and as they are listed", () => {
    const names = [
      "a.spec.js",
      "x/test_a.py",
      "a_test.py",
      "b_test.go",
      "__tests__/c.js",
      "test.ts",
    ];
    expect(valueOf(names, { unknown: "warn" }).counts.tests).toBe(5);
    expect(valueOf(["e2e/a.ts"], { testGlobs: ["e2e/**"] }).selected).toHaveLength(1);
    expect(valueOf(["e2e/a.{b"], { testGlobs: "*.{ts,{b}" }).counts.tests).toBe(0);
    expect(valueOf(["a.test.ts"], { tests: ["b"] })).toMatchObject({ skipped: [], runAll: true });
    expect(valueOf([], { coverage: { "a.test.ts": ["b.test.ts"] } }).counts.tests).toBe(2);
  });

  test("keys such as __proto__ are paths", () => {
    const dependencies = '{"__proto__": ["constructor"], "x.test.ts": ["__proto__"]}';
    expect(ways(["constructor"], { dependencies })).toEqual([
      "x.test.ts dependency 2 constructor __proto__ x.test.ts",
    ]);
  });

  test("what is of another shape is refused at its place", () => {
    const problem = (input: Input) => {
      const { errors } = run(input["changes"] ?? [], input);
      return `${errors?.[0]?.code} ${errors?.[0]?.path}`;
    };
    expect(problem({ changes: [{ status: "added" }] })).toMatch(/^(?:TYPE|REQUIRED) \/changes\/0/);
    expect(problem({ changes: { a: 1 } })).toBe("TYPE /changes");
    expect(problem({ dependencies: { "a/b": "c" } })).toBe("TYPE /dependencies/a~1b");
    expect(problem({ dependencies: { "a\nb": [1] } })).toBe("TYPE /dependencies/a\nb/0");
    expect(problem({ coverage: [] })).toBe("TYPE /coverage");
    expect(problem({ durations: { a: -1 } })).toBe("RANGE /durations/a");
    expect(problem({ dependencies: "{" })).toBe("JSON_SYNTAX /dependencies");
    expect(problem({ tests: [1] })).toBe("TYPE /tests/0");
  });
});

describe("order, savings and shards", () => {
  test("what failed last first, then by distance, then by name", () => {
    const more = {
      dependencies: { "b.test.ts": ["a.ts"], "a.test.ts": ["a.ts"], "c.test.ts": ["a.test.ts"] },
      alwaysRun: ["d.test.ts"],
      tests: ["d.test.ts", "c.test.ts", "b.test.ts", "a.test.ts"],
    };
    const order = (input: Input = {}) => run(["a.ts"], { ...more, ...input }).output?.split("\n");
    expect(order()).toEqual(["a.test.ts", "b.test.ts", "c.test.ts", "d.test.ts"]);
    expect(order({ recentFailures: [".\\d.test.ts", "gone.test.ts"] })?.[0]).toBe("d.test.ts");
  });

  test("durations that are unknown are the median of those that are, or 1", () => {
    const plan = (durations: Input) =>
      valueOf(["a.ts"], {
        dependencies: { "a.test.ts": ["a.ts"] },
        tests: ["a.test.ts", "b", "c"],
        durations,
      });
    expect(plan({})).toMatchObject({
      savings: { testsPercent: 66.67, durationMs: 2, durationPercent: 66.67 },
      makespanMs: 1,
    });
    expect(plan({ b: 1, c: 2 })).toMatchObject({ savings: { durationMs: 3 }, makespanMs: 1.5 });
    expect(plan({ b: 0.1, c: 0.2 }).savings.durationMs).toBe(0.3);
    expect(plan({ "./b": 0, c: 0, "a.test.ts": 0 }).savings.durationPercent).toBe(0);
    expect(valueOf("").savings).toEqual({ testsPercent: 0, durationMs: 0, durationPercent: 0 });
  });

  test("shards: the longest first, each to the one with the least to do", () => {
    const durations = fc.dictionary(fc.constantFrom(..."abcdefghij"), fc.nat(20));
    fc.assert(
      fc.property(durations, fc.integer({ min: 1, max: 12 }), (given, count) => {
        const tests = Object.keys(given);
        const { shards, makespanMs } = valueOf(["go.mod"], {
          tests,
          durations: given,
          shards: count,
        });
        const loads = Array.from({ length: count }, () => 0);
        const expected = Array.from({ length: count }, () => [] as string[]);
        const longest = tests.toSorted(
          (a, b) => (given[b] ?? 0) - (given[a] ?? 0) || (a < b ? -1 : 1),
        );
        for (const name of longest) {
          const least = loads.indexOf(Math.min(...loads));
          loads[least] = (loads[least] ?? 0) + (given[name] ?? 0);
          expected[least]?.push(name);
        }
        expect(shards).toEqual(
          expected.map((own, index) => ({ index, tests: own, durationMs: loads[index] ?? 0 })),
        );
        expect(makespanMs).toBe(Math.max(...loads));
      }),
    );
  });
});

test("ways too long to list, and 100,000 characters at once", () => {
  const link = (at: number) => [`t${at}.test.ts`, at === 0 ? [] : [`t${at - 1}.test.ts`]] as const;
  const chain = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => link(at)));
  expect(run(["t0.test.ts"], { dependencies: chain }).errors?.[0]?.code).toBe("OUTPUT_TOO_LARGE");
  expect(valueOf(["t0.test.ts"], { dependencies: chain, maxDistance: 9 }).selected).toHaveLength(
    10,
  );
  const lines = Array.from({ length: 5000 }, (_, at) => `M\tsrc/path/f${at}.ts`).join("\n");
  for (const [changes, more] of [
    [lines, {}],
    ["a", { runAllOn: "[".repeat(100_000) }],
    [lines, { testGlobs: `${"*a".repeat(40)}*` }],
  ] as const) {
    expect(run(changes, more).ok).toBe(true);
  }
});

describe("conventions", () => {
  /** Sources, and what tests them, by the habits of each language. */
  const HABITS: readonly (readonly [source: string, ...tests: string[]])[] = [
    [
      "src/cart.ts",
      "src/cart.test.ts",
      "src/__tests__/cart.ts",
      "tests/cart.spec.ts",
      "e2e/cart.cy.js",
    ],
    ["packages/a/src/ui/Cart.vue", "packages/a/tests/ui/Cart.spec.ts"],
    [
      "shop/cart.py",
      "shop/test_cart.py",
      "tests/shop/test_cart.py",
      "tests/unit/shop/cart_test.py",
    ],
    ["pkg/cart.go", "pkg/cart_test.go", "pkg/user_test.go"],
    [
      "src/main/java/shop/Cart.java",
      "src/test/java/shop/CartTest.java",
      "src/test/java/shop/TestCart.java",
      "src/test/java/shop/CartIT.java",
    ],
    [
      "app/src/main/kotlin/shop/Cart.kt",
      "app/src/test/kotlin/shop/CartTest.kt",
      "app/src/androidTest/java/shop/CartTests.kt",
    ],
    [
      "Shop/Basket/Cart.cs",
      "Shop.Tests/Basket/CartTests.cs",
      "test/Shop.UnitTests/Basket/CartTest.cs",
    ],
    [
      "lib/shop/cart.rb",
      "spec/shop/cart_spec.rb",
      "test/shop/cart_test.rb",
      "test/shop/test_cart.rb",
    ],
    ["src/Shop/Cart.php", "tests/Unit/Shop/CartTest.php", "tests/Shop/CartCest.php"],
    ["src/cart.rs", "tests/cart.rs", "src/cart_test.rs"],
    ["Sources/Shop/Cart.swift", "Tests/ShopTests/CartTests.swift"],
    [
      "src/cart.cpp",
      "tests/cart_test.cc",
      "src/cart_unittest.cc",
      "test/test_cart.cpp",
      "tests/CartTest.cpp",
    ],
  ];
  const others = [
    "src/other.test.ts",
    "tests/other/test_user.py",
    "src/test/java/user/UserTest.java",
  ];

  test.each(HABITS)("%s", (source, ...tests) => {
    const given = { tests: [...tests, ...others] };
    expect(valueOf([source], given)).toMatchObject({ runAll: false, unknown: [], untested: [] });
    expect(ways([source], given).toSorted()).toEqual(
      tests.map((one) => `${one} convention 1 ${source} ${one}`).toSorted(),
    );
    // Their names say that they are tests.
    const { counts } = valueOf([...tests, ...others], { unknown: "warn" });
    expect(counts.tests).toBe(tests.length + others.length);
  });

  test("the same name in another place is another file", () => {
    const tests = ["tests/user/test_models.py", "tests/shop/test_models.py", "tests/test_app.py"];
    expect(ways(["app/shop/models.py"], { tests })).toEqual([
      "tests/shop/test_models.py convention 1 app/shop/models.py tests/shop/test_models.py",
    ]);
    expect(valueOf(["app/mail/models.py"], { tests, unknown: "warn" })).toMatchObject({
      unknown: ["app/mail/models.py"],
      selected: [],
    });
    expect(valueOf(["shop/models.rb"], { tests, unknown: "warn" }).selected).toEqual([]);
  });

  test("behind imports, after what is sure, and not further than may be", () => {
    const dependencies = { "src/b.ts": ["src/a.ts"], "src/a.test.ts": ["src/a.ts"] };
    const tests = ["src/a.test.ts", "src/b.test.ts"];
    expect(ways(["src/a.ts"], { dependencies, tests })).toEqual([
      "src/a.test.ts dependency 1 src/a.ts src/a.test.ts",
      "src/b.test.ts convention 2 src/a.ts src/b.ts src/b.test.ts",
    ]);
    expect(valueOf(["src/a.ts"], { dependencies, tests, maxDistance: 1 }).skipped).toEqual([
      "src/b.test.ts",
    ]);
    const far = { dependencies: { "src/b.ts": ["src/a.ts"] }, tests: ["src/b.test.ts"] };
    expect(valueOf(["src/a.ts"], far).untested).toEqual([]);
    expect(valueOf(["src/a.ts"], { ...far, maxDistance: 1 }).untested).toEqual(["src/a.ts"]);
  });

  test.each([
    ["web/__snapshots__/menu.test.ts.snap", "web/menu.test.ts"],
    ["web/menu.test.ts.snap", "web/menu.test.ts"],
    ["e2e/login.spec.ts-snapshots/page-chromium.png", "e2e/login.spec.ts"],
    ["tests/__snapshots__/test_menu.ambr", "tests/test_menu.py"],
    ["tests/__snapshots__/CartTest__testTotal__1.txt", "tests/CartTest.php"],
    ["Tests/AppTests/__Snapshots__/MenuTests/testOpen.1.png", "Tests/AppTests/MenuTests.swift"],
    ["App.Tests/MenuTests.Opens.verified.txt", "App.Tests/MenuTests.cs"],
    ["tests/fixtures/menu.json", "tests/menu.test.js"],
    ["pkg/testdata/menu.golden", "pkg/menu_test.go"],
    ["spec/fixtures/cassettes/menu/open.yml", "spec/menu_spec.rb"],
  ])("%s belongs to %s", (file, owner) => {
    const folder = owner.slice(0, owner.lastIndexOf("/"));
    const tests = [owner, `${folder}/other.test.ts`, "elsewhere/menu.test.ts"];
    expect(ways([file], { tests })).toEqual([`${owner} convention 1 ${file} ${owner}`]);
    // One that is named after none belongs to all beside and below its folder.
    const plain = valueOf([`${folder}/fixtures/shared.bin`], { tests }).selected;
    expect(plain.map((one) => one.test)).toEqual([owner, `${folder}/other.test.ts`].toSorted());
  });

  test("snapshots and fixtures are no tests themselves", () => {
    const files = [
      "a/__snapshots__/b.test.ts.snap",
      "a/__tests__/fixtures/b.ts",
      "fixtures/b.test.ts",
    ];
    expect(valueOf(files, { unknown: "warn" }).counts.tests).toBe(0);
  });

  test("many of one name take no longer than their number", () => {
    const each = (make: (at: number) => string) =>
      Array.from({ length: 3000 }, (_, at) => make(at));
    const start = performance.now();
    valueOf([...each((at) => `a${at}/index.ts`), ...each((at) => `tests/fixtures/${at}.json`)], {
      tests: each((at) => `tests/a${at}/index.test.ts`),
    });
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
