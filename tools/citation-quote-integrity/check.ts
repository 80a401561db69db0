/** Looks every quotation up in the sources. */
import { type Budget, done, type Entry } from "../_core/tool.ts";
import { counted } from "../_lib/text/plural.ts";
import { orderFindings } from "../_lib/results/finding-order.ts";
import { positionFinder } from "../_lib/text/position.ts";
import { textTable } from "../_lib/text/plain-table.ts";
import type { Checked, Failure, Input, Value, Warning } from "../citation-quote-integrity.ts";
import { isVerified, Quotation, STATUSES } from "../_lib/text/quotation/match.ts";
import { quoted, shortened } from "../_lib/text/shown.ts";
import { type NamedSource, type Quoted, readJob } from "./read.ts";

export function checkQuotations(input: Input, budget: Budget) {
  const { quotes, sources: texts, failure } = readJob(input);
  if (failure) return failure;
  const sources: Sources = new Map(texts.map((views) => [views[0]?.id ?? "", views]));
  const checked = quotes.map((one) => {
    const quotation = new Quotation(one.quote, input.threshold, budget);
    return check(one, quotation, sources);
  });
  const place = placing(input, quotes);
  const errors = orderFindings(
    checked.flatMap((one, at) => errorsOf(one, sources).map((error) => place(error, at))),
  );
  const warnings = checked.flatMap((one, at) => ambiguous(one).map((entry) => place(entry, at)));
  if (checked.length === 0) warnings.push(noQuotes());
  const value = valueOf(checked);
  const verified = checked.filter(({ status }) => isVerified(status)).length;
  return done({
    output: tableOf(value),
    value,
    valid: errors.length === 0,
    errors,
    warnings: orderFindings(warnings),
    stats: { quotes: checked.length, verified },
  });
}

/** The views of each source, by its id. */
type Sources = ReadonlyMap<string, readonly NamedSource[]>;

const NOT_FOUND = {
  status: "missing",
  sourceId: null,
  sourceStart: null,
  sourceEnd: null,
  line: null,
  similarity: 0,
  occurrences: 0,
} as const;

/** In the source that is cited, where anything there is like it; else in all others. */
function check(
  { id, quote, start, citedId }: Quoted,
  quotation: Quotation,
  sources: Sources,
): Checked {
  const given = { id, quote, start, citedSourceId: citedId ?? null };
  const cited = citedId === undefined ? undefined : sources.get(citedId);
  const others = () => [...sources.values()].filter((views) => views !== cited).flat();
  const found = (cited && quotation.findAmong(cited)) ?? quotation.findAmong(others());
  if (!found) return { ...given, ...NOT_FOUND, differences: [], omitted: [], critical: false };
  const { source, match } = found;
  const { status, similarity, occurrences, differences } = match;
  return {
    ...given,
    status,
    sourceId: source.id,
    sourceStart: match.start,
    sourceEnd: match.end,
    line: source.lineOf(match.start),
    similarity,
    occurrences,
    differences: [...differences],
    omitted: [...match.distorting],
    critical: match.distorting.length > 0 || differences.some(({ critical }) => critical),
  };
}

type Found<C extends string> = Entry<C> & { readonly isOfCitation?: boolean };

/** Puts a finding where the quotation, or its citation, was given. */
function placing(input: Input, quotes: readonly Quoted[]) {
  const find = positionFinder(input.text ?? "");
  return <C extends string>({ isOfCitation, ...entry }: Found<C>, at: number): Entry<C> => {
    const { path, citedPath, start } = quotes[at] as Quoted;
    const position = start === null ? {} : find(start);
    return { ...entry, path: isOfCitation ? citedPath : path, ...position } as Entry<C>;
  };
}

function errorsOf(one: Checked, sources: Sources): Found<Failure>[] {
  const { citedSourceId, sourceId } = one;
  const errors: Found<Failure>[] = [];
  if (one.status === "missing") errors.push(missing(one));
  if (one.status === "altered") errors.push(altered(one));
  if (one.status === "elided" && one.critical) errors.push(distorted(one));
  if (citedSourceId === null) return errors;
  if (!sources.has(citedSourceId)) {
    errors.push({
      code: "CITED_SOURCE_UNKNOWN",
      message: `Cannot look up ${one.id} where it is cited: found no source ${quoted(citedSourceId)}, expected one of the ids`,
      received: citedSourceId,
      isOfCitation: true,
    });
  } else if (isVerified(one.status) && sourceId !== citedSourceId) {
    errors.push({
      code: "WRONG_SOURCE",
      message: `Cannot confirm the source of ${one.id}: found it in ${quoted(sourceId ?? "")}, expected ${quoted(citedSourceId)}`,
      expected: citedSourceId,
      received: sourceId,
      isOfCitation: true,
    });
  }
  return errors;
}

function missing({ id, quote }: Checked): Found<"QUOTE_MISSING"> {
  const message = `Cannot find ${id}: found ${quoted(quote)} in no source, expected it in one`;
  return { code: "QUOTE_MISSING", message };
}

function altered({ id, sourceId, differences, critical }: Checked): Found<"QUOTE_ALTERED"> {
  const [first, ...others] = differences;
  const more = others.length === 0 ? "" : `, and ${counted(others.length, "other difference")}`;
  const [found, expected] = [first?.quote || "nothing", first?.source || "nothing"].map((words) =>
    shortened(words),
  );
  const message = `Cannot confirm ${id}: found ${found} where ${quoted(sourceId ?? "")} has ${expected}${more}, expected the words of the source`;
  return { code: "QUOTE_ALTERED", message, critical };
}

function distorted({ id, sourceId, omitted }: Checked): Found<"QUOTE_DISTORTED"> {
  const found = shortened(omitted.join(", "));
  const message = `Cannot confirm ${id}: found left out what ${quoted(sourceId ?? "")} says in the same sentence (${found}), expected only words without weight left out`;
  return { code: "QUOTE_DISTORTED", message, critical: true };
}

function ambiguous({ id, sourceId, occurrences }: Checked): Found<Warning>[] {
  if (occurrences < 2) return [];
  const message = `${id} stands in ${quoted(sourceId ?? "")} ${occurrences} times; the first one is given`;
  return [{ code: "QUOTE_AMBIGUOUS", message, received: occurrences }];
}

function noQuotes(): Entry<Warning> {
  const message = "There is no quotation of so many words in the text";
  return { code: "NO_QUOTES", message, path: "/text" };
}

const SCALE = 10_000;

function valueOf(quotes: Checked[]): Value {
  const counts = { exact: 0, normalised: 0, elided: 0, altered: 0, missing: 0 };
  for (const { status } of quotes) counts[status]++;
  const kept = counts.exact + counts.normalised + counts.elided;
  const integrity = quotes.length === 0 ? 1 : Math.round((kept / quotes.length) * SCALE) / SCALE;
  return { quotes, counts, integrity };
}

function tableOf({ quotes, counts, integrity }: Value): string {
  const rows = quotes.map(({ id, status, sourceId, line, similarity, quote }) => [
    shortened(id),
    status,
    shortened(sourceId ?? "–"),
    String(line ?? "–"),
    String(similarity),
    shortened(quote),
  ]);
  const parts = STATUSES.filter((status) => counts[status] > 0).map(
    (status) => `${counts[status]} ${status}`,
  );
  const total = [counted(quotes.length, "quotation"), ...parts].join(", ");
  const summary = `${total}; integrity ${integrity}`;
  if (rows.length === 0) return summary;
  const head = ["id", "status", "source", "line", "similarity", "quotation"];
  return `${textTable([head, ...rows])}\n\n${summary}`;
}
