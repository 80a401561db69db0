/** The list of parts: pages, titles, turns, and their order. */
import { useRef, useState } from "preact/hooks";
import type { BeforeProps, JobFile } from "../file-kit.ts";
import {
  attachmentsOf,
  isPart,
  moved,
  type Part,
  partFor,
  partsOf,
  turned,
  withPageTurned,
} from "./parts.ts";
import { Strip } from "./strip.tsx";
import { TEXTS } from "./texts.ts";
import { type Handle, type Place, useDrag } from "./use-drag.ts";

export function PartsEditor(props: BeforeProps) {
  const { options, set, job } = props;
  const { files } = job;
  const parts = partsOf(options, files);
  const known = new Map(files.map((file) => [file.id, file]));
  const setParts = (next: readonly Part[]): void =>
    set({ parts: next.length === 0 ? undefined : next });
  const { handle, place } = useDrag((from, by) => setParts(moved(parts, from, by)));
  const list = useRef<HTMLOListElement>(null);
  /** The same control of another part has the focus once that is drawn. */
  const follow = (from: number, to: number): void => {
    const rows = [...(list.current?.children ?? [])];
    const controlsOf = (row: Element | undefined) => [
      ...(row?.querySelectorAll<HTMLElement>("input, button, summary") ?? []),
    ];
    const at = controlsOf(rows[from]).findIndex((one) => one === document.activeElement);
    requestAnimationFrame(() => {
      const items = list.current?.children ?? [];
      const controls = controlsOf(items[Math.max(0, Math.min(to, items.length - 1))]);
      const same = controls[at];
      // A button at the end of its way is off.
      const isOff = same instanceof HTMLButtonElement && same.disabled;
      (isOff ? controls[0] : same)?.focus();
    });
  };
  // By file: a part that is divided is seen as it was.
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const turnPage = (index: number, at: number): void => {
    const part = parts[index];
    const file = part && known.get(part.file);
    if (!part || !file) return;
    // Each part is a file of its own then, and its pages stay together.
    if (options["split"] === "parts") {
      setParts(parts.with(index, turned(part)));
      return;
    }
    const { parts: next, part: row, page } = withPageTurned(parts, index, at, file);
    setParts(next);
    requestAnimationFrame(() => {
      const sheets = list.current?.children[row]?.querySelectorAll<HTMLElement>(".sheet");
      sheets?.[page]?.focus();
    });
  };
  return (
    <section aria-label={TEXTS.parts} class="pdfparts">
      <h3>{TEXTS.parts}</h3>
      <ol ref={list}>
        {parts.map((part, index) => (
          <PartRow
            key={index}
            {...props}
            part={part}
            index={index}
            count={parts.length}
            file={known.get(part.file)}
            change={(next) => setParts(parts.with(index, next))}
            isOpen={open.has(part.file)}
            setOpen={(isOpen) => {
              if (isOpen !== open.has(part.file))
                setOpen(open.symmetricDifference(new Set([part.file])));
            }}
            turn={(at) => turnPage(index, at)}
            handle={handle(index)}
            place={place(index)}
            move={(by) => {
              follow(index, index + by);
              setParts(moved(parts, index, by));
            }}
            again={() => setParts(parts.toSpliced(index, 0, part))}
            remove={() => {
              if (parts.length === 1) return;
              follow(index, index);
              setParts(parts.toSpliced(index, 1));
            }}
          />
        ))}
      </ol>
      <Others {...props} parts={parts} setParts={setParts} />
    </section>
  );
}

interface OthersProps extends BeforeProps {
  readonly parts: readonly Part[];
  readonly setParts: (parts: readonly Part[]) => void;
}

