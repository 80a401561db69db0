import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../tools/_core/fields.ts";
import type { Outcome } from "../tools/_core/tool.ts";
import { JSON_FAILURES } from "../tools/_lib/json/tree/json-field.ts";
import { canonicalJson } from "../tools/_lib/json/tree/canonical.ts";
import { INPUT_FAILURES, inputInvalid } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { failOnField, SEVERITIES } from "../tools/_lib/results/review/shapes.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import envelope from "../tools/provider-request-envelope.ts";
import carryTools from "../tools/tool-call-interoperability.ts";
import validateCalls from "../tools/tool-calling-validator.ts";
import { filesLaw } from "./_core/files-law.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { KitReport } from "./_core/report.ts";
import {
  canonicalHash,
  PROVIDERS,
  type Provider,
} from "./provider-message-migration-kit/canonical.ts";
import {
  matrixOf,
  type Migrated,
  pageOf,
  selfValue,
  isLossless,
  targetValue,
  writeFiles,
} from "./provider-message-migration-kit/files.ts";
import { type Fixture, readFixtures } from "./provider-message-migration-kit/fixtures.ts";
import { type Json, plain } from "../tools/_lib/json/tree/exact.ts";
import { LOSS_CODES, LOSS_MEANINGS } from "./provider-message-migration-kit/losses.ts";
import { migrate, ownShape, readResponses } from "./provider-message-migration-kit/migrate.ts";
import {
  checkCalls,
  checkPairs,
  checkSources,
  checkTarget,
  convertBody,
  ToolCarrier,
} from "./provider-message-migration-kit/stages.ts";

const FAILURES = {
  ...envelope.failures,
  ...carryTools.failures,
  ...validateCalls.failures,
  ...INPUT_FAILURES,
  ...JSON_FAILURES,
  ...OUTPUT_FAILURES,
  ...LOSS_MEANINGS,
  FIXTURE_UNRECOGNISED: "A fixture is of no shape that is known",
  FIXTURE_NAME_DUPLICATE: "Two fixtures have one name",
  CANONICAL_INVALID: "A fixture in the canonical shape is not as it has to be",
  ARGUMENTS_NOT_JSON: "The text of a call's arguments is no JSON object",
  RESULT_WITHOUT_CALL: "A result answers no earlier call",
  ROUND_TRIP_UNEXPLAINED:
    "A written body says something else, and no loss tells of it: a fault of the kit",
  SELF_NOT_IDENTICAL: "A body does not come back as it was in its own shape: a fault of the kit",
  STAGE_FAILED: "A tool could not do its part",
  PROVIDER_MESSAGE_MIGRATION_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  ...envelope.warnings,
  ...validateCalls.warnings,
  ...LOSS_MEANINGS,
  CALL_WITHOUT_RESULT: "A call has no result, and the conversation goes on",
} as const;

const MODEL = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }));

const INPUT = Type.Object({
  fixtures: jsonField({
    description:
      "A request or response of Chat Completions, Messages, generateContent or the Responses API, or a canonical fixture; up to 200 in an array, also as {name, provider, body}",
    minItems: 1,
    maxItems: 200,
  }),
  to: Type.Array(oneOf(PROVIDERS), {
    description: "Whose shapes to write; that of the source is always checked",
    minItems: 1,
    uniqueItems: true,
    default: ["openai-chat", "anthropic", "gemini"],
  }),
  model: Type.Object(
    { "openai-chat": MODEL, "openai-responses": MODEL, anthropic: MODEL, gemini: MODEL },
    {
      description: "The model of the written bodies, by provider",
      additionalProperties: false,
      default: {},
    },
  ),
  maxTokens: whole({
    description: "Written for Anthropic where the source has no limit",
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 4096,
  }),
  namePolicy: oneOf(["rename", "keep"], {
    description: "Whether names of tools that a target does not take are changed or reported",
    default: "rename",
  }),
  allowLoss: Type.Array(oneOf(LOSS_CODES), {
    description: "Losses that are accepted, and count as notes",
    default: [],
  }),
  failOn: failOnField("none"),
});

const COUNT = Type.Integer({ minimum: 0 });

const DIFFERENCE = Type.Object({
  path: Type.String({ description: "Pointer into the canonical fixture" }),
  before: Type.Optional(Type.Any()),
  after: Type.Optional(Type.Any()),
});

