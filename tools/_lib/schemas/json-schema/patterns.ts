/** The regular expressions in a schema: those that are none, and those that are none with the flag u. */
import { memberOf, textOf } from "../../json/tree/members.ts";
import { escapePointer } from "../../results/pointer.ts";
import type { EntrySink } from "../../results/entry-list.ts";
import { hintFor } from "../../text/regex/hints.ts";
import { compileRegex, compileUnicodePattern } from "../../text/regex/regex.ts";
import { beginning } from "../../text/shown.ts";
import { isAsserted } from "./drafts.ts";
import type { Library, Place, SchemaDocument } from "./library.ts";
import type { Trouble } from "./trouble.ts";

/** A pattern, and its pointer in the document. */
export interface PlacedPattern {
  readonly pattern: string;
  readonly pointer: string;
}

/** The patterns that a schema itself has, as `pattern` and as names of `patternProperties`. */
export function* patternsAt({ node, resource, pointer }: Place): Iterable<PlacedPattern> {
  const pattern = textOf(memberOf(node, "pattern"));
  if (pattern !== undefined && isAsserted("pattern", resource.dialect)) {
    yield { pattern, pointer: `${pointer}/pattern` };
  }
  const byName = memberOf(node, "patternProperties");
  if (byName?.type !== "object" || !isAsserted("patternProperties", resource.dialect)) return;
  for (const { key } of byName.members) {
    yield { pattern: key, pointer: `${pointer}/patternProperties/${escapePointer(key)}` };
  }
}

const MOST_TROUBLES = 100;

/** The patterns of a document that do not compile, each with its reason and place. */
export function patternTroubles(document: SchemaDocument, library: Library): Trouble[] {
  const troubles: Trouble[] = [];
  for (const place of library.placesIn(document)) {
    for (const { pattern, pointer } of patternsAt(place)) {
      const compiled = compileUnicodePattern(pattern);
      if (compiled.ok) continue;
      const { reason, offset } = compiled.problem;
      troubles.push({
        code: "SCHEMA_INVALID",
        message: `Cannot use the schema: a pattern does not compile, ${reason} at offset ${offset}, expected one of ECMA-262`,
        path: document.path + pointer,
        received: beginning(pattern, 200),
        ...hinted(pattern, offset, reason),
      });
      if (troubles.length === MOST_TROUBLES) return troubles;
    }
  }
  return troubles;
}

/** Notes a pattern that is none with the flag u. */
export function notePattern(
  { pattern, pointer }: PlacedPattern,
  path: string,
  warnings: EntrySink<"PATTERN_NOT_UNICODE">,
): void {
  const compiled = compileRegex(pattern, "u");
  if (compiled.ok) return;
  const { reason, offset } = compiled.problem;
  warnings.add("PATTERN_NOT_UNICODE", () => ({
    message: `The pattern is none with the flag u, ${reason} at offset ${offset}, and is used without it`,
    path: path + pointer,
    received: beginning(pattern, 200),
    ...hinted(pattern, offset, reason),
  }));
}

function hinted(pattern: string, offset: number, reason: string): { readonly hint?: string } {
  const hint = hintFor(pattern, offset, reason);
  return hint === undefined ? {} : { hint };
}
