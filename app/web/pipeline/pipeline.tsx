/** The pipeline editor: steps from top to bottom, each with its settings beside its result. */
import { useEffect, useRef, useState } from "preact/hooks";
import { type Entry, loadDetail, loadEntries, type UnitDetail } from "../catalogue.ts";
import { takeOver } from "../handover.ts";
import { useDrop } from "../parts/drop.tsx";
import { Editor } from "../parts/editor.tsx";
import { openFinder } from "../parts/finder.tsx";
import { OpenFile } from "../parts/open-file.tsx";
import { TextFacts } from "../parts/text-facts.tsx";
import { say, shortcut } from "../parts/shell.tsx";
import { keep, mark, type Visit, visit } from "../router.ts";
import { readShared, writeShared } from "../share.ts";
import { useSignal } from "../signal.ts";
import { TEXTS } from "../texts.ts";
import { copyLink, ShareChoice } from "../tool/call-line.tsx";
import { resultOf } from "../tool/problems.ts";
import { usePageKeys } from "../tool/use-keys.ts";
import { Exports } from "./exports.tsx";
import { fittingTools } from "./fitting.ts";
import {
  type PipelineRun,
  type PipelineStep,
  runPipelineHere,
  type StepOutcome,
} from "./run-pipeline.ts";
import { StepRow } from "./step-row.tsx";
import { arranged, MOST_STEPS, newStep, requestOf, restored, type Step } from "./steps.ts";

/** Typing goes on for a moment before it is run. */
const PAUSE_MS = 250;
const MOST_AS_TYPED = 50_000;

interface Kept {
  readonly input?: string;
  readonly steps?: readonly PipelineStep[];
}

export default function PipelinePage() {
  const [input, setInput] = useState("");
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [details, setDetails] = useState<ReadonlyMap<string, UnitDetail>>(new Map());
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [isReady, setReady] = useState(false);
  const visited = useSignal(visit);
  useEffect(() => {
    document.title = `${TEXTS.pipeline.title} · ${TEXTS.name}`;
    setReady(false);
    void Promise.all([loadEntries(), readKept(visited)]).then(async ([all, kept]) => {
      setEntries(all);
      setInput(kept.input ?? "");
      const loaded = await Promise.all(
        (kept.steps ?? []).map(({ tool_id }) => loadDetail(tool_id)),
      );
      setDetails(new Map(loaded.map((detail) => [detail.id, detail])));
      setSteps((kept.steps ?? []).map(restored));
      setReady(true);
    });
  }, [visited]);
  const add = (id: string): void => {
    void loadDetail(id).then((detail) => {
      setDetails((before) => new Map(before).set(id, detail));
      setSteps((before) => [...before, newStep(detail, before.length)].slice(0, MOST_STEPS));
    });
  };
  const requests = steps.flatMap((step) => {
    const detail = details.get(step.tool_id);
    return detail ? [requestOf(step, detail)] : [];
  });
  const isSecret = steps.some((one) => details.get(one.tool_id)?.secret === true);
  const run = usePipeline(input, requests, isReady);
  useKept({ input, steps: requests }, isReady, isSecret);
  const isOver = useDrop(
    (file) => setInput(file.text),
    (name) => say(TEXTS.home.tooLarge(name)),
  );
  const ask = (): void => {
    const given = steps.length === 0 ? input : givenBy(run.outcomes.at(-1));
    openFinder({ take: add, fitting: fittingTools(given) });
  };
  return (
    <div class={`kitpage pipeline${isOver ? " over" : ""}`}>
      <Head
        input={input}
        isSecret={isSecret}
        share={(withInput) => void copyLink({ steps: requests, ...(withInput ? { input } : {}) })}
      />
      <div class="steps">
        <InputRow input={input} onInput={setInput} run={run} />
        {steps.map((step, index) => {
          const detail = details.get(step.tool_id);
          const entry = entries.find(({ id }) => id === step.tool_id);
          return (
            detail &&
            entry && (
              <StepRow
                key={step.key}
                index={index}
                count={steps.length}
                step={step}
                entry={entry}
                detail={detail}
                outcomes={run.outcomes}
                isOld={run.isOld}
                onStep={(next) =>
                  setSteps((all) => all.map((one) => (one.key === step.key ? next : one)))
                }
                input={input}
                onMove={(by) => {
                  setSteps((all) => arranged(all, moved(all, index, by)));
                  keepFocus();
                }}
                onRemove={() => {
                  setSteps((all) =>
                    arranged(
                      all,
                      all.filter((one) => one.key !== step.key),
                    ),
                  );
                  focusStep(index);
                }}
              />
            )
          );
        })}
        <div class="add">
          {steps.length < MOST_STEPS && (
            <button type="button" class="btn line" id="add-step" onClick={ask}>
              {TEXTS.pipeline.add}
            </button>
          )}
          <span class="muted">{TEXTS.pipeline.count(steps.length, MOST_STEPS)}</span>
        </div>
      </div>
      <Exports input={input} steps={requests} />
    </div>
  );
}

function Head({
  input,
  isSecret,
  share,
}: {
  readonly input: string;
  readonly isSecret: boolean;
  readonly share: (withInput: boolean) => void;
}) {
  const [isSharing, setSharing] = useState(false);
  return (
    <>
      <div class="head">
        <h1>{TEXTS.pipeline.title}</h1>
        <p>{TEXTS.pipeline.text}</p>
        <div class="acts">
          <button
            type="button"
            class="btn"
            id="share"
            aria-expanded={isSharing}
            onClick={() => setSharing(!isSharing)}
          >
            {TEXTS.call.share}
          </button>
        </div>
      </div>
      {isSharing && <ShareChoice texts={[input]} isSecret={isSecret} copy={share} />}
    </>
  );
}

