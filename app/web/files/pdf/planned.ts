/** Where each page of a finished file is from, as it was planned; for who wants to see both. */
import type { Output } from "./assemble.ts";

const outputs = new Map<string, Output>();

export function notePlanned(planned: readonly Output[]): void {
  outputs.clear();
  for (const output of planned) outputs.set(output.name, output);
}

export interface Origin {
  /** Its place in `from`. */
  readonly source: number;
  readonly page: number;
  readonly rotate: number;
}

/** Undefined for a page that no source has. */
export function originOf(name: string, page: number): Origin | undefined {
  const output = outputs.get(name);
  const run = output?.runs.find(({ first, last }) => page >= first && page <= last);
  if (!output || !run || run.file === null) return undefined;
  const { first, file, sourceFirst, sourceLast, rotate } = run;
  const [from, to] = [sourceFirst ?? 1, sourceLast ?? 1];
  const by = page - first;
  return { source: output.from.indexOf(file), page: from <= to ? from + by : from - by, rotate };
}
