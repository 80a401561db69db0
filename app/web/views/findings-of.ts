/** What a result found in the input, whatever its list is called: one shape for the list, the marks and F8. */
import { oneLine, shortened } from "../../../tools/_lib/text/shown.ts";
import type { UnitDetail } from "../catalogue.ts";
import type { Body } from "../runner.ts";
import { TEXTS } from "../texts.ts";
import { wordsOf } from "../tool/fields.ts";
import { isNothing, isRecord, labelOf, type Row, textOfCell } from "./shape.ts";

/** A line of a text that was put in. */
export interface Place {
  readonly name: string;
  readonly line: number;
  readonly column?: number | undefined;
}

export type Level = "error" | "warning" | "info";

export interface Finding {
  readonly title: string;
  /** As the tool says it; none where it has no levels. */
  readonly word: string | undefined;
  readonly level: Level;
  readonly code: string | undefined;
  readonly subject: string | undefined;
  /** What it was and what it is. */
  readonly change: string | undefined;
  readonly source: Row;
  readonly places: readonly Place[];
}

/** Lists that are findings by their names, the verdict's own first. */
const MAIN = ["findings", "errors", "changes", "drift", "conflicts"] as const;
const OTHERS = [
  "repairs",
  "problems",
  "losses",
  "lost",
  "unsupported",
  "malformed",
  "matches",
  "evidence",
  "found",
  "groups",
] as const;

const LONGEST_TITLE = 400;
const MOST = 2000;

export function findingsOf(detail: UnitDetail, body: Body | undefined): readonly Finding[] {
  if (!body?.result || detail.texts.length === 0) return [];
  const { value, errors = [] } = body.result;
  const lists = (names: readonly string[]): readonly Finding[] =>
    isRecord(value) ? names.flatMap((name) => listOf(value[name], name)) : [];
  const main = lists(MAIN);
  // What kept it from a result is told by the errors themselves.
  const own = body.success ? errors : [];
  const told = main.length > 0 ? main : own.map((entry) => findingOf(entry, "error"));
  return [...told, ...lists(OTHERS)].slice(0, MOST);
}

/** What a kit found, which stage after stage says in one list. */
export function findingsOfKit(_: UnitDetail, body: Body | undefined): readonly Finding[] {
  const value = body?.result?.value;
  return isRecord(value) ? listOf(value["findings"], "findings").slice(0, MOST) : [];
}

function listOf(list: unknown, name: string): readonly Finding[] {
  if (!Array.isArray(list) || !list.every(isRecord)) return [];
  if (name === "groups" && !list.every(({ lineNumbers }) => Array.isArray(lineNumbers))) return [];
  // Statements of a report are no findings in the input.
  if (name === "findings" && list.some(({ statement }) => statement !== undefined)) return [];
  return list.map((item) => findingOf(item, name === "errors" ? "error" : undefined));
}

function findingOf(item: Row, fallback: Level | undefined): Finding {
  const word = wordOf(item) ?? fallback;
  const code = textAt(item, ["code", "id", "rule", "keyword", "detector", "codePoint"]);
  return {
    title: titleOf(item, code),
    word,
    level: levelOf(word),
    code,
    subject: subjectOf(item),
    change: changeOf(item),
    source: item,
    places: [],
  };
}

function wordOf(item: Row): string | undefined {
  const { backward, forward } = item;
  if (typeof backward === "boolean" && typeof forward === "boolean") {
    return backward && forward ? "info" : backward || forward ? "warning" : "error";
  }
  const word = textAt(item, ["severity", "level", "certainty"]);
  return word === "safe" ? "info" : word;
}

function levelOf(word: string | undefined): Level {
  if (/^(?:error|critical|high|fatal|fail|blocker)$/i.test(word ?? "")) return "error";
  return /^(?:warn|warning|medium|review|guess|moderate)$/i.test(word ?? "") ? "warning" : "info";
}

function textAt(item: Row, names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = item[name];
    if (typeof text === "string" && text !== "") return text;
  }
  return undefined;
}

function titleOf(item: Row, code: string | undefined): string {
  const { kind, path, count } = item;
  const said = textAt(item, ["message", "text", "detail", "reason", "name", "token", "line"]);
  const times = typeof count === "number" && count > 1 ? ` × ${count}` : "";
  if (said !== undefined) return shortened(said, LONGEST_TITLE) + times;
  const what =
    typeof kind === "string" ? labelOf(kind) : code === undefined ? "" : wordsOfCode(code);
  return [what, typeof path === "string" ? path : ""].filter(Boolean).join(": ");
}

/** `PROPERTY_ADDED` → "Property added". */
function wordsOfCode(code: string): string {
  const words = code.toLowerCase().replace(/[_-]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function subjectOf(item: Row): string | undefined {
  const { method, path, subject } = item;
  if (typeof subject === "string") return subject;
  // A whole field says nothing that its place does not.
  if (typeof path === "string" && /^\/[A-Za-z]+$/.test(path) && item["line"] !== undefined)
    return undefined;
  if (typeof path !== "string") return undefined;
  return typeof method === "string" ? `${method.toUpperCase()} ${path}` : path || undefined;
}

const CHANGES = [
  ["before", "after"],
  ["desired", "actual"],
  ["base", "ours"],
] as const;

function changeOf(item: Row): string | undefined {
  const { backward, forward } = item;
  if (backward === false || forward === false) {
    const broken = [backward === false ? "backward" : "", forward === false ? "forward" : ""];
    return `not ${broken.filter(Boolean).join(", not ")}`;
  }
  const { groups } = item;
  if (Array.isArray(groups) && groups.length > 0) return groups.map(groupText).join(", ");
  for (const [from, to] of CHANGES) {
    if (isNothing(item[from]) && isNothing(item[to])) continue;
    return `${shown(item[from])} → ${shown(item[to])}`;
  }
  return undefined;
}

/** A group of a match. */
function groupText(group: unknown): string {
  if (!isRecord(group)) return textOfCell(group);
  const { name, number, text } = group;
  return `${textOfCell(name ?? number)}: ${shown(text)}`;
}

const LONGEST_SIDE = 80;

function shown(value: unknown): string {
  return shortened(isNothing(value) ? "∅" : textOfCell(value), LONGEST_SIDE);
}

/** "before 7, after 7": the texts are named where there are several. */
export function placesText({ places }: Finding, isNamed: boolean): string {
  return places
    .map(({ name, line }) =>
      isNamed ? `${wordsOf(name).toLowerCase()} ${line}` : TEXTS.result.line(line),
    )
    .join(", ");
}

/** A line for each: its level, what it is, its place and its code. */
export function textOfFindings(findings: readonly Finding[], isNamed: boolean): string {
  return findings
    .map((finding) => {
      const { word, subject, title, change, code } = finding;
      const what = [title, change === undefined ? "" : `(${change})`].filter(Boolean).join(" ");
      return [word, subject === title ? "" : subject, what, placesText(finding, isNamed), code]
        .map((part) => oneLine(part ?? ""))
        .filter((part) => part !== "")
        .join("  ");
    })
    .join("\n");
}