const LOSS = Type.Object({
  code: oneOf(LOSS_CODES),
  severity: oneOf(SEVERITIES),
  path: Type.String({ description: "Pointer into the canonical fixture" }),
  detail: Type.String(),
});

const TARGET = Type.Object({
  provider: oneOf(PROVIDERS),
  body: Type.Any({
    description: "Numbers that no double holds are text here, and exact in the files",
  }),
  endpoint: Type.Union([Type.String(), Type.Null()]),
  losses: Type.Array(LOSS),
  roundTrip: Type.Object({
    identical: Type.Boolean({ description: "Read again, the body says what the fixture says" }),
    explained: Type.Boolean({ description: "Where it does not, the losses say all of it" }),
    differences: Type.Array(DIFFERENCE),
  }),
  errors: Type.Array(
    Type.Object({ code: Type.String(), message: Type.String(), path: Type.String() }),
    { description: "What the target would refuse" },
  ),
});

const ORIGIN = oneOf([...PROVIDERS, "canonical"]);

const VALUE = kitValue(
  {
    fixtures: Type.Array(
      Type.Object({
        name: Type.String(),
        provider: ORIGIN,
        kind: oneOf(["request", "response"]),
        canonical: Type.Any({ description: "What it says, whichever provider's it is" }),
        canonicalSha256: Type.String({
          description: "Over the RFC 8785 text of it without canonical, kind, model and extras",
        }),
        self: Type.Object({ identical: Type.Boolean(), differences: Type.Array(DIFFERENCE) }),
        targets: Type.Array(TARGET),
      }),
    ),
    nameMap: Type.Array(
      Type.Object({ provider: oneOf(PROVIDERS), from: Type.String(), to: Type.String() }),
    ),
    matrix: Type.Array(
      Type.Object({
        from: ORIGIN,
        to: oneOf(PROVIDERS),
        fixtures: COUNT,
        lossless: Type.Integer({ minimum: 0, description: "With no loss but notes" }),
        losses: COUNT,
      }),
    ),
  },
  { fixtures: COUNT, bodies: COUNT, losses: COUNT, lossless: COUNT, unexplained: COUNT },
);

export type Input = Static<typeof INPUT>;

type Result = Outcome<Static<typeof VALUE>, keyof typeof FAILURES, keyof typeof WARNINGS>;

const ID = "provider-message-migration-kit";
const NAME = "Provider Message Migration Kit";

const STAGES = {
  read: null,
  source: envelope,
  tools: carryTools,
  write: null,
  target: envelope,
  calls: validateCalls,
  "round-trip": null,
} as const;

export type Report = KitReport<typeof STAGES>;

/** What all stages have at hand. */
export interface Work {
  readonly input: Input;
  readonly ctx: KitCtx<typeof envelope | typeof carryTools | typeof validateCalls>;
  readonly report: Report;
}

const WEATHER = {
  model: "gpt-5",
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Weather in Rome?" },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        {
          id: "c1",
          type: "function",
          function: { name: "get_weather", arguments: '{"city":"Rome"}' },
        },
      ],
    },
    { role: "tool", tool_call_id: "c1", content: "21 C" },
  ],
};

