/** What of a row has no place in a format. */
import type { JsonMember } from "../_lib/json/tree/tree.ts";
import type { Format } from "../eval-dataset-jsonl-formatter.ts";
import { PREFERENCES } from "./needs.ts";
import { isSpoken } from "./write-row.ts";
import { type Row, targetTexts, type Turn } from "./row.ts";

interface Places {
  readonly id: boolean;
  readonly metadata: boolean;
  readonly choices: boolean;
  /** Several right answers. */
  readonly targets: boolean;
  /** The tools that may be called. */
  readonly tools: boolean;
  /** All of a message: of what leads to the answer, and of the answer. */
  readonly messages: boolean;
  readonly answer: boolean;
}

const NONE: Places = {
  id: false,
  metadata: false,
  choices: false,
  targets: false,
  tools: false,
  messages: false,
  answer: false,
};
const TRAINING: Places = { ...NONE, tools: true, messages: true, answer: true };

const PLACES: Readonly<Record<Format, Places>> = {
  "openai-finetune": TRAINING,
  "openai-dpo": TRAINING,
  "openai-evals": { ...NONE, targets: true, messages: true },
  "openai-evals-api": {
    ...NONE,
    id: true,
    metadata: true,
    choices: true,
    targets: true,
    messages: true,
  },
  promptfoo: { ...NONE, id: true, metadata: true, targets: true },
  inspect: { ...NONE, id: true, metadata: true, choices: true, targets: true, messages: true },
  "hf-messages": TRAINING,
  "hf-prompt-completion": NONE,
  "hf-preference": { ...NONE, messages: true },
  alpaca: NONE,
  sharegpt: NONE,
};

/** The names of what is left out of the line. */
export function lostFields(row: Row, to: Format): ReadonlySet<string> {
  const places = PLACES[to];
  const keysOf = (members: readonly JsonMember[]) => members.map(({ key }) => key);
  const candidates: readonly (readonly [hasPlace: boolean, names: readonly string[]])[] = [
    [places.id, row.id ? ["id"] : []],
    [places.choices, row.choices ? ["choices"] : []],
    [PREFERENCES.has(to), row.rejected ? ["rejected"] : []],
    [places.targets, targetTexts(row).length > 1 ? ["further targets"] : []],
    [places.metadata, keysOf(row.metadata)],
    [places.tools, keysOf(row.tools)],
    [row.format === to, keysOf(row.extras)],
    [places.messages, row.turns.flatMap(ownMembers)],
    [places.answer, row.target ? ownMembers(row.target) : []],
    [to !== "sharegpt" || row.turns.every(isSpoken), ["messages of tools"]],
  ];
  return new Set(candidates.flatMap(([hasPlace, names]) => (hasPlace ? [] : names)));
}

/** What a message has beside its text. */
function ownMembers({ content, extras }: Turn): string[] {
  const keys = extras.map(({ key }) => key);
  return content?.type === "array" ? ["content", ...keys] : keys;
}
