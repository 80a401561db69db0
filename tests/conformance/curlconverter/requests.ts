/** Each command is run by curl itself against a server on this machine, and read by the tool: the requests must be the same. */
import { resolve } from "node:path";
import { Glob } from "bun";
import { type Sent, startEchoServer } from "../../support/echo-server.ts";
import { differs, failed, passed, skipped, type Suite, type Verdict } from "../suite.ts";

/** The port that the suite's commands name. */
const PORT = 28_139;
const CURL_TIMEOUT_MS = 5000;

interface Read {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: { readonly kind: string; readonly text?: string } | null;
  readonly auth: { readonly type: string; readonly user: string; readonly password: string } | null;
}

/** Where the tool says on purpose something else than the shell and curl do. */
const DIFFERENT: Readonly<Record<string, string>> = {
  "bash_redirect_herestring.sh": "a variable is kept as text, with a warning",
  "multiple_urls.sh": "-T with -d is refused",
  "pipelines.sh": "what stands behind a pipe is left out, with a warning",
};

const suite: Suite = {
  name: "curlconverter",
  tools: ["curl-converter"],
  floor: { passed: 39, failed: 0 },
  async *judge(folder, run) {
    if (!Bun.which("curl") || !Bun.which("bash")) {
      yield skipped("all", "curl or bash is not installed");
      return;
    }
    await using server = startEchoServer(PORT);
    const commands = `${folder}/test/fixtures/curl_commands`;
    for (const file of [...new Glob("*.sh").scanSync(commands)].toSorted()) {
      const source = await Bun.file(`${commands}/${file}`).text();
      await runCurl(resolve(commands, file), folder);
      const { value } = await run({ tool_id: "curl-converter", input: { input: source } });
      const requests = (value as { requests: Read[] } | null)?.requests;
      const sent = server.takeSent();
      const verdict = requests ? compare(file, requests, sent) : failed(file, "it was not read");
      yield decided(verdict, DIFFERENT[file]);
    }
  },
};
export default suite;

async function runCurl(script: string, cwd: string): Promise<void> {
  const child = Bun.spawn(["bash", script], {
    cwd,
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
    timeout: CURL_TIMEOUT_MS,
  });
  await child.exited;
}

/** A row that differs on purpose has to differ. */
function decided(verdict: Verdict, reason: string | undefined): Verdict {
  if (reason === undefined) return verdict;
  const isSame = "passed" in verdict && verdict.passed;
  return isSame
    ? failed(verdict.name, "it does not differ any more")
    : differs(verdict.name, reason);
}

function compare(name: string, read: readonly Read[], sent: readonly Sent[]): Verdict {
  if (sent.length === 0) return skipped(name, "curl sent nothing to the server here");
  if (read.length !== sent.length)
    return failed(name, `${read.length} requests, curl sent ${sent.length}`);
  const problems = read.flatMap((request, index) => differences(request, sent[index] as Sent));
  return problems.length === 0 ? passed(name) : failed(name, problems.join("; "));
}

function differences(read: Read, sent: Sent): string[] {
  const { pathname, search } = new URL(read.url);
  const body = new TextDecoder().decode(sent.body);
  const problems: string[] = [];
  const check = (what: string, given: unknown, expected: unknown) => {
    if (given !== expected)
      problems.push(`${what}: ${JSON.stringify(given)}, curl sent ${JSON.stringify(expected)}`);
  };
  check("method", read.method.toUpperCase(), sent.method.toUpperCase());
  check("target", pathname + search, sent.target);
  for (const { name, value } of merged(read.headers))
    check(name, value, sent.headers.get(name)?.trim());
  if (read.auth?.type === "basic") {
    const login = Buffer.from(`${read.auth.user}:${read.auth.password}`).toString("base64");
    check("authorization", `Basic ${login}`, sent.headers.get("authorization"));
  }
  if (read.body === null) check("body", "", body);
  else if (read.body.kind === "raw") check("body", read.body.text, body);
  const implied = ["content-type", "authorization", "cookie", "range", "referer"];
  for (const name of implied) {
    const known = read.headers.some((header) => header.name.toLowerCase() === name);
    const explained =
      (name === "authorization" && read.auth) ||
      (name === "content-type" && read.body?.kind === "multipart");
    if (!known && !explained) check(name, undefined, sent.headers.get(name) ?? undefined);
  }
  return problems;
}

function merged(headers: Read["headers"]): Read["headers"] {
  const all = new Headers();
  for (const { name, value } of headers) all.append(name, value);
  return [...all].map(([name, value]) => ({ name, value: value.trim() }));
}
