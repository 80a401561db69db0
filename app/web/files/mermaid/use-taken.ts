/** Takes the texts of files that were added into the job, once each, and their diagrams out when they go. */
import { useEffect, useRef } from "preact/hooks";
import type { BeforeProps, Job, JobFile } from "../file-kit.ts";
import { type Diagram, diagramsIn, diagramsOf, freeId, ownOf, withoutStyle } from "./diagrams.ts";
import { MARKDOWN } from "./kinds.ts";

const PAUSE_MS = 150;

export function useTaken({ options, set, job, value, source }: BeforeProps): void {
  const latest = useRef(options);
  latest.current = options;
  const write = useRef(set);
  write.current = set;
  const known = useRef(new Set<string>());
  const change = (next: Readonly<Record<string, unknown>>): void => {
    // Several may come before the page is drawn again.
    latest.current = { ...latest.current, ...next };
    write.current(latest.current);
  };
  const waiting = useRef<(readonly [JobFile, File])[]>([]);
  const queue = useRef(Promise.resolve());
  const takeAll = async (): Promise<void> => {
    const added = waiting.current.splice(0);
    let next = latest.current;
    for (const [file, content] of added) next = await withFile(next, file, content, job.kit);
    const { diagrams, document } = next;
    if (added.length > 0) change({ diagrams, document });
  };
  const ids = job.files.map(({ id }) => id).join();
  useEffect(() => {
    const here = new Set(job.files.map(({ id }) => id));
    const gone = [...known.current].filter((id) => !here.has(id));
    if (gone.length > 0) change(without(gone, latest.current));
    for (const file of job.files) {
      const content = source(file.id);
      if (content && !known.current.has(file.id)) waiting.current.push([file, content]);
    }
    known.current = here;
    // Those that are dropped together are read one after the other, and taken at once.
    const timer = setTimeout(() => {
      queue.current = queue.current.then(takeAll);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [ids]);
  const { options: normal = {} } = (value?.["job"] ?? {}) as Partial<Job>;
  const planned = diagramsOf(normal);
  useEffect(() => {
    // A job that was loaded may leave its diagrams to the document; here they are seen and described.
    if (planned && diagramsOf(latest.current) === undefined && latest.current["document"])
      change({ diagrams: planned.map(withoutStyle) });
  }, [planned]);
}

type Options = BeforeProps["options"];

async function withFile(
  options: Options,
  file: JobFile,
  content: File,
  kit: string,
): Promise<Options> {
  const all = diagramsOf(options) ?? [];
  // The files of a job that was loaded: what they hold is in it.
  if (all.some((one) => one.file === file.id)) return options;
  const text = await content.text();
  if (file.mediaType === MARKDOWN)
    return { ...options, ...(await withDocument(text, file, kit, options)) };
  const diagram = { id: freeId(file.id, all), source: text, file: file.id };
  return { ...options, diagrams: [...all, diagram] };
}

async function withDocument(
  text: string,
  file: JobFile,
  kit: string,
  options: Options,
): Promise<Readonly<Record<string, unknown>>> {
  const found = (await diagramsIn(text, kit)).map((one) => ({ ...one, file: file.id }));
  const all = diagramsOf(options) ?? [];
  if (!options["document"]) return { document: text, diagrams: [...ownOf(all), ...found] };
  const named: Diagram[] = [...all];
  for (const one of found) named.push({ ...one, id: freeId(file.id, named) });
  return { diagrams: named };
}

function without(files: readonly string[], options: Options): Readonly<Record<string, unknown>> {
  const all = diagramsOf(options) ?? [];
  const left = all.filter(({ file }) => file === undefined || !files.includes(file));
  const isOfDocument = all.some((one) => !left.includes(one) && ownOf([one]).length === 0);
  return {
    diagrams: left.length === 0 ? undefined : left,
    ...(isOfDocument ? { document: undefined } : {}),
  };
}
