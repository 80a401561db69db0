/** The state of a page as a fragment, which a browser never sends: Base64url of deflated JSON. */
import { canonicalJson } from "../../tools/_lib/json/tree/canonical.ts";

export interface Shared {
  readonly input?: unknown;
  readonly options?: unknown;
  readonly where?: "server";
  readonly view?: string;
  readonly steps?: unknown;
}

const MARK = "v1.";
/** Longer ones are not links any more. */
export const LONGEST_SHARED = 65_536;

/** Undefined for a state that is too large for an address. */
export async function writeShared(state: Shared): Promise<string | undefined> {
  const bytes = await through(
    new CompressionStream("deflate-raw"),
    new TextEncoder().encode(canonicalJson(state)),
  );
  const text = MARK + bytes.toBase64({ alphabet: "base64url", omitPadding: true });
  return text.length > LONGEST_SHARED ? undefined : text;
}

/** Undefined for a fragment that is none, or none that can be read. */
export async function readShared(fragment: string): Promise<Shared | undefined> {
  if (!fragment.startsWith(MARK)) return undefined;
  try {
    const packed = Uint8Array.fromBase64(fragment.slice(MARK.length), { alphabet: "base64url" });
    const bytes = await through(new DecompressionStream("deflate-raw"), packed);
    const state: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof state === "object" && state !== null ? (state as Shared) : undefined;
  } catch {
    return undefined;
  }
}

async function through(
  transform: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(transform);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
