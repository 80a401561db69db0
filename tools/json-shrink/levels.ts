/** The presets of shrinking; a switch that was given wins over them. */
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import type { Pattern } from "../_lib/results/pointer-patterns.ts";

export const LEVELS = ["lossless", "balanced", "aggressive"] as const;
export type Level = (typeof LEVELS)[number];

/** Numbers are 0 where nothing is cut. */
export interface Switches {
  readonly columnar: boolean;
  readonly shortKeys: boolean;
  readonly dropNulls: boolean;
  readonly dropEmpty: boolean;
  /** In code points. */
  readonly maxStringChars: number;
  readonly maxArrayItems: number;
  readonly maxDepth: number;
  readonly significantDigits: number;
}

export interface ShrinkOptions extends Switches {
  /** Whether tables may fill absent cells with null. */
  readonly fillsTables: boolean;
  readonly drop: readonly Pattern[];
  readonly keep: readonly Pattern[];
  /** Key → default value. */
  readonly dropValues: ReadonlyMap<string, JsonNode>;
}

const LOSSLESS: Switches = {
  columnar: true,
  shortKeys: false,
  dropNulls: false,
  dropEmpty: false,
  maxStringChars: 0,
  maxArrayItems: 0,
  maxDepth: 0,
  significantDigits: 0,
};

export const PRESETS: Readonly<Record<Level, Switches>> = {
  lossless: LOSSLESS,
  balanced: { ...LOSSLESS, dropNulls: true, dropEmpty: true, maxStringChars: 500 },
  aggressive: {
    ...LOSSLESS,
    shortKeys: true,
    dropNulls: true,
    dropEmpty: true,
    maxStringChars: 120,
    maxArrayItems: 20,
    significantDigits: 6,
  },
};

export const SWITCHES = Object.keys(LOSSLESS) as (keyof Switches)[];
