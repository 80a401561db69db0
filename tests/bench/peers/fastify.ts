/** The same work by Fastify, on Node; the bench installs it, and bundles this file for it. */
import fastify from "fastify";
import { answerTo, MOST_CHARACTERS } from "./work.ts";

const body = {
  type: "object",
  required: ["tool_id", "input"],
  properties: {
    tool_id: { const: "json-formatter" },
    input: {
      type: "object",
      required: ["input"],
      properties: { input: { type: "string", maxLength: MOST_CHARACTERS } },
    },
  },
};

const app = fastify();
app.get("/", () => ({ ok: true }));
app.post("/run", { schema: { body } }, ({ body: { input } }, reply) => {
  reply.type("application/json; charset=utf-8").send(answerTo(input.input));
});
console.log(`fastify listens on ${await app.listen({ host: "127.0.0.1", port: 0 })}`);
