/** What holds for the catalogue as a whole. */
import { expect, test } from "bun:test";
import { TypeGuard } from "@sinclair/typebox";
import { Glob } from "bun";
import { ENTRIES, detailOf } from "../../app/registry.ts";
import { CATEGORIES } from "../../tools/_core/tool.ts";
import { shorten } from "../../build/describe-unit.ts";
import { units } from "../support/run-unit.ts";

const files = (folder: string) =>
  [...new Glob("*.ts").scanSync(folder)].map((file) => file.slice(0, -".ts".length)).toSorted();

test("every file is a unit of the same id, and the registry is fresh", () => {
  expect(ENTRIES.map(({ id }) => id)).toEqual([...files("tools"), ...files("kits")]);
  expect(units.map(({ id }) => id)).toEqual(ENTRIES.map(({ id }) => id));
});

test("ids and aliases are unique", () => {
  const names = ENTRIES.flatMap(({ id, aliases }) => [id, ...aliases]);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
});

for (const unit of units) {
  test(`${unit.id} describes itself`, () => {
    expect(unit.id).toMatch(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/);
    expect(CATEGORIES).toContain(unit.category);
    expect(unit.version).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(unit.description).toMatch(/^[A-Z0-9][^\n]*[^.]\.$/);
    expect(unit.description.length).toBeLessThanOrEqual(160);
    expect(unit.keywords).toEqual([...new Set(unit.keywords)].toSorted());
    expect(unit.keywords.join(" ")).toBe(unit.keywords.join(" ").toLowerCase());
    expect(unit.keywords.length).toBeGreaterThanOrEqual(3);
    expect(unit.intents.length).toBeGreaterThanOrEqual(6);
    expect(new Set(unit.intents).size).toBe(unit.intents.length);
    expect(Object.keys(unit.input.properties)).toContain(unit.primary);
    for (const [name, field] of Object.entries(unit.input.properties)) {
      expect(`${name}: ${field.description ?? ""}`).toMatch(/: \S/);
    }
    for (const alias of Object.keys(unit.aliasInput ?? {})) expect(unit.aliases).toContain(alias);
  });

  test(`${unit.id} has examples of what it does, and of how it fails`, () => {
    const fails = unit.examples.map(({ expect: expected }) => expected["ok"] === false);
    expect(fails).toContain(false);
    if (Object.keys(unit.failures).length > 0) expect(fails).toContain(true);
    for (const { title } of unit.examples) expect(title).not.toBe("");
  });

  test(`${unit.id} publishes a plain JSON Schema`, () => {
    const entry = ENTRIES.find(({ id }) => id === unit.id);
    const { input_schema } = detailOf(entry as (typeof ENTRIES)[number]);
    expect(input_schema.type).toBe("object");
    expect(Object.keys(input_schema.properties)).toEqual(Object.keys(unit.input.properties));
    if (entry?.kind === "tool") {
      expect(input_schema.required).toEqual([]);
      expect(input_schema.additionalProperties).toBe(true);
    } else expect(input_schema.additionalProperties).toBe(false);
    expect(entry?.signature.length).toBeLessThanOrEqual(120);
    expect(entry?.summary.length).toBeLessThanOrEqual(100);
    expect(TypeGuard.IsSchema(unit.value)).toBe(true);
  });

  test(`${unit.id} is summed up by its description or by whole parts of it`, () => {
    const summary = ENTRIES.find(({ id }) => id === unit.id)?.summary ?? "";
    if (summary === unit.description) return;
    expect(summary.length).toBeGreaterThanOrEqual(50);
    expect(summary).toMatch(/[^\s.,;:]…$|[^.]\.$/);
    expect(unit.description).toStartWith(summary.replace(/…$/, ""));
    expect(summary).not.toMatch(BROKEN_OFF);
  });
}

/** Articles, conjunctions and prepositions lead on to what is not there. */
const BROKEN_OFF =
  / (?:an?|the|and|or|but|so|as|at|by|for|from|in|into|of|on|than|to|with|without|that|which|whether|its|their|every|is|are)…$/;

test("a long text is cut behind a sentence, a part of one, or a word that does not break off", () => {
  expect(shorten("Short.", 10)).toBe("Short.");
  expect(shorten("Reads a text to its end. Then says what it found.", 40)).toBe(
    "Reads a text to its end.",
  );
  expect(shorten("Reads a text to its very end, and tells all of it", 40)).toBe(
    "Reads a text to its very end…",
  );
  expect(shorten("Reads texts and all of their lines, names, and what else", 40)).toBe(
    "Reads texts and all of their lines…",
  );
  expect(shorten("Reads the lines of the largest texts with a lens", 43)).toBe(
    "Reads the lines of the largest texts…",
  );
  expect(shorten("Measures thoroughly everything in the world", 38)).toBe(
    "Measures thoroughly everything…",
  );
});
