/** Runs of other forms: legacy calls, batches, pipelines, receipts, and runs with a given clock and seed. */
import { describe, expect, test } from "bun:test";
import { Client } from "../support/client.ts";
import { BUILDS } from "../support/program.ts";
import { sharedServer } from "../support/server.ts";

for (const build of BUILDS) {
  describe(build, async () => {
    const { base } = await sharedServer(build);
    const client = await Client.connect(base);

    test("the legacy call takes short names and answers with `tool`", async () => {
      for (const [tool, id] of [
        ["json-formatter", "json-formatter"],
        ["json-format", "json-formatter"],
        ["hash", "hash-generator"],
        ["json", "json-formatter"],
      ]) {
        const { status, body } = await client.post("/api", { tool, input: "[1]" });
        expect(status).toBe(200);
        expect(body).toMatchObject({ tool: id, tool_id: id });
      }
      // agent-context-handoff or agent-contract-check: what names two tools names none.
      expect((await client.post("/api", { tool: "agent", input: "1" })).status).toBe(404);
      expect((await client.post("/api", { input: "1" })).status).toBe(400);
      expect((await client.post("/api", { tool: "nope" })).status).toBe(404);
    });

    test("a batch answers in order, each item for itself", async () => {
      const { body } = await client.post("/api/batch", {
        requests: [
          { id: "a", tool_id: "json-formatter", input: "[1]" },
          { id: "b", tool_id: "json-formatter", input: "[1" },
          { id: "c", tool_id: "nope" },
        ],
        response_mode: "output",
      });
      expect(
        body["results"].map(({ id, success }: { id: string; success: boolean }) => [id, success]),
      ).toEqual([
        ["a", true],
        ["b", false],
        ["c", false],
      ]);
      expect(body["results"][0].result.output).toBe("[\n  1\n]");
      expect(body["results"][1].error.code).toBe("JSON_SYNTAX");
      expect(body["results"][2].error.code).toBe("UNKNOWN_TOOL");
      expect(body["summary"]).toEqual({ total: 3, succeeded: 1, failed: 2 });
      const item = { tool_id: "json-formatter", input: "1" };
      for (const [requests, status] of [
        [[], 422],
        [["a", "b", "c", "d", "e", "f"].map((id) => ({ id, ...item })), 422],
        [
          [
            { id: "a", ...item },
            { id: "a", ...item },
          ],
          400,
        ],
        [[{ id: "", ...item }], 400],
        [[{ id: "a" }], 400],
        ["x", 400],
      ] as const) {
        expect((await client.post("/api/batch", { requests })).status).toBe(status);
      }
    });

    test("a pipeline binds its input and earlier steps", async () => {
      const { status, body } = await client.post("/api/pipeline", {
        input: '{"b":[1,2],"a":"$PREV"}',
        steps: [
          { tool_id: "json-formatter", input: { input: "$INPUT", action: "sort" } },
          { tool_id: "json-formatter", input: { input: "$PREV", action: "minify" } },
          { tool_id: "json-formatter", input: { input: "$STEP[0].value.b" } },
          {
            tool_id: "json-formatter",
            input: { input: ["$$INPUT", "$STEP[1].stats.keys"], indent: 0 },
          },
        ],
      });
      expect(status).toBe(200);
      expect(body["steps"][1].result.output).toBe('{"a":"$PREV","b":[1,2]}');
      expect(body["steps"][2].result.output).toBe("[\n  1,\n  2\n]");
      expect(body["output"]).toBe('["$INPUT",2]');
    });

    test("a pipeline is checked before it runs, and stops where a step fails", async () => {
      const step = { tool_id: "json-formatter" };
      const cases: readonly (readonly [object, number, string])[] = [
        [{ steps: [] }, 422, "PIPELINE_LIMIT_EXCEEDED"],
        [{ steps: [step, step, step, step, step, step] }, 422, "PIPELINE_LIMIT_EXCEEDED"],
        [{ steps: [{ ...step, input: { input: "$PREV" } }] }, 422, "PIPELINE_BINDING_INVALID"],
        [
          { input: "1", steps: [step, { ...step, input: { input: "$STEP[1]" } }] },
          422,
          "PIPELINE_BINDING_INVALID",
        ],
        [
          { input: "1", steps: [step, { ...step, input: { input: "$STEP[x]" } }] },
          422,
          "PIPELINE_BINDING_INVALID",
        ],
        [
          { input: "1", steps: [step, { ...step, input: { input: "$PREV.nope" } }] },
          422,
          "PIPELINE_BINDING_INVALID",
        ],
        [
          { input: "1", steps: [step, { ...step, input: { input: "$PREV.value.a" } }] },
          422,
          "PIPELINE_BINDING_INVALID",
        ],
        [{ input: "1", steps: [{ tool_id: "nope" }] }, 404, "UNKNOWN_TOOL"],
        [
          { input: "1", steps: [step, { tool_id: "file-handoff-kit" }] },
          422,
          "PIPELINE_STEP_NOT_ALLOWED",
        ],
        [{ input: "[1", steps: [step, step] }, 422, "PIPELINE_STEP_FAILED"],
        [{ steps: "x" }, 400, "INVALID_REQUEST"],
      ];
      for (const [request, status, code] of cases) {
        const reply = await client.post("/api/pipeline", request);
        expect([reply.status, reply.body["error"].code]).toEqual([status, code]);
      }
      const failed = await client.post("/api/pipeline", {
        input: "[1]",
        steps: [step, { ...step, input: "[1" }, step],
      });
      expect(failed.body["failed_step"]).toBe(1);
      expect(failed.body["steps"].length).toBe(2);
    });

    test("a receipt can be verified, and a changed input is noticed", async () => {
      const input = { count: 3 };
      const { body } = await client.post("/api/run", {
        tool_id: "uuid-generator",
        input,
        options: { receipt: true },
      });
      const { receipt } = body["result"];
      expect(receipt).toMatchObject({ tool_id: "uuid-generator" });
      const same = await client.post("/api/verify", { receipt, input });
      expect(same.body).toMatchObject({
        verified: true,
        checks: { input_sha256: true, output_sha256: true },
      });
      const other = await client.post("/api/verify", { receipt, input: { count: 4 } });
      expect(other.body).toMatchObject({
        verified: false,
        checks: { input_sha256: false, output_sha256: false },
      });
      expect((await client.post("/api/verify", { receipt: {}, input })).status).toBe(400);
    });

    test("now and seed fix the clock and the entropy", async () => {
      const call = {
        tool_id: "uuid-generator",
        input: { version: "7" },
        options: { now: "2026-01-01T00:00:00Z", seed: "s" },
      };
      const first = await client.post("/api/run", call);
      const second = await client.post("/api/run", call);
      expect(second.body["result"]).toEqual(first.body["result"]);
      const unseeded = { tool_id: "uuid-generator" };
      const third = await client.post("/api/run", unseeded);
      const fourth = await client.post("/api/run", unseeded);
      expect(third.body["result"].output).not.toBe(fourth.body["result"].output);
    });
  });
}
