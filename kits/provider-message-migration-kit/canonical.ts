/** The canonical shape: what a conversation or an answer says, whichever provider's it is. */
import { PROVIDERS, type Provider } from "../../tools/_lib/agents/tool-call/content-parts.ts";
import { canonicalJson } from "../../tools/_lib/json/tree/canonical.ts";
import { sha256Hex } from "../../tools/_lib/bytes/sha256.ts";
import { type Json, type JsonMembers, plain } from "../../tools/_lib/json/tree/exact.ts";

export { PROVIDERS, type Provider };

/** Who wrote a fixture; `canonical` where that is not known. */
export type Origin = Provider | "canonical";

export interface TextPart {
  readonly type: "text";
  readonly text: string;
  readonly origin?: "developer";
  readonly cache?: true;
}

/** Where the content of a part is: one of these. */
interface Source {
  readonly data?: string;
  readonly url?: string;
  readonly fileId?: string;
}

export interface ImagePart extends Source {
  readonly type: "image";
  readonly mediaType: string | null;
  readonly detail?: string;
}

export interface AudioPart {
  readonly type: "audio";
  readonly mediaType: string | null;
  readonly data: string;
}

export interface FilePart extends Source {
  readonly type: "file";
  readonly mediaType: string | null;
  readonly name: string | null;
  readonly text?: string;
}

export interface ReasoningPart {
  readonly type: "reasoning";
  readonly text: string;
  readonly signature: string | null;
  readonly redacted: boolean;
}

export interface CallPart {
  readonly type: "call";
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonMembers;
  readonly signature?: string;
}

export interface JsonPart {
  readonly type: "json";
  readonly value: Json;
}

export interface ProviderPart {
  readonly type: "provider";
  readonly provider: Provider;
  readonly block: Json;
}

export type ResultContent = TextPart | JsonPart | ImagePart | FilePart | ProviderPart;

export interface ResultPart {
  readonly type: "result";
  readonly id: string;
  readonly name: string | null;
  readonly content: readonly ResultContent[];
  readonly isError: boolean;
}

export interface RefusalPart {
  readonly type: "refusal";
  readonly text: string;
}

export type Part =
  | TextPart
  | ImagePart
  | AudioPart
  | FilePart
  | ReasoningPart
  | CallPart
  | ResultPart
  | RefusalPart
  | ProviderPart;

export type Role = "user" | "assistant" | "system";

export interface Message {
  readonly role: Role;
  readonly parts: readonly Part[];
}

export interface ToolEntry {
  readonly name: string;
  readonly description: string | null;
  readonly parameters: Json;
  readonly strict: boolean | null;
}

export type ToolChoice = "auto" | "none" | "required" | { readonly tool: string } | null;

export interface ResponseFormat {
  readonly type: "text" | "json" | "json-schema";
  readonly name?: string;
  readonly schema?: Json;
  readonly strict?: boolean;
}

export interface Settings {
  readonly maxTokens?: Json;
  readonly temperature?: Json;
  readonly topP?: Json;
  readonly topK?: Json;
  readonly stop?: readonly string[];
  readonly seed?: Json;
  readonly presencePenalty?: Json;
  readonly frequencyPenalty?: Json;
  readonly n?: Json;
  readonly responseFormat?: ResponseFormat;
  readonly effort?: string;
  readonly stream?: boolean;
  readonly user?: string;
}

/** Pointer in the source → value, for members without a place here. */
export type Extras = JsonMembers;

export interface CanonicalRequest {
  readonly canonical: 1;
  readonly kind: "request";
  readonly model: string | null;
  readonly system: readonly TextPart[];
  readonly messages: readonly Message[];
  readonly tools: readonly ToolEntry[];
  readonly toolChoice: ToolChoice;
  readonly parallelToolCalls: boolean | null;
  readonly settings: Settings;
  readonly extras: Extras;
}

export const FINISH_REASONS = ["stop", "tool-calls", "length", "content-filter", "other"] as const;

export type FinishReason = (typeof FINISH_REASONS)[number];

export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly reasoning: number;
}

export interface CanonicalResponse {
  readonly canonical: 1;
  readonly kind: "response";
  readonly id: string | null;
  readonly model: string | null;
  readonly parts: readonly Part[];
  readonly finishReason: FinishReason;
  readonly usage: Usage | null;
  readonly extras: Extras;
}

export type Canonical = CanonicalRequest | CanonicalResponse;

/** As JSON; the types above are nothing else. */
export function asJson(value: object): Json {
  return value as Json;
}

/** What is compared when a body comes back: all that does not depend on whose body it was. */
export function compared(canonical: Canonical): Json {
  const { canonical: _version, kind: _kind, model: _model, extras: _extras, ...rest } = canonical;
  return asJson(rest);
}

export function canonicalHash(canonical: Canonical): string {
  return sha256Hex(canonicalJson(plain(compared(canonical))));
}

export function isCall(part: Part): part is CallPart {
  return part.type === "call";
}

export function isResult(part: Part): part is ResultPart {
  return part.type === "result";
}

/** All parts of a fixture with their pointers. */
export function* partsOf(canonical: Canonical): Generator<readonly [part: Part, path: string]> {
  if (canonical.kind === "response") {
    for (const [index, part] of canonical.parts.entries()) yield [part, `/parts/${index}`];
    return;
  }
  for (const [index, { parts }] of canonical.messages.entries()) {
    for (const [place, part] of parts.entries()) yield [part, `/messages/${index}/parts/${place}`];
  }
}
