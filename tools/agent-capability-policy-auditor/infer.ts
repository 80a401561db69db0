/** What a tool can do, read from its name, annotations, parameters and description. */
import { nameWords } from "../_lib/agents/name-words.ts";
import type { ToolDefinition } from "../_lib/agents/tool-call/definitions.ts";
import { memberOf } from "../_lib/json/tree/members.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { wordsOf } from "../_lib/text/words.ts";
import { type Act, actOf, isNounToo } from "./acts.ts";
import { CAPABILITIES, type Capability } from "./capability.ts";
import { type Kind, kindAt, type Noun, type Place } from "./kinds.ts";
import { type Parameters, parametersOf } from "./parameters.ts";
import { phraseEvidence } from "./phrases.ts";
import { meaningOf } from "./rules.ts";
import { readName, readSentence, type Statement } from "./statement.ts";

export const SOURCES_OF_EVIDENCE = ["name", "annotations", "parameters", "description"] as const;

export type Source = (typeof SOURCES_OF_EVIDENCE)[number];

export interface Evidence {
  readonly capability: Capability;
  readonly confidence: "high" | "medium";
  /** Where its verb and its object were read, or what else says it. */
  readonly from: readonly Source[];
  /** The words that say it. */
  readonly words: string;
}

/** All that says of a tool what it can do. */
export function evidenceOf(tool: ToolDefinition): Evidence[] {
  const reading = readTool(tool);
  const said = [...deedEvidence(reading), ...phraseEvidence(reading, objectOf(reading).is)];
  return withAnnotations(said, reading.hints);
}

/** Each capability once, by its strongest evidence, in the order of capabilities. */
export function strongest(all: readonly Evidence[]): Evidence[] {
  return CAPABILITIES.flatMap((capability) => {
    const own = all.filter((each) => each.capability === capability);
    return own.find(({ confidence }) => confidence === "high") ?? own[0] ?? [];
  });
}

/** A definition, read once for all rules. */
export interface Reading {
  readonly name: Statement;
  readonly nameWords: readonly string[];
  /** Of the first sentence of the description. */
  readonly sentence: Statement;
  readonly description: string;
  readonly parameters: Parameters;
  readonly hints: Hints;
}

const SENTENCE_END = /[.!?:;](?:\s|$)|\n\s*\n/;

function readTool(tool: ToolDefinition): Reading {
  const parameters = parametersOf(tool.inputSchema);
  const description = (tool.description ?? tool.title ?? "").trim();
  const [first = ""] = description.split(SENTENCE_END, 1);
  // `mcp__server__tool`, `server.tool`, `server/tool`.
  const parts = tool.name.split(/__|[./:]/).filter((part) => part !== "");
  const server = readName(parts.slice(0, -1).flatMap(nameWords));
  const own = withoutPrefix(nameWords(parts.at(-1) ?? tool.name));
  const places: Place[] = [...server.places, ...parameters.places];
  const bare = readName(own);
  const spoken = wordsOf(first);
  const sentence = readSentence(spoken, [...bare.places, ...places]);
  return {
    name: readName(own, [...places, ...(bare.places.size === 0 ? sentence.places : [])]),
    nameWords: own,
    sentence,
    description,
    parameters,
    hints: hintsOf(tool.annotations),
  };
}

/** `API-post-search`: what stands first says by what it is called. */
function withoutPrefix(words: readonly string[]): readonly string[] {
  const [first = ""] = words;
  return words.length > 1 && ["api", "mcp", "tool"].includes(first) ? words.slice(1) : words;
}

interface Told<T> {
  readonly is: T;
  readonly word: string;
  readonly from: Source;
}

interface ToldObject extends Told<Kind | "unknown"> {
  readonly isWeak: boolean;
}

const CHANGING: ReadonlySet<Act> = new Set(["make", "change", "write", "remove"]);

/** Verb × object. */
function deedEvidence(reading: Reading): Evidence[] {
  return actsOf(reading).flatMap((act) => {
    const object = objectOf(reading, CHANGING.has(act.is));
    const kind = isOfEverybody(act, object, reading) ? "public" : object.is;
    const from = [...new Set([act.from, ...(object.word === "" ? [] : [object.from])])];
    const isSure = object.isWeak
      ? isSureAlone(act, reading)
      : isSureTogether(from, object, reading);
    return meaningOf(act.is, kind).map((capability): Evidence => ({
      capability,
      confidence: isSure ? "high" : "medium",
      from,
      words: [act.word, object.word].filter(Boolean).join(" "),
    }));
  });
}

/** A repository host searches everybody's for what has no owner among its parameters; others say that it is public. */
function isOfEverybody(act: Told<Act>, object: ToldObject, reading: Reading): boolean {
  const { name, parameters, description } = reading;
  if (act.is !== "read") return false;
  if (MAY_BE_PUBLIC.has(object.is) && SAID_PUBLIC.test(description)) return true;
  const isSearched = /^(?:search|find)/.test(act.word) && SEARCHED.test(object.word);
  return isSearched && name.places.has("repo") && !parameters.names.includes("owner");
}

const MAY_BE_PUBLIC: ReadonlySet<string> = new Set(["repo", "people", "doc", "infra", "unknown"]);
const SAID_PUBLIC = /\bpublic(?:ly available)? (?!(?:or|and|ip|key|access)\b)/i;
const SEARCHED = /^(?:repositor|users?$|topics?$|organi[sz]ation|advisor)/;

