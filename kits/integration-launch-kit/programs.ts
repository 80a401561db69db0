/** The same call as a program in four languages; each sends exactly the body, waits at most once, and says what came. */
import { quoteShell } from "../../tools/_lib/text/shell-quote.ts";

export const LANGUAGES = ["curl", "javascript", "typescript", "python"] as const;

export type Language = (typeof LANGUAGES)[number];

export interface Request {
  readonly toolId: string;
  readonly url: string;
  /** Minified JSON, in one line. */
  readonly body: string;
  /** The variable of the environment that holds the key; undefined where none is sent. */
  readonly keyVariable: string | undefined;
}

interface Program {
  readonly file: string;
  readonly name: string;
  /** How it is started, and what that takes. */
  readonly run: string;
  readonly needs: string;
  readonly write: (request: Request) => string;
}

export const PROGRAMS: Readonly<Record<Language, Program>> = {
  curl: {
    file: "call.sh",
    name: "curl",
    run: "sh call.sh",
    needs: "curl 7.76 or later",
    write: writeShell,
  },
  javascript: {
    file: "call.mjs",
    name: "JavaScript",
    run: "node call.mjs",
    needs: "Node 20 or later, Bun or Deno; no package",
    write: writeJavaScript,
  },
  typescript: {
    file: "call.ts",
    name: "TypeScript",
    run: "bun call.ts",
    needs: "Bun, Deno, Node 23.6 or later, or any build that strips types; no package",
    write: writeTypeScript,
  },
  python: {
    file: "call.py",
    name: "Python",
    run: "python3 call.py",
    needs: "Python 3.9 or later; no package",
    write: writePython,
  },
};

/** Code of JavaScript, TypeScript and Python alike: escapes of JSON are theirs, too. */
function literal(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029]/g, (end) =>
    end === "\u2028" ? String.raw`\u2028` : String.raw`\u2029`,
  );
}

function writeShell({ toolId, url, body, keyVariable }: Request): string {
  const key =
    keyVariable === undefined
      ? []
      : [
          `if [ -z "\${${keyVariable}-}" ]; then`,
          `  echo "Set ${keyVariable} to your key" >&2`,
          "  exit 2",
          "fi",
        ];
  const authorization =
    keyVariable === undefined ? [] : [`  -H "Authorization: Bearer $${keyVariable}" \\`];
  return [
    "#!/bin/sh",
    `# Calls ${toolId}, prints the answer as it is, and ends with the exit code of curl.`,
    ...key,
    "curl --fail-with-body -sS --max-time 30 --retry 1 \\",
    "  -X POST \\",
    "  -H 'Content-Type: application/json' \\",
    ...authorization,
    `  --data-binary @- ${quoteShell(url)} <<'JSON'`,
    body,
    "JSON",
  ].join("\n");
}

function writeJavaScript({ toolId, url, body, keyVariable }: Request): string {
  return `// Calls ${toolId} and prints what it gives.
import process from "node:process";

const ENDPOINT = ${literal(url)};
const BODY = ${literal(body)};
${headersOf(keyVariable, "headers")}
${JAVASCRIPT_CALL}`;
}

const JAVASCRIPT_CALL = String.raw`
const send = () =>
  fetch(ENDPOINT, { method: "POST", headers, body: BODY, signal: AbortSignal.timeout(30_000) });

function fail(message, hint) {
  console.error(hint ? message + "\n" + hint : message);
  process.exitCode = 1;
}

try {
  let response = await send();
  if (response.status === 429 || response.status === 503) {
    const seconds = Number(response.headers.get("retry-after") ?? 1);
    const wait = Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 60) : 1;
    await new Promise((resume) => setTimeout(resume, wait * 1000));
    response = await send();
  }
  if (response.ok && !response.headers.get("content-type")?.includes("json")) {
    process.stdout.write(new Uint8Array(await response.arrayBuffer()));
  } else {
    const answer = await response.json();
    if (answer.success) console.log(answer.result.output ?? JSON.stringify(answer.result.value));
    else fail(answer.error.code + ": " + answer.error.message, answer.error.hint);
  }
} catch (error) {
  fail("CALL_FAILED: " + (error instanceof Error ? error.message : error));
}`.trim();

function headersOf(keyVariable: string | undefined, name: string): string {
  const headers = `const ${name} = { "Content-Type": "application/json" };`;
  if (keyVariable === undefined) return `${headers}\n`;
  return `${headers}

const key = process.env.${keyVariable};
if (!key) {
  console.error("Set ${keyVariable} to your key");
  process.exit(2);
}
headers.Authorization = \`Bearer \${key}\`;
`;
}

