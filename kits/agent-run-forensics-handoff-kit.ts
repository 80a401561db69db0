import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, jsonField, oneOf, whole } from "../tools/_core/fields.ts";
import type { Outcome } from "../tools/_core/tool.ts";
import { TRACE_FAILURES } from "../tools/_lib/agents/trace/read.ts";
import { canonicalJson } from "../tools/_lib/json/tree/canonical.ts";
import { JSON_FAILURES } from "../tools/_lib/json/tree/json-field.ts";
import { INPUT_FAILURES } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { failOnField, SEVERITIES } from "../tools/_lib/results/review/shapes.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import { oneLine } from "../tools/_lib/text/shown.ts";
import handOff from "../tools/agent-context-handoff.ts";
import replay from "../tools/agent-run-state-validator.ts";
import buildEvidence from "../tools/evidence-report-builder.ts";
import redactLog from "../tools/sensitive-log-redaction-evidence.ts";
import conform from "../tools/tool-call-trace-conformance.ts";
import validate from "../tools/tool-calling-validator.ts";
import admit from "../tools/untrusted-input-admission.ts";
import { filesLaw } from "./_core/files-law.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { KitReport } from "./_core/report.ts";
import {
  checkArguments,
  checkConformance,
  checkResults,
  checkStates,
} from "./agent-run-forensics-handoff-kit/checks.ts";
import {
  type Diagnosis,
  diagnoseCalls,
  inOrder,
} from "./agent-run-forensics-handoff-kit/diagnosis.ts";
import {
  evidenceText,
  writeHandoff,
  writeTimeline,
  writeTrace,
} from "./agent-run-forensics-handoff-kit/files.ts";
import {
  countsOf,
  pendingIn,
  shownCall,
  shownDiagnosis,
  toolUse,
} from "./agent-run-forensics-handoff-kit/facts.ts";
import { conclusionOf } from "./agent-run-forensics-handoff-kit/outcome.ts";
import {
  eventsOf,
  goalOf,
  MOST_EVENTS,
  readEvents,
  redactInput,
  reportEvents,
  withoutBlanks,
} from "./agent-run-forensics-handoff-kit/read.ts";
import {
  type Record,
  recordOf,
  runTime,
  TRACE_PATH,
} from "./agent-run-forensics-handoff-kit/record.ts";
import { fieldText } from "./_core/json-secrets.ts";
import { diagnoseWords } from "./agent-run-forensics-handoff-kit/words.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...JSON_FAILURES,
  ...TRACE_FAILURES,
  ...OUTPUT_FAILURES,
  TRACE_EMPTY: "The trace has no event",
  UNRECOVERED_FAILURE: "A tool failed and did not succeed later; one for each tool",
  REPEATED_CALL: "The same call came three or more times in a row",
  LOOP: "A block of two to six calls came three or more times in a row",
  ERROR_STREAK: "Three or more results in a row were errors",
  PENDING_CALL: "A call has no result",
  CLAIM_AFTER_ERROR: "The last answer says that all is done, and something had failed",
  UNDECLARED_TOOL: "A tool was called that is not declared",
  INVALID_ARGUMENTS: "The arguments of a call do not fit the schema of its tool",
  POLICY_VIOLATION: "A rule of the policy was violated",
  ILLEGAL_STATE: "The log of states has a move that its machine does not",
  CONTEXT_LIMIT: "A context or an answer was longer than it may be",
  TIME_REVERSED: "An event of the log of states is earlier than the one before it",
  RETRY_LIMIT: "A call was tried again more often than it may be, by the log of states",
  STAGE_FAILED: "A tool could not do its part",
  AGENT_RUN_FORENSICS_HANDOFF_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  IGNORED_ERROR: "After an error another tool was called without a word about it",
  RETRY_UNCHANGED: "A failed call was repeated with the same arguments",
  RATE_LIMIT: "An error speaks of too many requests",
  AUTH_FAILURE: "An error speaks of a missing or wrong credential",
  NOT_FOUND: "An error speaks of something that there is not",
  TIMEOUT: "An error speaks of time that ran out",
  PERMISSION: "An error speaks of a missing permission",
  SLOW_CALL: "A call took longer than slowMs",
  GAP: "Two successive events are more than gapMs apart",
  EMPTY_RESULT: "A call gave nothing, and its tool was called again",
  INSTRUCTION_IN_RESULT: "A result tells the model what to do",
  POLICY_VIOLATION: "A rule of severity warning was violated",
  SECRET_REDACTED: "Secrets were replaced by tokens; `received` says how many",
  DUPLICATE_RESULT: "A call was answered again; the first answer counts",
  RESULT_WITHOUT_CALL: "A result answers no call",
  DUPLICATE_KEY: "An object of the trace has the same key again; the last value counts",
  UNKNOWN_FIELD: "The policy has a member that nobody reads",
  LIMIT_UNCHECKED: "A limit of the policy cannot be checked, as times are missing",
  DUPLICATE_EVENT: "An event of the log of states came again",
  UNREACHABLE_STATE: "No way leads to a state of the machine",
  DEAD_END: "No way leads from a state to a final one",
  FINAL_HAS_EXIT: "A final state has moves",
  TIME_MISSING: "Some events of the log of states have no time",
  OPEN_INSTANCE: "A run of the log of states did not end",
} as const;

