/** The merged text is that of ours, with what theirs brings. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { canonicalJson } from "../../../tools/_lib/json/tree/canonical.ts";
import { readJson } from "../../../tools/_lib/json/tree/read.ts";
import { valueOf } from "../../../tools/_lib/json/tree/value.ts";
import type { Value } from "../../../tools/three-way-structured-merge.ts";
import tool from "../../../tools/three-way-structured-merge.ts";
import {
  changed,
  changesOfModel,
  commentsOf,
  dataOf,
  documentModel,
  jsoncOf,
  type Model,
  tomlOf,
  yamlOf,
} from "../../support/commented.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (base: unknown, ours: string, theirs: unknown, more: object = {}) =>
  runUnit(tool, { base, ours, theirs, ...more });
const text = (...given: Parameters<typeof run>) => run(...given).output;
const codes = (...given: Parameters<typeof run>) =>
  run(...given).warnings?.map(({ code, path }) => `${code} ${path}`);

const lineEnd = fc.constantFrom("\n", "\r\n");

interface Notation<L> {
  readonly layout: fc.Arbitrary<L>;
  readonly write: (model: Model, layout: L) => string;
  readonly read: (text: string) => unknown;
}

const NOTATIONS = {
  yaml: {
    layout: fc.record({ step: fc.constantFrom(2, 4), low: fc.boolean(), lineEnd }),
    write: yamlOf,
    read: (written) => parseYaml(written) as unknown,
  } satisfies Notation<Parameters<typeof yamlOf>[1]>,
  json: {
    layout: fc.record({
      indent: fc.constantFrom("  ", "\t", "    "),
      comma: fc.boolean(),
      comments: fc.boolean(),
      lineEnd,
    }),
    write: jsoncOf,
    read: (written) => {
      const read = readJson(written, "jsonc");
      return "root" in read ? valueOf(read.root).value : undefined;
    },
  } satisfies Notation<Parameters<typeof jsoncOf>[1]>,
  toml: {
    layout: lineEnd,
    write: tomlOf,
    read: (written) => parseToml(written),
  } satisfies Notation<string>,
};

/** Whether a member is in the merged document, not as a conflict. */
function isThere(merged: unknown, pointer: string): boolean {
  let at = merged;
  for (const key of pointer.split("/").slice(1)) {
    if (typeof at !== "object" || at === null || Array.isArray(at)) return false;
    if (!Object.hasOwn(at, key) || Object.hasOwn(at, "$conflict")) return false;
    at = (at as Record<string, unknown>)[key];
  }
  return true;
}