function writeTypeScript({ toolId, url, body, keyVariable }: Request): string {
  const env = keyVariable === undefined ? "" : `\n  env: { ${keyVariable}?: string };`;
  return `// Calls ${toolId} and prints what it gives.
${TYPES}

declare const process: {${env}
  exitCode?: number | string | null;
  exit(code: number): never;
  stdout: { write(bytes: Uint8Array): boolean };
};

const ENDPOINT = ${literal(url)};
/** A CallRequest. */
const BODY = ${literal(body)};
${headersOf(keyVariable, "headers: Record<string, string>")}
${TYPESCRIPT_CALL}`;
}

const TYPES = `
export interface CallRequest {
  tool_id: string;
  input: unknown;
  response_mode: "full" | "compact" | "output";
}

/** One problem and its place. */
export interface Entry {
  code: string;
  message: string;
  path?: string;
  line?: number;
  column?: number;
}

export interface Result {
  ok: boolean;
  output?: string;
  valid?: boolean;
  value?: unknown;
  errors?: Entry[];
  warnings?: Entry[];
}

export interface Success {
  success: true;
  tool_id: string;
  result: Result;
  tokens_saved_estimate: number;
  processing_time_ms: number;
}

export interface Failure {
  success: false;
  error: { code: string; message: string; hint: string };
  result?: Result;
}`.trim();

const TYPESCRIPT_CALL = String.raw`
const send = (): Promise<Response> =>
  fetch(ENDPOINT, { method: "POST", headers, body: BODY, signal: AbortSignal.timeout(30_000) });

function fail(message: string, hint?: string): void {
  console.error(hint ? message + "\n" + hint : message);
  process.exitCode = 1;
}

async function call(): Promise<void> {
  let response = await send();
  if (response.status === 429 || response.status === 503) {
    const seconds = Number(response.headers.get("retry-after") ?? 1);
    const wait = Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 60) : 1;
    await new Promise((resume) => setTimeout(resume, wait * 1000));
    response = await send();
  }
  if (response.ok && !response.headers.get("content-type")?.includes("json")) {
    process.stdout.write(new Uint8Array(await response.arrayBuffer()));
    return;
  }
  const answer = (await response.json()) as Success | Failure;
  if (answer.success) console.log(answer.result.output ?? JSON.stringify(answer.result.value));
  else fail(answer.error.code + ": " + answer.error.message, answer.error.hint);
}

call().catch((error: unknown) => {
  fail("CALL_FAILED: " + (error instanceof Error ? error.message : String(error)));
});`.trim();

function writePython({ toolId, url, body, keyVariable }: Request): string {
  const key =
    keyVariable === undefined
      ? ""
      : `
key = os.environ.get(${literal(keyVariable)})
if not key:
    print(${literal(`Set ${keyVariable} to your key`)}, file=sys.stderr)
    sys.exit(2)
HEADERS["Authorization"] = "Bearer " + key
`;
  return `# Calls ${toolId} and prints what it gives.
import http.client
import json
${keyVariable === undefined ? "" : "import os\n"}import sys
import time
import urllib.error
import urllib.request

ENDPOINT = ${literal(url)}
BODY = ${literal(body)}
HEADERS = {"Content-Type": "application/json"}
${key}

${PYTHON_CALL}`;
}

const PYTHON_CALL = String.raw`
def send():
    """Status, headers and bytes of the answer, whatever its status."""
    request = urllib.request.Request(ENDPOINT, BODY.encode("utf-8"), HEADERS, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return response.status, response.headers, response.read()
    except urllib.error.HTTPError as refusal:
        with refusal:
            return refusal.code, refusal.headers, refusal.read()


def seconds_to_wait(headers):
    try:
        return min(max(int(headers.get("Retry-After", "1")), 0), 60)
    except ValueError:
        return 1


def fail(*lines):
    for line in lines:
        sys.stderr.buffer.write((line + "\n").encode("utf-8", "replace"))
    sys.exit(1)


def main():
    try:
        status, headers, content = send()
        if status in (429, 503):
            time.sleep(seconds_to_wait(headers))
            status, headers, content = send()
        if status < 300 and "json" not in headers.get("Content-Type", ""):
            sys.stdout.buffer.write(content)
            return
        answer = json.loads(content)
    except (OSError, ValueError, http.client.HTTPException) as error:
        fail("CALL_FAILED: " + str(error))
    if not answer["success"]:
        error = answer["error"]
        fail(error["code"] + ": " + error["message"], error["hint"])
    output = answer["result"].get("output")
    if output is None:
        output = json.dumps(answer["result"].get("value"), ensure_ascii=False, separators=(",", ":"))
    sys.stdout.buffer.write((output + "\n").encode("utf-8", "replace"))


main()`.trim();
