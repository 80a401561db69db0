/** What people and agents say in set words: constraints, decisions, questions, next steps and risks. */
import type { TraceEvent } from "../_lib/agents/trace/events.ts";
import { splitLines, withoutMarker } from "./stated.ts";

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
    for (const line of splitLines(text)) {
      const { list, item } = readLine(line, role);
      if (list !== undefined && item !== "") lists[list].push(item);
      if (message === last && line.trimEnd().endsWith("?")) lists.openQuestions.push(item);
    }
  }
  const requests = messages.filter(({ role }) => role === "user").map(({ text }) => text);
  return { lists, requests };
}

const CHECKBOX = /^\s*[-*+][ \t]+\[([ xX])\](?:[ \t]+|$)/;
const PREFIX =
  /^(constraint|must|decision|decided|open question|question|todo|next step|next|risk):/i;
const LISTS_BY_PREFIX: Readonly<Record<string, ListName>> = {
  constraint: "constraints",
  must: "constraints",
  decision: "decisions",
  decided: "decisions",
  "open question": "openQuestions",
  question: "openQuestions",
  todo: "nextActions",
  "next step": "nextActions",
  next: "nextActions",
  risk: "risks",
};
/** Only a user sets constraints without saying that they are some. */
const RULE = /^(?:do not|don['’]t|never|always|must)(?![\p{L}\p{N}_-])/iu;

interface Line {
  /** Undefined where the line belongs to none. */
  readonly list: ListName | undefined;
  /** Without list marker and prefix. */
  readonly item: string;
}

function readLine(line: string, role: "user" | "assistant"): Line {
  const checkbox = CHECKBOX.exec(line);
  if (checkbox) {
    const list = checkbox[1] === " " ? "nextActions" : "done";
    return { list, item: line.slice(checkbox[0].length).trim() };
  }
  const text = withoutMarker(line);
  const prefix = PREFIX.exec(text);
  if (prefix) {
    const list = LISTS_BY_PREFIX[(prefix[1] ?? "").toLowerCase()];
    return { list, item: text.slice(prefix[0].length).trim() };
  }
  const isRule = role === "user" && RULE.test(text);
  return { list: isRule ? "constraints" : undefined, item: text };
}
