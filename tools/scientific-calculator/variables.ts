/** Values for names, from a field. */
import type { Entry } from "../_core/tool.ts";
import { readFraction } from "../_lib/numbers/fraction.ts";
import { wrongForm } from "../_lib/results/input-invalid.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { readNumber } from "../_lib/numbers/written-number.ts";
import { isReserved } from "./evaluate.ts";
import { ofFraction, type Real } from "../_lib/numbers/scientific/number.ts";
import { beginning } from "../_lib/text/shown.ts";
import { isName } from "./tokens.ts";

const SHOWN_CHARACTERS = 40;

/** The values by name in lower case, and everything that is wrong with names and values. */
export function readVariables(given: Readonly<Record<string, number | string>>) {
  const variables = new Map<string, Real>();
  const problems: Entry<"FORM" | "NAME_RESERVED">[] = [];
  for (const [name, text] of Object.entries(given)) {
    const path = appendPointer("/variables", name);
    const key = name.toLowerCase();
    const value = typeof text === "number" ? readFraction(String(text)) : readNumber(text);
    if (!isName(name) || key === "mod") {
      const found = JSON.stringify(beginning(name, SHOWN_CHARACTERS));
      problems.push(wrongForm(path, found, "letters, digits and _"));
    } else if (isReserved(key)) problems.push(reserved(name, path));
    else if (!value) {
      const found = beginning(JSON.stringify(text), SHOWN_CHARACTERS);
      problems.push(wrongForm(path, found, "a decimal number"));
    } else variables.set(key, ofFraction(value));
  }
  return { variables, problems };
}

function reserved(name: string, path: string): Entry<"NAME_RESERVED"> {
  const message = `Cannot set ${name}: found the name of a constant or function, expected another`;
  return { code: "NAME_RESERVED", message, path };
}
