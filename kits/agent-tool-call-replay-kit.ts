import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../tools/_core/fields.ts";
import type { Outcome } from "../tools/_core/tool.ts";
import { JSON_FAILURES } from "../tools/_lib/json/tree/json-field.ts";
import { percentOf } from "../tools/_lib/numbers/percent.ts";
import { INPUT_FAILURES, inputInvalid, wrongForm } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { POINTER } from "../tools/_lib/results/pointer.ts";
import { failOnField } from "../tools/_lib/results/review/shapes.ts";
import { formatOf } from "../tools/_lib/schemas/json-schema/formats.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import { quoted } from "../tools/_lib/text/shown.ts";
import validate from "../tools/json-schema-validator.ts";
import { filesLaw } from "./_core/files-law.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { KitReport } from "./_core/report.ts";
import { tellCall, whyNot, writeFiles } from "./agent-tool-call-replay-kit/files.ts";
import {
  dataOf,
  MOST_CALLS,
  readRecording,
  type RecordedCall,
} from "./agent-tool-call-replay-kit/recording.ts";
import {
  comparisonOf,
  factsOf,
  RECEIPTS,
  replay,
  type Replayed,
  type Status,
  STATUSES,
} from "./agent-tool-call-replay-kit/replay.ts";

const ID = "agent-tool-call-replay-kit";
const NAME = "Agent Tool Call Replay Kit";

const FAILURES = {
  ...INPUT_FAILURES,
  ...JSON_FAILURES,
  ...OUTPUT_FAILURES,
  RECORDING_EMPTY: "The recording holds no call",
  RECORDING_UNRECOGNISED: "The recording is of none of the known forms",
  TOO_MANY_CALLS: `The recording holds more than ${MOST_CALLS} calls`,
  MISMATCH: "A call gives something else than what was recorded",
  RECEIPT_INVALID: "A receipt is not that of its input or result",
  STAGE_FAILED: "A tool could not do its part",
  AGENT_TOOL_CALL_REPLAY_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  VERSION_CHANGED: "A call differs, and its tool has another version now",
  NOT_REPRODUCIBLE: "A call differs, depends on the clock or the seed, and neither was recorded",
  NOT_REPLAYABLE: "A call cannot be made again",
  INPUT_CHANGED: "A recorded input does not fit the schema that its tool has now",
  DUPLICATE_CALL_ID: "Several calls have the same id",
} as const;

const INPUT = Type.Object({
  recording: jsonField({
    description:
      "1 to 50 calls as JSON or JSON lines: records with tool_id and input, pairs of request and response, lines of MCP, or messages or spans of an agent",
  }),
  compare: oneOf(["recorded", "output", "value"], {
    description: "Every member that the recording has, or only one",
    default: "recorded",
  }),
  ignore: Type.Array(Type.String({ pattern: POINTER }), {
    description:
      "Pointers of members of the result that may differ, with all below them; * is any one segment, ** any number",
    maxItems: 50,
    default: [],
  }),
  tolerance: Type.Number({
    description: "By what part of the larger one numbers may differ",
    minimum: 0,
    maximum: 1,
    default: 0,
  }),
  now: Type.Optional(
    Type.String({ description: "RFC 3339 instant, for calls that recorded no clock" }),
  ),
  seed: Type.Optional(Type.String({ description: "For calls that recorded no seed" })),
  failOn: failOnField("error"),
});

const COUNT = Type.Integer({ minimum: 0 });
const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()]);

const CALL = Type.Object({
  index: COUNT,
  id: Type.String(),
  tool_id: Type.String({ description: "Canonical; as recorded where it is no tool of ours" }),
  status: oneOf(STATUSES),
  http: Type.Union([Type.Integer({ minimum: 200, maximum: 599 }), Type.Null()], {
    description: "200, or 422 where the tool said no; null for a call that was not made",
  }),
  options: Type.Object(
    { now: NULLABLE_TEXT, seed: NULLABLE_TEXT },
    { description: "Clock and seed as recorded or given" },
  ),
  dependsOn: Type.Union([oneOf(["nothing", "clock-or-entropy"]), Type.Null()], {
    description: "What two clocks and seeds showed, where none was recorded",
  }),
  recordedVersion: NULLABLE_TEXT,
  version: NULLABLE_TEXT,
  replayedSha256: Type.Union([Type.String(), Type.Null()], {
    description: "Over the RFC 8785 text of the result, without receipts",
  }),
  differences: Type.Array(
    Type.Object({
      path: Type.String({ description: "Pointer into the result" }),
      recorded: Type.Optional(Type.Any({ description: "Absent where it is new" })),
      replayed: Type.Optional(Type.Any({ description: "Absent where it is gone" })),
    }),
    { description: "The first 20; long values as the beginning of their text" },
  ),
  receipt: Type.Union([oneOf(RECEIPTS), Type.Null()]),
});

