/** A small HTTP load: keep-alive connections that each send the same request again and again. */

export interface Load {
  readonly requestsPerSecond: number;
  /** Processor time of the server for one request, in microseconds. */
  readonly cpuMicros: number;
  readonly requests: number;
}

const CONNECTIONS = 32;
/** Linux counts processor time in hundredths of a second. */
const TICK_MICROS = 10_000;

/** Who the load comes from and where it goes. */
export interface Target {
  readonly url: URL;
  /** Of the server. */
  readonly pid: number;
  readonly token?: string | undefined;
}

export async function load(target: Target, body: string, seconds: number): Promise<Load> {
  const { url, pid, token } = target;
  const request = [
    `POST ${url.pathname} HTTP/1.1`,
    `host: ${url.host}`,
    "content-type: application/json",
    "accept: application/json, text/event-stream",
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    `content-length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n");
  const bytes = Buffer.from(request);
  let done = 0;
  let running = true;
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => openConnection(url, bytes, () => (done++, running))),
  );
  const cpuBefore = await cpuTicks(pid);
  const started = performance.now();
  const doneBefore = done;
  await Bun.sleep(seconds * 1000);
  const requests = done - doneBefore;
  const elapsed = (performance.now() - started) / 1000;
  const cpu = (await cpuTicks(pid)) - cpuBefore;
  running = false;
  for (const socket of sockets) socket.end();
  return {
    requestsPerSecond: requests / elapsed,
    cpuMicros: (cpu * TICK_MICROS) / requests,
    requests,
  };
}

/** Sends the request, and again after each whole answer while `next` says so. */
async function openConnection(url: URL, request: Buffer, next: () => boolean) {
  let received: Buffer = Buffer.alloc(0);
  const socket = await Bun.connect({
    hostname: url.hostname,
    port: Number(url.port),
    socket: {
      data(connection, chunk) {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        const end = answerEnd(received);
        if (end < 0) return;
        received = received.subarray(end);
        if (next()) connection.write(request);
      },
    },
  });
  socket.write(request);
  return socket;
}

/** The length of the first whole answer, or -1 while it is not there yet. */
function answerEnd(received: Buffer): number {
  const head = received.indexOf("\r\n\r\n");
  if (head < 0) return -1;
  const header = received.toString("latin1", 0, head);
  if (!header.startsWith("HTTP/1.1 200")) throw new Error(`Not an answer: ${header}`);
  const length = Number(/content-length: (\d+)/i.exec(header)?.[1]);
  return received.length >= head + 4 + length ? head + 4 + length : -1;
}

/** User and system time of a process, in hundredths of a second. */
async function cpuTicks(pid: number): Promise<number> {
  const stat = await Bun.file(`/proc/${pid}/stat`).text();
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(fields[11]) + Number(fields[12]);
}
