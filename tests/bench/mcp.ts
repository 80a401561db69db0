/**
 * `bun run bench:mcp [--write]`: the MCP endpoint against servers made with the official TypeScript SDK that offer the
 * same five tools and answer the same, and against other servers of small tools from npm. All are alive at once and
 * take turns. Ends with 1 where purebox does not answer five times as many calls over HTTP as the SDK's as documented.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import manifest from "../../package.json";
import { tokensOf } from "../support/mcp-tokens.ts";
import { install } from "../support/npm-packages.ts";
import { tell } from "../support/proof.ts";
import { readAddress } from "../support/server.ts";
import { AT_ONCE, type Load, load, overHttp, overStdio, type Piped, readLines } from "./load.ts";
import { median, residentMegabytes } from "../support/measured.ts";

const ROUNDS = 5;
const SECONDS = 2;
const LEAST_RATIO = 5;

const PUREBOX = resolve("dist/purebox");
const NODE = "26.10.0";
const SDK_2 = ["@modelcontextprotocol/server@2.4.0", "@modelcontextprotocol/node@2.1.2"];

const HANDSHAKE = "2025-11-25";
const STATELESS = "2026-07-28";
const CLIENT = { name: "bench", version: "1" };

type Door = "HTTP" | "stdio";

/** A server that is compared. */
interface Peer {
  readonly name: string;
  readonly runsOn: string;
  readonly door: Door;
  readonly command: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly revision: string;
  /** The name and the arguments of the call. */
  readonly call: { readonly name: string; readonly arguments: object };
  /** What every answer contains. */
  readonly holds: string;
}

/** What there is no figure of, and why. */
interface Missing {
  readonly name: string;
  readonly reason: string;
}

interface Started {
  readonly peer: Peer;
  readonly child: Bun.Subprocess<"pipe", "pipe", "ignore">;
  /** Until the tools were listed. */
  readonly millis: number;
  readonly tools: readonly object[];
  load(): Promise<Load>;
}

interface Figures {
  readonly peer: Peer;
  readonly tools: number;
  readonly menu: number;
  readonly start: number;
  readonly calls: number;
  readonly cpu: number;
  readonly memory: number;
}

const folder = await mkdtemp(`${tmpdir()}/bench-mcp-`);

const text = JSON.stringify({
  items: Array.from({ length: 24 }, (_, id) => ({ id, name: `item ${id}`, price: id * 1.5 })),
});
/** As it stands within a string of JSON. */
const formatted = JSON.stringify(JSON.stringify(JSON.parse(text), null, 2)).slice(1, -1);
const own = {
  call: { name: "run_tool", arguments: { tool_id: "json-formatter", input: { input: text } } },
  holds: formatted,
};

const message = (id: number, method: string, params: object) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});

const META = {
  "io.modelcontextprotocol/protocolVersion": STATELESS,
  "io.modelcontextprotocol/clientInfo": CLIENT,
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A request over HTTP as its revision of the protocol asks for it. */
function request(peer: Peer, method: string, params: { readonly name?: string }) {
  const stateless = peer.revision === STATELESS;
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": peer.revision,
    ...(stateless ? { "mcp-method": method } : {}),
    ...(stateless && params.name !== undefined ? { "mcp-name": params.name } : {}),
  };
  const body = message(2, method, stateless ? { ...params, _meta: META } : params);
  return { headers, body: JSON.stringify(body) };
}

/** The three messages with which a conversation through standard input begins. */
const OPENING = [
  message(1, "initialize", { protocolVersion: HANDSHAKE, capabilities: {}, clientInfo: CLIENT }),
  { jsonrpc: "2.0", method: "notifications/initialized" },
  message(2, "tools/list", {}),
];

const asLines = (messages: readonly object[]): string =>
  messages.map((line) => `${JSON.stringify(line)}\n`).join("");

const children = new Set<Bun.Subprocess>();

function spawn({ command, cwd = folder, env = {} }: Peer) {
  const environment = { ...(Bun.env as Record<string, string>), NODE_ENV: "production", ...env };
  const child = Bun.spawn([...command], {
    cwd,
    env: environment,
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
  });
  children.add(child);
  return child;
}

interface Listed {
  readonly result: { readonly tools: readonly object[] };
}

async function startHttp(peer: Peer): Promise<Started> {
  const began = performance.now();
  const child = spawn(peer);
  const url = new URL("/mcp", await readAddress(child.stdout));
  const answer = await fetch(url, { method: "POST", ...request(peer, "tools/list", {}) });
  const { tools } = ((await answer.json()) as Listed).result;
  const millis = performance.now() - began;
  const call = { url, ...request(peer, "tools/call", peer.call), holds: peer.holds };
  return { peer, child, millis, tools, load: () => load(child.pid, overHttp(call), SECONDS) };
}

