/** The kinds of assertions: each makes a check of what it is given, or says why it cannot. */
import { readDocumentField } from "../../tools/_lib/fields/document-field.ts";
import { canonicalJson } from "../../tools/_lib/json/tree/canonical.ts";
import { isObject } from "../../tools/_lib/json/tree/members.ts";
import { readJson } from "../../tools/_lib/json/tree/read.ts";
import { valueOf } from "../../tools/_lib/json/tree/value.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import { shortened } from "../../tools/_lib/text/shown.ts";
import { calledTools, elementsIn, hasPath, objectsIn } from "./inside.ts";
import type { Sample } from "./outputs.ts";
import { bleu, gleu, levenshtein, rouge, wordsOf } from "./overlap.ts";
import type { Assertion } from "./tests.ts";
import type { Toolbox, Trouble } from "./toolbox.ts";

/** What a check sees, before `not-`. */
export interface Seen {
  readonly met: boolean;
  /** Between 0 and 1, where it is neither. */
  readonly score?: number;
  readonly detail?: string;
  readonly trouble?: Trouble;
}

export interface Check {
  /** "contain "x"": what the output should do, or should not. */
  readonly wanted: string;
  readonly see: (sample: Sample) => Seen;
}

/** A check, or what is wrong with the assertion. */
type Maker = (assertion: Assertion, tools: Toolbox) => Check | string;

const NO_TEXT = "found no usable value, expected a text, a number or a boolean";
const NO_LIST = "found no usable value, expected a list of texts, or a text with commas";
const NO_RANGE = "found no usable value, expected { min, max } or one of both, as numbers";
const NO_THRESHOLD = "found no threshold, expected a number";

function ofText(
  wanted: string,
  holds: (output: string, value: string) => boolean,
  read: (text: string) => string = (text) => text,
): Maker {
  return ({ value }) => {
    const text = scalarText(value);
    if (text === undefined) return NO_TEXT;
    const expected = read(text);
    return {
      wanted: `${wanted} ${shown(text)}`,
      see: (sample) => ({ met: holds(read(sample.text), expected) }),
    };
  };
}

function ofList(which: "some" | "every", read: (text: string) => string = (text) => text): Maker {
  return ({ value }) => {
    const list = textsOf(value);
    if (list === undefined) return NO_LIST;
    const wanted = `contain ${which === "some" ? "any" : "all"} of ${list.map(shown).join(", ")}`;
    const expected = list.map(read);
    return {
      wanted: shortened(wanted, 500),
      see: ({ text }) => {
        const output = read(text);
        return { met: expected[which]((part) => output.includes(part)) };
      },
    };
  };
}

function ofScore(
  name: string,
  usual: number,
  score: (output: string, references: readonly string[]) => number,
): Maker {
  return ({ value, threshold = usual }) => {
    const references = Array.isArray(value) ? value.map(scalarText) : [scalarText(value)];
    const texts = references.filter((text) => text !== undefined);
    if (texts.length === 0 || texts.length < references.length) return NO_TEXT;
    return {
      wanted: `have a ${name} score of at least ${threshold}`,
      see: ({ text }) => {
        const reached = Math.min(1, Math.max(0, score(text, texts)));
        return { met: reached >= threshold - NOISE, score: reached, detail: figure(reached) };
      },
    };
  };
}

/** The last digits of powers and logarithms, which differ between engines. */
const NOISE = 1e-12;

function ofFigure(
  figureOf: (sample: Sample) => number | undefined,
  noun: string,
  unit = "",
): Maker {
  return ({ threshold }) => {
    if (threshold === undefined) return NO_THRESHOLD;
    return {
      wanted: `have a ${noun} of at most ${threshold}${unit}`,
      see: (sample) => {
        const value = figureOf(sample);
        const detail = value === undefined ? `no ${noun} recorded` : `${value}${unit}`;
        return { met: value !== undefined && value <= threshold, detail };
      },
    };
  };
}

