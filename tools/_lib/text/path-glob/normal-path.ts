/** A path with `/` between its segments, without a leading `./`. */
export function normalPath(path: string): string {
  return path.replaceAll("\\", "/").replace(/^(?:\.\/+)+/, "");
}

/** Whether a normal path is none inside the folder that it is relative to. */
export function leadsOut(path: string): boolean {
  return /^$|^\/|^[A-Za-z]:|\0|(?:^|\/)\.\.(?:\/|$)/.test(path);
}
