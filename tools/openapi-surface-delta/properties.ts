/** Properties that came, went, or are required or optional now, and those on both sides. */
import { keyword, pointerOf, propertiesOf, requiredOf, type Schema } from "./openapi/schema.ts";
import type { Schemas } from "./openapi/schema.ts";
import type { Site } from "./openapi/site.ts";
import type { Sides } from "./branches.ts";
import type { PropertyFact } from "./facts.ts";
import type { TakeStep } from "./subschemas.ts";

export function compareProperties(
  before: Schema,
  after: Schema,
  schemas: Sides,
  report: (fact: PropertyFact) => void,
  step: TakeStep,
): void {
  const [was, is] = [propertiesOf(before), propertiesOf(after)];
  const [needed, needs] = [requiredOf(before), requiredOf(after)];
  const say = (
    kind: PropertyFact["kind"],
    property: string,
    side: "before" | "after",
    isRequired: boolean,
  ) => {
    const [schema, sites] = side === "after" ? [after, is] : [before, was];
    const site = sites.get(property);
    const place = { side, pointer: site?.pointer ?? pointerOf(schema) };
    report({ kind, property, isRequired, place, ...traits(site, schemas[side]) });
  };
  for (const [name, site] of is) {
    const earlier = was.get(name);
    if (earlier === undefined) say("added", name, "after", needs.has(name));
    else step(name, earlier, site);
  }
  for (const name of was.keys()) {
    if (!is.has(name)) say("removed", name, "before", needed.has(name));
  }
  // A name may be required that is no property; where it is one on one side only, that was said above.
  const isOnBoth = (name: string) => was.has(name) === is.has(name);
  for (const name of needs) {
    if (!needed.has(name) && isOnBoth(name)) say("required", name, "after", true);
  }
  for (const name of needed) {
    if (!needs.has(name) && isOnBoth(name)) say("optional", name, "after", false);
  }
}

function traits(site: Site | undefined, schemas: Schemas) {
  const schema = site && schemas.at(site);
  const isTrue = (key: string) => schema !== undefined && keyword(schema, key)?.node === true;
  return {
    hasDefault: schema !== undefined && keyword(schema, "default") !== undefined,
    isReadOnly: isTrue("readOnly"),
    isWriteOnly: isTrue("writeOnly"),
  };
}
