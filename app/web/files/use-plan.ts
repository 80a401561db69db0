/** The plan of what is on the page, made anew a moment after it changed. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Body } from "../runner.ts";
import { resultOf } from "../tool/problems.ts";
import type { FileKit, Job, Plan, Run } from "./file-kit.ts";
import { Cancelled } from "./pool.ts";
import { planOf } from "./use-work.ts";

export interface PlanState {
  readonly body: Body | undefined;
  /** For the job as it stands, with every default written out, if it can be worked on. */
  readonly planned: { readonly job: Job; readonly plan: Plan } | undefined;
  readonly isMaking: boolean;
  /** Whether there is anything to plan. */
  readonly hasWork: boolean;
}

const PAUSE_MS = 150;

export function usePlan(kit: FileKit, job: Job, run: Run, isWaiting: boolean): PlanState {
  const signature = JSON.stringify(job);
  const [made, setMade] = useState<{ readonly signature: string; readonly body: Body }>();
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
        if (!(error instanceof Cancelled)) throw error;
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
  }, [signature, hasWork, isWaiting]);
  if (!hasWork) return { body: undefined, planned: undefined, isMaking: false, hasWork };
  const isFresh = made?.signature === signature && !isWaiting;
  return {
    body: made?.body,
    planned: isFresh && made ? plannedOf(job, made.body) : undefined,
    isMaking: !isFresh,
    hasWork,
  };
}

function plannedOf(job: Job, body: Body): PlanState["planned"] {
  const { ok, value } = resultOf(body);
  const { plan, job: normal = job } = (value ?? {}) as { readonly plan?: Plan; readonly job?: Job };
  return ok === true && plan ? { job: normal, plan } : undefined;
}
