/** What was kept, how to get the rest back, and the files that say so. */
import { percentOf } from "../../tools/_lib/numbers/percent.ts";
import { readJsonField } from "../../tools/_lib/json/tree/json-field.ts";
import type { JsonNode } from "../../tools/_lib/json/tree/tree.ts";
import { LiteralSet } from "../../tools/_lib/secrets/detectors/literals.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { oneLine } from "../../tools/_lib/text/shown.ts";
import { tableOr } from "../_core/page.ts";
import type { Facts, Kept, Loss, Retention } from "../large-payload-reduction-kit.ts";
import type { Payload } from "./kind.ts";
import type { Climbed, Form, FormName } from "./ladder.ts";

const NUMBER = /-?\d+(?:\.\d+)?/g;
const URLS = /https?:\/\/[^\s"'`()[\]{}<>]+/g;
const WORD = /[\p{L}\p{N}_]{6,}/gu;

/** Distinct items of the payload, and how many of them stand in the output. */
export function retentionOf({ text, kind, json }: Payload, output: string): Retention {
  const isJson = kind === "json" || kind === "jsonl";
  const words = (text.match(WORD) ?? []).filter(
    (word) => /\p{L}/u.test(word) && /\p{N}/u.test(word),
  );
  const numbers = (text.match(NUMBER) ?? []).filter(
    (number) => number.replace(/[-.]/g, "").length >= 2,
  );
  return {
    numbers: keptOf(numbers, output),
    urls: keptOf(text.match(URLS) ?? [], output),
    identifiers: keptOf(words, output),
    keys: isJson && json !== undefined ? keptOf(keysOf(json), output) : null,
  };
}

function keptOf(all: readonly string[], output: string): Kept | null {
  const items = [...new Set(all)].filter((item) => item !== "");
  if (items.length === 0) return null;
  const found = new Set<number>();
  new LiteralSet(items).search(output, (_, index) => found.add(index));
  const kept = found.size;
  return { before: items.length, kept, percent: percentOf(kept, items.length, 2) };
}

/** Member names, as they are written in JSON. */
function keysOf(json: string): string[] {
  const read = readJsonField(json, "/payload");
  if (!read.ok) return [];
  const keys = new Set<string>();
  const rest: JsonNode[] = [read.document.root];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (node.type === "array") for (const item of node.items) rest.push(item);
    if (node.type !== "object") continue;
    for (const { key, value } of node.members) {
      keys.add(JSON.stringify(key).slice(1, -1));
      rest.push(value);
    }
  }
  return [...keys];
}

const WAYS = {
  expand: (file: string) =>
    `Call the tool \`json-shrink\` with \`action\`: \`"expand"\` and the text of \`${file}\` as \`input\`. It gives the data back, with every number and member.`,
  table: (file: string) =>
    `Call the tool \`csv-jsonl-converter\` with \`direction\`: \`"csv-to-jsonl"\`, \`types\`: \`"json"\` and the text of \`${file}\` as \`input\`. It gives the JSON lines back.`,
  "table-quoted": (file: string) =>
    `Call the tool \`csv-to-json\` with \`types\`: \`"infer"\` and the text of \`${file}\` as \`input\`. It gives the array of objects back.`,
} as const;

export function reducedName(form: Form | undefined, { kind }: Payload): string {
  const names: Readonly<Record<string, FormName>> = {
    json: "json",
    jsonl: "jsonl",
    csv: "csv",
    markdown: "md",
    log: "log.txt",
  };
  return `reduced.${form?.name ?? names[kind] ?? "txt"}`;
}

export function restoreText(facts: Facts, { best }: Climbed, payload: Payload): string {
  const file = reducedName(best, payload);
  const way = best?.restore;
  if (facts.restore === "automatic" && way !== undefined) {
    const isArray = payload.kind === "jsonl" && way !== "table";
    const array = isArray ? " It is the array of all lines." : "";
    return `# Getting the payload back\n\nNothing was lost. ${WAYS[way](file)}${array}`;
  }
  if (facts.restore === "none") {
    const kept =
      facts.result === "original" ? "The payload is as it was." : "Only its form changed.";
    return `# Getting the payload back\n\nThere is nothing to restore. ${kept}`;
  }
  const rows = facts.losses.map(({ code, path, count }) => [
    code,
    oneLine(path ?? "") || "everywhere",
    String(count),
    MEANINGS[code] ?? "",
  ]);
  const parts = [
    "# What is gone",
    `\`${file}\` does not hold all of the payload: keep the original if it may be needed.`,
    tableOr("None.", ["Loss", "Where", "Count", "Meaning"], rows),
  ];
  if (way !== undefined) parts.push(`What is left reads in its old form so: ${WAYS[way](file)}`);
  return parts.join("\n\n");
}

