/** Files in one ZIP archive (APPNOTE 6.3.10): the same files give the same bytes. */
import { zipSync, type Zippable } from "fflate"; // archives: 8 KB, and the bytes depend on the content alone

export interface Packed {
  readonly name: string;
  readonly content: Blob | string;
}

/** The first day that the format has; in local time, as fflate writes it so. */
const NO_DATE = new Date(1980, 0, 1);
/** What is compressed already. */
const DENSE = /\.(?:png|jpe?g|webp|avif|gif|pdf|zip)$/i;

export async function pack(entries: readonly Packed[]): Promise<Uint8Array<ArrayBuffer>> {
  const files: Zippable = {};
  for (const { name, content } of entries) {
    const bytes =
      typeof content === "string"
        ? new TextEncoder().encode(content)
        : new Uint8Array(await content.arrayBuffer());
    files[name.normalize("NFC")] = [bytes, { level: DENSE.test(name) ? 0 : 6 }];
  }
  return zipSync(files, { mtime: NO_DATE }) as Uint8Array<ArrayBuffer>;
}
