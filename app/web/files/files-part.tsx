/** The first part of the page: where files are put, and a row for each. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { isInDialog } from "../parts/keys.ts";
import { say } from "../parts/shell.tsx";
import { Section } from "./section.tsx";
import type { FileKit } from "./file-kit.ts";
import { useGrowing } from "./use-growing.ts";
import { type Added, type Row, type Rows } from "./use-rows.ts";
import { sizeWords, WORDS } from "./words.ts";

interface FilesPartProps {
  readonly kit: FileKit;
  readonly rows: Rows;
  readonly isLocked: boolean;
}

export function FilesPart({ kit, rows, isLocked }: FilesPartProps) {
  const isOver = useDropped(rows.add, isLocked);
  const list = useRef<HTMLUListElement>(null);
  const drawn = useGrowing(rows.all.length);
  const focus = (index: number): void => {
    requestAnimationFrame(() => {
      const items = list.current?.children ?? [];
      const item = items[Math.min(index, items.length - 1)];
      const button = item?.querySelector<HTMLElement>("button.remove");
      (button ?? document.querySelector<HTMLElement>("#files"))?.focus();
    });
  };
  return (
    <Section number={1} title={WORDS.sections.files}>
      <div class={`dropzone${isOver ? " over" : ""}`}>
        <FileField id="files" label={WORDS.choose} kit={kit} add={rows.add} isLocked={isLocked} />
        {kit.takesFolders === true && (
          <FileField
            id="folder"
            label={WORDS.chooseFolder}
            kit={kit}
            add={rows.add}
            isLocked={isLocked}
            isFolder
          />
        )}
        <span class="muted">{WORDS.orDrop}</span>
        <button
          type="button"
          class="btn"
          disabled={isLocked}
          onClick={() =>
            void kit
              .samples()
              .then((files) => rows.add(files.map((file) => ({ file, path: file.name }))))
          }
        >
          {WORDS.samples}
        </button>
        <p class="muted small">{kit.limits}</p>
      </div>
      {rows.wanted.length > 0 && (
        <div class="says" role="status">
          <p>{WORDS.wanted(rows.wanted.length)}</p>
          <ul>
            {rows.wanted.map(({ id, name, bytes }) => (
              <li key={id}>
                <b class="mono">{name}</b> {sizeWords(bytes)}
              </li>
            ))}
          </ul>
          <button
            type="button"
            class="btn line"
            disabled={isLocked}
            onClick={() => {
              rows.want([]);
              document.querySelector<HTMLElement>("#files")?.focus();
            }}
          >
            {WORDS.goOn}
          </button>
        </div>
      )}
      {rows.all.length > 0 && (
        <fieldset class="lockable" disabled={isLocked}>
          <ul class="filerows" ref={list}>
            {rows.all.slice(0, drawn).map((row, index) => (
              <FileRow
                key={row.key}
                kit={kit}
                row={row}
                rows={rows}
                isLocked={isLocked}
                index={index}
                isLast={index === rows.all.length - 1}
                focus={focus}
              />
            ))}
          </ul>
        </fieldset>
      )}
    </Section>
  );
}

interface FileFieldProps {
  readonly id: string;
  readonly label: string;
  readonly kit: FileKit;
  readonly add: Rows["add"];
  readonly isLocked: boolean;
  readonly isFolder?: boolean;
}

function FileField({ id, label, kit, add, isLocked, isFolder = false }: FileFieldProps) {
  return (
    <label class="btn line filefield" for={id}>
      {label}
      <input
        id={id}
        type="file"
        multiple
        disabled={isLocked}
        {...(kit.accept === "" || isFolder ? {} : { accept: kit.accept })}
        {...(isFolder ? { webkitdirectory: true } : {})}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          add(files.map((file) => ({ file, path: file.webkitRelativePath || file.name })));
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}

interface FileRowProps {
  readonly kit: FileKit;
  readonly row: Row;
  readonly rows: Rows;
  readonly isLocked: boolean;
  readonly index: number;
  readonly isLast: boolean;
  /** The row that stands there, once it does. */
  readonly focus: (index: number) => void;
}

/** Drawn anew only when something of it changed: with every file that is read all rows are gone through. */
function FileRow(props: FileRowProps) {
  const { kit, row, index, isLast, isLocked } = props;
  const { state, words, notes, problem, file } = row;
  // What the kit asks for each file may depend on all that is known of it.
  const known = kit.Row ? [file, isLocked] : [file?.mediaType, false];
  return useMemo(
    () => <RowView {...props} />,
    [state, words, notes, problem, index, isLast, ...known],
  );
}

