/** Where diagrams are written: the source on the left, its picture on the right, and the words for both. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Editor } from "../../parts/editor.tsx";
import { TextOption } from "../text-option.tsx";
import type { BeforeProps, JobFile } from "../file-kit.ts";
import {
  changed,
  type Diagram,
  diagramsIn,
  described,
  diagramsOf,
  freeId,
  nameOf,
  ownOf,
} from "./diagrams.ts";
import { Drawn } from "./drawn.tsx";
import { MARKDOWN } from "./kinds.ts";
import { styleOf, useDrawing } from "./use-drawing.ts";
import { useTaken } from "./use-taken.ts";
import { TEXTS } from "./words.ts";

interface Described {
  readonly id: string;
  readonly alt: string;
}

/** After the last key. */
const PAUSE_MS = 300;

export function Diagrams(props: BeforeProps) {
  useTaken(props);
  const { options, set, job, value, errors } = props;
  const diagrams = diagramsOf(options) ?? [];
  const latest = useRef(diagrams);
  latest.current = diagrams;
  const newest = useRef("");
  const [chosen, setChosen] = useState<string>();
  const current = diagrams.find(({ id }) => id === chosen) ?? diagrams[0];
  const { diagrams: suggested = [] } = (value?.["plan"] ?? {}) as {
    readonly diagrams?: readonly Described[];
  };
  const change = (next: Diagram): void =>
    set({ diagrams: diagrams.map((one) => (one.id === next.id ? next : one)) });
  const add = (): void => {
    const id = freeId("drawing", diagrams);
    set({ diagrams: [...diagrams, { id, source: "flowchart LR\n  A --> B" }] });
    setChosen(id);
  };
  const remove = (): void => {
    const left = diagrams.filter((one) => one !== current);
    set({ diagrams: left.length === 0 ? undefined : left });
    document.querySelector<HTMLElement>("#add-diagram")?.focus();
  };
  return (
    <div class="diagrams">
      <DocumentField
        text={String(options["document"] ?? "")}
        take={async (text) => {
          newest.current = text;
          const found = text.trim() === "" ? [] : await diagramsIn(text, job.kit, props.run);
          if (newest.current !== text) return;
          const all = [...ownOf(latest.current), ...described(found, latest.current)];
          set({ document: text || undefined, diagrams: all.length === 0 ? undefined : all });
        }}
      />
      {job.files
        .filter((file) => isSecondDocument(file, diagrams))
        .map(({ id, name }) => (
          <p class="pad" role="status" key={id}>
            {TEXTS.secondDocument(name)}
          </p>
        ))}
      <Choice
        diagrams={diagrams}
        broken={brokenIn(diagrams, errors)}
        current={current}
        missing={altsMissing(value)}
        choose={setChosen}
        add={add}
        remove={remove}
      />
      {current && (
        <DiagramEditor
          key={current.id}
          diagram={current}
          options={options}
          fields={props.fields}
          run={props.run}
          suggestion={suggested.find(({ id }) => id === current.id)?.alt ?? ""}
          change={change}
        />
      )}
    </div>
  );
}

/** Of its document nothing is rewritten. */
function isSecondDocument({ id, mediaType }: JobFile, diagrams: readonly Diagram[]): boolean {
  return mediaType === MARKDOWN && ownOf(diagrams).some(({ file }) => file === id);
}

/** Those that the server half found something wrong with. */
function brokenIn(
  diagrams: readonly Diagram[],
  errors: BeforeProps["errors"],
): ReadonlySet<Diagram> {
  return new Set(diagrams.filter((_, index) => errors.has(`/diagrams/${index}/source`)));
}

interface ChoiceProps {
  readonly diagrams: readonly Diagram[];
  readonly broken: ReadonlySet<Diagram>;
  readonly current: Diagram | undefined;
  readonly missing: number;
  readonly choose: (id: string) => void;
  readonly add: () => void;
  readonly remove: () => void;
}

function Choice({ diagrams, broken, current, missing, choose, add, remove }: ChoiceProps) {
  return (
    <div class="bar">
      {current && (
        <label>
          {TEXTS.choose}{" "}
          <select
            id="diagram"
            value={current.id}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            {diagrams.map((one) => (
              <option key={one.id} value={one.id}>
                {broken.has(one) ? TEXTS.broken(nameOf(one)) : nameOf(one)}
              </option>
            ))}
          </select>
        </label>
      )}
      {missing > 0 && <span class="facts">{TEXTS.missing(missing)}</span>}
      <span class="acts">
        <button type="button" class="btn" id="add-diagram" onClick={add}>
          {TEXTS.add}
        </button>
        {current && (
          <button type="button" class="btn" onClick={remove}>
            {TEXTS.remove}
          </button>
        )}
      </span>
    </div>
  );
}

function altsMissing(value: BeforeProps["value"]): number {
  const { byCode = {} } = (value?.["counts"] ?? {}) as {
    readonly byCode?: Readonly<Record<string, number>>;
  };
  return byCode["ALT_MISSING"] ?? 0;
}

function DocumentField({
  text,
  take,
}: {
  readonly text: string;
  readonly take: (text: string) => Promise<void>;
}) {
  const [written, write] = useLater(text, (next) => void take(next));
  return (
    <TextOption
      id="mermaid-document"
      label={TEXTS.document}
      help={TEXTS.documentHelp}
      text={written}
      error={undefined}
      onText={write}
    />
  );
}

