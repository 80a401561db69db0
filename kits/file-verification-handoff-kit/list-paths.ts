/** Paths as senders' lists have them. */

/** The list with the paths of Windows as jobs have theirs, which hold no backslash; lines keep their numbers. */
export function withSlashes(text: string): string {
  // Lists with NUL in them are of systems on which a backslash is part of a name.
  if (!text.includes("\\") || text.includes("\0")) return text;
  return text
    .split("\n")
    .map((line) => {
      // GNU escapes the backslashes of a path, and says so by one before the digest.
      const isEscaped = line.startsWith("\\");
      return isEscaped ? line.replaceAll("\\\\", "/") : line.replaceAll("\\", "/");
    })
    .join("\n");
}
