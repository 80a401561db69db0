/** Separates what is new in a scan from what was known. */
import { fail } from "../_core/tool.ts";
import { joinEntries } from "../_lib/results/entry-list.ts";
import { groupBy } from "../_lib/algorithms/group-by.ts";
import { arrayNode, type JsonNode, stringNode, withMember } from "../_lib/json/tree/tree.ts";
import { prettyJson } from "../_lib/json/tree/write.ts";
import { readList } from "../_lib/fields/list-field.ts";
import { itemsOf } from "../_lib/json/tree/members.ts";
import { outputTooLarge } from "../_lib/results/output-limit.ts";
import { type Finding as AnyFinding, reviewOf } from "../_lib/results/review/findings.ts";
import { countedFindings, gated } from "../_lib/results/review/gate.ts";
import type { Code, Input, State, Value, Warning } from "../sarif-findings-reconciliation.ts";
import { type Match, matchResults } from "./match.ts";
import { isAbsent, type Log, readLog, type SarifResult } from "./read.ts";

type Finding = AnyFinding<Code>;

/** Reconciles the two logs of the input. */
export function reconcileFindings(input: Input) {
  const prefixes = readList(input.stripPrefix);
  const before = readLog(input.before, "/before", prefixes);
  if ("error" in before) return fail(before.error);
  const after = readLog(input.after, "/after", prefixes);
  if ("error" in after) return fail(after.error);
  return new Reconciliation(before, after).run(input);
}

const LEVELS = ["none", "note", "warning", "error"];

class Reconciliation {
  readonly #before: Log;
  readonly #after: Log;
  readonly #matches = new Map<SarifResult, Match>();
  /** Of tools that ran again, in document order. */
  readonly #absent: readonly SarifResult[];

