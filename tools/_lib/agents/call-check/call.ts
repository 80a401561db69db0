/** One call against the tool that it names. */
import type { Budget, Entry } from "../../../_core/tool.ts";
import { problemEntry } from "../../results/syntax-problem.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import { stringNode } from "../../json/tree/tree.ts";
import { violationEntries } from "../../schemas/json-schema/entries.ts";
import type { SchemaParts } from "../../schemas/json-schema/parts.ts";
import type { ValidationTrouble } from "../../schemas/json-schema/validator.ts";
import type { Violation } from "../../schemas/json-schema/violations.ts";
import { beginning } from "../../text/shown.ts";
import type { CallItem } from "../tool-call/items.ts";
import type { CallFailure, CallWarning } from "./codes.ts";
import { hintsBy } from "./hints.ts";
import type { Contract } from "./material.ts";
import { meantBy } from "./names.ts";
import { type Remark, remarksOn } from "./remarks.ts";
import { type Repair, repaired, rescued } from "./repair.ts";

export interface CallOptions {
  readonly repair: boolean;
  readonly strictUnknown: boolean;
  readonly budget: Budget;
}

export interface CheckedCall {
  readonly call: CallItem;
  readonly tool: string | null;
  readonly suggestions: readonly string[];
  readonly errors: readonly Entry<CallFailure>[];
  readonly warnings: readonly Entry<CallWarning>[];
  /** All that was found, listed or not. */
  readonly findings: number;
  /** The arguments that fit after the repairs; those given, where they fit. */
  readonly repaired: JsonNode | undefined;
  readonly repairs: readonly Repair[];
}

export interface Troubled {
  readonly trouble: ValidationTrouble;
}

/** Checks a call and, where it is wrong, looks for a repair. */
export function checkCall(
  call: CallItem,
  contracts: ReadonlyMap<string, Contract>,
  options: CallOptions,
): CheckedCall | Troubled {
  const contract = contracts.get(call.name);
  const meant =
    contract === undefined ? meantBy(call.name, [...contracts.keys()], options.budget) : undefined;
  const same = meant?.same === undefined ? undefined : contracts.get(meant.same);
  const found = findIn(call, contract, options);
  if ("trouble" in found) return found;
  const base = {
    call,
    tool: contract?.name ?? null,
    suggestions: meant?.suggestions ?? [],
    ...found,
    errors:
      meant === undefined ? found.errors : [unknownTool(call, meant.suggestions), ...found.errors],
    findings: found.findings + Number(meant !== undefined),
  };
  if (base.errors.length === 0) return { ...base, repaired: call.arguments, repairs: [] };
  const target = contract ?? same;
  if (!options.repair || target === undefined) return { ...base, repaired: undefined, repairs: [] };
  const repair = repairCall(call, target, options);
  return "trouble" in repair ? repair : { ...base, ...repair };
}

function placeOf({ index }: CallItem): string {
  return `/calls/${index}/arguments`;
}

function unknownTool(call: CallItem, suggestions: readonly string[]): Entry<"TOOL_UNKNOWN"> {
  const name = JSON.stringify(beginning(call.name, 60));
  const hint = suggestions.map((suggestion) => JSON.stringify(suggestion)).join(" or ");
  return {
    code: "TOOL_UNKNOWN",
    message: `Cannot find the tool of the call: found ${name}, expected the name of a tool that is defined`,
    path: `/calls/${call.index}/name`,
    received: call.name,
    ...(hint === "" ? {} : { hint: `Did you mean ${hint}?` }),
  };
}

interface Found {
  readonly errors: readonly Entry<CallFailure>[];
  readonly warnings: readonly Entry<CallWarning>[];
  readonly findings: number;
}

