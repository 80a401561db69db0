/** What tools can do to the world, and how that is read from their annotations and words. */
import type { JsonNode } from "../json/tree/tree.ts";
import { memberOf, textOf } from "../json/tree/members.ts";
import { stem } from "../text/prose/terms.ts";
import type { ToolDefinition } from "./tool-call/definitions.ts";
import { wordsOf } from "../text/words.ts";

export const CAPABILITIES = [
  "private-data",
  "untrusted-content",
  "outbound",
  "write",
  "destructive",
  "execute",
  "money",
  "secrets",
  "delegate",
] as const;
export type Capability = (typeof CAPABILITIES)[number];

export function isCapability(name: string): name is Capability {
  return (CAPABILITIES as readonly string[]).includes(name);
}

/** In the order in which capabilities are always told. */
export function inOrder(capabilities: ReadonlySet<Capability>): Capability[] {
  return CAPABILITIES.filter((capability) => capabilities.has(capability));
}

export interface Inference {
  readonly capabilities: ReadonlySet<Capability>;
  /** No annotation says any of it. */
  readonly byWordsAlone: boolean;
}

export function inferCapabilities(tool: ToolDefinition): Inference {
  const annotated = annotatedCapabilities(tool.annotations);
  const capabilities = new Set([...annotated, ...wordCapabilities(tool)]);
  return { capabilities, byWordsAlone: annotated.length === 0 && capabilities.size > 0 };
}

/** Hints that are not given say nothing here, other than where MCP supplies defaults. */
function annotatedCapabilities(annotations: JsonNode | undefined): Capability[] {
  const hint = (name: string) => {
    const node = annotations && memberOf(annotations, name);
    return node?.type === "boolean" ? node.value : undefined;
  };
  const readOnly = hint("readOnlyHint");
  const found: Capability[] = [];
  if (readOnly === false) found.push("write");
  if (hint("destructiveHint") && !readOnly) found.push("destructive");
  if (hint("openWorldHint")) found.push(readOnly ? "untrusted-content" : "outbound");
  return found;
}

const WORDS: Readonly<Record<Capability, string>> = {
  "private-data":
    "read file document database query sql customer user account calendar contact inbox email mail drive repository secret crm record",
  "untrusted-content":
    "web browse fetch crawl scrape url http internet search rss inbox email mail issue comment ticket review message slack",
  outbound:
    "send post publish upload webhook email mail tweet push notify share http request curl slack",
  write: "write edit create update insert save append rename set",
  destructive: "delete remove drop destroy purge truncate overwrite kill revoke",
  execute: "shell bash exec execute eval python script terminal command run code",
  money: "pay payment refund charge invoice transfer purchase order",
  secrets: "secret token credential password key vault",
  delegate: "delegate subagent agent handoff spawn",
};

const STEMS = CAPABILITIES.map(
  (capability) => [capability, new Set(WORDS[capability].split(" ").map(stem))] as const,
);

const ENOUGH_IN_DESCRIPTION = 2;

/** One word of the name is enough; of the description it takes two. */
function wordCapabilities({ name, description = "" }: ToolDefinition): Capability[] {
  const inName = new Set(nameWords(name).map(stem));
  const inDescription = new Set(wordsOf(description).map(stem));
  return STEMS.flatMap(([capability, stems]) => {
    if ([...inName].some((word) => stems.has(word))) return [capability];
    const count = [...inDescription].filter((word) => stems.has(word)).length;
    return count >= ENOUGH_IN_DESCRIPTION ? [capability] : [];
  });
}

/** `readMailBox` and `read_mail-box` are read, mail, box. */
export function nameWords(name: string): string[] {
  return wordsOf(
    name
      .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
      .replace(/[_./-]+/g, " "),
  );
}

/** What a definition says of itself; undefined where it says nothing. */
export function declaredNames(
  node: JsonNode | undefined,
): readonly (string | undefined)[] | undefined {
  if (!node) return undefined;
  const inside = memberOf(node, "function");
  const list = memberOf(node, "capabilities") ?? (inside && memberOf(inside, "capabilities"));
  return list?.type === "array" ? list.items.map((item) => textOf(item)) : undefined;
}
