/** Files that people wrote: those of packages, which the lock file settles, or all that this machine has. */
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";

const PACKAGES = join(import.meta.dir, "../../node_modules");
/** What else a machine has differs from one to the next, so it is looked at where other samples are asked for, too. */
const ROOTS = Bun.env["LAW_SEED"] === undefined ? [PACKAGES] : [PACKAGES, "/usr/share", "/usr/lib"];
/** Of each root, so that no packet of a thousand alike crowds out the rest. */
const MOST_OF_A_ROOT = 120;
const LONGEST = 60_000;

export interface Found {
  readonly path: string;
  readonly text: string;
}

/** Their texts, as far as they are UTF-8; evenly taken from all that match, in the order of their paths. */
export function foundFiles(pattern: string, most = MOST_OF_A_ROOT): Found[] {
  return ROOTS.flatMap((root) => {
    const paths = pathsIn(root, pattern).toSorted();
    const step = Math.max(1, paths.length / most);
    const chosen = paths.filter((_, at) => Math.floor(at / step) > Math.floor((at - 1) / step));
    return chosen.flatMap((path) => textOf(join(root, path)));
  });
}

function pathsIn(root: string, pattern: string): string[] {
  try {
    return [...new Bun.Glob(pattern).scanSync({ cwd: root, dot: true, followSymlinks: false })];
  } catch {
    return [];
  }
}

function textOf(path: string): Found[] {
  try {
    const about = lstatSync(path);
    if (!about.isFile() || about.size > LONGEST) return [];
    const bytes = readFileSync(path);
    return [
      { path, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) },
    ];
  } catch {
    return [];
  }
}
