/** How running text is cut down to what matters: whole sentences and blocks, or lines. */
import { termsOf } from "../../tools/_lib/text/prose/terms.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import distill from "../../tools/context-distill.ts";
import trimLog from "../../tools/log-context-trimmer.ts";
import type { Input } from "../large-payload-reduction-kit.ts";
import type { Dial, Gauge } from "./gauge.ts";
import {
  type Attempt,
  type Ctx,
  type Form,
  type FormName,
  refusedBy,
  type Step,
} from "./ladder.ts";
import { lost, MOST_LINES, trimmedLog } from "./lines.ts";

const MOST_DISTILLED = 100_000;
const BETTER = "Whole sentences make better use of the target";

interface Picked extends Form {
  /** Whether something matters more than all that was kept. */
  readonly missesBest: boolean;
}

/** Asked for the same text by two steps it distills once. */
export class Picker {
  readonly #input: Input;
  readonly #ctx: Ctx;
  readonly #name: FormName;
  readonly #picked = new Map<string, Attempt>();

  constructor(input: Input, ctx: Ctx, name: FormName) {
    this.#input = input;
    this.#ctx = ctx;
    this.#name = name;
  }

  step(): Step {
    const make: Step["make"] = (text, gauge) => this.pick(text, gauge);
    return { id: "distill", tool: distill, lossless: false, make };
  }

  pick(text: string, gauge: Gauge): Attempt {
    const known = this.#picked.get(text);
    if (known !== undefined) return known;
    const made = this.#best(text, gauge);
    this.#picked.set(text, made);
    return made;
  }

  /** Where what is asked for stands in a block that is too large, the lines that say it. */
  #best(text: string, gauge: Gauge): Attempt {
    const { query } = this.#input;
    const blocks = this.#distilled(text, gauge);
    if (query.trim() === "" || !text.trim().includes("\n")) return blocks;
    const isFine = !("refused" in blocks) && !blocks.missesBest;
    if (isFine && !gauge.isPoor(gauge.tokens(blocks.text))) return blocks;
    const lines = this.#byLines(text, gauge);
    if ("refused" in blocks || "refused" in lines) return "refused" in lines ? blocks : lines;
    const asked = new Set(termsOf(query));
    const more = mostAsked(lines.text, asked) - mostAsked(blocks.text, asked);
    if (more !== 0) return more > 0 ? lines : blocks;
    return gauge.tokens(lines.text) > gauge.tokens(blocks.text) ? lines : blocks;
  }

  /** Each line by itself: between two blank lines it is a block. */
  #byLines(text: string, gauge: Gauge): Attempt {
    const made = this.#distilled(text.replace(/\r?\n/g, "\n\n"), gauge, "sentences and lines");
    if ("refused" in made) return made;
    const joined = made.text.replaceAll("\n\n", "\n");
    return { ...made, text: gauge.fitting({ ...made, text: joined }) ? joined : made.text };
  }

  #distilled(
    text: string,
    gauge: Gauge,
    unit = "sentences and blocks",
  ): Picked | { readonly refused: string } {
    const { query, model } = this.#input;
    const maxTokens = Math.min(gauge.target ?? MOST_DISTILLED, MOST_DISTILLED);
    const made = this.#ctx.step(distill, { text, query, model, maxTokens });
    const { ok, output, value, errors, warnings = [] } = made;
    if (!ok || output === undefined || !value) return refusedBy(errors);
    if (output === "")
      return { refused: `No sentence or block fits ${counted(maxTokens, "token")}` };
    const { units, keptUnits: shown } = value;
    let [smallest, best] = [Infinity, 0];
    for (const { kept, tokens, score } of units) {
      if (!kept) smallest = Math.min(smallest, tokens);
      best = Math.max(best, score);
    }
    const code = "UNITS_DROPPED";
    return {
      text: output,
      name: this.#name,
      losses: lost(code, units.length - shown),
      warnings,
      lossless: false,
      parts: [{ code, path: null, unit, total: units.length, shown }],
      reason: `Whole ${unit} are kept; the smallest that was left out has ${counted(smallest, "token")}`,
      remark: "[…] stands where something was left out.",
      missesBest: !units.some(({ kept, score }) => kept && score === best),
    };
  }
}

/** The most of the terms that one line has. */
function mostAsked(text: string, asked: ReadonlySet<string>): number {
  const terms = text.split("\n").map((line) => new Set(termsOf(line)));
  const counts = terms.map((some) => [...asked].filter((term) => some.has(term)).length);
  return counts.reduce((most, count) => Math.max(most, count), 0);
}

/** Where blocks are so large that picking among them leaves much of the target unused: lines of both ends. */
export function linesStep(picker: Picker, ctx: Ctx, name: FormName, payload: string): Step {
  const given = payload.split("\n").length;
  return {
    id: "lines",
    tool: trimLog,
    lossless: false,
    make(text, gauge) {
      const picked = gauge.fitting(picker.pick(text, gauge));
      const size = picked === undefined ? 0 : gauge.tokens(picked.text);
      if (!gauge.isPoor(size)) return { refused: BETTER };
      const { length } = text.split("\n");
      const fits = gauge.fitting(
        gauge.turn([bothEnds(text, { most: length - 1, isWhole: length === given }, name, ctx)]),
      );
      return fits !== undefined && gauge.tokens(fits.text) > size ? fits : { refused: BETTER };
    },
  };
}

function bothEnds(
  text: string,
  { most, isWhole }: { readonly most: number; readonly isWhole: boolean },
  name: FormName,
  ctx: Ctx,
): Dial {
  const first = Math.min(MOST_LINES, most);
  return {
    count: Math.max(0, first),
    piece: "Whole lines of both ends are kept",
    at: (index) => {
      const keepTail = Math.floor((first - index) / 2);
      const keepHead = first - index - keepTail;
      const options = { collapseRepeats: false, keepImportant: false, keepHead, keepTail };
      const trimmed = trimmedLog(text, options, ctx, isWhole);
      return "refused" in trimmed ? trimmed : { ...trimmed, name };
    },
  };
}
