import { describe, expect, test } from "bun:test";
import { readDeclarations } from "../../../tools/mermaid-renderer/css/declarations.ts";
import { readStyleSheet, rulesFor } from "../../../tools/mermaid-renderer/css/style-sheet.ts";
import {
  pathBox,
  pathLength,
  pointAtLength,
} from "../../../tools/mermaid-renderer/geometry/path.ts";
import { readTransform } from "../../../tools/mermaid-renderer/geometry/matrix.ts";
import type { DomElement } from "../../../tools/mermaid-renderer/dom/node.ts";
import { openLibraries } from "../../../tools/mermaid-renderer/libraries.ts";
import { isColour, plainColour } from "../../../tools/mermaid-renderer/svg/colour.ts";
import { finish } from "../../../tools/mermaid-renderer/svg/finish.ts";
import { Tracked } from "../../../tools/mermaid-renderer/tracked.ts";

const wrap = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100.4 50">${inside}</svg>`;
const finished = (inside: string, background = "transparent") =>
  finish(wrap(inside), { background });

describe("geometry", () => {
  test.each([
    ["M0 0L10 5", { x: 0, y: 0, width: 10, height: 5 }],
    ["m1 1 2 2 -4 0z", { x: -1, y: 1, width: 4, height: 2 }],
    ["M0 0C0 10 10 10 10 0", { x: 0, y: 0, width: 10, height: 7.5 }],
    ["M0 0Q5 10 10 0T20 0", { x: 0, y: -5, width: 20, height: 10 }],
    ["M0 0A5 5 0 0 1 10 0", { x: 0, y: -5, width: 10, height: 5 }],
    ["M0 0H3V4", { x: 0, y: 0, width: 3, height: 4 }],
    ["M5 5", undefined],
    ["7 7 M", undefined],
  ])("the box of %s", (path, box) => {
    const found = pathBox(path);
    if (!box || !found) expect(found).toEqual(box as undefined);
    else
      for (const [name, value] of Object.entries(box))
        expect(found[name as "x"]).toBeCloseTo(value, 5);
  });

  test("the length of a path, and points on it", () => {
    expect(pathLength("M0 0L3 4L3 10")).toBe(11);
    expect(pointAtLength("M0 0L10 0L10 10", 15)).toEqual({ x: 10, y: 5 });
    expect(pointAtLength("M0 0L10 0", -1)).toEqual({ x: 0, y: 0 });
    expect(pointAtLength("M0 0L10 0", 99)).toEqual({ x: 10, y: 0 });
    expect(pointAtLength("", 1)).toEqual({ x: 0, y: 0 });
  });

  test("transforms", () => {
    expect(readTransform("translate(1 2) scale(2)")).toEqual([2, 0, 0, 2, 1, 2]);
    expect(readTransform("rotate(90)")[1]).toBe(1);
    expect(readTransform("nonsense(1) translate(NaN)")).toEqual([1, 0, 0, 1, 0, 0]);
  });

  test("text is as wide as its glyphs, and has exactly the members of a box", () => {
    const page = openLibraries().newPage();
    page.document.body.innerHTML =
      '<svg><style>.b{font-weight:bold}</style><text x="5" y="20" font-size="10">Ab</text><text class="b">Ab</text></svg>';
    const [plain, bold] = [...page.document.body.querySelectorAll("text")];
    const box = (element: DomElement | undefined) => element && page.geometry.boxOf(element);
    expect(Object.keys(box(plain) ?? {})).toEqual(["x", "y", "width", "height"]);
    expect(box(plain)).toMatchObject({ x: 5, y: 20 - 11, height: 14 });
    expect(box(bold)?.width ?? 0).toBeGreaterThan((box(plain)?.width ?? 0) * 1.6);
  });

  // As Chromium answers.
  test.each([
    ["<rect/>", 10],
    ['<rect width="5" height="0"/>', 10],
    ['<rect width="-5" height="3"/>', 10],
    ['<circle r="0"/>', 10],
    ['<ellipse rx="5" ry="0"/>', 10],
    ["<g/>", 10],
    ["<text/>", 10],
    ["<text><tspan/></text>", 100],
    ["<g><text><tspan/></text></g>", 10],
    ['<g transform="translate(5, 5)"><text><tspan/></text></g>', 105],
    ['<line x1="0" y1="0" x2="0" y2="0"/>', 100],
    ['<polygon points="0,0"/>', 100],
  ])("%s takes the box to %d", (inside, width) => {
    const page = openLibraries().newPage();
    page.document.body.innerHTML = `<svg><g><g transform="translate(100,100)">${inside}</g><rect width="10" height="10"/></g></svg>`;
    const [around] = [...page.document.body.querySelectorAll("g")];
    expect(around && page.geometry.boxOf(around)).toEqual({ x: 0, y: 0, width, height: width });
  });
});

