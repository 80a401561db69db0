/** All that was made in one archive; in several, or straight to a file, where memory would not hold it. */
import { saveFile } from "../parts/copy.tsx";
import type { Packed } from "./archive.ts";
import type { Pool } from "./pool.ts";

const MOST_IN_MEMORY = 512_000_000;
const MOST_OF_ONE = 1_000_000_000;

interface Picker {
  showSaveFilePicker?: (options: object) => Promise<FileSystemFileHandle>;
}

/** How many archives it became; none where the window that asks for a place was closed. */
export async function saveAll(
  name: string,
  entries: readonly Packed[],
  pool: Pool,
): Promise<number> {
  const bytes = entries.reduce((sum, { content }) => sum + sizeOf(content), 0);
  const { showSaveFilePicker } = window as Picker;
  if (bytes > MOST_IN_MEMORY && showSaveFilePicker) {
    const handle = await showSaveFilePicker({ suggestedName: `${name}.zip` }).catch(ifClosed);
    if (!handle) return 0;
    await stream(entries, await handle.createWritable());
    return 1;
  }
  const parts = bytes > MOST_IN_MEMORY ? cut(entries) : [entries];
  for (const [index, part] of parts.entries()) {
    const zip = await pool.ask<Uint8Array<ArrayBuffer>>({ do: "pack", entries: part });
    const number = parts.length === 1 ? "" : `-${index + 1}`;
    saveFile(`${name}${number}.zip`, zip, "application/zip");
  }
  return parts.length;
}

function ifClosed(error: unknown): undefined {
  if (!(error instanceof DOMException) || error.name !== "AbortError") throw error;
}

const sizeOf = (content: Packed["content"]): number =>
  typeof content === "string" ? content.length : content.size;

async function stream(
  entries: readonly Packed[],
  file: FileSystemWritableFileStream,
): Promise<void> {
  const { makeZip } = await import("client-zip");
  const first = new Date(1980, 0, 1);
  const files = entries.map(({ name, content }) => ({
    name: name.normalize("NFC"),
    input: content,
    lastModified: first,
  }));
  await makeZip(files).pipeTo(file);
}

function cut(entries: readonly Packed[]): readonly (readonly Packed[])[] {
  const parts: Packed[][] = [[]];
  let bytes = 0;
  for (const entry of entries) {
    const size = sizeOf(entry.content);
    if (bytes > 0 && bytes + size > MOST_OF_ONE) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(entry);
    bytes += size;
  }
  return parts;
}
