/** Sends the service requests of every kind, and holds each answer against the OpenAPI document and the rules of HTTP. */
import { brotliDecompressSync } from "node:zlib";
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import { detailOf, ENTRIES } from "../../../app/registry.ts";
import { ContractChecker } from "../../support/openapi.ts";
import { type Pool, poolOf } from "./changed-values.ts";
import { Chance } from "./chance.ts";
import type { Findings } from "./findings.ts";
import { mcpProblems } from "./mcp-answers.ts";
import { type Document, type Material, materialOf, runBodies } from "./material.ts";
import { GROUPS } from "./requests.ts";
import { shrunk } from "./shrink.ts";
import { Connection, type WireAnswer, type WireRequest, written } from "./wire.ts";

const CONNECTIONS = 6;
const SILENT_MS = 20_000;
const MCP = "/mcp";
const PAGES = ["/", "/tools", "/kits", "/pipeline", "/docs", "/about", "/sw.js", "/files.json"];
const FURTHER_PAGES = ["/manifest.webmanifest", "/favicon.svg"];
const PAGE =
  /^\/(?:(?:tools|kits|pipeline|docs|about|sw\.js|files\.json|manifest\.webmanifest|favicon\.svg)?\/?$|(?:tools|kits|about|a)\/)/;
const PAGE_STATUSES: ReadonlySet<number> = new Set([200, 304, 308, 404]);

export interface GroupTally {
  requests: number;
  readonly statuses: Map<number, number>;
}

export interface EndpointsTold {
  readonly operations: number;
  readonly groups: ReadonlyMap<string, GroupTally>;
  /** Bytes that are no HTTP: how many were answered, and how many connections were closed. */
  readonly broken: { readonly answered: number; readonly closed: number };
}

interface Course {
  readonly base: string;
  readonly seed: number;
  readonly requests: number;
  readonly findings: Findings;
}

export async function fuzzEndpoints({ base, seed, requests, findings }: Course) {
  const document = (await (await fetch(`${base}/openapi.json`)).json()) as Document;
  const material = await materialFor(base, document, seed);
  const judge = new Judge(document);
  const asker = new Asker(base, judge, findings);
  const groups = new Map<string, GroupTally>();
  for (const [name, draw] of Object.entries(GROUPS)) {
    const tally: GroupTally = { requests: 0, statuses: new Map() };
    groups.set(name, tally);
    const drawn = Array.from({ length: requests }, () => draw(material));
    console.error(`${drawn.length} requests: ${name}`);
    await asker.askAll(drawn, tally);
  }
  const broken = await asker.askBroken(
    Array.from({ length: requests }, () => brokenBytes(material)),
  );
  return { operations: material.operations.length, groups, broken } satisfies EndpointsTold;
}

async function materialFor(base: string, document: Document, seed: number): Promise<Material> {
  const pool: Pool = poolOf(ENTRIES.flatMap((one) => detailOf(one).examples.map((e) => e.input)));
  const files = (await (await fetch(`${base}/files.json`)).json()) as Record<string, number>;
  const units = ENTRIES.flatMap(({ id, aliases }) => [id, ...aliases]);
  const pages = [
    ...[...PAGES, ...FURTHER_PAGES].flatMap((path) => [path, path, path]),
    ...units.flatMap((id) => [`/tools/${id}`, `/kits/${id}`]),
    ...Object.keys(files).filter((_, at) => at % 10 === 0),
  ];
  return materialOf(document, await bodiesFor(base), {
    pool,
    pages,
    chance: new Chance(seed, "requests"),
  });
}

/** What each operation takes, made of the examples of all units. */
async function bodiesFor(base: string): Promise<Material["bodies"]> {
  const runs = runBodies() as { tool_id: string; input: unknown; options: object }[];
  const batches = runs.map((_, at) => ({
    requests: runs.slice(at, at + 1 + (at % 5)).map((one, index) => ({ id: `${index}`, ...one })),
  }));
  const pipelines = runs.map(({ tool_id, input, options }, at) => ({
    input: typeof input === "string" ? input : "a",
    steps: [{ tool_id, input, options }, runs[(at * 7) % runs.length]],
  }));
  const receipts = await Promise.all(runs.slice(0, 60).map((one) => receiptOf(base, one)));
  return {
    "/api/run": runs,
    "/api": runs.map(({ tool_id, ...rest }) => ({ tool: tool_id, ...rest })),
    "/api/batch": batches,
    "/api/pipeline": pipelines,
    "/api/verify": receipts,
  };
}

