/** Tells what tool definitions cost in every request, and which of them could be deferred. */
import { type Ctx, done, type Entry, fail } from "../_core/tool.ts";
import { compareCodePoints } from "../_lib/text/code-points.ts";
import { ErrorList, WarningList, joinEntries } from "../_lib/results/entry-list.ts";
import { orderFindings } from "../_lib/results/finding-order.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { canonicalJson } from "../_lib/json/tree/canonical.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import { countWarnings } from "../_lib/agents/models/count-warnings.ts";
import { readAsOf } from "../_lib/agents/models/as-of.ts";
import { costOf, periodCosts, ratio, roundRequest } from "../_lib/agents/models/cost.ts";
import { countForFamily } from "../_lib/agents/models/families.ts";
import { findModel, pricesAt } from "../_lib/agents/models/models.ts";
import { sha256Hex } from "../_lib/bytes/sha256.ts";
import { textTable } from "../_lib/text/plain-table.ts";
import {
  readDefinitions,
  shapeUnknown,
  type ToolDefinition,
} from "../_lib/agents/tool-call/definitions.ts";
import { isEmpty, readTree } from "../_lib/agents/tool-call/fields.ts";
import type { Failure, Input, Value, Warning } from "../tool-catalog-context-budget-auditor.ts";
import { type Measured, measure } from "./measure.ts";
import { findOverlaps, type Overlap } from "./overlap.ts";
import { type Plan, planTools, sumOf } from "./plan.ts";
import { type FoundProblem, problemsOf } from "./problems.ts";
import { similarNames } from "./similar-names.ts";

export function auditCatalogue(input: Input, ctx: Ctx) {
  const { material, failure } = readMaterial(input);
  return failure ?? new Audit(input, material, ctx).run();
}

const MOST_TOOLS = 2000;

interface Material {
  readonly tools: readonly ToolDefinition[];
  readonly usage: ReadonlyMap<string, number>;
  readonly warnings: readonly Entry<Warning>[];
}

function readMaterial(input: Input) {
  if (isEmpty(input.tools)) return { failure: fail(toolsMissing()) };
  const tree = readTree(input.tools, "/tools");
  if ("error" in tree) return { failure: fail(tree.error) };
  const { tools, unknown } = readDefinitions(tree.root, "/tools");
  const [stranger, ...others] = unknown.map(shapeUnknown);
  if (stranger) return { failure: fail([stranger, ...others]) };
  if (tools.length === 0) return { failure: fail(toolsMissing()) };
  if (tools.length > MOST_TOOLS) {
    const found = `${tools.length} tools`;
    return { failure: inputInvalid([outOfBounds("/tools", found, `at most ${MOST_TOOLS}`)]) };
  }
  const usage = new Map(Object.entries(input.usage));
  const material: Material = { tools, usage, warnings: tree.warnings };
  return { material };
}

function toolsMissing(): Entry<"TOOLS_MISSING"> {
  const expected = `1 to ${MOST_TOOLS} definitions`;
  const message = `Cannot audit: found no tools, expected ${expected}`;
  return { code: "TOOLS_MISSING", message, path: "/tools", expected };
}

/** Of the window, where no budget is given. */
const BUDGET_SHARE = 10;
/** What models of today have at least, where the window is not known. */
const SMALLEST_WINDOW = 128_000;
const MOST_OVERLAPS = 1000;

class Audit {
  readonly #input: Input;
  readonly #material: Material;
  readonly #ctx: Ctx;
  readonly #match;
  /** The heaviest first. */
  readonly #tools: readonly Measured[];
  readonly #total: number;
  readonly #budget: number;
  readonly #errors = new ErrorList<Failure>();
  readonly #warnings = new WarningList<Warning>();

