/** The state of a unit's page: what stands in the controls, what came of it, and when it is run again. */
import { useEffect, useRef, useState } from "preact/hooks";
import { bytesOf, type UnitDetail } from "../catalogue.ts";
import { type Body, Busy, runHere, runOnServer, type Running, Stopped, warmUp } from "../runner.ts";
import { inputOf, type Texts } from "./fields.ts";

export type Where = "here" | "server";

export interface Outcome {
  readonly body: Body;
  readonly request: string;
  readonly milliseconds: number;
}

export interface RunState {
  /** The last that came; it stays while another runs. */
  readonly outcome: Outcome | undefined;
  /** It is of what stands in the controls now. */
  readonly isFresh: boolean;
  /** Another run would not give what is there already. */
  readonly isNeeded: boolean;
  readonly isRunning: boolean;
  /** Its code is on the way; undefined where that is quick. */
  readonly loading: { readonly bytes: number } | undefined;
  /** Why there is no answer: the service is out of reach, or the run was ended. */
  readonly trouble: "stopped" | "slow" | "unreachable" | Busy | undefined;
  run(): void;
  stop(): void;
}

/** Typing goes on for a moment before it is run, and for a shorter one where a run is over at once. */
const PAUSE_MS = 90;
const SHORT_PAUSE_MS = 15;
const AT_ONCE_MS = 20;
/** A run that was not asked for has so much time. */
const PATIENCE_MS = 2000;
/** What takes no longer is not told. */
const QUICK_MS = 300;
/** Larger inputs are run when that is asked for. */
const MOST_AS_TYPED = 50_000;

function pauseAfter(last: Outcome | undefined): number {
  if (!last) return 0;
  return last.milliseconds <= AT_ONCE_MS ? SHORT_PAUSE_MS : PAUSE_MS;
}

export interface Asked {
  readonly detail: UnitDetail;
  readonly texts: Texts;
  readonly options: Readonly<Record<string, unknown>> | undefined;
  readonly where: Where;
  /** Something was put in: an empty page runs nothing. */
  readonly isTouched: boolean;
  /** Another run of the same gives something else. */
  readonly isDrawn?: boolean;
}

export function useRun(asked: Asked): RunState {
  const { detail, texts, options, where, isTouched, isDrawn = false } = asked;
  const [outcome, setOutcome] = useState<Outcome>();
  const [isRunning, setRunning] = useState(false);
  const [loading, setLoading] = useState<RunState["loading"]>();
  const [trouble, setTrouble] = useState<RunState["trouble"]>();
  const [isTooSlow, setTooSlow] = useState(false);
  const running = useRef<Running | undefined>(undefined);
  const input = inputOf(detail, texts);
  const request = { tool_id: detail.id, input, ...(options ? { options } : {}) };
  const signature = JSON.stringify([where, request]);

  const start = (limit: number): void => {
    running.current?.stop();
    const run = where === "here" ? runHere(request) : runOnServer(request);
    running.current = run;
    setRunning(true);
    setTrouble(undefined);
    let started = performance.now();
    let timer = setTimeout(() => void tellLoading(), QUICK_MS);
    const tellLoading = async (): Promise<void> => {
      const bytes = await bytesOf(detail).catch(() => 0);
      if (running.current === run && !hasBegun) setLoading({ bytes });
    };
    let hasBegun = false;
    void run.begun.then(() => {
      hasBegun = true;
      clearTimeout(timer);
      setLoading(undefined);
      if (running.current !== run) return;
      // What is fetched once is no part of the run.
      started = performance.now();
      timer = setTimeout(() => {
        setTooSlow(true);
        setTrouble("slow");
        run.stop();
      }, limit);
    });
    run.body
      .then((body) =>
        setOutcome({ body, request: signature, milliseconds: performance.now() - started }),
      )
      .catch((error: unknown) => {
        if (!(error instanceof Stopped)) setTrouble(error instanceof Busy ? error : "unreachable");
      })
      .finally(() => {
        clearTimeout(timer);
        if (running.current !== run) return;
        running.current = undefined;
        setLoading(undefined);
        setRunning(false);
      });
  };
  const isLight = signature.length <= MOST_AS_TYPED && !isTooSlow && where === "here";
  useEffect(() => {
    if (!isTouched || !isLight || outcome?.request === signature) return;
    const timer = setTimeout(() => start(PATIENCE_MS), pauseAfter(outcome));
    return () => clearTimeout(timer);
  }, [signature, isTouched, isLight]);
  useEffect(() => {
    warmUp();
    return () => running.current?.stop();
  }, []);
  const isFresh = outcome?.request === signature;
  return {
    outcome,
    isFresh,
    isNeeded: isDrawn || !isFresh || outcome?.body.success !== true,
    isRunning,
    loading,
    trouble,
    run: () => start(60_000),
    stop: () => {
      running.current?.stop();
      setTrouble("stopped");
    },
  };
}
