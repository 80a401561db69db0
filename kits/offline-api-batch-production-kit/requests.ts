/** Row by row: rendered, named, and checked; each row becomes a request, is skipped, or left out with its reasons. */
import type { Static } from "@sinclair/typebox";
import type { Entry } from "../../tools/_core/tool.ts";
import { canonicalJson } from "../../tools/_lib/json/tree/canonical.ts";
import { type Json, plain, textOfJson } from "../../tools/_lib/json/tree/exact.ts";
import { sha256Hex } from "../../tools/_lib/bytes/sha256.ts";
import { beginning } from "../../tools/_lib/text/shown.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import countTokens from "../../tools/token-counter.ts";
import envelope from "../../tools/provider-request-envelope.ts";
import fitWindow from "../../tools/context-window-calculator.ts";
import redactLog from "../../tools/sensitive-log-redaction-evidence.ts";
import type { Work } from "../offline-api-batch-production-kit.ts";
import { limitOf, textsOf } from "./body.ts";
import type { Row } from "./rows.ts";
import { type Template, textOfCell } from "./template.ts";

export interface Planned {
  readonly row: number;
  readonly id: string | null;
  /** The text of the id's cell. */
  readonly original: string | null;
  readonly body: Json;
  readonly status: "sent" | "skipped" | "excluded";
  readonly duplicateOf: string | null;
  readonly codes: readonly string[];
  readonly tokens: number;
}

interface Draft {
  readonly row: number;
  readonly id: string | null;
  readonly original: string | null;
  readonly body: Json;
  readonly codes: Set<string>;
  duplicateOf: string | null;
  /** The row that asks the same. */
  first: Draft | null;
  tokens: number;
}

export function planRequests(rows: readonly Row[], template: Template, work: Work): Planned[] {
  const secret = rowsWithSecrets(rows, work);
  const drafts = rows.map((row) => draftOf(row, template, secret, work));
  nameOnce(drafts, work);
  findDuplicates(drafts, work);
  checkBodies(drafts, work);
  measure(drafts, work);
  dropWithFirst(drafts, work);
  return drafts.map(({ first: _first, ...draft }) => ({
    ...draft,
    codes: [...draft.codes].toSorted(),
    status: draft.codes.size > 0 ? "excluded" : draft.duplicateOf === null ? "sent" : "skipped",
    duplicateOf: draft.codes.size > 0 ? null : draft.duplicateOf,
  }));
}

/** A row that asks what a refused one asks is refused with it. */
function dropWithFirst(drafts: readonly Draft[], { report }: Work): void {
  for (const draft of drafts) {
    for (const code of draft.first?.codes ?? []) {
      draft.codes.add(code);
      const stage = code === "CONTEXT_EXCEEDED" ? "fit" : "check";
      const message = `The row asks the same as row ${draft.first?.row}, which is left out`;
      report.find("error", stage, { code, message, ...placeOf(draft) });
    }
  }
}

/** Where a finding about a row is. */
function placeOf({ row, id }: Pick<Draft, "row" | "id">) {
  return { path: `/rows/${row - 1}`, ...(id === null ? {} : { subject: id }) };
}

function isOpen({ codes, duplicateOf }: Draft): boolean {
  return codes.size === 0 && duplicateOf === null;
}

/** All rows at once; one by one only where there is something, as a key that does not end takes what follows with it. */
function rowsWithSecrets(
  rows: readonly Row[],
  { input, ctx, report }: Work,
): ReadonlyMap<number, readonly string[]> {
  const scan = (text: string): string[] => {
    const given = {
      input: text,
      action: "scan",
      categories: "credential",
      entropy: "off",
    } as const;
    const { value } = ctx.step(redactLog, given);
    return [...new Set((value?.evidence ?? []).map(({ detector }) => detector))];
  };
  const texts = rows.map(({ cells }) =>
    Object.entries(cells)
      .map(([name, cell]) => `${name}: ${textOfCell(cell)}`)
      .join("\n"),
  );
  const { prompt = "", system, template } = input;
  const said = typeof template === "string" ? template : (JSON.stringify(template) ?? "");
  const inTemplate = scan([prompt, system, said].join("\n\n"));
  if (inTemplate.length > 0) {
    const message = `What all requests have in common holds a credential (${inTemplate.join(", ")})`;
    const path = template === undefined ? "/prompt" : "/template";
    report.find("warning", "secrets", { code: "SECRET_IN_TEMPLATE", message, path });
  }
  const found = new Map<number, readonly string[]>();
  const isClean = scan(texts.join("\n\n")).length === 0;
  for (const [index, text] of isClean ? [] : texts.entries()) {
    const detectors = scan(text);
    if (detectors.length > 0) found.set(index + 1, detectors);
  }
  const summary =
    found.size === 0 ? "No credential found" : `${counted(found.size, "row")} with a credential`;
  const verdict = found.size > 0 ? "fail" : inTemplate.length > 0 ? "review" : "pass";
  report.done("secrets", summary, verdict);
  return found;
}

