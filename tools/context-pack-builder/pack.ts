/** Puts sources together into one context block within a budget, and says what became of each. */
import { done, type Entry, fail } from "../_core/tool.ts";
import { countWarnings } from "../_lib/agents/models/count-warnings.ts";
import { findModel } from "../_lib/agents/models/models.ts";
import { sha256Hex } from "../_lib/bytes/sha256.ts";
import { endOf, isCut, type Item, keptText } from "./blocks.ts";
import type { DropReason, Failure, Input, Value, Warning } from "../context-pack-builder.ts";
import { type Duplicate, findDuplicates } from "./duplicates.ts";
import { Meter } from "../_lib/agents/token-meter.ts";
import { roundedShare } from "../_lib/numbers/percent.ts";
import { byCodeUnit, comparePointers } from "../_lib/results/pointer.ts";
import { counted } from "../_lib/text/plural.ts";
import { quoted } from "../_lib/text/shown.ts";
import { type Pack, rankSources, Selection } from "./select.ts";
import { readSources, type Source } from "./sources.ts";

export function buildPack(input: Input) {
  if (input.reserveTokens > input.maxTokens) return fail(reserveTooLarge(input));
  const { sources, failure } = readSources(input.sources);
  return failure ?? new Packer(input, sources).run();
}

function reserveTooLarge({ maxTokens, reserveTokens }: Input): Entry<"RESERVE_EXCEEDS_BUDGET"> {
  const expected = `at most maxTokens, ${maxTokens}`;
  const message = `Cannot use /reserveTokens: found ${reserveTokens}, expected ${expected}`;
  return { code: "RESERVE_EXCEEDS_BUDGET", message, path: "/reserveTokens", expected };
}

class Packer {
  readonly #input: Input;
  readonly #sources: readonly Source[];
  readonly #match;
  readonly #meter: Meter;
  /** Of whole texts, in the meter's measure. */
  readonly #pieces: ReadonlyMap<Source, number>;
  readonly #duplicates: ReadonlyMap<Source, Duplicate>;

  constructor(input: Input, sources: readonly Source[]) {
    this.#input = input;
    this.#sources = sources;
    this.#match = findModel(input.model);
    this.#meter = new Meter(this.#match.family);
    this.#pieces = new Map(sources.map((source) => [source, this.#meter.pieces(source.text)]));
    this.#duplicates = input.dedup ? findDuplicates(sources.filter(hasText)) : new Map();
  }

  run() {
    const { items, output, count } = this.#select();
    const packed = new Set(items.map(({ source }) => source));
    const left = this.#sources.filter((source) => !packed.has(source));
    const errors = this.#errors(items, left);
    const warnings = [
      ...countWarnings(this.#input.model, this.#match, count),
      ...this.#warnings(items, left),
    ].toSorted(byPlace);
    return done({
      output,
      value: this.#value(items, left, { output, usedTokens: count.tokens }),
      valid: errors.length === 0,
      errors,
      warnings,
      stats: {
        sources: this.#sources.length,
        items: items.length,
        dropped: left.length,
        usedTokens: count.tokens,
      },
    });
  }

  #select(): Pack {
    const { query, maxTokens, reserveTokens } = this.#input;
    const candidates = this.#sources.filter(
      (source) => hasText(source) && !this.#duplicates.has(source),
    );
    const selection = new Selection(this.#match.family, this.#input, maxTokens - reserveTokens);
    return selection.select(rankSources(candidates, query), (source) => this.#piecesOf(source));
  }

  #piecesOf(source: Source): number {
    return this.#pieces.get(source) ?? 0;
  }

