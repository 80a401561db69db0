/** What an output is to the byte, where it is content and no line about it. */
import { findEntry, loadedUnit } from "../registry.ts";
import type { Result } from "../run/types.ts";

/** `given` is the input of the run, as its caller wrote it. */
export function contentOf(
  toolId: string,
  { ok, action, output, value }: Partial<Result>,
  given: Readonly<Record<string, unknown>>,
): string | Uint8Array | undefined {
  if (ok !== true) return undefined;
  const entry = findEntry(toolId);
  const { encoding, mediaType } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const isFile = encoding === "base64" && typeof mediaType === "string";
  const content = isFile
    ? Buffer.from(output ?? "", "base64")
    : entry && loadedUnit(entry)?.content?.({ action, output, value }, given);
  // A terminal would take bytes for commands to it.
  return typeof content === "object" && process.stdout.isTTY ? undefined : content;
}