/** Where a row went, the focus that it had goes along. */
function keepFocus(): void {
  const { activeElement } = document;
  requestAnimationFrame(() => {
    if (activeElement instanceof HTMLElement) activeElement.focus();
  });
}

/** The row that comes to the place of one that went, or what adds one. */
function focusStep(index: number): void {
  requestAnimationFrame(() => {
    const rows = document.querySelectorAll<HTMLElement>(".step[data-step]");
    const name = rows[Math.min(index, rows.length - 1)]?.querySelector<HTMLElement>("a");
    (name ?? document.querySelector<HTMLElement>("#add-step"))?.focus();
  });
}

/** From another tool, or from the address. */
async function readKept({ kept, fragment }: Visit): Promise<Kept> {
  const before = kept as Kept | null;
  if (before?.steps) return before;
  const handed = takeOver("pipeline");
  if (handed !== undefined) return JSON.parse(handed) as Kept;
  return ((await readShared(fragment)) ?? {}) as Kept;
}

/** What the next step takes, as text. */
function givenBy(last: StepOutcome | undefined): string {
  if (!last?.body.success) return "";
  const { output, value = null } = resultOf(last.body);
  return output ?? JSON.stringify(value);
}

/** Back leads to the pipeline as it was when its steps were others. */
function useKept(now: Kept, isReady: boolean, isSecret: boolean): void {
  const signature = JSON.stringify(now);
  const tools = now.steps?.map(({ tool_id }) => tool_id).join();
  const known = useRef<
    { readonly signature: string; readonly tools: string | undefined } | undefined
  >(undefined);
  useEffect(() => {
    if (!isReady) {
      known.current = undefined;
      return;
    }
    const before = known.current;
    known.current = { signature, tools };
    if (!before || before.signature === signature) return;
    if (before.tools !== tools) mark();
    const { steps = [] } = now;
    const fragment = async () =>
      steps.length === 0 || isSecret ? "" : ((await writeShared({ steps })) ?? "");
    keep({ kept: isSecret ? null : now, fragment });
  }, [signature, isReady]);
}

function moved(steps: readonly Step[], index: number, by: 1 | -1): readonly Step[] {
  if (index + by < 0 || index + by >= steps.length) return steps;
  const all = [...steps];
  const [one] = all.splice(index, 1);
  if (one) all.splice(index + by, 0, one);
  return all;
}

interface Pipeline {
  readonly outcomes: readonly StepOutcome[];
  readonly isOld: boolean;
  readonly isRunning: boolean;
  run(): void;
  stop(): void;
}

/** Runs it as it is typed where that is quick, and when it is asked for. */
function usePipeline(input: string, steps: readonly PipelineStep[], isReady: boolean): Pipeline {
  const [outcomes, setOutcomes] = useState<readonly StepOutcome[]>([]);
  const [ran, setRan] = useState("");
  const [isRunning, setRunning] = useState(false);
  const running = useRef<PipelineRun | undefined>(undefined);
  const signature = JSON.stringify([input, steps]);
  const start = (): void => {
    running.current?.stop();
    setRunning(true);
    running.current = runPipelineHere(input, steps, (came, isOver) => {
      setOutcomes(came);
      setRan(signature);
      if (isOver) setRunning(false);
    });
  };
  useEffect(() => {
    if (!isReady || steps.length === 0 || input === "" || signature.length > MOST_AS_TYPED) return;
    const timer = setTimeout(start, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [signature, isReady]);
  const stop = (): void => {
    running.current?.stop();
    setRunning(false);
  };
  usePageKeys({ isRunning, run: start, stop, walk: toStopped });
  return {
    outcomes,
    isOld: ran !== signature,
    isRunning,
    run: start,
    stop,
  };
}

/** To the wrong field of the step that stopped. */
function toStopped(): boolean {
  const link = document.querySelector<HTMLElement>(".step .says.bad .btn");
  link?.click();
  return link !== null;
}

function InputRow({
  input,
  onInput,
  run,
}: {
  readonly input: string;
  readonly onInput: (text: string) => void;
  readonly run: Pipeline;
}) {
  const [head, text] = TEXTS.where.staysHere;
  return (
    <section class="step" aria-label={TEXTS.pipeline.input}>
      <span class="no" aria-hidden="true">
        in
      </span>
      <div class="set">
        <div class="bar">
          <h2>{TEXTS.pipeline.input}</h2>
          <TextFacts text={input} />
          <span class="acts">
            <OpenFile onText={onInput} isFirst />
          </span>
        </div>
        <div class="fields">
          <p>
            <b>{head}</b> {text}
          </p>
          <p class="runline">
            {run.isRunning ? (
              <button type="button" class="btn line" onClick={run.stop}>
                {TEXTS.tool.stop}
              </button>
            ) : (
              <button type="button" class="btn main" onClick={run.run}>
                {TEXTS.tool.run} <kbd>{shortcut("Ctrl Enter")}</kbd>
              </button>
            )}
            <span class="muted">{TEXTS.pipeline.asYouType}</span>
          </p>
        </div>
      </div>
      <div class="got">
        <Editor label={TEXTS.pipeline.input} text={input} onText={onInput}>
          <div class="drop">
            <p>{TEXTS.pipeline.empty}</p>
          </div>
        </Editor>
      </div>
    </section>
  );
}
