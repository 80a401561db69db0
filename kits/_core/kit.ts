/** What a kit is: a tool whose run composes named tools, with strict input, typed failures and a receipt. */
import type { Static, TObject, TSchema } from "@sinclair/typebox";
import type { Ctx, Entry, Given, Outcome, Tool } from "../../tools/_core/tool.ts";

/** What the runner knows of another tool; kits that write about this service read it. */
export interface ToolFacts {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly name: string;
  readonly version: string;
  readonly kit: boolean;
  /** Whether it answers with `response_mode: "full"` only. */
  readonly fullOnly: boolean;
  /** The field that a bare string fills. */
  readonly primary: string;
  /** The published JSON Schema of its input. */
  readonly inputSchema: { readonly properties: Readonly<Record<string, unknown>> };
  readonly outputSchema: object;
  readonly example: {
    readonly input: unknown;
    readonly options?: object;
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
  /**
   * Makes a call as a caller of the service would: to a unit that the kit's `chosen` names, with the kit's now and seed
   * where the options have none. Null where all calls of the run together have taken as many steps as they may.
   */
  call(request: CallRequest): CallAnswer | null;
  readonly service: Service;
}

export interface CallRequest {
  /** Id or alias. */
  readonly tool_id: string;
  readonly input?: unknown;
  readonly options?: unknown;
}

/** What a call gives, as with `response_mode: "full"`. */
export interface CallAnswer {
  /** Of HTTP: 200; 422 where the unit said no; 400 for what is no request; 500 for a bug of the unit. */
  readonly status: number;
  /** Absent where nothing could be run. */
  readonly result?: CallResult;
  readonly error?: CallError;
}

export interface CallError {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

export interface CallResult {
  readonly ok: boolean;
  readonly toolId: string;
  readonly action: string;
  readonly output?: string | undefined;
  readonly valid?: boolean | undefined;
  readonly value?: unknown;
  readonly stats: Readonly<Record<string, unknown>>;
  readonly errors: readonly Entry[];
  readonly warnings: readonly Entry[];
  readonly receipt?: Readonly<Record<string, unknown>> | undefined;
  readonly error?: CallError | undefined;
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
  /**
   * Further units that it runs because the caller names them, by id, alias or short name: a credential must permit these, too.
   * What is no such name is left out by the runner.
   */
  chosen?(input: Static<I>): readonly string[];
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
