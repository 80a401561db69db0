/** The stages in which other tools judge the run: by its policy, by the schemas of its tools, and by its states. */
import type { Static } from "@sinclair/typebox";
import type { Entry, Outcome } from "../../tools/_core/tool.ts";
import {
  arrayNode,
  type JsonNode,
  memberNode,
  objectNode,
  stringNode,
} from "../../tools/_lib/json/tree/tree.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import { isObject } from "../../tools/_lib/json/tree/members.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import replay from "../../tools/agent-run-state-validator.ts";
import conform from "../../tools/tool-call-trace-conformance.ts";
import validate from "../../tools/tool-calling-validator.ts";
import admit from "../../tools/untrusted-input-admission.ts";
import type { Work } from "../agent-run-forensics-handoff-kit.ts";
import { type Diagnosis, diagnosed } from "./diagnosis.ts";
import type { Call, Record } from "./record.ts";

export interface Checked {
  readonly diagnoses: readonly Diagnosis[];
  /** Arguments that fit, in the place of those that do not. */
  readonly repaired: ReadonlyMap<Call, unknown>;
}

/** Tools that nobody declared, and what the policy forbids. */
export function checkConformance(record: Record, { input, ctx, report }: Work): Diagnosis[] {
  const { tools, policy } = input;
  const checked = ctx.step(conform, {
    trace: input.trace,
    policy,
    ...(tools === undefined ? {} : { tools }),
  });
  if (!checked.ok || !checked.value) {
    report.stageFailed("conformance", firstError(checked));
    return [];
  }
  // A misspelt member of a policy is a rule that nobody keeps to.
  report.takeOver("conformance", checked.warnings, {
    UNKNOWN_FIELD: "warning",
    LIMIT_UNCHECKED: "warning",
  });
  const { errors = [], warnings = [] } = checked;
  const undeclared = undeclaredTools(errors, record);
  const broken = violations(checked.value.rules, { errors, warnings }, record, input.policy);
  const rules = checked.value.rules.filter(({ type }) => type !== "declared-tools");
  report.done(
    "conformance",
    `${counted(rules.length, "rule")}, ${broken.length} violated, ${counted(undeclared.length, "tool")} not declared`,
    broken.length + undeclared.length === 0 ? "pass" : "fail",
  );
  return [...undeclared, ...broken];
}

/** One for each tool, with all its calls. */
function undeclaredTools(errors: readonly Entry[], record: Record): Diagnosis[] {
  const names = new Set(
    errors.flatMap(({ code, received }) => (code === "TOOL_UNDECLARED" ? [String(received)] : [])),
  );
  return [...names].map((tool) => undeclaredTool(tool, record));
}

export function undeclaredTool(tool: string, record: Record): Diagnosis {
  const own = record.calls.filter(({ event }) => event.tool === tool);
  const made = {
    code: "UNDECLARED_TOOL",
    severity: "error",
    stage: "conformance",
    message: `${quoted(tool)} is none of the declared tools`,
    indexes: own.map(({ event }) => event.index),
    tool,
  } as const;
  return diagnosed(made, record);
}

type Rules = Static<(typeof conform)["value"]>["rules"];

function violations(
  rules: Rules,
  { errors, warnings }: { readonly errors: readonly Entry[]; readonly warnings: readonly Entry[] },
  record: Record,
  policy: unknown,
): Diagnosis[] {
  const own = rules.filter(({ type }) => type !== "declared-tools");
  const limits = own.length - ruleCount(policy);
  const isMild = new Set(
    warnings.flatMap(({ code, path }) => (code === "RULE_VIOLATED" ? [path] : [])),
  );
  return own.flatMap((rule, at) => {
    if (rule.verdict !== "violated") return [];
    const path =
      at < limits ? `/policy/${memberOfLimit(rule.type)}` : `/policy/rules/${at - limits}`;
    const said = errors.find((entry) => entry.path === path)?.message;
    const [first] = rule.witnesses;
    const where =
      first === undefined ? "" : `, first by ${quoted(first.tool)} at event ${first.index}`;
    const times = counted(rule.violations, "time");
    const made = {
      code: "POLICY_VIOLATION",
      severity: isMild.has(path) ? "warning" : "error",
      stage: "conformance",
      message:
        at < limits && said !== undefined
          ? said
          : `The rule ${quoted(rule.id)} (${rule.type}) was violated ${times}${where}`,
      indexes: rule.witnesses.map(({ index }) => index),
      tool: first?.tool ?? null,
      path,
    } as const;
    return [diagnosed(made, record)];
  });
}