/** Files that are no part: used nowhere, or attached. */
function Others({ options, set, job: { files }, parts, setParts }: OthersProps) {
  const attached = attachmentsOf(options);
  const names = new Map(files.map(({ id, name }) => [id, name]));
  const used = new Set([...parts.map(({ file }) => file), ...attached]);
  const unused = files.filter((file) => isPart(file) && !used.has(file.id));
  return (
    <>
      {unused.length > 0 && (
        <p class="acts">
          {TEXTS.unused}{" "}
          {unused.map((file) => (
            <span key={file.id}>
              <Button
                name={TEXTS.addPart(file.name)}
                press={() => setParts([...parts, partFor(file)])}
              />
              <Button
                name={TEXTS.attach(file.name)}
                press={() => set({ attachments: [...attached, file.id] })}
              />
            </span>
          ))}
        </p>
      )}
      {attached.length > 0 && (
        <p class="acts">
          {TEXTS.attached}{" "}
          {attached.map((id) => (
            <Button
              key={id}
              name={TEXTS.detach(names.get(id) ?? id)}
              press={() => set({ attachments: attached.filter((one) => one !== id) })}
            />
          ))}
        </p>
      )}
    </>
  );
}

function Button({
  name,
  about,
  press,
  isOff = false,
}: {
  readonly name: string;
  readonly about?: string;
  readonly press: () => void;
  readonly isOff?: boolean;
}) {
  return (
    <button type="button" class="btn" disabled={isOff} onClick={press}>
      {name}
      {about !== undefined && <span class="hidden"> {about}</span>}
    </button>
  );
}

interface PartRowProps extends BeforeProps {
  readonly part: Part;
  readonly index: number;
  readonly count: number;
  readonly file: JobFile | undefined;
  readonly change: (part: Part) => void;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly turn: (page: number) => void;
  readonly handle: Handle;
  readonly place: Place;
  readonly move: (by: 1 | -1) => void;
  readonly again: () => void;
  readonly remove: () => void;
}

function PartRow(props: PartRowProps) {
  const { part, index, count, file, change, handle, place, move, again, remove, errors } = props;
  const about = TEXTS.part(index + 1, file?.name ?? part.file);
  const { rotate = 0, title = "", pages = "all", oddStart = false } = part;
  const error = errors.get(`/parts/${index}/pages`) ?? errors.get(`/parts/${index}/title`);
  const setTitle = (text: string): void => {
    const { title: _before, ...others } = part;
    change(text === "" ? others : { ...others, title: text });
  };
  const hear = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined;
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey);
    // In a field they are written.
    const isKey = isPlain && !(event.target instanceof HTMLInputElement);
    if (event.altKey && by !== undefined) move(by);
    else if (isKey && event.key.toLowerCase() === "r") change(turned(part));
    else if (isKey && event.key === "Delete") remove();
    else return;
    event.preventDefault();
  };
  return (
    <li class="pdfpart" aria-label={about} onKeyDown={hear} {...place}>
      <b {...handle}>{file ? about : TEXTS.gone(part.file)}</b>
      <label class="field">
        {TEXTS.pages}
        <input
          class="mono"
          type="text"
          value={pages}
          title={TEXTS.pagesHelp}
          onInput={(event) => change({ ...part, pages: event.currentTarget.value })}
        />
      </label>
      <label class="field">
        {TEXTS.title}
        <input
          type="text"
          maxLength={200}
          value={title}
          onInput={(event) => setTitle(event.currentTarget.value)}
        />
      </label>
      {error !== undefined && (
        <span class="err" role="alert">
          {error}
        </span>
      )}
      <label>
        <input
          type="checkbox"
          checked={oddStart}
          onChange={(event) => change({ ...part, oddStart: event.currentTarget.checked })}
        />{" "}
        {TEXTS.oddStart}
      </label>
      <span class="acts">
        <Button name={TEXTS.turned(rotate)} about={about} press={() => change(turned(part))} />
        <Button name={TEXTS.up} about={about} isOff={index === 0} press={() => move(-1)} />
        <Button name={TEXTS.down} about={about} isOff={index === count - 1} press={() => move(1)} />
        <Button name={TEXTS.again} about={about} press={again} />
        <Button name={TEXTS.removePart} about={about} isOff={count === 1} press={remove} />
      </span>
      {file && file.mediaType === "application/pdf" && <Strip {...props} file={file} />}
    </li>
  );
}
