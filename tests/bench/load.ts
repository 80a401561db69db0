/**
 * The same call again and again, over HTTP on connections that are kept or through a process's standard input. Each
 * answer has to hold what was asked for.
 */
import { cpuMicrosOf } from "../support/measured.ts";

export interface Load {
  readonly callsPerSecond: number;
  /** Processor time of the server for one call, in microseconds. */
  readonly cpuMicros: number;
}

/** Connections over HTTP; calls not yet answered through standard input. */
export const AT_ONCE = 32;
/** Starts the calls. */
type Calls = (caller: Caller) => Promise<Stream>;

interface Caller {
  /** An answer came; says whether another call shall follow. */
  readonly answered: () => boolean;
  readonly failed: (error: unknown) => void;
}

interface Stream {
  /** After the last answer. */
  end(): void | Promise<void>;
}

export async function load(pid: number, calls: Calls, seconds: number): Promise<Load> {
  let done = 0;
  let running = true;
  const broken = Promise.withResolvers<never>();
  const stream = await calls({ answered: () => (done++, running), failed: broken.reject });
  const [before, from, started] = [done, await cpuMicrosOf(pid), performance.now()];
  await Promise.race([Bun.sleep(seconds * 1000), broken.promise]);
  const count = done - before;
  const elapsed = (performance.now() - started) / 1000;
  const cpu = (await cpuMicrosOf(pid)) - from;
  running = false;
  await stream.end();
  return { callsPerSecond: count / elapsed, cpuMicros: cpu / count };
}

/** A request over HTTP; `holds` is what every answer contains. */
export interface HttpCall {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly holds: string;
}

export const overHttp =
  (call: HttpCall): Calls =>
  async (caller) => {
    const request = requestOf(call);
    const holds = Buffer.from(call.holds);
    const sockets = await Promise.all(
      Array.from({ length: AT_ONCE }, () => connect(call.url, request, holds, caller)),
    );
    return {
      end() {
        for (const socket of sockets) socket.end();
      },
    };
  };

function requestOf({ url, headers, body }: HttpCall): Buffer {
  const lines = [
    `POST ${url.pathname} HTTP/1.1`,
    `host: ${url.host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ];
  return Buffer.from(lines.join("\r\n"));
}

async function connect(url: URL, request: Buffer, holds: Buffer, caller: Caller) {
  let received: Buffer = Buffer.alloc(0);
  const socket = await Bun.connect({
    hostname: url.hostname,
    port: Number(url.port),
    socket: {
      data(connection, chunk) {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        try {
          const end = answerEnd(received);
          if (end < 0) return;
          const answer = received.subarray(0, end);
          if (!answer.includes(holds)) throw notHeld(answer);
          received = received.subarray(end);
          if (caller.answered()) connection.write(request);
        } catch (error) {
          caller.failed(error);
        }
      },
    },
  });
  socket.write(request);
  return socket;
}

const HEAD_END = "\r\n\r\n";

/** The length of the first whole answer, or -1 while it is not there yet. */
function answerEnd(received: Buffer): number {
  const head = received.indexOf(HEAD_END);
  if (head < 0) return -1;
  const header = received.toString("latin1", 0, head);
  if (!header.startsWith("HTTP/1.1 200")) throw new Error(`Not an answer: ${beginning(received)}`);
  const body = head + HEAD_END.length;
  const length = /content-length: (\d+)/i.exec(header)?.[1];
  if (length === undefined) return chunksEnd(received, body);
  const end = body + Number(length);
  return received.length >= end ? end : -1;
}

/** Of a body whose length is not known beforehand: pieces, each after its length, and an empty one. */
function chunksEnd(received: Buffer, from: number): number {
  for (let at = from; ;) {
    const line = received.indexOf("\r\n", at);
    if (line < 0) return -1;
    const length = Number.parseInt(received.toString("latin1", at, line), 16);
    at = line + 2 + length + 2;
    if (received.length < at) return -1;
    if (length === 0) return at;
  }
}

const notHeld = (answer: Buffer): Error =>
  new Error(`Not what was asked for: ${beginning(answer)}`);

const beginning = (answer: Buffer): string => answer.toString("utf8", 0, 400);

/** A process that takes a message and gives an answer as a line each. */
export interface Piped {
  readonly stdin: Bun.FileSink;
  /** Is called with each line of the output. */
  heard: (line: Buffer) => void;
}

export const overStdio =
  (piped: Piped, message: string, holds: string): Calls =>
  async ({ answered, failed }) => {
    const line = `${message}\n`;
    const held = Buffer.from(holds);
    const ended = Promise.withResolvers<void>();
    let open = AT_ONCE;
    piped.heard = (answer) => {
      if (!answer.includes(held)) failed(notHeld(answer));
      else if (answered()) {
        piped.stdin.write(line);
        void piped.stdin.flush();
      } else if (--open === 0) ended.resolve();
    };
    piped.stdin.write(line.repeat(AT_ONCE));
    void piped.stdin.flush();
    return { end: () => ended.promise };
  };

/** Hands each whole line on, as bytes. */
export async function readLines(
  output: ReadableStream<Uint8Array>,
  told: (line: Buffer) => void,
): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of output) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      told(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
    }
  }
}
