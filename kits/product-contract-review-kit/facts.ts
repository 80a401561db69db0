/** Facts of the record, and what each surface says of them. */
import type { Entry } from "../../tools/_core/tool.ts";
import { isContainer } from "../../tools/_lib/json/tree/members.ts";
import { nodeAt } from "../../tools/_lib/json/tree/rows.ts";
import type { JsonNode } from "../../tools/_lib/json/tree/tree.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import { type Fraction, multiply, readFraction } from "../../tools/_lib/numbers/fraction.ts";
import { appendPointer, parsePointer } from "../../tools/_lib/results/pointer.ts";
import { nearest } from "../../tools/_lib/text/nearest.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { normalText } from "../../tools/_lib/text/prose/normal-form.ts";
import { oneLine, quoted, shortened } from "../../tools/_lib/text/shown.ts";
import type { Checked, Fact, Input, Saying, Work } from "../product-contract-review-kit.ts";
import {
  BARE,
  isEqual,
  isSameKind,
  nounOf,
  plainNumber,
  type Quantity,
  quantitiesIn,
  readUnit,
  type Unit,
} from "./quantities.ts";
import { atLine, isData, labelOf, type Sentence, type Surface } from "./surfaces.ts";

/** A fact as a number of a unit; undefined for one that is a text. */
interface Amount {
  readonly unit: Unit;
  /** As it was given, and in the kind's own unit. */
  readonly number: Fraction;
  readonly value: Fraction;
}

const NUMBER_TEXT = /^[+-]?\d[\d,._]*$/;

function numberOf({ value, unit }: Fact): Fraction | undefined {
  if (typeof value === "number") return readFraction(String(value));
  if (unit === undefined || !NUMBER_TEXT.test(value.trim())) return undefined;
  return readFraction(plainNumber(value.trim()));
}

function amountOf(fact: Fact): Amount | undefined {
  const number = numberOf(fact);
  const unit = fact.unit === undefined ? BARE : readUnit(fact.unit);
  if (number === undefined || unit === undefined) return undefined;
  return { unit, number, value: multiply(number, unit.factor) };
}

/** What is wrong with the record, each at its place. */
export function factProblems({ facts, surfaces }: Input): Entry[] {
  const kinds = new Map(surfaces.map(({ name, kind }) => [name, kind]));
  const ids = new Set<string>();
  return facts.flatMap((fact, index) => {
    const path = `/facts/${index}`;
    const problems = [...contentProblems(fact, path)];
    if (ids.has(fact.id)) {
      problems.push(invalid(`${path}/id`, `${quoted(fact.id)} again`, "an id of its own"));
    }
    ids.add(fact.id);
    const named = [
      ...(fact.on ?? []).map((name, at) => [name, `${path}/on/${at}`] as const),
      ...Object.keys(fact.pointers ?? {}).map(
        (name) => [name, appendPointer(`${path}/pointers`, name)] as const,
      ),
    ];
    for (const [name, place] of named) {
      if (!kinds.has(name)) problems.push(unknownSurface(name, place, [...kinds.keys()]));
    }
    for (const [name, pointer] of Object.entries(fact.pointers ?? {})) {
      const place = appendPointer(`${path}/pointers`, name);
      const kind = kinds.get(name);
      if (parsePointer(pointer) === undefined) {
        problems.push(invalid(place, quoted(pointer), "a JSON pointer such as /limits/rate"));
      } else if (kind !== undefined && !isData(kind)) {
        problems.push(invalid(place, `a surface of ${kind}`, "openapi, mcp-tools or json"));
      }
    }
    return problems;
  });
}

function* contentProblems(fact: Fact, path: string): Generator<Entry> {
  const { value, unit, aliases = [] } = fact;
  if (aliases.length === 0) {
    yield invalid(`${path}/aliases`, "none", "1 to 10 words or phrases by which texts call it");
  }
  for (const [at, alias] of aliases.entries()) {
    if (labelOf(alias).length > 0) continue;
    yield invalid(
      `${path}/aliases/${at}`,
      quoted(alias),
      "a phrase with a word that means something",
    );
  }
  if (value === "") yield invalid(`${path}/value`, "an empty text", "a number or a text");
  if (unit === undefined) return;
  if (readUnit(unit) === undefined) {
    const expected = "a unit such as ms, MB, %, USD, requests or requests/min";
    yield invalid(`${path}/unit`, quoted(unit), expected);
  } else if (numberOf(fact) === undefined) {
    yield invalid(`${path}/unit`, `a unit of the text ${quoted(String(value))}`, "one of a number");
  }
}