/** Of the diagnoses in the value. */
const MOST_LISTED = 1000;

const MOST_MS = 1_000_000_000_000;

const pattern = (description: string) => Type.Optional(Type.String({ description, minLength: 1 }));

const SUCCESS = Type.Object(
  {
    tool: pattern("A call of such a tool went well; * is any run of characters"),
    text: pattern("The last text of the assistant contains it"),
  },
  { additionalProperties: false },
);

const INPUT = Type.Object({
  trace: jsonField({
    description:
      "The recording, at most 20,000 events: messages of a provider, OpenTelemetry spans, JSON-RPC lines of MCP, or [{ tool, id?, arguments?, result?, error?, time? }]; also as JSON lines",
    maxItems: MOST_EVENTS,
  }),
  tools: Type.Optional(
    jsonField({ description: "Declared tools, of any provider: names and arguments are judged" }),
  ),
  policy: conform.input.properties.policy,
  states: Type.Optional(
    jsonField({ description: "A log of states, [{ event? | to?, from?, time?, id? }]" }),
  ),
  machine: replay.input.properties.machine,
  goal: Type.String({
    description: "What the run should have reached; the first text of a user if not given",
    default: "",
  }),
  success: dataOrJson(SUCCESS, {
    description: "{ tool?, text? }: by either of them the run succeeded",
    default: {},
  }),
  from: Type.String({ description: "Who hands over", maxLength: 60, default: "" }),
  to: Type.String({ description: "Who takes over", maxLength: 60, default: "" }),
  slowMs: whole({
    description: "A call that takes longer is slow",
    minimum: 1,
    maximum: MOST_MS,
    default: 30_000,
  }),
  gapMs: whole({
    description: "Longer silence is a gap",
    minimum: 1,
    maximum: MOST_MS,
    default: 120_000,
  }),
  maxTokens: whole({
    description: "Of handoff.md",
    minimum: 200,
    maximum: 50_000,
    default: 2000,
  }),
  model: Type.String({ description: "The model whose tokens are counted", default: "gpt-5" }),
  redact: Type.Boolean({ description: "Replace secrets by tokens", default: true }),
  redactPii: Type.Boolean({ description: "Replace personal data, too", default: false }),
  failOn: failOnField("none"),
});

const COUNT = Type.Integer({ minimum: 0 });
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const MS_OR_NULL = Type.Union([Type.Number(), Type.Null()]);

