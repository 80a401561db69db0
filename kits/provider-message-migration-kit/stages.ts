/** The stages that use tools: bodies are checked, definitions carried over, calls validated. */
import { readJson } from "../../tools/_lib/json/tree/read.ts";
import type { Entry, Outcome } from "../../tools/_core/tool.ts";
import { groupBy } from "../../tools/_lib/algorithms/group-by.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { beginning } from "../../tools/_lib/text/shown.ts";
import carryTools from "../../tools/tool-call-interoperability.ts";
import envelope from "../../tools/provider-request-envelope.ts";
import validateCalls from "../../tools/tool-calling-validator.ts";
import type { Work } from "../provider-message-migration-kit.ts";
import { plainTools, type Shape } from "./bodies.ts";
import { type CallPart, isCall, partsOf, type Provider, type ToolEntry } from "./canonical.ts";
import type { Fixture } from "./fixtures.ts";
import {
  at,
  fromNode,
  isMembers,
  type Json,
  textOfJson,
} from "../../tools/_lib/json/tree/exact.ts";
import { Losses } from "./losses.ts";
import type { Conversion, Target, TargetTools } from "./migrate.ts";

const REQUEST = "/request";

/** What the kit says itself, or what has no meaning for a fixture. */
const NOT_TAKEN: ReadonlySet<string> = new Set(["ARGUMENTS_NOT_JSON", "ASSISTANT_LAST"]);

function isTaken({ code, path }: Entry): boolean {
  return !NOT_TAKEN.has(code) && !(code === "REQUIRED_FIELD" && path === `${REQUEST}/model`);
}

/** The output of a tool, with its numbers as they are written. */
function parsed(output: string | undefined): Json | undefined {
  const document = output === undefined ? undefined : readJson(output, "json");
  return document && "root" in document ? fromNode(document.root) : undefined;
}

/** A body for another provider, by the tool. */
export function convertBody(
  { ctx, input }: Work,
  body: Json,
  from: Provider,
  to: Provider,
): Conversion | undefined {
  const { maxTokens } = input;
  const converted = ctx.step(envelope, { request: textOfJson(body), from, to, maxTokens });
  const written = parsed(converted.output);
  if (!converted.ok || written === undefined) return undefined;
  return { body: written, lost: (converted.value?.lost ?? []).map(({ path }) => path) };
}

/** Whether the errors and warnings that a source has are found; gives the codes that each has. */
export function checkSources(
  fixtures: readonly Fixture[],
  { ctx, report }: Work,
): ReadonlyMap<Fixture, ReadonlySet<string>> {
  const known = new Map<Fixture, ReadonlySet<string>>();
  let errors = 0;
  const requests = fixtures.filter(
    ({ kind, origin, body }) =>
      kind === "request" && origin !== "canonical" && at(body, "canonical") === undefined,
  );
  for (const fixture of requests) {
    const { body, origin, path, name } = fixture;
    const provider = origin as Provider;
    const checked = ctx.step(envelope, { request: textOfJson(body), from: provider, to: provider });
    const place = (entry: Entry) => ({
      ...entry,
      path: path + (entry.path ?? "").slice(REQUEST.length),
      subject: name,
    });
    const faults = (checked.errors ?? []).filter(isTaken);
    const remarks = (checked.warnings ?? []).filter(isTaken);
    for (const entry of faults) report.find("error", "source", place(entry));
    for (const entry of remarks) report.find("warning", "source", place(entry));
    errors += faults.length;
    known.set(fixture, new Set(remarks.map(({ code }) => code)));
  }
  if (requests.length === 0) {
    report.skipped("source", "No fixture of `fixtures` is a request in a provider's shape");
    return known;
  }
  const summary = `${counted(requests.length, "request")} checked, ${counted(errors, "error")}`;
  report.done("source", summary, errors > 0 ? "fail" : "pass");
  return known;
}

/** Names that fixtures use for tools, declared or not, in their order. */
function namesIn(fixtures: readonly Fixture[]): string[] {
  const names = new Set<string>();
  for (const {
    read: { canonical },
  } of fixtures) {
    if (canonical.kind === "request") {
      for (const { name } of canonical.tools) names.add(name);
      if (typeof canonical.toolChoice === "object" && canonical.toolChoice !== null)
        names.add(canonical.toolChoice.tool);
    }
    for (const [part] of partsOf(canonical)) {
      if (part.type === "call") names.add(part.name);
      if (part.type === "result" && part.name !== null) names.add(part.name);
    }
  }
  return [...names].filter((name) => name !== "");
}