async function receiptOf(base: string, body: { input: unknown; options: object }): Promise<object> {
  const asked = { ...body, options: { ...body.options, receipt: true, seed: "a" } };
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(asked) };
  const answer = (await (await fetch(`${base}/api/run`, init)).json()) as {
    result?: { receipt?: object };
  };
  return { receipt: answer.result?.receipt ?? {}, input: body.input };
}

/** The request of a client whose bytes were hurt on their way: it may be none at all. */
function brokenBytes({ chance, ...material }: Material): string {
  const draw = chance.of(Object.values(GROUPS));
  const bytes = written(draw({ chance, ...material }));
  const head = bytes.indexOf("\r\n\r\n");
  const at = chance.below(head);
  switch (chance.below(6)) {
    case 0:
      return bytes.slice(0, at) + String.fromCharCode(chance.below(256)) + bytes.slice(at + 1);
    case 1:
      return bytes.slice(0, at) + bytes.slice(at + 1 + chance.below(8));
    case 2:
      return bytes.replace(
        /HTTP\/1\.1/,
        chance.of(["HTTP/1.0", "HTTP/2.0", "HTTP/9", "", "http/1.1"]),
      );
    case 3:
      return bytes.replace(/content-length: \d+/i, chance.of(BROKEN_LENGTHS));
    case 4:
      return bytes.replace(/^\w+/, chance.of(["get", "FOO", "G E T", "", "GET\t", "M-SEARCH"]));
    default:
      return bytes.replace("\r\n", chance.of(BROKEN_LINES));
  }
}

const BROKEN_LENGTHS: readonly string[] = [
  "Content-Length: -1",
  "Content-Length: 1e3",
  "Content-Length: 2\r\nContent-Length: 3",
  "Content-Length: 99999999999999999999",
  "Content-Length: 5\r\nTransfer-Encoding: chunked",
  "Transfer-Encoding: gzip, chunked",
  "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
];
const BROKEN_LINES: readonly string[] = [
  "\n",
  "\r",
  "\r\n : a\r\n",
  "\r\nA\r\n",
  "\r\n A: folded\r\n",
  "\r\nHost: a\r\nHost: b\r\n",
  `\r\nX: ${"a".repeat(40_000)}\r\n`,
  "\r\nX: a\0b\r\n",
  "\r\nReferer: \u0001\r\n",
  "\r\nTransfer-Encoding: identity\r\n",
  "\r\nHost: a b\r\n",
  "\r\nX\u00e9: b\r\n",
];

/** What an answer to a request has to be. */
export class Judge {
  readonly #document: Document;
  readonly #checker: ContractChecker;
  readonly #isFailure: ValidateFunction;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false });

  constructor(document: Document) {
    this.#document = document;
    this.#checker = new ContractChecker(document as never);
    this.#ajv.addSchema({ $id: "openapi", ...document });
    this.#isFailure = this.#ajv.compile({ $ref: "openapi#/components/schemas/Failure" });
  }