export const CHECKS: Readonly<Record<string, Maker>> = {
  equals: ({ value }) => {
    if (value === undefined) return "found no value, expected one";
    if (typeof value !== "object" || value === null) {
      const text = String(value);
      return { wanted: `equal ${shown(text)}`, see: (sample) => ({ met: sample.text === text }) };
    }
    const wanted = canonicalJson(value);
    return {
      wanted: `equal ${shortened(wanted)}`,
      see: ({ text }) => {
        const read = readJson(text);
        return { met: !("type" in read) && canonicalJson(valueOf(read.root).value) === wanted };
      },
    };
  },
  contains: ofText("contain", (output, value) => output.includes(value)),
  icontains: ofText("contain", (output, value) => output.includes(value), lower),
  "contains-any": ofList("some"),
  "contains-all": ofList("every"),
  "icontains-any": ofList("some", lower),
  "icontains-all": ofList("every", lower),
  "starts-with": ofText("start with", (output, value) => output.startsWith(value)),
  regex: ({ value }, tools) => {
    const pattern = scalarText(value);
    if (pattern === undefined) return NO_TEXT;
    return {
      wanted: `match ${shown(pattern)}`,
      see: ({ text }) => {
        const found = tools.matches(pattern, text);
        return typeof found === "boolean" ? { met: found } : { met: false, trouble: found };
      },
    };
  },
  "is-json": ({ value }, tools) => {
    const schema = schemaOf(value);
    if (typeof schema === "string") return schema;
    return {
      wanted: schema === undefined ? "be JSON" : "be JSON of the schema",
      see: ({ text }) => {
        const read = readJson(text);
        if ("type" in read) {
          return { met: false, detail: `found ${read.found}, expected ${read.expected}` };
        }
        if (schema === undefined) return { met: true };
        const misfit = tools.misfit(schema.value, text);
        if (typeof misfit !== "string") return { met: false, trouble: misfit };
        return { met: misfit === "", detail: misfit };
      },
    };
  },
  "contains-json": ({ value }, tools) => {
    const schema = schemaOf(value);
    if (typeof schema === "string") return schema;
    return {
      wanted:
        schema === undefined ? "contain a JSON object" : "contain a JSON object of the schema",
      see: ({ text }) => {
        let detail = "found none";
        for (const object of objectsIn(text)) {
          if (schema === undefined) return { met: true };
          const misfit = tools.misfit(schema.value, minifyJson(object) ?? "");
          if (typeof misfit !== "string") return { met: false, trouble: misfit };
          if (misfit === "") return { met: true };
          detail = misfit;
        }
        return { met: false, detail };
      },
    };
  },
  "is-xml": ofXml("be", ({ text }, tools) => (tools.isXml(text) ? [text] : [])),
  "contains-xml": ofXml("contain", ({ text }, tools) =>
    elementsIn(text, (part) => tools.isXml(part)),
  ),
  levenshtein: ({ value, threshold = 5 }, tools) => {
    const text = scalarText(value);
    if (text === undefined) return NO_TEXT;
    return {
      wanted: `be at most ${threshold} edits from ${shown(text)}`,
      see: (sample) => {
        const distance = levenshtein(sample.text, text, threshold, (steps) => tools.spend(steps));
        const detail = distance === undefined ? "more" : String(distance);
        return { met: distance !== undefined, detail };
      },
    };
  },
  bleu: ofScore("BLEU", 0.5, bleu),
  gleu: ofScore("GLEU", 0.5, gleu),
  "rouge-n": ofScore("ROUGE-1", 0.75, (output, references) =>
    Math.max(...references.map((reference) => rouge(output, reference))),
  ),
  "word-count": ({ value }) => {
    const range = rangeOf(value, true);
    if (range === undefined) return `${NO_RANGE}, or a number`;
    return {
      wanted: `have ${range.wanted} words`,
      see: ({ text }) => {
        const { length } = wordsOf(text);
        return { met: length >= range.min && length <= range.max, detail: String(length) };
      },
    };
  },
  "token-count": ({ value }, tools) => {
    const range = rangeOf(value, false);
    if (range === undefined) return NO_RANGE;
    return {
      wanted: `have ${range.wanted} tokens`,
      see: ({ text }) => {
        const { low, high } = tools.tokens(text);
        const detail = low === high ? String(high) : `${low} to ${high}`;
        return { met: low >= range.min && high <= range.max, detail };
      },
    };
  },
  latency: ofFigure(({ latencyMs }) => latencyMs, "latency", " ms"),
  cost: ofFigure(({ cost }) => cost, "cost"),
  "finish-reason": ({ value }) => {
    const expected = scalarText(value)?.toLowerCase();
    if (expected === undefined) return NO_TEXT;
    return {
      wanted: `have the finish reason ${shown(expected)}`,
      see: ({ finishReason }) => ({
        met: finishReason?.toLowerCase() === expected,
        detail: finishReason ?? "none recorded",
      }),
    };
  },
  "tool-call-f1": ({ value, threshold = 1 }) => {
    const expected = new Set(textsOf(value)?.map((name) => name.trim()));
    expected.delete("");
    if (expected.size === 0) return NO_LIST;
    return {
      wanted: `call tools with an F1 of at least ${threshold}`,
      see: ({ output }) => {
        const called = calledTools(output);
        const both = [...called].filter((name) => expected.has(name)).length;
        const score = (2 * both) / (called.size + expected.size);
        return { met: score >= threshold - NOISE, score, detail: figure(score) };
      },
    };
  },
};