function draftOf(
  row: Row,
  template: Template,
  secret: ReadonlyMap<number, readonly string[]>,
  { input, report }: Work,
): Draft {
  const { number, cells } = row;
  const rendered = template.render(cells);
  const codes = new Set<string>();
  const detectors = secret.get(number);
  const { id, original, isRewritten } = idOf(row, detectors !== undefined, input);
  const draft: Draft = {
    row: number,
    id,
    original,
    body: rendered.body,
    codes,
    duplicateOf: null,
    first: null,
    tokens: 0,
  };
  const place = placeOf(draft);
  if (detectors !== undefined) {
    codes.add("SECRET_IN_ROW");
    const message = `The row holds a credential (${detectors.join(", ")}), and is left out`;
    report.find("error", "secrets", { code: "SECRET_IN_ROW", message, ...place });
  }
  if (rendered.missing.length > 0) {
    codes.add("TEMPLATE_FIELD_MISSING");
    const names = rendered.missing.map((name) => JSON.stringify(beginning(name, 60))).join(", ");
    const message = `Cannot render the row: found no column ${names}, expected one for each placeholder`;
    report.find("error", "render", { code: "TEMPLATE_FIELD_MISSING", message, ...place });
  }
  for (const column of rendered.empty) {
    const message = `The column ${JSON.stringify(beginning(column, 60))} is empty`;
    report.find("warning", "render", { code: "EMPTY_CELL", message, ...place });
  }
  if (isRewritten) {
    const message = `The id is ${id}: the column's text cannot be one`;
    report.find("warning", "render", { code: "ID_REWRITTEN", message, ...place });
  }
  return draft;
}

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const LONGEST_KEPT = 55;
const DIGITS = 6;

function idOf(
  { number, cells }: Row,
  isSecret: boolean,
  { idColumn, idPrefix }: Pick<Work["input"], "idColumn" | "idPrefix">,
): { readonly id: string | null; readonly original: string | null; readonly isRewritten: boolean } {
  const numbered = idPrefix + String(number).padStart(DIGITS, "0");
  if (idColumn === undefined) return { id: numbered, original: null, isRewritten: false };
  // The column may be what holds the credential.
  if (isSecret) return { id: null, original: null, isRewritten: false };
  if (!Object.hasOwn(cells, idColumn)) return { id: numbered, original: null, isRewritten: true };
  const original = textOfCell(cells[idColumn] ?? null);
  if (ID.test(original)) return { id: original, original, isRewritten: false };
  const kept = Array.from(original, (letter) => (/[A-Za-z0-9_-]/.test(letter) ? letter : "_"));
  const id = `${kept.join("").slice(0, LONGEST_KEPT)}_${sha256Hex(original).slice(0, 8)}`;
  return { id, original, isRewritten: true };
}

/** Of two rows with one id the later one is left out. */
function nameOnce(drafts: readonly Draft[], { report }: Work): void {
  const first = new Map<string, number>();
  for (const draft of drafts) {
    if (draft.id === null || draft.codes.size > 0) continue;
    const earlier = first.get(draft.id);
    if (earlier === undefined) {
      first.set(draft.id, draft.row);
      continue;
    }
    draft.codes.add("DUPLICATE_ID");
    const message = `Cannot send the row: found the id of row ${earlier}, expected one of its own`;
    report.find("error", "render", { code: "DUPLICATE_ID", message, ...placeOf(draft) });
  }
}

function findDuplicates(drafts: readonly Draft[], { input, report }: Work): void {
  const first = new Map<string, Draft>();
  let skipped = 0;
  for (const draft of drafts) {
    if (draft.codes.size > 0) continue;
    const key = canonicalJson(plain(draft.body));
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, draft);
    } else if (input.skipDuplicates) {
      draft.duplicateOf = earlier.id;
      draft.first = earlier;
      skipped++;
    } else {
      const message = `The row asks the same as row ${earlier.row}`;
      report.find("warning", "render", { code: "DUPLICATE_REQUEST", message, ...placeOf(draft) });
    }
  }
  if (skipped > 0) {
    const message = `${counted(skipped, "row")} ${skipped === 1 ? "asks" : "ask"} what an earlier one asks, and ${skipped === 1 ? "is" : "are"} not sent`;
    report.find("info", "render", { code: "DUPLICATES_SKIPPED", message, received: skipped });
  }
  const open = drafts.filter(isOpen).length;
  const excluded = drafts.filter(({ codes }) => codes.size > 0).length;
  const summary = `${counted(open, "request")} rendered, ${skipped} skipped, ${excluded} left out`;
  report.done("render", summary, excluded > 0 ? "fail" : "pass");
}

const REQUEST = "/request";