const RESUME = Type.Object({
  afterIndex: Type.Union([COUNT, Type.Null()], { description: "The last good call" }),
  action: oneOf(["retry", "fix-arguments", "answer-pending", "continue", "none"]),
  tool: TEXT_OR_NULL,
  arguments: Type.Any({ description: "Of the call to make; null where there is none" }),
  reason: Type.String(),
});

export type Resume = Static<typeof RESUME>;

const OWN = {
  outcome: oneOf(["succeeded", "failed", "unfinished", "unclear"]),
  goal: Type.String(),
  events: COUNT,
  calls: Type.Array(
    Type.Object({
      index: COUNT,
      callId: Type.String(),
      tool: Type.String(),
      resultIndex: Type.Union([COUNT, Type.Null()], { description: "The first answer" }),
      isError: Type.Union([Type.Boolean(), Type.Null()]),
      startMs: MS_OR_NULL,
      endMs: MS_OR_NULL,
      durationMs: MS_OR_NULL,
      argumentsSha256: Type.String({ description: "Over the RFC 8785 text" }),
    }),
  ),
  firstFailure: Type.Union([
    Type.Object({ index: COUNT, tool: TEXT_OR_NULL, message: Type.String() }),
    Type.Null(),
  ]),
  brokeAt: Type.Union(
    [
      Type.Object({
        index: COUNT,
        tool: TEXT_OR_NULL,
        code: Type.String(),
        message: Type.String(),
      }),
      Type.Null(),
    ],
    { description: "The first failure that was not recovered; without one the earliest error" },
  ),
  lastGood: Type.Union([Type.Object({ index: COUNT, tool: Type.String() }), Type.Null()]),
  resume: RESUME,
  diagnoses: Type.Array(
    Type.Object({
      code: Type.String(),
      severity: oneOf(SEVERITIES),
      confidence: oneOf(["certain", "likely"], {
        description: "certain: by calls and ids; likely: by words",
      }),
      indexes: Type.Array(COUNT, { description: "Events concerned" }),
      tool: TEXT_OR_NULL,
      message: Type.String(),
      quote: TEXT_OR_NULL,
    }),
    { description: "In the order of the findings; the first 1,000, of which counts has all" },
  ),
  pending: Type.Array(Type.Object({ callId: Type.String(), tool: Type.String(), index: COUNT })),
  toolUse: Type.Array(
    Type.Object({ tool: Type.String(), calls: COUNT, errors: COUNT, totalMs: MS_OR_NULL }),
    { description: "By calls, then by name" },
  ),
  time: Type.Union(
    [
      Type.Object({
        startMs: Type.Number(),
        endMs: Type.Number(),
        totalMs: Type.Number({ minimum: 0 }),
        toolMs: Type.Number({ minimum: 0, description: "While a call was open" }),
        idleMs: Type.Number({ description: "The rest" }),
      }),
      Type.Null(),
    ],
    { description: "From the first to the last time stamp; null without any" },
  ),
} as const;

const VALUE = kitValue(OWN, {
  events: COUNT,
  calls: COUNT,
  errors: COUNT,
  pending: COUNT,
  agents: COUNT,
  diagnoses: COUNT,
});

export type Input = Static<typeof INPUT>;

/** What the kit's value says beside what all kits say. */
export type Facts = Pick<Static<typeof VALUE>, keyof typeof OWN>;

type Result = Outcome<Static<typeof VALUE>, keyof typeof FAILURES, keyof typeof WARNINGS>;

export const STAGES = {
  redact: redactLog,
  events: null,
  conformance: conform,
  arguments: validate,
  state: replay,
  timeline: null,
  diagnosis: null,
  handoff: handOff,
  evidence: buildEvidence,
} as const;

const USES = [redactLog, conform, validate, replay, handOff, buildEvidence, admit] as const;

export interface Work {
  /** As it was given but for its goal: what the tools judge. */
  readonly input: Input;
  /** Without secrets: what they show. */
  readonly trace: string;
  readonly states: string | undefined;
  readonly ctx: KitCtx<(typeof USES)[number]>;
  readonly report: KitReport<typeof STAGES>;
}

