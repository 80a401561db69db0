/** Where the formats have what they are made of. */
import type { JsonMember, JsonNode } from "../_lib/json/tree/tree.ts";
import type { Mapping, SourceFormat } from "../eval-dataset-jsonl-formatter.ts";
import type { PartReader, Parts } from "./part-reader.ts";
import { isMessageList, plainTurn } from "./read-messages.ts";
import { isGiven, memberOf, textOf, type Turn } from "./row.ts";

type Read = (reader: PartReader, mapping: Mapping) => Parts | undefined;

/** Undefined of a generic row that has neither an input nor a target. */
export const READERS: Readonly<Record<SourceFormat, Read>> = {
  "openai-finetune": (reader) => reader.conversation("messages"),
  "openai-dpo": readDpo,
  "openai-evals": (reader) => reader.pair("input", "ideal"),
  "openai-evals-api": readItem,
  promptfoo: readPromptfoo,
  inspect: (reader) => withChoices(reader, reader.pair("input", "target"), "choices"),
  "hf-messages": (reader) => reader.conversation("messages"),
  "hf-prompt-completion": (reader) => reader.pair("prompt", "completion"),
  "hf-preference": readPreference,
  alpaca: (reader) => ({
    taken: ["instruction", "input", "output"],
    ...reader.instruction(),
    ...reader.answers(reader.source, "output", reader.path),
  }),
  sharegpt: (reader) => reader.conversation("conversations"),
  generic: readGeneric,
};

const INPUT_NAMES = ["input", "prompt", "question", "query", "instruction", "text"];
const OUTPUT_NAMES = "output completion answer ideal target expected response label".split(" ");
const TOOL_KEYS: ReadonlySet<string> = new Set(["tools", "functions", "parallel_tool_calls"]);

/** Whether a member beside the messages says what they may call. */
export function isAboutTools({ key }: JsonMember): boolean {
  return TOOL_KEYS.has(key);
}

function readDpo(reader: PartReader): Parts {
  const { source, path } = reader;
  const input = memberOf(source, "input");
  return {
    taken: ["input", "preferred_output", "non_preferred_output"],
    ...reader.prompt(memberOf(input, "messages"), `${path}/input/messages`),
    tools: input?.type === "object" ? input.members.filter(isAboutTools) : [],
    target: reader.answer(source, "preferred_output", path),
    rejected: reader.answer(source, "non_preferred_output", path),
  };
}

function readPreference(reader: PartReader): Parts {
  const { source, path } = reader;
  const [prompt, chosen] = [memberOf(source, "prompt"), memberOf(source, "chosen")];
  // Without a prompt both answers are whole conversations.
  const isImplicit = !isGiven(prompt) && chosen?.type === "array" && isMessageList(chosen);
  const asked = isImplicit ? { ...chosen, items: chosen.items.slice(0, -1) } : prompt;
  return {
    taken: ["prompt", "chosen", "rejected"],
    ...reader.prompt(asked, `${path}/${isImplicit ? "chosen" : "prompt"}`),
    target: reader.answer(source, "chosen", path),
    rejected: reader.answer(source, "rejected", path),
  };
}

function readItem(reader: PartReader): Parts {
  const item = memberOf(reader.source, "item");
  const path = `${reader.path}/item`;
  const names = { input: firstKey(item, INPUT_NAMES), target: firstKey(item, OUTPUT_NAMES) };
  const conversation = reader.prompt(memberOf(item, names.input), `${path}/${names.input}`);
  return {
    taken: ["item"],
    ...conversation,
    ...reader.answers(item, names.target, path),
    system: conversation.system ?? systemOf(memberOf(item, "system")),
    id: idOf(memberOf(item, "id")),
    choices: memberOf(item, "choices"),
    metadata: membersExcept(item, [names.input, names.target, "system", "id", "choices"]),
    names,
  };
}

function readPromptfoo(reader: PartReader): Parts {
  const { source, path } = reader;
  const vars = memberOf(source, "vars");
  const input = firstKey(vars, INPUT_NAMES);
  const conversation = reader.prompt(memberOf(vars, input), `${path}/vars/${input}`);
  const expected = expectedOf(memberOf(source, "assert"));
  return {
    taken: ["vars", "assert", "description"],
    ...conversation,
    ...(expected ? reader.answersOf(expected, `${path}/assert/0/value`) : {}),
    system: conversation.system ?? systemOf(memberOf(vars, "system")),
    id: idOf(memberOf(source, "description")),
    metadata: membersExcept(vars, [input, "system"]),
    extras: expected ? [] : source.members.filter(({ key }) => key === "assert"),
    names: { input },
  };
}

function readGeneric(reader: PartReader, mapping: Mapping): Parts | undefined {
  const { source, path } = reader;
  const input = mapping.input ?? firstKey(source, INPUT_NAMES);
  const output = mapping.output ?? firstKey(source, OUTPUT_NAMES);
  if (![input, output].some((key) => isGiven(memberOf(source, key)))) return undefined;
  const rejected = mapping.rejected ?? "rejected";
  const parts = withChoices(reader, reader.pair(input, output), mapping.choices ?? "choices");
  return {
    ...parts,
    taken: [...parts.taken, rejected],
    rejected: reader.answer(source, rejected, path),
  };
}

function withChoices({ source }: PartReader, parts: Parts, key: string): Parts {
  const node = memberOf(source, key);
  return { ...parts, taken: [...parts.taken, key], choices: isGiven(node) ? node : undefined };
}

export function systemOf(node: JsonNode | undefined): Turn | undefined {
  const text = textOf(node);
  return text ? plainTurn("system", text) : undefined;
}

export function idOf(node: JsonNode | undefined): JsonNode | undefined {
  const isId = node?.type === "number" || (node?.type === "string" && node.value !== "");
  return isId ? node : undefined;
}

function firstKey(node: JsonNode | undefined, names: readonly string[]): string {
  return names.find((name) => isGiven(memberOf(node, name))) ?? (names[0] as string);
}

function membersExcept(node: JsonNode | undefined, keys: readonly string[]): readonly JsonMember[] {
  return node?.type === "object" ? node.members.filter(({ key }) => !keys.includes(key)) : [];
}

/** The values of an only assertion that says what the output is; other assertions stay what they are. */
function expectedOf(asserts: JsonNode | undefined): JsonNode | undefined {
  if (asserts?.type !== "array" || asserts.items.length !== 1) return undefined;
  const [assert] = asserts.items;
  if (assert?.type !== "object" || assert.members.length !== 2) return undefined;
  const [type, value] = [textOf(memberOf(assert, "type")), memberOf(assert, "value")];
  if (type === "contains-any" && value?.type === "array") return value;
  return type === "equals" && isGiven(value) && value.type !== "array" ? value : undefined;
}
