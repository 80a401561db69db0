/** The words by which people call tools. */
import { expect, test } from "bun:test";
import { allShortNames, ENTRIES, findByAnyName, findEntry } from "../../app/registry.ts";

test("a short name is no id or alias, and begins the id of the unit that it names", () => {
  for (const [name, entry] of allShortNames()) {
    expect(findEntry(name)).toBeUndefined();
    expect(entry.id).toStartWith(`${name}-`);
    expect(findByAnyName(name.toUpperCase())).toBe(entry);
  }
});

test("what more than one unit begins with names one of them only where that is the main one", () => {
  const main = {
    cron: "cron-parser",
    csv: "csv-to-json",
    json: "json-formatter",
    jwt: "jwt-decoder",
  };
  const shared = [...allShortNames()].filter(([name, { id }]) =>
    ENTRIES.some((other) => other.id !== id && other.id.startsWith(`${name}-`)),
  );
  // Left out are all words but the last, which name one unit each.
  const first = shared.filter(([name]) => !name.includes("-"));
  expect(Object.fromEntries(first.map(([name, { id }]) => [name, id]))).toEqual(main);
});

test("the words of every family that has a main tool are known", () => {
  const known = "json csv jwt markdown regex mermaid uuid hash base64 yaml xml toml url cron curl";
  for (const name of known.split(" "))
    expect([name, findByAnyName(name)?.id]).not.toContain(undefined);
});
