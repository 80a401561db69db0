/** What differs between two schemas, before it is asked where they stand. */
import type { Schema } from "./schema.ts";

export type Side = "before" | "after";

/** Something that a rule of the same suffix may speak of. */
interface ValueFact {
  readonly kind: "value";
  readonly suffix: string;
  readonly place: Place;
  readonly detail: Detail;
}

/** A property that came, went, or is required or optional now. */
export interface PropertyFact {
  readonly kind: "added" | "removed" | "required" | "optional";
  readonly property: string;
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
  readonly isReadOnly: boolean;
  readonly isWriteOnly: boolean;
  readonly place: Place;
}

/** Types or formats that differ: what it means depends on the direction and on how values are written. */
export interface TypeFact {
  readonly kind: "type";
  readonly before: Schema;
  readonly after: Schema;
  /** Of the array that it is now. */
  readonly items: Schema | undefined;
  readonly place: Place;
}

export type Fact = ValueFact | PropertyFact | TypeFact;

/** Hears of a difference of values. */
export type ValueReport = (suffix: string, place: Place, detail?: Detail) => void;

export interface Place {
  readonly side: Side;
  readonly pointer: string;
}

interface Detail {
  /** The suffix that counts where the first one has no rule. */
  readonly otherwise?: string;
  readonly name?: string;
  readonly before?: unknown;
  readonly after?: unknown;
}