  problems(request: WireRequest, answer: WireAnswer | undefined): string[] {
    if (answer === undefined) return ["no answer"];
    const { status, body } = answer;
    const found = status >= 500 ? [`status ${status}`] : [];
    if (status >= 400 && SHOWS_INSIDE.test(body.toString("latin1")))
      found.push("shows its sources");
    const isJson = answer.headers.get("content-type")?.startsWith("application/json") ?? false;
    const content = decoded(answer);
    if (content === undefined) return [...found, "the body is not encoded as it is said to be"];
    if (isEncoded(answer) && !takesBrotli(request))
      found.push("an encoding that was not asked for");
    const json = isJson && content.length > 0 ? jsonOf(content) : undefined;
    if (json === NO_JSON) return [...found, "the body is not the JSON that it is said to be"];
    const problems = this.#byPath(request, answer, { path: pathOf(request.target), json });
    // Dots may be followed before the path is looked at, or be names as others are.
    const path = request.target.replace(/[?].*$/s, "");
    const isOther = problems.length > 0 && /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path);
    return [...found, ...(isOther ? this.#byPath(request, answer, { path, json }) : problems)];
  }

  #byPath(request: WireRequest, answer: WireAnswer, { path, json }: Place): string[] {
    const operations = this.#operationsAt(path);
    const method = request.method === "HEAD" ? "GET" : request.method;
    if (path === MCP && method === "POST") return mcpProblems(request, answer, json, this.#ajv);
    if (operations === undefined && path !== MCP) {
      return PAGE.test(path)
        ? this.#ofPage(request, answer, json)
        : this.#unknown(request, answer, json);
    }
    if (request.method === "OPTIONS")
      return answer.status === 204 ? [] : [`OPTIONS gives ${answer.status}`];
    const operation = operations?.[method.toLowerCase()];
    if (operation === undefined) return this.#wrongMethod(request, answer, json);
    return this.#ofOperation(request, answer, { path, method, json, operation });
  }

  #operationsAt(path: string) {
    const { paths } = this.#document;
    const known = Object.keys(paths).find((template) =>
      new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`).test(path),
    );
    return known === undefined ? undefined : paths[known];
  }

  #ofOperation(
    request: WireRequest,
    { status, headers, body }: WireAnswer,
    asked: Asked,
  ): string[] {
    const { path, method, json, operation } = asked;
    const response = operation.responses[status];
    if (response === undefined) return [`status ${status} is not declared for ${method}`];
    if (request.method === "HEAD" || status === 304) return body.length === 0 ? [] : ["has a body"];
    if (json !== undefined) return this.#checker.problems(method, path, status, json);
    const { content = {} } = response as { content?: object };
    const type = headers.get("content-type")?.split(";")[0] ?? "";
    return Object.hasOwn(content, type)
      ? []
      : [`${status} as ${type || "nothing"} is not declared`];
  }

  #failure(json: unknown, code: string): string[] {
    if (!this.#isFailure(json)) return ["an error without the envelope"];
    const { error } = json as { error: { code: string } };
    return error.code === code ? [] : [`error ${error.code}, not ${code}`];
  }

  #wrongMethod(request: WireRequest, answer: WireAnswer, json: unknown): string[] {
    const { status, headers } = answer;
    if (status !== 405) return [`an undeclared method gives ${status}`];
    const allowed = headers.get("allow")?.split(", ") ?? [];
    if (allowed.length === 0 || allowed.includes(request.method))
      return [`Allow has ${allowed.join()}`];
    return request.method === "HEAD" ? [] : this.#failure(json, "METHOD_NOT_ALLOWED");
  }

  #unknown({ method }: WireRequest, { status, body }: WireAnswer, json: unknown): string[] {
    if (status !== 404) return [`a path that nothing is at gives ${status}`];
    if (method === "HEAD") return body.length === 0 ? [] : ["HEAD has a body"];
    return this.#failure(json, "NOT_FOUND");
  }

  #ofPage({ method }: WireRequest, { status }: WireAnswer, json: unknown): string[] {
    if (method === "HEAD" || method === "GET") {
      if (!PAGE_STATUSES.has(status)) return [`a page gives ${status}`];
      return status === 404 && method === "GET" ? this.#failure(json, "NOT_FOUND") : [];
    }
    if (method === "OPTIONS" && status === 204) return [];
    if (status !== 404 && status !== 405) return [`${method} of a page gives ${status}`];
    return this.#failure(json, status === 404 ? "NOT_FOUND" : "METHOD_NOT_ALLOWED");
  }
}

interface Place {
  readonly path: string;
  /** The body as a value, where it is JSON. */
  readonly json: unknown;
}

interface Asked {
  readonly path: string;
  readonly method: string;
  readonly json: unknown;
  readonly operation: { readonly responses: Readonly<Record<string, object>> };
}

/** Where the files of an executable are to itself. */
const SHOWS_INSIDE = /\/\$bunfs\//;
const isEncoded = ({ headers }: WireAnswer): boolean => headers.has("content-encoding");

/** Undefined where the body cannot be decoded. */
function decoded({ headers, body }: WireAnswer): Buffer | undefined {
  const encoding = headers.get("content-encoding");
  if (encoding === null || body.length === 0) return body;
  if (encoding !== "br") return undefined;
  try {
    return brotliDecompressSync(body);
  } catch {
    return undefined;
  }
}

function takesBrotli({ headers }: WireRequest): boolean {
  const asked = headers.filter(([name]) => name === "Accept-Encoding").map(([, value]) => value);
  return asked.some((value) => /\bbr\b(?!\s*;\s*q=0)/.test(value));
}

const NO_JSON = Symbol("no JSON");

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return NO_JSON;
  }
}

/** As URLs are read: dots are followed; a slash at the end leads to the same. */
function pathOf(target: string): string {
  const path = target.replace(/^[a-z]+:\/\/[^/?#]*/i, "");
  const { pathname } = new URL(`http://localhost${path.startsWith("/") ? path : `/${path}`}`);
  return pathname.replace(/(?<=.)\/$/, "");
}

class Asker {
  readonly #url: URL;
  readonly #judge: Judge;
  readonly #findings: Findings;

  constructor(base: string, judge: Judge, findings: Findings) {
    this.#url = new URL(base);
    this.#judge = judge;
    this.#findings = findings;
  }

  async askAll(requests: readonly WireRequest[], tally: GroupTally): Promise<void> {
    const left = requests.values();
    const work = async () => {
      const connection = new Connection(this.#url);
      for (const request of left) {
        const answer = await connection.ask(written(request), request.method, SILENT_MS);
        tally.requests++;
        const status = answer?.status ?? 0;
        tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
        for (const what of this.#judge.problems(request, answer)) await this.#look(request, what);
      }
      connection.close();
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
  }

  /** Whatever comes, it is no answer of 500, and the next caller is served. */
  async askBroken(requests: readonly string[]): Promise<EndpointsTold["broken"]> {
    console.error(`${requests.length} requests that are no HTTP`);
    const told = { answered: 0, closed: 0 };
    const left = requests.values();
    const work = async () => {
      for (const bytes of left) {
        const connection = new Connection(this.#url);
        const answer = await connection.ask(bytes, bytes.split(" ")[0] ?? "", BROKEN_MS);
        connection.close();
        if (answer === undefined) told.closed++;
        else told.answered++;
        const what = `status ${answer?.status} for broken bytes`;
        if ((answer?.status ?? 0) < 500 || answer?.status === 505) continue;
        if (this.#findings.isNew("bytes", what)) {
          this.#findings.show({ where: "bytes", what, more: "", request: JSON.stringify(bytes) });
        }
      }
    };
    await Promise.all(Array.from({ length: 4 * CONNECTIONS }, work));
    return told;
  }

  async #look(request: WireRequest, what: string): Promise<void> {
    const where = `${request.method} ${pathOf(request.target).split("/").slice(0, 3).join("/")}`;
    if (!this.#findings.isNew(where, what)) return;
    const connection = new Connection(this.#url);
    const shows = async (smaller: unknown): Promise<boolean> => {
      const one = { ...request, ...(smaller as Partial<WireRequest>) };
      if (!isRequest(one)) return false;
      const answer = await connection.ask(written(one), one.method, SILENT_MS);
      return this.#judge.problems(one, answer).includes(what);
    };
    const { target, headers, body } = request;
    const smallest = (await shrunk({ target, headers, body }, shows)) as Partial<WireRequest>;
    connection.close();
    const shown = written({ ...request, ...smallest });
    this.#findings.show({ where, what, more: "", request: JSON.stringify(shown) });
  }
}

/** Bytes that may be no request are not waited for as long. */
const BROKEN_MS = 1000;

/** Whether what became of a request in shrinking is still one. */
function isRequest({ target, headers }: WireRequest): boolean {
  return (
    /^(?:http:\/)?\//.test(target) &&
    headers.every(
      (pair) => pair.length === 2 && /^[\w-]+$/.test(pair[0]) && !/[\r\n\0]/.test(pair[1]),
    )
  );
}
