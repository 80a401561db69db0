/** Pictures leave as pictures: over HTTP with response mode output, and over MCP. */
import { describe, expect, test } from "bun:test";
import { BUILDS } from "../support/program.ts";
import { sharedServer } from "../support/server.ts";

const PNG = [0x89, 0x50, 0x4e, 0x47];
const SOURCE = "flowchart LR\n  A[日] --> B";

describe.each(BUILDS)("%s", async (build) => {
  const { base } = await sharedServer(build);

  const post = (path: string, body: object) =>
    fetch(base + path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify(body),
    });
  const draw = (format: string, more: object = {}) =>
    post("/api/run", { tool_id: "mermaid-renderer", input: { input: SOURCE, format }, ...more });

  test("a PNG alone is the answer", async () => {
    const response = await draw("png", { response_mode: "output" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.subarray(0, 4)]).toEqual(PNG);

    const whole = (await (await draw("png")).json()) as { result: { output: string } };
    expect(Buffer.from(bytes).toString("base64")).toBe(whole.result.output);
  });

  test("a body that is handed over unread is answered the same", async () => {
    const long = `${SOURCE}\n${"%% comment\n".repeat(4000)}`;
    const input = { input: long, format: "png" };
    const response = await post("/api/run", { tool_id: "mermaid", input, response_mode: "output" });
    expect(response.headers.get("content-type")).toBe("image/png");
  });

  test("text, the whole result and failures stay JSON", async () => {
    for (const response of await Promise.all([
      draw("svg", { response_mode: "output" }),
      draw("png", { response_mode: "compact" }),
      post("/api/run", {
        tool_id: "mermaid-renderer",
        input: { input: "nothing", format: "png" },
        response_mode: "output",
      }),
      post("/api", {
        tool: "mermaid",
        input: { input: SOURCE, format: "png" },
        response_mode: "output",
      }),
    ])) {
      expect(response.headers.get("content-type")).toStartWith("application/json");
    }
  });

  test("MCP shows a picture, and says what is missing in it", async () => {
    const params = {
      name: "run_tool",
      arguments: { tool_id: "mermaid-renderer", input: { input: SOURCE, format: "png" } },
    };
    const response = await post("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const { result } = (await response.json()) as {
      result: {
        content: { type: string; data: string; mimeType: string; text: string }[];
        structuredContent: { result: object };
      };
    };
    const [picture, type, note] = result.content;
    // Its bytes are sent once.
    expect(result.structuredContent.result).not.toHaveProperty("output");
    expect(picture).toMatchObject({ type: "image", mimeType: "image/png" });
    expect([...Buffer.from(picture?.data ?? "", "base64").subarray(0, 4)]).toEqual(PNG);
    expect(type?.text).toBe("image/png");
    expect(note?.text).toContain("GLYPH_MISSING");
  });
});