/**
 * What a description mentions may be anything; what it opens with is what the tool does, and the name, or a parameter
 * of the same kind, holds the rest to the tool.
 */
function isSureTogether(
  from: readonly Source[],
  object: ToldObject,
  { parameters, sentence }: Reading,
): boolean {
  if (from.includes("name") || parameters.objects.some(({ kind }) => kind === object.is))
    return true;
  return sentence.isOpening;
}

/** Where the object says little: what changes something changes something of the owner; what is read may be anybody's. */
function isSureAlone(act: Told<Act>, reading: Reading): boolean {
  const { sentence, hints, parameters, description } = reading;
  if (act.from !== "name") return false;
  if (act.is === "read") {
    if (sentence.places.size > 0 || OWNERS.test(description)) return true;
    return hints.readOnly === true && hints.openWorld !== false && parameters.names.length > 0;
  }
  return sentence.acts.some((said) => said.act === act.is) || hints.readOnly === false;
}

const OWNERS =
  /\b(?:your|my|our|users?|authenticated|accounts?|organi[sz]ations?|workspaces?|tenants?|customers?|subscriptions?)\b/i;

/** Verbs that leave open what is done. */
const BROAD = /^(?:manag|perform)/;

function actsOf({ name, nameWords: own, sentence, parameters }: Reading): Told<Act>[] {
  const inName = new Set(name.acts.map(({ act }) => act));
  const [first, ...others] = name.acts.map(({ act, word }): Told<Act> => ({
    is: act,
    word,
    from: "name",
  }));
  // What the name says as well is said by the name.
  const said = sentence.acts.map(({ act, word }): Told<Act> => ({
    is: act,
    word,
    from: inName.has(act) ? "name" : "description",
  }));
  const operations = parameters.operations.flatMap((word): Told<Act>[] => {
    const act = actOf(word);
    return act === undefined ? [] : [{ is: act, word, from: "parameters" }];
  });
  // `set_active_account` chooses, and changes nothing.
  if (first?.is === "change" && own.some((word) => word === "active" || word === "current"))
    return [];
  const isOpen = first === undefined || (isNounToo(first.word) && !name.isBegun && own.length > 1);
  const chosen =
    isOpen && said.length > 0 ? said : [first, ...others].filter((act) => act !== undefined);
  const isBroad = chosen.length === 0 || chosen.some(({ word }) => BROAD.test(word));
  return isBroad ? [...chosen, ...said, ...operations] : chosen;
}

/** What is told to everybody is not changed by anybody: who changes something changes what stands beside it. */
function objectOf({ name, sentence, parameters }: Reading, isChanged = false): ToldObject {
  const told = (objects: readonly Noun[], from: Source, isWeak: boolean) =>
    objects
      .filter((noun) => noun.isWeak === isWeak && !(isChanged && noun.kind === "knowledge"))
      .map(({ word, kind }): ToldObject => ({ is: kind, word, from, isWeak }));
  const [first] = [
    ...told(name.objects, "name", false),
    ...told(sentence.objects, "description", false),
    ...told(name.objects, "name", true),
    ...told(sentence.objects, "description", true),
    ...told(parameters.objects, "parameters", true),
  ];
  const there = kindAt(name.places);
  // A product in the name says it as well as its object does.
  if (first === undefined || (first.isWeak && there !== undefined))
    return {
      is: there ?? "unknown",
      word: first?.word ?? "",
      from: "name",
      isWeak: there === undefined,
    };
  return first.is === there ? { ...first, from: "name" } : first;
}

/** Annotations bind what words say: who reads only changes nothing, and a write that may destroy is destructive. */
function withAnnotations(said: readonly Evidence[], hints: Hints): Evidence[] {
  const agreeing = said
    .filter(({ capability }) => !(hints.readOnly && CHANGES.has(capability)))
    .map((each): Evidence => (agrees(each, hints) ? { ...each, from: withHint(each) } : each));
  const write = agreeing.find(({ capability }) => capability === "write");
  return hints.destructive && write
    ? [...agreeing, { ...write, capability: "destructive", from: withHint(write) }]
    : agreeing;
}

function withHint({ from }: Evidence): Source[] {
  return [...new Set<Source>([...from, "annotations"])];
}

const CHANGES: ReadonlySet<Capability> = new Set(["write", "destructive", "money", "outbound"]);

function agrees({ capability }: Evidence, { readOnly, destructive }: Hints): boolean {
  if (capability === "destructive") return destructive === true;
  return CHANGES.has(capability) ? readOnly === false : readOnly === true;
}

/** The annotations of MCP, as far as they are given. */
interface Hints {
  readonly readOnly: boolean | undefined;
  readonly destructive: boolean | undefined;
  readonly openWorld: boolean | undefined;
}

/** Defaults of MCP do not count: who gives no hints says nothing. */
function hintsOf(annotations: JsonNode | undefined): Hints {
  const hint = (name: string) => {
    const node = annotations && memberOf(annotations, name);
    return node?.type === "boolean" ? node.value : undefined;
  };
  return {
    readOnly: hint("readOnlyHint"),
    destructive: hint("destructiveHint"),
    openWorld: hint("openWorldHint"),
  };
}
