import { appendPointer } from "../_lib/results/pointer.ts";
import type { PatternPlace } from "./ignored-paths.ts";
import { isSecretKey } from "../_lib/secrets/secret-keys.ts";

/** Where in both documents the comparison is. */
export interface Place {
  /** With a label for an element that has a key. */
  readonly path: string;
  /** In the actual document. */
  readonly pointer: string;
  readonly ignored: PatternPlace;
  readonly unordered: PatternPlace;
  /** The key on the way that looks secret, if there is one. */
  readonly secretKey: string;
}

export function enter(place: Place, label: string, index: string | number = label): Place {
  return {
    path: appendPointer(place.path, label),
    pointer: appendPointer(place.pointer, index),
    ignored: place.ignored.enter(label),
    unordered: place.unordered.enter(label),
    secretKey: isSecretKey(label) ? label : place.secretKey,
  };
}
