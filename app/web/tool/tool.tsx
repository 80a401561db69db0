/** A tool's page: heading, options, input beside result, the call. */
import { useEffect, useState } from "preact/hooks";
import {
  type Entry,
  loadDetail,
  loadEntries,
  type UnitDetail,
  type UnitExample,
} from "../catalogue.ts";
import { handOver } from "../handover.ts";
import { useDrop } from "../parts/drop.tsx";
import { Editor } from "../parts/editor.tsx";
import { OpenFile } from "../parts/open-file.tsx";
import { TextFacts } from "../parts/text-facts.tsx";
import { say } from "../parts/shell.tsx";
import { go, type Visit, visit } from "../router.ts";
import { readShared, type Shared } from "../share.ts";
import { useSignal } from "../signal.ts";
import { noteVisit } from "../storage.ts";
import { TEXTS } from "../texts.ts";
import type { Finding, Place } from "../views/findings-of.ts";
import { CallLine } from "./call-line.tsx";
import { type ControlsProps, Form, OptionLine } from "./controls.tsx";
import { inputOf, type Texts, wordsOf } from "./fields.ts";
import { fieldErrors, marksOf } from "./problems.ts";
import { ResultPane } from "./result.tsx";
import { Head } from "./head.tsx";
import { RunBar, WhereLine } from "./run-line.tsx";
import { useSplit, Work } from "./separator.tsx";
import { useFindings } from "./use-findings.ts";
import { usePlaces } from "./use-places.ts";
import { useRun } from "./use-run.ts";
import { useUnit } from "./use-unit.ts";

export default function ToolPage({ id }: { readonly id: string }) {
  const [unit, setUnit] = useState<{ readonly entry: Entry; readonly detail: UnitDetail }>();
  const [came, setCame] = useState<{
    readonly visited: Visit;
    readonly shared?: Shared | undefined;
  }>();
  const visited = useSignal(visit);
  useEffect(() => {
    void Promise.all([loadEntries(), loadDetail(id)]).then(([entries, detail]) => {
      const entry = entries.find((one) => one.id === id);
      if (entry) setUnit({ entry, detail });
      document.title = `${entry?.name ?? id} · ${TEXTS.name}`;
    });
    noteVisit(id);
  }, [id]);
  useEffect(() => {
    void readShared(visited.fragment).then((shared) => setCame({ visited, shared }));
  }, [visited]);
  if (!unit || !came) return null;
  return (
    <Tool
      key={`${unit.detail.id}#${came.visited.count}`}
      {...unit}
      visited={came.visited}
      shared={came.shared}
    />
  );
}

interface ToolProps {
  readonly entry: Entry;
  readonly detail: UnitDetail;
  readonly shared: Shared | undefined;
  readonly visited: Visit;
}

function Tool({ entry, detail, shared, visited }: ToolProps) {
  const unit = useUnit(detail, visited, shared);
  const { texts, options, where, view, setText, setWhere, setView, preset } = unit;
  const isOver = useDrop(
    (file) => setText(detail.texts[0] ?? detail.primary, file.text),
    (name) => say(TEXTS.home.tooLarge(name)),
  );
  const isTouched = Object.values(texts).some((text) => text !== "");
  const state = useRun({
    detail,
    texts,
    options,
    where,
    isTouched,
    isDrawn: entry.category === "Generator",
  });
  const { body } = state.outcome ?? {};
  const isTold = state.isFresh ? body : undefined;
  const errors = fieldErrors(detail, isTold);
  const others = optionsOf(detail);
  const asked = (): void => {
    unit.mark();
    state.run();
  };
  const found = useFindings(detail, state);
  const { places, goTo, goToFinding } = usePlaces(detail, { ...state, run: asked }, found);
  const controls = { detail, names: others, texts, errors, onText: setText };
  const isForm = detail.texts.length === 0;
  const split = useSplit(detail);
  const call = { tool_id: detail.id, input: inputOf(detail, texts), options };
  const foot = <WhereLine where={where} onWhere={setWhere} state={state} />;
  return (
    <div class={`tool${isForm ? "" : " side"}${isOver ? " over" : ""}`}>
      <Head entry={entry} detail={detail} onPreset={preset} />
      {!isForm && others.length > 0 && <OptionLine {...controls} />}
      <Work {...split}>
        {isForm ? (
          <FormPane controls={controls} foot={foot} onReset={unit.reset} />
        ) : (
          <Documents
            detail={detail}
            texts={texts}
            onText={setText}
            places={places}
            body={isTold}
            findings={found.fresh}
            foot={foot}
            onPreset={preset}
          />
        )}
        <ResultPane
          name={entry.name}
          detail={detail}
          state={state}
          found={found}
          onFinding={goToFinding}
          onSet={setText}
          onPlace={goTo}
          onHere={() => setWhere("here")}
          onUse={() => continueIn(call, detail)}
          view={view}
          onView={setView}
          split={split}
        />
      </Work>
      <CallLine detail={detail} call={call} shared={unit.shared} />
      <RunBar state={state} />
    </div>
  );
}

