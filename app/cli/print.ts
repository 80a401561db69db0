/** What a run shows on a terminal: the output on stdout, problems on stderr, and the exit code. */
import { writeSync } from "node:fs";
import type { Entry } from "../../tools/_core/tool.ts";
import { UsageError } from "../flags/usage-error.ts";
import { relatedLines } from "../run/report.ts";
import type { Answer, Failure, Result, Success } from "../run/types.ts";

export const EXIT_OK = 0;
/** The tool said no: it failed, or its verdict is no. */
export const EXIT_NO = 1;

interface Printing {
  readonly json: boolean;
  /** What is written to the byte in the place of the output. */
  readonly content: string | Uint8Array | undefined;
}

export function printAnswer(answer: Answer, { json, content }: Printing): number {
  const { body } = answer;
  if (json) printJson(body);
  else printBody(body, content);
  return exitCode(answer);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

export function exitCode({
  status,
  body,
}: Answer<{ success: boolean; result?: Partial<Result> }>): number {
  if (status === 400 || status === 404) return UsageError.EXIT_CODE;
  return body.success && body.result?.valid !== false ? EXIT_OK : EXIT_NO;
}

function printBody(body: Success | Failure, content: Printing["content"]): void {
  const { result } = body;
  if (body.success && result) {
    printResult(result, content);
    return;
  }
  // Where only a gate said no, the whole result is there: what was found is what one came for.
  if (result?.output !== undefined) printOutput(result);
  printEntries(result);
  const { code, message, hint } = (body as Failure).error;
  if (!result?.errors?.some((entry) => entry.code === code))
    console.error(`error ${code}: ${message}`);
  console.error(hint);
}

/** Of a run that did its job; the exit code says the verdict. */
export function printResult(result: Partial<Result>, content: Printing["content"]): number {
  if (content === undefined) printOutput(result);
  else write(content);
  printEntries(result);
  return result.valid === false ? EXIT_NO : EXIT_OK;
}

function printEntries(result: Partial<Result> | undefined): void {
  for (const entry of result?.errors ?? []) console.error(describeEntry("error", entry));
  for (const entry of result?.warnings ?? []) console.error(describeEntry("warning", entry));
}

export function printOutput({ output, value }: Partial<Result>): void {
  if (output === undefined) printJson(value ?? null);
  else write(output === "" || output.endsWith("\n") ? output : `${output}\n`);
}

/** One line, or several. */
export function print(text: string): void {
  write(`${text}\n`);
}

const STDOUT = 1;
const RETRY_MS = 1;

/**
 * Writes to standard output, and comes back when all is written: a stream would cost a command more than its work.
 * Whoever reads no further ends this process quietly.
 */
export function write(text: string | Uint8Array): void {
  let rest = typeof text === "string" ? Buffer.from(text) : text;
  while (rest.length > 0) rest = rest.subarray(writeSome(rest));
}

/** How many bytes were taken: none where a pipe that does not wait is full. */
function writeSome(bytes: Uint8Array): number {
  try {
    return writeSync(STDOUT, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EAGAIN") endUnwritten(error as Error);
    Bun.sleepSync(RETRY_MS);
    return 0;
  }
}

/** As `write`, for a process that has other things to do while its reader is slow. */
export function writeLater(text: string): void {
  if (process.stdout.listenerCount("error") === 0) process.stdout.on("error", endUnwritten);
  process.stdout.write(text);
}

function endUnwritten({ code, message }: NodeJS.ErrnoException): never {
  if (code !== "EPIPE") console.error(`Cannot write the output: ${message}`);
  process.exit(code === "EPIPE" ? EXIT_OK : EXIT_NO);
}

function describeEntry(kind: string, entry: Entry): string {
  const place = [
    entry.path,
    entry.line === undefined ? "" : `line ${entry.line}`,
    entry.column === undefined ? "" : `column ${entry.column}`,
  ].filter(Boolean);
  const head = `${kind} ${entry.code}${place.length > 0 ? ` at ${place.join(", ")}` : ""}: ${entry.message}`;
  const excerpt = entry.excerpt === undefined ? [] : [entry.excerpt];
  return [head, ...excerpt, ...relatedLines(entry)].join("\n");
}
