/** One step: where its input comes from, its settings, and what it gave. */
import { useState } from "preact/hooks";
import type { Entry, UnitDetail } from "../catalogue.ts";
import { CopyButton } from "../parts/copy.tsx";
import { Lines } from "../parts/editor.tsx";
import { toolUrl } from "../router.ts";
import { TEXTS } from "../texts.ts";
import { Form } from "../tool/controls.tsx";
import { wordsOf } from "../tool/fields.ts";
import { controlAt, fieldErrors, resultOf } from "../tool/problems.ts";
import type { StepOutcome } from "./run-pipeline.ts";
import { Picker, wordsOfBinding } from "./picker.tsx";
import { boundNames, sourcesFor, type Step } from "./steps.ts";

interface StepRowProps {
  readonly index: number;
  readonly count: number;
  readonly step: Step;
  readonly entry: Entry;
  readonly detail: UnitDetail;
  /** Of the pipeline. */
  readonly input: string;
  readonly outcomes: readonly StepOutcome[];
  readonly isOld: boolean;
  readonly onStep: (step: Step) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

export function StepRow(props: StepRowProps) {
  const { index, count, step, entry, detail, outcomes, isOld, onStep, onMove, onRemove } = props;
  const { pipeline } = TEXTS;
  const bound = boundNames(step, detail);
  const names = Object.keys(detail.fields).filter((name) => !bound.includes(name));
  const outcome = outcomes[index];
  return (
    <section
      class="step"
      data-step={index}
      aria-label={pipeline.step(index + 1, entry.name)}
      onKeyDown={(event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
        if (!event.altKey || by === undefined || event.defaultPrevented) return;
        event.preventDefault();
        onMove(by);
      }}
    >
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

/** The fields that take a result, each with a choice of what it takes. */
function Source({ index, step, detail, input, outcomes, onStep }: StepRowProps) {
  const { pipeline } = TEXTS;
  const [picking, setPicking] = useState<string>();
  const bound = boundNames(step, detail);
  const others = Object.keys(detail.fields).filter((name) => !bound.includes(name));
  const take = (name: string, text: string): void =>
    onStep({ ...step, texts: { ...step.texts, [name]: text } });
  return (
    <div class="fields source">
      {bound.map((name) => (
        <div class="field" key={name}>
          <span>{pipeline.from(wordsOf(name))}</span>
          <button
            type="button"
            class="btn line pick"
            id={`s${step.key}-f-${name}`}
            aria-label={`${pipeline.from(wordsOf(name))}: ${wordsOfBinding(step.texts[name] ?? "", index)}`}
            onClick={() => setPicking(name)}
          >
            {wordsOfBinding(step.texts[name] ?? "", index)}
          </button>
        </div>
      ))}
      {others.length > 0 && (
        <div class="field">
          <span />
          <select
            class="presets"
            aria-label={pipeline.bind}
            value=""
            onChange={(event) => {
              setPicking(event.currentTarget.value);
              event.currentTarget.value = "";
            }}
          >
            <option value="">{pipeline.bind}</option>
            {others.map((name) => (
              <option key={name} value={name}>
                {wordsOf(name)}
              </option>
            ))}
          </select>
        </div>
      )}
      {picking !== undefined && (
        <Picker
          label={pipeline.pick(wordsOf(picking))}
          index={index}
          sources={sourcesFor(
            index,
            input,
            outcomes.map(({ body }) => resultOf(body)),
          )}
          onPick={(binding) => take(picking, binding)}
          onClose={() => setPicking(undefined)}
        />
      )}
    </div>
  );
}

function Got({ index, count, step, outcomes, isOld }: StepRowProps) {
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
  const { output, value, errors = [] } = resultOf(body);
  const place = errors.find(({ path = "" }) => path !== "")?.path;
  const text = output ?? JSON.stringify(value ?? null, null, 2);
  return (
    <div class="got">
      <div class="bar">
        <span class={`verdict${isOld ? " old" : body.success ? "" : " bad"}`}>
          {body.success ? pipeline.done : pipeline.stoppedHere}
        </span>
        <span class="facts">{pipeline.took(text.length, Math.round(milliseconds))}</span>
        <span class="acts">
          {body.success && (
            <CopyButton
              text={() => text}
              label={pipeline.result(index + 1, "")}
              isResult={index === count - 1}
            />
          )}
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
          <p class="acts">
            {place !== undefined && (
              <button
                type="button"
                class="btn line"
                onClick={() => controlAt(place, `s${step.key}-`)?.focus()}
              >
                {pipeline.goTo}
              </button>
            )}
            <code class="muted">{body.error.code}</code>
          </p>
        </div>
      )}
    </div>
  );
}
