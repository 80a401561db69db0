/** What the formats need, and what they have a place for. */
import { isGiven, type Row, targetTexts } from "./row.ts";
import type { Format, SourceFormat } from "../eval-dataset-jsonl-formatter.ts";
import { type HearProblem, isAction } from "./read-messages.ts";

/** Formats whose lines may stand without an answer: conversations, which may go on. */
const OPEN_ENDED: ReadonlySet<Format> = new Set(["hf-messages", "sharegpt"]);
const CONVERSATIONS: ReadonlySet<SourceFormat> = new Set([
  "openai-finetune",
  "hf-messages",
  "sharegpt",
]);
/** Formats of messages, which may also call tools. */
const WITH_CALLS: ReadonlySet<Format> = new Set(["openai-finetune", "openai-dpo", "hf-messages"]);
export const PREFERENCES: ReadonlySet<Format> = new Set(["openai-dpo", "hf-preference"]);

/** Notes what the row lacks for the format. */
export function checkNeeds(row: Row, to: Format, hear: HearProblem): void {
  const path = `/rows/${row.index}`;
  if (!hasAnswer(row, to)) {
    if (to === "openai-finetune" && CONVERSATIONS.has(row.format)) {
      const last = row.turns.at(-1)?.role ?? "none";
      const key = row.format === "sharegpt" ? "conversations" : "messages";
      hear("LAST_NOT_ASSISTANT", `${path}/${key}`, `a last message of ${last}`, "the assistant's");
    } else hear("TARGET_MISSING", path, "no target", "what is to be answered");
  }
  if (PREFERENCES.has(to) && !row.rejected) {
    hear("REJECTED_MISSING", path, "no rejected answer", "the answer that is worse");
  }
}

function hasAnswer(row: Row, to: Format): boolean {
  if (OPEN_ENDED.has(to)) return true;
  const assertions =
    to === "promptfoo" && row.extras.some(({ key, value }) => key === "assert" && isGiven(value));
  if (assertions || targetTexts(row).some((text) => text !== "")) return true;
  return WITH_CALLS.has(to) && row.target !== undefined && row.target.extras.some(isAction);
}
