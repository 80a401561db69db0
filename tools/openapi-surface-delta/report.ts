import { counted } from "../_lib/text/plural.ts";
import { groupBy } from "../_lib/algorithms/group-by.ts";
import { oneLine } from "../_lib/text/shown.ts";
import { type Change, compareEndpoints } from "./change.ts";
import type { Value } from "../openapi-surface-delta.ts";

/** A Markdown change log, one section for each endpoint. */
export function changeLog({ verdict, changes, counts, endpoints, suggestedBump }: Value): string {
  const { error, warning, info } = counts;
  const found = [counted(error, "error"), counted(warning, "warning"), `${info} info`].join(", ");
  const { added, removed, changed } = endpoints;
  const surface = `${endpoints.before} → ${counted(endpoints.after, "endpoint")} (${added} added, ${removed} removed, ${changed} changed)`;
  const head = [
    `# openapi-surface-delta: ${verdict.toUpperCase()}`,
    `${found}; ${surface}; suggested bump: ${suggestedBump}`,
  ];
  if (changes.length === 0) return [...head, "No changes."].join("\n\n");
  const groups = groupBy(changes as readonly Change[], ({ method, path }) => `${method} ${path}`);
  const sections = [...groups.values()]
    .toSorted(([left], [right]) => compareEndpoints(left as Change, right as Change))
    .map(section);
  return [...head, ...sections].join("\n\n");
}

function section(changes: readonly Change[]): string {
  const { method = "", path = "" } = changes[0] ?? {};
  const title = path === "" ? "Document" : `${method.toUpperCase()} ${oneLine(path)}`;
  const rows = changes.map(({ level, id, text }) => `- ${level} \`${id}\`: ${oneLine(text)}`);
  return [`## ${title}`, "", ...rows].join("\n");
}
