/** Each command is run by curl itself, and the code written for every target that can run here: the same requests must come. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { Glob } from "bun";
import { type EchoServer, type Sent, startEchoServer } from "../../support/echo-server.ts";
import { differs, failed, passed, skipped, type Suite, type Verdict } from "../suite.ts";

/** The port that the suite's commands name. */
const PORT = 28_139;
const TIMEOUT_MS = 10_000;

interface Target {
  readonly name: string;
  readonly file: string;
  readonly command: readonly string[];
  /** Runs without doing anything where the target can run here. */
  readonly probe: readonly string[];
}

const TARGETS: readonly Target[] = [
  target("fetch", "code.mjs", [process.execPath]),
  target("node", "code.mjs", ["node"]),
  target("python", "code.py", ["python3"], ["python3", "-c", "import requests"]),
  target("httpx", "code.py", ["python3"], ["python3", "-c", "import httpx"]),
  target("php", "code.php", ["php"], ["php", "-r", "exit(function_exists('curl_init') ? 0 : 1);"]),
  target("go", "code.go", ["go", "run"], ["go", "version"]),
  target("httpie", "code.sh", ["bash"], ["http", "--version"]),
  target("curl", "code.sh", ["bash"], ["curl", "--version"]),
];

interface Decision {
  readonly reason: string;
  /** The commands that it is about. */
  readonly commands: RegExp;
  /** The targets; all where it is missing. */
  readonly targets?: readonly string[];
}

