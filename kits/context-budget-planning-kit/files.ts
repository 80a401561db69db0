/** The plan as files: for programs, for people, and for spreadsheets. */
import { counted } from "../../tools/_lib/text/plural.ts";
import { oneLine } from "../../tools/_lib/text/shown.ts";
import { tableOr } from "../_core/page.ts";
import type { Facts, Input } from "../context-budget-planning-kit.ts";
import { compactTo } from "./conversation.ts";
import { type Allotted, totalOf, type Work } from "./parts.ts";
import { contextText } from "./reduce.ts";

export function writeFiles(
  facts: Facts,
  layout: readonly Allotted[],
  { input, report }: Work,
): void {
  const { components, conversation } = facts;
  report.json("budget-plan.json", facts);
  report.file("budget-plan.md", planText(facts, layout, input));
  report.csv(
    "allocation.csv",
    ["name", "kind", "tokens", "priority", "min", "allocated", "cut", "action", "share"],
    components.map((part) => [
      part.name,
      part.kind,
      part.tokens,
      part.priority,
      part.min,
      part.allocated,
      part.cut,
      part.action,
      part.share,
    ]),
  );
  if (input.turns > 1) {
    report.csv(
      "turns.csv",
      ["turn", "inputTokens", "cachedTokens", "usedPercent", "compacted", "fits"],
      conversation.perTurn.map((turn) => [
        turn.turn,
        turn.inputTokens,
        turn.cachedTokens,
        turn.usedPercent,
        turn.compacted,
        turn.fits,
      ]),
    );
  }
  if (input.apply) report.file("context.txt", contextText(layout));
}

function planText(facts: Facts, layout: readonly Allotted[], input: Input): string {
  const { model, allowedInput, contextWindow, reservedOutput, components, models } = facts;
  return [
    `# Context plan for ${oneLine(model)}`,
    `${facts.allocatedTokens} of ${allowedInput} tokens of input; window ${contextWindow}, ${reservedOutput} reserved for the answer, ${input.safetyMarginPercent} % margin.`,
    "## Parts",
    tableOr(
      "None.",
      ["Part", "Kind", "Priority", "Tokens", "Allotted", "Cut", "Action", "Share"],
      components.map((part) => [
        part.name,
        part.kind,
        String(part.priority),
        String(part.tokens),
        String(part.allocated),
        String(part.cut),
        part.action,
        `${part.share} %`,
      ]),
    ),
    "## Layout",
    layoutText(facts, layout),
    "## Conversation",
    conversationText(facts, input),
    "## Cost",
    costText(facts),
    ...(models.length === 0
      ? []
      : [
          "## Other models",
          tableOr(
            "None.",
            ["Model", "Fits", "Tokens left", "USD per request"],
            models.map(({ model: name, fits, remaining, costPerRequest }) => [
              name,
              fits ? "yes" : "no",
              String(remaining),
              String(costPerRequest ?? "n/a"),
            ]),
          ),
        ]),
  ].join("\n\n");
}

/** The parts in their order, and where the cache ends. */
function layoutText({ cacheablePrefixTokens }: Facts, layout: readonly Allotted[]): string {
  const shown = layout.map(({ name, allocated, action }, index) => {
    const size = action === "drop" ? "left out" : counted(allocated, "token");
    return `${index + 1}. ${oneLine(name)} (${size})`;
  });
  const stable = layout.filter((part) => part.stable).length;
  const breakPoint =
    stable === 0
      ? "Nothing at the front stays the same: there is nothing to cache across conversations."
      : `Cache break-point after ${oneLine(layout[stable - 1]?.name ?? "")}: the first ${cacheablePrefixTokens} tokens stay the same.`;
  return `${shown.join("\n")}\n\n${breakPoint}`;
}

function conversationText({ conversation, allowedInput }: Facts, input: Input): string {
  const { turns, compactions, peakTokens, firstOverflowTurn } = conversation;
  const { compactAtPercent, turnTokens } = input;
  const happened =
    compactions.length === 0
      ? `In ${counted(turns, "turn")} that does not happen.`
      : `In ${counted(turns, "turn")} that happens at ${compactions.join(", ")}.`;
  return [
    `Each turn adds ${counted(turnTokens, "token")}. Before a turn whose input would be more than ${compactAtPercent} % of ${allowedInput} tokens, the history is compacted until the input is at most ${compactTo(input)} %. ${happened}`,
    `The largest input has ${counted(peakTokens, "token")}.${firstOverflowTurn === null ? "" : ` Turn ${firstOverflowTurn} does not fit.`}`,
  ].join("\n\n");
}

function costText({ cost }: Facts): string {
  if (cost === null) return "The model has no price in the table.";
  const { currency, perConversation, perDay, perMonth, withoutCache } = cost;
  const rows = [
    ["per conversation", perConversation],
    ["without prompt caching", withoutCache],
    ...(perDay === null ? [] : [["per day", perDay] as const]),
    ...(perMonth === null ? [] : [["per month of 30 days", perMonth] as const]),
  ] as const;
  return tableOr(
    "None.",
    ["Cost", currency],
    rows.map(([name, amount]) => [name, String(amount)]),
  );
}

/** The key figures of the page. */
export function figuresLine({ model, allocatedTokens, allowedInput, components, cost }: Facts) {
  const cut = totalOf(components.map((part) => part.cut));
  const price = cost === null ? "" : `, USD ${cost.perConversation} per conversation`;
  return `${model}: ${allocatedTokens} of ${allowedInput} tokens, ${cut} cut${price}`;
}

/** What was only measured is in no file. */
function sendStep(components: Facts["components"], input: Input): string {
  const absent = components.filter(
    ({ action, allocated }, at) =>
      input.components[at]?.text === undefined && action !== "drop" && allocated > 0,
  );
  if (absent.length === 0) return "Send `context.txt`.";
  const names = absent.map(({ name }) => oneLine(name)).join(", ");
  return `Send \`context.txt\` together with what is not in it, as no text of it was given: ${names}.`;
}

export function nextSteps({ fits, components, conversation }: Facts, input: Input): string[] {
  const isCut = components.some(({ cut }) => cut > 0);
  return [
    ...(fits
      ? []
      : ["Lower `outputTokens`, or let more of `components` be reduced: see `budget-plan.md`."]),
    ...(conversation.firstOverflowTurn === null
      ? []
      : ["Lower `compactAtPercent`, so that the history is compacted before it is too long."]),
    ...(isCut && !input.apply ? ["Set `apply` to have the texts reduced as planned."] : []),
    ...(input.apply
      ? [sendStep(components, input)]
      : [
          "Build the context in the order of `layout`, with a cache break-point as in `budget-plan.md`.",
        ]),
    ...(input.turns === 1
      ? ["Set `turns` and `turnTokens` to see how the conversation grows."]
      : []),
  ];
}
