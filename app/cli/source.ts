/** Text and bytes from a file or from standard input. */
import { fstatSync, readFileSync, statSync } from "node:fs";
import { badUtf8At, decodeUtf8 } from "../../tools/_lib/bytes/encodings.ts";
import { InputTooLarge, UsageError } from "../flags/usage-error.ts";
import { sizes } from "../run/sizes.ts";

const STDIN = 0;

/** Whether something is piped or redirected into the command. */
export function stdinIsPiped(): boolean {
  try {
    const stat = fstatSync(STDIN);
    return stat.isFIFO() || stat.isFile() || stat.isSocket();
  } catch {
    return false;
  }
}

/** The whole text of `path`, or of standard input for `-`; must be UTF-8. */
export async function readSource(path: string): Promise<string> {
  return textOf(await readBytes(path), path);
}

/** A byte order mark stays. Throws where the bytes are no UTF-8. */
export function textOf(bytes: Uint8Array, path: string): string {
  const text = decodeUtf8(bytes);
  if (text !== undefined) return text;
  const at = badUtf8At(bytes);
  const found = bytes[at]?.toString(16).padStart(2, "0") ?? "its end";
  throw new UsageError(
    `${path === "-" ? "The input" : path} is not UTF-8 text: byte ${at + 1} (${found}) belongs to no character`,
  );
}

let isStdinRead = false;

export async function readBytes(path: string): Promise<Uint8Array> {
  if (path === "-" && isStdinRead) throw new UsageError("Standard input cannot be read twice");
  isStdinRead ||= path === "-";
  try {
    if (path === "-") return await readAll(Bun.stdin.stream(), "The input");
    const { size } = statSync(path);
    // What is no file, such as the output of another program, does not say how long it is.
    if (size === 0) return await readAll(Bun.file(path).stream(), path);
    if (cannotFit(size)) throw tooLarge(path);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof UsageError || error instanceof InputTooLarge) throw error;
    throw new UsageError(
      `Cannot read ${path}: ${error instanceof Error ? error.message : "unknown"}`,
    );
  }
}

/** Reads no further than what may be put in. */
async function readAll(stream: ReadableStream<Uint8Array>, what: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (cannotFit(length)) throw tooLarge(what);
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length);
}

/** No character of UTF-16 takes more than three bytes of UTF-8. */
function cannotFit(bytes: number): boolean {
  return Number.isFinite(bytes) && bytes > 3 * sizes.inputChars;
}

function tooLarge(what: string): InputTooLarge {
  const most = sizes.inputChars.toLocaleString("en-US");
  return new InputTooLarge(
    `${what} is larger than the ${most} characters that --max-input-chars allows`,
  );
}

/** An object from a JSON or YAML file. */
export async function readObject(path: string): Promise<Record<string, unknown>> {
  const text = await readSource(path);
  const value = parseDocument(text, path);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new UsageError(`${path} does not hold an object`);
}

function parseDocument(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON; YAML says what is wrong with it.
  }
  try {
    return Bun.YAML.parse(text);
  } catch (error) {
    throw new UsageError(
      `${path} is neither JSON nor YAML: ${error instanceof Error ? error.message : "unreadable"}`,
    );
  }
}