describe("style sheets", () => {
  test("declarations", () => {
    expect(readDeclarations("A: url(x;y) !important; --B: c;; bad; d:")).toEqual([
      { name: "a", value: "url(x;y)", important: true },
      { name: "--B", value: "c", important: false },
    ]);
  });

  test("specificity, then order, then inline, then !important", () => {
    const css =
      "#a .x{fill:red} .x{fill:blue} .y{stroke:red!important} rect{stroke:blue} :root{--c:teal} .x{color:var(--c)}";
    const { svg } = finished(
      `<style>${css}</style><g id="a"><rect class="x y" style="stroke:lime" width="1" height="1"/></g>`,
    );
    expect(svg).toMatch(/<rect[^>]* fill="red"/);
    expect(svg).toMatch(/<rect[^>]* stroke="red"/);
    expect(svg).toMatch(/<rect[^>]* color="teal"/);
  });

  test("a selector that nobody knows fits nothing", () => {
    const sheet = readStyleSheet("a:::b{x:y}");
    const page = openLibraries().newPage();
    const element = page.document.createElement("a");
    expect([...rulesFor(element, sheet)]).toEqual([]);
  });
});

describe("colours", () => {
  test.each([
    ["hsl(240, 100%, 96.2745098039%)", "#ececff"],
    ["rgb(1.4, 2.6, 300)", "#0103ff"],
    ["rgba(0,0,0,.5)", "rgba(0,0,0,0.5)"],
    ["hsl(-120 100% 50%)", "#0000ff"],
    ["red", "red"],
  ])("%s is %s", (written, plain) => expect(plainColour(written)).toBe(plain));

  test("what is none", () => {
    expect(plainColour("hsl(NaN%, 1%, 1%)")).toBeUndefined();
    for (const text of ["", "url(#a)", "rgb(1,2)", "#12345", "redd", "rgb(a,b,c)"])
      expect(isColour(text)).toBe(false);
  });
});

describe("what leaves", () => {
  test("only what draws", () => {
    const { svg, links, images } = finished(
      '<script>x</script><foreignObject><b/></foreignObject><a href="javascript:x"><rect width="1" height="1" onclick="x" data-x="1" data-y="2" fill="url(http://e/x)"/></a><a href="mailto:a@b.c"><path d="M0 0"/></a><image href="http://e/x.png"/>',
    );
    expect(svg).not.toMatch(/script|foreign|javascript|onclick|data-|http:\/\/e/);
    expect(svg).toContain('href="mailto:a@b.c"');
    expect({ links, images }).toEqual({ links: ["javascript:x"], images: ["http://e/x.png"] });
  });

  test("ids by their order, numbers with three decimals, sizes in whole units", () => {
    const { svg, width, height } = finished(
      '<defs><marker id="m-17"><path d="M0 0"/></marker></defs><path id="e9" marker-end="url(#m-17)" d="M1.23456 1e-9"/><path id="e4" d="M0 0" marker-start="url(#gone)"/>',
    );
    expect(svg).toContain('id="m-"');
    expect(svg).toContain('marker-end="url(#m-)"');
    expect(svg).toContain('d="M1.235 0"');
    expect(svg).toContain('id="e1"');
    expect(svg).not.toContain("gone");
    expect([width, height]).toEqual([101, 50]);
  });

  test("text keeps its digits", () => {
    expect(finished("<text>3.14159265</text>").svg).toContain(">3.14159265<");
  });
});

test("a tracked text knows where its units stood", () => {
  const text = Tracked.of("aXXbXc  ").without(/X+/g).without(/\s+$/g);
  expect(text.text).toBe("abc");
  expect([0, 1, 2, 3, 99].map((index) => text.placeOf(index))).toEqual([0, 3, 5, 6, 6]);
  expect(text.slice(1).placeOf(0)).toBe(3);
  expect(text.cut(0, 1).text).toBe("bc");
  expect(Tracked.of("").without(/x/g).placeOf(0)).toBe(0);
});
