/** The honest floor of POST /api/run: an Elysia handler written by hand for this one tool. */
import { Elysia, t } from "elysia";
import { answerTo, MOST_CHARACTERS } from "./work.ts";

const body = t.Object({
  tool_id: t.Literal("json-formatter"),
  input: t.Object({ input: t.String({ maxLength: MOST_CHARACTERS }) }),
});

const headers = { "content-type": "application/json; charset=utf-8" };

const app = new Elysia()
  .get("/", () => ({ ok: true }))
  .post("/run", ({ body: { input } }) => new Response(answerTo(input.input), { headers }), { body })
  .listen({ hostname: "127.0.0.1", port: 0 });
console.log(`handler listens on http://127.0.0.1:${app.server?.port}`);
