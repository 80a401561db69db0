/** CONTRIBUTING and the page of dependencies say what the code says: rooms, layers, packages. */
import { describe, expect, test } from "bun:test";
import { LAYERS, roomsTable } from "../../build/rooms.ts";
import { dependencies, devDependencies } from "../../package.json";

const text = await Bun.file("CONTRIBUTING.md").text();
const packages = await Bun.file("docs/dependencies.md").text();
/** What the design names beside those that are used. */
const DESIGNED = [
  "@elysiajs/swagger",
  "@modelcontextprotocol/sdk",
  "cron-parser",
  "smol-toml",
  "ulid",
  "yaml",
];

/** The rows of the table below a heading, by what the first column holds in code. */
function rowsBelow(page: string, heading: string): Record<string, string[]> {
  const [, section = ""] = page.split(`\n### ${heading}\n`);
  const [table = ""] = section.split("\n#");
  return Object.fromEntries(
    [...table.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, name = "", cells = ""]) => [
      name,
      cells.split(" | "),
    ]),
  );
}

/** Where a package stands, by package.json. */
function placeOf(name: string): string {
  if (name in dependencies) return "run time";
  return name in devDependencies ? "tests" : "not used";
}

describe("the house", () => {
  test("the table of rooms is the list of rooms", () => {
    expect(text).toContain(roomsTable());
  });

  test("the layers of the host are named in their order", () => {
    expect(text.replaceAll("\n", " ")).toContain(`${LAYERS.join(", ")}.`);
  });
});

describe("each package has its line, and no line is about another", () => {
  test("at run time", () => {
    expect(Object.keys(rowsBelow(packages, "At run time"))).toEqual(Object.keys(dependencies));
  });

  test("for build and tests", () => {
    const rows = rowsBelow(packages, "For build and tests");
    expect(Object.keys(rows)).toEqual(Object.keys(devDependencies));
  });

  test("named by the design, with the place that it has", () => {
    const rows = rowsBelow(packages, "Named by the design");
    expect(Object.entries(rows).map(([name, [place]]) => [name, place])).toEqual(
      DESIGNED.map((name) => [name, placeOf(name)]),
    );
  });

  test("a row is seen where there is one, and only below its heading", () => {
    const page =
      "\n### One\n\n| package | why |\n| --- | --- |\n| `a` | b |\n\n### Two\n| `c` | d | e |\n";
    expect(rowsBelow(page, "One")).toEqual({ a: ["b"] });
    expect(rowsBelow(page, "Two")).toEqual({ c: ["d", "e"] });
    expect(rowsBelow(page, "Three")).toEqual({});
  });
});