async function startStdio(peer: Peer): Promise<Started> {
  const began = performance.now();
  const child = spawn(peer);
  const listed = Promise.withResolvers<Listed>();
  const piped: Piped = {
    stdin: child.stdin,
    heard(line) {
      const answer = JSON.parse(line.toString()) as Listed & { readonly id?: number };
      if (answer.id === 2) listed.resolve(answer);
    },
  };
  void readLines(child.stdout, (line) => piped.heard(line)).then(() =>
    listed.reject(new Error("it ended")),
  );
  child.stdin.write(asLines(OPENING));
  void child.stdin.flush();
  const { tools } = (await listed.promise).result;
  const millis = performance.now() - began;
  const call = JSON.stringify(message(3, "tools/call", peer.call));
  const calls = overStdio(piped, call, peer.holds);
  return { peer, child, millis, tools, load: () => load(child.pid, calls, SECONDS) };
}

/** A server that does not list its tools in time is given up. */
const START_SECONDS = 30;

async function start(peer: Peer): Promise<Started> {
  const late = Promise.withResolvers<never>();
  const clock = setTimeout(
    () => late.reject(new Error(`no list of tools within ${START_SECONDS} s`)),
    START_SECONDS * 1000,
  );
  const started = peer.door === "HTTP" ? startHttp(peer) : startStdio(peer);
  return Promise.race([started, late.promise]).finally(() => clearTimeout(clock));
}

async function stop(child: Bun.Subprocess): Promise<void> {
  child.kill("SIGKILL");
  await child.exited;
  children.delete(child);
}

/** Both versions of the SDK as one file each, as one would ship them. */
async function bundle(name: string, packages: string): Promise<string> {
  await Bun.build({
    entrypoints: [`tests/bench/peers/${name}.ts`],
    outdir: folder,
    naming: "[name].mjs",
    target: "node",
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [
      {
        name: "installed",
        setup(build) {
          build.onResolve({ filter: /^@modelcontextprotocol\/(?:server|node)/ }, ({ path }) => ({
            path: Bun.resolveSync(path, packages),
          }));
        },
      },
    ],
  });
  return `${folder}/${name}.mjs`;
}

interface Answer {
  readonly id: number;
  readonly result: Listed["result"] & { readonly structuredContent: object };
}

/** What purebox lists and answers, for the servers of the SDK to list and answer. */
async function writeMenu(): Promise<string> {
  const lines = asLines([...OPENING, message(3, "tools/call", own.call)]);
  const { stdout } = Bun.spawnSync([PUREBOX, "mcp"], { stdin: Buffer.from(lines) });
  const answers = stdout.toString().trim().split("\n");
  const told = new Map(
    answers.map((line) => {
      const { id, result } = JSON.parse(line) as Answer;
      return [id, result];
    }),
  );
  const path = `${folder}/menu.json`;
  const menu = { tools: told.get(2)?.tools, answer: told.get(3)?.structuredContent };
  await Bun.write(path, JSON.stringify(menu));
  return path;
}

function pureboxPeers(): Peer[] {
  const serve = ["serve", "--port", "0", "--log", "off", "--limits", "off", "--data", folder];
  const peer = { name: "purebox", runsOn: "one executable", ...own };
  const http = { ...peer, door: "HTTP", command: [PUREBOX, ...serve] } as const;
  return [
    { ...http, revision: HANDSHAKE },
    { ...http, revision: STATELESS },
    { ...peer, door: "stdio", command: [PUREBOX, "mcp"], revision: HANDSHAKE },
  ];
}

/** Where programs for Node come from: the newest, where npm has it for this machine. */
async function findNode(): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  const { folder: where, failure } = await install(`${folder}/node`, [`${name}@${NODE}`]);
  return failure === undefined ? `${where}/node_modules/${name}/bin/node` : "node";
}

/** The five tools on the SDK. */
interface Made {
  readonly name: string;
  readonly path: string;
  readonly revision: string;
}

async function madeWithSdk(missing: Missing[]): Promise<Made[]> {
  const { folder: installed, failure } = await install(`${folder}/sdk`, SDK_2);
  const first = manifest.devDependencies["@modelcontextprotocol/sdk"];
  const made = [
    { name: `SDK ${first}`, path: await bundle("sdk-1", installed), revision: HANDSHAKE },
  ];
  const second = `SDK ${SDK_2[0]?.split("@").at(-1)}`;
  if (failure !== undefined) missing.push({ name: second, reason: failure });
  else made.push({ name: second, path: await bundle("sdk-2", installed), revision: STATELESS });
  return made;
}

