/** Folders of installed modules: a package finds those of its own folder first, then those of the folders around it. */
import type { Locked } from "./model.ts";

/** A folder, or an installed module as a folder. */
export interface Place {
  /** What is installed here, by the name under which it is found. */
  readonly modules: Map<string, Place>;
  readonly folders: Map<string, Place>;
  /** What is here; undefined for a folder on the way. */
  locked: Locked | undefined;
  /** What it asks for: names and ranges. */
  wants: readonly (readonly [name: string, spec: string])[];
}

export function newPlace(): Place {
  return { modules: new Map(), folders: new Map(), locked: undefined, wants: [] };
}

/** The place of that name, made where there is none. */
export function placeIn(places: Map<string, Place>, name: string): Place {
  const place = places.get(name) ?? newPlace();
  places.set(name, place);
  return place;
}

/** The place of a folder such as `packages/a/node_modules/@scope/b`, and the name of the module that it is, if any. */
export function placeAt(root: Place, path: string): { place: Place; module: string | undefined } {
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
  let place = root;
  let module: string | undefined;
  for (let at = 0; at < segments.length; at++) {
    const segment = segments[at] ?? "";
    module = undefined;
    if (segment === "node_modules" && at + 1 < segments.length) {
      module = segments[++at] ?? "";
      if (module.startsWith("@") && at + 1 < segments.length) module += `/${segments[++at]}`;
      place = placeIn(place.modules, module);
    } else place = placeIn(place.folders, segment);
  }
  return { place, module };
}

/** The folder of that path, if there is one. */
export function folderAt(root: Place, path: string): Place | undefined {
  let place: Place | undefined = root;
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    place = place?.folders.get(segment);
  }
  return place;
}

/**
 * Leads each place to what it asks for, and gives what the names lead to from one of the places. What is in
 * reach is kept while the tree is walked, so that a deep one takes no longer than a flat one.
 */
export function linkModules(
  root: Place,
  start: Place | undefined,
  names: Iterable<string>,
): Map<string, Locked> {
  const found = new Map<string, Locked>();
  const inReach = new Map<string, Locked[]>();
  const nearest = (name: string) => inReach.get(name)?.at(-1);
  const steps: { readonly place: Place; readonly leaves: boolean }[] = [
    { place: root, leaves: false },
  ];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { place, leaves } = step;
    if (leaves) {
      for (const [name, { locked }] of place.modules) if (locked) inReach.get(name)?.pop();
      continue;
    }
    for (const [name, { locked }] of place.modules) {
      const others = inReach.get(name);
      if (locked && others) others.push(locked);
      else if (locked) inReach.set(name, [locked]);
    }
    linkPlace(place, nearest);
    if (place === start) {
      for (const name of names) {
        const locked = nearest(name);
        if (locked) found.set(name, locked);
      }
    }
    steps.push({ place, leaves: true });
    for (const inner of [...place.modules.values(), ...place.folders.values()]) {
      steps.push({ place: inner, leaves: false });
    }
  }
  return found;
}

function linkPlace({ locked, wants }: Place, nearest: (name: string) => Locked | undefined): void {
  for (const [name, spec] of wants) {
    const need = nearest(name);
    if (need === undefined) continue;
    if (/^https?:/i.test(spec) && need.source === "registry") need.source = "url";
    locked?.needs.push(need);
  }
}