/** The fields that hold no documents. */
function optionsOf({ fields, texts }: UnitDetail): readonly string[] {
  return Object.keys(fields).filter((name) => !texts.includes(name));
}

/** The next screen is a pipeline that begins with this very call. */
function continueIn(
  {
    tool_id,
    input,
  }: { readonly tool_id: string; readonly input: Readonly<Record<string, unknown>> },
  { texts, primary }: UnitDetail,
): void {
  const field = texts[0] ?? primary;
  const { [field]: main, ...settings } = input;
  const step = { tool_id, input: { [field]: "$INPUT", ...settings } };
  const text = typeof main === "string" ? main : JSON.stringify(main ?? "");
  handOver("pipeline", JSON.stringify({ input: text, steps: [step] }));
  go("/pipeline");
}

function FormPane({
  controls,
  foot,
  onReset,
}: {
  readonly controls: ControlsProps;
  readonly foot: preact.ComponentChildren;
  readonly onReset: () => void;
}) {
  return (
    <section class="pane" aria-label={TEXTS.tool.input} id="input">
      <div class="bar">
        <h2>{TEXTS.tool.input}</h2>
        <span class="acts">
          <button type="button" class="btn" onClick={onReset}>
            {TEXTS.tool.reset}
          </button>
        </span>
      </div>
      <Form {...controls} />
      {foot}
    </section>
  );
}

interface DocumentsProps {
  readonly detail: UnitDetail;
  readonly texts: Texts;
  readonly onText: (name: string, text: string) => void;
  readonly places: readonly Place[];
  readonly body: Parameters<typeof marksOf>[2];
  readonly findings: readonly Finding[];
  readonly foot: preact.ComponentChildren;
  readonly onPreset: (example: UnitExample) => void;
}

/** One or two texts have panes of their own; more share one. */
function Documents(props: DocumentsProps) {
  const { detail } = props;
  const [shown, setShown] = useState(detail.texts[0] ?? "");
  const isShared = detail.texts.length > 2;
  const place = props.places[0]?.name;
  useEffect(() => {
    if (place !== undefined) setShown(place);
  }, [place]);
  const names = isShared ? [shown] : detail.texts;
  return (
    <>
      {names.map((name, index) => (
        <DocumentPane
          key={isShared ? "shared" : name}
          {...props}
          name={name}
          isFirst={index === 0}
          foot={index === names.length - 1 ? props.foot : <div class="bar low" />}
          choice={isShared ? { names: detail.texts, choose: setShown } : undefined}
        />
      ))}
    </>
  );
}

interface PaneProps extends DocumentsProps {
  readonly name: string;
  readonly isFirst: boolean;
  readonly choice: { readonly names: readonly string[]; choose(name: string): void } | undefined;
}

function DocumentPane({
  detail,
  name,
  texts,
  onText,
  places,
  body,
  findings,
  foot,
  isFirst,
  choice,
  onPreset,
}: PaneProps) {
  const text = texts[name] ?? "";
  const label = detail.texts.length === 1 ? TEXTS.tool.input : wordsOf(name);
  return (
    <section class="pane" aria-label={label} id={isFirst ? "input" : `pane-${name}`}>
      <div class="bar">
        {choice ? (
          <span class="seg" role="radiogroup" aria-label={TEXTS.tool.input}>
            {choice.names.map((one) => (
              <label key={one}>
                <input
                  type="radio"
                  name="document"
                  checked={one === name}
                  onChange={() => choice.choose(one)}
                />
                {wordsOf(one)}
              </label>
            ))}
          </span>
        ) : (
          <h2>{label}</h2>
        )}
        <TextFacts text={text} />
        <span class="acts">
          <OpenFile onText={(read) => onText(name, read)} isFirst={isFirst} />
          <button type="button" class="btn" onClick={() => onText(name, "")} disabled={text === ""}>
            {TEXTS.tool.clear}
          </button>
        </span>
      </div>
      <div class="holder" id={`text-${name}`}>
        <Editor
          label={label}
          text={text}
          onText={(next) => onText(name, next)}
          marks={marksOf(detail, name, body, findings)}
          current={places.find((place) => place.name === name)?.line}
        >
          <div class="drop">
            <p>{detail.fields[name]?.description}</p>
            {isFirst && <Presets detail={detail} onPreset={onPreset} />}
          </div>
        </Editor>
      </div>
      {foot}
    </section>
  );
}

const MOST_PRESETS = 5;

function Presets({ detail, onPreset }: Pick<DocumentsProps, "detail" | "onPreset">) {
  return (
    <>
      <p>{TEXTS.tool.orTry}</p>
      <ul>
        {detail.examples.slice(0, MOST_PRESETS).map((example) => (
          <li key={example.title}>
            <button type="button" class="btn" onClick={() => onPreset(example)}>
              {example.title}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
