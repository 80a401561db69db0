/** A server on this machine that keeps each request as it came, before any parser tidies its path or headers. */
import type { Socket } from "bun";

export interface RawRequest {
  readonly method: string;
  readonly target: string;
  /** In the order they came. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** One character for each byte. */
  readonly body: string;
}

export interface RawServer extends Disposable {
  readonly port: number;
  /** What came since the last call, in order. */
  takeSent(): RawRequest[];
}

interface Connection {
  received: string;
  isContinued: boolean;
}

export function startRawServer(): RawServer {
  let sent: RawRequest[] = [];
  const server = Bun.listen<Connection>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open(socket) {
        socket.data = { received: "", isContinued: false };
      },
      data(socket, bytes) {
        socket.data.received += bytes.toString("latin1");
        const request = readRequest(socket);
        if (!request) return;
        sent.push(request);
        socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
      },
    },
  });
  return {
    port: server.port,
    takeSent() {
      const taken = sent;
      sent = [];
      return taken;
    },
    [Symbol.dispose]() {
      server.stop(true);
    },
  };
}

/** The request, once all of it is there. */
function readRequest(socket: Socket<Connection>): RawRequest | undefined {
  const { received } = socket.data;
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [start = "", ...lines] = received.slice(0, end).split("\r\n");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const valueOf = (name: string) => headers.find(([key]) => key.toLowerCase() === name)?.[1];
  if (valueOf("expect") !== undefined && !socket.data.isContinued) {
    socket.data.isContinued = true;
    socket.write("HTTP/1.1 100 Continue\r\n\r\n");
  }
  const content = received.slice(end + 4);
  const isChunked = valueOf("transfer-encoding") === "chunked";
  const length = Number(valueOf("content-length") ?? 0);
  if (isChunked ? !content.endsWith("0\r\n\r\n") : content.length < length) return undefined;
  const [method = "", target = ""] = start.split(" ");
  const body = isChunked ? joinChunks(content) : content.slice(0, length);
  return { method, target, headers, body };
}

function joinChunks(content: string): string {
  let body = "";
  for (let at = 0; ;) {
    const end = content.indexOf("\r\n", at);
    const size = Number.parseInt(content.slice(at, end), 16);
    if (!(size > 0)) return body;
    body += content.slice(end + 2, end + 2 + size);
    at = end + 2 + size + 2;
  }
}
