/** A change after which other values are valid is never "no change", nor compatible where it refuses one: Ajv is the judge. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { editsOf, type Schema, validityOf, witnessOf } from "../../support/edited-schemas.ts";
import { type Diff, run } from "../../support/schema-versions.ts";

const refersTo = (schema: Schema, $defs: object): Schema => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  ...schema,
  $defs,
});

test.each([2, 3] as const)("edits of schemas of %d levels, with references", (levels) => {
  fc.assert(
    fc.property(editsOf(levels, "#/$defs/"), ({ before, after, definitions: [then, now] }) => {
      const [old, young] = [refersTo(before, then), refersTo(after, now)];
      const [left, right] = [validityOf(old), validityOf(young)];
      if (left === right) return;
      const { value, warnings = [] } = run(old, young, { defaultsFill: false });
      const { changes, compatible } = value as Diff;
      const witness = witnessOf(old, young);
      expect({ witness, changes: changes.length }).not.toEqual({ witness, changes: 0 });
      // That the branches of oneOf may overlap is said, and not looked into.
      if (warnings.some(({ code }) => code === "ONE_OF_OVERLAP")) return;
      const loses = (from: string, to: string) =>
        [...from].some((bit, index) => bit === "1" && to[index] === "0");
      if (loses(left, right)) expect(compatible.backward).toBe(false);
      if (loses(right, left)) expect(compatible.forward).toBe(false);
    }),
    { numRuns: 500 },
  );
});