const VALUE = kitValue(
  {
    calls: Type.Array(CALL),
    reproducible: Type.Number({
      minimum: 0,
      maximum: 100,
      description: "Percent of the calls with a result that come out the same; 100 without any",
    }),
  },
  {
    calls: COUNT,
    match: COUNT,
    mismatch: COUNT,
    versionChanged: COUNT,
    notReproducible: COUNT,
    notReplayable: COUNT,
    noResult: COUNT,
  },
);

export type Input = Static<typeof INPUT>;

type Value = Static<typeof VALUE>;

type Result = Outcome<Value, keyof typeof FAILURES, keyof typeof WARNINGS>;

const STAGES = {
  read: null,
  inputs: validate,
  receipts: null,
  replay: null,
  compare: null,
} as const;

/** What all stages have at hand. */
export interface Work {
  readonly input: Input;
  readonly ctx: KitCtx<typeof validate>;
  readonly report: KitReport<typeof STAGES>;
}

const HELLO = { tool_id: "base64", input: { input: "Hello", action: "encode" } } as const;

export default defineKit({
  id: ID,
  name: NAME,
  category: "Agent",
  description:
    "Makes every recorded call of this service again and compares byte by byte; the recording becomes a test file.",
  keywords: [
    "agent",
    "byte for byte",
    "byte identical",
    "cassette",
    "deterministic",
    "fixtures",
    "golden test",
    "mcp session",
    "playback",
    "polly.js",
    "pytest-recording",
    "receipts",
    "recording",
    "regression test",
    "replay",
    "reproduce",
    "snapshot test",
    "tool call",
    "vcr",
  ],
  aliases: ["tool-call-replay-kit", "replay-kit"],
  version: "2026-11-27",
  uses: [validate],
  chosen: ({ recording }) => {
    const read = readRecording(recording);
    return "calls" in read ? read.calls.map(({ name }) => name) : [];
  },

  input: INPUT,
  primary: "recording",
  value: VALUE,
  verb: "replay",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "replay the tool calls of my agent and compare the results",
    "do the recorded calls still come out the same",
    "is this agent run reproducible",
    "turn a recorded mcp session into regression tests",
    "golden file test from tool call logs",
    "verify that tool results in a transcript were not made up",
    "did the model really get this answer from the tool",
    "check receipts of recorded calls",
    "record and replay like vcr cassettes for tool calls",
    "which tool results changed after the upgrade",
    "same input other output, which call depends on the clock",
    "re-run a jsonl log of api calls and diff the responses",
    "audit trail of an agent, prove every computed value",
    "byte for byte comparison of old and new tool outputs",
    "smoke test after updating the server with yesterday's calls",
    "find the flaky tool call in a session",
    "make test cases out of real traffic",
    "a customer disputes a number that the agent gave, run it again",
    "junit report for replayed tool calls in ci",
    "compare tool versions by replaying traffic",
    "aufgezeichnete werkzeugaufrufe noch einmal ausführen und vergleichen",
    "ist der agentenlauf reproduzierbar",
    "repetir las llamadas grabadas de un agente y comparar",
    "rejouer les appels d'outils enregistrés et comparer",
    "重放 智能体 的 工具 调用 并 比较 结果",
    "記録したツール呼び出しを再実行して比較する",
    "bot quoted a sum from your calculator last week, does it still give that sum",
    "after the upgrade, run last month's calls once more and show what is different",
    "keep today's session so that a later version can be held against it",
    "boss doubts that the assistant really used the tool, repeat it",
    "vcr.py, nock back, polly.js, wiremock record, approval tests, jest snapshot, cassette",
    "re-execute logged invocations of this server and assert equal output bytes",
    "repetir as chamadas gravadas e comparar os resultados",
  ],
  effort: 3,
  isolated: true,

  laws: [
    filesLaw,
    {
      name: "replaying recording.jsonl gives only matches",
      holds(run, { recording }) {
        const { value } = run({ recording, failOn: "none" });
        const again = value?.deliverables.find(({ name }) => name === "recording.jsonl")?.content;
        if (!again?.trim()) return true;
        const calls = run({ recording: again, failOn: "none" }).value?.calls ?? [];
        return calls.length > 0 && calls.every(({ status }) => status === "match");
      },
    },
    {
      name: "what may differ never adds a difference, and all of it leaves none",
      holds(run, { ignore: _ignore, ...input }) {
        const differencesWith = (ignore: string[]) =>
          (run({ ...input, ignore, failOn: "none" }).value?.calls ?? []).map(
            ({ differences }) => differences.length,
          );
        const all = differencesWith([]);
        const some = differencesWith(["/value/**", "/output"]);
        return (
          some.every((count, index) => count <= (all[index] ?? 0)) &&
          differencesWith(["/**"]).every((count) => count === 0)
        );
      },
    },
    {
      name: "the order of records changes no status",
      holds(run, { recording, ...input }) {
        const isRecords = Array.isArray(recording) && recording.every((one) => one?.["tool_id"]);
        if (!isRecords) return true;
        const statusesOf = (records: unknown[]) =>
          (run({ ...input, recording: records, failOn: "none" }).value?.calls ?? []).map(
            ({ status }) => status,
          );
        const before = statusesOf(recording);
        return statusesOf(recording.toReversed()).toReversed().join() === before.join();
      },
    },
  ],
  examples: [
    {
      title: "A recorded call comes out the same",
      input: { recording: [{ id: "c1", ...HELLO, result: { ok: true, output: "SGVsbG8=" } }] },
      expect: {
        ok: true,
        value: {
          verdict: "pass",
          calls: [{ id: "c1", tool_id: "base64", status: "match", dependsOn: "nothing" }],
          reproducible: 100,
        },
      },
    },
    {
      title: "A result that somebody changed",
      input: { recording: [{ id: "c1", ...HELLO, result: { ok: true, output: "SGVsbG8h" } }] },
      expect: {
        ok: false,
        error: { code: "AGENT_TOOL_CALL_REPLAY_KIT_FAILED" },
        errors: [{ code: "MISMATCH", path: "/recording/0" }],
        value: {
          calls: [
            { differences: [{ path: "/output", recorded: "SGVsbG8h", replayed: "SGVsbG8=" }] },
          ],
          reproducible: 0,
        },
      },
    },
    {
      title: "A random value without its seed, a tool of another server",
      input: {
        recording: [
          { tool_id: "uuid-generator", result: { output: "00000000-0000-4000-8000-000000000000" } },
          { tool: "send_email", input: { to: "x" }, result: { ok: true } },
        ],
      },
      expect: {
        ok: true,
        value: {
          verdict: "review",
          calls: [
            { status: "not-reproducible", dependsOn: "clock-or-entropy" },
            { status: "not-replayable" },
          ],
        },
      },
    },
    {
      title: "Lines of an MCP session",
      input: {
        recording:
          '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"run_tool","arguments":{"tool_id":"base64","input":{"input":"abc","action":"encode"}}}}\n{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"YWJj"}],"isError":false}}',
      },
      expect: { ok: true, value: { calls: [{ id: "7", status: "match" }] } },
    },
    {
      title: "Nothing recorded",
      input: { recording: [] },
      expect: { ok: false, error: { code: "RECORDING_EMPTY" } },
    },
  ],

  // Every call is made once, and twice where it recorded no clock or seed: their steps are counted together.
  run(input, ctx): Result {
    const { now } = input;
    if (now !== undefined && !formatOf("date-time")?.(now)) {
      return inputInvalid([wrongForm("/now", quoted(now), "an RFC 3339 instant")]);
    }
    const read = readRecording(input.recording);
    const work: Work = { input, ctx, report: new KitReport(ID, NAME, STAGES) };
    if ("errors" in read) {
      work.report.stop("read", read.errors);
      return conclude([], work);
    }
    const { calls } = read;
    work.report.done("read", `${counted(calls.length, "call")} read`);
    for (const path of read.ignored) {
      const message = "This entry is of no known form, and was left out";
      work.report.find("info", "read", { code: "ENTRY_IGNORED", message, path });
    }
    checkIds(calls, work);
    checkInputs(calls, work);
    const comparison = comparisonOf(input);
    const all = calls.map((call, index) => replay(call, index, work, comparison));
    reportReceipts(all, work);
    reportReplays(all, work);
    writeFiles(all, work);
    return conclude(all, work);
  },
});