export default defineKit({
  id: ID,
  name: NAME,
  category: "AI",
  description:
    "Carries recorded prompts, conversations and tool calls between model providers, with a report of every loss and the proof that nothing else changed.",
  keywords: [
    "anthropic",
    "canonical messages",
    "chat completions",
    "chat history",
    "conversation",
    "fixture conversion",
    "fixtures",
    "gemini",
    "llm provider",
    "loss report",
    "messages api",
    "migration",
    "openai",
    "round trip",
    "tool calls",
    "transcripts",
    "vendor switch",
  ],
  aliases: ["message-migration-kit", "provider-fixture-kit"],
  version: "2026-11-27",
  uses: [envelope, carryTools, validateCalls],

  input: INPUT,
  primary: "fixtures",
  value: VALUE,
  verb: "migrate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "move recorded conversations from openai to anthropic and gemini",
    "migrate test fixtures of llm calls to another provider",
    "convert prompts and tool call fixtures between model providers with a loss report",
    "prove that nothing was lost when switching from gpt to claude",
    "round trip check of provider messages",
    "canonical message format for openai, anthropic and gemini",
    "support several llm vendors with one set of fixtures",
    "which parts of my chat history do not survive the move to another model vendor",
    "convert chat completion responses to anthropic message responses",
    "turn gemini contents into openai messages and back",
    "thinking blocks and signatures are lost when converting",
    "tool results in the wrong order after converting to claude",
    "images and pdf files in messages for another provider",
    "provider neutral representation of conversations",
    "compare message shapes of model providers",
    "regression fixtures for a multi provider gateway",
    "we leave our model vendor, take the recorded sessions along",
    "what happens to system prompts, developer messages and refusals on another api",
    "rename tools so that every provider takes them, consistently over all recordings",
    "batch convert saved requests of one llm api into the shapes of the others",
    "is_error flag or cache_control disappears after conversion",
    "golden files for an llm adapter layer",
    "gespräche von openai nach anthropic migrieren",
    "migrar conversaciones de openai a gemini sin perder nada",
    "migrer des conversations enregistrées vers un autre fournisseur",
    "把 openai 对话 迁移 到 claude 并 报告 丢失",
    "会話の記録を別のプロバイダーに移行する",
    "migrare le conversazioni da un fornitore di modelli a un altro",
    "two years of saved gpt chats, we go to claude, take them all with us",
    "which of our recorded talks lose a picture, a thought or a tool result on the way",
    "one folder of test conversations, needed in three vendors' shapes",
    "show the boss what gets lost when we switch the supplier of the assistant",
    "langchain messages, vercel ai sdk UIMessage, litellm, responses input items, contents parts",
    "batch-translate whole transcripts across llm vendors and verify them by translating back",
    "migrar conversas gravadas da openai para outro provedor",
  ],
  effort: 3,

  laws: [
    filesLaw,
    {
      name: "every accepted body comes back as it was in its own shape",
      holds(run, input) {
        const { value } = run({ ...input, failOn: "none" });
        return (value?.fixtures ?? []).every(({ self }) => self.identical);
      },
    },
    {
      name: "what a written body says differs only where a loss says so",
      holds(run, input) {
        const { value } = run({ ...input, failOn: "none" });
        return (value?.fixtures ?? []).every(({ targets }) =>
          targets.every(({ roundTrip, losses }) =>
            roundTrip.identical ? roundTrip.explained : roundTrip.explained && losses.length > 0,
          ),
        );
      },
    },
    {
      name: "no two names of tools become one",
      holds(run, input) {
        const names = run({ ...input, failOn: "none" }).value?.nameMap ?? [];
        return PROVIDERS.every((provider) => {
          const own = names.filter((pair) => pair.provider === provider);
          return new Set(own.map(({ to }) => to)).size === own.length;
        });
      },
    },
    {
      name: "a canonical fixture says the same as the body that it was read from",
      holds(run, input) {
        const { value } = run({ ...input, failOn: "none" });
        const fixtures = (value?.fixtures ?? []).slice(0, 3);
        return fixtures.every(({ canonical, canonicalSha256 }) => {
          const again = run({ fixtures: [canonical as object], failOn: "none" });
          const [only] = again.value?.fixtures ?? [];
          // A number that no double holds is text in the value, which a setting cannot be.
          if (!again.ok && again.error?.code !== "FIXTURE_UNRECOGNISED") return true;
          return (
            only?.canonicalSha256 === canonicalSha256 &&
            canonicalJson(only.canonical) === canonicalJson(canonical)
          );
        });
      },
    },
  ],
  examples: [
    {
      title: "A conversation with a call, from Chat Completions to Anthropic",
      input: { fixtures: WEATHER, to: ["anthropic"] },
      expect: {
        valid: true,
        value: {
          fixtures: [
            {
              provider: "openai-chat",
              self: { identical: true },
              targets: [
                {
                  provider: "anthropic",
                  body: {
                    system: "Be brief.",
                    messages: [
                      { role: "user", content: "Weather in Rome?" },
                      {
                        role: "assistant",
                        content: [
                          {
                            type: "tool_use",
                            id: "c1",
                            name: "get_weather",
                            input: { city: "Rome" },
                          },
                        ],
                      },
                      {
                        role: "user",
                        content: [{ type: "tool_result", tool_use_id: "c1", content: "21 C" }],
                      },
                    ],
                    max_tokens: 4096,
                  },
                  roundTrip: { identical: false, explained: true },
                },
              ],
            },
          ],
        },
      },
    },
    {
      title: "Reasoning and a mark of an error do not travel",
      input: {
        fixtures: [
          {
            name: "disk",
            body: {
              model: "claude-sonnet-5",
              max_tokens: 500,
              messages: [
                { role: "user", content: "Save it" },
                {
                  role: "assistant",
                  content: [
                    { type: "thinking", thinking: "hmm", signature: "sig" },
                    { type: "tool_use", id: "t1", name: "save", input: {} },
                  ],
                },
                {
                  role: "user",
                  content: [
                    {
                      type: "tool_result",
                      tool_use_id: "t1",
                      content: "disk full",
                      is_error: true,
                    },
                  ],
                },
              ],
            },
          },
        ],
        to: ["openai-chat"],
        allowLoss: ["REASONING_DROPPED"],
      },
      expect: {
        valid: true,
        value: {
          verdict: "review",
          counts: { byCode: { REASONING_DROPPED: 1, ERROR_FLAG_LOST: 1 }, warning: 2 },
        },
      },
    },
    {
      title: "An answer of Gemini for the others",
      input: {
        fixtures: {
          candidates: [
            { content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "MAX_TOKENS" },
          ],
          usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 1, totalTokenCount: 4 },
        },
        to: ["openai-chat"],
      },
      expect: {
        value: {
          fixtures: [
            {
              kind: "response",
              targets: [
                {
                  body: {
                    object: "chat.completion",
                    choices: [
                      {
                        index: 0,
                        message: { role: "assistant", content: "Hi" },
                        finish_reason: "length",
                      },
                    ],
                    usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
                  },
                  endpoint: null,
                  roundTrip: { identical: true },
                },
              ],
            },
          ],
        },
      },
    },
    {
      title: "Not a message body",
      input: { fixtures: { hello: 1 } },
      expect: { ok: false, error: { code: "FIXTURE_UNRECOGNISED" } },
    },
  ],

  // Every body is written, checked and read again for each target: 100,000 characters take about a second.
  run(input, ctx): Result {
    const report: Report = new KitReport(ID, NAME, STAGES);
    const work: Work = { input, ctx, report };
    const convert = (body: Json, from: Provider, to: Provider) => convertBody(work, body, from, to);
    const { fixtures, problems, misuses } = readFixtures(input.fixtures, (body) =>
      readResponses(body, convert),
    );
    const [misuse, ...others] = misuses;
    if (misuse !== undefined) return inputInvalid([misuse, ...others]);
    if (problems.length > 0) {
      report.stop("read", problems);
      return conclude([], [], work);
    }
    report.done("read", `${counted(fixtures.length, "fixture")} read`);
    checkPairs(fixtures, work);
    const known = checkSources(fixtures, work);
    const carrier = new ToolCarrier(fixtures, input.to, work);
    const migrated = fixtures.map((fixture): Migrated => {
      const self = ownShape(fixture, convert);
      const selfEndpoint = self === undefined ? null : endpointOf(fixture, self.body, work);
      const targets = targetsOf(fixture, input.to).map((to, place) =>
        writeFor(fixture, to, { carrier, known: known.get(fixture) ?? new Set(), place }, work),
      );
      return { fixture, self, selfEndpoint, targets };
    });
    carrier.conclude();
    checkCalls(fixtures, work);
    judge(migrated, work);
    return conclude(migrated, carrier.nameMap, work);
  },
});

