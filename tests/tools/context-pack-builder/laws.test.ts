import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { upTo, writePack, type Item } from "../../../tools/context-pack-builder/blocks.ts";
import { Meter } from "../../../tools/_lib/agents/token-meter.ts";
import type { Source } from "../../../tools/context-pack-builder/sources.ts";
import { countForFamily, type Family } from "../../../tools/_lib/agents/models/families.ts";
import { unitsOf } from "../../../tools/_lib/text/prose/units.ts";
import { count, ids, LONG, run, valueOf } from "../../support/context-packs.ts";

const WORDS = [
  "alpha",
  "Beta",
  "7",
  "日本語。",
  "É.",
  "\n# H\n",
  ".",
  "\n\n",
  "```\n",
  "[2]",
  "/x",
];
const text = fc
  .array(fc.constantFrom(...WORDS, "\ud800", "\t", "<b>", "e\u0301", " "), { maxLength: 30 })
  .map((words) => words.join(" "));
const source = fc.record(
  {
    text,
    title: fc.constantFrom("T", "日本", "a\nb"),
    priority: fc.integer({ min: -1, max: 1 }),
    date: fc.constantFrom("2024", "2024-05"),
    required: fc.boolean(),
  },
  { requiredKeys: ["text"], noNullPrototype: true },
);
const options = fc.record({
  sources: fc.array(source, { minLength: 1, maxLength: 8 }),
  maxTokens: fc.integer({ min: 1, max: 150 }),
  order: fc.constantFrom("priority", "given", "relevance", "edges"),
  citation: fc.constantFrom("bracket" as const, "xml" as const),
  model: fc.constantFrom("gpt-5", "gpt-4", "davinci", "claude-opus-4-7", "gemini-2.5-flash"),
  query: fc.constantFrom("", "alpha 7"),
  truncate: fc.boolean(),
});

describe("laws", () => {
  test("the budget holds, and every source is kept word for word or dropped", () => {
    fc.assert(
      fc.property(options, (input) => {
        const { output = "" } = run(input);
        const { items, dropped, budget } = valueOf(input);
        expect(budget.usedTokens).toBe(output === "" ? 0 : count(output, input.model));
        expect(budget.usedTokens).toBeLessThanOrEqual(input.maxTokens);
        const all = [...items, ...dropped].map(({ sourceId }) => sourceId);
        expect(all.toSorted()).toEqual(input.sources.map((_, at) => `s${at + 1}`));
        for (const { sourceId, parts } of items) {
          const given = input.sources[Number(sourceId.slice(1)) - 1]?.text ?? "";
          for (const { start, end } of parts) {
            expect(output).toContain(given.trim().slice(start, end));
          }
        }
      }),
    );
  });

  test("the pack is what counting it anew after each step gives", () => {
    fc.assert(
      fc.property(options, (input) => {
        // With a query other passages than the first are kept of a source that is cut.
        const whole = { ...input, dedup: false, order: "priority", query: "" };
        expect(run(whole).output).toBe(packAnew(whole));
      }),
    );
  });

  test("tokens of blocks add up, in every encoding", () => {
    const families: Family[] = ["o200k", "cl100k", "p50k", "r50k", "claude", "other"];
    const texts = fc.array(
      text.filter((each) => each.trim() !== ""),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(texts, fc.constantFrom(...families), (parts, family) => {
        const meter = new Meter(family);
        const blocks = parts.map((part, at) => `[${at + 1}] t\n${part.trim()}`);
        const sum = blocks.reduce(
          (pieces, block) => pieces + meter.pieces(`${block}\n\n[`) - meter.pieces("["),
          0,
        );
        const whole = `${blocks.join("\n\n")}\n\n[`;
        expect(blocks.length === 0 ? 0 : meter.pieces(whole) - meter.pieces("[")).toBe(sum);
        expect(meter.tokens(meter.pieces(whole))).toBe(countForFamily(whole, family).tokens);
        const room = meter.room(sum);
        expect(meter.tokens(room)).toBeLessThanOrEqual(sum);
        expect(meter.tokens(room + 1)).toBeGreaterThan(sum);
      }),
    );
  });

  test("sources of their own priority and date may come in any order", () => {
    const distinct = fc.uniqueArray(fc.tuple(fc.nat(9), text), {
      selector: ([priority]) => priority,
      minLength: 2,
      maxLength: 6,
    });
    fc.assert(
      fc.property(distinct, fc.integer({ min: 5, max: 90 }), (drawn, maxTokens) => {
        const sources = drawn.map(([priority, given]) => ({
          id: `p${priority}`,
          text: given,
          priority,
        }));
        const [one, other] = [sources, sources.toReversed()].map((given) =>
          valueOf({ sources: given, maxTokens, query: "alpha" }),
        );
        expect(other?.items).toEqual(one?.items ?? []);
        expect(other?.packSha256).toBe(one?.packSha256 ?? "");
      }),
    );
  });

  test("required sources that a budget holds whole stay under any larger one", () => {
    fc.assert(
      fc.property(options, fc.nat(200), (input, more) => {
        if (!run(input).valid) return;
        expect(run({ ...input, maxTokens: input.maxTokens + more }).valid).toBe(true);
      }),
    );
  });
});

test("of a source that is cut, the passage that answers is kept wherever it stands, and code whole", () => {
  const filler = fc.constantFrom<string>(
    LONG,
    "Rain fell on the hills.",
    "## More\n\nSheep graze there.",
  );
  const answer = fc.constantFrom<string>(
    "The valve opens at noon.",
    "## Times\n\nThe valve opens at noon.",
    "```\nvalve.open(noon)\n\nvalve.close()\n```",
  );
  fc.assert(
    fc.property(
      fc.array(filler, { minLength: 6, maxLength: 12 }),
      answer,
      fc.nat(),
      (more, wanted, at) => {
        const manual = more.toSpliced(at % more.length, 0, wanted).join("\n\n");
        const { output = "" } = run({
          sources: [{ text: manual }],
          query: "valve noon",
          maxTokens: 45,
        });
        expect(output).toContain(wanted);
        expect(output).toContain("[…]");
      },
    ),
  );
});

interface Drawn {
  readonly sources: readonly { readonly text: string; readonly title?: string }[];
  readonly maxTokens: number;
  readonly citation: "bracket" | "xml";
  readonly model: string;
  readonly truncate: boolean;
}

/** The method step by step: each time the whole pack is written and counted. */
function packAnew(input: Drawn): string {
  // A budget without bounds shows the rank.
  const ranked = ids({ ...input, maxTokens: 1_000_000 }).map((id): Item => {
    const index = Number(id.slice(1)) - 1;
    const given = input.sources[index];
    const trimmed = (given?.text ?? "").trim();
    const named = { index, id, title: given?.title ?? null, uri: null, type: null };
    const drawn: Source = { ...named, text: trimmed, priority: 0, date: "", required: false };
    return { source: drawn, relevance: 0, parts: upTo(trimmed.length) };
  });
  const taken: Item[] = [];
  const fits = (item: Item) =>
    count(writePack([...taken, item], input.citation), input.model) <= input.maxTokens;
  let mayCut = input.truncate;
  for (const item of ranked) {
    if (fits(item)) {
      taken.push(item);
      continue;
    }
    const cuts = unitsOf(item.source.text)
      .filter(({ end }) => end < item.source.text.length)
      .map(({ end }) => ({ ...item, parts: upTo(end) }));
    const longest = mayCut ? cuts.findLast(fits) : undefined;
    mayCut = false;
    if (longest) taken.push(longest);
  }
  return writePack(taken, input.citation);
}