function invalid(path: string, found: string, expected: string): Entry {
  const message = `Cannot check the fact: found ${found}, expected ${expected}`;
  return { code: "FACT_INVALID", message, path, expected };
}

function unknownSurface(name: string, path: string, names: readonly string[]): Entry {
  const message = `Cannot check the fact: found no surface ${quoted(name)}, expected one of those given`;
  const [near] = nearest(name, names);
  return {
    code: "SURFACE_UNKNOWN",
    message,
    path,
    received: name,
    ...(near === undefined ? {} : { hint: `Did you mean ${quoted(near)}?` }),
  };
}

/** What one surface says of a fact. */
interface Said extends Saying {
  readonly surface: Surface;
  /** Where the surface has another value as well. */
  readonly other?: { readonly line: number | null; readonly found: string };
  /** Why nothing was found, and where the label stands all the same. */
  readonly why?: string;
  readonly labelLine?: number | null;
  readonly isWanted: boolean;
}

export function checkFacts(work: Work): readonly Checked[] {
  const { input, report, surfaces } = work;
  if (input.facts.length === 0) {
    report.skipped("facts", "There is no record; the field `facts` takes one");
    return [];
  }
  const counts = { confirmed: 0, contradicted: 0, missing: 0 };
  const checked = input.facts.map((fact): Checked => {
    const said = surfaces.flatMap((surface) => sayingOf(fact, surface) ?? []);
    for (const one of said) {
      counts[one.status]++;
      reportSaying(fact, one, work);
    }
    if (said.length === 0) {
      const message = `No surface says anything of the fact ${quoted(fact.id)}`;
      work.find("info", "facts", { code: "FACT_UNMENTIONED", message, subject: fact.id });
    }
    return {
      id: fact.id,
      statement: fact.statement ?? null,
      value: fact.value,
      unit: fact.unit ?? null,
      surfaces: said.map(({ name, status, line, found }) => ({ name, status, line, found })),
    };
  });
  const { confirmed, contradicted, missing } = counts;
  work.finish(
    "facts",
    `${counted(checked.length, "fact")}: ${confirmed} confirmed, ${contradicted} contradicted, ${missing} missing`,
  );
  return checked;
}

function sayingOf(fact: Fact, surface: Surface): Said | undefined {
  const { on, pointers, aliases = [] } = fact;
  const { name, root } = surface;
  const pointer = pointers && Object.hasOwn(pointers, name) ? pointers[name] : undefined;
  if (pointer !== undefined && root !== undefined) return atPointer(fact, surface, pointer, root);
  const isWanted = on?.includes(name) ?? false;
  if (!isWanted && (on !== undefined || pointers !== undefined)) return undefined;
  const sentences = labelledBy(fact, surface);
  if (!isWanted && sentences.length === 0) return undefined;
  const amount = amountOf(fact);
  const answer =
    amount === undefined
      ? ofText(String(fact.value), sentences)
      : ofAmount(amount, aliases, sentences);
  const said = { ...answer, surface, name, isWanted };
  return answer.status === "missing" ? { ...said, ...reasonOf(aliases, sentences) } : said;
}

function reasonOf(aliases: readonly string[], sentences: readonly Sentence[]) {
  const [first] = sentences;
  if (first === undefined) {
    return { why: `no sentence with ${aliases.map((alias) => quoted(alias)).join(" or ")}` };
  }
  const them = sentences.length === 1 ? "it" : "them";
  const why = `${counted(sentences.length, "sentence")} with the label, and no value to compare in ${them}`;
  return { why, labelLine: first.lineAt() };
}

function labelledBy({ aliases = [] }: Fact, surface: Surface): Sentence[] {
  const found = new Set(aliases.flatMap((alias) => surface.labelled(labelOf(alias))));
  return [...found].toSorted((left, right) => left.start - right.start);
}

type Answer = Omit<Said, "surface" | "name" | "isWanted">;

const MISSING: Answer = { status: "missing", line: null, found: null };

function ofAmount(
  { unit, value }: Amount,
  aliases: readonly string[],
  sentences: readonly Sentence[],
): Answer {
  const nouns = new Set(aliases.flatMap((alias) => labelOf(alias).map((noun) => nounOf(noun))));
  const isComparable = (quantity: Quantity) =>
    isSameKind(quantity, unit) ||
    (unit.kind === BARE.kind && nouns.has(quantity.kind.replace(/^count /, "")));
  let equal: Answer | undefined;
  let other: Answer | undefined;
  for (const sentence of sentences) {
    const quantities = sentence.quantities.filter(isComparable);
    const same = quantities.find((quantity) =>
      isEqual(quantity, { ...unit, value, kind: quantity.kind }),
    );
    const [first] = quantities;
    if (same !== undefined) equal ??= { status: "confirmed", ...placeOf(sentence, same) };
    else if (first !== undefined) other ??= { status: "contradicted", ...placeOf(sentence, first) };
  }
  if (equal === undefined) return other ?? MISSING;
  if (other?.found == null) return equal;
  return { ...equal, other: { line: other.line, found: other.found } };
}

