/** Where a run happens. */
import type { KitCtx, Service } from "../../kits/_core/kit.ts";
import type { Budget, Outcome } from "../../tools/_core/tool.ts";
import type { Unit } from "../registry-entry.ts";
import type { RunClock } from "./clock.ts";
import type { Door, Terms } from "./terms.ts";
import type { Answer, BodyShape, RunRequest } from "./types.ts";

/** A run of which everything is decided but its outcome. */
export interface Job {
  readonly unit: Unit;
  /** Checked and with defaults filled in. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The texts of fields of which the input has the data. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Why nothing has to run. */
  readonly refusal?: Outcome | undefined;
  /** Of the input as it was sent: the steps that may be taken grow with them. */
  readonly characters: number;
  readonly clock: RunClock;
  readonly service: Service;
  /** How a kit calls what its caller names; for those kits only. */
  readonly calls?: ((job: Job) => KitCtx["call"]) | undefined;
  /** Told of every bug in a unit that a kit calls. */
  readonly onCrash?: ((toolId: string, error: unknown) => void) | undefined;
  /** Steps are taken of this, too. */
  readonly budget?: Budget | undefined;
}

/** What another process has to know besides the request. */
export interface RemoteTerms {
  /** Who shares the lane with others: a key or an address; nobody where callers are not told apart. */
  readonly subject?: string | undefined;
  /** When the answer has to be there, on the clock of `performance.now()`. */
  readonly deadline: number;
  readonly publicUrl: string;
  readonly door?: Door | undefined;
}

export interface RequestTerms extends RemoteTerms {
  /** Whether the whole result is wanted, whatever the response mode. */
  readonly whole: boolean;
}

export interface BodyTerms extends RemoteTerms, Pick<Terms, "allow" | "permit"> {}

/**
 * Answers requests in a process that can be stopped, as they would be answered here. All reject with a
 * `RequestError` where that was not possible, with anything else only for a bug in the tool.
 */
export interface IsolatedLane {
  /** A request that was allowed. */
  answer(request: RunRequest, terms: RequestTerms): Promise<Answer>;
  /** A body that nobody has read yet, as bytes or text: reading a large one takes as long as many a run. */
  answerBody(body: ArrayBuffer | string, shape: BodyShape, terms: BodyTerms): Promise<Answer>;
}
