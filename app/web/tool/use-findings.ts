/** What the last result found, with the places in the texts once those are read. */
import { useEffect, useMemo, useState } from "preact/hooks";
import type { UnitDetail } from "../catalogue.ts";
import { type Finding, findingsOf, type Place } from "../views/findings-of.ts";
import { isRecord, type Row } from "../views/shape.ts";
import type { Outcome, RunState } from "./use-run.ts";

export interface Found {
  readonly findings: readonly Finding[];
  /** None while the texts are others than those in which they were found. */
  readonly fresh: readonly Finding[];
  /** Whether their places have been read. */
  readonly isPlaced: boolean;
  /** The one that is looked at. */
  readonly current: number | undefined;
  look(index: number | undefined): void;
}

interface Placed {
  readonly outcome: Outcome;
  readonly findings: readonly Finding[];
}

/** What is looked at belongs to the result that has it. */
interface Looked {
  readonly outcome: Outcome | undefined;
  readonly index: number | undefined;
}

const NONE: readonly Finding[] = [];

/** `find` reads them from a result. */
export function useFindings(
  detail: UnitDetail,
  { outcome, isFresh }: RunState,
  find = findingsOf,
): Found {
  const found = useMemo(() => find(detail, outcome?.body), [detail, outcome]);
  const [placed, setPlaced] = useState<Placed>();
  const [looked, setLooked] = useState<Looked>();
  useEffect(() => {
    if (!outcome || found.length === 0) return;
    let isLatest = true;
    const texts = textsOf(detail, inputOfRequest(outcome.request));
    void import("../views/places.ts").then(({ placed: place }) => {
      if (isLatest) setPlaced({ outcome, findings: place(found, texts) });
    });
    return () => {
      isLatest = false;
    };
  }, [detail, outcome, found]);
  const isPlaced = placed !== undefined && placed.outcome === outcome;
  const findings = isPlaced ? placed.findings : found;
  const current = looked?.outcome === outcome ? looked?.index : undefined;
  const look = (index: number | undefined): void => {
    setLooked({ outcome, index });
    // An editor scrolls when its line is another; whoever asks for the same again has scrolled away from it.
    if (index !== undefined && index === current) reveal(findings[index]?.places ?? []);
  };
  return { findings, fresh: isFresh ? findings : NONE, isPlaced, current, look };
}

/** What was put in for a result: the page may show something else by now. */
export function inputOfRequest(request: string): Row {
  const [, call] = JSON.parse(request) as readonly unknown[];
  const input = isRecord(call) ? call["input"] : undefined;
  return isRecord(input) ? input : {};
}

function textsOf({ texts }: UnitDetail, input: Row): Readonly<Record<string, string>> {
  const given: Record<string, string> = {};
  for (const name of texts) {
    const text = input[name];
    if (typeof text === "string") given[name] = text;
  }
  return given;
}

/** Lines above a place that stay in sight. */
const ABOVE = 4;

/** Scrolls texts to places that have been shown before. */
function reveal(places: readonly Place[]): void {
  for (const { name, line } of places) {
    const holder = document.querySelector(`#text-${CSS.escape(name)}`);
    const area = holder?.querySelector("textarea");
    const rows = holder?.querySelector(".rows");
    if (!area || !rows) continue;
    const height = Number.parseFloat(getComputedStyle(area).lineHeight);
    // Of a long text only the lines in sight are drawn, each one row high.
    const row = rows.querySelector(`[data-n="${line}"]`);
    const top = row
      ? row.getBoundingClientRect().top - rows.getBoundingClientRect().top + rows.scrollTop
      : (line - 1) * height;
    area.scrollTop = Math.max(0, top - ABOVE * height);
  }
}
