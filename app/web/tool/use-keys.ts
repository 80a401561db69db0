/** The keys of a unit's page. */
import type { Entry } from "../../../tools/_core/tool.ts";
import { useEffect, useRef } from "preact/hooks";
import { isInDialog } from "../parts/keys.ts";
import type { Finding } from "../views/findings-of.ts";
import type { RunState } from "./use-run.ts";

interface PageKeys {
  readonly isRunning: boolean;
  run(): void;
  stop(): void;
  /** To the next place that is worth a look, or the one before; false where there is none. */
  readonly walk?: (step: 1 | -1) => boolean;
}

/** The keys of a page that runs something. */
export function usePageKeys(keys: PageKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (!isInDialog() && isTaken(event, latest.current)) event.preventDefault();
    };
    // Before an editor hears them: what stops a run does not leave the editor, too.
    window.addEventListener("keydown", hear, { capture: true });
    return () => window.removeEventListener("keydown", hear, { capture: true });
  }, []);
}

function isTaken(event: KeyboardEvent, { isRunning, run, stop, walk }: PageKeys): boolean {
  const step = event.shiftKey ? -1 : 1;
  if (isRun(event)) return done(run);
  switch (event.key) {
    case "F8":
      return walk?.(step) ?? false;
    case "F6":
      return done(() => walkPanes(step));
    case "Escape":
      return isRunning && done(stop);
    default:
      return false;
  }
}

interface Doing {
  readonly state: RunState;
  readonly problems: readonly Entry[];
  readonly goTo: (problem: Entry) => void;
  /** Where findings have places, the keys walk those. */
  readonly findings: readonly Finding[];
  /** Until their places are known, each is walked to. */
  readonly isPlaced: boolean;
  readonly current: number | undefined;
  readonly onFinding: (index: number) => void;
}

export function useKeys(doing: Doing): void {
  const { state, problems, goTo } = doing;
  const at = useRef(-1);
  const walk = (step: 1 | -1): boolean => {
    if (walkFindings(doing, step)) return true;
    at.current = (at.current + step + problems.length) % Math.max(1, problems.length);
    const problem = problems[at.current];
    if (problem) goTo(problem);
    return problem !== undefined;
  };
  usePageKeys({ isRunning: state.isRunning, run: state.run, stop: state.stop, walk });
}

function walkFindings(doing: Doing, step: number): boolean {
  const { findings, isPlaced, current, onFinding } = doing;
  const count = findings.length;
  const start = current ?? (step > 0 ? -1 : count);
  for (let steps = 1; steps <= count; steps++) {
    const index = (start + step * steps + count * 2) % count;
    if (isPlaced && (findings[index]?.places.length ?? 0) === 0) continue;
    onFinding(index);
    return true;
  }
  return false;
}

function isRun({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === "Enter" && (ctrlKey || metaKey);
}

function done(work: () => void): true {
  work();
  return true;
}

const PANES = ".pane, .kit > section, .step";
const CONTROLS =
  "textarea, pre, input:not([hidden]), select, a[href], button:not(:disabled), [tabindex='0']:not(.separator)";

/** Into the next pane's first control; into the pane itself where it has none. */
function walkPanes(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>(PANES)];
  const current = panes.findIndex((pane) => pane.contains(document.activeElement));
  const from = current < 0 && step < 0 ? 0 : current;
  const next = panes[(from + step + panes.length) % panes.length];
  const first =
    next?.querySelector<HTMLElement>("textarea, pre") ?? next?.querySelector<HTMLElement>(CONTROLS);
  if (next && !first) next.tabIndex = -1;
  (first ?? next)?.focus();
}