/** A text that is written here at once, and told a moment after the last key. */
function useLater(
  text: string,
  tell: (text: string) => void,
): readonly [string, (text: string) => void] {
  const [written, setWritten] = useState<string>();
  const pending = useRef<string>(undefined);
  const latest = useRef(tell);
  latest.current = tell;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = (): void => {
    clearTimeout(timer.current);
    const { current } = pending;
    pending.current = undefined;
    if (current !== undefined) latest.current(current);
  };
  useEffect(() => {
    // Whoever goes on to Run runs what was written last.
    addEventListener("focusout", flush);
    return () => {
      removeEventListener("focusout", flush);
      flush();
    };
  }, []);
  // What comes from elsewhere counts once nothing waits to be told.
  useEffect(() => {
    if (pending.current === undefined) setWritten(undefined);
  }, [text]);
  return [
    written ?? text,
    (next) => {
      setWritten(next);
      pending.current = next;
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, PAUSE_MS);
    },
  ];
}

interface DiagramEditorProps {
  readonly diagram: Diagram;
  readonly options: BeforeProps["options"];
  readonly fields: BeforeProps["fields"];
  readonly run: BeforeProps["run"];
  readonly suggestion: string;
  readonly change: (diagram: Diagram) => void;
}

function DiagramEditor(props: DiagramEditorProps) {
  const { diagram, options, fields, suggestion, change } = props;
  const name = nameOf(diagram);
  const [source, write] = useLater(diagram.source, (text) =>
    change(changed(diagram, { source: text })),
  );
  const { drawing, isFresh } = useDrawing(name, source, styleOf(diagram, options), props.run);
  const { svg, problem, line, width = 0, height = 0 } = drawing ?? {};
  const marks = isFresh && line !== undefined ? [{ line, kind: "bad" as const }] : [];
  const alt = diagram.alt ?? suggestion;
  return (
    <div class="diagram">
      <div class="pair">
        <Editor label={TEXTS.sourceOf(name)} text={source} onText={write} marks={marks} />
        <div class="shown">
          {svg ? (
            <Drawn
              label={TEXTS.picture(name)}
              alt={alt}
              content={svg}
              width={width}
              height={height}
              isOld={!isFresh}
            />
          ) : (
            <p class="muted pad">
              {problem === undefined ? (source.trim() === "" ? TEXTS.empty : TEXTS.drawing) : ""}
            </p>
          )}
        </div>
      </div>
      {isFresh && problem !== undefined && (
        <p class="err" role="alert">
          {problem}
        </p>
      )}
      <WordsOf diagram={diagram} suggestion={suggestion} change={change} />
      <p class="stylefields">
        {(["theme", "look", "layout"] as const).map((field) => (
          <Style
            key={field}
            field={field}
            value={diagram[field]}
            ofAll={String(options[field] ?? USUAL[field])}
            choices={fields[field]?.enum ?? []}
            set={(value) => change(changed(diagram, { [field]: value }))}
          />
        ))}
      </p>
    </div>
  );
}

type WordsProps = Pick<DiagramEditorProps, "diagram" | "suggestion" | "change">;

function WordsOf({ diagram, suggestion, change }: WordsProps) {
  const { alt = "", title = "" } = diagram;
  return (
    <div class="wordfields">
      <p class="field">
        <label for="diagram-title">{TEXTS.title}</label>
        <input
          id="diagram-title"
          type="text"
          maxLength={120}
          value={title}
          aria-describedby="diagram-title-help"
          onInput={(event) => change(changed(diagram, { title: event.currentTarget.value }))}
        />
        <small id="diagram-title-help">{TEXTS.titleHelp}</small>
      </p>
      <p class="field">
        <label for="diagram-alt">{TEXTS.alt}</label>
        <input
          id="diagram-alt"
          type="text"
          maxLength={500}
          value={alt}
          aria-describedby="diagram-alt-help"
          onInput={(event) => change(changed(diagram, { alt: event.currentTarget.value }))}
        />
        <small id="diagram-alt-help">
          {alt === "" && suggestion !== "" ? TEXTS.altHelp(suggestion) : ""}
        </small>
        {alt === "" && suggestion !== "" && (
          <button
            type="button"
            class="btn"
            onClick={() => change(changed(diagram, { alt: suggestion.slice(0, 500) }))}
          >
            {TEXTS.useSuggestion}
          </button>
        )}
      </p>
      {alt + suggestion !== "" && (
        <p class="reads">
          <b>{TEXTS.reads}</b> <q>{TEXTS.image(alt === "" ? suggestion : alt)}</q>
        </p>
      )}
    </div>
  );
}

const USUAL = { theme: "default", look: "classic", layout: "dagre" } as const;

interface StyleProps {
  readonly field: keyof typeof USUAL;
  readonly value: string | undefined;
  readonly ofAll: string;
  readonly choices: readonly unknown[];
  readonly set: (value: string) => void;
}

function Style({ field, value = "", ofAll, choices, set }: StyleProps) {
  return (
    <label>
      {TEXTS.style[field]}{" "}
      <select value={value} onChange={(event) => set(event.currentTarget.value)}>
        <option value="">{TEXTS.forAll(ofAll)}</option>
        {choices.map(String).map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}