const MEANINGS: Readonly<Record<string, string>> = {
  NULL_DROPPED: "members that were null",
  EMPTY_DROPPED: "members that were empty",
  VALUE_DROPPED: "members with a default value",
  PATH_DROPPED: "members that `drop` names",
  STRING_CUT: "long strings were cut",
  ITEMS_CUT: "long arrays were cut",
  DEPTH_CUT: "deep values became a summary",
  NUMBER_ROUNDED: "numbers lost digits",
  ABSENT_AS_NULL: "absent members read as null",
  MEMBERS_CUT: "members of large objects were left out",
  LINES_DROPPED: "lines were left out",
  UNITS_DROPPED: "sentences and blocks were left out",
  MARKUP_DROPPED: "tags, links and what is no content were taken away",
  VALUES_MASKED: "times, ids and numbers became placeholders",
};

const MOST_IN_LEGEND = 40;

/** Two to five lines to put before the payload. */
export function promptNote(facts: Facts, { best, losses }: Climbed): string {
  const { kind, tokensBefore, tokensAfter, lossless } = facts;
  const form = best === undefined ? KINDS[kind] : FORMS[best.name];
  const isSame = form === KINDS[kind];
  const what = `What follows is ${form}${isSame ? "" : `, made from ${KINDS[kind]}`}.`;
  const size =
    best === undefined
      ? "It was not reduced."
      : `It was reduced from ${tokensBefore} to ${tokensAfter} tokens; ${lossless ? "nothing was lost" : "something was left out"}.`;
  const legend = Object.entries(best?.legend ?? {});
  const keys = legend
    .slice(0, MOST_IN_LEGEND)
    .map(([short, long]) => `${oneLine(short)} = ${oneLine(long)}`)
    .join(", ");
  const more = legend.length > MOST_IN_LEGEND ? ", and so on as in $keys" : "";
  return [
    what,
    size,
    ...(legend.length > 0 ? [`Short keys: ${keys}${more}.`] : []),
    ...(best?.remark === undefined ? [] : [best.remark]),
    ...(losses.length > 0 ? [`Left out: ${summed(losses)}.`] : []),
  ].join("\n");
}

function summed(losses: readonly Loss[]): string {
  const counts = new Map<string, number>();
  for (const { code, count } of losses) counts.set(code, (counts.get(code) ?? 0) + count);
  return [...counts].map(([code, count]) => `${MEANINGS[code] ?? code} (${count})`).join("; ");
}

const KINDS = {
  json: "a JSON document",
  jsonl: "JSON lines",
  csv: "a CSV table",
  html: "a web page",
  markdown: "a Markdown document",
  log: "a log",
  text: "a text",
} as const;

const FORMS: Readonly<Record<FormName, string>> = {
  json: KINDS.json,
  jsonl: KINDS.jsonl,
  csv: KINDS.csv,
  md: KINDS.markdown,
  "log.txt": KINDS.log,
  txt: KINDS.text,
};

/** Why a result is not within 5 % of the target; null where it is, or where there is none. */
export function noteOf(facts: Omit<Facts, "note">, { reason, summaries }: Climbed): string | null {
  const { target, tokensAfter, tokensBefore, lossless, result } = facts;
  if (target === null) return null;
  const near = Math.ceil(0.95 * target);
  if (tokensAfter >= near && tokensAfter <= target) return null;
  if (tokensAfter > target) {
    const refused = facts.steps.filter((step) => step.reason === "refused");
    const skipped = facts.steps.some((step) => step.reason === "skipped");
    return [
      `${counted(tokensAfter, "token")} is the least that the steps reach`,
      ...(skipped ? ["losslessOnly rules out those that lose something"] : []),
      ...refused.map(({ id }) => `step ${id}: ${summaries.get(id) ?? "refused"}`),
      ...(reason === undefined ? [] : [reason]),
    ].join("; ");
  }
  if (result === "original") return `The payload has only ${counted(tokensBefore, "token")}`;
  if (lossless) return `Nothing was dropped: step ${result} meets the target without loss`;
  return `Step ${result} is the mildest that meets the target${reason === undefined ? "" : `; ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`}`;
}
