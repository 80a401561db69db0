/** Which folder may import which; nothing else is allowed. */
import { expect, test } from "bun:test";
import { posix } from "node:path";
import { Glob, Transpiler } from "bun";

const SCAN = new Transpiler({ loader: "ts" });

/** Packages that tools and kits may use: pure, the same in every engine, permissively licensed. */
const PURE_PACKAGES = new Set([
  "@babel/parser",
  "@noble/curves",
  "@noble/hashes",
  "@sinclair/typebox",
  "any-ascii",
  "decimal.js",
  "gpt-tokenizer",
  "parse5",
  "semver",
  "tr46",
  "whatwg-url",
  "zxcvbn",
]);

const MAY_IMPORT: readonly (readonly [from: RegExp, to: RegExp])[] = [
  [/^tools\/_/, /^tools\/_/],
  [/^tools\//, /^tools\/_/],
  [/^kits\/_/, /^(?:tools|kits)\/_/],
  [/^kits\//, /^(?:kits\/_|tools\/)/],
  [/^app\/registry\.gen\.ts$/, /^(?:tools\/[^_]|kits\/[^_]|app\/registry-entry\.ts$)/],
  [/^app\//, /^(?:app\/|(?:tools|kits)\/_)/],
];

const files = [...new Glob("{app,kits,tools}/**/*.ts").scanSync(".")].toSorted();

function importsOf(file: string, source: string): string[] {
  return SCAN.scanImports(source).map(({ path }) =>
    path.startsWith(".") ? posix.join(posix.dirname(file), path) : path,
  );
}

function forbidden(file: string, imported: string): boolean {
  if (/^(?:app|build|kits|tests|tools)\//.test(imported)) {
    return !(MAY_IMPORT.find(([from]) => from.test(file))?.[1] ?? /^$/).test(imported);
  }
  if (file.startsWith("app/")) return false;
  const segments = imported.startsWith("@") ? 2 : 1;
  return !PURE_PACKAGES.has(imported.split("/").slice(0, segments).join("/"));
}

test.each(files)("%s imports only what its folder may", async (file) => {
  const imports = importsOf(file, await Bun.file(file).text());
  expect(imports.filter((imported) => forbidden(file, imported))).toEqual([]);
});

test("the law catches what it forbids", () => {
  const wrong: readonly (readonly [string, string])[] = [
    ["tools/a.ts", 'import x from "./b.ts"; x()'],
    ["tools/a.ts", 'import { y } from "../app/run/run.ts"; y()'],
    ["tools/a.ts", 'import { readFileSync } from "node:fs"; readFileSync("")'],
    ["tools/_lib/a.ts", 'import x from "../a.ts"; x()'],
    ["kits/a.ts", 'import x from "./b.ts"; x()'],
    ["app/a.ts", 'import x from "../tools/a.ts"; x()'],
    ["app/a.ts", 'import x from "../tests/a.ts"; x()'],
  ];
  for (const [file, source] of wrong) {
    expect(importsOf(file, source).some((imported) => forbidden(file, imported))).toBe(true);
  }
});