function placeOf(sentence: Sentence, { start, end }: Quantity) {
  const found = oneLine(sentence.text.slice(start, end).replace(/[*`~]{1,3}/g, ""));
  return { line: sentence.lineAt(start), found };
}

const WORD_PART = /^[\p{L}\p{N}]$/u;

function ofText(value: string, sentences: readonly Sentence[]): Answer {
  const wanted = normalText(value).text;
  for (const sentence of sentences) {
    const normal = normalText(sentence.text);
    const at = placeOfWords(normal.text, wanted);
    if (at === undefined) continue;
    const [start, end] = [normal.startOf(at), normal.endOf(at + wanted.length - 1)];
    const found = oneLine(sentence.text.slice(start, end));
    return { status: "confirmed", line: sentence.lineAt(start), found };
  }
  return MISSING;
}

/** Where words stand in a text, not inside other words. */
function placeOfWords(text: string, words: string): number | undefined {
  if (words === "") return undefined;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const end = at + words.length;
    const [before, behind] = [text.slice(Math.max(0, at - 2), at), text.slice(end, end + 2)];
    const isInWord =
      (WORD_PART.test(lastOf(before)) && WORD_PART.test(firstOf(words))) ||
      (WORD_PART.test(firstOf(behind)) && WORD_PART.test(lastOf(words)));
    if (!isInWord) return at;
  }
  return undefined;
}

function firstOf(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 32);
}

function lastOf(text: string): string {
  const last = text.slice(-2);
  return last.length === 2 && (last.codePointAt(0) ?? 0) > 0xffff ? last : text.slice(-1);
}

function atPointer(fact: Fact, surface: Surface, pointer: string, root: JsonNode): Said {
  const node = nodeAt(root, pointer);
  const place = { surface, name: surface.name, isWanted: true, line: null };
  if (node === undefined) {
    return { ...place, status: "missing", found: null, why: `nothing at ${quoted(pointer)}` };
  }
  const found = shortened(node.type === "string" ? oneLine(node.value) : (minifyJson(node) ?? ""));
  return { ...place, status: isSaid(fact, node) ? "confirmed" : "contradicted", found };
}

function isSaid(fact: Fact, node: JsonNode): boolean {
  const amount = amountOf(fact);
  if (isContainer(node)) return false;
  const text = node.type === "string" ? node.value : (minifyJson(node) ?? "");
  if (amount === undefined) return normalText(text).text === normalText(String(fact.value)).text;
  const plain = NUMBER_TEXT.test(text.trim()) ? plainNumber(text.trim()) : text;
  const number = node.type === "number" || node.type === "string" ? readFraction(plain) : undefined;
  if (number !== undefined) {
    const { numerator, denominator } = multiply(number, amount.unit.factor);
    return numerator === amount.value.numerator && denominator === amount.value.denominator;
  }
  return quantitiesIn(text).some((quantity) => isEqual(quantity, { ...amount.unit, ...amount }));
}

export function valueText({ value, unit }: Pick<Fact, "value" | "unit">): string {
  return unit === undefined ? String(value) : `${value} ${unit}`;
}

function reportSaying(fact: Fact, said: Said, work: Work): void {
  const { surface, status, line, found } = said;
  const expected = valueText(fact);
  const about = {
    path: surface.path,
    subject: fact.id,
    expected,
    ...atLine(line),
  };
  const [id, name] = [quoted(fact.id), oneLine(surface.name)];
  if (status === "contradicted") {
    const message = `${name} says ${quoted(found ?? "")} of the fact ${id}, which is ${quoted(expected)}`;
    work.find("error", "facts", { code: "FACT_CONTRADICTED", message, ...about, received: found });
  }
  if (status === "missing" && said.isWanted) {
    const message = `${name} does not say ${quoted(expected)} of the fact ${id}: it has ${said.why}`;
    const place = atLine(said.labelLine ?? null);
    work.find("error", "facts", { code: "FACT_MISSING", message, ...about, ...place });
  }
  if (said.other !== undefined) {
    const { found: received, line: place } = said.other;
    const message = `${name} confirms the fact ${id}, and says ${quoted(received)} in another sentence with its label`;
    const at = atLine(place);
    work.find("warning", "facts", { code: "FACT_AMBIGUOUS", message, ...about, received, ...at });
  }
}
