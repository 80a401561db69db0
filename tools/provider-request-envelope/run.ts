/** Checks a body, writes it for another provider, and puts what was found together. */
import { type Budget, done, type Entry, fail } from "../_core/tool.ts";
import { ErrorList, WarningList } from "../_lib/results/entry-list.ts";
import { orderFindings } from "../_lib/results/finding-order.ts";
import type { JsonObject } from "../_lib/json/tree/tree.ts";
import { dataOf } from "../_lib/json/tree/value.ts";
import { prettyJson } from "../_lib/json/tree/write.ts";
import { memberOf, textOf } from "../_lib/json/tree/members.ts";
import { outputTooLarge } from "../_lib/results/output-limit.ts";
import type { Provider } from "../_lib/agents/tool-call/content-parts.ts";
import { readTree } from "../_lib/agents/tool-call/fields.ts";
import { checkCalls } from "./check-calls.ts";
import { checkMessages } from "./check-messages.ts";
import { checkParameters } from "./check-parameters.ts";
import type { Failure, Input, Value, Warning } from "../provider-request-envelope.ts";
import { convertBody, type Converted, noteEnd } from "./convert.ts";
import { detectAnswer, detectProvider } from "../_lib/agents/tool-call/detect.ts";
import { Findings } from "./findings.ts";
import { FIELD, Ledger } from "./ledger.ts";
import { toolsOf } from "./tools.ts";
import { type Conversation, readConversationOf } from "./turns.ts";

export function envelopeOf(input: Input, budget: Budget) {
  const tree = readTree(input.request, FIELD);
  if ("error" in tree) return fail(tree.error);
  const { root } = tree;
  if (root.type !== "object") return fail(UNRECOGNISED, { warnings: tree.warnings });
  const from = named(input.from) ?? detectProvider(root);
  if (from === undefined) return fail(unrecognised(root), { warnings: tree.warnings });
  const to = named(input.to ?? from) ?? from;
  const conversation = readConversationOf(root, from);
  const findings = new Findings();
  checkParameters(root, from, findings);
  checkMessages(root, from, findings);
  checkCalls(root, from, conversation, findings);
  noteFirst(conversation, from, to, findings);
  const ledger = new Ledger();
  const options = { ...input, model: input.model, from, to, budget };
  const converted =
    from === to
      ? unchanged(root, from, input.model)
      : convertBody(root, conversation, options, ledger);
  noteEnd(conversation, to, ledger);
  return report({ from, to, body: root, conversation, converted, findings, ledger }, tree.warnings);
}

/** `openai` is short for Chat Completions. */
function named(name: NonNullable<Input["from" | "to"]>): Provider | undefined {
  if (name === "auto") return undefined;
  return name === "openai" ? "openai-chat" : name;
}

const UNRECOGNISED: Entry<"PROVIDER_UNRECOGNISED"> = {
  code: "PROVIDER_UNRECOGNISED",
  message:
    "Cannot tell whose body it is: found no messages, contents or input, expected those of a provider",
  path: FIELD,
  hint: 'Name the provider in "from"',
};

function unrecognised(body: JsonObject): typeof UNRECOGNISED {
  const answerer = detectAnswer(body);
  if (answerer === undefined) return UNRECOGNISED;
  const message = `Cannot tell whose request it is: found an answer of ${answerer}, expected a request`;
  return { code: "PROVIDER_UNRECOGNISED", message, path: FIELD, hint: ANSWERS };
}

const ANSWERS = "provider-message-migration-kit carries answers from one provider to another";

/** The body as it is; of Gemini's requests the model is a part of the address. */
function unchanged(body: JsonObject, provider: Provider, model: string | undefined): Converted {
  const given = textOf(memberOf(body, "model"));
  const own = provider === "gemini" ? (model ?? given) : given;
  return { body, model: own ?? null, streams: false, nameMap: [] };
}

function noteFirst(
  { turns }: Conversation,
  from: Provider,
  to: Provider,
  findings: Findings,
): void {
  const first = turns.find(({ role }) => role === "user" || role === "assistant");
  const strict = [from, to].find((provider) => provider === "anthropic" || provider === "gemini");
  if (strict === undefined || first?.role !== "assistant") return;
  const message = `The first message is not one of the user, with which a body for ${strict} begins`;
  findings.warn("FIRST_ROLE_NOT_USER", message, first.path);
}

interface Checked {
  readonly from: Provider;
  readonly to: Provider;
  readonly body: JsonObject;
  readonly conversation: Conversation;
  readonly converted: Converted;
  readonly findings: Findings;
  readonly ledger: Ledger;
}

function report(checked: Checked, read: readonly Entry<Warning>[]) {
  const { from, to, body, conversation, converted, findings, ledger } = checked;
  const output = prettyJson(converted.body);
  if (output === undefined) return fail(outputTooLarge());
  const inexact = new WarningList<Warning>();
  const request = dataOf(converted.body, "/request", inexact);
  const tools = toolsOf(body).tools.length;
  const lost = ledger.lost(body);
  const value: Value = {
    from,
    to,
    model: converted.model,
    request,
    endpoint: endpointOf(to, converted),
    lost,
    added: ledger.added(converted.body),
    nameMap: converted.nameMap,
    messages: conversation.count,
    tools,
  };
  const calls = conversation.items.filter(({ kind }) => kind === "call").length;
  const errors = new ErrorList<Failure>();
  errors.addAll(orderFindings(findings.errors));
  const warnings = new WarningList<Warning>();
  warnings.addAll(
    orderFindings([...read, ...findings.warnings, ...ledger.warnings(), ...inexact.list()]),
  );
  return done({
    output,
    value,
    valid: findings.errors.length === 0,
    stats: { messages: conversation.count, tools, calls, lost: lost.length },
    errors: errors.list(),
    warnings: warnings.list(),
  });
}

function endpointOf(to: Provider, { model, streams }: Converted): string {
  switch (to) {
    case "openai-chat":
      return "POST /v1/chat/completions";
    case "openai-responses":
      return "POST /v1/responses";
    case "anthropic":
      return "POST /v1/messages";
    case "gemini": {
      const method = streams ? "streamGenerateContent" : "generateContent";
      return `POST /v1beta/models/${model ?? "{model}"}:${method}`;
    }
  }
}
