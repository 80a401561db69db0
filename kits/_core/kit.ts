/** What a kit is: a tool whose run composes named tools, with strict input, typed failures and a receipt. */
import type { Static, TObject, TSchema } from "@sinclair/typebox";
import type { Ctx, Given, Outcome, Tool } from "../../tools/_core/tool.ts";

/** What the runner knows of another tool; kits that write about this service read it. */
export interface ToolFacts {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly kit: boolean;
  /** The published JSON Schema of its input. */
  readonly inputSchema: { readonly properties: Readonly<Record<string, unknown>> };
  readonly outputSchema: object;
  readonly example: {
    readonly input: unknown;
    readonly expect: Readonly<Record<string, unknown>>;
  } | null;
}

/** This service as a kit sees it: explicit input, like the clock. */
export interface Service {
  /** Base address without a slash at its end. */
  readonly publicUrl: string;
  readonly version: string;
  /** Facts by id, alias or short name; null for an unknown name. */
  tool(name: string): ToolFacts | null;
  /** The ids nearest to an unknown name. */
  nearest(name: string): readonly string[];
}

export interface KitCtx<T extends Tool = Tool> extends Ctx {
  /** Runs one of the tools that the kit lists in `uses`, through the runner and with the kit's own now and seed. */
  step<S extends T>(tool: S, input: Given<S["input"]>): Outcome<Static<S["value"]>>;
  readonly service: Service;
}

export interface Kit<
  I extends TObject = TObject,
  V extends TSchema = TSchema,
  F extends Readonly<Record<string, string>> = Readonly<Record<string, string>>,
  W extends Readonly<Record<string, string>> = Readonly<Record<string, string>>,
  T extends Tool = Tool,
> extends Omit<Tool<I, V, F, W>, "run"> {
  /** The tools it composes; a credential must permit them all. */
  readonly uses: readonly T[];
  run(
    input: Static<I>,
    ctx: KitCtx<T>,
  ): Outcome<Static<V>, Extract<keyof F, string>, Extract<keyof W, string>>;
}

/** Checks a kit definition at compile time and returns it unchanged. */
export function defineKit<
  const I extends TObject,
  const V extends TSchema,
  const F extends Readonly<Record<string, string>>,
  const W extends Readonly<Record<string, string>>,
  const T extends Tool,
>(kit: Kit<I, V, F, W, T>): Kit<I, V, F, W, T> {
  return kit;
}
