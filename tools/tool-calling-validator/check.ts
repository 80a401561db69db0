/** Checks all calls and puts what was found together. */
import { type Budget, done, type Entry, fail } from "../_core/tool.ts";
import { type EntrySink, ErrorList, WarningList } from "../_lib/results/entry-list.ts";
import { orderFindings } from "../_lib/results/finding-order.ts";
import { arrayNode, type JsonNode, nullNode } from "../_lib/json/tree/tree.ts";
import { dataOf } from "../_lib/json/tree/value.ts";
import { prettyJson, writeJson } from "../_lib/json/tree/write.ts";
import { outputTooLarge } from "../_lib/results/output-limit.ts";
import type { CallItem } from "../_lib/agents/tool-call/items.ts";
import { checkCall, type CheckedCall } from "../_lib/agents/call-check/call.ts";
import { readMaterial } from "../_lib/agents/call-check/material.ts";
import type { Failure, Input, Value, Warning } from "../tool-calling-validator.ts";
import { beginning } from "../_lib/text/shown.ts";

export function checkCalls(input: Input, budget: Budget) {
  const material = readMaterial(input, budget);
  if ("failure" in material) return material.failure;
  const repeats = new Repeats();
  const checked: CheckedCall[] = [];
  for (const call of material.calls) {
    const found = checkCall(call, material.contracts, { ...input, budget });
    if ("trouble" in found) return fail(found.trouble, { warnings: material.warnings });
    checked.push(repeats.noted(found));
  }
  return report(checked, material.warnings);
}

/** Ids, and tools with their arguments, that were there before. */
class Repeats {
  readonly #ids = new Map<string, number>();
  readonly #calls = new Map<string, number>();

  noted(checked: CheckedCall): CheckedCall {
    const { call } = checked;
    const errors = this.#sameId(call);
    const warnings = this.#sameCall(call);
    return {
      ...checked,
      errors: [...checked.errors, ...errors],
      warnings: [...checked.warnings, ...warnings],
      findings: checked.findings + errors.length + warnings.length,
    };
  }

  #sameId({ id, idNode, index }: CallItem): Entry<Failure>[] {
    if (idNode === undefined) return [];
    const before = this.#ids.get(id);
    if (before === undefined) {
      this.#ids.set(id, index);
      return [];
    }
    const message = `Cannot tell calls apart: found the id ${JSON.stringify(beginning(id, 60))} of call ${before} again, expected another one`;
    return [{ code: "DUPLICATE_CALL_ID", message, path: `/calls/${index}/id`, received: id }];
  }

  #sameCall({ name, arguments: node, index }: CallItem): Entry<Warning>[] {
    if (node === undefined) return [];
    const key = `${JSON.stringify(name)} ${writeJson(node, { indent: "", sortKeys: true, escapes: "minimal" })}`;
    const before = this.#calls.get(key);
    if (before === undefined) {
      this.#calls.set(key, index);
      return [];
    }
    const message = `The call has the same tool and arguments as call ${before}`;
    return [{ code: "DUPLICATE_CALL", message, path: `/calls/${index}`, received: before }];
  }
}

function report(checked: readonly CheckedCall[], read: readonly Entry<Warning>[]) {
  const trees = checked.map(({ repaired }) => repaired ?? nullNode());
  const [first, ...others] = trees;
  const output = prettyJson(first && others.length === 0 ? first : arrayNode(trees));
  if (output === undefined) return fail(outputTooLarge());
  const inexact = new WarningList<"NUMBER_KEPT_AS_TEXT">();
  const calls = checked.map((call) => shownCall(call, inexact));
  const validCalls = calls.filter(({ valid }) => valid).length;
  const repairableCalls = checked.filter(isRepairable).length;
  const value: Value = {
    calls,
    validCalls,
    invalidCalls: calls.length - validCalls,
    repairableCalls,
  };
  const errors = new ErrorList<Failure>();
  errors.addAll(orderFindings(checked.flatMap((call) => call.errors)));
  const warnings = new WarningList<Warning>();
  const noted = [...read, ...checked.flatMap((call) => call.warnings), ...inexact.list()];
  warnings.addAll(orderFindings(noted));
  return done({
    output,
    value,
    valid: validCalls === calls.length,
    stats: { calls: calls.length, valid: validCalls, repairable: repairableCalls },
    errors: errors.list(),
    warnings: warnings.list(),
  });
}

/** Whether the repairs leave nothing that is wrong; another id is none of them. */
function isRepairable({ errors, repaired }: CheckedCall): boolean {
  const isOwn = errors.some(({ code }) => code === "DUPLICATE_CALL_ID");
  return errors.length > 0 && repaired !== undefined && !isOwn;
}

type Inexact = EntrySink<"NUMBER_KEPT_AS_TEXT">;
const UNHEARD: Inexact = { add: () => undefined };

function shownCall(checked: CheckedCall, inexact: Inexact): Value["calls"][number] {
  const { call, tool, errors, repaired, repairs, findings, suggestions } = checked;
  const path = `/calls/${call.index}`;
  const given = call.arguments;
  // A number is told of once, in the arguments as they were given or else in what was made of them.
  const shown = (node: JsonNode | undefined, sink: Inexact) =>
    node === undefined ? null : dataOf(node, `${path}/arguments`, sink);
  return {
    index: call.index,
    id: call.id,
    name: call.name,
    tool,
    valid: errors.length === 0,
    arguments: shown(given, inexact),
    repaired: shown(repaired, given === undefined ? inexact : UNHEARD),
    repairs: repairs.map(({ code, path: place, before, after }) => ({
      code,
      path: path + place,
      before: shown(before, UNHEARD),
      after: shown(after, UNHEARD),
    })),
    findings,
    suggestions: [...suggestions],
  };
}
