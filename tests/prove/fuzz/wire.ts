/** HTTP/1.1 byte by byte: requests are sent as they are written here, whatever a client would have tidied. */
import type { Socket } from "bun";

export interface WireRequest {
  readonly method: string;
  readonly target: string;
  /** Without Host and Content-Length, which are added where they are missing. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** One character for each byte. */
  readonly body: string;
  /** In pieces of so many bytes; whole with its length if not given. */
  readonly chunked?: number;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** The bytes of a request, one character each. */
export function written({ method, target, headers, body, chunked }: WireRequest): string {
  const has = (name: string) => headers.some(([own]) => own.toLowerCase() === name);
  const length = chunked ? "Transfer-Encoding: chunked" : `Content-Length: ${body.length}`;
  const isBare = body === "" && (method === "GET" || method === "HEAD");
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(has("host") ? [] : ["Host: localhost:8787"]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(isBare || has("content-length") || has("transfer-encoding") ? [] : [length]),
  ];
  const content = chunked && !isBare ? inChunks(body, chunked) : body;
  return `${lines.join("\r\n")}\r\n\r\n${content}`;
}

function inChunks(body: string, size: number): string {
  let text = "";
  for (let at = 0; at < body.length; at += size) {
    const chunk = body.slice(at, at + size);
    text += `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
  }
  return `${text}0\r\n\r\n`;
}

/** A connection that is kept as long as the service keeps it; one request at a time. */
export class Connection {
  readonly #url: URL;
  #socket: Socket | undefined;
  #received: Buffer = Buffer.alloc(0);
  #heard: () => void = () => undefined;

  constructor(url: URL) {
    this.#url = url;
  }

  /** Undefined where the connection was closed, or nothing came for so long, before there was a whole answer. */
  async ask(bytes: string, method: string, silenceMs: number): Promise<WireAnswer | undefined> {
    const wasOpen = this.#socket !== undefined;
    const answer = await this.#askOnce(bytes, method, silenceMs);
    if (answer !== undefined || !wasOpen) return answer;
    // A service may close a connection that it is done with, just when the next request is on its way.
    return this.#askOnce(bytes, method, silenceMs);
  }

  close(): void {
    this.#socket?.terminate();
    this.#socket = undefined;
  }

  async #askOnce(bytes: string, method: string, silenceMs: number) {
    this.#received = Buffer.alloc(0);
    const socket = (this.#socket ??= await this.#open());
    writeAll(socket, Buffer.from(bytes, "latin1"));
    const end = performance.now() + silenceMs;
    for (;;) {
      const answer = readAnswer(this.#received, method, this.#socket === undefined);
      if (answer !== undefined) {
        if (answer.headers.get("connection") === "close") this.close();
        return answer;
      }
      const left = end - performance.now();
      if (this.#socket === undefined || left <= 0) break;
      await this.#wait(left);
    }
    this.close();
    return undefined;
  }

  async #wait(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#heard = resolve;
    const timer = setTimeout(resolve, milliseconds);
    await promise;
    clearTimeout(timer);
  }

  #open(): Promise<Socket> {
    const { hostname, port } = this.#url;
    const closed = (socket: Socket) => {
      if (this.#socket === socket) this.#socket = undefined;
      this.#heard();
    };
    return Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        data: (_, bytes) => {
          this.#received = Buffer.concat([this.#received, bytes]);
          this.#heard();
        },
        drain: flush,
        close: closed,
        error: closed,
      },
    }) as Promise<Socket>;
  }
}

const unsent = new WeakMap<Socket, Buffer>();

function writeAll(socket: Socket, bytes: Buffer): void {
  unsent.set(socket, bytes);
  flush(socket);
}

/** What the system did not take at once is sent when it takes more. */
function flush(socket: Socket): void {
  const bytes = unsent.get(socket);
  if (bytes === undefined || bytes.length === 0) return;
  unsent.set(socket, bytes.subarray(Math.max(0, socket.write(bytes))));
}

/** The first whole answer among the bytes, provisional ones left out. */
function readAnswer(received: Buffer, method: string, isClosed: boolean): WireAnswer | undefined {
  const head = received.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const [start = "", ...lines] = received.toString("latin1", 0, head).split("\r\n");
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(start)?.[1]);
  const rest = received.subarray(head + 4);
  if (status < 200) return readAnswer(rest, method, isClosed);
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(":");
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const body = bodyOf(rest, headers, isClosed || method === "HEAD" || hasNoBody(status));
  return body && { status, headers, body: method === "HEAD" ? Buffer.alloc(0) : body };
}

const hasNoBody = (status: number): boolean => status === 204 || status === 304;

/** `isOver`: no more will come. */
function bodyOf(rest: Buffer, headers: Headers, isOver: boolean): Buffer | undefined {
  if (headers.get("transfer-encoding") === "chunked") return isOver ? rest : joined(rest);
  const length = headers.get("content-length");
  if (length === null) return isOver ? rest : undefined;
  if (rest.length >= Number(length)) return rest.subarray(0, Number(length));
  return isOver ? rest : undefined;
}

function joined(rest: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const end = rest.indexOf("\r\n", at);
    if (end < 0) return undefined;
    const size = Number.parseInt(rest.toString("latin1", at, end), 16);
    if (size === 0) return Buffer.concat(chunks);
    if (rest.length < end + 2 + size + 2) return undefined;
    chunks.push(rest.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
