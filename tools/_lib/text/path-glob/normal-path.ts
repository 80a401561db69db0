/** A path with `/` between its segments, without a leading `./`. */
export function normalPath(path: string): string {
  return path.replaceAll("\\", "/").replace(/^(?:\.\/+)+/, "");
}
