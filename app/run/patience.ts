/** For how long a run may keep others waiting, and who has tried that patience. */

/** Nobody notices so short a wait. */
const USUAL_MS = 20;
/** The first runs of a tool in a process load and compile what the later ones use. */
const FIRST_MS = 250;
const FIRST_RUNS = 3;
const REMEMBERED_MS = 60_000;
/** A subject is stopped so often with a tool before its runs go elsewhere, */
const MOST_STOPS = 2;
/** and with so many tools before all of them do. */
const MOST_TOOLS = 3;
const MOST_SUBJECTS = 10_000;

interface Trial {
  readonly stops: Map<string, number>;
  until: number;
}

/** The subject "" is everybody. */
export class Patience {
  readonly #now: () => number;
  readonly #runs = new Map<string, number>();
  readonly #trials = new Map<string, Trial>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** In milliseconds; 0 where the run has to be done where nobody waits for it. */
  for(subject: string, toolId: string): number {
    if (this.#isTried(subject, toolId)) return 0;
    const runs = this.#runs.get(toolId) ?? 0;
    if (runs >= FIRST_RUNS) return USUAL_MS;
    this.#runs.set(toolId, runs + 1);
    return FIRST_MS;
  }

  /** A run of the subject had to be stopped. */
  try(subject: string, toolId: string): void {
    const trial = this.#trials.get(subject) ?? { stops: new Map<string, number>(), until: 0 };
    trial.stops.set(toolId, (trial.stops.get(toolId) ?? 0) + 1);
    trial.until = this.#now() + REMEMBERED_MS;
    // The oldest is the first to be forgotten.
    this.#trials.delete(subject);
    this.#trials.set(subject, trial);
    const [oldest] = this.#trials.keys();
    if (this.#trials.size > MOST_SUBJECTS && oldest !== undefined) this.#trials.delete(oldest);
  }

  #isTried(subject: string, toolId: string): boolean {
    const trial = this.#trials.get(subject);
    if (trial === undefined) return false;
    if (trial.until < this.#now()) {
      this.#trials.delete(subject);
      return false;
    }
    if ((trial.stops.get(toolId) ?? 0) >= MOST_STOPS) return true;
    return subject !== "" && trial.stops.size >= MOST_TOOLS;
  }
}
