/** What fills a model's window, and how much of its limits is left. */
import { ratio } from "./cost.ts";

export interface WindowLimits {
  readonly window: number;
  readonly maxInput: number | undefined;
  readonly maxOutput: number | undefined;
  /** Whether input and output share the window. */
  readonly shared: boolean;
}

/** Tokens of a request. */
export interface Load {
  readonly input: number;
  /** Extra on the input. */
  readonly margin: number;
  /** Reserved for the answer, thinking included. */
  readonly reserve: number;
}

export type Limit = "window" | "input" | "output";

export interface WindowUse {
  /** What the input may be beside the reserve; negative where that alone is too much. */
  readonly inputLimit: number;
  readonly remaining: number;
  /** Of the window, or of the input limit where that is another; two decimals. */
  readonly usedPercent: number;
  readonly fits: boolean;
  /** The longest answer beside this input. */
  readonly maxOutputNow: number;
  readonly tightest: Limit;
  /** Limits that are exceeded, with what is asked of them and what they are. */
  readonly exceeded: readonly { limit: Limit; received: number; expected: number }[];
}

export function useWindow(limits: WindowLimits, { input, margin, reserve }: Load): WindowUse {
  const { window, maxInput, maxOutput, shared } = limits;
  const given = input + margin;
  const inputLimit = shared
    ? Math.min(window - reserve, maxInput ?? Number.POSITIVE_INFINITY)
    : (maxInput ?? window);
  const remaining = inputLimit - given;
  const demands = demandsOn(limits, given, reserve);
  const [tightest] = demands.toSorted(
    (a, b) => a.expected - a.received - (b.expected - b.received),
  );
  const room = Math.min(maxOutput ?? window, shared ? window - given : (maxOutput ?? window));
  return {
    inputLimit,
    remaining,
    usedPercent:
      (shared ? ratio(100 * (given + reserve), window) : ratio(100 * given, inputLimit)) ?? 0,
    fits: remaining >= 0 && reserve <= (maxOutput ?? Number.POSITIVE_INFINITY),
    maxOutputNow: maxInput !== undefined && given > maxInput ? 0 : Math.max(0, room),
    tightest: tightest?.limit ?? "window",
    exceeded: demands.filter(({ received, expected }) => received > expected),
  };
}

/** What is asked of each limit that there is. Where they are not shared, the window is one for the input. */
function demandsOn(
  { window, maxInput, maxOutput, shared }: WindowLimits,
  given: number,
  reserve: number,
) {
  const demands: { limit: Limit; received: number; expected: number }[] = [];
  if (shared) demands.push({ limit: "window", received: given + reserve, expected: window });
  else if (maxInput === undefined) {
    demands.push({ limit: "window", received: given, expected: window });
  }
  if (maxInput !== undefined) {
    demands.push({ limit: "input", received: given, expected: maxInput });
  }
  if (maxOutput !== undefined) {
    demands.push({ limit: "output", received: reserve, expected: maxOutput });
  }
  return demands;
}
