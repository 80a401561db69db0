/** Makes contracts of assignments, and tells what would go wrong. */
import { type Budget, done, type Entry, fail } from "../_core/tool.ts";
import { Decimal } from "../_lib/numbers/decimal.ts";
import { joinEntries } from "../_lib/results/entry-list.ts";
import { documentOf, valueOf } from "../_lib/json/tree/value.ts";
import { sentencesIn } from "../_lib/text/prose/sentences.ts";
import { sha256Hex } from "../_lib/bytes/sha256.ts";
import { languageOf } from "../_lib/text/slug/languages.ts";
import { slugWords } from "../_lib/text/slug/slug.ts";
import { TakenSlugs } from "../_lib/text/slug/taken.ts";
import { writeYamlData } from "../_lib/formats/yaml/write-data.ts";
import { type Assignment, type Plan, readPlan } from "./assignments.ts";
import { auditPlan, budgetOf, isEmpty, requestedOf } from "./audit.ts";
import type {
  Assignments,
  Contract,
  Input,
  Parent,
  Value,
  Warning,
} from "../subagent-delegation-contract-compiler.ts";
import { orderPlan } from "./order.ts";
import { writePrompt } from "./prompt.ts";

/** Compiles the contracts; `unknown` members of the parent have no effect. */
export function compileDelegation(
  input: Input,
  shape: Assignments,
  unknown: readonly Entry<Warning>[],
  budget: Budget,
) {
  const { plan, failure } = readPlan(input, shape, budget);
  if (failure) return failure;
  const waves = orderPlan(plan.assignments);
  if ("cycle" in waves) return fail(dependencyCycle(waves.cycle));
  const { errors, warnings } = auditPlan(plan, waves);
  const kept = plan.assignments.flatMap(({ schema, index }) =>
    schema ? valueOf(schema, `/assignments/${index}/deliverable/schema`).warnings : [],
  );
  const ordered = waves.list.flat();
  const contracts = ordered.map((assignment) =>
    contractOf(assignment, plan.parent, waves.waveOf(assignment)),
  );
  const value: Value = {
    version: "1",
    parent: plan.parent,
    contracts,
    waves: waves.list.map((wave) => wave.map(({ id }) => id)),
    budget: budgetsOf(plan),
    files: input.format === "claude-code" ? agentFiles(contracts, ordered) : [],
  };
  return done({
    output: contracts.map(({ prompt }) => prompt).join("\n\n---\n\n"),
    value,
    valid: errors.length === 0,
    errors,
    warnings: joinEntries<Warning>(unknown, plan.warnings, kept, warnings),
    stats: { contracts: contracts.length, waves: waves.list.length, errors: errors.length },
  });
}

function dependencyCycle(cycle: readonly string[]): Entry<"DEPENDENCY_CYCLE"> {
  const found = cycle.map((id) => JSON.stringify(id)).join(" → ");
  const message = `Cannot order the assignments: found ${found} waiting for one another, expected no circle`;
  return { code: "DEPENDENCY_CYCLE", message, path: "/assignments", received: cycle };
}

const DEFAULT_TOOL_CALLS = 30;
const STOP_RULES = [
  "Stop and report when the budget is used up.",
  "Stop and ask when a needed tool or file is not granted.",
];

function contractOf(assignment: Assignment, parent: Parent, wave: number): Contract {
  const { id, goal = "", inputs = [], tools, readScopes, writeScopes = [], budget } = assignment;
  const contract = {
    id,
    goal: goal.trim(),
    inputs,
    deliverable: deliverableOf(assignment),
    tools: tools ?? null,
    writeScopes,
    readScopes: readScopes ?? null,
    budget: isEmpty(budget)
      ? { toolCalls: DEFAULT_TOOL_CALLS }
      : budgetOf((unit) => budget?.[unit]),
    acceptance: assignment.acceptance ?? [],
    dependsOn: assignment.dependsOn ?? [],
    mayDelegate: assignment.mayDelegate ?? false,
    stopRules: [...STOP_RULES, ...(assignment.stopRules ?? [])],
    escalateTo: assignment.escalateTo || parent.name || "parent",
    wave,
  };
  const prompt = writePrompt(contract, assignment);
  return { ...contract, prompt, sha256: sha256Hex(prompt) };
}

function deliverableOf({ deliverable, schema }: Assignment): Contract["deliverable"] {
  if (!deliverable) return null;
  const { description } = deliverable;
  return {
    ...(description !== undefined && { description }),
    ...(schema && { schema: valueOf(schema).value }),
  };
}

function budgetsOf({ parent, assignments }: Plan): Value["budget"] {
  const requested = requestedOf(assignments);
  const available = budgetOf((unit) => parent.budget?.[unit]);
  const remaining = budgetOf((unit) => {
    const amount = available[unit];
    if (amount === undefined) return undefined;
    return new Decimal(amount).minus(requested[unit] ?? 0).toNumber();
  });
  return { requested, available, remaining };
}

/** Agent files as Claude Code reads them; their names are slugs of the ids. */
function agentFiles(
  contracts: readonly Contract[],
  assignments: readonly Assignment[],
): Value["files"] {
  const names = new TakenSlugs([], { separator: "-", first: 2, maxLength: 0 });
  return contracts.map(({ id, goal, tools, prompt }, at) => {
    const name = names.take(slugOf(id));
    const model = assignments[at]?.model;
    const matter = {
      name,
      description: firstSentence(goal),
      ...(tools && { tools: tools.join(", ") }),
      ...(model !== undefined && { model }),
    };
    const root = documentOf(matter)?.root;
    const front = (root && writeYamlData(root)) ?? "";
    return {
      path: `.claude/agents/${name}.md`,
      content: `---\n${front.trimEnd()}\n---\n\n${prompt}\n`,
    };
  });
}

const SLUG_STYLE = {
  separator: "-",
  lowercase: true,
  decamelize: false,
  language: languageOf("en"),
  unicode: false,
  symbols: false,
  keep: new Set<string>(),
};

function slugOf(id: string): string {
  return slugWords(id, SLUG_STYLE).words.join("-") || "task";
}

function firstSentence(text: string): string {
  const [first] = sentencesIn(text, { start: 0, end: text.length });
  return first ? text.slice(first.start, first.end).replace(/\s+/g, " ").trim() : text;
}
