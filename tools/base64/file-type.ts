/** Kinds of file by their first bytes, in hex; `..` is any byte. */
const SIGNATURES = [
  ["png", "89504e470d0a1a0a"],
  ["jpeg", "ffd8ff"],
  ["gif", "474946383761"],
  ["gif", "474946383961"],
  ["webp", "52494646........57454250"],
  ["pdf", "255044462d"],
  ["zip", "504b0304"],
  ["zip", "504b0506"],
  ["zip", "504b0708"],
  ["gzip", "1f8b"],
  ["elf", "7f454c46"],
  ["wasm", "0061736d"],
  ["xml-utf8-bom", "efbbbf3c3f786d6c"],
] as const;

export type FileType = (typeof SIGNATURES)[number][0];

/** What the bytes begin like, where that is known. */
export function fileTypeOf(bytes: Uint8Array): FileType | null {
  return SIGNATURES.find(([, signature]) => startsWith(bytes, signature))?.[0] ?? null;
}

function startsWith(bytes: Uint8Array, signature: string): boolean {
  for (let index = 0; 2 * index < signature.length; index++) {
    const byte = signature.slice(2 * index, 2 * index + 2);
    if (byte !== ".." && Number.parseInt(byte, 16) !== bytes[index]) return false;
  }
  return true;
}