/** What the provider would refuse is left out. */
function checkBodies(drafts: readonly Draft[], { input, ctx, report }: Work): void {
  const { provider } = input;
  const known = new Map<string, { errors: readonly Entry[]; warnings: readonly Entry[] }>();
  let refused = 0;
  const open = drafts.filter(isOpen);
  for (const draft of open) {
    const request = textOfJson(draft.body);
    let checked = known.get(request);
    if (checked === undefined) {
      const { errors = [], warnings = [] } = ctx.step(envelope, {
        request,
        from: provider,
        to: provider,
      });
      checked = { errors, warnings };
      known.set(request, checked);
    }
    const placed = (entry: Entry) => ({
      ...entry,
      message: `${entry.message} (at ${(entry.path ?? REQUEST).replace(REQUEST, "") || "the body"})`,
      ...placeOf(draft),
    });
    for (const error of checked.errors) {
      draft.codes.add(error.code);
      report.find("error", "check", placed(error));
    }
    for (const warning of checked.warnings)
      if (warning.code !== "ASSISTANT_LAST") report.find("warning", "check", placed(warning));
    if (checked.errors.length > 0) refused++;
  }
  if (open.length === 0) report.skipped("check", "No request; `rows` has none that can be sent");
  else {
    const summary = `${counted(open.length, "request")} checked, ${refused} refused`;
    report.done("check", summary, refused > 0 ? "fail" : "pass");
  }
}

/** Tokens of every request, and whether the largest fits; those that do not are left out where they have to. */
function measure(drafts: readonly Draft[], { input, ctx, report }: Work): void {
  const { model } = input;
  const open = drafts.filter(isOpen);
  if (open.length === 0) {
    report.skipped("tokens", "No request; `rows` has none that can be sent");
    report.skipped("fit", "No request; `rows` has none that can be sent");
    return;
  }
  let isEstimate = false;
  let hasOther = false;
  let total = 0;
  const known = new Map<string, number>();
  for (const draft of open) {
    const said = textsOf(draft.body);
    const text = said.texts.join("\n");
    hasOther ||= said.hasOther;
    let tokens = known.get(text);
    if (tokens === undefined) {
      const { value } = ctx.step(countTokens, { text, model });
      isEstimate ||= value?.method === "estimate";
      tokens = value?.high ?? 0;
      known.set(text, tokens);
    }
    draft.tokens = tokens;
    total += tokens;
  }
  if (hasOther) {
    const message =
      "Images, audio and files are not counted: tokens and cost are lower than they will be";
    report.find("warning", "tokens", { code: "NON_TEXT_IGNORED", message });
  }
  report.done("tokens", `${total} tokens${isEstimate ? ", the upper end of an estimate" : ""}`);
  fit(open, { input, ctx, report });
}

function fit(open: readonly Draft[], work: Work): void {
  const { input, ctx, report } = work;
  const { model, requireFit } = input;
  const largest = open.reduce((most, draft) => (draft.tokens > most.tokens ? draft : most));
  const outputTokens = Math.max(...limitsOf(open, input));
  const fitted = ctx.step(fitWindow, { model, inputTokens: largest.tokens, outputTokens });
  const { value, errors = [] } = fitted;
  if (!fitted.ok || !value) {
    const { code = "MODEL_UNKNOWN", message = "The model is not known" } = errors[0] ?? {};
    report.failed("fit", message);
    report.find("warning", "fit", { code, message, path: "/model" });
    return;
  }
  const weight = requireFit ? "error" : "warning";
  const tooLong = { OUTPUT_EXCEEDS_MAXIMUM: weight } as const;
  report.takeOver("fit", errors, tooLong, { path: "/maxOutputTokens" });
  const over = value.fits ? 0 : reportTooLarge(open, value, work);
  const summary =
    over === 0
      ? `The largest has ${largest.tokens} of ${value.inputLimit} tokens`
      : `${counted(over, "request")} too large`;
  report.done("fit", summary, value.fits ? "pass" : requireFit ? "fail" : "review");
}

type Window = Static<(typeof fitWindow)["value"]>;

function reportTooLarge(open: readonly Draft[], window: Window, { input, report }: Work): number {
  const { maxInputTokens, contextWindow, shared, model } = window;
  let over = 0;
  for (const draft of open) {
    const beside = shared ? limitOf(draft.body, input.provider) : 0;
    const room = Math.max(0, Math.min(maxInputTokens ?? Infinity, contextWindow - beside));
    if (draft.tokens <= room) continue;
    over++;
    const message = `Cannot fit the window of ${model}: found ${draft.tokens} tokens, expected at most ${room}`;
    report.find(input.requireFit ? "error" : "warning", "fit", {
      code: "CONTEXT_EXCEEDED",
      message,
      ...placeOf(draft),
      expected: room,
      received: draft.tokens,
    });
    if (input.requireFit) draft.codes.add("CONTEXT_EXCEEDED");
  }
  return over;
}

function limitsOf(drafts: readonly Draft[], { provider }: Work["input"]): number[] {
  return [...new Set(drafts.map(({ body }) => limitOf(body, provider)))];
}
