import type { Static } from "@sinclair/typebox";
import { type Entry, fail, type Outcome } from "../tools/_core/tool.ts";
import conform from "../tools/contract-conformance-repair.ts";
import validate from "../tools/json-schema-validator.ts";
import rescue from "../tools/structured-output-rescue.ts";
import countTokens from "../tools/token-counter.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { KitReport } from "./_core/report.ts";
import {
  FAILURES,
  INPUT,
  type Input,
  VALUE,
  WARNINGS,
} from "./structured-output-recovery-kit/contract.ts";
import { reportReply, reportVote } from "./structured-output-recovery-kit/findings.ts";
import { RECOVERY_LAWS } from "./structured-output-recovery-kit/laws.ts";
import { askAgain } from "./structured-output-recovery-kit/ask-again.ts";
import {
  type Conformed,
  gradeReply,
  type Reply,
  type Rescued,
  unusableReply,
} from "./structured-output-recovery-kit/reply.ts";
import {
  countsOf,
  logStages,
  summaryOf,
  valueOf,
} from "./structured-output-recovery-kit/stages.ts";
import { chooseReply, disagreementsOf } from "./structured-output-recovery-kit/vote.ts";

const STAGES = { rescue, conform, validate, choose: null, reask: countTokens } as const;

interface Work {
  readonly input: Input;
  readonly ctx: KitCtx<typeof rescue | typeof conform | typeof validate | typeof countTokens>;
  readonly report: KitReport<typeof STAGES>;
}

type Result = Outcome<Static<typeof VALUE>, keyof typeof FAILURES, keyof typeof WARNINGS>;

export default defineKit({
  id: "structured-output-recovery-kit",
  name: "Structured Output Recovery Kit",
  category: "AI",
  description:
    "Turns a model's broken answer into graded JSON of a schema, or into the message that asks for it again.",
  keywords: [
    "function calling",
    "json",
    "json schema",
    "llm",
    "majority vote",
    "model output",
    "recovery",
    "repair",
    "retry",
    "self-consistency",
    "structured output",
  ],
  aliases: ["llm-output-recovery-kit", "json-recovery-kit"],
  version: "2026-11-20",
  uses: [rescue, conform, validate, countTokens],

  input: INPUT,
  primary: "text",
  value: VALUE,
  verb: "recover",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "recover usable json from a model's answer and say how far it can be trusted",
    "the llm did not follow the json schema, fix it or ask again",
    "write a retry prompt that says what was wrong with the structured output",
    "pick the best of several model answers",
    "majority vote over several llm replies",
    "self-consistency: where do the replies disagree",
    "extract, repair and validate structured output in one call",
    "the answer was cut off in the middle of the json",
    "grade the json that a language model returned",
    "gate an agent pipeline on valid structured output",
    "reask message for invalid tool arguments",
    "model did not stick to the format, rescue what can be used or write a new request",
    "three answers to one question, which one do I believe",
    "last line of defence behind a language model in a pipeline",
    "end-to-end salvage of a completion with trust grade and reprompt",
    "vote between samples and show where they differ",
    "half of the object is missing, can it still be used",
    "recuperar json de la respuesta de un modelo",
    "json aus der antwort eines sprachmodells retten",
    "récupérer le json d'une réponse de llm",
    "从大模型回答中恢复 json",
    "llm の出力から json を復元する",
    "varias respuestas del modelo, elegir la mejor",
    "mehrere antworten des modells, die beste wählen",
    "plusieurs réponses du modèle, choisir la meilleure",
  ],
  effort: 3,
  isolated: true,

  laws: RECOVERY_LAWS,
  examples: [
    {
      title: "Fence, prose, trailing commas and a number that came as text",
      input: {
        text: 'Sure!\n```json\n{"name": "bolt", "qty": "3", "tags": ["a",],}\n```\nAnything else?',
        schema: {
          type: "object",
          required: ["name", "qty"],
          properties: { name: { type: "string" }, qty: { type: "integer" } },
        },
      },
      expect: {
        valid: true,
        output: '{\n  "name": "bolt",\n  "qty": 3,\n  "tags": [\n    "a"\n  ]\n}',
        value: { verdict: "pass", grade: "conformed", conforms: true, certainty: "safe" },
      },
    },
    {
      title: "Three answers, two agree",
      input: {
        replies: ['{"total": 12}', "The total is {'total': 15}", '{"total": 12}'],
        choose: "majority",
      },
      expect: {
        output: '{\n  "total": 12\n}',
        value: {
          verdict: "review",
          reply: 0,
          disagreements: [
            {
              path: "/total",
              values: [
                { value: 12, votes: 2, replies: [0, 2] },
                { value: 15, votes: 1, replies: [1] },
              ],
            },
          ],
        },
      },
    },
    {
      title: "What cannot be recovered is asked for again",
      input: {
        text: '{"name": "bolt", "qty": "many"}',
        schema: { type: "object", properties: { qty: { type: "integer" } } },
        instruction: "How many bolts are there?",
        failOn: "none",
      },
      expect: {
        ok: true,
        valid: false,
        errors: [{ code: "SCHEMA_TYPE", path: "/qty" }],
        value: { grade: "failed", deliverables: [{ name: "changes.json" }, { name: "reask.md" }] },
      },
    },
    {
      title: "No JSON at all",
      input: { text: "no idea, sorry" },
      expect: { ok: false, error: { code: "STRUCTURED_OUTPUT_RECOVERY_KIT_FAILED" } },
    },
  ],

  run(input, ctx) {
    const answers = input.replies ?? (input.text === undefined ? [] : [input.text]);
    if (answers.length === 0) {
      const message = "Cannot recover anything: found neither text nor replies, expected one";
      return fail({ code: "TEXT_MISSING", message, path: "/text" });
    }
    const report = new KitReport("structured-output-recovery-kit", STAGES);
    if (input.replies !== undefined && input.text !== undefined) {
      const message = "text was left aside, because replies was given, too";
      report.find("warning", "rescue", { code: "TEXT_IGNORED", message, path: "/text" });
    }
    const work = { input, ctx, report };
    const replies: Reply[] = [];
    for (const [index, text] of answers.entries()) {
      const reply = recover(text, index, work);
      if (reply === undefined) return concludeStopped(replies, work);
      replies.push(reply);
    }
    return conclude(replies, work);
  },
});

