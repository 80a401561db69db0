/** What holds for every packet. */
import type { Law } from "../_core/tool.ts";
import { readTrace } from "../_lib/agents/trace/read.ts";
import { type INPUT, MOST_STATED, type Value } from "./contract.ts";
import { isNothing } from "../_lib/fields/structured-field.ts";

const STATED = ["constraints", "decisions", "openQuestions", "nextActions", "risks"] as const;

export const HANDOFF_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "every call is either pending or answered",
    holds(run, input) {
      const { value } = run(input);
      if (!value || isNothing(input.transcript)) return true;
      const read = readTrace(input.transcript, { path: "/transcript", mostEvents: 100_000 });
      if ("failure" in read) return true;
      const answered = new Set(
        read.events.flatMap((event) => (event.type === "result" ? [event.call?.index] : [])),
      );
      const calls = read.events.filter(({ type }) => type === "call").map(({ index }) => index);
      const pending = new Set(value.pendingCalls.map(({ index }) => index));
      return calls.every((index) => pending.has(index) !== answered.has(index));
    },
  },
  {
    name: "what a packet states, stated again, is the same",
    holds(run, input) {
      const { value } = run(input);
      if (!value || STATED.some((field) => value[field].length > MOST_STATED)) return true;
      const { goal, from, to } = value;
      const lists = Object.fromEntries(STATED.map((field) => [field, value[field]]));
      const again = run({ goal: goal || "None", from, to, ...lists }).value;
      return STATED.every(
        (field) => JSON.stringify(again?.[field]) === JSON.stringify(value[field]),
      );
    },
  },
  {
    name: "a packet that is too long has nothing left that may be left out",
    holds(run, { maxTokens = 2000, ...rest }) {
      const { value } = run({ ...rest, maxTokens });
      if (!value || value.tokens <= maxTokens) return true;
      const { omitted } = value;
      const left = [...STATED, "artifacts", "pendingCalls", "failures", "done", "toolUse"] as const;
      return left.every(
        (field) => field === "constraints" || value[field].length === (omitted[field] ?? 0),
      );
    },
  },
];