/** What the code of a target does not do as curl does, and says so in a warning. */
const DECISIONS: readonly Decision[] = [
  { reason: "a variable is kept as text", commands: /\$MYVARIABLE/ },
  { reason: "what stands behind a pipe is left out", commands: /curl[^\n]* \| / },
  {
    reason: "a browser reads files that its user chooses",
    commands: /-b \w+\.txt|(?:-d|--data\S*) ['"]?@/,
    targets: ["fetch"],
  },
  {
    reason: "a browser checks certificates",
    commands: /(?:^| )(?:-k|--insecure)/m,
    targets: ["fetch"],
  },
  { reason: "no Digest login", commands: /--digest|--anyauth/, targets: ["fetch", "node", "go"] },
  {
    reason: "redirections are not counted",
    commands: /--max-redirs/,
    targets: ["fetch", "node", "python", "httpx", "go"],
  },
  { reason: "Node's fetch sends its own Host", commands: /-H ['"]?Host:/i, targets: ["node"] },
];

function target(
  name: string,
  file: string,
  command: readonly string[],
  probe: readonly string[] = [command[0] ?? "", "--version"],
): Target {
  return { name, file, command, probe };
}

const suite: Suite = {
  name: "curlconverter",
  tools: ["curl-converter"],
  floor: { passed: 100, failed: 0 },
  async *judge(folder, run) {
    if (!(await works(["bash", "-c", "curl --version"]))) {
      yield skipped("all", "curl or bash is not installed");
      return;
    }
    const scratch = await mkdtemp(`${tmpdir()}/curl-targets-`);
    await using reference = startEchoServer(PORT);
    const commands = `${folder}/test/fixtures/curl_commands`;
    const files = [...new Glob("*.sh").scanSync(commands)].toSorted();
    const expected = new Map<string, Sent[]>();
    for (const file of files) {
      await execute(["bash", resolve(commands, file)], folder);
      expected.set(file, reference.takeSent());
    }
    try {
      for (const one of TARGETS) {
        if (!(await works(one.probe))) {
          yield skipped(one.name, `${one.name} cannot run here`);
          continue;
        }
        await using server = startEchoServer();
        for (const file of files) {
          const name = `${one.name} ${file}`;
          const sent = expected.get(file) ?? [];
          if (sent.length === 0) {
            yield skipped(name, "curl sent nothing to the server here");
            continue;
          }
          const input = { input: await Bun.file(`${commands}/${file}`).text(), target: one.name };
          const { output, warnings } = await run({ tool_id: "curl-converter", input });
          const told = warnings.find(({ code }) => TOLD.has(code) || isUserFile(one.name, code));
          const decision = DECISIONS.find(
            ({ commands: about, targets }) =>
              about.test(input.input) && (targets === undefined || targets.includes(one.name)),
          );
          if (decision && told) {
            yield differs(name, decision.reason);
            continue;
          }
          if (told) {
            yield failed(name, `it says without a decision: ${told.message}`);
            continue;
          }
          const code = resolve(scratch, one.file);
          await Bun.write(code, String(output).replaceAll(String(PORT), String(server.port)));
          const complaint = await execute([...one.command, code], folder);
          yield await verdictOf(name, { server, sent, complaint });
        }
      }
    } finally {
      await rm(scratch, { recursive: true });
    }
  },
};
export default suite;

/** What the tool says it does not bring over. */
const TOLD: ReadonlySet<string> = new Set([
  "OPTION_UNSUPPORTED",
  "SHELL_EXPANSION",
  "SHELL_IGNORED",
  "URL_GLOB",
]);

function isUserFile(name: string, code: string): boolean {
  return name === "fetch" && code === "FILE_NEEDED";
}

async function works(command: readonly string[]): Promise<boolean> {
  if (!Bun.which(command[0] ?? "")) return false;
  const child = Bun.spawn([...command], { stdin: "ignore", stdout: "ignore", stderr: "ignore" });
  return (await child.exited) === 0;
}

/** What it complained of. */
async function execute(command: readonly string[], cwd: string): Promise<string> {
  const child = Bun.spawn([...command], {
    cwd,
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
    timeout: TIMEOUT_MS,
  });
  return await new Response(child.stderr).text();
}

async function verdictOf(
  name: string,
  { server, sent, complaint }: { server: EchoServer; sent: Sent[]; complaint: string },
): Promise<Verdict> {
  const came = server.takeSent();
  if (came.length !== sent.length) {
    return failed(
      name,
      `${came.length} requests, curl sent ${sent.length}: ${complaint.slice(-200)}`,
    );
  }
  const problems: string[] = [];
  for (const [index, request] of came.entries()) {
    const [ours, curls] = [await seen(request), await seen(sent[index] as Sent)];
    for (const what of Object.keys(curls)) {
      if (ours[what] === curls[what]) continue;
      problems.push(
        `${what}: ${JSON.stringify(ours[what])}, curl sent ${JSON.stringify(curls[what])}`,
      );
    }
  }
  return problems.length === 0 ? passed(name) : failed(name, problems.join("; "));
}

/** What every client adds by itself, each in its own way. */
const OWN_HEADERS = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "connection",
  "content-length",
  "expect",
  "host",
  "sec-fetch-mode",
  "transfer-encoding",
  "user-agent",
]);

/** What must be the same, name by name. */
async function seen({
  method,
  target: path,
  headers,
  body,
}: Sent): Promise<Record<string, string>> {
  const type = headers.get("content-type") ?? "";
  const isForm = type.startsWith("multipart/form-data");
  const found: Record<string, string> = { method, path };
  found["body"] = isForm ? await fieldsOf(body, type) : Buffer.from(body).toString("latin1");
  for (const [name, value] of headers) {
    if (!OWN_HEADERS.has(name)) found[name] = isForm ? value.replace(/;.*/, "") : value;
  }
  return found;
}

/** A form without its boundary. */
async function fieldsOf(body: Uint8Array, type: string): Promise<string> {
  const form = await new Response(body, { headers: { "content-type": type } }).formData();
  const fields: string[] = [];
  for (const [name, value] of form as unknown as Iterable<[string, File | string]>) {
    const text = typeof value === "string" ? value : `${value.name}: ${await value.text()}`;
    fields.push(`${name}=${text}`);
  }
  return fields.join("\n");
}
