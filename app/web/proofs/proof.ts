/** What the last run of a command showed. */
export interface Proof {
  /** Of its file, too. */
  readonly name: string;
  readonly title: string;
  /** What makes it again. */
  readonly command: string;
  /** In one sentence: what was compared with what, and what came of it. */
  readonly summary: string;
  readonly tables: readonly Table[];
  /** Exceptions, each with its reason, and what was not run. */
  readonly notes: readonly string[];
  /** The day, as 2026-11-28. */
  readonly date: string;
  readonly machine: Machine;
  /** Of the service. */
  readonly version: string;
}

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGB: number;
  readonly system: string;
  readonly bun: string;
}
