/** The steps of a pipeline as its editor holds them, and as the service takes them. */
import type { UnitDetail } from "../catalogue.ts";
import { inputOf, type Texts } from "../tool/fields.ts";
import type { PipelineStep } from "./run-pipeline.ts";

export interface Step {
  /** Of this row, as rows move. */
  readonly key: number;
  readonly tool_id: string;
  /** What stands in the controls; a field that takes another's result holds its binding. */
  readonly texts: Texts;
  /** Clock and seed, where the call that began the pipeline had them. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

export const MOST_STEPS = 5;

let keys = 0;

/** A step takes what the one before gave. */
export function newStep(detail: UnitDetail, index: number): Step {
  const from = index === 0 ? "$INPUT" : "$PREV";
  return { key: keys++, tool_id: detail.id, texts: { [detail.primary]: from } };
}

export function restored({ tool_id, input, options }: PipelineStep): Step {
  const texts = Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
  return { key: keys++, tool_id, texts, options };
}

export const isBinding = (text: string | undefined): text is string =>
  text !== undefined && /^\$(?:INPUT|PREV|STEP)(?![A-Za-z0-9_])/.test(text);

/** The fields that take a result, in the order of the schema. */
export function boundNames({ texts }: Step, { fields }: UnitDetail): readonly string[] {
  return Object.keys(fields).filter((name) => isBinding(texts[name]));
}

/** The step as the service takes it. */
export function requestOf(step: Step, detail: UnitDetail): PipelineStep {
  const { tool_id, texts, options } = step;
  const bound = Object.fromEntries(
    boundNames(step, detail).map((name) => [name, texts[name]] as const),
  );
  const typed = Object.fromEntries(
    Object.entries(texts).filter(([name]) => !Object.hasOwn(bound, name)),
  );
  const input = { ...bound, ...inputOf(detail, typed) };
  return { tool_id, input, ...(options ? { options } : {}) };
}

/** Steps in another order, or without some: what names a step by its number follows it. */
export function arranged(before: readonly Step[], after: readonly Step[]): readonly Step[] {
  const places = before.map(({ key }) => after.findIndex((step) => step.key === key));
  const follow = (text: string): string =>
    text.replace(/^\$STEP\[(\d{1,9})\]/, (whole, index: string) => {
      const place = places[Number(index)] ?? -1;
      return place < 0 ? whole : `$STEP[${place}]`;
    });
  return after.map((step) => ({
    ...step,
    texts: Object.fromEntries(
      Object.entries(step.texts).map(([name, text]) => [
        name,
        isBinding(text) ? follow(text) : text,
      ]),
    ),
  }));
}

export interface Source {
  readonly binding: string;
  /** -1 is the pipeline's input. */
  readonly step: number;
  /** Within the step's value. */
  readonly path: string;
  /** Undefined before the step has run. */
  readonly value: unknown;
}

/** What the field of a step can take: the pipeline's input, results before it, and members of theirs. */
export function sourcesFor(
  index: number,
  input: string,
  results: readonly { readonly output?: unknown; readonly value?: unknown }[],
): readonly Source[] {
  const nameOf = (step: number): string => (step === index - 1 ? "$PREV" : `$STEP[${step}]`);
  const steps = Array.from({ length: index }, (_, step) => index - 1 - step);
  const whole = steps.map((step) => ({
    binding: nameOf(step),
    step,
    path: "",
    value: results[step]?.output ?? results[step]?.value,
  }));
  const inside = steps.flatMap((step) =>
    membersOf(results[step]?.value).map(([path, value]) => ({
      binding: `${nameOf(step)}.value${path}`,
      step,
      path,
      value,
    })),
  );
  return [...whole, { binding: "$INPUT", step: -1, path: "", value: input }, ...inside];
}

const MOST_MEMBERS = 200;
const MOST_ITEMS = 3;
const DEEPEST = 4;

type Member = readonly [path: string, value: unknown];

/** Members that a binding can name, breadth first; of a list the first few. */
function membersOf(value: unknown): readonly Member[] {
  const members: Member[] = [];
  let level: readonly Member[] = [["", value]];
  for (let depth = 0; depth < DEEPEST && members.length < MOST_MEMBERS; depth++) {
    level = level.flatMap(([path, one]) => membersBelow(path, one));
    members.push(...level);
  }
  return members.slice(0, MOST_MEMBERS);
}

function membersBelow(path: string, value: unknown): readonly Member[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) {
    return value.slice(0, MOST_ITEMS).map((item, at): Member => [`${path}[${at}]`, item]);
  }
  return Object.entries(value).flatMap(([name, member]): Member[] =>
    name === "" || /[.[\]]/.test(name) ? [] : [[`${path}.${name}`, member]],
  );
}
