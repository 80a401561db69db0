/** What holds for every two documents. */
import type { Law } from "../_core/tool.ts";
import type { INPUT, Value } from "./contract.ts";
import { RULES } from "./rules.ts";

type DeltaLaw = Law<typeof INPUT, Value>;

export const DELTA_LAWS: readonly DeltaLaw[] = [
  {
    name: "against itself a document has no changes",
    holds(run, { after }) {
      const { value } = run({ before: after, after });
      return !value || (value.changes.length === 0 && value.suggestedBump === "none");
    },
  },
  {
    name: "levels depend only on the rule and on what replaces it",
    holds(run, { before, after, severity = {} }) {
      const changes = run({ before, after, severity }).value?.changes ?? [];
      return changes.every(
        ({ id, level }) => level === (Object.hasOwn(severity, id) ? severity[id] : RULES.get(id)),
      );
    },
  },
  {
    name: "a higher level lists fewer changes and counts the same",
    holds(run, input) {
      const [all, some] = [run({ ...input, level: "info" }), run({ ...input, level: "error" })];
      if (!all.value || !some.value) return all.ok === some.ok;
      const { changes, counts } = some.value;
      return (
        changes.length === counts.error &&
        JSON.stringify(counts) === JSON.stringify(all.value.counts)
      );
    },
  },
  {
    name: "an endpoint that was added was removed the other way round",
    holds(run, { before, after }) {
      const [forth, back] = [run({ before, after }), run({ before: after, after: before })];
      if (!forth.value || !back.value) return true;
      return forth.value.endpoints.added === back.value.endpoints.removed;
    },
  },
];
