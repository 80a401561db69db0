/** Parameters that some families of models refuse, or take only at what is their default. */
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { memberOf, textOf } from "../_lib/json/tree/members.ts";
import { compareNumbers } from "../_lib/json/tree/number.ts";
import { findModel, normalizeModelName } from "../_lib/agents/models/models.ts";
import type { Findings } from "./findings.ts";
import type { SettingName } from "../_lib/agents/tool-call/places.ts";
import { Reading, type Setting } from "./settings.ts";

/** The least and the most that is taken; neither where the parameter is refused whatever it says. */
interface Bounds {
  readonly least?: string;
  readonly most?: string;
}

/** Settings, and members that only OpenAI has, by their names. */
type Refusals = Readonly<Partial<Record<SettingName | (typeof OPENAI_ONLY)[number], Bounds>>>;

const OPENAI_ONLY = ["logprobs", "top_logprobs", "logit_bias"] as const;

/** What beside the model decides. */
export interface SamplingContext {
  readonly model: string | undefined;
  readonly effort: string | undefined;
  /** Whether extended thinking of Claude is on. */
  readonly thinks: boolean;
  readonly hasTemperature: boolean;
}

const REFUSED: Bounds = {};
const ONE: Bounds = { least: "1", most: "1" };
const ZERO: Bounds = { least: "0", most: "0" };
const PENALTIES: Refusals = { presence: ZERO, frequency: ZERO };

/** The models that reason before they answer; those named `chat` do not. */
const REASONING = /^(?:o[134](?![a-z\d])|gpt-[5-9](?!\d)|codex-mini)/;
const CHATTING = /^gpt-[5-9](?:\.\d+)?-chat/;
/** Models whose effort may be `none`, which is the default of the first of them. */
const MAY_REST = /^gpt-(?:5\.\d|[6-9])(?!.*-(?:pro|codex))/;
const RESTS_BY_DEFAULT = /^gpt-5\.[1-4](?!\d)/;
const TAKES_STOP = /^o1/;

function openaiRefusals(name: string, effort: string | undefined): Refusals {
  const isResting =
    MAY_REST.test(name) &&
    (effort === "none" || (effort === undefined && RESTS_BY_DEFAULT.test(name)));
  if (isResting) return PENALTIES;
  const [logprobs, topLogprobs, bias] = OPENAI_ONLY;
  return {
    ...PENALTIES,
    temperature: ONE,
    topP: ONE,
    [logprobs]: REFUSED,
    [topLogprobs]: REFUSED,
    [bias]: REFUSED,
    ...(TAKES_STOP.test(name) ? {} : { stop: REFUSED }),
  };
}

/** From Opus 4.7 on there is one way of sampling; before, thinking and sampling exclude each other. */
function claudeRefusals(name: string, context: SamplingContext): Refusals {
  if (findModel(name).family === "claude")
    return { temperature: ONE, topP: { least: "0.99" }, topK: REFUSED };
  if (context.thinks) return { temperature: ONE, topP: { least: "0.95" }, topK: REFUSED };
  return context.hasTemperature && TAKES_EITHER.test(name) ? { topP: REFUSED } : {};
}

/** Models that take a temperature or a top_p, not both. */
const TAKES_EITHER = /^claude-(?:opus-4[-.]1|(?:sonnet|haiku)-4[-.]5)/;

/** Reasoning models of xAI. */
const GROK_REASONING = /^grok-(?:3-mini|[4-9]|code)(?!.*non-reasoning)/;

function refusalsOf(context: SamplingContext): Refusals {
  if (context.model === undefined) return {};
  const normal = normalizeModelName(context.model);
  const name = normal.slice(normal.lastIndexOf("/") + 1);
  if (REASONING.test(name) && !CHATTING.test(name)) return openaiRefusals(name, context.effort);
  if (name.startsWith("claude")) return claudeRefusals(name, context);
  if (/^gemini-(?:2\.5|[3-9])/.test(name)) return PENALTIES;
  if (GROK_REASONING.test(name)) return { presence: REFUSED, frequency: REFUSED, stop: REFUSED };
  return {};
}

function isRefused(node: JsonNode, bounds: Bounds | undefined): boolean {
  if (bounds === undefined) return false;
  const { least, most } = bounds;
  if (least === undefined && most === undefined) return node.type !== "boolean" || node.value;
  if (node.type !== "number") return false;
  return (
    (least !== undefined && compareNumbers(node.text, least) < 0) ||
    (most !== undefined && compareNumbers(node.text, most) > 0)
  );
}

/** What to say of a setting that the model refuses; undefined where it takes it. */
export function samplingRefused(
  name: keyof Refusals,
  { node, path }: Setting,
  context: SamplingContext,
): string | undefined {
  const bounds = refusalsOf(context)[name];
  if (!isRefused(node, bounds)) return undefined;
  const key = path.slice(path.lastIndexOf("/") + 1);
  const given = node.type === "number" ? ` ${node.text}` : "";
  const { least, most } = bounds ?? {};
  if (least === undefined) return `The model does not take ${key}${given}`;
  const only = least === most ? `only ${least}` : `only ${least} and above`;
  return `The model does not take ${key}${given}, ${only}`;
}

export const SAMPLING: readonly SettingName[] = [
  "temperature",
  "topP",
  "topK",
  "stop",
  "presence",
  "frequency",
];

export function contextOf(reading: Reading, model: string | undefined): SamplingContext {
  const given = memberOf(reading.body, "thinking");
  const thinking = given && textOf(memberOf(given, "type"));
  return {
    model,
    effort: textOf(reading.setting("effort")?.node),
    thinks: thinking === "enabled" || thinking === "adaptive",
    hasTemperature: reading.setting("temperature") !== undefined,
  };
}

/** Tells of what the model of a body refuses. */
export function checkSampling(reading: Reading, findings: Findings): void {
  const context = contextOf(reading, textOf(memberOf(reading.body, "model")));
  const check = (name: keyof Refusals, setting: Setting | undefined) => {
    const message = setting && samplingRefused(name, setting, context);
    if (setting !== undefined && message !== undefined)
      findings.warn("SAMPLING_UNSUPPORTED", message, setting.path);
  };
  for (const name of SAMPLING) check(name, reading.setting(name));
  if (reading.provider.startsWith("openai"))
    for (const key of OPENAI_ONLY) check(key, reading.at(key));
  const budget = reading.at("thinking", "budget_tokens");
  const family = context.model === undefined ? undefined : findModel(context.model).family;
  if (budget !== undefined && family === "claude") {
    const message = "The model does not take a budget for thinking: it is adaptive";
    findings.warn("SAMPLING_UNSUPPORTED", message, budget.path);
  }
}
