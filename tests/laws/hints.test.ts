/** What published fields say for forms: their order, units and groups, and which hold documents. */
import { describe, expect, test } from "bun:test";
import { toolSchema } from "../../app/catalogue.ts";
import { leanSchema } from "../../app/mcp/lean-schema.ts";
import { detailOf, ENTRIES, loadDetails } from "../../app/registry.ts";

await loadDetails();

const UNITS = [
  "MJ/m³ bytes characters columns days digits grams inches kg kilocalories lines milliseconds minutes",
  "percent pixels seconds spaces tokens units watts words years",
]
  .join(" ")
  .split(" ")
  .concat("kg CO2e");

for (const entry of ENTRIES) {
  describe(entry.id, () => {
    const fields = Object.entries(detailOf(entry).input_schema.properties);
    const names = fields.map(([name]) => name);

    test("gives its fields the order that they have", () => {
      expect(fields.map(([, field]) => field["x-order"])).toEqual([...names.keys()]);
    });

    test("has units that are known, or that another field says", () => {
      for (const [, field] of fields) {
        const { "x-unit": unit } = field;
        if (unit !== undefined) expect([...UNITS, ...names]).toContain(String(unit));
        if (field["x-multiline"] !== undefined) expect(field["x-multiline"]).toBe(true);
      }
    });

    test("has no group of one", () => {
      const groups = fields.flatMap(([, field]) => field["x-group"] ?? []);
      for (const group of groups) {
        expect(groups.filter((other) => other === group).length).toBeGreaterThan(1);
      }
    });

    test("spends no tokens of agents on hints", async () => {
      const lean = (await leanSchema(entry.id)) as Answer;
      const full = (await toolSchema(entry.id)) as Answer;
      expect(Object.keys(lean.tool.input_schema.properties)).toEqual(names);
      expect(JSON.stringify(lean.tool.input_schema)).not.toMatch(
        /"x-(?:order|unit|group|multiline|into)":/,
      );
      expect(full.tool.input_schema).toEqual(detailOf(entry).input_schema);
    });
  });
}

interface Answer {
  readonly tool: {
    readonly input_schema: { readonly properties: object };
  };
}

test("what is worked out stands together with what it is worked out from", () => {
  const solved = (id: string): readonly string[] => {
    const entry = ENTRIES.find((one) => one.id === id);
    const { properties } = detailOf(entry as (typeof ENTRIES)[number]).input_schema;
    return Object.keys(properties).filter((name) => properties[name]?.["x-group"] === "solve");
  };
  expect(solved("margin-markup-calculator")).toEqual([
    "cost",
    "price",
    "profit",
    "margin",
    "markup",
  ]);
  expect(solved("loan-calculator")).toEqual([
    "principal",
    "annualRate",
    "payment",
    "years",
    "periods",
  ]);
  expect(solved("data-transfer-time-calculator")).toEqual(["size", "rate", "time"]);
});