/** Over HTTP as documented, and with what takes most of its time done once for all. */
const VARIANTS = [
  { suffix: "", words: [] },
  { suffix: ", one validator for all requests", words: ["shared"] },
] as const;

function sdkPeers(node: string, menu: string, made: readonly Made[]): Peer[] {
  const engines = [
    { runsOn: `Node ${versionOf(node)}`, engine: node },
    { runsOn: `Bun ${Bun.version}`, engine: process.execPath },
  ];
  return made.flatMap(({ name, path, revision }) =>
    engines.flatMap(({ runsOn, engine }): Peer[] => {
      const peer = { runsOn, ...own };
      const stdio = [engine, path, menu, "stdio"];
      const http = [engine, path, menu, "http"];
      return [
        { ...peer, name, door: "stdio", command: stdio, revision: HANDSHAKE },
        ...VARIANTS.map(({ suffix, words }): Peer => {
          const command = [...http, ...words];
          return { ...peer, name: name + suffix, door: "HTTP", command, revision };
        }),
      ];
    }),
  );
}

const versionOf = (node: string): string =>
  Bun.spawnSync([node, "--version"]).stdout.toString().trim().replace("v", "");

/** A server from npm: what it is called with is the nearest that it has. */
interface Published {
  readonly name: string;
  readonly version: string;
  /** In its package. */
  readonly program: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly call: Peer["call"];
  readonly holds: string;
}

const PUBLISHED: readonly Published[] = [
  {
    name: "cyberchef-mcp",
    version: "4.2.0",
    program: "src/node/mcp-server.mjs",
    // It would answer the second of two equal calls from memory.
    env: { CYBERCHEF_CACHE_ENABLED: "false", LOG_LEVEL: "error" },
    call: {
      name: "cyberchef_bake",
      arguments: { input: text, recipe: [{ op: "JSON Beautify", args: ["  ", false, false] }] },
    },
    holds: formatted,
  },
  {
    name: "@coo-quack/calc-mcp",
    version: "2.1.1",
    program: "dist/index.js",
    call: { name: "base64", arguments: { input: text, action: "encode" } },
    holds: Buffer.from(text).toString("base64"),
  },
  {
    name: "it-tools-mcp",
    version: "5.8.2",
    program: "build/index.js",
    call: { name: "format_json", arguments: { json: text } },
    holds: formatted,
  },
];

async function publishedPeers(node: string, missing: Missing[]): Promise<Peer[]> {
  const peers: Peer[] = [];
  for (const { name, version, program, env = {}, call, holds } of PUBLISHED) {
    const cwd = `${folder}/${name.replace("/", "-")}`;
    const { failure } = await install(cwd, [`${name}@${version}`]);
    if (failure !== undefined) missing.push({ name, reason: failure });
    else {
      const command = [node, `${cwd}/node_modules/${name}/${program}`];
      const runsOn = `Node ${versionOf(node)}`;
      const shown = { name: `${name} ${version}`, runsOn, command, cwd, env, call, holds };
      peers.push({ ...shown, door: "stdio", revision: HANDSHAKE });
    }
  }
  return peers;
}

/** The starts take turns, then those that are left alive take turns under load. */
async function measure(peers: readonly Peer[], missing: Missing[]): Promise<Figures[]> {
  const measured = new Map(peers.map((peer) => [peer, { starts: [], loads: [] } as Measured]));
  const giveUp = (peer: Peer, error: unknown): void => {
    missing.push({ name: peer.name, reason: (error as Error).message });
    measured.delete(peer);
  };
  const alive: Started[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [peer, { starts }] of measured) {
      try {
        const started = await start(peer);
        starts.push(started.millis);
        if (round < ROUNDS) await stop(started.child);
        else alive.push(started);
      } catch (error) {
        giveUp(peer, error);
      }
    }
  }
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { peer, load: run } of alive) {
      const loads = measured.get(peer)?.loads;
      if (loads === undefined) continue;
      try {
        const one = await run();
        if (round > 0) loads.push(one);
      } catch (error) {
        giveUp(peer, error);
      }
    }
  }
  const left = alive.filter(({ peer }) => measured.has(peer));
  return Promise.all(left.map((started) => figuresOf(started, measured.get(started.peer))));
}

interface Measured {
  readonly starts: number[];
  readonly loads: Load[];
}

async function figuresOf(
  { peer, child, tools }: Started,
  { starts, loads }: Measured = { starts: [], loads: [] },
): Promise<Figures> {
  return {
    peer,
    tools: tools.length,
    menu: tokensOf(tools),
    start: median(starts),
    calls: median(loads.map(({ callsPerSecond }) => callsPerSecond)),
    cpu: median(loads.map(({ cpuMicros }) => cpuMicros)),
    memory: await residentMegabytes(child.pid),
  };
}