  /** Of the whole text. */
  #tokensOf(source: Source): number {
    return this.#meter.tokens(this.#piecesOf(source));
  }

  /** Of the part that is in the pack. */
  #keptTokens(item: Item): number {
    if (!isCut(item)) return this.#tokensOf(item.source);
    return this.#meter.tokens(this.#meter.pieces(keptText(item)));
  }

  #reasonOf(source: Source): DropReason {
    if (!hasText(source)) return "empty";
    return this.#duplicates.get(source)?.reason ?? "budget";
  }

  #value(
    items: readonly Item[],
    left: readonly Source[],
    { output, usedTokens }: { output: string; usedTokens: number },
  ): Value {
    const { query, model, order, maxTokens, reserveTokens } = this.#input;
    const remainingTokens = maxTokens - reserveTokens - usedTokens;
    return {
      version: "1",
      query,
      model,
      order,
      budget: { maxTokens, reserveTokens, usedTokens, remainingTokens },
      items: items.map((item, place) => {
        const { id: sourceId, title, uri, type, priority, text } = item.source;
        return {
          citation: place + 1,
          sourceId,
          title,
          uri,
          type,
          priority,
          relevance: roundedShare(item.relevance),
          tokens: this.#keptTokens(item),
          end: endOf(item),
          parts: item.parts.map(({ start, end }) => ({ start, end })),
          truncated: isCut(item),
          sha256: sha256Hex(text),
        };
      }),
      dropped: left.map((source) => ({
        sourceId: source.id,
        reason: this.#reasonOf(source),
        duplicateOf: this.#duplicates.get(source)?.keeper.id ?? null,
        tokens: this.#tokensOf(source),
      })),
      packSha256: sha256Hex(output),
    };
  }

  #errors(items: readonly Item[], left: readonly Source[]): Entry<Failure>[] {
    const dropped = left
      .filter(({ required }) => required)
      .map((source): Entry<Failure> => {
        const reason = this.#reasonOf(source);
        const found = reason === "empty" ? "no text" : `${this.#tokensOf(source)} tokens`;
        const expected = reason === "empty" ? "a text" : "a text that fits what is left";
        return {
          code: "REQUIRED_SOURCE_DROPPED",
          message: `Cannot keep the required source ${quoted(source.id)}: found ${found}, expected ${expected}`,
          path: pathOf(source),
          expected,
          received: this.#tokensOf(source),
        };
      });
    const cut = items
      .filter((item) => item.source.required && isCut(item))
      .map((item): Entry<Failure> => {
        const { source } = item;
        const found = `${source.text.length} characters`;
        const expected = `the ${keptLength(item)} that fit`;
        return {
          code: "REQUIRED_SOURCE_TRUNCATED",
          message: `Cannot keep all of the required source ${quoted(source.id)}: found ${found}, expected ${expected}`,
          path: pathOf(source),
        };
      });
    return [...dropped, ...cut].toSorted(byPlace);
  }

  #warnings(items: readonly Item[], left: readonly Source[]): Entry<Warning>[] {
    const warnings: Entry<Warning>[] = items.filter(isCut).map((item) => ({
      code: "SOURCE_TRUNCATED",
      message: truncated(item),
      path: pathOf(item.source),
    }));
    if (left.length > 0) {
      const what = left.length === 1 ? "1 source is" : `${left.length} sources are`;
      const message = `${what} not in the pack; value.dropped says why`;
      warnings.push({ code: "SOURCES_DROPPED", message, path: "/sources", received: left.length });
    }
    if (this.#input.citation === "xml") {
      for (const { source } of items.filter((item) => END_TAG.test(keptText(item)))) {
        const message = `The text of ${quoted(source.id)} contains </source>, which seems to end its block`;
        warnings.push({ code: "XML_IN_TEXT", message, path: `${pathOf(source)}/text` });
      }
    }
    return warnings;
  }
}

function keptLength({ parts }: Item): number {
  return parts.reduce((sum, { start, end }) => sum + end - start, 0);
}

function truncated(item: Item): string {
  const { source, parts } = item;
  const kept = keptLength(item);
  const whole = `of its ${source.text.length} characters`;
  return kept === endOf(item)
    ? `The source ${quoted(source.id)} is cut after ${kept} ${whole}`
    : `Of the source ${quoted(source.id)} only ${counted(parts.length, "passage")} with ${kept} ${whole} are kept`;
}

const END_TAG = /<\/source\s*>/i;

function hasText({ text }: Source): boolean {
  return text !== "";
}

function pathOf({ index }: Source): string {
  return `/sources/${index}`;
}

function byPlace(a: Entry, b: Entry): number {
  return comparePointers(a.path ?? "", b.path ?? "", byCodeUnit) || byCodeUnit(a.code, b.code);
}