function ruleCount(policy: unknown): number {
  const given = typeof policy === "string" ? parsed(policy) : policy;
  const rules = isObject(given) ? given["rules"] : undefined;
  return Array.isArray(rules) ? rules.length : 0;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
}

/** `max-calls` is the member maxCalls. */
function memberOfLimit(type: string): string {
  return type.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const MOST_CALLS = 1000;

/** What calls say against the schemas of their tools. */
export function checkArguments(record: Record, work: Work): Checked {
  const { input, report } = work;
  const { calls } = record;
  const none = { diagnoses: [], repaired: new Map() };
  if (input.tools === undefined || calls.length === 0) {
    const reason =
      input.tools === undefined ? "The field `tools` has the schemas" : "There are no calls";
    report.skipped("arguments", reason);
    return none;
  }
  const diagnoses: Diagnosis[] = [];
  const repaired = new Map<Call, unknown>();
  const unknown = new Set<string>();
  for (let from = 0; from < calls.length; from += MOST_CALLS) {
    const part = calls.slice(from, from + MOST_CALLS);
    const checked = judge(part, work);
    if ("failed" in checked) {
      report.stageFailed("arguments", checked.failed);
      return none;
    }
    for (const [at, call] of part.entries()) {
      const judged = checked.calls[at];
      if (judged === undefined || judged.valid) continue;
      if (judged.tool === null) {
        unknown.add(call.event.tool);
        continue;
      }
      diagnoses.push(invalidArguments(call, judged.said, record));
      if (judged.repaired !== null) repaired.set(call, judged.repaired);
    }
  }
  const repairs = repaired.size === 0 ? "" : `, ${repaired.size} of them can be repaired`;
  report.done(
    "arguments",
    `${counted(calls.length, "call")}, ${diagnoses.length} with wrong arguments${repairs}`,
    diagnoses.length === 0 ? "pass" : "fail",
  );
  return {
    // Of a hundred undeclared calls and more the stage before lists only the first.
    diagnoses: [...diagnoses, ...[...unknown].map((tool) => undeclaredTool(tool, record))],
    repaired,
  };
}

interface JudgedCall {
  readonly valid: boolean;
  readonly tool: string | null;
  /** Without a secret. */
  readonly repaired: unknown;
  /** The first error; without its message where that could quote a secret. */
  readonly said: Entry | undefined;
}

/**
 * A token is no value of the schema's form, so that calls with secrets are judged as they were; what is told of them
 * is what is said of the call without its secrets, or only where the fault is.
 */
function judge(
  calls: readonly Call[],
  { input, ctx }: Work,
): { readonly calls: readonly JudgedCall[] } | { readonly failed: Entry } {
  const { tools } = input;
  const run = (list: readonly Call[], argumentsOf: (call: Call) => JsonNode) =>
    ctx.step(validate, { calls: callList(list, argumentsOf), tools });
  const judged = run(calls, (call) => call.arguments);
  if (!judged.value) return { failed: firstError(judged) };
  const errors = firstErrors(judged.errors);
  const secret = calls.filter(
    (call) => minifyJson(call.arguments, Infinity) !== minifyJson(call.shownArguments, Infinity),
  );
  const again = secret.length === 0 ? undefined : run(secret, (call) => call.shownArguments);
  const shownErrors = firstErrors(again?.errors);
  const places = new Map(secret.map((call, at) => [call, at]));
  return {
    calls: judged.value.calls.map(({ valid, tool, repaired }, at) => {
      const call = calls[at];
      const place = call && places.get(call);
      const error = errors.get(at);
      if (place === undefined) return { valid, tool, repaired, said: error };
      const { code = "", path } = error ?? {};
      return {
        valid,
        tool,
        repaired: again?.value?.calls[place]?.repaired ?? null,
        said: shownErrors.get(place) ?? { code, message: code, path },
      };
    }),
  };
}

/** Ids of their own, since those of a trace may come twice. */
function callList(calls: readonly Call[], argumentsOf: (call: Call) => JsonNode): string {
  const items = calls.map((call, at) =>
    objectNode([
      memberNode("id", stringNode(`c${at}`)),
      memberNode("name", stringNode(call.event.tool)),
      memberNode("arguments", argumentsOf(call)),
    ]),
  );
  return minifyJson(arrayNode(items), Infinity) ?? "[]";
}

/** The first error of each call. */
function firstErrors(errors: readonly Entry[] = []): ReadonlyMap<number, Entry> {
  const found = new Map<number, Entry>();
  for (const entry of errors) {
    const [, place] = /^\/calls\/(\d+)/.exec(entry.path ?? "") ?? [];
    if (place !== undefined && !found.has(Number(place))) found.set(Number(place), entry);
  }
  return found;
}

function invalidArguments(call: Call, said: Entry | undefined, record: Record): Diagnosis {
  const { index, tool, argumentsPath } = call.event;
  const inside = /^\/calls\/\d+\/arguments(.*)$/s.exec(said?.path ?? "")?.[1] ?? "";
  const why = said === undefined ? "" : `: ${said.message}`;
  const where = inside === "" ? "" : ` at ${inside}`;
  const made = {
    code: "INVALID_ARGUMENTS",
    severity: "error",
    stage: "arguments",
    message: `The arguments of ${quoted(tool)} do not fit its schema${where}${why}`,
    indexes: [index],
    tool,
    path: argumentsPath + inside,
    quote: minifyJson(call.shownArguments) ?? "",
    ...(said === undefined ? {} : { received: said.code }),
  } as const;
  return diagnosed(made, record);
}

const ILLEGAL: ReadonlySet<string> = new Set([
  "ILLEGAL_TRANSITION",
  "AFTER_FINAL",
  "STATE_UNKNOWN",
  "EVENT_UNKNOWN",
  "STATE_MISMATCH",
]);

/** The log of states, whose places are none of the trace. */
export function checkStates(record: Record, { states, input, ctx, report }: Work): Diagnosis[] {
  if (states === undefined) {
    report.skipped("state", "The field `states` has a log of them");
    return [];
  }
  const replayed = ctx.step(replay, { events: states, machine: input.machine });
  if (!replayed.value) {
    report.stageFailed("state", firstError(replayed));
    return [];
  }
  const { counts, instances } = replayed.value;
  report.takeOver("state", replayed.errors, { TIME_REVERSED: "error", RETRY_LIMIT: "error" });
  report.takeOver("state", replayed.warnings, {
    DUPLICATE_EVENT: "warning",
    UNREACHABLE_STATE: "warning",
    DEAD_END: "warning",
    FINAL_HAS_EXIT: "warning",
    TIME_MISSING: "warning",
    OPEN_INSTANCE: "warning",
  });
  report.done(
    "state",
    `${counted(counts.events, "event")}, ${counts.illegal} illegal`,
    replayed.valid === false ? "fail" : "pass",
  );
  const messages = new Map(
    (replayed.errors ?? []).flatMap(({ code, path, message }) =>
      ILLEGAL.has(code) ? [[path, message] as const] : [],
    ),
  );
  return instances.flatMap(({ id, illegal }) =>
    illegal.map(({ index, from, event, to, reason }) => {
      const path = `/states/${index}`;
      const message =
        messages.get(`/events/${index}`) ??
        `Cannot move: found ${quoted(to ?? event ?? "")} in state ${quoted(from)}, expected a legal move`;
      const made = {
        code: "ILLEGAL_STATE",
        severity: "error",
        stage: "state",
        message: instances.length === 1 ? message : `${quoted(id)}: ${message}`,
        indexes: [],
        path,
        received: reason,
      } as const;
      return diagnosed(made, record);
    }),
  );
}

/** Results that tell the agent what to do; each text is looked at once. */
export function checkResults(record: Record, { ctx }: Work): Diagnosis[] {
  const lines = new Map<string, number | undefined>();
  return record.results.flatMap(({ event, text, shownText }) => {
    if (!lines.has(text)) {
      const { value } = ctx.step(admit, { input: text, failOn: "none" });
      const { families = [], findings = [] } = value ?? {};
      const found = findings.find(({ code }) => families.includes(code));
      lines.set(text, families.length === 0 ? undefined : (found?.line ?? 1));
    }
    const line = lines.get(text);
    if (line === undefined) return [];
    const shownLines = shownText.split("\n");
    const isAligned = shownLines.length === text.split("\n").length;
    const tool = event.tool ?? null;
    const made = {
      code: "INSTRUCTION_IN_RESULT",
      severity: "warning",
      confidence: "likely",
      message: `The result of ${tool === null ? "a call" : quoted(tool)} tells the reader what to do`,
      indexes: [event.index],
      tool,
      quote: (isAligned ? shownLines[line - 1] : undefined) ?? shownText,
    } as const;
    return [diagnosed(made, record)];
  });
}

function firstError({ errors: [error] = [] }: Outcome): Entry {
  return error ?? { code: "STAGE_FAILED", message: "The tool failed without saying why" };
}
