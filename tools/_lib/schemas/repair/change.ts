import { appendPointer } from "../../results/pointer.ts";
import type { JsonNode } from "../../json/tree/tree.ts";

export const POLICIES = ["safe", "standard", "aggressive"] as const;

/** What may be done: nothing lost or guessed; what the contract forbids dropped; values cut and guessed. */
export type Policy = (typeof POLICIES)[number];

const SAFE = { from: "safe", lossy: false } as const;
const GUESS = { from: "aggressive", lossy: false } as const;
const DROP = { from: "standard", lossy: true } as const;
const CUT = { from: "aggressive", lossy: true } as const;

/** Each kind of change, the first policy that has it, and whether it loses something. */
export const CHANGES = {
  STRING_TO_INTEGER: SAFE,
  STRING_TO_NUMBER: SAFE,
  STRING_TO_BOOLEAN: SAFE,
  STRING_TO_NULL: SAFE,
  JSON_STRING_PARSED: SAFE,
  NUMBER_TO_STRING: SAFE,
  BOOLEAN_TO_STRING: SAFE,
  NUMBER_TO_BOOLEAN: GUESS,
  NUMBER_ROUNDED: CUT,
  WRAPPED_IN_ARRAY: SAFE,
  UNWRAPPED_SINGLE: SAFE,
  ENUM_NORMALIZED: SAFE,
  ENUM_COERCED: SAFE,
  ENUM_NEAREST: CUT,
  STRING_TRIMMED: SAFE,
  DATE_NORMALIZED: SAFE,
  STRING_TRUNCATED: CUT,
  NUMBER_CLAMPED: CUT,
  DUPLICATE_ITEM_REMOVED: DROP,
  ARRAY_TRUNCATED: CUT,
  PROPERTY_RENAMED: SAFE,
  ADDITIONAL_REMOVED: DROP,
  NULL_TO_DEFAULT: SAFE,
  NULL_REMOVED: SAFE,
  DEFAULT_ADDED: SAFE,
  CONST_ADDED: SAFE,
} as const satisfies Record<string, { readonly from: Policy; readonly lossy: boolean }>;

export type ChangeCode = keyof typeof CHANGES;

/** Whether a policy goes as far as another one. */
export function reaches(policy: Policy, other: Policy): boolean {
  return POLICIES.indexOf(policy) >= POLICIES.indexOf(other);
}

export interface Change {
  /** In the document at the moment of the change. */
  readonly path: string;
  readonly code: ChangeCode;
  readonly from?: JsonNode | undefined;
  readonly to?: JsonNode | undefined;
}

/** Changes in the order made; those inside a value are held as they are, so that depth costs nothing. */
export class Changes {
  count = 0;
  readonly #entries: (Change | { readonly token: string | number; readonly inside: Changes })[] =
    [];

  add(change: Change): void {
    this.#entries.push(change);
    this.count++;
  }

  /** Adds what was changed in the member or item of that name. */
  addInside(token: string | number, inside: Changes): void {
    if (inside.count === 0) return;
    this.#entries.push({ token, inside });
    this.count += inside.count;
  }

  addAll(other: Changes): void {
    for (const entry of other.#entries) this.#entries.push(entry);
    this.count += other.count;
  }

  /** The changes with their paths from the value on, which itself has the path `pointer`. */
  list(pointer = "", into: Change[] = []): readonly Change[] {
    for (const entry of this.#entries) {
      if ("inside" in entry) entry.inside.list(appendPointer(pointer, entry.token), into);
      else into.push(pointer === "" ? entry : { ...entry, path: pointer + entry.path });
    }
    return into;
  }
}

/** What became of a value; the paths of the changes begin at the value. */
export interface Repair {
  readonly node: JsonNode;
  readonly changes: Changes;
}

/** A value that needs no repair. */
export function untouched(node: JsonNode): Repair {
  return { node, changes: new Changes() };
}

/** A value while it is repaired. */
export class Draft implements Repair {
  node: JsonNode;
  readonly changes = new Changes();

  constructor(node: JsonNode) {
    this.node = node;
  }

  /** Puts another value in the place of this one. */
  become(code: ChangeCode, to: JsonNode): void {
    this.changes.add({ path: "", code, from: this.node, to });
    this.node = to;
  }

  /** Takes over what was made of this value. */
  adopt({ node, changes }: Repair): void {
    this.changes.addAll(changes);
    this.node = node;
  }
}