/** Its own provider is left out: that is what `self` is for. */
function targetsOf({ origin, kind, body }: Fixture, to: readonly Provider[]): Provider[] {
  const isCanonical = typeof body === "object" && body !== null && "canonical" in body;
  return to.filter(
    (provider) =>
      (provider !== origin || isCanonical) &&
      (kind === "request" || provider !== "openai-responses"),
  );
}

/** The endpoint of the body in its own shape. */
function endpointOf({ kind, origin, read }: Fixture, body: Json, { ctx }: Work): string | null {
  if (kind === "response" || origin === "canonical") return null;
  const { model } = read.canonical;
  const given = { request: JSON.stringify(plain(body)), from: origin, to: origin };
  return ctx.step(envelope, model === null ? given : { ...given, model }).value?.endpoint ?? null;
}

interface WriteContext {
  readonly carrier: ToolCarrier;
  /** Warnings of the source. */
  readonly known: ReadonlySet<string>;
  readonly place: number;
}

function writeFor(
  fixture: Fixture,
  to: Provider,
  { carrier, known, place }: WriteContext,
  work: Work,
): Migrated["targets"][number] {
  const { input, report } = work;
  const { canonical } = fixture.read;
  const model = input.model[to] ?? (fixture.origin === to ? canonical.model : null);
  if (model === null) {
    const message = `The body for ${to} has no model; the field model names one`;
    report.find("info", "write", {
      code: "MODEL_NOT_SET",
      message,
      path: `/model/${to}`,
      subject: `${fixture.name} → ${to}`,
    });
  }
  const target = migrate(fixture, to, {
    model,
    maxTokens: input.maxTokens,
    tools: carrier.toolsFor(fixture, to),
    convert: (body, from, other) => convertBody(work, body, from, other),
  });
  if (fixture.kind === "response") return { ...target, endpoint: null, errors: [] };
  const streams = canonical.kind === "request" && canonical.settings.stream === true;
  const about = {
    fixture,
    place: `/fixtures/${fixture.index}/targets/${place}`,
    known,
    streams,
    model,
  };
  return { ...target, ...checkTarget(target, about, work) };
}

