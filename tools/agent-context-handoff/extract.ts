/** What people and agents say in set words: constraints, decisions, questions, next steps and risks. */
import type { TraceEvent } from "../_lib/agents/trace/events.ts";
import { withoutEmphasis } from "./emphasis.ts";
import { isListItem, splitLines, withoutMarker } from "./stated.ts";

/** The fields that are lists of texts. */
export const LISTS = [
  "constraints",
  "decisions",
  "openQuestions",
  "nextActions",
  "done",
  "risks",
] as const;

type ListName = (typeof LISTS)[number];

export interface Said {
  readonly lists: Readonly<Record<ListName, readonly string[]>>;
  /** Texts of users that are not blank. */
  readonly requests: readonly string[];
}

type Message = Extract<TraceEvent, { readonly type: "message" }>;

export function readSaid(events: readonly TraceEvent[]): Said {
  const lists: Record<ListName, string[]> = {
    constraints: [],
    decisions: [],
    openQuestions: [],
    nextActions: [],
    done: [],
    risks: [],
  };
  const messages = events.filter(
    (event): event is Message => event.type === "message" && event.text.trim() !== "",
  );
  const last = messages.findLast(({ role }) => role === "assistant");
  for (const message of messages) {
    const { role, text } = message;
    if (role !== "user" && role !== "assistant") continue;
    for (const { list, item } of linesOf(text, role)) {
      if (list !== undefined && item !== "") lists[list].push(item);
      if (message === last && QUESTION.test(item)) lists.openQuestions.push(item);
    }
  }
  const requests = messages.filter(({ role }) => role === "user").map(({ text }) => text);
  return { lists, requests };
}

const CHECKBOX = /^\s*[-*+][ \t]+\[([ xX])\](?:[ \t]+|$)/;
const QUESTION = /[?？؟]$/;
const HEADING = /^[ \t]{0,3}#{1,6}[ \t]+/;

/** Words before a colon, and the list to which what follows belongs. */
const LABELS: Readonly<Record<string, ListName>> = {
  constraint: "constraints",
  constraints: "constraints",
  must: "constraints",
  decision: "decisions",
  decisions: "decisions",
  decided: "decisions",
  "open question": "openQuestions",
  "open questions": "openQuestions",
  question: "openQuestions",
  questions: "openQuestions",
  todo: "nextActions",
  todos: "nextActions",
  "to do": "nextActions",
  "next step": "nextActions",
  "next steps": "nextActions",
  "next action": "nextActions",
  "next actions": "nextActions",
  "action item": "nextActions",
  "action items": "nextActions",
  next: "nextActions",
  risk: "risks",
  risks: "risks",
};
/** Words that are labels only where a list stands below them. */
const LIST_LABELS: Readonly<Record<string, ListName>> = {
  ...LABELS,
  done: "done",
  completed: "done",
};
const LABELLED = /^(\p{L}+(?: \p{L}+)?)[ \t]*[:：](.*)$/su;

/** Only a user sets constraints without saying that they are some. */
const RULE = /^(?:do not|don['’]t|never|always|must)(?![\p{L}\p{N}_-])/iu;
/** An order not to do something: where a clause begins, so that "I do not know" is none, or with a word that forbids. */
const ORDER =
  /(?:^|[,.;:!–—(])\s*(?:(?:please|but|and|also|just|so|then|however)[ ,]\s*){0,3}(?:do not|don['’]t|never)(?![\p{L}\p{N}_-])/iu;
const FORBIDDEN =
  /(?<![\p{L}\p{N}_-])(?:must not|mustn['’]t|must never|may not|shall not)(?![\p{L}\p{N}_-])/iu;

interface Line {
  /** Undefined where the line belongs to none. */
  readonly list: ListName | undefined;
  /** Without list marker, label and emphasis. */
  readonly item: string;
}

/** The lines of a message; those of a list below a label belong to what it says. */
function linesOf(text: string, role: "user" | "assistant"): Line[] {
  let open: ListName | undefined;
  return splitLines(text).flatMap((raw) => {
    const line = withoutEmphasis(raw);
    const label = listLabel(line);
    if (label !== undefined) {
      open = label;
      return [];
    }
    if (line.trim() === "") return [];
    // What goes on below an item is indented.
    if (!isListItem(line) && !/^[ \t]/.test(line)) open = undefined;
    const read = readLine(line, role);
    const below = isListItem(line) ? open : undefined;
    return read.map((one) => ({ ...one, list: one.list ?? below }));
  });
}

/** What a line that is a label alone, or a heading, says about the list below it. */
function listLabel(line: string): ListName | undefined {
  const isHeading = HEADING.test(line);
  const text = withoutMarker(line.replace(HEADING, "")).trimEnd();
  const isLabel = text.endsWith(":") || text.endsWith("：");
  if (!isHeading && !isLabel) return undefined;
  return ownOf(LIST_LABELS, isLabel ? text.slice(0, -1).trimEnd() : text);
}

function ownOf(labels: Readonly<Record<string, ListName>>, words: string): ListName | undefined {
  const key = words.toLowerCase();
  return Object.hasOwn(labels, key) ? labels[key] : undefined;
}

function readLine(line: string, role: "user" | "assistant"): Line[] {
  const checkbox = CHECKBOX.exec(line);
  if (checkbox) {
    const list = checkbox[1] === " " ? "nextActions" : "done";
    return [{ list, item: line.slice(checkbox[0].length).trim() }];
  }
  const text = withoutMarker(line);
  const [, label = "", rest = ""] = LABELLED.exec(text) ?? [];
  const list = ownOf(LABELS, label);
  if (list !== undefined) return [{ list, item: rest.trim() }];
  if (role === "assistant") return [{ list, item: text }];
  if (RULE.test(text)) return [{ list: "constraints", item: text }];
  return [
    { list, item: text },
    ...sentencesOf(text)
      .filter(isProhibition)
      .map((item): Line => ({ list: "constraints", item })),
  ];
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?。！？])\s+/);
}

function isProhibition(sentence: string): boolean {
  return !QUESTION.test(sentence) && (ORDER.test(sentence) || FORBIDDEN.test(sentence));
}