function checkIds(calls: readonly RecordedCall[], { report }: Work): void {
  const seen = new Set<string>();
  for (const { id, path } of calls) {
    if (seen.has(id)) {
      const message = `Another call has the id ${quoted(id)}, too`;
      report.find("warning", "read", { code: "DUPLICATE_CALL_ID", message, path, subject: id });
    }
    seen.add(id);
  }
}

/** Inputs of calls that will be made, against the schemas of today. */
function checkInputs(calls: readonly RecordedCall[], work: Work): void {
  const { ctx, report } = work;
  let [checked, changed] = [0, 0];
  for (const call of calls) {
    const facts = factsOf(call, work);
    if (facts === undefined || call.input === null) continue;
    const given = call.input === undefined ? {} : dataOf(call.input);
    const data = typeof given === "string" ? { [facts.primary]: given } : given;
    const { ok, valid, errors } = ctx.step(validate, {
      schema: facts.inputSchema,
      data: JSON.stringify(data),
    });
    if (!ok) continue;
    checked++;
    if (valid !== false) continue;
    changed++;
    const { path, id: subject } = call;
    const message = `The input does not fit the schema of ${facts.id}: ${errors?.[0]?.message ?? ""}`;
    report.find("warning", "inputs", { code: "INPUT_CHANGED", message, path, subject });
  }
  if (checked === 0) report.skipped("inputs", "No call of `recording` is of this service");
  else report.done("inputs", `${counted(checked, "input")} checked, ${changed} do not fit`);
}

