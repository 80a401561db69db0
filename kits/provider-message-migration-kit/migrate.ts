/** Each fixture for each target: written, read again, and compared. */
import { canonicalJson } from "../../tools/_lib/json/tree/canonical.ts";
import { jsonDifference } from "../../tools/_lib/json/patch/difference.ts";
import { parsePointer } from "../../tools/_lib/results/pointer.ts";
import {
  plainTools,
  readRequest,
  readResponse,
  type Shape,
  writeRequest,
  writeResponse,
} from "./bodies.ts";
import {
  type Canonical,
  type CanonicalRequest,
  compared,
  type Provider,
  type ToolEntry,
} from "./canonical.ts";
import { Notes, withExtras } from "./extras.ts";
import type { Fixture } from "./fixtures.ts";
import {
  type Json,
  isList,
  isMembers,
  listAt,
  objectOf,
  plain,
  toNode,
} from "../../tools/_lib/json/tree/exact.ts";
import { Losses } from "./losses.ts";
import { type Projected, projectRequest, projectResponse } from "./project.ts";
import { readResponsesAnswer, writeResponsesAnswer } from "./responses.ts";

export interface Difference {
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** What the tools of a target are called, and how its definitions are written. */
export interface TargetTools {
  nameFor(name: string): string;
  isWrapped(name: string): boolean;
  /** In the target's shape. */
  readonly written: Json;
  readonly losses: Losses;
}

/** The way of a body to the Responses API or from there, with what was told to be lost. */
export interface Conversion {
  readonly body: Json;
  readonly lost: readonly string[];
}

export type Convert = (body: Json, from: Provider, to: Provider) => Conversion | undefined;

export interface Target {
  readonly to: Provider;
  readonly body: Json;
  readonly losses: Losses;
  readonly identical: boolean;
  readonly explained: boolean;
  readonly differences: readonly Difference[];
}

export interface MigrateOptions {
  readonly model: string | null;
  readonly maxTokens: number;
  readonly tools: TargetTools;
  readonly convert: Convert;
}

/** Writes a fixture for another provider. */
export function migrate(fixture: Fixture, to: Provider, options: MigrateOptions): Target {
  const shape: Shape = to === "openai-responses" ? "openai-chat" : to;
  const { tools, maxTokens, model } = options;
  const { canonical, notes } = fixture.read;
  const route = {
    from: fixture.origin,
    to,
    madeIds: notes.madeIds,
    nameFor: (name: string) => tools.nameFor(name),
    isWrapped: (name: string) => tools.isWrapped(name),
  };
  if (canonical.kind === "response") {
    const projected = projectResponse(canonical, { ...route, to: shape });
    const body = writeResponse(projected.canonical, shape, { model });
    return compare(canonical, projected, readResponse(body, shape).canonical, { to, body });
  }
  const definitions = readTools(tools.written, shape);
  const projected = projectRequest(canonical, {
    ...route,
    maxTokens,
    tools: toolsAsTold(canonical.tools, definitions, tools, to),
  });
  projected.losses.list.push(...tools.losses.list);
  const isOwn = fixture.origin === to;
  const body = writeRequest(projected.canonical, shape, {
    model,
    tools: tools.written,
    ...(isOwn ? { own: { groups: undefined } } : {}),
  });
  if (to === "openai-responses") return throughResponses(canonical, projected, options);
  const streams = to === "gemini" ? projected.canonical.settings.stream : undefined;
  return compare(canonical, projected, readRequest(body, shape, streams).canonical, { to, body });
}

/** The definitions as they are read where they were written. */
function readTools(written: Json, shape: Shape): readonly ToolEntry[] {
  const { canonical } = readRequest({ tools: written }, shape);
  return canonical.kind === "request" ? canonical.tools : [];
}

/** Each tool as it was where no change of it was told, else as it is now. */
function toolsAsTold(
  before: readonly ToolEntry[],
  after: readonly ToolEntry[],
  tools: TargetTools,
  to: Provider,
): ToolEntry[] {
  const changed = new Set(
    tools.losses.list.flatMap(({ code, path }) =>
      code === "TOOL_SCHEMA_CHANGED" ? [Number(path.split("/")[2])] : [],
    ),
  );
  return before.map((tool, index) => {
    const now = after[index];
    const named = { ...tool, name: tools.nameFor(tool.name) };
    if (now === undefined) return named;
    if (changed.has(index)) return now;
    if (named.strict === false && (now.strict === null || to === "openai-responses")) {
      tools.losses.add("STRICT_DROPPED", `/tools/${index}/strict`);
      return { ...named, strict: null };
    }
    return named;
  });
}

function compare(
  canonical: Canonical,
  { canonical: expected, losses }: Projected,
  again: Canonical,
  { to, body }: Pick<Target, "to" | "body">,
): Target {
  const differences = differencesOf(compared(canonical), compared(again));
  const explained = isSame(compared(expected), compared(again));
  return { to, body, losses, identical: differences.length === 0, explained, differences };
}

/** What the tool tells to be lost on its way there explains a difference, too. */
function throughResponses(
  canonical: Canonical,
  projected: Projected<CanonicalRequest>,
  { convert, model, tools }: MigrateOptions,
): Target {
  const to = "openai-responses";
  const there = toResponses(projected.canonical, model, tools.written, convert);
  const back = there && convert(there.body, to, "openai-chat");
  if (there === undefined || back === undefined)
    return { ...compare(canonical, projected, canonical, { to, body: null }), explained: false };
  for (const path of there.lost)
    projected.losses.add("SETTING_DROPPED", "", `${path} of the Chat body has no place there`);
  const read = readRequest(back.body, "openai-chat").canonical;
  const target = compare(canonical, projected, read, { to, body: there.body });
  return { ...target, explained: target.explained || there.lost.length > 0 };
}

/** Instructions are one text; several texts, and the developer's, are items before the others. */
function toResponses(
  canonical: CanonicalRequest,
  model: string | null,
  tools: Json,
  convert: Convert,
): Conversion | undefined {
  const { system } = canonical;
  const [only] = system;
  const isPlain = system.length === 0 || (system.length === 1 && only?.origin === undefined);
  const said = isPlain ? canonical : { ...canonical, system: [] };
  const chat = writeRequest(said, "openai-chat", { model, tools });
  const there = convert(chat, "openai-chat", "openai-responses");
  if (there === undefined || isPlain || !isMembers(there.body)) return there;
  const first = system.map(({ text, origin }) => ({ role: origin ?? "system", content: text }));
  const input = [...first, ...listAt(there.body, "input")];
  return { ...there, body: { ...there.body, input } };
}

export interface Self {
  readonly body: Json;
  readonly identical: boolean;
  readonly differences: readonly Difference[];
}

/** A fixture in its own shape, and what it says when it is read there again; undefined where it has none. */
export function ownShape(fixture: Fixture, convert: Convert): Self | undefined {
  const { origin, read } = fixture;
  const { canonical, notes } = read;
  const { model } = canonical;
  if (origin === "canonical" || isGivenCanonical(fixture)) return undefined;
  if (origin === "openai-responses") {
    if (canonical.kind === "request") return ownResponses(canonical, convert);
    const body = writeResponsesAnswer(canonical, notes.itemSizes);
    return selfOf(canonical, readResponsesAnswer(body).canonical, body);
  }
  const own = { groups: notes.systemGroups };
  if (canonical.kind === "response") {
    const body = writeResponse(canonical, origin, { model, own });
    return selfOf(canonical, readResponse(body, origin).canonical, body);
  }
  const tools = plainTools(canonical.tools, origin);
  const body = writeRequest(canonical, origin, { model, tools, own });
  return selfOf(canonical, readRequest(body, origin).canonical, body);
}

/** Whether the fixture was given in the canonical shape, though its provider is known. */
function isGivenCanonical({ body }: Fixture): boolean {
  return isMembers(body) && body["canonical"] !== undefined;
}

function selfOf(canonical: Canonical, again: Canonical, body: Json): Self {
  const differences = differencesOf(withExtrasOf(canonical), withExtrasOf(again));
  return { body, identical: differences.length === 0, differences };
}

function withExtrasOf(canonical: Canonical): Json {
  return { ...(compared(canonical) as object), extras: canonical.extras };
}

/** Through the tool and back; members at the top of the body are put back. */
function ownResponses(canonical: CanonicalRequest, convert: Convert): Self | undefined {
  const tools = plainTools(canonical.tools, "openai-chat");
  const written = toResponses(canonical, canonical.model, tools, convert);
  const there = written && { ...written, body: withLimit(written.body, canonical) };
  const back = there && convert(there.body, "openai-responses", "openai-chat");
  if (there === undefined || back === undefined) return undefined;
  const again = readRequest(back.body, "openai-chat").canonical;
  const differences = differencesOf(compared(canonical), compared(again));
  const top = Object.entries(canonical.extras).filter(([path]) => path.lastIndexOf("/") === 0);
  const body = withExtras(there.body, objectOf(top));
  return { body, identical: differences.length === 0, differences };
}

/** With the limit that the source has, even one that the target would not take. */
function withLimit(body: Json, { settings: { maxTokens } }: CanonicalRequest): Json {
  return maxTokens === undefined ? body : withExtras(body, { "/max_output_tokens": maxTokens });
}

/** A body of the Responses API as one of Chat, with what was lost on the way kept by its pointers. */
export function readResponses(body: Json, convert: Convert) {
  const chat = convert(body, "openai-responses", "openai-chat");
  if (chat === undefined) return undefined;
  const { canonical, notes: read } = readRequest(chat.body, "openai-chat");
  const notes = new Notes();
  for (const id of read.madeIds) notes.madeIds.add(id);
  notes.badArguments.push(...read.badArguments);
  for (const [path, value] of Object.entries(canonical.extras)) notes.keep(path, value);
  for (const path of chat.lost) notes.keep(path, valueAt(body, path));
  return { canonical: { ...canonical, extras: notes.extras }, notes };
}

function isSame(left: Json, right: Json): boolean {
  return canonicalJson(plain(left)) === canonicalJson(plain(right));
}

function differencesOf(before: Json, after: Json): Difference[] {
  return jsonDifference(toNode(before), toNode(after)).map((operation) => {
    const { op, path } = operation;
    return {
      path,
      ...(op === "add" ? {} : { before: plain(valueAt(before, path) ?? null) }),
      ...(op === "remove" ? {} : { after: plain(valueAt(after, path) ?? null) }),
    };
  });
}

function valueAt(value: Json, pointer: string): Json | undefined {
  let node: Json | undefined = value;
  for (const token of parsePointer(pointer) ?? []) {
    if (isList(node)) node = node[Number(token)];
    else node = isMembers(node) && Object.hasOwn(node, token) ? node[token] : undefined;
  }
  return node;
}
