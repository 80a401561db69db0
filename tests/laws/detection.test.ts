/** What a pasted text is, asked of all tools as the page asks: the kinds that people paste, and prose, which is none. */
import { describe, expect, test } from "bun:test";
import type { Unit } from "../../app/registry-entry.ts";
import { PROSE } from "../support/prose.ts";
import { KINDS } from "../support/pasted-texts.ts";
import { runUnit, units } from "../support/run-unit.ts";

/** As the page: the beginning is looked at, and who is less sure is not offered. */
const SAMPLE = 2000;
const LEAST_SURE = 0.3;
const OFFERED = 3;

const withDetect = units.flatMap((unit) => {
  const { detect } = unit;
  return detect ? [{ unit, detect }] : [];
});

function offersFor(text: string) {
  const sample = text.slice(0, SAMPLE);
  return withDetect
    .map(({ unit, detect }) => ({ unit, sureness: detect(sample) }))
    .filter(({ sureness }) => sureness >= LEAST_SURE)
    .toSorted((a, b) => b.sureness - a.sureness || (a.unit.id < b.unit.id ? -1 : 1))
    .slice(0, OFFERED);
}

/** Tools that compare two documents wait for the other one. */
function takes(unit: Unit, text: string): boolean {
  const { field = unit.primary, with: set = {} } = unit.detected ?? {};
  const { ok, errors = [] } = runUnit(unit, { ...set, [field]: text });
  return ok || errors.every(({ path = "" }) => path !== "" && !path.startsWith(`/${field}`));
}

describe.each(Object.entries(KINDS))("%s", (_, { first, texts }) => {
  test.each(texts)("%j", (text) => {
    const offers = offersFor(text);
    expect(offers[0]?.unit.id).toBe(first);
    // An offer must hold.
    for (const { unit } of offers) {
      expect({ id: unit.id, takes: takes(unit, text) }).toEqual({
        id: unit.id,
        takes: true,
      });
    }
  });
});

test.each(Object.entries(PROSE))("prose is nothing: %s", (_, texts) => {
  for (const part of texts.flatMap((text) => [
    text,
    ...text.split("\n\n"),
    ...text.split(/(?<=[.。])\s*/),
  ])) {
    expect({ part, offers: offersFor(part).map(({ unit }) => unit.id) }).toEqual({
      part,
      offers: [],
    });
  }
});

describe.each(withDetect.map(({ unit }) => [unit.id, unit] as const))("%s", (id, unit) => {
  const field = unit.detected?.field ?? unit.primary;
  const texts = unit.examples.flatMap(({ input, expect: { ok } }) => {
    if (ok === false) return [];
    const given = typeof input === "string" ? input : (input as Record<string, unknown>)[field];
    return given === undefined ? [] : [typeof given === "string" ? given : JSON.stringify(given)];
  });
  const known = texts.filter((text) => offersFor(text).some((offer) => offer.unit.id === id));

  test("is among the first three for an example of its own", () => {
    expect(known).not.toBeEmpty();
  });
});