  constructor(input: Input, material: Material, ctx: Ctx) {
    this.#input = input;
    this.#material = material;
    this.#ctx = ctx;
    this.#match = findModel(input.model);
    const window = this.#match.model?.context ?? SMALLEST_WINDOW;
    this.#tools = material.tools
      .map((tool) => measure(tool, this.#match.family))
      .toSorted((a, b) => b.tokens - a.tokens || compareCodePoints(a.name, b.name));
    this.#total = sumOf(this.#tools);
    this.#budget = input.budgetTokens ?? Math.floor(window / BUDGET_SHARE);
  }

  run() {
    const { model, overlapThreshold } = this.#input;
    const plan = this.#plan();
    const overlaps = findOverlaps(this.#material.tools, overlapThreshold);
    const tools = this.#rows(plan);
    this.#judge();
    this.#warnOfOverlaps(overlaps);
    this.#warnOfUsage();
    const total = this.#total;
    const value: Value = {
      model: this.#match.model?.id ?? model,
      tools,
      totalTokens: total,
      budgetTokens: this.#budget,
      overBudget: total > this.#budget,
      windowPercent: this.#windowPercent(),
      ...this.#costs(),
      overlaps: overlaps.slice(0, MOST_OVERLAPS).map(shownOverlap),
      plan: plan.shown,
      catalogueSha256: sha256Hex(canonicalCatalogue(this.#material.tools)),
    };
    const deferred = plan.shown.defer.length;
    return done({
      output: table(tools),
      value,
      valid: this.#errors.size === 0,
      errors: orderFindings(this.#errors.list()),
      warnings: this.#allWarnings(),
      stats: { tools: tools.length, totalTokens: total, deferred },
    });
  }

  #plan(): Plan {
    const pinned = new Set(this.#input.pinned);
    return planTools(this.#tools, {
      budget: this.#budget,
      searchToolTokens: this.#input.searchToolTokens,
      isPinned: (name) => pinned.has(name),
      callsOf: (name) => this.#material.usage.get(name) ?? 0,
    });
  }

  #rows({ kept }: Plan): Value["tools"] {
    const similar = similarNames(this.#tools.map(({ name }) => name));
    return this.#tools.map((tool) => {
      const { name, tokens, nameTokens, descriptionTokens, schemaTokens, definition } = tool;
      const problems = problemsOf(tool, similar.get(name));
      for (const problem of problems) this.#warn(problem, definition.path);
      return {
        name,
        tokens,
        percent: ratio(100 * tokens, this.#total) ?? 0,
        nameTokens,
        descriptionTokens,
        schemaTokens,
        calls: this.#material.usage.get(name) ?? null,
        problems: problems.map(({ code }) => code),
        action: kept.has(tool) ? "keep" : "defer",
      };
    });
  }

  #warn({ code, ...detail }: FoundProblem, path: string): void {
    this.#warnings.add(code, () => ({ ...detail, path }));
  }

  #judge(): void {
    const [total, budget] = [this.#total, this.#budget];
    if (total > budget) {
      const message = `Cannot load all definitions: found ${total} tokens, expected at most ${budget}`;
      const detail = { message, path: "/tools", expected: budget, received: total };
      this.#errors.add("OVER_BUDGET", () => detail);
      this.#judgePinned();
    }
    const names = new Set<string>();
    for (const { name, path } of this.#material.tools) {
      if (names.has(name)) {
        const message = `Cannot tell tools apart: found the name ${JSON.stringify(name)} again, expected another`;
        this.#errors.add("DUPLICATE_TOOL", () => ({ message, path, received: name }));
      }
      names.add(name);
    }
    this.#input.pinned.forEach((name, at) => {
      if (names.has(name)) return;
      const message = `Cannot keep ${JSON.stringify(name)} loaded: found no such tool, expected its name`;
      this.#errors.add("PINNED_UNKNOWN", () => ({ message, path: `/pinned/${at}` }));
    });
  }

  #judgePinned(): void {
    const pinned = new Set(this.#input.pinned);
    const own = sumOf(this.#tools.filter(({ name }) => pinned.has(name)));
    const needed = own + this.#input.searchToolTokens;
    if (own === 0 || needed <= this.#budget) return;
    const message = `Cannot keep all that is pinned: found ${needed} tokens with the search tool, expected at most ${this.#budget}`;
    const detail = { message, path: "/pinned", expected: this.#budget, received: needed };
    this.#errors.add("PINNED_OVER_BUDGET", () => detail);
  }

  #warnOfOverlaps(overlaps: readonly Overlap[]): void {
    for (const overlap of overlaps) {
      this.#warnings.add("OVERLAP", () => {
        const { a, b, similarity } = shownOverlap(overlap);
        const message = `${JSON.stringify(a)} and ${JSON.stringify(b)} are told in nearly the same words (${similarity})`;
        return { message, path: overlap.right.path, received: [a, b] };
      });
    }
  }

  #warnOfUsage(): void {
    const names = new Set(this.#tools.map(({ name }) => name));
    for (const name of this.#material.usage.keys()) {
      if (names.has(name)) continue;
      const path = appendPointer("/usage", name);
      const message = `Calls are told of ${JSON.stringify(name)}, which is not there`;
      this.#warnings.add("USAGE_UNKNOWN_TOOL", () => ({ message, path }));
    }
  }

  #windowPercent(): number | null {
    const { model } = this.#match;
    return model?.context === undefined ? null : ratio(100 * this.#total, model.context);
  }

  #costs(): Pick<Value, "costPerRequest" | "costPerDay"> {
    const { model } = this.#match;
    const date = readAsOf(undefined, this.#ctx);
    if (!model || typeof date !== "string") return { costPerRequest: null, costPerDay: null };
    const cost = costOf(this.#total, pricesAt(model, date).row.input);
    const { requestsPerDay } = this.#input;
    const costPerDay = requestsPerDay === undefined ? null : periodCosts(cost, requestsPerDay).day;
    return { costPerRequest: roundRequest(cost), costPerDay };
  }

  #allWarnings(): Entry<Warning>[] {
    const sum = (bound: "low" | "high") =>
      this.#tools.reduce((total, { count }) => total + count[bound], 0);
    const count = { ...countForFamily("", this.#match.family), low: sum("low"), high: sum("high") };
    const found = joinEntries<Warning>(this.#material.warnings, this.#warnings.list());
    return orderFindings([...countWarnings(this.#input.model, this.#match, count), ...found]);
  }
}

const SCALE = 10_000;

function shownOverlap({ left, right, similarity, shared }: Overlap): Value["overlaps"][number] {
  const rounded = Math.round(similarity * SCALE) / SCALE;
  return { a: left.name, b: right.name, similarity: rounded, shared: [...shared] };
}

function canonicalCatalogue(tools: readonly ToolDefinition[]): string {
  return canonicalJson(
    tools
      .toSorted((left, right) => compareCodePoints(left.name, right.name))
      .map(({ name, description = "", inputSchema }) => {
        return { name, description, inputSchema: valueOf(inputSchema).value };
      }),
  );
}

function table(tools: Value["tools"]): string {
  const head = ["Tool", "Tokens", "Percent", "Calls", "Action", "Problems"];
  const rows = tools.map(({ name, tokens, percent, calls, action, problems }) => [
    name,
    String(tokens),
    percent.toFixed(2),
    calls === null ? "–" : String(calls),
    action,
    problems.join(", "),
  ]);
  return textTable([head, ...rows]);
}
