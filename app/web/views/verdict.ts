/** What a result answers, in a word or two: by what its value says, whatever tool it is of. */
import type { UnitDetail } from "../catalogue.ts";
import type { Body } from "../runner.ts";
import { TEXTS } from "../texts.ts";
import { wordsOf } from "../tool/fields.ts";
import { planOf } from "./plan.ts";
import { isPicture, isRecord, type Row } from "./shape.ts";

export interface Verdict {
  readonly word: string;
  readonly isBad: boolean;
}

interface Answer {
  readonly value: Row;
  readonly valid: boolean | undefined;
  readonly problems: number;
}

const { verdicts } = TEXTS.result;

/** The first that has something to say does. */
const RULES: readonly ((answer: Answer) => string | undefined)[] = [
  breaking,
  compatible,
  ({ value }) => textAt(value, "solvedFor", (what) => verdicts.solvedFor(lower(what))),
  judged,
  answered,
  ({ value }) => (isPicture(value) ? verdicts.drawn : undefined),
  ({ problems }) => (problems > 0 ? TEXTS.result.invalid(problems) : undefined),
  ({ valid, value }) => (valid === false ? undefined : textAt(value, "status", phrase)),
  counted,
  parted,
  ({ value }) => textAt(value, "category", phrase),
  ({ value: { changed } }) => (changed === true ? verdicts.changed : undefined),
];

/** `input` is what was put in for it. */
export function verdictOf(detail: UnitDetail, body: Body, input: Row): Verdict {
  const {
    value,
    valid,
    errors = [],
    warnings = [],
    output,
  } = (body.result ?? {}) as Partial<NonNullable<Body["result"]>>;
  const isBad = !body.success || valid === false;
  if (!body.success && (value === null || value === undefined)) {
    return { word: TEXTS.result.failed(errors.length), isBad };
  }
  const answer: Answer = { value: isRecord(value) ? value : {}, valid, problems: errors.length };
  for (const rule of RULES) {
    const word = rule(answer);
    if (word !== undefined) return { word, isBad };
  }
  if (valid === false) return { word: TEXTS.result.invalid(warnings.length), isBad };
  if (valid === true) return { word: TEXTS.result.valid, isBad };
  return { word: doneWith(detail, input, output), isBad };
}

/** Where nothing was asked: what was done. */
function doneWith({ id, texts: [field = ""] }: UnitDetail, input: Row, output: unknown): string {
  const text = input[field];
  if (typeof text !== "string") return verdicts.calculated;
  if (text === output) return verdicts.unchanged;
  return planOf(id).diff === true ? verdicts.changed : TEXTS.result.done;
}

function lower(name: string): string {
  return wordsOf(name).toLowerCase();
}

/** `claimsRejected`, `no-significant-change` → "Claims rejected", "No significant change". */
function phrase(name: string): string {
  return wordsOf(name.replaceAll("-", " "));
}

function textAt(value: Row, name: string, word: (text: string) => string): string | undefined {
  const text = value[name];
  return typeof text === "string" && text !== "" ? word(text) : undefined;
}

/** A change of an interface that others build on. */
function breaking({ value: { suggestedBump, verdict } }: Answer): string | undefined {
  if (typeof suggestedBump !== "string") return undefined;
  if (suggestedBump === "major") return verdicts.breaks;
  return verdict === "review" ? verdicts.mayBreak : verdicts.breaksNothing;
}

function compatible({ value: { compatible: ways, mode } }: Answer): string | undefined {
  if (!isRecord(ways) || typeof mode !== "string") return undefined;
  const holds = ways[mode];
  return typeof holds === "boolean" ? verdicts.compatible(mode, holds) : undefined;
}

const FAILS = /^(?:fail|violations)$/;

function judged({ value: { verdict }, valid, problems }: Answer): string | undefined {
  if (typeof verdict !== "string" || verdict === "") return undefined;
  if (valid === false && problems > 0) return TEXTS.result.invalid(problems);
  if (FAILS.test(verdict)) return verdicts.fails;
  const words: Readonly<Record<string, string>> = verdicts.words;
  return Object.hasOwn(words, verdict) ? words[verdict] : phrase(verdict);
}

/** Of these it is good not to hold. */
const UNWANTED = new Set(["overBudget", "changed"]);

/** Members that are the answer by themselves; nothing good is said of what is not valid. */
function answered({ value, valid }: Answer): string | undefined {
  for (const [name, [yes, no]] of Object.entries(verdicts.answers)) {
    const holds = value[name];
    if (typeof holds !== "boolean") continue;
    const isGood = holds !== UNWANTED.has(name);
    const word = holds ? yes : no;
    if (word !== "" && !(isGood && valid === false)) return word;
  }
  return undefined;
}

/** What was made, or given up, is told of what is valid, too. */
const OF_ALL = new Set(["repairs", "losses", "matches", "ids", "uuids", "ulids", "values"]);

/** Lists and counts that are the answer by how much there is. */
function counted({ value, valid }: Answer): string | undefined {
  for (const [name, word] of Object.entries(verdicts.counts)) {
    if (valid === true && !OF_ALL.has(name)) continue;
    const member = value[name];
    const count = Array.isArray(member) ? member.length : typeof member === "number" ? member : 0;
    if (count > 0 || (name === "matches" && Array.isArray(member))) return word(count);
  }
  return undefined;
}

/** Lists whose items say each whether it holds. */
function parted({ value }: Answer): string | undefined {
  for (const [name, word] of Object.entries(verdicts.parts)) {
    const list = value[name];
    if (!Array.isArray(list) || list.length === 0) continue;
    const answers = list.map(holdsItself);
    if (!answers.includes(undefined)) return word(answers.filter(Boolean).length, list.length);
  }
  return undefined;
}

function holdsItself(item: unknown): boolean | undefined {
  if (!isRecord(item)) return undefined;
  const { ok, contained, verdict } = item;
  if (typeof ok === "boolean") return ok;
  if (typeof contained === "boolean") return contained;
  return typeof verdict === "string" ? /^(?:match|ok|pass)$/.test(verdict) : undefined;
}
