/** No regular expression of the house takes more than linear time: a run cannot be stopped inside one. */
import { expect, test } from "bun:test";
import { houseOf, readHouse } from "../support/house.ts";
import { attackOn, literalsOf } from "../support/patterns.ts";

const shown = (place: string, pattern: string, flags: string, attack: string): string =>
  `${place} /${pattern}/${flags} on ${JSON.stringify(`${attack.slice(0, 30)}…${attack.slice(-5)}`)}`;

test("every literal is linear, or says why what it is put to is short", async () => {
  const slow = literalsOf(await readHouse()).flatMap(({ place, pattern, flags, bounded }) => {
    const attack = bounded ? undefined : attackOn(pattern, flags);
    return attack === undefined ? [] : [shown(place, pattern, flags, attack)];
  });
  expect(slow).toEqual([]);
}, 300_000);

test("every pattern that is put together is linear", async () => {
  const child = Bun.spawn([process.execPath, "tests/support/made-patterns.ts"], {
    stdout: "pipe",
  });
  const made = JSON.parse(await new Response(child.stdout).text()) as [string, string, string][];
  expect(made.length).toBeGreaterThan(100);
  const slow = made.flatMap(([pattern, flags, place]) => {
    const attack = attackOn(pattern, flags);
    return attack === undefined ? [] : [shown(place, pattern, flags, attack)];
  });
  expect(slow).toEqual([]);
}, 300_000);

test("a literal is found where it stands, with the reason above it", () => {
  const source = [
    "const a = /a+$/;",
    "// Bounded: at most ten characters.",
    'const b = "x".replace(/b+$/g, "");',
    "// It is bounded.",
    "const c = /c+$/;",
  ].join("\n");
  const found = literalsOf(houseOf({ "tools/a.ts": source, "tests/a.ts": source }));
  expect(found.map(({ place, pattern, bounded }) => [place, pattern, bounded])).toEqual([
    ["tools/a.ts:1", "a+$", false],
    ["tools/a.ts:3", "b+$", true],
    ["tools/a.ts:5", "c+$", false],
  ]);
});

const SLOW = [
  /(a+)+b/,
  /\s+$/,
  /\S+$/,
  /\/\*[^]*?\*\//,
  /^\s*\d*\s*,/,
  /&([^;]+);/,
  // What no automaton says, and what makes one too large.
  /(.)\1*\1*!/,
  /^(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu)*[a-z]{1,90}[a-z]*[^]*\d$/i,
];

test.each(SLOW)("%p is found", ({ source, flags }) => {
  expect(attackOn(source, flags)).toBeString();
});

const LINEAR = [
  /(?<!\s)\s+$/,
  /^\s+/,
  /(?:a|b)*/,
  /\b\d{1,15}\b/,
  /a.*/,
  /x[^;x]*;/,
  /^(?:[^"\\]|\\[^])*"/,
  /(["'])(?:a)\1/,
];

test.each(LINEAR)("%p is let be", ({ source, flags }) => {
  expect(attackOn(source, flags)).toBeUndefined();
});