/** One answer through rescue, conform and validate; undefined where the schema ends the run. */
function recover(text: string, index: number, work: Work): Reply | undefined {
  const { input, ctx, report } = work;
  const { schema } = input;
  const found = ctx.step(rescue, {
    text,
    ...(schema === undefined ? {} : { schema }),
    coerce: false,
    renameKeys: false,
  });
  const [error, ...others] = found.errors ?? [];
  if (!found.ok && error !== undefined) {
    if (!isAbout(error, "/schema")) return unusableReply(index, text, error);
    report.stop("rescue", [error, ...others]);
    return undefined;
  }
  const rescued = rescuedOf(found);
  const { allowGuesses } = input;
  if (schema === undefined) return gradeReply({ index, text, rescued, allowGuesses });

  const conformed = conformData(rescued, index, work);
  if (conformed === "stopped") return undefined;
  const { json } = conformed ?? rescued;
  const checked = ctx.step(validate, { schema, data: json });
  return gradeReply({
    index,
    text,
    rescued,
    conformed,
    validated: checked.ok
      ? { ok: true, valid: checked.valid === true, remaining: checked.value?.errors ?? [] }
      : { ok: false, error: firstError(checked) },
    allowGuesses,
  });
}

function conformData(
  { data, json }: Rescued,
  index: number,
  { input, ctx, report }: Work,
): Conformed | "stopped" | undefined {
  const isContainer = typeof data === "object" && data !== null;
  // A bare number that no double holds can be handed on only as text, which is another value.
  if (!isContainer && json !== JSON.stringify(data)) return undefined;
  const { schema, policy } = input;
  const made = ctx.step(conform, {
    schema,
    data: isContainer ? json : data,
    policy,
    failOn: "none",
  });
  if (made.ok && made.value) {
    const { repaired, conforms, changes, patch, remaining } = made.value;
    const text = made.output ?? JSON.stringify(repaired);
    return { data: repaired, json: text, conforms, changes, patch, remaining };
  }
  const field = input.replies === undefined ? "/text" : `/replies/${index}`;
  report.stop(
    "conform",
    (made.errors ?? []).map((entry) =>
      isAbout(entry, "/data") ? { ...entry, path: field } : entry,
    ),
  );
  return "stopped";
}

/** The outcome of a run that went through all its stages. */
function conclude(replies: readonly Reply[], { input, ctx, report }: Work): Result {
  const chosen = chooseReply(replies, input.choose);
  const disagreements = disagreementsOf(replies);
  reportReply(chosen, report);
  reportVote(replies, disagreements, report);
  logStages(replies, chosen, input, report);
  const reask = askAgain(chosen, input, report, (text) => {
    const { value, warnings = [] } = ctx.step(countTokens, { text, model: input.model });
    return { tokens: value?.high ?? 0, notes: warnings };
  });
  const isFit = report.verdict !== "fail";

  const { grade, certainty, changes, patch, json } = chosen;
  if (isFit && json !== undefined) report.file("data.json", json);
  report.json("changes.json", { grade, certainty, changes, patch });
  if (reask !== undefined) report.file("reask.md", reask.text);
  const list = replies.map(summaryOf);
  if (input.replies !== undefined) {
    report.json("votes.json", { chosen: chosen.index, replies: list, disagreements });
  }
  return report.conclude({
    value: {
      ...valueOf(chosen, input),
      replies: list,
      disagreements,
      reaskTokens: reask?.tokens ?? null,
    },
    counts: countsOf(replies, chosen),
    output: isFit ? json : reask?.text,
    failOn: input.failOn,
  });
}

/** The outcome of a run that the schema ended, with the replies that were graded before. */
function concludeStopped(replies: readonly Reply[], { input, report }: Work): Result {
  const none = unusableReply(0, "");
  return report.conclude({
    value: {
      ...valueOf(none, input),
      replies: replies.map(summaryOf),
      disagreements: [],
      reaskTokens: null,
    },
    counts: countsOf(replies, none),
    output: undefined,
    failOn: input.failOn,
  });
}

function rescuedOf(outcome: Outcome<Static<(typeof rescue)["value"]>>): Rescued {
  const { value, output = "", warnings = [] } = outcome;
  if (!value) throw new Error("structured-output-rescue did its job and gave no value");
  const { data, status, truncated, changes } = value;
  return { data, json: output, status, truncated, changes, warnings };
}

function isAbout({ path = "" }: Entry, field: string): boolean {
  return path === field || path.startsWith(`${field}/`);
}

function firstError({ errors: [error] = [] }: Outcome): Entry {
  return error ?? { code: "STAGE_FAILED", message: "The tool failed without saying why" };
}
