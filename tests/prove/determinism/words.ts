/** What a comparison is in the tables and under them. */
import { type Compared, stoppedIn } from "./compare.ts";

const grouped = new Intl.NumberFormat("en");

export function counted(count: number): string {
  return grouped.format(count);
}

/** `place`: where the engine was, in the table that says so. */
export function rowOf(
  { name, units, compared, differences, omitted }: Compared,
  place?: string,
): readonly string[] {
  const left = [...omitted.values()].reduce((sum, ids) => sum + ids.length, 0);
  return [
    name,
    ...(place === undefined ? [] : [place]),
    ...[units, compared, differences.length, left].map(counted),
  ];
}

/** Why calls were not compared, and what was asked in other words. */
export function remarksOn({ name, omitted, reworded, compared }: Compared): readonly string[] {
  const remarks = [...omitted].map(([reason, ids]) => {
    const units = [...new Set(ids)].toSorted().join(", ");
    return `${name}: ${counted(ids.length)} not compared (${units}): ${reason}.`;
  });
  if (reworded === 0) return remarks;
  return [
    ...remarks,
    `${name}: ${counted(reworded)} of ${counted(compared)} calls are put otherwise there (data as text, defaults left out); each was compared with the same from source.`,
  ];
}

export function differencesIn({ name, differences }: Compared): readonly string[] {
  return differences.flatMap(({ call, expected, found }) => {
    if (expected === undefined) return [];
    const { tool_id, input, options } = call;
    const request = JSON.stringify({ tool_id, input, options });
    return `${name} differs for \`${request}\`: \`${expected}\` became \`${found}\`.`;
  });
}

export function summaryOf(compared: readonly Compared[]): string {
  const all = compared.reduce((sum, one) => sum + one.compared, 0);
  const different = compared.reduce((sum, one) => sum + one.differences.length, 0);
  const stopped = compared.reduce((sum, one) => sum + stoppedIn(one), 0);
  return `${counted(all)} results of other engines and doors were compared byte for byte with those of Bun from source: ${counted(different)} differ${stopped > 0 ? `, and ${counted(stopped)} runs were stopped before they had one` : ""}.`;
}