/** As of the same door and revision, for each of the peers. */
const ownOf = (figures: readonly Figures[], { door, revision }: Peer): Figures | undefined =>
  figures.find(
    ({ peer }) => peer.name === "purebox" && peer.door === door && peer.revision === revision,
  );

const times = (ratio = Number.NaN): string => `${ratio.toFixed(1)} ×`;
const whole = (value: number): string => Math.round(value).toLocaleString("en");

function tableOf(figures: readonly Figures[], title: string, those: (peer: Peer) => boolean) {
  const rows = figures
    .filter(({ peer }) => those(peer))
    .map((one) => {
      const { peer, tools, menu, start: started, calls, cpu, memory } = one;
      const beside = peer.name === "purebox" ? undefined : ownOf(figures, peer);
      return [
        peer.name,
        peer.runsOn,
        whole(started),
        whole(tools),
        whole(menu),
        whole(calls),
        beside ? times(beside.calls / calls) : "",
        whole(cpu),
        beside ? times(cpu / beside.cpu) : "",
        whole(memory),
      ];
    });
  return { title, columns: COLUMNS, rows };
}

const COLUMNS = [
  "Server",
  "Runs on",
  "Start until the tools are listed, ms",
  "Tools listed",
  "Tokens of the list",
  "Calls per second",
  "purebox answers",
  "Processor time per call, µs",
  "of what purebox takes",
  "Memory after the load, MB",
];

async function main(): Promise<void> {
  const missing: Missing[] = [];
  const menu = await writeMenu();
  const node = await findNode();
  const sdks = sdkPeers(node, menu, await madeWithSdk(missing));
  const published = await publishedPeers(node, missing);
  const figures = await measure([...pureboxPeers(), ...sdks, ...published], missing);
  const [onNode, onBun] = ["Node", "Bun"].map((engine) => ratioTo(figures, engine));
  const least = Math.min(onNode ?? 0, onBun ?? 0);
  const http = (asked: string) => (peer: Peer) => peer.door === "HTTP" && peer.revision === asked;
  await tell({
    name: "mcp-peers",
    title: "MCP against servers made with the official SDK, and others from npm",
    command: "bun run bench:mcp",
    summary: `Over HTTP purebox answers ${times(onNode)} as many calls per second as a server made with the official TypeScript SDK on Node, and ${times(onBun)} as many as the same on Bun.`,
    tables: [
      tableOf(figures, `HTTP, revision ${HANDSHAKE} of the protocol`, http(HANDSHAKE)),
      tableOf(figures, `HTTP, revision ${STATELESS} of the protocol`, http(STATELESS)),
      tableOf(figures, "Standard input and output", ({ door }) => door === "stdio"),
    ],
    notes: [...NOTES, ...missing.map(({ name, reason }) => `Not measured: ${name} (${reason}).`)],
  });
  const held = least >= LEAST_RATIO;
  console.log(`\n${held ? "ok  " : "MISS"} ${times(least)} the SDK (at least ${LEAST_RATIO} ×)`);
  if (!held) process.exitCode = 1;
}

/** Of purebox to the quickest server of the SDK on an engine, as its documentation makes them. */
function ratioTo(figures: readonly Figures[], engine: string): number {
  const documented = figures.filter(
    ({ peer }) =>
      peer.door === "HTTP" &&
      peer.runsOn.startsWith(engine) &&
      !VARIANTS.some(({ suffix }) => suffix !== "" && peer.name.endsWith(suffix)),
  );
  return Math.min(
    ...documented.map(({ peer, calls }) => (ownOf(figures, peer)?.calls ?? 0) / calls),
  );
}

const NOTES = [
  `Each call formats a JSON document of ${text.length} characters; every answer is checked to hold the formatted document. ${AT_ONCE} connections over HTTP, ${AT_ONCE} calls at a time through standard input. All servers are alive at once and take turns: medians of ${ROUNDS} starts and of ${ROUNDS} rounds of ${SECONDS} s, after one that warms up. purebox without limits and log, as the others have none.`,
  "The servers of the SDK list the same five tools and answer the same content and structured content, made with JSON.parse and JSON.stringify; its counts and its report are written down beforehand, and arguments are not checked. They use the SDK's class for advanced use, which is quicker than the other, and no web framework. As documented, each request over HTTP gets a server of its own; the SDK then makes a validator of schemas for each, if it is not handed one for all.",
  "cyberchef-mcp is told to keep no answers for equal calls. @coo-quack/calc-mcp formats no JSON: it encodes the document in base64, which is less work and a shorter answer. Both answer with text alone.",
];

try {
  await main();
} finally {
  await Promise.all([...children].map(stop));
  await rm(folder, { recursive: true });
}