function ofXml(verb: string, find: (sample: Sample, tools: Toolbox) => readonly string[]): Maker {
  return ({ value }, tools) => {
    const paths = value === undefined || value === null ? [] : textsOf(value);
    if (paths === undefined) return NO_LIST;
    const elements = paths.length === 0 ? "" : ` with ${paths.join(", ")}`;
    return {
      wanted: `${verb} well-formed XML${elements}`,
      see: (sample) => {
        const found = find(sample, tools);
        if (found.length === 0) return { met: false, detail: "found none" };
        const missing = paths.filter((path) => !hasPath(found, path));
        return { met: missing.length === 0, detail: `without ${missing.join(", ")}` };
      },
    };
  };
}

/** A schema, also as text, undefined for none, or what is wrong with it. */
function schemaOf(given: unknown): { readonly value: unknown } | string | undefined {
  if (given === undefined || given === null) return undefined;
  const read = readDocumentField(given, "/value", ["object", "boolean"]);
  return read.ok
    ? { value: valueOf(read.root).value }
    : `found no usable schema: ${read.error.message}`;
}

/** A text, or what is written as one; no object and no array. */
function scalarText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** The items of a list, or of a text with commas; undefined where there is none. */
function textsOf(value: unknown): string[] | undefined {
  const items = Array.isArray(value) ? value.map(scalarText) : splitAtCommas(scalarText(value));
  const texts = items.filter((item) => item !== undefined);
  return texts.length === 0 || texts.length < items.length ? undefined : texts;
}

/** Fields of a line with commas: `"…"` protects them, and `\"` and `""` in there are quotes. */
function splitAtCommas(text = ""): string[] {
  const fields: string[] = [];
  let [field, isQuoted, wasQuoted] = ["", false, false];
  const end = () => {
    const trimmed = wasQuoted ? field : field.trim();
    if (trimmed !== "") fields.push(trimmed);
    [field, wasQuoted] = ["", false];
  };
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const next = text.charAt(at + 1);
    if (next === '"' && (character === "\\" || (isQuoted && character === '"'))) {
      field += '"';
      at++;
    } else if (character === '"' && (isQuoted || field.trim() === "")) {
      if (!isQuoted) field = "";
      isQuoted = !isQuoted;
      wasQuoted = true;
    } else if (character === "," && !isQuoted) end();
    else if (!wasQuoted || isQuoted || character.trim() !== "") field += character;
  }
  end();
  return fields;
}

/** Bounds of a count; a bare number is both of them. */
function rangeOf(value: unknown, takesNumber: boolean) {
  const exact = takesNumber ? numberOf(value) : undefined;
  if (exact !== undefined) return { min: exact, max: exact, wanted: `exactly ${exact}` };
  if (!isObject(value)) return undefined;
  const [min, max] = [numberOf(value["min"]), numberOf(value["max"])];
  if (min === undefined && max === undefined) return undefined;
  const parts = [
    ...(min === undefined ? [] : [`at least ${min}`]),
    ...(max === undefined ? [] : [`at most ${max}`]),
  ];
  return { min: min ?? 0, max: max ?? Number.POSITIVE_INFINITY, wanted: parts.join(" and ") };
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : undefined;
}

function lower(text: string): string {
  return text.toLowerCase();
}

function shown(text: string): string {
  return JSON.stringify(shortened(text, 120));
}

function figure(score: number): string {
  return String(Number(score.toFixed(6)));
}
