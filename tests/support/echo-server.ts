/** A server on this machine that keeps what it was sent. */

export interface Sent {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

export interface EchoServer extends AsyncDisposable {
  readonly port: number;
  /** What came since the last call, in order. */
  takeSent(): Sent[];
}

/** `port` 0 is any that is free. */
export function startEchoServer(port = 0): EchoServer {
  let sent: Sent[] = [];
  const server = Bun.serve({
    port,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      const body = await request.bytes();
      sent.push({ method, target: pathname + search, headers: new Headers(headers), body });
      return new Response("ok");
    },
  });
  return {
    port: server.port as number,
    takeSent() {
      const taken = sent;
      sent = [];
      return taken;
    },
    async [Symbol.asyncDispose]() {
      await server.stop(true);
    },
  };
}
