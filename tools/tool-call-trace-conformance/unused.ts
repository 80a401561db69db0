/** Patterns of a policy that fit no declared tool. */
import type { Entry } from "../_core/tool.ts";
import { escapePointer } from "../_lib/results/pointer.ts";
import { nearest } from "../_lib/text/nearest.ts";
import { quoted } from "../_lib/text/shown.ts";
import type { Patterns } from "./patterns.ts";
import type { Policy } from "./policy.ts";

export function unusedPatterns(
  policy: Policy,
  tools: readonly string[],
  patterns: Patterns,
): Entry<"RULE_PATTERN_UNUSED">[] {
  return placesOf(policy)
    .filter(({ pattern }) => !tools.some((tool) => patterns.fits(pattern, tool)))
    .map(({ pattern, path }) => {
      const near = nearest(pattern, tools).map((name) => JSON.stringify(name));
      const hint = near.length === 0 ? {} : { hint: `Did you mean ${near.join(" or ")}?` };
      const message = `The pattern ${quoted(pattern)} fits no declared tool`;
      return { code: "RULE_PATTERN_UNUSED", message, path, ...hint };
    });
}

interface Place {
  readonly pattern: string;
  readonly path: string;
}

function placesOf({ allow = [], deny = [], maxCallsPerTool = {}, rules }: Policy): Place[] {
  const listed = (patterns: readonly string[], field: string) =>
    patterns.map((pattern, index) => ({ pattern, path: `/policy/${field}/${index}` }));
  return [
    ...listed(allow, "allow"),
    ...listed(deny, "deny"),
    ...Object.keys(maxCallsPerTool).map((pattern) => ({
      pattern,
      path: `/policy/maxCallsPerTool/${escapePointer(pattern)}`,
    })),
    ...rules.flatMap(({ a, b, path }) => [
      { pattern: a, path: `${path}/a` },
      ...(b === "" ? [] : [{ pattern: b, path: `${path}/b` }]),
    ]),
  ];
}
