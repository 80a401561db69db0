/** Replaces secrets in everything that a packet shows. */
import { redactTexts } from "./redact-texts.ts";
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