const ID = "agent-run-forensics-handoff-kit";
const NAME = "Agent Run Forensics Handoff Kit";

export default defineKit({
  id: ID,
  name: NAME,
  category: "Agent",
  description:
    "Says from its recording how an agent run ended, where it broke first, and how to resume it, with a handoff packet.",
  keywords: [
    "agent",
    "crash",
    "debugging",
    "devin",
    "failure analysis",
    "forensics",
    "handoff",
    "incident",
    "langfuse",
    "langsmith",
    "loop",
    "mcp",
    "openhands",
    "opentelemetry",
    "postmortem",
    "resume",
    "root cause",
    "session log",
    "stuck",
    "tool call",
    "trace",
    "transcript",
  ],
  aliases: ["run-forensics-kit", "agent-postmortem-kit"],
  version: "2026-11-27",
  uses: USES,

  input: INPUT,
  primary: "trace",
  value: VALUE,
  verb: "investigate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "why did my agent run fail",
    "postmortem of an agent run from its transcript",
    "the agent stopped in the middle of a tool call, where do I resume",
    "find where an agent trace broke first",
    "agent was stuck in a loop calling the same tool",
    "agent claimed it was done although the tests failed",
    "root cause of a failed agent session",
    "hand over a crashed agent run to the next agent",
    "timeline of tool calls from a recording",
    "which tool call is still unanswered after the crash",
    "diagnose an opentelemetry trace of an llm agent",
    "redacted evidence file of an agent incident",
    "debug a chat with tool calls that went wrong",
    "what happened when in this agent log",
    "agent ignored an error and went on",
    "how long did the tools take and where was silence",
    "did the tool output contain a prompt injection during the run",
    "resume plan after the context window was exceeded",
    "incident report for an autonomous agent, what is still open",
    "was the run cut off, failed or finished",
    "rate limit, auth failure or timeout: what killed the agent",
    "investigate a mcp session that stalled",
    "warum ist der agentenlauf gescheitert",
    "por qué falló la ejecución del agente",
    "analyse d'un agent qui a échoué et reprise du travail",
    "エージェントの実行が失敗した原因を調べる",
    "智能体 运行 失败 原因 分析 和 交接",
    "почему агент завис и где продолжить",
    "bot worked all night and nothing came out, what went wrong and when",
    "give the next assistant a note on where the dead one left off",
    'it says "done" but the file is not there',
    "copilot kept editing and undoing the same line for an hour",
    "langsmith, langfuse, arize phoenix, claude code jsonl session, codex rollout, openhands trajectory",
    "autopsy of a recorded assistant session: verdict, first fault, pending work, continuation packet",
    "descobrir por que a execução do agente falhou e como continuar",
  ],
  effort: 3,
  isolated: true,

  laws: [
    filesLaw,
    {
      name: "every index is one of the trace, and calls are pending or answered",
      holds(run, input) {
        const { value } = run({ ...input, failOn: "none" });
        if (!value) return true;
        const { events, calls, diagnoses, pending, brokeAt, lastGood, firstFailure } = value;
        const indexes = [
          ...diagnoses.flatMap((diagnosis) => diagnosis.indexes),
          ...pending.map(({ index }) => index),
          ...calls.flatMap(({ index, resultIndex }) => [index, resultIndex ?? 0]),
          ...[brokeAt, lastGood, firstFailure].flatMap((place) => place?.index ?? []),
        ];
        const answered = calls.filter(({ resultIndex }) => resultIndex !== null);
        return (
          indexes.every((index) => index < events || events === 0) &&
          pending.length + answered.length === calls.length
        );
      },
    },
    {
      name: "redaction changes no code",
      holds(run, input) {
        const codes = (redact: boolean) =>
          canonicalJson(
            run({ ...input, redact, failOn: "none" }).value?.diagnoses.map(({ code, indexes }) => [
              code,
              indexes,
            ]),
          );
        return codes(true) === codes(false);
      },
    },
    {
      name: "removing the last event never removes a repeated call or loop found before it",
      holds(run, input) {
        const { trace } = input;
        if (!Array.isArray(trace) || trace.length < 2) return true;
        const complete = run({ ...input, failOn: "none" }).value;
        const begun = run({ ...input, trace: trace.slice(0, -1), failOn: "none" }).value;
        if (!complete || !begun || begun.events === 0) return true;
        const places = (value: typeof complete) =>
          value.diagnoses
            .filter(({ code }) => code === "REPEATED_CALL" || code === "LOOP")
            .map(({ indexes }) => indexes);
        const kept = places(begun);
        return places(complete)
          .filter((indexes) => indexes.every((index) => index < begun.events))
          .every((indexes) =>
            kept.some((other) => canonicalJson(other) === canonicalJson(indexes)),
          );
      },
    },
    {
      name: "the order of tools and of rules does not matter",
      holds(run, input) {
        const { tools, policy } = input;
        const rules = typeof policy === "object" ? (policy.rules ?? []) : [];
        const codes = (value: typeof input) =>
          canonicalJson(
            run({ ...value, failOn: "none" })
              .value?.diagnoses.filter(({ code }) => code !== "POLICY_VIOLATION")
              .map(({ code, indexes }) => [code, indexes]),
          );
        const other = {
          ...input,
          ...(Array.isArray(tools) ? { tools: tools.toReversed() } : {}),
          ...(typeof policy === "object"
            ? { policy: { ...policy, rules: rules.toReversed() } }
            : {}),
        };
        return codes(input) === codes(other);
      },
    },
  ],
  examples: [
    {
      title: "Cut off while a call was open",
      input: {
        trace: [
          { role: "user", content: "Deploy version 2 of the shop." },
          { role: "assistant", content: [{ type: "tool_use", id: "a", name: "build", input: {} }] },
          {
            role: "user",
            content: [{ type: "tool_result", tool_use_id: "a", content: "built image 812" }],
          },
          {
            role: "assistant",
            content: [{ type: "tool_use", id: "b", name: "deploy", input: { image: 812 } }],
          },
        ],
      },
      expect: {
        ok: true,
        valid: false,
        errors: [{ code: "PENDING_CALL", path: "/trace/3/content/0" }],
        value: {
          outcome: "unfinished",
          lastGood: { index: 1, tool: "build" },
          resume: {
            afterIndex: 1,
            action: "answer-pending",
            tool: "deploy",
            arguments: { image: 812 },
          },
        },
      },
    },
    {
      title: "Three equal failures, and a claim that all is well",
      input: {
        trace: [
          { role: "user", content: "Fix the test." },
          { tool: "run_tests", arguments: { path: "a" }, error: "1 failed" },
          { tool: "run_tests", arguments: { path: "a" }, error: "1 failed" },
          { tool: "run_tests", arguments: { path: "a" }, error: "1 failed" },
          { role: "assistant", content: "All done, the test is fixed." },
        ],
      },
      expect: {
        valid: false,
        value: {
          outcome: "failed",
          brokeAt: { index: 2, tool: "run_tests", code: "UNRECOVERED_FAILURE" },
          diagnoses: [
            { code: "CLAIM_AFTER_ERROR", quote: "All done, the test is fixed." },
            { code: "ERROR_STREAK", indexes: [2, 4, 6] },
            { code: "REPEATED_CALL", indexes: [1, 3, 5] },
            { code: "UNRECOVERED_FAILURE" },
          ],
          resume: { action: "retry", tool: "run_tests" },
        },
      },
    },
    {
      title: "Arguments that did not fit, with the ones that do",
      input: {
        trace: [
          {
            tool: "get_weather",
            id: "c",
            arguments: { days: "3" },
            error: "invalid input",
            time: 0,
          },
        ],
        tools: [
          {
            name: "get_weather",
            inputSchema: { type: "object", properties: { days: { type: "integer" } } },
          },
        ],
      },
      expect: {
        value: {
          resume: { action: "fix-arguments", tool: "get_weather", arguments: { days: 3 } },
          time: { totalMs: 0 },
        },
      },
    },
    {
      title: "Nothing was recorded",
      input: { trace: [] },
      expect: { ok: false, error: { code: "TRACE_EMPTY" } },
    },
  ],

  // 100,000 characters of conversation take 200 to 500 ms, as thousands of tiny events up to 1.3 s: each result is looked
  // at for instructions, calls are judged by two tools, and the packet is counted in tokens. The first run of a process
  // reads lexicons and token ranks, which takes another second.
  run(asked, ctx): Result {
    const given = withoutBlanks(asked);
    const report: Work["report"] = new KitReport(ID, NAME, STAGES, ctx.longestOutput);
    const { documents, replace, redactedInput } = redactInput(given, report);
    const traced = readEvents(given.trace, report);
    if (traced === undefined) return conclude(NOTHING, { given, redactedInput, report });
    const root =
      (documents.trace && "root" in documents.trace && documents.trace.root) || traced.root;
    const record = recordOf(traced, { root, events: eventsOf(root) });
    const [from, to] = [replace(given.from), replace(given.to)];
    const work: Work = {
      input: { ...given, from, to, goal: goalOf(replace(given.goal), record.shown) },
      trace: fieldText(documents.trace) ?? "[]",
      states: fieldText(documents.states),
      ctx,
      report,
    };
    reportEvents(record, traced.warnings, report);
    const conformance = checkConformance(record, work);
    const judged = checkArguments(record, work);
    const states = checkStates(record, work);
    const time = measure(record, report);
    const diagnoses = inOrder([
      ...onePerTool([...conformance, ...judged.diagnoses]),
      ...states,
      ...diagnoseCalls(record, given),
      ...diagnoseWords(record, goalOf(given.goal, record.events)),
      ...checkResults(record, work),
    ]);
    reportDiagnoses(diagnoses, report);
    const { outcome, ...places } = conclusionOf(record, diagnoses, judged.repaired, given.success);
    const facts: Facts = {
      outcome,
      goal: work.input.goal,
      events: record.events.length,
      calls: record.calls.map(shownCall),
      ...places,
      diagnoses: diagnoses.slice(0, MOST_LISTED).map(shownDiagnosis),
      pending: pendingIn(record),
      toolUse: toolUse(record),
      time,
    };
    const counts = { ...countsOf(record), diagnoses: diagnoses.length };
    writeFiles({ record, facts, counts, diagnoses }, work);
    return conclude(facts, { given, redactedInput, report, counts });
  },
});

