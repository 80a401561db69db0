/** The plan of what is on the page, made anew a moment after it changed. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Body } from "../runner.ts";
import { resultOf } from "../tool/problems.ts";
import type { FileKit, Job, Plan, Run } from "./file-kit.ts";
import { Cancelled } from "./pool.ts";
import { planOf, wordsOfFailure } from "./use-work.ts";

export interface PlanState {
  readonly body: Body | undefined;
  /** Why none can be made; empty where there is nothing in the way. */
  readonly failure: string;
  retry(): void;
  /** For the job as it stands, with every default written out, if it can be worked on. */
  readonly planned: { readonly job: Job; readonly plan: Plan } | undefined;
  readonly isMaking: boolean;
  /** Whether there is anything to plan. */
  readonly hasWork: boolean;
}

const PAUSE_MS = 150;

/** Of the job with that signature. */
interface Made {
  readonly signature: string;
  readonly body?: Body;
  readonly failure?: string;
}

export function usePlan(kit: FileKit, job: Job, run: Run, isWaiting: boolean): PlanState {
  const signature = JSON.stringify(job);
  const [made, setMade] = useState<Made>();
  const [tries, setTries] = useState(0);
  const retry = (): void => {
    setMade(undefined);
    setTries(tries + 1);
  };
  const turn = useRef(Promise.resolve());
  const hasWork = kit.hasWork?.(job.options) ?? job.files.length > 0;
  useEffect(() => {
    if (!hasWork || isWaiting) return;
    let isLatest = true;
    const make = async (): Promise<void> => {
      if (!isLatest) return;
      try {
        const body = await planOf(job, run);
        if (isLatest) setMade({ signature, body });
      } catch (error) {
        if (isLatest && !(error instanceof Cancelled))
          setMade({ signature, failure: wordsOfFailure(error) });
      }
    };
    // One after the other, so that the worker that has all code already makes them all.
    const timer = setTimeout(() => {
      turn.current = turn.current.then(make, make);
    }, PAUSE_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [signature, hasWork, isWaiting, tries]);
  const none = { body: undefined, failure: "", planned: undefined, isMaking: false };
  if (!hasWork) return { ...none, hasWork, retry };
  const isFresh = made?.signature === signature && !isWaiting;
  return {
    body: made?.body,
    failure: (isFresh && made?.failure) || "",
    retry,
    planned: isFresh && made?.body ? plannedOf(job, made.body) : undefined,
    isMaking: !isFresh,
    hasWork,
  };
}

function plannedOf(job: Job, body: Body): PlanState["planned"] {
  const { ok, value } = resultOf(body);
  const { plan, job: normal = job } = (value ?? {}) as { readonly plan?: Plan; readonly job?: Job };
  return ok === true && plan ? { job: normal, plan } : undefined;
}
