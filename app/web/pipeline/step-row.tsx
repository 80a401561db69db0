/** One step: where its input comes from, its settings, and what it gave. */
import type { Entry, UnitDetail } from "../catalogue.ts";
import { CopyButton } from "../parts/copy.tsx";
import { Lines } from "../parts/editor.tsx";
import { toolUrl } from "../router.ts";
import { TEXTS } from "../texts.ts";
import { Form } from "../tool/controls.tsx";
import { wordsOf } from "../tool/fields.ts";
import { fieldErrors, resultOf } from "../tool/problems.ts";
import type { StepOutcome } from "./run-pipeline.ts";
import { sourcesFor, type Step } from "./steps.ts";

interface StepRowProps {
  readonly index: number;
  readonly count: number;
  readonly step: Step;
  readonly entry: Entry;
  readonly detail: UnitDetail;
  readonly outcomes: readonly StepOutcome[];
  readonly isOld: boolean;
  readonly onStep: (step: Step) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

export function StepRow(props: StepRowProps) {
  const { index, count, step, entry, detail, outcomes, isOld, onStep, onMove, onRemove } = props;
  const { pipeline } = TEXTS;
  const names = Object.keys(detail.fields).filter(
    (name) => name !== detail.primary || step.from === "",
  );
  const outcome = outcomes[index];
  return (
    <section class="step" aria-label={pipeline.step(index + 1, entry.name)}>
      <span class="no" aria-hidden="true">
        {index + 1}
      </span>
      <div class="set">
        <div class="bar">
          <h2>
            <a href={toolUrl(entry)}>{entry.name}</a>
          </h2>
          <span class="acts">
            <button type="button" class="btn" disabled={index === 0} onClick={() => onMove(-1)}>
              {pipeline.up}
              <span class="hidden"> {entry.name}</span>
            </button>
            <button
              type="button"
              class="btn"
              disabled={index === count - 1}
              onClick={() => onMove(1)}
            >
              {pipeline.down}
              <span class="hidden"> {entry.name}</span>
            </button>
            <button type="button" class="btn" onClick={onRemove}>
              {pipeline.remove}
              <span class="hidden"> {entry.name}</span>
            </button>
          </span>
        </div>
        <Source {...props} />
        <Form
          detail={detail}
          names={names}
          texts={step.texts}
          prefix={`s${step.key}-`}
          most={2}
          errors={fieldErrors(detail, isOld ? undefined : outcome?.body)}
          onText={(name, text) => onStep({ ...step, texts: { ...step.texts, [name]: text } })}
        />
      </div>
      <Got {...props} />
    </section>
  );
}

function Source({ index, step, detail, outcomes, onStep }: StepRowProps) {
  const { pipeline } = TEXTS;
  const sources = sourcesFor(
    index,
    outcomes.map(({ body }) => resultOf(body).value),
  );
  const isKnown = step.from === "" || sources.some(({ binding }) => binding === step.from);
  return (
    <div class="fields source">
      <div class="field">
        <label for={`from-${step.key}`}>{pipeline.from(wordsOf(detail.primary))}</label>
        <select
          id={`from-${step.key}`}
          value={step.from}
          onChange={(event) => onStep({ ...step, from: event.currentTarget.value })}
        >
          {sources.map(({ binding, step: of, path }) => (
            <option key={binding} value={binding}>
              {of < 0 ? pipeline.input : pipeline.result(of + 1, path)}
            </option>
          ))}
          {!isKnown && <option value={step.from}>{step.from}</option>}
          <option value="">{pipeline.typed}</option>
        </select>
      </div>
    </div>
  );
}

function Got({ index, outcomes, isOld }: StepRowProps) {
  const { pipeline } = TEXTS;
  const outcome = outcomes[index];
  const stoppedAt = outcomes.findIndex(({ body }) => !body.success);
  if (!outcome) {
    return (
      <div class="got">
        <div class="bar">
          <span class="verdict none">{pipeline.notRun}</span>
        </div>
        <p class="says muted">
          {stoppedAt >= 0 ? pipeline.waits(stoppedAt + 1) : pipeline.nothing}
        </p>
      </div>
    );
  }
  const { body, milliseconds } = outcome;
  const { output, value } = resultOf(body);
  const text = output ?? JSON.stringify(value ?? null, null, 2);
  return (
    <div class="got">
      <div class="bar">
        <span class={`verdict${isOld ? " old" : body.success ? "" : " bad"}`}>
          {body.success ? pipeline.done : pipeline.stoppedHere}
        </span>
        <span class="facts">{pipeline.took(text.length, Math.round(milliseconds))}</span>
        <span class="acts">
          {body.success && <CopyButton text={() => text} label={pipeline.result(index + 1, "")} />}
        </span>
      </div>
      {body.success ? (
        <Lines
          text={text}
          label={pipeline.result(index + 1, "")}
          isJson={/^\s*[[{]/.test(text)}
          isOld={isOld}
        />
      ) : (
        <div class="says bad" role="alert">
          <p>
            {body.error.message}. <span class="muted">{body.error.hint}</span>
          </p>
          <code class="muted">{body.error.code}</code>
        </div>
      )}
    </div>
  );
}