function measure(record: Record, report: Work["report"]): Facts["time"] {
  const time = runTime(record);
  if (time === null) {
    const message = "The trace has no time stamps, so that nothing is known of its times";
    report.find("info", "timeline", { code: "TIME_UNKNOWN", message, path: TRACE_PATH });
    report.done("timeline", `${counted(record.events.length, "event")} without times`);
    return null;
  }
  const { totalMs, toolMs, idleMs } = time;
  report.done("timeline", `${totalMs} ms, ${toolMs} of them in calls, ${idleMs} idle`);
  return time;
}

/** What two stages say of one tool is said once. */
function onePerTool(diagnoses: readonly Diagnosis[]): Diagnosis[] {
  const known = new Set<string | null>();
  return diagnoses.filter(({ code, tool }) => {
    if (code !== "UNDECLARED_TOOL") return true;
    return !known.has(tool) && known.add(tool);
  });
}

function reportDiagnoses(diagnoses: readonly Diagnosis[], report: Work["report"]): void {
  for (const { severity, stage, code, message, path, tool, received } of diagnoses) {
    const subject = tool ?? undefined;
    report.find(severity, stage, { code, message, path, subject, received });
  }
  const certain = diagnoses.filter(({ confidence }) => confidence === "certain").length;
  const isFail = diagnoses.some(({ severity }) => severity === "error");
  report.done(
    "diagnosis",
    `${counted(diagnoses.length, "finding")}, ${certain} certain`,
    isFail ? "fail" : "pass",
  );
}

