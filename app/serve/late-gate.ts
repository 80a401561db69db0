/** The gate, whose store is opened with the first call, so that the service starts sooner. */
import { UsageError } from "../flags/usage-error.ts";
import type { RouteScope } from "../limits/credentials.ts";
import type { Caller, Gate, Ticket } from "../limits/gate.ts";
import { checkStoreFile, isFile } from "../limits/open-stores.ts";
import type { HearTrouble } from "../limits/redis-connection.ts";
import { storeUnavailable } from "../limits/refusals.ts";
import type { Windows } from "../limits/store.ts";
import type { ServeSettings } from "./settings.ts";

type GateSettings = Pick<ServeSettings, "limits" | "store" | "trustProxy">;

interface Opened {
  readonly gate: Gate;
  reach(): Promise<void>;
  close(): Promise<void>;
}

export class LateGate implements Gate {
  readonly #settings: GateSettings;
  readonly #windows: Windows | undefined;
  readonly #hear: HearTrouble;
  #opened: Opened | undefined;
  #opening: Promise<Opened> | undefined;
  #isLost = false;

  /** `windows` are those that this process shares with others. */
  constructor(settings: GateSettings, windows: Windows | undefined, hear: HearTrouble) {
    this.#settings = settings;
    this.#windows = windows;
    this.#hear = hear;
  }

  admit(scope: RouteScope, caller: Caller): Ticket | Promise<Ticket> {
    if (this.#opened) return this.#opened.gate.admit(scope, caller);
    return this.#open().then(({ gate }) => gate.admit(scope, caller));
  }

  async identify(caller: Caller): Promise<void> {
    const { gate } = this.#opened ?? (await this.#open());
    await gate.identify(caller);
  }

  /** Rejects with a `UsageError` where the store cannot be used; a file is looked at, and opened later. */
  async check(): Promise<void> {
    const { store } = this.#settings;
    if (isFile(store)) return checkStoreFile(store);
    this.#opened = await openGate(this.#settings, this.#windows, this.#hear);
    try {
      await this.#opened.reach();
    } catch (error) {
      const { cause } = error as { cause?: unknown };
      throw new UsageError(`Cannot reach the store: ${String((cause as Error)?.message ?? cause)}`);
    }
  }

  async close(): Promise<void> {
    await this.#opened?.close();
  }

  /** Calls that come meanwhile wait for it; where it fails they are refused, and the next one tries again. */
  async #open(): Promise<Opened> {
    this.#opening ??= openGate(this.#settings, this.#windows, this.#hear);
    const opening = this.#opening;
    try {
      this.#opened = await opening;
    } catch (error) {
      this.#tell(opening, (error as Error).message);
      throw storeUnavailable();
    }
    if (this.#isLost) this.#hear(undefined);
    this.#isLost = false;
    return this.#opened;
  }

  /** Of the calls that wait for one attempt, and of the attempts that fail in a row, the first one tells. */
  #tell(failed: Promise<Opened>, reason: string): void {
    if (this.#opening === failed) this.#opening = undefined;
    if (!this.#isLost) this.#hear(reason);
    this.#isLost = true;
  }
}

async function openGate(
  { limits, store: where, trustProxy }: GateSettings,
  shared: Windows | undefined,
  hear: HearTrouble,
): Promise<Opened> {
  const { createGate } = await import("../limits/gate.ts");
  const { openStores } = await import("../limits/open-stores.ts");
  const { store, windows, reach } = await openStores(where, shared, hear);
  const gate =
    limits === "off"
      ? createGate({ limits, store })
      : createGate({ limits, store, windows, trustProxy });
  return {
    gate,
    reach,
    async close() {
      await gate.close();
      await store.close();
    },
  };
}
