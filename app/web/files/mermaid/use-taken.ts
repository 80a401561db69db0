/** Takes the texts of files that were added into the job, once each, and their diagrams out when they go. */
import { useEffect, useRef } from "preact/hooks";
import type { BeforeProps, Job, JobFile } from "../file-kit.ts";
import { type Diagram, diagramsIn, diagramsOf, freeId, ownOf, withoutStyle } from "./diagrams.ts";
import { MARKDOWN } from "./kinds.ts";

const PAUSE_MS = 150;

export function useTaken({ options, set, job, value, source, run }: BeforeProps): void {
  const latest = useRef(options);
  latest.current = options;
  const write = useRef(set);
  write.current = set;
  const known = useRef(new Set<string>());
  const change = (next: Readonly<Record<string, unknown>>): void => {
    // Several may come before the page is drawn again.
    latest.current = { ...latest.current, ...next };
    write.current(next);
  };
  const waiting = useRef<(readonly [JobFile, File])[]>([]);
  const queue = useRef(Promise.resolve());
  const takeAll = async (): Promise<void> => {
    const added: Taken[] = [];
    for (const [file, content] of waiting.current.splice(0))
      added.push(await taken(file, content, (text) => diagramsIn(text, job.kit, run)));
    // Only now: what was written meanwhile counts, and a file may have gone again.
    const here = added.filter(({ file }) => known.current.has(file));
    const { diagrams, document } = here.reduce(withFile, latest.current);
    if (here.length > 0) change({ diagrams, document });
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

/** What a file holds: a diagram, or a document with those that stand in it. */
interface Taken {
  readonly file: string;
  readonly text: string;
  readonly found: readonly Diagram[] | undefined;
}

async function taken(
  { id, mediaType }: JobFile,
  content: File,
  read: (document: string) => Promise<readonly Diagram[]>,
): Promise<Taken> {
  const text = await content.text();
  const found = mediaType === MARKDOWN ? await read(text) : undefined;
  return { file: id, text, found: found?.map((one) => ({ ...one, file: id })) };
}

function withFile(options: Options, { file, text, found }: Taken): Options {
  const all = diagramsOf(options) ?? [];
  // The files of a job that was loaded: what they hold is in it.
  if (all.some((one) => one.file === file)) return options;
  if (found) return { ...options, ...withDocument(text, file, found, options) };
  const diagram = { id: freeId(file, all), source: text, file };
  return { ...options, diagrams: [...all, diagram] };
}

function withDocument(
  text: string,
  file: string,
  found: readonly Diagram[],
  options: Options,
): Readonly<Record<string, unknown>> {
  const all = diagramsOf(options) ?? [];
  if (!options["document"]) return { document: text, diagrams: [...ownOf(all), ...found] };
  const named: Diagram[] = [...all];
  for (const one of found) named.push({ ...one, id: freeId(file, named) });
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
