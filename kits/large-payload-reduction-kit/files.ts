/** What was kept, how to get the rest back, and the files that say so. */
import { percentOf } from "../../tools/_lib/numbers/percent.ts";
import { decodeEntity } from "../../tools/_lib/formats/markdown/entities.ts";
import { unescapeOnce } from "../../tools/_lib/json/repair/unescape.ts";
import { readJsonField } from "../../tools/_lib/json/tree/json-field.ts";
import type { JsonNode } from "../../tools/_lib/json/tree/tree.ts";
import { LiteralSet } from "../../tools/_lib/secrets/detectors/literals.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { oneLine } from "../../tools/_lib/text/shown.ts";
import { tableOr } from "../_core/page.ts";
import type { Facts, Kept, Kind, Loss, Retention } from "../large-payload-reduction-kit.ts";
import { isJson, type Payload } from "./kind.ts";
import type { Climbed, Form, FormName } from "./ladder.ts";
import { goneOf, type Part } from "./parts.ts";

const NUMBER = /-?\d+(?:\.\d+)?/g;
const URLS = /https?:\/\/[^\s"'`()[\]{}<>]+/g;
const WORD = /[\p{L}\p{N}_]{6,}/gu;

/** Distinct items of the payload, and how many of them stand in the output. */
export function retentionOf(payload: Payload, output: string, best: Form | undefined): Retention {
  const { kind, json } = payload;
  const text = writtenOut(payload.text, kind);
  const kept = writtenOut(output, best?.name ?? kind);
  const words = (text.match(WORD) ?? []).filter(
    (word) => /\p{L}/u.test(word) && /\p{N}/u.test(word),
  );
  const numbers = (text.match(NUMBER) ?? []).filter(
    (number) => number.replace(/[-.]/g, "").length >= 2,
  );
  return {
    numbers: keptOf(numbers, kept),
    urls: keptOf(text.match(URLS) ?? [], kept),
    identifiers: keptOf(words, kept),
    keys: isJson(kind) && json !== undefined ? keptOf(keysOf(json), kept) : null,
  };
}

const REFERENCE = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]\w{1,31});/g;

/** Characters that a format writes in its own way, as themselves: another format has another way. */
function writtenOut(text: string, form: Kind | FormName): string {
  if (form === "json" || form === "jsonl") return unescapeOnce(text, 0, text.length).text;
  if (form === "html") return text.replace(REFERENCE, (one) => decodeEntity(one) ?? one);
  return form === "csv" ? text.replaceAll('""', '"') : text;
}

function keptOf(all: readonly string[], output: string): Kept | null {
  const items = [...new Set(all)].filter((item) => item !== "");
  if (items.length === 0) return null;
  const found = new Set<number>();
  new LiteralSet(items).search(output, (_, index) => found.add(index));
  const kept = found.size;
  return { before: items.length, kept, percent: percentOf(kept, items.length, 2) };
}

/** Member names. */
function keysOf(json: string): string[] {
  const read = readJsonField(json, "/payload");
  if (!read.ok) return [];
  const keys = new Set<string>();
  const rest: JsonNode[] = [read.document.root];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (node.type === "array") for (const item of node.items) rest.push(item);
    if (node.type !== "object") continue;
    for (const { key, value } of node.members) {
      keys.add(key);
      rest.push(value);
    }
  }
  return [...keys];
}

const WAYS = {
  expand: (file: string) =>
    `Call the tool \`json-shrink\` with \`action\`: \`"expand"\` and the text of \`${file}\` as \`input\`.`,
  table: (file: string) =>
    `Call the tool \`csv-jsonl-converter\` with \`direction\`: \`"csv-to-jsonl"\`, \`types\`: \`"json"\` and the text of \`${file}\` as \`input\`.`,
  "table-quoted": (file: string) =>
    `Call the tool \`csv-to-json\` with \`types\`: \`"infer"\` and the text of \`${file}\` as \`input\`.`,
} as const;

