/** Files on their way from one kit's page to another's, in memory alone. */
import type { Job } from "./file-kit.ts";

interface Handed {
  readonly job: Job;
  readonly files: readonly File[];
}

let waiting: Handed | undefined;

export function handOverFiles(job: Job, files: readonly File[]): void {
  waiting = { job, files };
}

/** What waits for this kit, once. */
export function handedFiles(kit: string): Handed | undefined {
  if (waiting?.job.kit !== kit) return undefined;
  const handed = waiting;
  waiting = undefined;
  return handed;
}