function findIn(
  call: CallItem,
  contract: Contract | undefined,
  { strictUnknown, budget }: CallOptions,
): Found | Troubled {
  const wrong = notArguments(call);
  if (wrong !== undefined) return { errors: [wrong], warnings: [], findings: 1 };
  const node = call.arguments;
  if (node === undefined || contract === undefined)
    return { errors: [], warnings: [], findings: 0 };
  const checked = contract.validator.validate(node, { budget, maxErrors: Infinity });
  if (!checked.ok) return { trouble: checked.error };
  const remarks = contract.validator.withParts(budget, (parts) =>
    remarksOn(node, contract.schema, parts, refusedIn(checked.violations)),
  );
  if (!remarks.ok) return { trouble: remarks.error };
  const placed = remarks.result.map((remark) => ({ ...remark, path: placeOf(call) + remark.path }));
  const isError = ({ code }: Remark) => strictUnknown && code === "UNKNOWN_ARGUMENT";
  const unknown = placed.filter(isError).map(asError);
  const warnings = placed.filter((remark) => !isError(remark));
  const listed = violationEntries(checked.violations, placeOf(call), hintsBy(contract.schema));
  const findings = checked.count + placed.length;
  return { errors: [...listed, ...unknown], warnings, findings };
}

function asError(remark: Remark): Entry<"UNKNOWN_ARGUMENT"> {
  const message = `Cannot take the member: ${remark.message.charAt(0).toLowerCase()}${remark.message.slice(1)}, expected one of those it names`;
  return { ...remark, code: "UNKNOWN_ARGUMENT", message };
}

/** The members that the schema itself refuses. */
function refusedIn(violations: readonly Violation[]): ReadonlySet<string> {
  const surplus = new Set(["additionalProperties", "unevaluatedProperties"]);
  const found = violations.flatMap(({ keyword, path, branches = [] }) => [
    ...(surplus.has(keyword) ? [path] : []),
    ...branches.flatMap((branch) => [...refusedIn(branch)]),
  ]);
  return new Set(found);
}

function notArguments(
  call: CallItem,
): Entry<"ARGUMENTS_NOT_JSON" | "ARGUMENTS_NOT_OBJECT"> | undefined {
  const { problem, argumentsText: text = "", arguments: node } = call;
  const path = placeOf(call);
  if (problem !== undefined) {
    const entry = problemEntry(problem, text, "the arguments", path);
    return { ...entry, code: "ARGUMENTS_NOT_JSON" };
  }
  if (node === undefined || node.type === "object") return undefined;
  return {
    code: "ARGUMENTS_NOT_OBJECT",
    message: `Cannot use the arguments: found a JSON value of type ${node.type}, expected an object`,
    path,
    expected: "object",
    received: node.type,
  };
}

type RepairedCall = Pick<CheckedCall, "repaired" | "repairs">;

function repairCall(
  call: CallItem,
  contract: Contract,
  { budget, strictUnknown }: CallOptions,
): RepairedCall | Troubled {
  const read = call.arguments === undefined ? rescued(call.argumentsText ?? "", budget) : undefined;
  const given = call.arguments ?? read?.node;
  const first = [...(read?.repairs ?? []), ...renamed(call, contract)];
  if (given === undefined) return { repaired: undefined, repairs: first };
  const { schema, validator } = contract;
  const work = validator.withParts(budget, (parts) => {
    const { node, repairs } = fitting(given, schema, parts, budget);
    const fits = node.type === "object" && parts.accepts(schema, node);
    const isNamed = () => remarksOn(node, schema, parts, new Set()).every(isNoSurplus);
    return { repairs, repaired: fits && (!strictUnknown || isNamed()) ? node : undefined };
  });
  if (!work.ok) return { trouble: work.error };
  return { ...work.result, repairs: [...first, ...work.result.repairs] };
}

function fitting(given: JsonNode, schema: JsonNode, parts: SchemaParts, budget: Budget) {
  if (given.type === "object" && parts.accepts(schema, given)) return { node: given, repairs: [] };
  return repaired(given, schema, parts, budget);
}

function isNoSurplus({ code }: Remark): boolean {
  return code !== "UNKNOWN_ARGUMENT";
}

function renamed({ name }: CallItem, contract: Contract): Repair[] {
  if (name === contract.name) return [];
  const [before, after] = [stringNode(name), stringNode(contract.name)];
  return [{ code: "NAME_CORRECTED", path: "/name", before, after }];
}