export interface NamePair {
  readonly provider: Provider;
  readonly from: string;
  readonly to: string;
}

/** Names and definitions of tools for each target, by its tool. */
export class ToolCarrier {
  readonly nameMap: NamePair[] = [];
  readonly #work: Work;
  readonly #names = new Map<Provider, ReadonlyMap<string, string>>();
  readonly #carried = new Map<string, Carried>();
  #definitions = 0;
  #changed = 0;

  constructor(fixtures: readonly Fixture[], targets: readonly Provider[], work: Work) {
    this.#work = work;
    const names = namesIn(fixtures);
    for (const to of names.length === 0 ? [] : targets) this.#mapNames(names, to);
  }

  #mapNames(names: readonly string[], to: Provider): void {
    const { ctx, input, report } = this.#work;
    const tools = names.map((name) => ({ name, inputSchema: { type: "object" } }));
    const mapped = ctx.step(carryTools, { tools, to, namePolicy: input.namePolicy });
    if (!mapped.ok) return;
    const pairs = mapped.value?.nameMap ?? [];
    this.#names.set(to, new Map(pairs.map((pair) => [pair.from, pair.to])));
    for (const pair of pairs) this.nameMap.push({ provider: to, ...pair });
    report.takeOver("tools", mapped.errors, { NAME_INVALID: "error" }, { subject: to });
  }

  nameFor(name: string, to: Provider): string {
    return this.#names.get(to)?.get(name) ?? name;
  }

  /** The definitions of a fixture for a target. */
  toolsFor(fixture: Fixture, to: Provider): TargetTools {
    const { canonical } = fixture.read;
    const tools = canonical.kind === "request" ? canonical.tools : [];
    const losses = new Losses();
    const { written, changes, wrapped } =
      tools.length === 0 ? NOTHING : this.#carry(tools, fixture, to);
    this.#noteNames(fixture, to, losses);
    const byTool = groupBy(changes, ({ tool }) => tool);
    for (const [index, { name }] of tools.entries()) {
      const own = byTool.get(this.nameFor(name, to)) ?? [];
      const [first] = own;
      if (first === undefined) continue;
      const more = own.length > 1 ? `, and ${own.length - 1} more` : "";
      losses.add("TOOL_SCHEMA_CHANGED", `/tools/${index}`, `${first.code} at ${first.path}${more}`);
    }
    return {
      nameFor: (name) => this.nameFor(name, to),
      isWrapped: (name) => wrapped.has(this.nameFor(name, to)),
      written,
      losses,
    };
  }

  #noteNames({ read: { canonical } }: Fixture, to: Provider, losses: Losses): void {
    const told = new Set<string>();
    const note = (name: string, path: string) => {
      const other = this.nameFor(name, to);
      if (other === name || told.has(name)) return;
      told.add(name);
      losses.add("NAME_CHANGED", path, `${name} is ${other} for ${to}`);
    };
    if (canonical.kind === "request")
      for (const [index, { name }] of canonical.tools.entries()) note(name, `/tools/${index}/name`);
    for (const [part, path] of partsOf(canonical))
      if (part.type === "call" || part.type === "result") note(part.name ?? "", `${path}/name`);
    const choice = canonical.kind === "request" ? canonical.toolChoice : null;
    if (typeof choice === "object") note(choice?.tool ?? "", "/toolChoice/tool");
  }

  #carry(tools: readonly ToolEntry[], { origin }: Fixture, to: Provider): Carried {
    const shape: Shape =
      origin === "canonical" || origin === "openai-responses" ? "openai-chat" : origin;
    const named = tools.map((tool) => ({ ...tool, name: this.nameFor(tool.name, to) }));
    const text = textOfJson(plainTools(named, shape));
    const key = `${to} ${text}`;
    const known = this.#carried.get(key);
    if (known !== undefined) return known;
    // The Responses API gets its definitions with the rest of the body, from those of Chat.
    const target = to === "openai-responses" ? "openai-chat" : to;
    const carried = this.#work.ctx.step(carryTools, {
      tools: text,
      to: target,
      namePolicy: "keep",
    });
    const written = at(parsed(carried.output), "tools");
    const changes = (carried.value?.changes ?? []).map(({ tool, code, path }) => ({
      tool,
      code,
      path,
    }));
    this.#definitions += tools.length;
    this.#changed += new Set(changes.map(({ tool }) => tool)).size;
    const made: Carried = {
      written: written ?? plainTools(named, target),
      changes,
      wrapped: new Set(
        changes.flatMap(({ tool, code }) => (code === "ROOT_WRAPPED" ? [tool] : [])),
      ),
    };
    if (!carried.ok) this.#fail(carried);
    this.#carried.set(key, made);
    return made;
  }

  #fail({ errors = [] }: Outcome): void {
    const [first] = errors;
    if (first !== undefined) this.#work.report.stageFailed("tools", first);
  }

  conclude(): void {
    const { report } = this.#work;
    if (this.#names.size === 0) {
      report.skipped("tools", "No fixture of `fixtures` has tools or calls");
      return;
    }
    const isChanged = this.#changed + this.nameMap.length > 0;
    const summary = `${counted(this.#definitions, "definition")} carried over, ${this.#changed} changed, ${this.nameMap.length} renamed`;
    report.done("tools", summary, isChanged ? "review" : "pass");
  }
}

