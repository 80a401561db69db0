/** What the HTTP service needs besides the runner. */
import type { Gate } from "../limits/gate.ts";
import type { RunHost } from "../run/run.ts";
import type { Deadlines } from "../run/terms.ts";

/** One request that was answered; never what was in it. */
export interface Observation {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  /** The code of the error, where there was one. */
  readonly code?: string | undefined;
  readonly toolId?: string | undefined;
  readonly milliseconds: number;
  readonly bytesIn: number;
  readonly charactersOut: number;
}

export interface Observer {
  note(observation: Observation): void;
}

export interface ServeState {
  /** While the service ends: what is running is answered, and who calls is told not to come back. */
  isDraining: boolean;
  /** A front goes to another replica once nobody listens here; until then what it sends is answered, not sent away. */
  readonly isBehindFront?: boolean;
}

export interface ServeHost extends RunHost {
  readonly deadlines: Deadlines;
  /** Without it nothing is limited. */
  readonly gate?: Gate | undefined;
  /** Where nobody but this machine can call, the address that all its callers count as. */
  readonly onlyAddress?: string | undefined;
  /** How much a caller may do, as the overview shows it. */
  readonly callLimits?: Readonly<Record<string, number>> | undefined;
  readonly observer?: Observer | undefined;
  /** Under which address the caller came: what documents tell it to call. */
  addressOf(request: Request): string;
  readonly state: ServeState;
}