interface Investigated {
  readonly record: Record;
  readonly facts: Facts;
  readonly counts: typeof NO_COUNTS;
  readonly diagnoses: readonly Diagnosis[];
}

function writeFiles({ record, facts, counts, diagnoses }: Investigated, work: Work): void {
  const { report } = work;
  const handoff = writeHandoff(record, facts, diagnoses.length, work);
  const evidence = evidenceText(record, diagnoses, work);
  report.file("handoff.md", handoff.text);
  writeTimeline(record, report);
  report.json("forensics.json", {
    verdict: report.verdict,
    counts: { ...report.counts, ...counts },
    ...facts,
  });
  if (evidence !== undefined) report.file("evidence.md", evidence);
  writeTrace(record, report);
  const { constraints = [], nextActions = [], artifacts = [] } = handoff.packet ?? {};
  const { goal, resume, pending, lastGood } = facts;
  const plan = { goal, resume, pending, constraints, nextActions, artifacts, lastGood };
  report.json("resume.json", plan);
}

const NOTHING: Facts = {
  outcome: "unclear",
  goal: "",
  events: 0,
  calls: [],
  firstFailure: null,
  brokeAt: null,
  lastGood: null,
  resume: {
    afterIndex: null,
    action: "none",
    tool: null,
    arguments: null,
    reason: "There is no trace that can be read",
  },
  diagnoses: [],
  pending: [],
  toolUse: [],
  time: null,
};

