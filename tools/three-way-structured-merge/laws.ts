/** What holds for all versions of a document. */
import type { Law } from "../_core/tool.ts";
import { canonicalJson } from "../_lib/json/tree/canonical.ts";
import type { INPUT, Value } from "./contract.ts";

type Run = Parameters<Law<typeof INPUT, Value>["holds"]>[0];
type Given = Parameters<Run>[0];

/** What a document reads as: merged with itself it stays as it is. */
function plain(run: Run, document: unknown): string | undefined {
  const { value } = run({ ours: document, theirs: document, format: "json" });
  return value ? canonicalJson(value.merged) : undefined;
}

function merged(run: Run, input: Given): string | undefined {
  const { value } = run({ ...input, format: "json" });
  return value ? canonicalJson(value.merged) : undefined;
}

export const MERGE_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "a side that changed nothing changes nothing",
    holds(run, { ours, theirs }) {
      if (ours === undefined || theirs === undefined) return true;
      const expected = plain(run, ours);
      if (expected === undefined || plain(run, theirs) === undefined) return true;
      const first = merged(run, { base: theirs, ours, theirs });
      const second = merged(run, { base: theirs, ours: theirs, theirs: ours });
      return first === expected && second === expected;
    },
  },
  {
    name: "what both sides agree on is the result, whatever it was before",
    holds(run, { base, ours }) {
      if (ours === undefined) return true;
      const { value } = run({ base, ours, theirs: ours, format: "json" });
      return !value || (value.clean && canonicalJson(value.merged) === plain(run, ours));
    },
  },
  {
    name: "turned around, the sides have the same conflicts",
    holds(run, input) {
      if (input.ours === undefined || input.theirs === undefined) return true;
      const { value } = run({ ...input, format: "json" });
      const turned = run({
        ...input,
        ours: input.theirs,
        theirs: input.ours,
        format: "json",
      }).value;
      const paths = (found: Value | null | undefined) =>
        JSON.stringify(found?.conflicts.map(({ path }) => path));
      return paths(value) === paths(turned);
    },
  },
  {
    name: "the counts are those of the lists",
    holds(run, input) {
      const { value, valid } = run(input);
      if (!value) return true;
      const { counts, conflicts, patches, clean } = value;
      return (
        valid === clean &&
        clean === (conflicts.length === 0) &&
        counts.conflicts === conflicts.length &&
        counts.fromOurs === patches.fromOurs.length &&
        counts.fromTheirs === patches.fromTheirs.length
      );
    },
  },
];
