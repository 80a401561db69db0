/** The catalogue as tables of Markdown, one a category, tools before kits. */
import type { RegistryEntry } from "../app/registry-entry.ts";
import { detailOf, ENTRIES, loadDetails, otherNames } from "../app/registry.ts";

export async function catalogueTables(): Promise<string> {
  await loadDetails();
  const categories = [...new Set(ENTRIES.map(({ category }) => category))].toSorted();
  return categories.map(tableOf).join("\n\n");
}

function tableOf(category: string): string {
  const entries = ENTRIES.filter((entry) => entry.category === category).toSorted(
    (a, b) => Number(isKit(a)) - Number(isKit(b)) || (a.id < b.id ? -1 : 1),
  );
  return [`## ${category}`, "", "| | |", "| --- | --- |", ...entries.map(rowOf)].join("\n");
}

const isKit = ({ kind }: RegistryEntry): boolean => kind === "kit";

function rowOf(entry: RegistryEntry): string {
  const others = otherNames(entry);
  const names = others.length > 0 ? ` *${others.join(", ")}*` : "";
  return `| \`${entry.id}\`${names} | ${detailOf(entry).description.replaceAll("|", "\\|")} |`;
}