interface Ending {
  readonly given: Input;
  readonly redactedInput: unknown;
  readonly report: Work["report"];
  readonly counts?: typeof NO_COUNTS;
}

const NO_COUNTS = { events: 0, calls: 0, errors: 0, pending: 0, agents: 0, diagnoses: 0 };

function conclude(facts: Facts, { given, redactedInput, report, counts }: Ending): Result {
  return report.conclude({
    value: { ...facts },
    counts: counts ?? NO_COUNTS,
    output: { figures: figuresOf(facts, counts ?? NO_COUNTS), next: nextSteps(facts) },
    failOn: given.failOn,
    ...(redactedInput === undefined ? {} : { redactedInput }),
  });
}

function figuresOf({ outcome, brokeAt }: Facts, counts: typeof NO_COUNTS): string {
  const { events, calls, errors, pending, diagnoses } = counts;
  const tool = brokeAt?.tool ?? "";
  const broke =
    brokeAt === null
      ? ""
      : `; broke at event ${brokeAt.index}${tool === "" ? "" : ` (${oneLine(tool)})`}: ${brokeAt.code}`;
  return `Outcome ${outcome}: ${counted(events, "event")}, ${counted(calls, "call")}, ${counted(errors, "error")}, ${pending} pending, ${diagnoses} ${diagnoses === 1 ? "diagnosis" : "diagnoses"}${diagnoses > MOST_LISTED ? ` (the first ${MOST_LISTED} are listed)` : ""}${broke}`;
}

function nextSteps({ events, resume, diagnoses }: Facts): string[] {
  if (events === 0) return ["Send messages, spans, JSON-RPC lines or plain events as `trace`."];
  const tool = resume.tool === null ? "" : ` ${oneLine(resume.tool)}`;
  return [
    ...(resume.action === "none" ? [] : [`${resume.action}${tool}: ${oneLine(resume.reason)}.`]),
    "Give handoff.md to whoever takes over; a program reads resume.json.",
    ...(diagnoses.length === 0 ? [] : ["Read evidence.md for the words behind each finding."]),
    "Keep trace.redacted.jsonl in the place of the recording.",
  ];
}
