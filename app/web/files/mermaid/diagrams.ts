/** The diagrams of a job, as the page holds and changes them. */
import { resultOf } from "../../tool/problems.ts";
import type { Job, Run } from "../file-kit.ts";
import { planOf } from "../use-work.ts";

export interface Diagram {
  readonly id: string;
  readonly source: string;
  readonly file?: string;
  readonly title?: string;
  readonly alt?: string;
  readonly heading?: string;
  readonly theme?: string;
  readonly look?: string;
  readonly layout?: string;
}

type Options = Job["options"];

/** Undefined where the plan takes them from the document. */
export function diagramsOf({ diagrams }: Options): readonly Diagram[] | undefined {
  return Array.isArray(diagrams) ? (diagrams as readonly Diagram[]) : undefined;
}

/** Those that the server half makes of a document, with what the options say of all left out. */
export async function diagramsIn(
  document: string,
  kit: string,
  run: Run,
): Promise<readonly Diagram[]> {
  const job = { kit, version: 1, name: "delivery", files: [], options: { document } } as const;
  const { value } = resultOf(await planOf(job, run));
  const { options = {} } = ((value ?? {}) as { readonly job?: Partial<Job> }).job ?? {};
  return (diagramsOf(options) ?? []).map(withoutStyle);
}

/** As the options say it of all. */
export function withoutStyle(diagram: Diagram): Diagram {
  const { theme: _theme, look: _look, layout: _layout, ...others } = diagram;
  return others;
}

const OF_FENCES = /^diagram-\d+$/;

/** Those that stand in no document. */
export function ownOf(diagrams: readonly Diagram[]): readonly Diagram[] {
  return diagrams.filter(({ id }) => !OF_FENCES.test(id));
}

/** Those of a document that was edited, with what was said of each before: the same source, else the same place. */
export function described(
  found: readonly Diagram[],
  before: readonly Diagram[],
): readonly Diagram[] {
  const own = new Set(ownOf(before));
  const old = before.filter((one) => !own.has(one));
  const sources = new Set(found.map(({ source }) => source));
  return found.map((one) => {
    const same = old.filter(({ source }) => source === one.source);
    const known = same.find(({ id }) => id === one.id) ?? same[0];
    if (known) return changed(known, { id: one.id, heading: one.heading ?? "" });
    const edited = old.find(({ id, source }) => id === one.id && !sources.has(source));
    return edited ? changed(edited, one) : one;
  });
}

/** An id that no other has. */
export function freeId(base: string, diagrams: readonly Diagram[]): string {
  const taken = new Set(diagrams.map(({ id }) => id));
  let id = base;
  for (let number = 2; taken.has(id) || OF_FENCES.test(id); number++) id = `${base}-${number}`;
  return id;
}

/** With members that are empty left out. */
export function changed(diagram: Diagram, change: Partial<Diagram>): Diagram {
  const members = Object.entries({ ...diagram, ...change }).filter(
    ([name, text]) => name === "source" || (text !== undefined && text !== ""),
  );
  return Object.fromEntries(members) as unknown as Diagram;
}

/** How people call it. */
export function nameOf({ id, title, heading }: Diagram): string {
  return title ?? heading ?? id;
}
