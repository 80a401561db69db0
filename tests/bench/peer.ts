/** The measure of all figures: an Elysia application that does nothing but answer and validate. */
import { Elysia, t } from "elysia";

const body = t.Object({ tool_id: t.String(), input: t.Object({ input: t.String() }) });

const app = new Elysia()
  .get("/", () => ({ ok: true }))
  .post("/run", ({ body: received }) => received, { body })
  .listen({ hostname: "127.0.0.1", port: 0 });
console.log(`peer listens on http://127.0.0.1:${app.server?.port}`);
