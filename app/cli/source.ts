/** Text from a file or from standard input. */
import { fstatSync } from "node:fs";
import { UsageError } from "../flags/usage-error.ts";

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
  const bytes = await readBytes(path);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UsageError(`${path === "-" ? "The input" : path} is not UTF-8 text`);
  }
}

async function readBytes(path: string): Promise<ArrayBuffer> {
  if (path === "-") return Bun.stdin.arrayBuffer();
  try {
    return await Bun.file(path).arrayBuffer();
  } catch (error) {
    throw new UsageError(
      `Cannot read ${path}: ${error instanceof Error ? error.message : "unknown"}`,
    );
  }
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
