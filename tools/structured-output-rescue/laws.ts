import type { Law } from "../_core/tool.ts";
import { canonicalJson } from "../_lib/json/tree/canonical.ts";
import type { INPUT, Value } from "./contract.ts";

/** What holds for every answer, schema and choice. */
export const RESCUE_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "an object or array that is JSON comes back equal, with no changes",
    holds(run, { text = "" }) {
      const data = containerIn(text);
      if (data === undefined) return true;
      const { ok, value, warnings = [] } = run({ text });
      const isInexact = warnings.some(({ code }) => code === "NUMBER_KEPT_AS_TEXT");
      if (!ok || !value || isInexact) return !ok || isInexact;
      const isUntouched = value.status === "clean" && value.changes.length === 0;
      return isUntouched && canonicalJson(value.data) === canonicalJson(data);
    },
  },
  {
    name: "rescuing the output again changes nothing",
    holds(run, input) {
      const once = run(input);
      if (!once.ok || once.output === undefined) return true;
      const again = run({ ...input, text: once.output });
      return again.output === once.output && again.value?.status === "clean";
    },
  },
  {
    name: "every text that was replaced stands at its offset",
    holds(run, input) {
      const { text = "" } = input;
      const changes = run(input).value?.changes ?? [];
      return changes.every(
        ({ offset, before }) => offset === null || text.startsWith(String(before), offset),
      );
    },
  },
  {
    name: "a fence around JSON, or words without brackets, do not change the data",
    holds(run, { text = "" }) {
      if (containerIn(text) === undefined) return true;
      const { ok, output } = run({ text });
      const around = [`\`\`\`json\n${text}\n\`\`\``, `Here it is: ${text}\nAnything else?`];
      return !ok || around.every((wrapped) => run({ text: wrapped }).output === output);
    },
  },
  {
    name: "in strict mode nothing is repaired or fitted",
    holds(run, input) {
      const { status = "clean" } = run({ ...input, mode: "strict" }).value ?? {};
      return status === "clean" || status === "extracted";
    },
  },
];

function containerIn(text: string): unknown {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === "object" && data !== null ? data : undefined;
  } catch {
    return undefined;
  }
}
