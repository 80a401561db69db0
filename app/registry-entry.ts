import type { Kit } from "../kits/_core/kit.ts";
import type { Category, Tool } from "../tools/_core/tool.ts";

export type Unit = Tool | Kit;

/** What is known of a unit before its file is loaded; written into the registry at build time. */
export interface RegistryEntry {
  readonly id: string;
  readonly kind: "tool" | "kit";
  readonly name: string;
  readonly category: Category;
  /** At most 100 characters. */
  readonly summary: string;
  /** The input fields in one line of at most 120 characters. */
  readonly signature: string;
  readonly aliases: readonly string[];
  readonly version: string;
  readonly primary: string;
  readonly isolated: boolean;
  readonly browser: boolean;
  /** Where a text that it knows goes, and what is set with it. */
  readonly detects?: { readonly field: string; readonly with?: object } | undefined;
  /** What is set where the primary field has bytes that are no text. */
  readonly takesBytes?: object | undefined;
  /** Ids of the tools that a kit composes. */
  readonly uses: readonly string[];
  /** Whether it runs further units, which its caller names. */
  readonly chooses: boolean;
  load(): Promise<{ readonly default: unknown }>;
}

/** The longer part of a unit's metadata, in a file of its own that is read when first asked for. */
export interface UnitDetail {
  readonly description: string;
  readonly keywords: readonly string[];
  readonly intents: readonly string[];
  readonly failures: Readonly<Record<string, string>>;
  readonly warnings: Readonly<Record<string, string>>;
  /** Whether it answers with `response_mode: "full"` only. */
  readonly full_only: boolean;
  readonly input_schema: PublishedInput;
  readonly value_schema: object;
  readonly examples: readonly {
    readonly title: string;
    readonly input: unknown;
    readonly options?: object;
    readonly expect: Readonly<Record<string, unknown>>;
  }[];
}

export interface PublishedInput {
  readonly type: "object";
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required: readonly string[];
  readonly additionalProperties: boolean;
}
