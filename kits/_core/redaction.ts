/** Secrets are taken out of a kit's texts before anything else sees them. */
import type { Category } from "../../tools/_lib/secrets/detectors/detector.ts";
import { redactTexts } from "./redact-texts.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import type { KitReport, StagePlan } from "./report.ts";

export interface RedactionChoice {
  readonly redact: boolean;
  /** Personal and financial data, too. */
  readonly redactPii?: boolean;
  /** What else than these two say. */
  readonly categories?: readonly Category[];
}

/**
 * Fills in the stage, whose tool is sensitive-log-redaction-evidence, and gives what replaces each text by the same
 * text with tokens. `texts` are all that the kit will use; equal values have equal tokens in all of them.
 */
export function redactStage<P extends StagePlan>(
  report: KitReport<P>,
  stage: keyof P & string,
  texts: Iterable<string>,
  { redact, redactPii = false, categories = categoriesOf(redactPii) }: RedactionChoice,
): (text: string) => string {
  if (!redact) {
    report.skipped(stage, "Nothing is redacted; the field `redact` would");
    return (text) => text;
  }
  const all = [...new Set(texts)];
  const redacted = redactTexts(all, categories);
  const byDetector = new Map<string, number>();
  for (const { detector } of redacted.found) {
    byDetector.set(detector, (byDetector.get(detector) ?? 0) + 1);
  }
  for (const [detector, count] of byDetector) {
    const message = `${counted(count, "value")} of ${detector} ${count === 1 ? "was" : "were"} replaced by ${count === 1 ? "a token" : "tokens"}`;
    report.find("warning", stage, {
      code: "SECRET_REDACTED",
      message,
      subject: detector,
      received: count,
    });
  }
  const { length } = redacted.found;
  report.done(stage, `${counted(length, "value")} redacted`, length > 0 ? "review" : "pass");
  const replaced = new Map(all.map((text, index) => [text, redacted.texts[index] ?? text]));
  return (text) => replaced.get(text) ?? text;
}

function categoriesOf(redactPii: boolean): readonly Category[] {
  return redactPii ? ["credential", "pii", "financial"] : ["credential"];
}

/** All strings in a document of JSON data; names of members are none. */
export function* textsIn(value: unknown): Generator<string> {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one === "string") yield one;
    else if (typeof one === "object" && one !== null) open.push(...Object.values(one).toReversed());
  }
}

/** The same document with each of its strings replaced. */
export function mapTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === "string") return replace(value);
  if (Array.isArray(value)) return value.map((item: unknown) => mapTexts(item, replace));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mapTexts(member, replace)]),
  );
}
