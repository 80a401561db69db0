/** Replaces secrets in everything that a packet shows. */
import {
  type Redaction,
  type RedactOptions,
  redactSensitive,
} from "../_lib/secrets/detectors/redact.ts";
import type { Content } from "../agent-context-handoff.ts";

/** Kind of secret → how many of it were replaced. */
export type Redacted = ReadonlyMap<string, number>;

/** The texts are not cut yet: half a secret is not known to be one. */
export function redactContent(content: Content): {
  readonly content: Content;
  readonly secrets: Redacted;
} {
  const given: string[] = [];
  mapTexts(content, (text) => (given.push(text), text));
  const { texts, evidence } = redactTexts(given, { categories: ["credential"], entropy: "off" });
  const secrets = new Map<string, number>();
  for (const { detector } of evidence) secrets.set(detector, (secrets.get(detector) ?? 0) + 1);
  if (secrets.size === 0) return { content, secrets };
  let at = 0;
  return { content: mapTexts(content, () => texts[at++] ?? ""), secrets };
}

type Map1 = (text: string) => string;

/** Every text in the order of the packet, so that tokens count up as it is read. */
function mapTexts(content: Content, change: Map1): Content {
  const all = (texts: readonly string[]) => texts.map((text) => change(text));
  const maybe = (text: string | null) => (text === null ? null : change(text));
  return {
    from: change(content.from),
    to: change(content.to),
    goal: change(content.goal),
    latestRequest: maybe(content.latestRequest),
    constraints: all(content.constraints),
    nextActions: all(content.nextActions),
    pendingCalls: content.pendingCalls.map(({ tool, callId, index }) => ({
      tool: change(tool),
      callId: change(callId),
      index,
    })),
    openQuestions: all(content.openQuestions),
    decisions: all(content.decisions),
    failures: content.failures.map(({ tool, callId, message, ...rest }) => ({
      tool: maybe(tool),
      callId: maybe(callId),
      message: change(message),
      ...rest,
    })),
    artifacts: content.artifacts.map(({ path, tools, lastIndex }) => ({
      path: change(path),
      tools: all(tools),
      lastIndex,
    })),
    risks: all(content.risks),
    done: all(content.done),
    toolUse: content.toolUse.map(({ tool, ...rest }) => ({ tool: change(tool), ...rest })),
  };
}

interface RedactedTexts extends Pick<Redaction, "evidence" | "summary" | "verified"> {
  /** In the order of the texts; tokens are numbered in that order, too. */
  readonly texts: readonly string[];
}

/** Redacts several texts as one, so that a value has the same token in all of them; what is found in one is replaced in the others, too. */
function redactTexts(texts: readonly string[], options: RedactOptions = {}): RedactedTexts {
  const separator = separatorOf(texts);
  const joined = texts.map(closed).join(separator);
  const { text, evidence, summary, verified } = redactSensitive(joined, options);
  const parts = texts.length === 0 ? [] : text.split(separator);
  const open = parts.map((part, index) => reopened(part, texts[index] ?? ""));
  return { texts: open, evidence, summary, verified };
}

/** No detector reads across it, and it stands in none of the texts. */
function separatorOf(texts: readonly string[]): string {
  let mark = "\u001e";
  while (texts.some((text) => text.includes(mark))) mark += mark;
  return `\n${mark}\n`;
}

const KEY_BEGIN = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_END = "-----END PRIVATE KEY-----";

/** A private key without its end goes on to the end of its own text, not of all. */
function closed(text: string): string {
  return isOpen(text) ? `${text}\n${KEY_END}` : text;
}

function isOpen(text: string): boolean {
  const begin = Array.from(text.matchAll(KEY_BEGIN)).at(-1);
  return begin !== undefined && !/-----END [A-Z0-9 ]*PRIVATE KEY/.test(text.slice(begin.index));
}

/** Without the end that was added, where nothing took it. */
function reopened(part: string, text: string): string {
  const added = `\n${KEY_END}`;
  return isOpen(text) && part.endsWith(added) ? part.slice(0, -added.length) : part;
}
