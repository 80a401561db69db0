/** The ways from what a result says to where that is in the input: by a click, and by the keys. */
import { useState } from "preact/hooks";
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

export function usePlaces(detail: UnitDetail, state: RunState, found: Found): Ways {
  const [places, setPlaces] = useState<readonly Place[]>([]);
  const goTo = ({ path = "", line }: Problem): void => {
    const named = fieldOf(path);
    const name = detail.texts.includes(named) ? named : (detail.texts[0] ?? "");
    const isInText = name !== "" && (line !== undefined || name === named);
    if (!isInText) {
      controlAt(path)?.focus();
      return;
    }
    if (line !== undefined) setPlaces([{ name, line }]);
    document.querySelector<HTMLElement>(`#text-${name} textarea`)?.focus();
  };
  const goToFinding = (index: number): void => {
    found.setCurrent(index);
    const { places: own = [] } = found.findings[index] ?? {};
    setPlaces(own);
    // On a narrow page, and on a long one, the text is far above the list.
    document.querySelector(`#text-${own[0]?.name}`)?.scrollIntoView({ block: "nearest" });
  };
  useKeys({
    state,
    problems: state.isFresh ? (resultOf(state.outcome?.body).errors ?? []) : [],
    goTo,
    findings: found.fresh,
    current: found.current,
    onFinding: goToFinding,
  });
  return { places, goTo, goToFinding };
}
