/** An Elysia application that answers, and no more. */
import { Elysia } from "elysia";

const app = new Elysia().get("/", () => ({ ok: true })).listen({ hostname: "127.0.0.1", port: 0 });
console.log(`empty listens on http://127.0.0.1:${app.server?.port}`);
