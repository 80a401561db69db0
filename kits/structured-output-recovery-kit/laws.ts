import { sha256Hex } from "../../tools/_lib/bytes/sha256.ts";
import { canonicalJson } from "../../tools/_lib/json/tree/canonical.ts";
import type { Law } from "../../tools/_core/tool.ts";
import { utf8Length } from "../../tools/_lib/text/code-points.ts";
import type { Static } from "@sinclair/typebox";
import type { INPUT, VALUE } from "./contract.ts";

type Value = Static<typeof VALUE>;

/** What holds for every answer, schema and setting. */
export const RECOVERY_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "files are what their figures say, and JSON files are JSON",
    holds(run, input) {
      return (run(input).value?.deliverables ?? []).every(
        ({ name, content, bytes, sha256 }) =>
          bytes === utf8Length(content) &&
          sha256 === sha256Hex(content) &&
          /[^\n]\n$/.test(content) &&
          (!name.endsWith(".json") || parses(content)),
      );
    },
  },
  {
    name: "recovered data is not changed when it is recovered again",
    holds(run, input) {
      const once = run({ ...input, failOn: "none" });
      if (!once.ok || once.valid !== true || once.output === undefined) return true;
      const { replies: _replies, ...rest } = input;
      const again = run({ ...rest, text: once.output, failOn: "none" });
      return again.value?.grade === "intact" && again.output === once.output;
    },
  },
  {
    name: "a fence around the answer takes away nothing but intactness",
    holds(run, { replies: _replies, text = "", ...rest }) {
      const bare = run({ ...rest, text, failOn: "none" });
      if (bare.value?.grade !== "intact" || text.includes("```")) return true;
      const fenced = run({ ...rest, text: `\`\`\`json\n${text}\n\`\`\``, failOn: "none" });
      return (
        fenced.value?.grade === "extracted" &&
        canonicalJson(fenced.value.data) === canonicalJson(bare.value.data)
      );
    },
  },
  {
    name: "safe never loses anything",
    holds(run, input) {
      const { value } = run({ ...input, policy: "safe", failOn: "none" });
      return value?.grade !== "lossy" && (value?.changes ?? []).every(({ lossy }) => !lossy);
    },
  },
  {
    name: "data conforms where the verdict is not fail and there is a schema",
    holds(run, input) {
      const { ok, value } = run({ ...input, failOn: "none" });
      if (!ok || input.schema === undefined || value?.verdict === "fail") return true;
      return value?.conforms === true;
    },
  },
  {
    name: "a reply that cannot be used changes neither choice nor disagreements",
    holds(run, { text: _text, ...input }) {
      const { replies = [] } = input;
      const before = run({ ...input, failOn: "none" });
      if (replies.length > 19 || !before.ok || before.value?.counts.usable === 0) return true;
      const after = run({ ...input, replies: [...replies, "no idea"], failOn: "none" });
      return (
        after.value?.reply === before.value?.reply &&
        canonicalJson(after.value?.disagreements) === canonicalJson(before.value?.disagreements)
      );
    },
  },
];

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
