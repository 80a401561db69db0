/** Shrinking level by level, and back. */
import { done, type Entry, fail } from "../_core/tool.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { parsePointer } from "../_lib/results/pointer.ts";
import type { Pattern } from "../_lib/results/pointer-patterns.ts";
import { type JsonField, readJsonField } from "../_lib/json/tree/json-field.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { minifyJson } from "../_lib/json/tree/write.ts";
import { readList } from "../_lib/fields/list-field.ts";
import { outputTooLarge } from "../_lib/results/output-limit.ts";
import { percentOf } from "../_lib/numbers/percent.ts";
import type { Input, Value, Warnings } from "../json-shrink.ts";
import { expandTree } from "./expand.ts";
import {
  type Level,
  LEVELS,
  PRESETS,
  type ShrinkOptions,
  type Switches,
  SWITCHES,
} from "./levels.ts";
import { hasMarkers, type Shrunk, shrinkTree } from "./shrink.ts";
import { estimateTokens } from "../_lib/text/code-points.ts";

/** `texts` are the messages of the warnings. */
export function runShrink(input: Input, texts: Warnings, longest: number) {
  const read = readJsonField(input.input, "/input");
  if (!read.ok) return fail(read.error, { valid: false, warnings: read.warnings });
  return input.action === "expand"
    ? expand(input, read, longest)
    : shrink(input, read, texts, longest);
}

function tokensOf({ text, root }: JsonField): number {
  return estimateTokens(text ?? minifyJson(root, Number.POSITIVE_INFINITY) ?? "");
}

function expand({ level }: Input, read: JsonField, longest: number) {
  const root = expandTree(read.root);
  if ("code" in root) return fail(root, { valid: false, warnings: read.warnings });
  const output = minifyJson(root, longest);
  if (output === undefined)
    return fail(outputTooLarge(undefined, longest), { warnings: read.warnings });
  const nothing = { losses: [], legend: null, tables: [] };
  const value = { lossless: true, level, ...savings(tokensOf(read), output), ...nothing };
  return done({ output, value, valid: true, warnings: read.warnings });
}

function savings(tokensBefore: number, output: string) {
  const tokensAfter = estimateTokens(output);
  const savedPercent = percentOf(tokensBefore - tokensAfter, tokensBefore, 1);
  return { tokensBefore, tokensAfter, savedPercent };
}

interface Reached extends Shrunk {
  readonly level: Level;
}

function shrink(input: Input, read: JsonField, texts: Warnings, longest: number) {
  const { choice, failure } = readChoice(input);
  if (failure) return failure;
  const best = reach(input, read, choice);
  const output = minifyJson(best.root, longest);
  if (output === undefined)
    return fail(outputTooLarge(undefined, longest), { warnings: read.warnings });
  const figures = savings(tokensOf(read), output);
  const isMet = input.maxTokens === 0 || figures.tokensAfter <= input.maxTokens;
  const { level, losses, legend, tables } = best;
  const value: Value = {
    lossless: losses.length === 0,
    level,
    ...figures,
    losses: [...losses],
    legend: legend ? Object.fromEntries(legend) : null,
    tables: [...tables],
  };
  const isMarked = hasMarkers(read.root);
  const warn = (code: keyof Warnings) => ({ code, message: texts[code] });
  const warnings = [
    ...read.warnings,
    ...(isMet ? [] : [warn("BUDGET_NOT_MET")]),
    ...(isMarked ? [warn("MARKER_COLLISION")] : []),
    ...(figures.tokensAfter < figures.tokensBefore ? [] : [warn("NO_SAVING")]),
  ];
  return done({ output, value, valid: isMet, warnings });
}

type Choice = Omit<ShrinkOptions, keyof Switches | "fillsTables">;

/** The level asked for, or one after it where there is a budget that it does not meet. */
function reach(input: Input, { document, root }: JsonField, choice: Choice): Reached {
  let best: Reached | undefined;
  for (const level of LEVELS) {
    const isAsked = LEVELS.indexOf(level) >= LEVELS.indexOf(input.level);
    const options = { ...switchesOf(input, level), ...choice, fillsTables: level !== "lossless" };
    const shrunk = shrinkTree(document.root, root, options);
    // A step may spoil a table that cost less; then the level before it is the shorter one.
    if (!best || shrunk.size <= best.size) best = { ...shrunk, level };
    const isSmall = input.maxTokens === 0 || Math.ceil(best.size / 4) <= input.maxTokens;
    if (isAsked && isSmall) break;
  }
  return best as Reached;
}

function switchesOf(input: Input, level: Level): Switches {
  const given = SWITCHES.filter((name) => input[name] !== undefined).map((name) => [
    name,
    input[name],
  ]);
  return { ...PRESETS[level], ...Object.fromEntries(given) };
}

/** Of one list. */
export const MOST_PATTERNS = 100;

function readChoice(input: Input) {
  const drop = readPatterns(input.drop, "/drop");
  if ("code" in drop) return { failure: inputInvalid([drop]) };
  const keep = readPatterns(input.keep, "/keep");
  if ("code" in keep) return { failure: inputInvalid([keep]) };
  const values = readJsonField(input.dropValues ?? {}, "/dropValues");
  if (!values.ok) return { failure: fail(values.error) };
  if (values.root.type !== "object") {
    const expected = "an object of keys and values";
    const problem = outOfBounds("/dropValues", values.root.type, expected);
    return { failure: inputInvalid([problem]) };
  }
  const dropValues = new Map<string, JsonNode>(
    values.root.members.map(({ key, value }) => [key, value]),
  );
  return { choice: { drop, keep, dropValues } };
}

function readPatterns(field: string | string[], path: string): Pattern[] | Entry<"RANGE"> {
  const items = readList(field);
  if (items.length > MOST_PATTERNS) {
    return outOfBounds(path, `${items.length} patterns`, `at most ${MOST_PATTERNS}`);
  }
  const patterns: Pattern[] = [];
  for (const [index, item] of items.entries()) {
    const pattern = parsePointer(item);
    if (!pattern) {
      return outOfBounds(`${path}/${index}`, "no pointer", "a JSON pointer such as /users/*/email");
    }
    patterns.push(pattern);
  }
  return patterns;
}
