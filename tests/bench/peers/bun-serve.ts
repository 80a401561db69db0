/** The same work with nothing around it: Bun.serve, which checks by hand. */
import { answerTo, MOST_CHARACTERS } from "./work.ts";

const headers = { "content-type": "application/json; charset=utf-8" };

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  routes: {
    "/": new Response('{"ok":true}', { headers }),
    "/run": {
      async POST(request) {
        const { tool_id: id, input } = (await request.json()) as Record<string, unknown>;
        const text = (input as { input?: unknown } | null)?.input;
        if (id !== "json-formatter" || typeof text !== "string" || text.length > MOST_CHARACTERS) {
          return new Response('{"error":"invalid"}', { status: 422, headers });
        }
        return new Response(answerTo(text), { headers });
      },
    },
  },
});
console.log(`bun-serve listens on ${server.url.href}`);
