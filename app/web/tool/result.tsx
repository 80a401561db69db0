/** The result beside the input: verdict, views by kind, errors with their places, notes. */
import type { Entry } from "../../../tools/_core/tool.ts";
import { useEffect, useState } from "preact/hooks";
import type { UnitDetail } from "../catalogue.ts";
import { CopyButton, SaveButton } from "../parts/copy.tsx";
import { Busy } from "../runner.ts";
import { TEXTS, grouped } from "../texts.ts";
import { verdictOf } from "../views/verdict.ts";
import { type View, viewsOf } from "../views/views.tsx";
import { fieldOf, resultOf } from "./problems.ts";
import { Separator, type Split } from "./separator.tsx";
import { type Found, inputOfRequest } from "./use-findings.ts";
import type { RunState } from "./use-run.ts";
import { wordsOf } from "./fields.ts";

interface ResultProps {
  readonly name: string;
  readonly detail: UnitDetail;
  readonly state: RunState;
  readonly found: Found;
  readonly onFinding: (index: number) => void;
  readonly onSet: (name: string, text: string) => void;
  /** Leads to the place of an entry. */
  readonly onPlace: (entry: Entry) => void;
  /** The same in this browser. */
  readonly onHere: () => void;
  readonly onUse: (() => void) | undefined;
  readonly view: string | undefined;
  readonly onView: (view: string) => void;
  readonly split: Split;
}

const NO_VIEWS = { views: [], first: undefined };
/** More views than these are a list to choose from. */
const MOST_SEGMENTS = 3;

export function ResultPane(props: ResultProps) {
  const { detail, state, found, view: wanted, onView, onUse } = props;
  const { outcome, isFresh, isRunning } = state;
  const result = resultOf(outcome?.body);
  const isOld = !isFresh || isRunning;
  const { views, first } = outcome
    ? viewsOf(detail, outcome.body, inputOfRequest(outcome.request), found.findings)
    : NO_VIEWS;
  const view = views.find(({ id }) => id === wanted) ?? first;
  return (
    <section class="pane result" aria-label={TEXTS.result.name} id="result">
      <Separator {...props.split} />
      <div class="bar">
        <h2>{TEXTS.result.name}</h2>
        <Verdict detail={detail} state={state} />
        {outcome && <span class="facts">{factsOf(result.stats)}</span>}
        {view && (
          <span class="acts">
            <ViewChoice views={views} current={view} onView={onView} />
            <CopyButton text={() => view.copy.text()} name={view.copy.label} isResult />
            <SaveButton {...view.file} />
            {onUse && (
              <button type="button" class="btn" onClick={onUse}>
                {TEXTS.result.useIn}
              </button>
            )}
          </span>
        )}
      </div>
      {isRunning && (
        <div class="busy">
          <i />
        </div>
      )}
      {state.loading && (
        <p class="says muted" role="status">
          {TEXTS.result.loading(props.name, state.loading.bytes)}
        </p>
      )}
      <Trouble state={state} onHere={props.onHere} />
      <Errors {...props} />
      {view?.show({
        isOld,
        findings: found.findings,
        current: found.current,
        onFinding: props.onFinding,
        onSet: props.onSet,
      })}
      {!outcome && !state.trouble && !state.loading && (
        <p class="says muted">{TEXTS.result.empty}</p>
      )}
      <Notes entries={notesBeside(result.warnings, view, found)} />
    </section>
  );
}

