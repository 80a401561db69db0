/** The keys of a unit's page. */
import type { Entry } from "../../../tools/_core/tool.ts";
import { useEffect, useRef } from "preact/hooks";
import { togglePin } from "../storage.ts";
import type { Finding } from "../views/findings-of.ts";
import type { RunState } from "./use-run.ts";

interface Doing {
  readonly state: RunState;
  readonly problems: readonly Entry[];
  readonly goTo: (problem: Entry) => void;
  /** Where findings have places, the keys walk those. */
  readonly findings?: readonly Finding[];
  readonly current?: number | undefined;
  readonly onFinding?: (index: number) => void;
  readonly id: string;
}

export function useKeys(current: Doing): void {
  const latest = useRef(current);
  latest.current = current;
  const at = useRef(-1);
  useEffect(() => {
    const walk = (step: number): boolean => {
      if (walkFindings(latest.current, step)) return true;
      const { problems, goTo } = latest.current;
      at.current = (at.current + step + problems.length) % Math.max(1, problems.length);
      const problem = problems[at.current];
      if (problem) goTo(problem);
      return problem !== undefined;
    };
    const hear = (event: KeyboardEvent): void => {
      const { state, id } = latest.current;
      const isTaken = isRun(event)
        ? done(state.run)
        : event.key === "F8"
          ? walk(event.shiftKey ? -1 : 1)
          : event.key === "F6"
            ? done(() => walkPanes(event.shiftKey ? -1 : 1))
            : event.altKey && byAlt(event.code, id);
      if (isTaken) event.preventDefault();
      else if (event.key === "Escape" && state.isRunning) state.stop();
    };
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, []);
}

function walkFindings({ findings = [], current, onFinding }: Doing, step: number): boolean {
  const count = findings.length;
  const start = current ?? (step > 0 ? -1 : count);
  for (let steps = 1; steps <= count; steps++) {
    const index = (start + step * steps + count * 2) % count;
    if ((findings[index]?.places.length ?? 0) === 0) continue;
    onFinding?.(index);
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

/** Alt and a letter press a button of the page. */
function byAlt(code: string, id: string): boolean {
  if (code === "KeyP") return done(() => togglePin(id));
  const button = { KeyC: "#copy-result", KeyO: "#open-file" }[code];
  if (button === undefined) return false;
  return done(() => document.querySelector<HTMLElement>(button)?.click());
}

/** Into the next pane's first control. */
function walkPanes(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>(".pane")];
  const current = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(current + step + panes.length) % panes.length];
  next?.querySelector<HTMLElement>("textarea, pre, input, select, button")?.focus();
}