  constructor(before: Log, after: Log) {
    this.#before = before;
    this.#after = after;
    const tools = new Set(after.runs.map(({ tool }) => nameOf(tool)));
    const olds = groupBy(before.results, ({ run }) => nameOf(run.tool));
    for (const [tool, results] of groupBy(after.results, ({ run }) => nameOf(run.tool))) {
      for (const [result, match] of matchResults(olds.get(tool) ?? [], results)) {
        this.#matches.set(result, match);
      }
    }
    const taken = new Set([...this.#matches.values()].map((match) => match.before));
    this.#absent = before.results.filter(
      (result) => !taken.has(result) && tools.has(nameOf(result.run.tool)),
    );
  }

  run({ includeAbsent, failOn }: Input) {
    const output = prettyJson(this.#log(includeAbsent));
    if (output === undefined) return fail(outputTooLarge());
    const results = [
      ...this.#after.results.map((result) => this.#shown(result)),
      ...this.#absent.map(shownAbsent),
    ];
    const { findings, counts, verdict, valid, errors, warnings } = reviewOf(this.#findings());
    const of = (state: State) => results.filter((result) => result.state === state).length;
    const value: Value = {
      verdict,
      counts: {
        new: of("new"),
        unchanged: of("unchanged"),
        updated: of("updated"),
        absent: of("absent"),
        suppressed: results.filter(({ suppressed }) => suppressed).length,
        error: counts.error,
        warning: counts.warning,
      },
      results,
      findings,
    };
    const outcome = {
      output,
      value,
      valid,
      errors,
      warnings: joinEntries<Warning>(this.#before.warnings, this.#after.warnings, warnings),
      stats: value.counts,
    };
    const message = `Cannot accept the scan: found ${countedFindings(counts)}, expected none`;
    const code = "SARIF_FINDINGS_RECONCILIATION_FAILED";
    return gated(outcome, { failOn, code, message }, counts.warning);
  }

  #stateOf(result: SarifResult): State {
    const match = this.#matches.get(result);
    if (!match) return "new";
    return isSame(match.before, result) ? "unchanged" : "updated";
  }

  #isRaised(result: SarifResult): boolean {
    const match = this.#matches.get(result);
    return match !== undefined && rankOf(result) > rankOf(match.before);
  }

  #shown(result: SarifResult): Value["results"][number] {
    const match = this.#matches.get(result);
    const { ruleId, level, uri, startLine, message, suppressed, pointer } = result;
    return {
      state: this.#stateOf(result),
      ruleId,
      level,
      uri,
      startLine,
      message,
      matchedBy: match?.pass ?? null,
      levelRaised: this.#isRaised(result),
      suppressed,
      beforePointer: match?.before.pointer ?? null,
      afterPointer: pointer,
    };
  }

  #findings(): Finding[] {
    const findings: Finding[] = [];
    for (const result of this.#after.results.filter(({ suppressed }) => !suppressed)) {
      const { ruleId: subject, level, pointer: path } = result;
      const message = saidOf(result);
      if (!this.#matches.has(result)) {
        const severity = level === "note" ? "info" : level;
        if (severity === "error" || severity === "warning" || severity === "info")
          findings.push({ code: "NEW_FINDING", severity, message, path, subject });
      } else if (this.#isRaised(result)) {
        const severity = level === "error" ? "error" : "warning";
        findings.push({ code: "LEVEL_RAISED", severity, message, path, subject });
      }
    }
    for (const result of this.#absent.filter(({ suppressed }) => !suppressed)) {
      const { ruleId: subject, pointer: path } = result;
      const message = saidOf(result);
      findings.push({ code: "FINDING_ABSENT", severity: "info", message, path, subject });
    }
    return [...findings, ...this.#aboutRuns()];
  }

  #aboutRuns(): Finding[] {
    const tools = new Set(this.#after.runs.map(({ tool }) => nameOf(tool)));
    const gone = this.#before.runs.filter(({ tool }) => !tools.has(nameOf(tool)));
    const names = new Map(gone.map((run) => [nameOf(run.tool), run]));
    const broken = [this.#before, this.#after].flatMap(({ runs }) =>
      runs.filter(({ hasNullResults }) => hasNullResults),
    );
    return [
      ...[...names.values()].map(({ tool, index }): Finding => {
        const message = `${tool} has no run in the new scan: of its results nothing is known`;
        const path = `/runs/${index}`;
        return { code: "TOOL_NOT_RUN", severity: "warning", message, path, subject: tool };
      }),
      ...broken.map(({ tool, index }): Finding => {
        const message = `${tool} gave null for its results: it failed`;
        const path = `/runs/${index}/results`;
        return { code: "RESULTS_NULL", severity: "warning", message, path, subject: tool };
      }),
    ];
  }

  /** The new log with states, and what is absent in the first run of its tool. */
  #log(includeAbsent: boolean): JsonNode {
    const states = new Map(
      this.#after.results.map((result) => [result.node, this.#stateOf(result)]),
    );
    const absent = groupBy(this.#absent, ({ run }) => nameOf(run.tool));
    const seen = new Set<string>();
    const runs = this.#after.runs.map(({ node, tool, hasNullResults }) => {
      const name = nameOf(tool);
      const gone = includeAbsent && !seen.has(name) ? (absent.get(name) ?? []) : [];
      seen.add(name);
      if (node.type !== "object") return node;
      const given = node.members.find(({ key }) => key === "results")?.value;
      if (gone.length === 0 && (given === undefined || hasNullResults)) return node;
      const results = itemsOf(given).flatMap((result) =>
        isAbsent(result) ? [] : [stated(result, states.get(result) ?? "new")],
      );
      const others = gone.map((result) => stated(result.node, "absent"));
      return withMember(node, "results", arrayNode([...results, ...others]));
    });
    const { root } = this.#after;
    return root.type === "object" ? withMember(root, "runs", arrayNode(runs)) : root;
  }
}

function nameOf(tool: string): string {
  return tool.toLowerCase();
}

function stated(result: JsonNode, state: State): JsonNode {
  return result.type === "object" ? withMember(result, "baselineState", stringNode(state)) : result;
}

function rankOf({ level }: SarifResult): number {
  return LEVELS.indexOf(level);
}

/** As 3.27.24 of the standard has it: nothing of the kinds that viewers show differs. */
function isSame(before: SarifResult, after: SarifResult): boolean {
  return (
    before.level === after.level &&
    before.message === after.message &&
    before.uri === after.uri &&
    before.region.every((number, at) => number === after.region[at])
  );
}

/** A scanner need not say anything of what it found. */
function saidOf({ message }: SarifResult): string {
  return message.trim() === "" ? "The result has no message" : message;
}

function shownAbsent(result: SarifResult): Value["results"][number] {
  const { ruleId, level, uri, startLine, message, suppressed, pointer } = result;
  return {
    state: "absent",
    ruleId,
    level,
    uri,
    startLine,
    message,
    matchedBy: null,
    levelRaised: false,
    suppressed,
    beforePointer: pointer,
    afterPointer: null,
  };
}
