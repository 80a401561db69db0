/** The picture of a source, a moment after it was changed, drawn in a worker that is ended when it takes too long. */
import { useEffect, useState } from "preact/hooks";
import { type Running, runHere, Stopped } from "../../runner.ts";
import { resultOf } from "../../tool/problems.ts";
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

/** The first drawing opens libraries and fonts. */
const LONGEST_FIRST_MS = 60_000;
let longest = LONGEST_FIRST_MS;

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
): { readonly drawing: Drawing | undefined; readonly isFresh: boolean } {
  const signature = JSON.stringify([source, style]);
  const [made, setMade] = useState<{ readonly signature: string; readonly drawing: Drawing }>();
  useEffect(() => {
    if (source.trim() === "") return;
    let running: Running | undefined;
    let tooLong: ReturnType<typeof setTimeout> | undefined;
    const tell = (drawing: Drawing): void => setMade({ signature, drawing });
    const begin = setTimeout(() => {
      const run = runHere({
        tool_id: "mermaid-renderer",
        input: { input: source, format: "svg", ...style },
      });
      running = run;
      void run.begun.then(() => {
        tooLong = setTimeout(() => {
          run.stop();
          tell({ ...NOTHING, problem: TEXTS.tooLong(name) });
        }, longest);
      });
      run.body.then(
        (body) => {
          clearTimeout(tooLong);
          running = undefined;
          longest = LONGEST_MS;
          tell(drawingOf(name, resultOf(body)));
        },
        (error: unknown) => {
          if (!(error instanceof Stopped)) tell({ ...NOTHING, problem: TEXTS.tooLong(name) });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(begin);
      clearTimeout(tooLong);
      running?.stop();
    };
  }, [signature]);
  if (source.trim() === "") return { drawing: undefined, isFresh: true };
  return { drawing: made?.drawing, isFresh: made?.signature === signature };
}

const NOTHING = { width: 0, height: 0 } as const;

function drawingOf(name: string, result: ReturnType<typeof resultOf>): Drawing {
  const { ok, output = "", value, errors = [] } = result;
  const [error] = errors;
  if (ok !== true || !value) {
    const told = error ?? { message: TEXTS.isEmpty(name) };
    return { ...NOTHING, problem: wordsOfProblem(name, told), line: error?.line };
  }
  const { width, height } = value as { readonly width: number; readonly height: number };
  return { svg: new Blob([output], { type: "image/svg+xml" }), width, height };
}