interface Carried {
  readonly written: Json;
  readonly changes: readonly {
    readonly tool: string;
    readonly code: string;
    readonly path: string;
  }[];
  readonly wrapped: ReadonlySet<string>;
}

const NOTHING: Carried = { written: [], changes: [], wrapped: new Set() };

export interface TargetCheck {
  readonly endpoint: string | null;
  readonly errors: readonly {
    readonly code: string;
    readonly message: string;
    readonly path: string;
  }[];
}

/** What a provider would say to a written request; `known` are codes of warnings that its source has. */
export function checkTarget(
  { to, body }: Pick<Target, "to" | "body">,
  about: {
    fixture: Fixture;
    place: string;
    known: ReadonlySet<string>;
    streams: boolean;
    model: string | null;
  },
  { ctx, report }: Work,
): TargetCheck {
  const { fixture, place, known, streams, model } = about;
  const given = { request: textOfJson(body), from: to, to };
  const checked = ctx.step(envelope, model === null ? given : { ...given, model });
  const subject = `${fixture.name} → ${to}`;
  const put = (entry: Entry) => ({
    ...entry,
    path: `${place}/body${(entry.path ?? "").slice(REQUEST.length)}`,
    subject,
  });
  const errors = (checked.errors ?? []).filter(isTaken).map(put);
  for (const entry of errors) report.find("error", "target", entry);
  for (const entry of (checked.warnings ?? []).filter(isTaken))
    if (!known.has(entry.code)) report.find("warning", "target", put(entry));
  const endpoint = checked.value?.endpoint ?? null;
  return {
    endpoint:
      streams && to === "gemini"
        ? (endpoint?.replace(/:generateContent$/, ":streamGenerateContent") ?? null)
        : endpoint,
    errors: errors.map(({ code, message, path }) => ({ code, message, path })),
  };
}

const MOST_CALLS = 1000;

/** Calls against the tools that their own fixture declares. */
export function checkCalls(fixtures: readonly Fixture[], work: Work): void {
  const { report } = work;
  const checks = fixtures.flatMap((fixture) => callsOf(fixture, work));
  const calls = checks.reduce((sum, check) => sum + check.calls, 0);
  const invalid = checks.reduce((sum, check) => sum + check.invalid, 0);
  const failed = checks.find(({ error }) => error !== undefined)?.error;
  if (failed !== undefined) report.stageFailed("calls", failed);
  else if (calls === 0)
    report.skipped("calls", "No request of `fixtures` has both tools and calls");
  else {
    const summary = `${counted(calls, "call")} checked, ${invalid} invalid`;
    report.done("calls", summary, invalid > 0 ? "fail" : "pass");
  }
}

interface CallCheck {
  readonly calls: number;
  readonly invalid: number;
  readonly error: Entry | undefined;
}