function RowView({ kit, row, rows, isLocked, index, isLast, focus }: FileRowProps) {
  const { key, source, bytes, path, state, file, words, notes, problem, canRetry } = row;
  const item = useRef<HTMLLIElement>(null);
  const isFirst = index === 0;
  const remove = (): void => {
    rows.remove(key);
    say(WORDS.removed(source.name));
    focus(index);
  };
  const move = (by: 1 | -1): void => {
    rows.move(key, by);
    const { activeElement } = document;
    requestAnimationFrame(() => {
      if (activeElement instanceof HTMLElement) activeElement.focus();
    });
  };
  const hear = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined;
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    if (by === -1 ? isFirst : isLast) return;
    move(by);
  };
  return (
    <li class={state} ref={item} onKeyDown={hear}>
      <div class="filerow">
        <b class="mono">{path}</b>
        <span class="muted">
          {state === "ready" && file ? `${file.mediaType} · ` : ""}
          {sizeWords(bytes)}
          {words === "" ? "" : ` · ${words}`}
        </span>
        <span class="st">{state === "reading" ? WORDS.reading : state}</span>
        <span class="acts">
          <RowButton name={WORDS.up} about={source.name} isAtEnd={isFirst} press={() => move(-1)} />
          <RowButton name={WORDS.down} about={source.name} isAtEnd={isLast} press={() => move(1)} />
          <RowButton name={WORDS.remove} about={source.name} press={remove} isRemove />
        </span>
      </div>
      {problem !== "" && (
        <p class="err" role="alert">
          {problem}
          {canRetry && " "}
          {canRetry && (
            <button
              type="button"
              class="btn line"
              onClick={() => {
                rows.retry(key);
                focus(index);
              }}
            >
              {WORDS.tryAgain}
            </button>
          )}
        </p>
      )}
      {notes.map((note) => (
        <p class="note" key={note}>
          {note}
        </p>
      ))}
      {kit.Row && file && state !== "refused" && (
        <kit.Row
          file={file}
          source={source}
          set={(facts) => rows.set(file.id, facts)}
          setSecret={(secret) => rows.setSecret(key, secret)}
          isLocked={isLocked}
        />
      )}
    </li>
  );
}

function RowButton({
  name,
  about,
  isAtEnd = false,
  press,
  isRemove = false,
}: {
  readonly name: string;
  readonly about: string;
  /** Nothing happens then, but a button that has the focus keeps it. */
  readonly isAtEnd?: boolean;
  readonly press: () => void;
  readonly isRemove?: boolean;
}) {
  return (
    <button
      type="button"
      class={`btn${isRemove ? " remove" : ""}`}
      aria-disabled={isAtEnd}
      onClick={() => {
        if (!isAtEnd) press();
      }}
    >
      {name}
      <span class="hidden"> {about}</span>
    </button>
  );
}

/** Files and folders that are dropped or pasted anywhere on the page. */
function useDropped(add: Rows["add"], isLocked: boolean): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(add);
  latest.current = isLocked ? () => {} : add;
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const listen = <K extends keyof WindowEventMap>(
      name: K,
      hear: (event: WindowEventMap[K]) => void,
    ): void => window.addEventListener(name, hear as EventListener, { signal });
    listen("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    });
    listen("dragleave", (event) => {
      if (event.relatedTarget === null) setOver(false);
    });
    listen("drop", (event) => {
      setOver(false);
      // A field that takes files itself has taken it.
      if (event.defaultPrevented) return;
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      void filesIn(event.dataTransfer).then((files) => latest.current(files));
    });
    window.addEventListener(
      "paste",
      ({ clipboardData }) => {
        const files = [...(clipboardData?.files ?? [])];
        if (files.length > 0 && !isInDialog())
          latest.current(files.map((file) => ({ file, path: file.name })));
      },
      { signal },
    );
    return () => listening.abort();
  }, []);
  return isOver;
}

/** With all that lies in folders, each by its path below what was dropped. */
async function filesIn({ items, files }: DataTransfer): Promise<readonly Added[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return [...files].map((file) => ({ file, path: file.name }));
  const found = await Promise.all(entries.map((entry) => below(entry, "")));
  return found.flat();
}

/** What cannot be read is said, and the others are taken. */
async function below(entry: FileSystemEntry, folder: string): Promise<readonly Added[]> {
  const path = `${folder}${entry.name}`;
  try {
    return await readAt(entry, path);
  } catch {
    return [{ file: new File([], entry.name), path, problem: WORDS.unreadable(path) }];
  }
}

async function readAt(entry: FileSystemEntry, path: string): Promise<readonly Added[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ file, path }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: Added[] = [];
  // A reader gives a hundred at a time, and nothing at its end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return found;
    const all = await Promise.all(some.map((one) => below(one, `${path}/`)));
    found.push(...all.flat());
  }
}
