/** What would go wrong if the work were handed out as it is planned. */
import type { Entry } from "../_core/tool.ts";
import { Decimal, sumOf } from "../_lib/numbers/decimal.ts";
import { orderFindings } from "../_lib/results/finding-order.ts";
import { matchesName } from "../_lib/text/name-pattern.ts";
import { quoted } from "../_lib/text/shown.ts";
import type { Budget, Failure, Parent, Warning } from "../subagent-delegation-contract-compiler.ts";
import type { Assignment, Plan } from "./assignments.ts";
import type { Waves } from "./order.ts";
import { grantsOf, isGranted, readScope, ScopeIndex } from "./scopes.ts";

export const UNITS = ["toolCalls", "tokens", "seconds", "usd"] as const;

type Unit = (typeof UNITS)[number];

/** What would go wrong if the work were handed out like this. */
export function auditPlan(plan: Plan, waves: Waves) {
  const { parent, assignments } = plan;
  const errors = [
    ...assignments.flatMap((assignment) => [
      ...goalErrors(assignment),
      ...toolErrors(assignment, parent),
      ...scopeErrors(assignment, parent),
      ...unknownDependencies(assignment, waves),
      ...depthErrors(assignment, parent),
    ]),
    ...overlapErrors(plan, waves),
    ...budgetErrors(plan),
  ];
  const warnings = assignments.flatMap((assignment) => [
    ...plainWarnings(assignment),
    ...unusedDeliverable(assignment, assignments),
  ]);
  return { errors: orderFindings(errors), warnings: orderFindings(warnings) };
}

export function pathOf({ index }: Assignment): string {
  return `/assignments/${index}`;
}

function goalErrors(assignment: Assignment): Entry<Failure>[] {
  if (assignment.goal?.trim()) return [];
  const message = `Cannot hand out ${quoted(assignment.id)}: found no goal, expected one`;
  return [{ code: "GOAL_MISSING", message, path: `${pathOf(assignment)}/goal` }];
}

function toolErrors(assignment: Assignment, { tools: granted }: Parent): Entry<Failure>[] {
  if (!granted) return [];
  return (assignment.tools ?? []).flatMap((tool, at): Entry<Failure>[] => {
    if (granted.some((pattern) => matchesName(pattern, tool))) return [];
    const expected = granted.length === 0 ? "no tool" : `one of ${granted.join(", ")}`;
    const message = `Cannot grant a tool: found ${quoted(tool)}, expected ${expected}`;
    const path = `${pathOf(assignment)}/tools/${at}`;
    return [{ code: "TOOL_NOT_GRANTED", message, path, received: tool, expected: granted }];
  });
}

function scopeErrors(assignment: Assignment, { writeScopes: granted }: Parent): Entry<Failure>[] {
  if (!granted) return [];
  const globs = granted.flatMap(grantsOf);
  return (assignment.writeScopes ?? []).flatMap((scope, at): Entry<Failure>[] => {
    if (isGranted(readScope(scope), globs)) return [];
    const expected = granted.length === 0 ? "no place" : `a part of ${granted.join(", ")}`;
    const message = `Cannot grant a place to write to: found ${quoted(scope)}, expected ${expected}`;
    const path = `${pathOf(assignment)}/writeScopes/${at}`;
    return [{ code: "SCOPE_NOT_GRANTED", message, path, received: scope, expected: granted }];
  });
}

function unknownDependencies(assignment: Assignment, waves: Waves): Entry<Failure>[] {
  return (assignment.dependsOn ?? []).flatMap((id, at): Entry<Failure>[] => {
    if (waves.has(id)) return [];
    const message = `Cannot wait for ${quoted(id)}: found no such assignment, expected its id`;
    const path = `${pathOf(assignment)}/dependsOn/${at}`;
    return [{ code: "DEPENDENCY_UNKNOWN", message, path, received: id }];
  });
}

function depthErrors(assignment: Assignment, { maxDepth = Infinity }: Parent): Entry<Failure>[] {
  if (!assignment.mayDelegate || maxDepth > 1) return [];
  const message = `Cannot let ${quoted(assignment.id)} delegate: found a depth of ${maxDepth}, expected at least 2`;
  return [{ code: "DEPTH_EXCEEDED", message, path: `${pathOf(assignment)}/mayDelegate` }];
}

/** Scopes of two assignments of which neither waits for the other; told at the later one, once for each other. */
function overlapErrors({ assignments }: Plan, waves: Waves): Entry<Failure>[] {
  const scopes = assignments.map(({ writeScopes = [] }) => writeScopes.map(readScope));
  const indexes = scopes.map((own) => new ScopeIndex(own));
  return assignments.flatMap((later) =>
    (scopes[later.index] ?? []).flatMap((scope, at) =>
      assignments.slice(0, later.index).flatMap((earlier): Entry<Failure>[] => {
        if (waves.areOrdered(earlier, later)) return [];
        const other = indexes[earlier.index]?.meeting(scope);
        if (!other) return [];
        const message = `Cannot let two assignments write at the same time: found ${quoted(scope.glob)} beside ${quoted(other.glob)} of ${quoted(earlier.id)}, expected places that do not meet`;
        const path = `${pathOf(later)}/writeScopes/${at}`;
        return [{ code: "WRITE_SCOPE_OVERLAP", message, path, received: earlier.id }];
      }),
    ),
  );
}

