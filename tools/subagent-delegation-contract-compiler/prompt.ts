/** What a subagent is told. */
import { counted } from "../_lib/text/plural.ts";
import { prettyJson } from "../_lib/json/tree/write.ts";
import type { Assignment } from "./assignments.ts";
import type { Budget, Contract } from "../subagent-delegation-contract-compiler.ts";

export function writePrompt(
  contract: Omit<Contract, "prompt" | "sha256">,
  { schema }: Assignment,
): string {
  const { id, goal, inputs, tools, writeScopes, readScopes, budget } = contract;
  const sections = [
    `# Task ${id}`,
    goal && `Goal: ${goal}`,
    list("Inputs:", inputs),
    deliverableSection(contract, schema),
    tools && `Allowed tools: ${tools.join(", ") || "none"}`,
    writeScopes.length === 0
      ? "You must not write files."
      : `You may write only in: ${writeScopes.join(", ")}`,
    readScopes && readScopes.length > 0 && `You may read: ${readScopes.join(", ")}`,
    budgetSection(budget),
    list("Done when:", contract.acceptance),
    list("Rules:", [
      ...contract.stopRules,
      ...(contract.mayDelegate ? [] : ["Do not delegate further."]),
    ]),
  ];
  return sections.filter(Boolean).join("\n\n");
}

function list(heading: string, items: readonly string[]): string {
  return items.length === 0 ? "" : [heading, ...items.map((item) => `- ${item}`)].join("\n");
}

function deliverableSection(
  { deliverable }: Pick<Contract, "deliverable">,
  schema: Assignment["schema"],
): string {
  const { description = "" } = deliverable ?? {};
  const json = schema && prettyJson(schema);
  if (json === undefined) return description && `Deliverable: ${description}`;
  return [
    `Deliverable: ${description}`.trimEnd(),
    `\`\`\`json\n${json}\n\`\`\``,
    "Return only JSON that validates against this schema.",
  ].join("\n\n");
}

function budgetSection({ toolCalls, tokens, seconds, usd }: Budget): string {
  const parts = [
    toolCalls !== undefined && counted(toolCalls, "tool call"),
    tokens !== undefined && counted(tokens, "token"),
    seconds !== undefined && counted(seconds, "second"),
    usd !== undefined && `${usd} USD`,
  ].filter(Boolean);
  return parts.length === 0 ? "" : `Budget: ${parts.join(", ")}`;
}
