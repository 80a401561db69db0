/** The picture of a source, a moment after it was changed, drawn in a worker that is ended when it takes too long. */
import { useEffect, useRef, useState } from "preact/hooks";
import { resultOf } from "../../tool/problems.ts";
import type { Run } from "../file-kit.ts";
import { NotLoaded } from "../part.ts";
import { Cancelled } from "../pool.ts";
import { wordsOfFailure } from "../use-work.ts";
import type { Diagram } from "./diagrams.ts";
import { LONGEST_MS, TEXTS, wordsOfProblem } from "./words.ts";

export interface Drawing {
  readonly svg?: Blob;
  readonly width: number;
  readonly height: number;
  /** In the words of the user. */
  readonly problem?: string;
  /** Where that is. */
  readonly line?: number | undefined;
}

const PAUSE_MS = 300;

const STYLE = { theme: "default", look: "classic", layout: "dagre" } as const;

/** What the renderer is told of how it looks: as in the server half, what is usual is left to the source. */
export function styleOf(
  diagram: Diagram,
  options: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const style = Object.entries(STYLE).flatMap(([name, usual]) => {
    const value = diagram[name as keyof typeof STYLE] ?? options[name] ?? usual;
    return value === usual ? [] : [[name, value] as const];
  });
  const { background = "white" } = options;
  return { ...Object.fromEntries(style), background };
}

/** Undefined while it is drawn; the one before stays as long as the page likes. */
export function useDrawing(
  name: string,
  source: string,
  style: Readonly<Record<string, unknown>>,
  run: Run,
): { readonly drawing: Drawing | undefined; readonly isFresh: boolean } {
  const signature = JSON.stringify([source, style]);
  const [made, setMade] = useState<{ readonly signature: string; readonly drawing: Drawing }>();
  const turn = useRef(Promise.resolve());
  useEffect(() => {
    if (source.trim() === "") return;
    let isLatest = true;
    const draw = async (): Promise<void> => {
      if (!isLatest) return;
      const drawing = await drawingOf(name, { input: source, format: "svg", ...style }, run);
      if (!isLatest) return;
      // The work was cancelled, and with it what was asked of its workers.
      if (drawing) setMade({ signature, drawing });
      else await draw();
    };
    // One after the other: only the latest is waited for.
    const begin = setTimeout(() => {
      turn.current = turn.current.then(draw, draw);
    }, PAUSE_MS);
    return () => {
      isLatest = false;
      clearTimeout(begin);
    };
  }, [signature]);
  if (source.trim() === "") return { drawing: undefined, isFresh: true };
  return { drawing: made?.drawing, isFresh: made?.signature === signature };
}

const NOTHING = { width: 0, height: 0 } as const;

/** Undefined where it was cancelled. */
async function drawingOf(
  name: string,
  input: Readonly<Record<string, unknown>>,
  run: Run,
): Promise<Drawing | undefined> {
  const limit = { milliseconds: LONGEST_MS, words: TEXTS.tooLong(name) };
  try {
    return drawn(name, resultOf(await run({ tool_id: "mermaid-renderer", input }, limit)));
  } catch (error) {
    if (error instanceof Cancelled) return undefined;
    const problem = error instanceof NotLoaded ? wordsOfFailure(error) : limit.words;
    return { ...NOTHING, problem };
  }
}

function drawn(name: string, result: ReturnType<typeof resultOf>): Drawing {
  const { ok, output = "", value, errors = [] } = result;
  const [error] = errors;
  if (ok !== true || !value) {
    const told = error ?? { message: TEXTS.isEmpty(name) };
    return { ...NOTHING, problem: wordsOfProblem(name, told), line: error?.line };
  }
  const { width, height } = value as { readonly width: number; readonly height: number };
  return { svg: new Blob([output], { type: "image/svg+xml" }), width, height };
}