function reportReceipts(all: readonly Replayed[], { report }: Work): void {
  const receipted = all.filter(({ receipt }) => receipt !== null);
  for (const { call, receipt } of receipted) {
    if (receipt === "valid") continue;
    const what = receipt === "input-differs" ? "input" : "result";
    report.find("error", "receipts", {
      code: "RECEIPT_INVALID",
      message: `The receipt is not that of the ${what}: the hash is another`,
      path: call.path,
      subject: call.id,
    });
  }
  if (receipted.length === 0) report.skipped("receipts", "No call of `recording` has a receipt");
  else {
    const valid = receipted.filter(({ receipt }) => receipt === "valid").length;
    const verdict = valid === receipted.length ? "pass" : "fail";
    report.done("receipts", `${valid} of ${counted(receipted.length, "receipt")} valid`, verdict);
  }
}

const FINDINGS = {
  mismatch: ["error", "MISMATCH"],
  "version-changed": ["warning", "VERSION_CHANGED"],
  "not-reproducible": ["warning", "NOT_REPRODUCIBLE"],
  "not-replayable": ["warning", "NOT_REPLAYABLE"],
} as const;

function reportReplays(all: readonly Replayed[], { report }: Work): void {
  for (const replayed of all) {
    const { status, reason, call } = replayed;
    if (status === "match") continue;
    const place = { path: call.path, subject: call.id };
    if (status === "no-result") {
      const message = "The recording has no result of the call: it was made, and is in the files";
      report.find("info", "compare", { code: "NO_RESULT", message, ...place });
      continue;
    }
    const [severity, code] = FINDINGS[status];
    const stage = status === "not-replayable" ? "replay" : "compare";
    const received = reason === undefined ? {} : { received: reason };
    report.find(severity, stage, { code, message: whyNot(replayed), ...place, ...received });
  }
  const made = all.filter(({ answer }) => answer !== undefined).length;
  report.done("replay", `${made} of ${counted(all.length, "call")} made again`);
  const matches = all.filter(({ status }) => status === "match").length;
  report.done("compare", `${matches} of ${made} the same`, report.verdict);
}

function conclude(all: readonly Replayed[], { input, report }: Work): Result {
  const count = (wanted: Status) => all.filter(({ status }) => status === wanted).length;
  const counts = {
    calls: all.length,
    match: count("match"),
    mismatch: count("mismatch"),
    versionChanged: count("version-changed"),
    notReproducible: count("not-reproducible"),
    notReplayable: count("not-replayable"),
    noResult: count("no-result"),
  };
  const judged = counts.match + counts.mismatch + counts.versionChanged;
  const reproducible = judged === 0 ? 100 : percentOf(counts.match, judged, 2);
  return report.conclude({
    value: { calls: all.map(tellCall), reproducible },
    counts,
    failOn: input.failOn,
    output: {
      figures: `${counted(counts.calls, "call")}: ${counts.match} the same, ${counts.mismatch} different, ${counts.versionChanged} of another version, ${counts.notReproducible} not reproducible, ${counts.notReplayable} not replayable, ${counts.noResult} without a result; ${reproducible} % reproducible`,
      next: [
        ...(counts.mismatch > 0
          ? ["Look at `differences.csv`: what was recorded, and what comes out now."]
          : []),
        ...(counts.notReproducible > 0
          ? ["Record `options.now` and `options.seed` with each call, or give `now` and `seed`."]
          : []),
        ...(counts.versionChanged > 0
          ? ["Accept the new results with `recording.jsonl`, or keep the old version of the tool."]
          : []),
        "Keep `recording.jsonl`: it holds all that the next replay needs.",
        "Let CI read `junit.xml`, or run `cases.jsonl` against a server.",
      ],
    },
  });
}
