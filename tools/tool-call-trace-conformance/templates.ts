/** The templates of rules over the sequence of calls. */
import { nodeAt } from "../_lib/json/tree/rows.ts";
import { ValueIds } from "../_lib/json/tree/value-ids.ts";
import { succeededBefore, type TracedCall } from "./calls.ts";
import type { Rule, RuleType } from "./policy.ts";

/** What came of a rule. */
export interface Judged {
  /** Calls that the rule speaks of. */
  readonly activations: number;
  readonly witnesses: readonly TracedCall[];
  /** At least the witnesses; more where something is missing that no call stands for. */
  readonly violations: number;
}

/** The calls that a rule is about, in order. */
export interface Sides {
  readonly calls: readonly TracedCall[];
  readonly a: readonly TracedCall[];
  readonly b: readonly TracedCall[];
  readonly isA: (call: TracedCall) => boolean;
  readonly isB: (call: TracedCall) => boolean;
}

type Template = (sides: Sides, rule: Rule) => Judged;

/** Each of the calls is judged by itself. */
function judged(calls: readonly TracedCall[], isWrong: (call: TracedCall) => boolean): Judged {
  const witnesses = calls.filter(isWrong);
  return { activations: calls.length, witnesses, violations: witnesses.length };
}

const existence: Template = ({ a }, { n }) => ({
  activations: a.length,
  witnesses: [],
  violations: Number(a.length < n),
});

const absence: Template = ({ a }, { n }) => beyond(a, n - 1);

const exactly: Template = (sides, rule) =>
  sides.a.length > rule.n ? beyond(sides.a, rule.n) : existence(sides, rule);

/** The calls that are too many. */
export function beyond(calls: readonly TracedCall[], most: number): Judged {
  const witnesses = calls.slice(most);
  return { activations: calls.length, witnesses, violations: witnesses.length };
}

const init: Template = ({ calls, isA }) => judged(calls.slice(0, 1), (call) => !isA(call));
const end: Template = ({ calls, isA }) => judged(calls.slice(-1), (call) => !isA(call));

const response: Template = ({ a, b }) => {
  const last = b.at(-1)?.place ?? -1;
  return judged(a, ({ place }) => last <= place);
};

const precedence: Template = ({ a, b }) => {
  const first = a[0]?.place ?? Infinity;
  return judged(b, ({ place }) => first >= place);
};

const succession: Template = (sides, rule) => {
  const both = [response(sides, rule), precedence(sides, rule)];
  return union(
    sides,
    both.flatMap(({ witnesses }) => witnesses),
  );
};

/** Speaks of the calls of either side; a call of both counts once. */
function union(sides: Sides, found: readonly TracedCall[]): Judged {
  const witnesses = inOrder(found);
  return { activations: eitherOf(sides).length, witnesses, violations: witnesses.length };
}

function eitherOf({ a, b }: Sides): TracedCall[] {
  return inOrder([...a, ...b]);
}

function inOrder(calls: readonly TracedCall[]): TracedCall[] {
  return [...new Set(calls)].toSorted((one, other) => one.place - other.place);
}

const alternateResponse: Template = (sides) => {
  const either = eitherOf(sides);
  const next = new Map(either.map((call, at) => [call, either[at + 1]]));
  return judged(sides.a, (call) => !isOne(next.get(call), sides.isB));
};

const alternatePrecedence: Template = (sides) => {
  const either = eitherOf(sides);
  const before = new Map(either.map((call, at) => [call, either[at - 1]]));
  return judged(sides.b, (call) => !isOne(before.get(call), sides.isA));
};

const chainResponse: Template = ({ calls, a, isB }) =>
  judged(a, ({ place }) => !isOne(calls[place + 1], isB));

const chainPrecedence: Template = ({ calls, b, isA }) =>
  judged(b, ({ place }) => !isOne(calls[place - 1], isA));

function isOne(call: TracedCall | undefined, test: (call: TracedCall) => boolean): boolean {
  return call !== undefined && test(call);
}

const notCoexistence: Template = (sides) => {
  const areBoth = sides.a.length > 0 && sides.b.length > 0;
  return union(sides, areBoth ? eitherOf(sides) : []);
};

const coExistence: Template = (sides) => {
  const isOneAlone = sides.a.length === 0 || sides.b.length === 0;
  return union(sides, isOneAlone ? eitherOf(sides) : []);
};

const notSuccession: Template = ({ a, b }) => {
  const first = a[0]?.place ?? Infinity;
  const witnesses = b.filter(({ place }) => place > first);
  return { activations: a.length, witnesses, violations: witnesses.length };
};

const successBefore: Template = ({ a, b }) => {
  // Of all successes the earliest one is before most calls.
  const firsts = a.flatMap(({ result }) => (result && !result.isError ? [result.index] : []));
  const first = firsts.reduce((least, index) => Math.min(least, index), Infinity);
  return judged(b, ({ event }) => first >= event.index);
};

const approval: Template = ({ calls, isA, isB, a }) => {
  const approved = new Set<TracedCall>();
  let pending: TracedCall[] = [];
  for (const call of calls) {
    if (isA(call)) {
      if (pending.some((other) => succeededBefore(other, call))) approved.add(call);
      pending = [];
    } else if (isB(call)) pending.push(call);
  }
  return judged(a, (call) => !approved.has(call));
};

const sameArgument: Template = (sides, { pointer }) => {
  const either = eitherOf(sides);
  const ids = new ValueIds();
  const valueOf = ({ event }: TracedCall) => {
    const found = event.arguments && nodeAt(event.arguments, pointer);
    return found === undefined ? undefined : ids.idOf(found);
  };
  const areBoth = sides.a.length > 0 && sides.b.length > 0;
  const [first] = either;
  if (!areBoth || first === undefined) return union(sides, []);
  const wanted = valueOf(first);
  return union(
    sides,
    either.filter((call) => valueOf(call) !== wanted),
  );
};

const TEMPLATES: Readonly<Record<RuleType, Template>> = {
  existence,
  absence,
  exactly,
  init,
  end,
  response,
  precedence,
  succession,
  "alternate-response": alternateResponse,
  "alternate-precedence": alternatePrecedence,
  "chain-response": chainResponse,
  "chain-precedence": chainPrecedence,
  "not-coexistence": notCoexistence,
  "not-succession": notSuccession,
  "co-existence": coExistence,
  "success-before": successBefore,
  "same-argument": sameArgument,
  approval,
};

export function judge(rule: Rule, sides: Sides): Judged {
  return TEMPLATES[rule.type](sides, rule);
}

/** Of these the numbers tell; that they never applied is no surprise. */
const COUNTED: ReadonlySet<RuleType> = new Set(["existence", "absence", "exactly", "init", "end"]);

export function isOfExistence({ type }: Rule): boolean {
  return COUNTED.has(type);
}
