/** Contracts of agents' tools as their check reads them. */
import type { Value } from "../../tools/agent-contract-check.ts";
import tool from "../../tools/agent-contract-check.ts";
import { runUnit } from "./run-unit.ts";

export const run = (input: object) => runUnit(tool, input);
export const valueOf = (input: object) => run(input).value as Value;
export const schemaTool = (inputSchema: unknown, more: object = {}) => ({
  name: "t",
  inputSchema,
  ...more,
});
export const drift = (before: object, after: object) =>
  valueOf({ baseline: [before], tools: [after] }).drift.map(
    ({ code, severity, pointer }) => `${severity} ${code} ${pointer}`,
  );
export const inputDrift = (before: unknown, after: unknown) =>
  drift(schemaTool(before), schemaTool(after));
export const outputDrift = (...schemas: readonly (object | undefined)[]) => {
  const [before = {}, after = {}] = schemas.map((schema) =>
    schemaTool({}, schema && { outputSchema: schema }),
  );
  return drift(before, after);
};
export const object = (properties: object, more: object = {}) => ({
  type: "object",
  properties,
  ...more,
});