function budgetErrors({ parent, assignments }: Plan): Entry<Failure>[] {
  const requested = requestedOf(assignments);
  return UNITS.flatMap((unit): Entry<Failure>[] => {
    const [asked, available] = [requested[unit], parent.budget?.[unit]];
    if (asked === undefined || available === undefined || asked <= available) return [];
    const message = `Cannot share out ${unit}: found ${asked} asked for, expected at most ${available}`;
    const path = `/parent/budget/${unit}`;
    return [{ code: "BUDGET_EXCEEDED", message, path, expected: available, received: asked }];
  });
}

/** What all assignments together ask for, in the units that any of them states. */
export function requestedOf(assignments: readonly Assignment[]): Budget {
  return budgetOf((unit) => {
    const stated = assignments.flatMap(({ budget }) => budget?.[unit] ?? []);
    return stated.length === 0
      ? undefined
      : sumOf(stated, (amount) => new Decimal(amount)).toNumber();
  });
}

/** A budget of the units for which there is an amount. */
export function budgetOf(amount: (unit: Unit) => number | undefined): Budget {
  const amounts = UNITS.map((unit) => [unit, amount(unit)] as const);
  return Object.fromEntries(amounts.filter(([, found]) => found !== undefined));
}

const VAGUE =
  /(?<![\p{L}\p{N}])(?:improve|handle|look into|etc\.|as needed|if possible|some|various|properly|optimi[sz]e)(?![\p{L}\p{N}])/iu;

const MEASURE =
  /\p{N}|[\p{L}\p{N}_.-]\/|\/[\p{L}\p{N}_.]|[\p{L}\p{N}_-]\.[A-Za-z]{1,5}(?![\p{L}\p{N}])/u;

const WRITING = /^(?:edit|write|create|delete|move|patch|commit|push|deploy)/;

function plainWarnings(assignment: Assignment): Entry<Warning>[] {
  const { goal = "", tools = [], writeScopes = [], budget, id } = assignment;
  const path = pathOf(assignment);
  const { description, schema } = assignment.deliverable ?? {};
  const warnings: Entry<Warning>[] = [];
  const warn = (code: Warning, message: string, place = "") =>
    warnings.push({ code, message, path: path + place });
  if (!assignment.acceptance?.length)
    warn("ACCEPTANCE_MISSING", `Nothing says when ${quoted(id)} is done`);
  if (!description && schema === undefined)
    warn("DELIVERABLE_MISSING", `Nothing says what ${quoted(id)} is to deliver`);
  const vague = VAGUE.exec(goal)?.[0];
  if (vague !== undefined && !MEASURE.test(goal))
    warn("GOAL_VAGUE", `The goal says "${vague}", and names neither a number nor a path`, "/goal");
  if (isEmpty(budget))
    warn("BUDGET_DEFAULTED", `${quoted(id)} has no budget: it is given 30 tool calls`);
  tools.forEach((tool, at) => {
    if (tool === "*") warn("WILDCARD_TOOL", `${quoted(id)} has every tool`, `/tools/${at}`);
  });
  const writer = tools.find((tool) => wordsOf(tool).some((word) => WRITING.test(word)));
  if (writer !== undefined && writeScopes.length === 0) {
    const message = `${quoted(id)} has ${quoted(writer)}, and no place to write to`;
    warn("WRITE_WITHOUT_SCOPE", message);
  }
  return warnings;
}

export function isEmpty(budget: Budget | undefined): boolean {
  return UNITS.every((unit) => budget?.[unit] === undefined);
}

function wordsOf(tool: string): string[] {
  return tool
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
}

function unusedDeliverable(
  assignment: Assignment,
  assignments: readonly Assignment[],
): Entry<Warning>[] {
  const { id } = assignment;
  const dependents = assignments.filter(({ dependsOn }) => dependsOn?.includes(id));
  const isNamed = dependents.some(({ inputs = [] }) => inputs.some((input) => names(input, id)));
  if (dependents.length === 0 || isNamed) return [];
  const waiting = dependents.map((dependent) => quoted(dependent.id)).join(", ");
  const verbs = dependents.length === 1 ? ["waits", "does", "its"] : ["wait", "do", "their"];
  const [wait, act, whose] = verbs;
  const message = `${waiting} ${wait} for ${quoted(id)} and ${act} not name it in ${whose} inputs`;
  return [{ code: "DELIVERABLE_UNUSED", message, path: pathOf(assignment) }];
}

const NAME_CHARACTER = /[\p{L}\p{N}_-]/u;

/** Whether the id stands in the text as a word of its own. */
function names(text: string, id: string): boolean {
  for (let at = text.indexOf(id); at !== -1; at = text.indexOf(id, at + 1)) {
    const [before = "", after = ""] = [text[at - 1], text[at + id.length]];
    if (!NAME_CHARACTER.test(before) && !NAME_CHARACTER.test(after)) return true;
  }
  return false;
}