/** One finding for each loss, and for what none of them explains. */
function judge(migrated: readonly Migrated[], work: Work): void {
  const { report } = work;
  for (const { fixture, self, targets } of migrated) {
    if (self?.identical === false) {
      const message = `The body does not come back as it was in its own shape: ${counted(self.differences.length, "difference")}, the first at ${self.differences[0]?.path ?? ""}`;
      const place = { path: `/fixtures/${fixture.index}`, subject: fixture.name };
      report.find("error", "round-trip", { code: "SELF_NOT_IDENTICAL", message, ...place });
    }
    for (const target of targets) judgeTarget(fixture, target, work);
  }
  const written = migrated.flatMap(({ targets }) => targets);
  if (written.length === 0) {
    const why = "No target but the source's own shape; the field `to` names others";
    for (const stage of ["write", "target", "round-trip"] as const) report.skipped(stage, why);
    return;
  }
  const losses = written.reduce((sum, target) => sum + target.losses.list.length, 0);
  const errors = written.reduce((sum, target) => sum + target.errors.length, 0);
  const identical = written.filter((target) => target.identical).length;
  const unexplained = written.filter((target) => !target.explained).length;
  const bodies = written.length === 1 ? "1 body" : `${written.length} bodies`;
  report.done(
    "write",
    `${bodies} written, ${losses === 1 ? "1 loss or note" : `${losses} losses and notes`}`,
  );
  report.done(
    "target",
    `${counted(errors, "error")} in what was written`,
    errors > 0 ? "fail" : "pass",
  );
  const summary = `${identical} of ${written.length} identical, ${written.length - identical - unexplained} explained by their losses, ${unexplained} unexplained`;
  report.done("round-trip", summary, unexplained > 0 ? "fail" : "pass");
}

function judgeTarget(
  { index, name }: Fixture,
  target: Migrated["targets"][number],
  { input, report }: Work,
): void {
  const path = `/fixtures/${index}`;
  const subject = `${name} → ${target.to}`;
  for (const { code, severity, path: place, detail } of target.losses.list) {
    const weight = input.allowLoss.includes(code) ? "info" : severity;
    report.find(weight, "write", {
      code,
      message: `${target.to}: ${detail}`,
      path: `${path}/canonical${place}`,
      subject,
    });
  }
  if (target.explained) return;
  const message = `The body for ${target.to} says something else, and no loss tells of it: first at ${target.differences[0]?.path ?? ""}`;
  report.find("error", "round-trip", { code: "ROUND_TRIP_UNEXPLAINED", message, path, subject });
}

function conclude(
  migrated: readonly Migrated[],
  nameMap: ToolCarrier["nameMap"],
  { input, report }: Work,
): Result {
  const matrix = matrixOf(migrated);
  if (migrated.length > 0) writeFiles(migrated, matrix, report);
  const targets = migrated.flatMap((one) => one.targets);
  const unexplained = targets.filter(({ explained }) => !explained).length;
  return report.conclude({
    value: {
      fixtures: migrated.map(({ fixture, self, targets: written }) => ({
        name: fixture.name,
        provider: fixture.origin,
        kind: fixture.kind,
        canonical: plain(fixture.read.canonical as unknown as Json),
        canonicalSha256: canonicalHash(fixture.read.canonical),
        self: selfValue(self),
        targets: written.map(targetValue),
      })),
      nameMap,
      matrix,
    },
    counts: {
      fixtures: migrated.length,
      bodies: targets.length,
      losses: targets.reduce((sum, { losses }) => sum + losses.list.length, 0),
      lossless: targets.filter(isLossless).length,
      unexplained,
    },
    failOn: input.failOn,
    output: pageOf(migrated, matrix, unexplained),
  });
}
