/** Runs of agents as the validator of their states reads them. */
import type { Static } from "@sinclair/typebox";
import tool from "../../tools/agent-run-state-validator.ts";
import { runUnit } from "./run-unit.ts";

type Input = Partial<Static<typeof tool.input>>;
type Value = Static<typeof tool.value>;

export function read(events: unknown, more: Input = {}) {
  const outcome = runUnit(tool as never, { events, ...more });
  const { errors = [], warnings = [] } = outcome;
  const [list, others] = [errors, warnings].map((entries) =>
    entries.map(({ code, path }) => (path === undefined ? code : `${code} ${path}`)),
  );
  const value = outcome.value as Value;
  return {
    ...outcome,
    value,
    only: value?.instances?.[0] as Value["instances"][number],
    found: list ?? [],
    warned: others ?? [],
  };
}

export const failure = (events: unknown, more: object = {}) => {
  const { ok, errors = [] } = read(events, more);
  return ok ? "ok" : `${errors[0]?.code} ${errors[0]?.path}`;
};
