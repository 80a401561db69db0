/** The third part of the page: what will be made, and the work as it goes on. */
import { resultOf } from "../tool/problems.ts";
import { shortcut } from "../parts/shell.tsx";
import { grouped } from "../texts.ts";
import { wordsOf } from "../tool/fields.ts";
import type { FileKit, PlannedOutput } from "./file-kit.ts";
import { Section } from "./section.tsx";
import type { PlanState } from "./use-plan.ts";
import type { Progress, WorkState } from "./use-work.ts";
import { WORDS } from "./words.ts";

interface PlanPartProps {
  readonly kit: FileKit;
  readonly plan: PlanState;
  readonly work: WorkState;
  readonly hasFiles: boolean;
  /** For files of a loaded job. */
  readonly isWaiting: boolean;
}

const MOST_SHOWN = 100;

export function PlanPart({ kit, plan, work, hasFiles, isWaiting }: PlanPartProps) {
  const { planned, isMaking, hasWork } = plan;
  const isAsked = !isWaiting && (hasWork || (hasFiles && !kit.hasWork));
  return (
    <Section number={3} title={WORDS.sections.plan}>
      {isWaiting && <p class="muted pad">{WORDS.waiting}</p>}
      {!isAsked && !isWaiting && <p class="muted pad">{WORDS.addFirst}</p>}
      {isAsked && !planned && isMaking && <p class="muted pad">{WORDS.planning}</p>}
      {isAsked && !isMaking && !planned && <Wrong plan={plan} />}
      {planned && <Planned plan={planned.plan} expected={work.expected} />}
      {(planned || isAtWork(work)) && <Running kit={kit} work={work} />}
    </Section>
  );
}

function isAtWork({ phase }: WorkState): boolean {
  return phase === "running" || phase === "checking";
}

function Wrong({ plan: { body, failure, retry } }: { readonly plan: PlanState }) {
  if (failure !== "") return <NotLoaded failure={failure} retry={retry} />;
  const { errors = [] } = resultOf(body);
  return (
    <div class="says bad" role="alert">
      <p>{WORDS.planWrong}</p>
      {errors.slice(0, 20).map(({ message, path }, index) => (
        <p key={index}>
          {message}. {path !== undefined && <code class="muted">{path}</code>}
        </p>
      ))}
    </div>
  );
}

interface PlannedProps {
  readonly plan: NonNullable<PlanState["planned"]>["plan"];
  readonly expected: number | undefined;
}

function Planned({ plan, expected }: PlannedProps) {
  const { outputs = [], totals = {} } = plan;
  return (
    <>
      <p class="pad" role="status">
        {WORDS.ready}.{" "}
        {Object.entries(totals)
          .map(
            ([name, count]) =>
              `${wordsOf(name)} ${Number.isInteger(count) ? grouped(count) : count}`,
          )
          .join(" · ")}
        {expected !== undefined && expected > 1000 ? ` · ${WORDS.expected(expected)}` : ""}
      </p>
      {outputs.length > 0 && (
        <details class="planned">
          <summary>{WORDS.planned(outputs.length)}</summary>
          <table>
            <tbody>
              {outputs.slice(0, MOST_SHOWN).map((output) => (
                <tr key={output.name}>
                  <td class="mono">{output.name}</td>
                  <td>{factsOf(output)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {outputs.length > MOST_SHOWN && <p class="muted">… {outputs.length - MOST_SHOWN}</p>}
        </details>
      )}
    </>
  );
}

function factsOf({ mediaType, width, height, pages, scale }: PlannedOutput): string {
  const size = width === undefined ? "" : `${String(width)} × ${String(height)}`;
  const count = pages === undefined ? "" : `${String(pages)} pages`;
  const times = typeof scale === "number" ? `× ${scale}` : "";
  return [mediaType, size, count, times].filter(Boolean).join(" · ");
}

interface NotLoadedProps {
  readonly failure: string;
  readonly retry: () => void;
}

function NotLoaded({ failure, retry }: NotLoadedProps) {
  return (
    <p class="err" role="alert">
      {failure}{" "}
      <button
        type="button"
        class="btn line"
        onClick={() => {
          retry();
          document.querySelector<HTMLElement>("#part-3")?.focus();
        }}
      >
        {WORDS.tryAgain}
      </button>
    </p>
  );
}

function Running({ kit, work }: Pick<PlanPartProps, "kit" | "work">) {
  const { phase, parts, failure, progress, finished } = work;
  return (
    <div class="runpart">
      {phase === "preparing" && (
        <p class="muted" role="status">
          {WORDS.preparing}
        </p>
      )}
      {phase === "failed" && <NotLoaded failure={failure} retry={work.prepare} />}
      {parts.length > 0 && phase !== "running" && (
        <p class="muted small">
          {WORDS.fetched} {parts.map(({ name, bytes }) => WORDS.part(name, bytes)).join(" · ")}
        </p>
      )}
      {phase === "running" && progress && (
        <Going progress={progress} tellsRate={kit.tellsRate === true} />
      )}
      {phase === "checking" && <p role="status">{WORDS.verifying}</p>}
      <p class="runline">
        {phase === "running" ? (
          <button type="button" class="btn line" onClick={work.cancel}>
            {WORDS.cancel} <kbd>Esc</kbd>
          </button>
        ) : (
          <button
            type="button"
            class="btn main"
            id="run-files"
            disabled={phase !== "ready"}
            onClick={work.run}
          >
            {finished ? WORDS.runAgain : WORDS.run} <kbd>{shortcut("Ctrl Enter")}</kbd>
          </button>
        )}
      </p>
    </div>
  );
}

interface GoingProps {
  readonly progress: Progress;
  readonly tellsRate: boolean;
}

function Going({ progress, tellsRate }: GoingProps) {
  const { part, words, elapsed, left, rate, each } = progress;
  return (
    <>
      <div class="progress">
        <progress max={1} value={part} aria-label={WORDS.progress} />
        <span>{words}</span>
        <span class="muted">
          {tellsRate ? WORDS.rate(rate) : ""} {elapsed > 3000 ? WORDS.time(elapsed, left) : ""}
        </span>
      </div>
      {tellsRate && (
        <ul class="small">
          {each.map((one) => (
            <li key={one.key}>
              <span class="mono">{one.words}</span>{" "}
              <span class="muted">{WORDS.each(one.part, one.rate, one.left)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
