/** Names that a target takes, one for each name that was given. */
import { sha256Hex } from "../../bytes/sha256.ts";
import { NAME_RULES, type NameTarget } from "./names.ts";

const DIGEST_LENGTH = 8;

/** Gives each name, in the order asked for, one that the target takes and no other name has. */
export class Renamer {
  readonly #target: NameTarget;
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(target: NameTarget) {
    this.#target = target;
  }

  nameFor(original: string): string {
    const known = this.#names.get(original);
    if (known !== undefined) return known;
    const name = this.#free(fitting(original, this.#target));
    this.#names.set(original, name);
    this.#taken.add(name);
    return name;
  }

  /** The names that became others. */
  changed(): { readonly from: string; readonly to: string }[] {
    return Array.from(this.#names, ([from, to]) => ({ from, to })).filter(
      ({ from, to }) => from !== to,
    );
  }

  #free(wanted: string): string {
    const { longest } = NAME_RULES[this.#target];
    let name = wanted;
    for (let number = 2; this.#taken.has(name); number++) {
      const suffix = `_${number}`;
      name = wanted.slice(0, longest - suffix.length) + suffix;
    }
    return name;
  }
}

/** Whether a target takes a name. */
export function takesName(target: NameTarget, name: string): boolean {
  return NAME_RULES[target].pattern.test(name);
}

function fitting(original: string, target: NameTarget): string {
  const { foreign, first, longest } = NAME_RULES[target];
  const clean = original.replace(foreign, "_");
  const name = first.test(clean) ? clean : `_${clean}`;
  if (name.length <= longest) return name;
  const digest = sha256Hex(original).slice(0, DIGEST_LENGTH);
  return `${name.slice(0, longest - DIGEST_LENGTH - 1)}_${digest}`;
}
