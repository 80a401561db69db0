/** The ways from what a result says to where that is in the input: by a click, and by the keys. */
import { useEffect, useState } from "preact/hooks";
import type { Entry as Problem } from "../../../tools/_core/tool.ts";
import type { UnitDetail } from "../catalogue.ts";
import type { Place } from "../views/findings-of.ts";
import { controlAt, fieldOf, resultOf } from "./problems.ts";
import type { Found } from "./use-findings.ts";
import { useKeys } from "./use-keys.ts";
import type { RunState } from "./use-run.ts";

export interface Ways {
  /** The lines that are looked at. */
  readonly places: readonly Place[];
  goTo(problem: Problem): void;
  goToFinding(index: number): void;
}

const NONE: readonly Place[] = [];

export function usePlaces(detail: UnitDetail, state: RunState, found: Found): Ways {
  const [placesOfProblem, setPlacesOfProblem] = useState(NONE);
  const { current, isPlaced } = found;
  const places =
    current === undefined ? placesOfProblem : (found.findings[current]?.places ?? NONE);
  const goTo = ({ path = "", line }: Problem): void => {
    const named = fieldOf(path);
    const name = detail.texts.includes(named) ? named : (detail.texts[0] ?? "");
    const isInText = name !== "" && (line !== undefined || name === named);
    if (!isInText) {
      controlAt(path)?.focus();
      return;
    }
    if (line !== undefined) {
      found.look(undefined);
      setPlacesOfProblem([{ name, line }]);
    }
    document.querySelector<HTMLElement>(`#text-${name} textarea`)?.focus();
  };
  const goToFinding = (index: number): void => {
    found.look(index);
    setPlacesOfProblem(NONE);
    showText(found.findings[index]?.places);
  };
  // What was asked for before its place was known is shown when that is.
  useEffect(() => {
    if (isPlaced && current !== undefined) showText(places);
  }, [isPlaced]);
  useKeys({
    state,
    problems: state.isFresh ? (resultOf(state.outcome?.body).errors ?? []) : [],
    goTo,
    findings: found.fresh,
    isPlaced,
    current,
    onFinding: goToFinding,
  });
  return { places, goTo, goToFinding };
}

/** On a narrow page, and on a long one, a text is far above the list. */
function showText(places: readonly Place[] = NONE): void {
  document.querySelector(`#text-${places[0]?.name}`)?.scrollIntoView({ block: "nearest" });
}