describe.each(Object.entries(NOTATIONS))("%s", (name, notation) => {
  const { layout, write, read } = notation as Notation<unknown>;
  test("the text keeps what ours has, brings what theirs changed, and reads as the merged value", () => {
    fc.assert(
      fc.property(
        documentModel,
        changesOfModel,
        changesOfModel,
        layout,
        layout,
        (base, ourChanges, theirChanges, ourLayout, theirLayout) => {
          const [ours, theirs] = [changed(base, ourChanges), changed(base, theirChanges)];
          const texts = [
            write(base, ourLayout),
            write(ours, ourLayout),
            write(theirs, theirLayout),
          ];
          // The header of a table in the first line may be an array of JSON, and a text without members is of no notation.
          if (
            name === "toml" &&
            texts.some((one) => /^\s*(?:\[|$)/.test(one.replaceAll(/#.*/g, "")))
          )
            return;
          const result = run(texts[0], texts[1] as string, texts[2]);
          const { merged } = result.value as Value;
          const data = read(result.output ?? "");
          expect(canonicalJson(data)).toBe(canonicalJson(merged));
          const [before, own, other] = [base, ours, theirs].map((model) =>
            canonicalJson(dataOf(model)),
          );
          if (other === before) expect(result.output).toBe(texts[1] as string);
          if (own === before) expect(canonicalJson(data)).toBe(other as string);
          if (
            canonicalJson(merged) === "{}" ||
            (ourLayout as { comments?: boolean }).comments === false
          )
            return;
          for (const [pointer, comments] of commentsOf(ours)) {
            if (!isThere(merged, pointer)) continue;
            for (const comment of comments)
              expect(`${result.output}\n`).toMatch(new RegExp(`${comment}\\s`));
          }
        },
      ),
      { numRuns: 600 },
    );
  });
});

const COMPOSE = `# Services
x-common: &common
  restart: always # keep

services:
  # The web
  web:
    <<: *common
    image: "nginx:1.25" # pinned
    ports: ["80:80", 443:443]

  db:
    image: 'postgres'
    command: >-
      a
      b
# end
`;

describe("YAML", () => {
  test("only what theirs brings is another text", () => {
    const theirs = COMPOSE.replace("nginx:1.25", "nginx:1.27")
      .replace('"80:80", ', '"80:80", "81:81", ')
      .replace("# end", "  # fast\n  cache:\n    image: redis # red\n# end");
    const ours = COMPOSE.replace("'postgres'", "'postgres:16'   # mine");
    const expected = ours
      .replace("nginx:1.25", "nginx:1.27")
      .replace('"80:80", ', '"80:80", "81:81", ')
      .replace("# end", "  # fast\n  cache:\n    image: redis # red\n# end");
    expect(text(COMPOSE, ours, theirs)).toBe(expected);
    expect(codes(COMPOSE, ours, theirs)).toEqual([]);
  });

  test("an alias stays where it stands for what it has to", () => {
    const yaml = "x: &a {p: 1}\ny: *a # k\nz: *a\n";
    expect(text(yaml, yaml, { x: { p: 2 }, y: { p: 2 }, z: { p: 2 } })).toBe(
      yaml.replace("1", "2"),
    );
    const theirs = "x: {p: 2}\ny: {p: 1}\nz: {p: 2}\n";
    expect(text(yaml, yaml, theirs)).toBe("x: &a {p: 2}\ny: {p: 1} # k\nz: *a\n");
    expect(codes(yaml, yaml, theirs)).toEqual(["ANCHORS_EXPANDED /ours"]);
    expect(text("x: 1\n", "x: 1\n", "x: 1\nd: &d {k: 1}\ne: *d\n")).toBe(
      "x: 1\nd: &d {k: 1}\ne: *d\n",
    );
    expect(text("d: &d 1\n", "d: &d 1\n", "d: &d 1\ne:\n  f: &d [1]\n  g: *d\n")).toBe(
      "d: &d 1\ne:\n  f:\n    - 1\n  g:\n    - 1\n",
    );
  });

  test("a comment goes with its node, and not what stands apart above it", () => {
    const yaml = "# free\n\n# above a\na: 1 # beside a\n# above b\nb: 1\n# end\n";
    expect(text(yaml, yaml, { b: 1 })).toBe("# free\n# above b\nb: 1\n# end\n");
    expect(codes(yaml, yaml, { b: 1 })).toEqual(["COMMENTS_LOST /ours"]);
    expect(codes(yaml, yaml, { a: 1, b: 2 })).toEqual([]);
  });

  test("what moved takes its comments along", () => {
    const yaml = "s:\n  t: # tee\n    a: 1 # one\n    b: 2\n  u: 1\n";
    const theirs = { s: { u: 1 }, n: { t: { a: 1, b: 2 } } };
    expect(text(yaml, yaml.replace("b: 2", "b: 3"), theirs)).toBe(
      's:\n  u: 1\n"n":\n  t: # tee\n    a: 1 # one\n    b: 3\n',
    );
  });

  test("items keep their comments wherever they go", () => {
    const yaml = "- name: a # first\n  v: 1\n# above b\n- name: b\n  v: 1\n";
    const theirs = [{ name: "c" }, { name: "b", v: 2 }, { name: "a", v: 1 }];
    expect(text(yaml, yaml, theirs)).toBe(
      "- name: c\n# above b\n- name: b\n  v: 2\n- name: a # first\n  v: 1\n",
    );
  });
});

const DEPLOYMENT = (name: string, image: string) =>
  `# ${name}\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: ${name}\nspec:\n  image: ${image} # pinned\n`;
const SERVICE = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nports: [80]\n";

describe("streams of several documents", () => {
  test("objects of Kubernetes are found by their names", () => {
    const base = `${DEPLOYMENT("web", "a:1")}---\n${SERVICE}`;
    const ours = `# mine\n---\n${SERVICE}---\n${DEPLOYMENT("web", "a:1")}`;
    const theirs = `${DEPLOYMENT("web", "a:2")}--- # new\n${DEPLOYMENT("cache", "redis")}---\n${SERVICE.replace("80", "81")}`;
    const result = run(base, ours, theirs);
    expect(result.output).toBe(
      `# mine\n---\n${SERVICE.replace("80", "81")}---\n${DEPLOYMENT("web", "a:2")}--- # new\n${DEPLOYMENT("cache", "redis")}`,
    );
    expect((result.value as Value).merged).toHaveLength(3);
    expect(result.warnings).toEqual([]);
  });

  test("others by their index", () => {
    const two = "a: 1\n---\nb: 1\n";
    expect(text(two, two.replace("a: 1", "a: 2"), "a: 1\n")).toBe("a: 2\n");
    expect((run(two, two.replace("a: 1", "a: 2"), "a: 1\n").value as Value).merged).toEqual([
      { a: 2 },
    ]);
    expect(text("a: 1\n", "a: 1 # x", "a: 1\n---\nb: 2 # y\n")).toBe("a: 1 # x\n---\nb: 2 # y\n");
    const conflict = run(two, two.replace("b: 1", "b: 2"), two.replace("b: 1", "b: 3"));
    expect((conflict.value as Value).conflicts).toMatchObject([{ path: "/1/b" }]);
    expect(text(two, two, [{ a: 1 }, { b: 1 }, { c: 1 }])).toBe(`${two}---\nc: 1\n`);
  });

  test("an object's path has its name", () => {
    const of = (image: string) => `${DEPLOYMENT("web", image)}---\n${SERVICE}`;
    expect((run(of("a:1"), of("a:2"), of("a:3")).value as Value).conflicts).toMatchObject([
      { path: "/[apiVersion=apps~1v1,kind=Deployment,name=web]/spec/image" },
    ]);
  });

  test("in JSON they are an array, and in TOML nothing", () => {
    const two = "a: 1\n---\nb: 1\n";
    expect(JSON.parse(text(two, two, two, { format: "json" }) ?? "")).toEqual([{ a: 1 }, { b: 1 }]);
    expect(run(two, two, two, { format: "toml" }).errors?.[0]?.code).toBe("DOCUMENT_TYPE");
  });
});

describe("JSON", () => {
  const TSCONFIG = `{
    // Strict
    "compilerOptions": {
        "target": "es2022", // newest
        "lib": ["dom", "es2022"],
    },
    /* what */ "include": ["src"]
}
`;

  test("comments, commas and indentation stay", () => {
    const theirs = TSCONFIG.replace('"es2022", // newest', '"es2024", // newest').replace(
      '["src"]',
      '["src", "tests"],\n    // out\n    "exclude": ["dist"] // built',
    );
    expect(text(TSCONFIG, TSCONFIG, theirs)).toBe(theirs);
  });

  test("strict JSON stays strict, whatever theirs is", () => {
    const ours = '{"a": 1}';
    const theirs = "{\n  // why\n  'a': 1,\n  \"b\": 2, // beside\n}";
    expect(text(ours, ours, theirs)).toBe('{"a": 1, "b": 2}');
    expect(codes(ours, ours, theirs)).toContain("COMMENTS_LOST /theirs");
    expect(text('{"a":1}', '{"a":1}', theirs)).toBe('{"a":1,"b":2}');
  });

  test("strict JSON is what `format` asks for", () => {
    const result = run(TSCONFIG, TSCONFIG, TSCONFIG, { format: "json" });
    expect(JSON.parse(result.output ?? "")).toMatchObject({ include: ["src"] });
    expect(result.warnings?.map(({ code }) => code)).toContain("COMMENTS_LOST");
  });
});

describe("TOML", () => {
  test("tables, dotted keys and arrays of tables stay as they are written", () => {
    const toml =
      'title = "x" # t\n\n[server]\n# port\nport = 0x50\nhosts = ["a", # one\n  "b",\n]\ntls.min = 1\n\n[[item]]\nname = "a"\n\n[[item]]\nname = "b" # two\n\n# end\n';
    const theirs = toml
      .replace('"b",\n', '"b",\n  "c", # cee\n')
      .replace("tls.min = 1", "tls.min = 2\ntls.max = 3")
      .replace('"b" # two', '"b" # two\nwhen = 2026-01-01\n\n[[item]]\nname = "c" # new');
    const ours = toml.replace("0x50", "0x51");
    expect(text(toml, ours, theirs)).toBe(theirs.replace("0x50", "0x51"));
  });
});