const GIVES = {
  expand: "the data, with every number and member",
  table: "the JSON lines",
  "table-quoted": "the array of objects",
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

export function restoreText(
  facts: Facts,
  { best, parts: counts }: Climbed,
  payload: Payload,
): string {
  const file = reducedName(best, payload);
  const way = best?.restore;
  if (facts.restore === "automatic" && way !== undefined) {
    const isArray = payload.kind === "jsonl" && way !== "table";
    const array = isArray ? " It is the array of all lines." : "";
    return `# Getting the payload back\n\nNothing was lost. ${WAYS[way](file)} It gives back ${GIVES[way]}.${array}`;
  }
  if (facts.restore === "none") {
    const kept =
      facts.result === "original" ? "The payload is as it was." : "Only its form changed.";
    return `# Getting the payload back\n\nThere is nothing to restore. ${kept}`;
  }
  const rows = facts.losses.map(({ code, path, count }) => [
    code,
    oneLine(path ?? "") || "everywhere",
    partOf(counts, code, path).map((part) => `${goneOf(part)} of ${part.total} ${part.unit}`)[0] ??
      String(count),
    MEANINGS[code] ?? "",
  ]);
  const shown = shownOf(counts);
  const parts = [
    "# What is gone",
    `\`${file}\` does not hold all of the payload: keep the original if it may be needed.`,
    ...(shown === "" ? [] : [`It shows ${shown}.`]),
    tableOr("None.", ["Loss", "Where", "Count", "Meaning"], rows),
  ];
  if (way !== undefined)
    parts.push(
      `What is left reads in its old form so: ${WAYS[way](file)} What the table names as gone does not come back.`,
    );
  return parts.join("\n\n");
}

/** What the loss tells more of. */
function partOf(parts: readonly Part[], code: string, path: string | null): Part[] {
  return parts.filter((part) => part.code === code && part.path === path);
}

const MOST_SHOWN = 5;

/** `11 of 60 items at /rows, 3 of 9 items at /tags`. */
function shownOf(parts: readonly Part[]): string {
  const some = parts.slice(0, MOST_SHOWN).map(({ path, unit, total, shown, folded = 0 }) => {
    const place = path === null || path === "" ? "" : ` at ${oneLine(path)}`;
    const more = folded > 0 ? ` (${folded} more are told of as repeats)` : "";
    return `${shown} of ${total} ${unit}${place}${more}`;
  });
  const rest = parts.length - some.length;
  return some.join(", ") + (rest > 0 ? `, and parts of ${rest} more arrays` : "");
}

const MEANINGS: Readonly<Record<string, string>> = {
  NULL_DROPPED: "members that were null",
  EMPTY_DROPPED: "members that were empty",
  VALUE_DROPPED: "members with a default value",
  PATH_DROPPED: "members that `drop` names",
  STRING_CUT: "long strings, which were cut",
  ITEMS_CUT: "items of long arrays",
  DEPTH_CUT: "deep values, which became a summary",
  NUMBER_ROUNDED: "numbers, which lost digits",
  ABSENT_AS_NULL: "absent members, which read as null",
  MEMBERS_CUT: "members of large objects",
  LINES_DROPPED: "lines",
  UNITS_DROPPED: "sentences and blocks",
  MARKUP_DROPPED: "tags, links and what is no content",
  VALUES_MASKED: "times, ids and numbers, which became placeholders",
};

const MOST_IN_LEGEND = 40;

/** Two to five lines to put before the payload. */
export function promptNote(facts: Facts, { best, losses, parts }: Climbed): string {
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
  const shown = shownOf(parts);
  const rows = shown === "" ? "" : `Shown: ${shown}. `;
  return [
    what,
    size,
    ...(legend.length > 0 ? [`Short keys: ${keys}${more}.`] : []),
    ...(best?.remark === undefined ? [] : [best.remark]),
    ...(losses.length > 0 ? [`${rows}Left out or changed: ${summed(losses, parts)}.`] : []),
  ].join("\n");
}

function summed(losses: readonly Loss[], parts: readonly Part[]): string {
  const counts = new Map<string, number>();
  for (const { code, path, count } of losses) {
    const gone = partOf(parts, code, path).map(goneOf)[0] ?? count;
    counts.set(code, (counts.get(code) ?? 0) + gone);
  }
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
