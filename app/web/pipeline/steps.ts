/** The steps of a pipeline as its editor holds them, and as the service takes them. */
import type { UnitDetail } from "../catalogue.ts";
import { inputOf, type Texts } from "../tool/fields.ts";
import type { PipelineStep } from "./run-pipeline.ts";

export interface Step {
  /** Of this row, as rows move. */
  readonly key: number;
  readonly tool_id: string;
  readonly texts: Texts;
  /** Where the main field comes from; empty for what is typed. */
  readonly from: string;
}

export const MOST_STEPS = 5;

let keys = 0;

export function newStep(tool_id: string, index: number, texts: Texts = {}, from?: string): Step {
  return { key: keys++, tool_id, texts, from: from ?? (index === 0 ? "$INPUT" : "$PREV") };
}

/** The step as the service takes it; a binding fills the main field. */
export function requestOf({ tool_id, texts, from }: Step, detail: UnitDetail): PipelineStep {
  const { [detail.primary]: typed, ...others } = inputOf(detail, texts);
  const main = from === "" ? typed : from;
  return {
    tool_id,
    input: main === undefined ? others : { [detail.primary]: main, ...others },
  };
}

/** What a step can begin with: the pipeline's input, results before it, and members of theirs. */
export function sourcesFor(
  index: number,
  values: readonly unknown[],
): readonly { readonly binding: string; readonly step: number; readonly path: string }[] {
  const whole = Array.from({ length: index }, (_, step) => ({
    binding: step === index - 1 ? "$PREV" : `$STEP[${step}]`,
    step,
    path: "",
  }));
  const inside = values.slice(0, index).flatMap((value, step) =>
    pathsOf(value).map((path) => ({
      binding: `${step === index - 1 ? "$PREV" : `$STEP[${step}]`}.value${path}`,
      step,
      path,
    })),
  );
  return [{ binding: "$INPUT", step: -1, path: "" }, ...whole, ...inside];
}

const MOST_PATHS = 24;
const DEEPEST = 2;

/** Members that a binding can name, breadth first. */
function pathsOf(value: unknown): string[] {
  const paths: string[] = [];
  let level: (readonly [path: string, value: unknown])[] = [["", value]];
  for (let depth = 0; depth < DEEPEST; depth++) {
    const below: [string, unknown][] = [];
    for (const [path, one] of level) {
      if (typeof one !== "object" || one === null || Array.isArray(one)) continue;
      for (const [name, member] of Object.entries(one)) {
        if (/[.[\]]/.test(name) || name === "") continue;
        below.push([`${path}.${name}`, member]);
      }
    }
    paths.push(...below.map(([path]) => path));
    level = below;
  }
  return paths.slice(0, MOST_PATHS);
}
