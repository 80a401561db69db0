/** A kit's page: what goes in on the left; verdict, stages, findings, files and receipt on the right. */
import { useEffect, useState } from "preact/hooks";
import { type Entry, loadDetail, loadEntries, type UnitDetail } from "../catalogue.ts";
import { Editor } from "../parts/editor.tsx";
import { OpenFile } from "../parts/open-file.tsx";
import { TextFacts } from "../parts/text-facts.tsx";
import { say } from "../parts/shell.tsx";
import { useDrop } from "../parts/drop.tsx";
import { type Visit, visit } from "../router.ts";
import { readShared, type Shared } from "../share.ts";
import { useSignal } from "../signal.ts";
import { noteVisit } from "../storage.ts";
import { TEXTS } from "../texts.ts";
import { CallLine } from "../tool/call-line.tsx";
import { Form } from "../tool/controls.tsx";
import { inputOf, wordsOf } from "../tool/fields.ts";
import { Head } from "../tool/head.tsx";
import { fieldErrors, marksOf } from "../tool/problems.ts";
import { useFindings } from "../tool/use-findings.ts";
import { usePlaces } from "../tool/use-places.ts";
import { useRun } from "../tool/use-run.ts";
import { useUnit } from "../tool/use-unit.ts";
import { RunBar, WhereLine } from "../tool/run-line.tsx";
import { type Finding, findingsOfKit } from "../views/findings-of.ts";
import { KitResult } from "./kit-result.tsx";

export default function KitPage({ id }: { readonly id: string }) {
  const [unit, setUnit] = useState<{
    readonly entry: Entry;
    readonly detail: UnitDetail;
    readonly entries: readonly Entry[];
  }>();
  const [came, setCame] = useState<{
    readonly visited: Visit;
    readonly shared?: Shared | undefined;
  }>();
  const visited = useSignal(visit);
  useEffect(() => {
    void Promise.all([loadEntries(), loadDetail(id)]).then(([entries, detail]) => {
      const entry = entries.find((one) => one.id === id);
      if (entry) setUnit({ entry, detail, entries });
      document.title = `${entry?.name ?? id} · ${TEXTS.name}`;
    });
    noteVisit(id);
  }, [id]);
  useEffect(() => {
    void readShared(visited.fragment).then((shared) => setCame({ visited, shared }));
  }, [visited]);
  if (!unit || !came) return null;
  return (
    <Kit
      key={`${unit.detail.id}#${came.visited.count}`}
      {...unit}
      visited={came.visited}
      shared={came.shared}
    />
  );
}

interface KitProps {
  readonly entry: Entry;
  readonly detail: UnitDetail;
  readonly entries: readonly Entry[];
  readonly shared: Shared | undefined;
  readonly visited: Visit;
}

function Kit({ entry, detail, entries, shared, visited }: KitProps) {
  const unit = useUnit(detail, visited, shared);
  const { texts, options, where, setText, setWhere, preset } = unit;
  // A kit is run when that is asked for.
  const state = useRun({ detail, texts, options, where, isTouched: false });
  const isOver = useDrop(
    (file) => setText(detail.primary, file.text),
    (name) => say(TEXTS.home.tooLarge(name)),
  );
  const { body } = state.outcome ?? {};
  const errors = fieldErrors(detail, body);
  const others = Object.keys(detail.fields).filter((name) => !detail.texts.includes(name));
  const asked = (): void => {
    unit.mark();
    state.run();
  };
  const found = useFindings(detail, state, findingsOfKit);
  const { places, goToFinding } = usePlaces(detail, { ...state, run: asked }, found);
  const call = { tool_id: detail.id, input: inputOf(detail, texts), options };
  return (
    <div class={`kitpage${isOver ? " over" : ""}`}>
      <Head entry={entry} detail={detail} onPreset={preset} />
      <div class="kit">
        <section aria-label={TEXTS.tool.input} id="input">
          {detail.texts.map((name) => (
            <TextBlock
              key={name}
              name={name}
              detail={detail}
              text={texts[name] ?? ""}
              body={body}
              findings={found.fresh}
              current={places.find((place) => place.name === name)?.line}
              onText={(text) => setText(name, text)}
            />
          ))}
          <div class="block">
            <Form detail={detail} names={others} texts={texts} errors={errors} onText={setText} />
          </div>
          <WhereLine where={where} onWhere={setWhere} state={state} />
        </section>
        <section aria-label={TEXTS.result.name} id="result">
          <KitResult
            detail={detail}
            entries={entries}
            state={state}
            input={call.input}
            found={found}
            onFinding={goToFinding}
            onHere={() => setWhere("here")}
          />
        </section>
      </div>
      <CallLine detail={detail} call={call} shared={unit.shared} />
      <RunBar state={state} />
    </div>
  );
}

interface TextBlockProps {
  readonly name: string;
  readonly detail: UnitDetail;
  readonly text: string;
  readonly body: Parameters<typeof marksOf>[2];
  readonly findings: readonly Finding[];
  /** The line that is looked at. */
  readonly current: number | undefined;
  readonly onText: (text: string) => void;
}

function TextBlock({ name, detail, text, body, findings, current, onText }: TextBlockProps) {
  return (
    <div class="block">
      <div class="bar">
        <h2>{wordsOf(name)}</h2>
        <TextFacts text={text} />
        <span class="acts">
          <OpenFile onText={onText} isFirst={name === detail.primary} />
          <button type="button" class="btn" disabled={text === ""} onClick={() => onText("")}>
            {TEXTS.tool.clear}
          </button>
        </span>
      </div>
      <div class="holder" id={`text-${name}`}>
        <Editor
          label={wordsOf(name)}
          text={text}
          onText={onText}
          marks={marksOf(detail, name, body, findings)}
          current={current}
        >
          <div class="drop">
            <p>{detail.fields[name]?.description}</p>
          </div>
        </Editor>
      </div>
    </div>
  );
}
