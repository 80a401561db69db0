/** What fills a model's window, part by part, and what is left of it. */
import { type Ctx, done, type Entry, fail } from "../_core/tool.ts";
import { readAsOf } from "../_lib/agents/models/as-of.ts";
import { type Comparison, compareWindows, readCompared } from "../_lib/agents/models/compare.ts";
import { Money, ratio } from "../_lib/agents/models/cost.ts";
import { countForFamily, type TokenCount } from "../_lib/agents/models/families.ts";
import { findModel, type Model, nearestModels } from "../_lib/agents/models/models.ts";
import { MODEL_TABLE_DATE } from "../_lib/agents/models/table.ts";
import {
  type Load,
  useWindow,
  type WindowLimits,
  type WindowUse,
} from "../_lib/agents/models/window.ts";
import { quoted } from "../_lib/text/shown.ts";
import type { Failure, Input, Warning } from "../context-window-calculator.ts";

export function calculateWindow(input: Input, ctx: Ctx) {
  const date = readAsOf(input.asOf, ctx);
  if (typeof date !== "string") return fail(date);
  const { model, family } = findModel(input.model);
  if ((input.contextWindow ?? model?.context) === undefined) return fail(modelUnknown(input.model));
  const compared = readCompared(input.compareModels, "/compareModels", { needsWindow: true });
  if (compared.failure) return compared.failure;
  const limits = limitsOf(input, model);
  const count = countForFamily(input.text, family);
  const load = loadOf(input, count, limits.maxOutput);
  const found = { id: model?.id ?? input.model, limits, load, use: useWindow(limits, load), count };
  const loadFor = (other: TokenCount, maxOutput: number | undefined) =>
    loadOf(input, other, maxOutput);
  const models =
    compared.models && compareWindows(compared.models, { text: input.text, date, loadFor });
  return describe(input, found, { models, unknown: compared.unknown });
}

function modelUnknown(name: string): Entry<"MODEL_UNKNOWN"> {
  const near = nearestModels(name);
  return {
    code: "MODEL_UNKNOWN",
    message: `Cannot find the model: found ${quoted(name)}, expected one of the table of ${MODEL_TABLE_DATE}, or contextWindow`,
    path: "/model",
    hint: near.length > 0 ? `Did you mean ${near.join(", ")}?` : "Give contextWindow",
  };
}

function limitsOf(input: Input, model: Model | undefined): WindowLimits {
  return {
    window: input.contextWindow ?? model?.context ?? 0,
    maxInput: input.maxInputTokens ?? model?.maxInput,
    maxOutput: input.maxOutputTokens ?? model?.maxOutput,
    shared: model?.shared ?? true,
  };
}

const USUAL_OUTPUT = 4096;
const PARTS = [
  ["input", "inputTokens"],
  ["system", "systemTokens"],
  ["tools", "toolTokens"],
  ["history", "historyTokens"],
  ["retrieved", "retrievedTokens"],
] as const;

function loadOf(input: Input, { high }: TokenCount, maxOutput: number | undefined): Load {
  const given = PARTS.reduce((sum, [, field]) => sum + input[field], high);
  const output = input.outputTokens ?? Math.min(USUAL_OUTPUT, maxOutput ?? USUAL_OUTPUT);
  const { reasoningTokens, safetyMarginPercent } = input;
  return {
    input: given,
    margin: new Money(given).times(safetyMarginPercent).div(100).ceil().toNumber(),
    reserve: output + reasoningTokens,
  };
}

interface Compared {
  readonly models: readonly Comparison[] | undefined;
  readonly unknown: readonly Entry<"MODEL_UNKNOWN">[];
}

interface Found {
  readonly id: string;
  readonly limits: WindowLimits;
  readonly load: Load;
  readonly use: WindowUse;
  readonly count: TokenCount;
}

function describe(
  input: Input,
  { id, limits, load, use, count }: Found,
  { models, unknown }: Compared,
) {
  const { inputLimit, remaining, usedPercent, fits, maxOutputNow, tightest } = use;
  const named: [string, number][] = [
    ["text", count.high],
    ...PARTS.map(([name, field]): [string, number] => [name, input[field]]),
    ["margin", load.margin],
    ["output", load.reserve - input.reasoningTokens],
    ["reasoning", input.reasoningTokens],
    ["free", Math.max(0, remaining)],
  ];
  const parts = named
    .filter(([, size]) => size > 0)
    .map(([name, size]) => ({
      name,
      tokens: size,
      percent: ratio(100 * size, limits.window) ?? 0,
    }));
  const { turnTokens } = input;
  const turnsLeft = turnTokens === 0 ? null : Math.max(0, Math.floor(remaining / turnTokens));
  const warnings: Entry<Warning>[] = [
    ...(fits && remaining * 10 < inputLimit ? [tight(remaining, inputLimit)] : []),
    ...(count.method === "estimate" && count.high > 0 ? [estimated(count)] : []),
    ...unknown,
  ];
  return done({
    output: table(parts),
    value: {
      model: id,
      contextWindow: limits.window,
      maxInputTokens: limits.maxInput ?? null,
      maxOutputTokens: limits.maxOutput ?? null,
      shared: limits.shared,
      parts,
      inputTokens: load.input,
      marginTokens: load.margin,
      reservedOutput: load.reserve,
      inputLimit,
      remaining,
      usedPercent,
      fits,
      maxOutputNow,
      turnsLeft,
      tightest,
      ...(models && { models: [...models] }),
    },
    valid: fits,
    stats: { inputTokens: load.input, remaining },
    errors: use.exceeded.map(excess),
    warnings,
  });
}

const EXCESS = {
  window: ["CONTEXT_EXCEEDED", "fit the window", undefined],
  input: ["INPUT_EXCEEDS_MAXIMUM", "send the input", undefined],
  output: ["OUTPUT_EXCEEDS_MAXIMUM", "reserve the answer", "/outputTokens"],
} as const;

function excess({
  limit: name,
  received,
  expected,
}: WindowUse["exceeded"][number]): Entry<Failure> {
  const [code, act, path] = EXCESS[name];
  const message = `Cannot ${act}: found ${received} tokens, expected at most ${expected}`;
  return { code, message, ...(path && { path }), expected, received };
}

function tight(remaining: number, inputLimit: number): Entry<"CONTEXT_TIGHT"> {
  const message = `It fits, but only ${remaining} of ${inputLimit} input tokens are left`;
  return { code: "CONTEXT_TIGHT", message };
}

function estimated({ low, high }: TokenCount): Entry<"ESTIMATE"> {
  const message = `The text is estimated to have ${low} to ${high} tokens; ${high} count`;
  return { code: "ESTIMATE", message, path: "/text" };
}

/** One line for each part: name, tokens, percent of the window. */
function table(parts: readonly { name: string; tokens: number; percent: number }[]): string {
  const widest = Math.max(0, ...parts.map(({ tokens: size }) => String(size).length));
  return parts
    .map(({ name, tokens: size, percent }) => {
      return `${name.padEnd(10)} ${String(size).padStart(widest)} ${`${percent}%`.padStart(7)}`;
    })
    .join("\n");
}
