/** Values for names, from a field. */
import { type Static, Type } from "@sinclair/typebox";
import type { Entry } from "../_core/tool.ts";
import { readFraction } from "../_lib/numbers/fraction.ts";
import { outOfBounds } from "../_lib/results/input-invalid.ts";
import { readNumber } from "../_lib/numbers/written-number.ts";
import { isReserved } from "./evaluate.ts";
import { ofFraction, type Real } from "../_lib/numbers/scientific/number.ts";
import { beginning } from "../_lib/text/shown.ts";
import { isName } from "./tokens.ts";

export const MOST_VARIABLES = 100;

export const VARIABLES = Type.Record(
  Type.String(),
  Type.Union([Type.Number(), Type.String({ maxLength: 1000 })]),
  { maxProperties: MOST_VARIABLES },
);

/** The values by name in lower case, or everything that is wrong with names and values. */
export function readVariables(
  given: Static<typeof VARIABLES>,
): Map<string, Real> | readonly Entry<"RANGE" | "NAME_RESERVED">[] {
  const variables = new Map<string, Real>();
  const problems: Entry<"RANGE" | "NAME_RESERVED">[] = [];
  for (const [name, text] of Object.entries(given)) {
    const path = `/variables/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const key = name.toLowerCase();
    const value = typeof text === "number" ? readFraction(String(text)) : readNumber(text);
    if (!isName(name) || key === "mod") {
      problems.push(
        outOfBounds(path, JSON.stringify(beginning(name, 40)), "letters, digits and _"),
      );
    } else if (isReserved(key)) problems.push(reserved(name, path));
    else if (!value) {
      problems.push(outOfBounds(path, beginning(JSON.stringify(text), 40), "a decimal number"));
    } else variables.set(key, ofFraction(value));
  }
  return problems.length > 0 ? problems : variables;
}

function reserved(name: string, path: string): Entry<"NAME_RESERVED"> {
  const message = `Cannot set ${name}: found the name of a constant or function, expected another`;
  return { code: "NAME_RESERVED", message, path };
}
