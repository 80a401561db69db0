/** The members of a body beside its messages and tools. */
import { compareNumbers } from "../_lib/json/tree/number.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { memberOf } from "../_lib/json/tree/members.ts";
import { nearest } from "../_lib/text/nearest.ts";
import type { Provider } from "../_lib/agents/tool-call/content-parts.ts";
import { isWhole } from "../_lib/numbers/decimal-text.ts";
import { type Findings, shown } from "./findings.ts";
import { checkSampling } from "./sampling.ts";
import { Reading } from "./settings.ts";
import {
  GENERATION,
  type Parameter,
  type ParameterType,
  PARAMETERS,
  REQUIRED,
  STOPS,
} from "./parameters.ts";

export function checkParameters(body: JsonNode, provider: Provider, findings: Findings): void {
  for (const key of REQUIRED[provider]) {
    const given = memberOf(body, key);
    if (given !== undefined && given.type !== "null") continue;
    const message = `Cannot send the body: ${key} is missing, expected it in a body for ${provider}`;
    findings.error("REQUIRED_FIELD", message, `/${key}`, { expected: key });
  }
  checkMembers(body, "", PARAMETERS[provider], findings);
  const config = memberOf(body, "generationConfig");
  if (provider === "gemini" && config !== undefined)
    checkMembers(config, "/generationConfig", GENERATION, findings);
  checkStops(body, provider, findings);
  if (provider.startsWith("openai")) checkMetadata(body, findings);
  if (provider === "anthropic") checkThinking(body, findings);
  checkSampling(new Reading(body, provider), findings);
}

function checkMembers(
  holder: JsonNode,
  path: string,
  known: ReadonlyMap<string, Parameter>,
  findings: Findings,
): void {
  for (const { key, value } of holder.type === "object" ? holder.members : []) {
    const place = appendPointer(path, key);
    const parameter = known.get(key);
    if (parameter === undefined) noteUnknown(key, place, known, findings);
    else if (value.type !== "null") checkValue(value, place, parameter, findings);
    if (parameter?.deprecated !== undefined) {
      const message = `The member ${key} is deprecated; there is ${parameter.deprecated}`;
      findings.warn("DEPRECATED_PARAMETER", message, place, { expected: parameter.deprecated });
    }
  }
}

function noteUnknown(
  key: string,
  path: string,
  known: ReadonlyMap<string, Parameter>,
  findings: Findings,
): void {
  const names = nearest(key, known.keys());
  const hint = names.length === 0 ? {} : { hint: `Did you mean ${names.join(" or ")}?` };
  const message = `The provider knows no member ${shown(key)}`;
  findings.warn("UNKNOWN_PARAMETER", message, path, hint);
}

function checkValue(node: JsonNode, path: string, parameter: Parameter, findings: Findings): void {
  if (!isOfType(node, parameter.type)) {
    findings.wrongType(path, node, parameter.type);
    return;
  }
  const { least, most } = parameter;
  if (node.type !== "number") return;
  const isLow = least !== undefined && compareNumbers(node.text, String(least)) < 0;
  const isHigh = most !== undefined && compareNumbers(node.text, String(most)) > 0;
  if (isLow || isHigh) findings.range(path, node.text, inBounds(least, most));
}

function inBounds(least: number | undefined, most: number | undefined): string {
  return most === undefined ? `at least ${least}` : `a number from ${least} to ${most}`;
}

function isOfType(node: JsonNode, type: ParameterType): boolean {
  if (type === "any") return true;
  if (type === "integer") return node.type === "number" && isWhole(node.text);
  return type.split(" or ").includes(node.type);
}

function checkStops(body: JsonNode, provider: Provider, findings: Findings): void {
  const bound = STOPS[provider];
  let node: JsonNode | undefined = body;
  for (const token of bound?.place ?? []) node = node && memberOf(node, token);
  if (bound === undefined || node?.type !== "array" || node.items.length <= bound.most) return;
  const path = `/${bound.place.join("/")}`;
  findings.range(path, `${node.items.length} sequences`, `at most ${bound.most}`);
}

const MOST_METADATA = 16;

function checkMetadata(body: JsonNode, findings: Findings): void {
  const metadata = memberOf(body, "metadata");
  if (metadata?.type !== "object" || metadata.members.length <= MOST_METADATA) return;
  findings.range("/metadata", `${metadata.members.length} keys`, `at most ${MOST_METADATA}`);
}

const LEAST_THINKING = "1024";

/** The budget for thinking is a part of the output. */
function checkThinking(body: JsonNode, findings: Findings): void {
  const thinking = memberOf(body, "thinking");
  const budget = thinking && memberOf(thinking, "budget_tokens");
  const limit = memberOf(body, "max_tokens");
  if (budget?.type !== "number") return;
  const path = "/thinking/budget_tokens";
  if (compareNumbers(budget.text, LEAST_THINKING) < 0)
    findings.range(path, budget.text, `at least ${LEAST_THINKING}`);
  else if (limit?.type === "number" && compareNumbers(budget.text, limit.text) >= 0)
    findings.range(path, budget.text, `less than max_tokens, which is ${limit.text}`);
}
