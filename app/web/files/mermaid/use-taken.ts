/** Takes the texts of files that were added into the job, once each, and their diagrams out when they go. */
import { useEffect, useRef } from "preact/hooks";
import type { BeforeProps, Job, JobFile } from "../file-kit.ts";
import { type Diagram, diagramsIn, diagramsOf, freeId, ownOf, withoutStyle } from "./diagrams.ts";
import { MARKDOWN } from "./kinds.ts";

export function useTaken({ options, set, job, value, source }: BeforeProps): void {
  const latest = useRef(options);
  latest.current = options;
  const write = useRef(set);
  write.current = set;
  const known = useRef(new Set<string>());
  const queue = useRef(Promise.resolve());
  const change = (next: Readonly<Record<string, unknown>>): void => {
    // Several may come before the page is drawn again.
    latest.current = { ...latest.current, ...next };
    write.current(latest.current);
  };
  const take = async (file: JobFile, content: File): Promise<void> => {
    const before = diagramsOf(latest.current) ?? [];
    // The files of a job that was loaded: what they hold is in it.
    if (before.some((one) => one.file === file.id)) return;
    const text = await content.text();
    if (file.mediaType === MARKDOWN)
      change(await withDocument(text, file, job.kit, latest.current));
    else {
      const all = diagramsOf(latest.current) ?? [];
      const id = freeId(file.id, all);
      change({ diagrams: [...all, { id, source: text, file: file.id }] });
    }
  };
  const ids = job.files.map(({ id }) => id).join();
  useEffect(() => {
    const here = new Set(job.files.map(({ id }) => id));
    const gone = [...known.current].filter((id) => !here.has(id));
    if (gone.length > 0) change(without(gone, latest.current));
    for (const file of job.files) {
      const content = source(file.id);
      if (known.current.has(file.id) || !content) continue;
      queue.current = queue.current.then(() => take(file, content));
    }
    known.current = here;
  }, [ids]);
  const { options: normal = {} } = (value?.["job"] ?? {}) as Partial<Job>;
  const planned = diagramsOf(normal);
  useEffect(() => {
    // A job that was loaded may leave its diagrams to the document; here they are seen and described.
    if (planned && diagramsOf(latest.current) === undefined && latest.current["document"])
      change({ diagrams: planned.map(withoutStyle) });
  }, [planned]);
}

async function withDocument(
  text: string,
  file: JobFile,
  kit: string,
  options: BeforeProps["options"],
): Promise<Readonly<Record<string, unknown>>> {
  const found = (await diagramsIn(text, kit)).map((one) => ({ ...one, file: file.id }));
  const all = diagramsOf(options) ?? [];
  if (!options["document"]) return { document: text, diagrams: [...ownOf(all), ...found] };
  const named: Diagram[] = [...all];
  for (const one of found) named.push({ ...one, id: freeId(file.id, named) });
  return { diagrams: named };
}

function without(
  files: readonly string[],
  options: BeforeProps["options"],
): Readonly<Record<string, unknown>> {
  const all = diagramsOf(options) ?? [];
  const left = all.filter(({ file }) => file === undefined || !files.includes(file));
  const isOfDocument = all.some((one) => !left.includes(one) && ownOf([one]).length === 0);
  return {
    diagrams: left.length === 0 ? undefined : left,
    ...(isOfDocument ? { document: undefined } : {}),
  };
}