function ViewChoice({
  views,
  current,
  onView,
}: {
  readonly views: readonly View[];
  readonly current: View;
  readonly onView: (view: string) => void;
}) {
  if (views.length < 2) return null;
  if (views.length > MOST_SEGMENTS) {
    return (
      <select
        class="view-choice"
        aria-label={TEXTS.result.view}
        value={current.id}
        onChange={(event) => onView(event.currentTarget.value)}
      >
        {views.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    );
  }
  return (
    <span class="seg" role="radiogroup" aria-label={TEXTS.result.view}>
      {views.map(({ id, name }) => (
        <label key={id}>
          <input type="radio" name="view" checked={id === current.id} onChange={() => onView(id)} />
          {name}
        </label>
      ))}
    </span>
  );
}

function Verdict({
  detail,
  state: { outcome, isFresh, isRunning, trouble },
}: Pick<ResultProps, "detail" | "state">) {
  if (trouble instanceof Busy) return <span class="verdict bad">{TEXTS.result.notRun}</span>;
  if (isRunning && !outcome) return <span class="verdict none">{TEXTS.result.running}</span>;
  if (!outcome) return <span class="verdict none">{TEXTS.result.none}</span>;
  const { word, isBad } = verdictOf(detail, outcome.body, inputOfRequest(outcome.request));
  const kind = !isFresh ? " old" : isBad ? " bad" : "";
  return (
    <span class={`verdict${kind}`} role="status">
      {word}
    </span>
  );
}

/** Facts that speak for themselves. */
function factsOf(stats: Readonly<Record<string, unknown>> | undefined): string {
  if (!stats) return "";
  const { keys, depth, outputChars } = stats;
  const facts = [
    typeof keys === "number" && keys > 0 ? `${grouped(keys)} keys` : "",
    typeof depth === "number" && depth > 0 ? `depth ${depth}` : "",
    typeof outputChars === "number" && outputChars > 0
      ? TEXTS.characters(grouped(outputChars))
      : "",
  ];
  return facts.filter(Boolean).join(", ");
}

export function Trouble({
  state: { trouble, run },
  onHere,
}: {
  readonly state: RunState;
  readonly onHere: () => void;
}) {
  if (!trouble) return null;
  if (trouble instanceof Busy) return <Refused busy={trouble} run={run} onHere={onHere} />;
  return (
    <div class="says bad" role="alert">
      <p>{TEXTS.result.trouble[trouble]}</p>
      <p class="acts">
        <button type="button" class="btn line" onClick={run}>
          {TEXTS.tool.run}
        </button>
      </p>
    </div>
  );
}

/** The service is busy: when it may be asked again, and what can be done until then. */
function Refused({
  busy,
  run,
  onHere,
}: {
  readonly busy: Busy;
  readonly run: () => void;
  readonly onHere: () => void;
}) {
  const [left, setLeft] = useState(busy.seconds);
  useEffect(() => {
    const until = performance.now() + busy.seconds * 1000;
    const count = () => setLeft(Math.max(0, Math.ceil((until - performance.now()) / 1000)));
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [busy]);
  const { message, hint, code } = busy.said;
  return (
    <div class="says bad" role="alert">
      <p>
        {message}. <span class="muted">{hint}</span>
      </p>
      <p class="acts">
        <button type="button" class="btn line" onClick={onHere}>
          {TEXTS.result.runHere}
        </button>
        <button type="button" class="btn line" aria-live="off" disabled={left > 0} onClick={run}>
          {TEXTS.result.again(left)}
        </button>
        <code class="muted">{code}</code>
      </p>
    </div>
  );
}

const MOST_ERRORS = 20;

function Errors({ detail, state, onPlace }: ResultProps) {
  const { body } = state.outcome ?? {};
  if (!body || body.success || !state.isFresh) return null;
  const { errors = [] } = resultOf(body);
  const { code, message, hint } = body.error;
  return (
    <div class="says bad" role="alert">
      {errors.length === 0 && <ErrorText entry={{ code, message, hint }} />}
      {errors.slice(0, MOST_ERRORS).map((entry, index) => (
        <div class="error" key={index}>
          <ErrorText
            entry={entry}
            field={detail.texts.length === 1 ? "" : wordsOf(fieldOf(entry.path ?? ""))}
          />
          {(entry.line !== undefined ||
            Object.hasOwn(detail.fields, fieldOf(entry.path ?? ""))) && (
            <p class="acts">
              <button type="button" class="btn line" onClick={() => onPlace(entry)}>
                {TEXTS.result.goTo} <kbd>F8</kbd>
              </button>
              <code class="muted">{entry.code}</code>
            </p>
          )}
        </div>
      ))}
      {errors.length > MOST_ERRORS && <p>{TEXTS.result.moreErrors(errors.length - MOST_ERRORS)}</p>}
    </div>
  );
}

function ErrorText({ entry, field = "" }: { readonly entry: Entry; readonly field?: string }) {
  const { line, column, message, hint } = entry;
  const place = line === undefined ? field : TEXTS.result.place(line, column ?? 1, field);
  return (
    <p>
      {place !== "" && <strong>{place} </strong>}
      {message}.{hint !== undefined && <span class="muted"> {hint}</span>}
    </p>
  );
}

/** What stands among the findings in sight is not told twice. */
function notesBeside(
  notes: readonly Entry[] = [],
  view: View | undefined,
  { findings }: Found,
): readonly Entry[] {
  if (view?.id !== "findings") return notes;
  const told = new Set(findings.map(({ title }) => title));
  return notes.filter(({ message }) => !told.has(message));
}

const MOST_NOTES = 8;

function Notes({ entries }: { readonly entries: readonly Entry[] }) {
  if (entries.length === 0) return null;
  return (
    <div class="says warn">
      <strong>{TEXTS.result.notes(entries.length)}</strong>
      <ul>
        {entries.slice(0, MOST_NOTES).map((entry, index) => (
          <li key={index}>
            {entry.message}{" "}
            {entry.path !== undefined && entry.path !== "" && <code>{entry.path}</code>}
            {entry.line !== undefined && (
              <span class="muted"> {TEXTS.result.line(entry.line)}</span>
            )}
          </li>
        ))}
      </ul>
      {entries.length > MOST_NOTES && (
        <p class="muted">{TEXTS.result.moreNotes(entries.length - MOST_NOTES)}</p>
      )}
    </div>
  );
}
