/** What of a logged request is billed otherwise than its plain tokens: service tier, place, speed, searches, media. */
import { isObject } from "../_lib/json/tree/members.ts";
import { SERVICE_TIERS, type ServiceTier } from "./bill.ts";

export interface Conditions {
  /** As logged, where the bill knows it. */
  readonly serviceTier: ServiceTier | undefined;
  readonly webSearches: number;
  /** On all rates of tokens. */
  readonly placeFactor: number;
  readonly isFast: boolean;
  /** What is billed by rates that are not known, in words. */
  readonly unpriced: readonly string[];
}

export const PLAIN: Conditions = {
  serviceTier: undefined,
  webSearches: 0,
  placeFactor: 1,
  isFast: false,
  unpriced: [],
};

type Members = Readonly<Record<string, unknown>>;

/** Of a response, and of the usage object in it. */
export function conditionsOf(item: unknown, usage: Members): Conditions {
  const outer = isObject(item) ? item : {};
  const holders = [usage, ...[outer["response"], outer["message"]].filter(isObject), outer];
  const told = (name: string) => holders.map((holder) => holder[name]).find(isText);
  const unpriced: string[] = [];
  const serviceTier = tierOf(told("service_tier"), isAnthropic(usage), unpriced);
  const placeFactor = placeOf(told("inference_geo"), unpriced);
  const speed = told("speed") ?? "standard";
  if (speed !== "standard" && speed !== "fast") unpriced.push(`the speed ${speed}`);
  if (told("trafficType") === "PROVISIONED_THROUGHPUT") unpriced.push("provisioned throughput");
  if (holders.some(isGrounded)) unpriced.push("searches of Google");
  for (const kind of ["audio", "image", "video"]) {
    if (mediaTokens(usage, kind)) unpriced.push(`${kind} tokens, billed as text`);
  }
  const webSearches = searchesIn(usage, holders);
  return { serviceTier, webSearches, placeFactor, isFast: speed === "fast", unpriced };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isAnthropic(usage: Members): boolean {
  return Object.keys(usage).some((key) => key.startsWith("cache_") || key === "server_tool_use");
}

/** `default`, `auto` and `standard` are the standard tier; Anthropic's priority is a contract. */
function tierOf(
  name: string | undefined,
  isContract: boolean,
  unpriced: string[],
): ServiceTier | undefined {
  if (name === undefined || /^(?:default|auto|on_demand|standard_only)$/i.test(name))
    return undefined;
  const known = SERVICE_TIERS.find((tier) => tier === name.toLowerCase());
  const isOwn = known !== undefined && !(known === "priority" && isContract);
  if (!isOwn) unpriced.push(`the service tier ${name.slice(0, LONGEST_SHOWN)}`);
  return isOwn ? known : undefined;
}

const LONGEST_SHOWN = 40;
const US_FACTOR = 1.1;

/** Anthropic bills inference that has to stay in the United States a tenth higher. */
function placeOf(place: string | undefined, unpriced: string[]): number {
  if (place === undefined || place === "global" || place === "not_available") return 1;
  if (place === "us") return US_FACTOR;
  unpriced.push(`inference in ${place.slice(0, LONGEST_SHOWN)}`);
  return 1;
}

function isGrounded({ candidates }: Members): boolean {
  return (
    Array.isArray(candidates) &&
    candidates.some((one) => isObject(one) && isObject(one["groundingMetadata"]))
  );
}

/** Whether a provider counts tokens of a kind apart, as OpenAI or as Gemini does. */
function mediaTokens(usage: Members, kind: string): boolean {
  return Object.values(usage).some((details) => {
    if (isObject(details)) return isCount(details[`${kind}_tokens`]);
    if (!Array.isArray(details)) return false;
    return details.some(
      (one) =>
        isObject(one) &&
        String(one["modality"]).toLowerCase() === kind &&
        isCount(one["tokenCount"]),
    );
  });
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}

/** As Anthropic, Perplexity and OpenRouter count them, or the calls in the output of Responses. */
function searchesIn(usage: Members, holders: readonly Members[]): number {
  const tools = usage["server_tool_use"];
  const counted = [
    isObject(tools) ? tools["web_search_requests"] : undefined,
    usage["web_search_requests"],
    usage["num_search_queries"],
  ].find(isCount);
  if (counted !== undefined) return counted;
  const output = holders.map((holder) => holder["output"]).find(Array.isArray) ?? [];
  return (output as unknown[]).filter((one) => isObject(one) && one["type"] === "web_search_call")
    .length;
}
