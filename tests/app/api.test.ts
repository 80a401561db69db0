/** The HTTP interface, from source and from the compiled binary. */
import { describe, expect, test } from "bun:test";
import { Client } from "../support/client.ts";
import { BUILDS } from "../support/program.ts";
import { sharedServer } from "../support/server.ts";

for (const build of BUILDS) {
  describe(build, async () => {
    const { base } = await sharedServer(build);
    const client = await Client.connect(base);

    test("the overview names version, counts, endpoints and a preview", async () => {
      const { status, body } = await client.get("/api");
      expect(status).toBe(200);
      expect(body).toMatchObject({ success: true, status: "ok", service: "purebox" });
      expect(body["version"]).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(body["endpoints"].run).toBe("POST /api/run");
      expect(body["tools_preview"].length).toBe(Math.min(10, body["tool_count"]));
    });

    test("the list can be narrowed to a category and a kind", async () => {
      const all = await client.get("/api/tools");
      expect(all.body["count"]).toBe(all.body["tools"].length);
      const code = await client.get("/api/tools?category=code&kind=tool");
      expect(code.body["tools"].length).toBeGreaterThan(0);
      expect(
        new Set(code.body["tools"].map((tool: { category: string }) => tool.category)),
      ).toEqual(new Set(["Code"]));
      for (const { summary } of all.body["tools"]) expect(summary.length).toBeLessThanOrEqual(100);
      expect((await client.get("/api/tools?kind=x")).status).toBe(400);
    });

    test("search ranks, limits, suggests and refuses a bad limit", async () => {
      const found = await client.get("/api/tools/search?q=format%20json&limit=3");
      expect(found.body["tools"][0].id).toBe("json-formatter");
      expect(found.body["count"]).toBeLessThanOrEqual(3);
      expect(found.body["tools"][0].signature).toMatch(/^json-formatter\(input/);
      expect(found.body["next_step"].example).toBe("/api/tools/json-formatter/schema");
      const typo = await client.get("/api/tools/search?q=jsn%20formater");
      expect(typo.body["tools"][0].id).toBe("json-formatter");
      const blank = await client.get("/api/tools/search?q=%20");
      expect(blank.body["count"]).toBeGreaterThan(0);
      const none = await client.get("/api/tools/search?q=zzzzqqqq");
      expect(none.body).toMatchObject({ count: 0, tools: [] });
      expect(none.body["suggestions"].length).toBeGreaterThan(0);
      for (const words of none.body["suggestions"]) {
        const led = await client.get(`/api/tools/search?q=${encodeURIComponent(words)}`);
        expect(led.body["count"]).toBeGreaterThan(0);
        expect(led.body["nothing_fits"]).toBeUndefined();
      }
      for (const limit of ["0", "51", "x", "1.5", "-1"]) {
        const bad = await client.get(`/api/tools/search?q=json&limit=${limit}`);
        expect(bad.status).toBe(400);
        expect(bad.body["error"].code).toBe("INVALID_REQUEST");
      }
    });

    test("what no tool does is told, with what is nearest", async () => {
      const asked = async (query: string) =>
        (await client.get(`/api/tools/search?q=${encodeURIComponent(query)}`)).body;
      for (const query of ["send an email to my boss", "weather tomorrow in Oslo", "zzzzqqqq"]) {
        const body = await asked(query);
        expect(body["nothing_fits"]).toBe(true);
        expect(body["next_step"].path).toBe("/api/tools/search?q={query}");
      }
      for (const query of ["decode base64", "mortgage payment", "why did my build fail", " "]) {
        expect((await asked(query))["nothing_fits"]).toBeUndefined();
      }
      const sample = encodeURIComponent('{"a": [1, 2, 3]}');
      const found = await client.get(`/api/tools/search?q=zzzzqqqq&sample=${sample}`);
      expect(found.body["nothing_fits"]).toBeUndefined();
    });

    test("a sample of text is recognised", async () => {
      const sample = encodeURIComponent('{"a": [1, 2, 3]}');
      const found = await client.get(`/api/tools/search?sample=${sample}`);
      expect(found.body["tools"].map(({ id }: { id: string }) => id)).toContain("json-formatter");
    });

    test("the schema of a tool is that of the interface, by id and by alias", async () => {
      const { body } = await client.get("/api/tools/json-formatter/schema");
      expect(body["tool"]).toMatchObject({
        id: "json-formatter",
        slug: "json-formatter",
        category: "Code",
        deterministic_class: "pure-function",
        privacy_mode: "server-submitted",
        api_available: true,
        mcp_available: true,
        limits: { max_input_chars: 100_000 },
        aliases: ["json-format"],
      });
      expect(body["tool"].input_schema).toMatchObject({
        type: "object",
        additionalProperties: true,
        required: [],
      });
      expect(body["tool"].input_schema.properties.input.type).toBe("string");
      expect(body["run"].endpoint).toBe("POST /api/run");
      expect(body["tool"].examples.length).toBe(2);
      const alias = await client.get("/api/tools/json-format/schema");
      expect(alias.body["tool"].id).toBe("json-formatter");
      const unknown = await client.get("/api/tools/jsn-formatter/schema");
      expect(unknown.status).toBe(404);
      expect(unknown.body["error"]).toMatchObject({ code: "UNKNOWN_TOOL" });
      expect(unknown.body["error"].did_you_mean[0]).toBe("json-formatter");
      expect(unknown.body["error"].message).toContain("jsn-formatter");
    });

    test("a run answers with the whole envelope, or less of it", async () => {
      const call = { tool_id: "json-formatter", input: { input: '{"a":1}' } };
      const { body } = await client.post("/api/run", call);
      expect(body).toMatchObject({ success: true, tool_id: "json-formatter" });
      expect(Object.keys(body["result"])).toEqual([
        "ok",
        "toolId",
        "action",
        "output",
        "valid",
        "value",
        "stats",
        "errors",
        "warnings",
        "report",
        "summaryJson",
      ]);
      expect(body["result"]).toMatchObject({
        output: '{\n  "a": 1\n}',
        valid: true,
        value: { a: 1 },
      });
      const compact = await client.post("/api/run", { ...call, response_mode: "compact" });
      expect(compact.body["result"]).toEqual({
        ok: true,
        toolId: "json-formatter",
        action: "format",
        valid: true,
        output: '{\n  "a": 1\n}',
      });
      const output = await client.post("/api/run", { ...call, response_mode: "output" });
      expect(output.body["result"]).toEqual({ ok: true, output: '{\n  "a": 1\n}' });
      expect((await client.post("/api/run", { ...call, response_mode: "all" })).status).toBe(400);
    });

    test("a string fills the primary field; text becomes numbers and booleans, with a warning", async () => {
      const text = await client.post("/api/run", { tool_id: "json-formatter", input: "[1]" });
      expect(text.body["result"].output).toBe("[\n  1\n]");
      const coerced = await client.post("/api/run", {
        tool_id: "json-formatter",
        input: { input: '{"b":1,"a":2}', indent: "0", sortKeys: "true", mode: "FORMAT" },
      });
      expect(coerced.body["result"].output).toBe('{"a":2,"b":1}');
      expect(coerced.body["result"].action).toBe("format");
      const codes = coerced.body["result"].warnings.map(({ code }: { code: string }) => code);
      expect(codes).toEqual(["COERCED", "COERCED", "COERCED"]);
    });

    test("unknown fields are named with the nearest known one", async () => {
      const { body } = await client.post("/api/run", {
        tool_id: "json-formatter",
        input: { input: "1", actoin: "minify" },
      });
      expect(body["result"].warnings[0]).toMatchObject({ code: "UNKNOWN_FIELD", path: "/actoin" });
      expect(body["result"].warnings[0].message).toContain("did you mean `action`?");
    });

    test("all problems of an input are named at once, with their places", async () => {
      const { status, body } = await client.post("/api/run", {
        tool_id: "json-formatter",
        input: { indent: 99, sortKeys: "perhaps", action: "fromat" },
      });
      expect(status).toBe(422);
      expect(body).toMatchObject({
        success: false,
        ok: false,
        error: { code: "TOOL_INPUT_INVALID" },
      });
      const places = body["result"].errors.map(
        (e: Record<string, string>) => `${e["code"]} ${e["path"]}`,
      );
      expect(places.toSorted()).toEqual([
        "ENUM /action",
        "RANGE /indent",
        "REQUIRED /input",
        "TYPE /sortKeys",
      ]);
      for (const entry of body["result"].errors) expect(entry).toHaveProperty("expected");
    });

    test("a tool's own failure keeps the result, with its place", async () => {
      const { status, body } = await client.post("/api/run", {
        tool_id: "json-formatter",
        input: "[1,]",
      });
      expect(status).toBe(422);
      expect(body["error"].code).toBe("JSON_SYNTAX");
      expect(body["result"].errors[0]).toMatchObject({
        path: "/input",
        line: 1,
        column: 4,
        offset: 3,
      });
      expect(body["tokens_saved_estimate"]).toBe(0);
    });

    test("too much and too deep are refused before any parser", async () => {
      const large = await client.post("/api/run", {
        tool_id: "json-formatter",
        input: "x".repeat(100_001),
      });
      expect(large.status).toBe(422);
      expect(large.body["error"].code).toBe("INPUT_TOO_LARGE");
      const most = await client.post("/api/run", {
        tool_id: "json-formatter",
        input: JSON.stringify("x".repeat(99_998)),
        response_mode: "output",
      });
      expect(most.status).toBe(200);
      const deep = `{"tool_id":"json-formatter","input":{"input":${"[".repeat(201)}${"]".repeat(201)}}}`;
      expect((await client.post("/api/run", deep)).body["error"].code).toBe("INPUT_TOO_DEEP");
      const bottomless = `{"tool_id":"json-formatter","input":${"[".repeat(500_000)}`;
      expect((await client.post("/api/run", bottomless)).status).toBeOneOf([400, 422]);
    });

    test("keys with a meaning in JavaScript are plain data", async () => {
      const body =
        '{"tool_id":"json-formatter","input":{"input":"{\\"__proto__\\":{\\"x\\":1}}","__proto__":{"action":"minify"},"constructor":1}}';
      const answer = await client.post("/api/run", body);
      expect(answer.status).toBe(200);
      expect(answer.body["result"].output).toContain('"__proto__"');
      expect(answer.body["result"].action).toBe("format");
    });

    test("requests that are no requests say why", async () => {
      const cases: readonly (readonly [string | Uint8Array, number, RegExp])[] = [
        ["", 400, /not JSON/],
        ["{", 400, /line 1, column 2/],
        ['{"tool_id":"json-formatter",}', 400, /trailing comma/],
        ["[]", 400, /not a JSON object/],
        ["{}", 400, /tool_id is missing/],
        ['{"tool_id":7}', 400, /tool_id is missing/],
        ['{"tool_id":"json-formatter","input":[1]}', 400, /neither an object nor a string/],
        ['{"tool_id":"json-formatter","input":"1","options":[]}', 400, /options/],
        [
          '{"tool_id":"json-formatter","input":"1","options":{"now":"2026-02-30T00:00:00Z"}}',
          400,
          /options\.now/,
        ],
        [new Uint8Array([0x7b, 0x22, 0xff, 0x22]), 400, /UTF-8: byte 2/],
        ['{"tool_id":"nope"}', 404, /nope/],
      ];
      for (const [body, status, message] of cases) {
        const reply = await client.send("/api/run", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: body as string,
        });
        expect(reply.body["error"]?.message).toMatch(message);
        expect(reply.status).toBe(status);
        expect(reply.body).toMatchObject({ success: false, ok: false, tokens_saved_estimate: 0 });
        expect(reply.body["error"].hint).not.toBe("");
      }
    });

    test("null stands for options that are not set", async () => {
      const body = { tool_id: "json-formatter", input: "1", options: null };
      const { status } = await client.post("/api/run", body);
      expect(status).toBe(200);
    });

    test("content type, size, path and method have their own answers", async () => {
      const form = await client.send("/api/run", {
        method: "POST",
        body: "a=b",
        headers: { "content-type": "text/plain" },
      });
      expect(form.status).toBe(415);
      const big = await client.post(
        "/api/run",
        `{"tool_id":"json-formatter","input":"${"x".repeat(1_100_000)}"}`,
      );
      expect(big.status).toBe(413);
      expect(big.body["error"].code).toBe("BODY_TOO_LARGE");
      const lost = await client.get("/api/nothing");
      expect(lost.status).toBe(404);
      expect(lost.body["error"].code).toBe("NOT_FOUND");
      const put = await client.send("/api/run", { method: "PUT" });
      expect(put.status).toBe(405);
      expect(put.headers.get("allow")).toContain("POST");
      const options = await client.send("/api/run", { method: "OPTIONS" });
      expect(options.status).toBe(204);
      expect(options.headers.get("access-control-allow-origin")).toBe("*");
      const head = await client.send("/api/tools", { method: "HEAD" });
      expect(head.status).toBe(200);
    });

    test("catalogue and documents carry an ETag", async () => {
      for (const path of [
        "/api/tools",
        "/api/tools/json-formatter/schema",
        "/openapi.json",
        "/.well-known/ai-agents.json",
      ]) {
        const first = await client.get(path);
        const etag = first.headers.get("etag") ?? "";
        expect(etag).not.toBe("");
        expect((await client.get(path, { "if-none-match": etag })).status).toBe(304);
      }
    });

    test("the discovery documents speak of this service", async () => {
      const ops = await client.get("/.well-known/context-ops.json");
      expect(ops.body["workflows"].length).toBe(5);
      const install = await client.get("/.well-known/agent-install.json");
      expect(install.body["server"].url).toBe(`${base}/mcp`);
      expect(install.body["profiles"].length).toBe(5);
      const agents = await client.get("/.well-known/ai-agents.json");
      const overview = await client.get("/api");
      expect(agents.body["tools"].length).toBe(overview.body["tool_count"]);
      expect((await client.get("/healthz")).body["status"]).toBe("ok");
    });

    test("the reading page needs nothing from elsewhere", async () => {
      const page = await fetch(`${base}/docs`);
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(page.headers.get("x-content-type-options")).toBe("nosniff");
      const html = await page.text();
      expect(page.headers.get("content-type")).toContain("text/html");
      expect(html).not.toMatch(/https?:\/\//);
      for (const [, path] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
        expect((await fetch(base + path)).status).toBe(200);
      }
    });
  });
}