function callsOf(
  { name, index, read: { canonical } }: Fixture,
  { ctx, report }: Work,
): CallCheck[] {
  if (canonical.kind !== "request" || canonical.tools.length === 0) return [];
  const tools = textOfJson(plainTools(canonical.tools, "anthropic"));
  const placed = [...partsOf(canonical)].filter((pair): pair is [CallPart, string] =>
    isCall(pair[0]),
  );
  const checks: CallCheck[] = [];
  for (let start = 0; start < placed.length; start += MOST_CALLS) {
    const some = placed.slice(start, start + MOST_CALLS);
    const given = some.map(([{ id, name: tool, arguments: args }]) => ({
      id,
      name: tool,
      arguments: args,
    }));
    const {
      ok,
      errors = [],
      warnings = [],
      value,
    } = ctx.step(validateCalls, {
      calls: textOfJson(given),
      tools,
    });
    const place = (entry: Entry) => ({
      ...entry,
      path: pathOf(entry.path, index, some),
      subject: name,
    });
    for (const entry of ok ? errors : []) report.find("error", "calls", place(entry));
    for (const entry of warnings) report.find("warning", "calls", place(entry));
    const error = ok ? undefined : errors[0];
    checks.push({ calls: some.length, invalid: value?.invalidCalls ?? 0, error });
  }
  return checks;
}

/** `/calls/3/arguments/x` as the place of the call in the canonical fixture. */
function pathOf(
  path: string | undefined,
  index: number,
  calls: readonly (readonly [CallPart, string])[],
): string {
  const place = `/fixtures/${index}/canonical`;
  const [, field, number, ...rest] = (path ?? "").split("/");
  const call = field === "calls" ? calls[Number(number)] : undefined;
  return call === undefined ? place : [place + call[1], ...rest].join("/");
}

/** What the kit finds in a conversation itself. */
export function checkPairs(fixtures: readonly Fixture[], { report }: Work): void {
  for (const fixture of fixtures) {
    const { name: subject, origin, path, read } = fixture;
    for (const bad of read.notes.badArguments) {
      const message = `Cannot read the arguments of ${shown(bad.call)}: found text that is no JSON object, expected one`;
      // A request of the Responses API is read in the shape of Chat, which has its calls elsewhere.
      const isMoved = origin === "openai-responses" && read.canonical.kind === "request";
      const place = isMoved ? path : path + bad.path;
      report.find("error", "read", { code: "ARGUMENTS_NOT_JSON", message, path: place, subject });
    }
    const { orphans, open } = pairsIn(fixture);
    for (const [id, place] of orphans) {
      const message = `Cannot pair the result: found the id ${shown(id)}, expected that of an earlier call`;
      report.find("error", "read", { code: "RESULT_WITHOUT_CALL", message, path: place, subject });
    }
    for (const [id, place] of open) {
      const message = `The call ${shown(id)} has no result, and the conversation goes on`;
      report.find("warning", "read", {
        code: "CALL_WITHOUT_RESULT",
        message,
        path: place,
        subject,
      });
    }
  }
}

function shown(text: string): string {
  return JSON.stringify(beginning(text, 60));
}

type Placed = readonly [id: string, place: string];

/** Results without a call, and calls without a result after which the conversation goes on. */
function pairsIn({ index, read: { canonical } }: Fixture): {
  readonly orphans: readonly Placed[];
  readonly open: readonly Placed[];
} {
  if (canonical.kind === "response") return { orphans: [], open: [] };
  const open = new Map<string, string>();
  const called = new Set<string>(blockIds(canonical));
  const orphans: Placed[] = [];
  for (const [part, path] of partsOf(canonical)) {
    const place = `/fixtures/${index}/canonical${path}`;
    if (part.type === "call") {
      open.set(part.id, place);
      called.add(part.id);
    } else if (part.type === "result") {
      if (!called.has(part.id)) orphans.push([part.id, place]);
      open.delete(part.id);
    }
  }
  const last = `/fixtures/${index}/canonical/messages/${canonical.messages.length - 1}/`;
  return { orphans, open: [...open].filter(([, place]) => !place.startsWith(last)) };
}

/** Ids of calls that only their provider has. */
function blockIds(canonical: Fixture["read"]["canonical"]): string[] {
  return [...partsOf(canonical)].flatMap(([part]) => {
    const id = part.type === "provider" && isMembers(part.block) ? part.block["id"] : undefined;
    return typeof id === "string" ? [id] : [];
  });
}
