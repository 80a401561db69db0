/** What the search makes of words: its parts, and that every unit is found by its own names. */
import { expect, test } from "bun:test";
import { ENTRIES } from "../../../app/registry.ts";
import { ABSENT } from "../../../app/search/absent.ts";
import { search } from "../../../app/search/search.ts";
import { inWords, termsOf } from "../../../app/search/tokens.ts";

test.each([
  ["formatting JSON, formatted", ["format", "json", "format"]],
  ["camelCase to SCREAMING_SNAKE", ["camel", "case", "scream", "snak"]],
  ["Grüße, ¿cuánto?", ["gruss", "cuanto"]],
  ["curl命令を", ["curl", "命令", "令を"]],
  ["RFC 8785 and rfc-8785, ISO 8601", ["rfc8785", "rfc8785", "iso8601"]],
  ["30 percent off 89", ["percent", "off"]],
  ["42", ["42"]],
  ["what is this", ["what", "is", "this"]],
  ["sha256 base64 utf8", ["sha256", "base64", "utf8"]],
])("the terms of %j", (text, terms) => {
  expect(termsOf(text).map((term) => term.normalize("NFC"))).toEqual(terms);
});

test.each([
  ["who signed eyJhbGciOiJIUzI1NiJ9.e30.x", "jwt-decoder"],
  ["when was 1718030400", "timestamp-converter"],
  ["try $.items[0].name", "json-path-tester"],
  ["hosts in 10.0.0.0/22", "subnet-calculator"],
  ["when does */5 9-17 * * 1-5 fire", "cron-expression-explainer"],
  ["read aGVsbG8gd29ybGQ=", "base64"],
  ["what is 18% of 250", "percentage-calculator"],
  ["%E3%81%82 as letters", "url-encoder"],
])("data in a query names what it is: %j", async (query, id) => {
  const { hits, nothingFits } = await search(query);
  expect(hits.slice(0, 3).map((hit) => hit.id)).toContain(id);
  expect(nothingFits).toBe(false);
});

test("long data costs no time, and words stay words", () => {
  for (const part of ["eyJ", "%41", "1.2.3.4", "1 ", "a-", "{ ", "Aa0+/"]) {
    expect(inWords(part.repeat(100_000)).length).toBeGreaterThan(0);
  }
  expect(inWords("convert a.b and c = d, 3 of 4")).toBe("convert a.b and c = d, 3 of 4");
});

test("every unit is found by its id, its name and its aliases", async () => {
  for (const { id, name, aliases } of ENTRIES) {
    for (const query of [id, name, ...aliases]) {
      const { hits, nothingFits } = await search(query);
      expect(`${query}: ${hits[0]?.id} ${nothingFits}`).toBe(`${query}: ${id} false`);
    }
  }
});

test("a letter too few, too many or another leads to the same units", async () => {
  for (const { id } of ENTRIES.filter((_, at) => at % 4 === 0)) {
    const [word = ""] = id.split("-").toSorted((a, b) => b.length - a.length);
    // Short words lose their ending or keep it by a letter.
    if (word.length < 8) continue;
    // Near its beginning, as endings are taken off.
    const [head, tail] = [word.slice(0, 2), word.slice(2)];
    for (const typo of [head + tail.slice(1), `${head}q${tail}`, `${head}q${tail.slice(1)}`]) {
      const { hits } = await search(typo);
      expect([typo, hits.some((hit) => hit.id === id)]).toEqual([typo, true]);
    }
  }
});

test("what there is no tool for is told, in any of its words", async () => {
  for (const [first = ""] of ABSENT) {
    const { nothingFits } = await search(first);
    expect(`${first}: ${nothingFits}`).toBe(`${first}: true`);
  }
});

test("words with a meaning in JavaScript are words", async () => {
  for (const name of Object.getOwnPropertyNames(Object.prototype)) {
    for (const query of [name, `the ${name} 42`]) {
      const { hits } = await search(query);
      expect(hits.every(({ score }) => Number.isFinite(score))).toBe(true);
    }
  }
});

test("no words find nothing", async () => {
  for (const query of ["", " ", "?!", "💥"]) {
    expect(await search(query)).toEqual({ hits: [], nothingFits: true });
  }
});
