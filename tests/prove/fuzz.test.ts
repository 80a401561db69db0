/** The judges of `bun run fuzz` see what is wrong: each fault is planted once. */
import { describe, expect, test } from "bun:test";
import { brotliCompressSync } from "node:zlib";
import Ajv2020 from "ajv/dist/2020";
import { openapi } from "../../app/discovery/openapi.ts";
import { loadDetails } from "../../app/registry.ts";
import { Judge } from "./fuzz/endpoints.ts";
import type { Document } from "./fuzz/material.ts";
import { shrunk } from "./fuzz/shrink.ts";
import { Subject } from "./fuzz/units.ts";
import { written, type WireRequest } from "./fuzz/wire.ts";

await loadDetails();

describe("an answer of a unit", () => {
  const output_schema = { type: "object", properties: { value: { type: "number" } } };
  const tool = { failures: { OWN: "" }, warnings: { MIND: "" }, output_schema };
  const subject = new Subject("a", tool, new Ajv2020({ strict: false }));
  const entry = { code: "OWN", message: "Cannot do it", path: "/a~1b", line: 1, column: 2 };
  const answer = { success: true, processing_time_ms: 1, result: { ok: true, value: 1 } };
  const kinds = (part: object) =>
    subject
      .problems({ ...answer, ...part } as never, { input: { text: "NaN" } }, "full")
      .map(([kind]) => kind);
  const failed = (error: object) => ({ success: false, error: { ...entry, ...error } });
  const warned = (warning: object) => ({
    result: { ok: true, warnings: [{ ...entry, code: "MIND", ...warning }] },
  });

  test("as it should be has nothing wrong", () => {
    expect(kinds({})).toEqual([]);
    expect(kinds(failed({}))).toEqual([]);
    expect(kinds(failed({ code: "RANGE" }))).toEqual([]);
    expect(kinds(warned({ message: "Cannot use it: found NaN" }))).toEqual([]);
  });

  test.each([
    ["an undeclared code", failed({ code: "TOOL_RUNTIME_ERROR" }), "error TOOL_RUNTIME_ERROR"],
    ["an undeclared warning", warned({ code: "OWN" }), "warning OWN"],
    ["a value off its schema", { result: { ok: true, value: "1" } }, "off its schema at /value"],
    ["no result", { result: undefined }, "a success without a result"],
    ["a success that failed", { success: false }, "success and error do not agree"],
    ["too long", { processing_time_ms: 60_000 }, "slower than the deadline of a run"],
    ["an empty message", warned({ message: " " }), "MIND without a message"],
    ["a value of no input", warned({ message: "found undefined" }), "MIND names what nobody gave"],
    ["no pointer", warned({ path: "a" }), "MIND at what is no pointer"],
    ["no line", warned({ line: 0 }), "MIND at no place"],
  ])("%s is found", (_, part, kind) => {
    expect(kinds(part).join()).toStartWith(kind);
  });
});

describe("an answer to a request", () => {
  const judge = new Judge(openapi() as Document);
  const failure = {
    success: false,
    ok: false,
    error: { code: "NOT_FOUND", message: "Nothing is there", hint: "Look" },
    tokens_saved_estimate: 0,
    processing_time_ms: 0,
  };
  const rpc = { jsonrpc: "2.0", id: 1, result: {} };
  const ask = (method: string, target: string, body = ""): WireRequest => ({
    method,
    target,
    headers: [],
    body,
  });
  const problems = (request: WireRequest, status: number, body?: object, more: object = {}) =>
    judge.problems(request, {
      status,
      headers: new Headers({ "content-type": "application/json", ...more }),
      body: Buffer.from(body === undefined ? "" : JSON.stringify(body)),
    });

  test("as it should be has nothing wrong", () => {
    expect(problems(ask("GET", "/nope"), 404, failure)).toEqual([]);
    expect(
      problems(ask("GET", "/llms.txt"), 200, undefined, { "content-type": "text/plain" }),
    ).toEqual([]);
    expect(problems(ask("OPTIONS", "/api/run"), 204)).toEqual([]);
    expect(problems(ask("POST", "/mcp", '{"id":1}'), 200, rpc)).toEqual([]);
  });

  test.each([
    ["a fault", ask("GET", "/api"), 500, failure, "status 500"],
    ["an undeclared status", ask("GET", "/api"), 418, failure, "status 418 is not declared"],
    ["a body off its schema", ask("GET", "/api"), 200, {}, " must have required property"],
    ["no envelope", ask("GET", "/nope"), 404, {}, "an error without the envelope"],
    ["a path that is none", ask("GET", "/nope"), 200, {}, "a path that nothing is at gives 200"],
    ["a method that is none", ask("PUT", "/api"), 200, {}, "an undeclared method gives 200"],
    ["another id", ask("POST", "/mcp", '{"id":2}'), 200, rpc, "id 1 is not that of the request"],
    ["no message", ask("POST", "/mcp", "{}"), 200, {}, "no JSON-RPC message"],
  ])("%s is found", (_, request, status, body, problem) => {
    expect(problems(request, status, body).join()).toStartWith(problem);
  });

  test("an encoding that is broken, or was not asked for, is found", () => {
    const body = Buffer.from(brotliCompressSync(JSON.stringify(failure)));
    const headers = new Headers({ "content-type": "application/json", "content-encoding": "br" });
    const asked = { ...ask("GET", "/nope"), headers: [["Accept-Encoding", "gzip, br"]] } as const;
    expect(judge.problems(asked, { status: 404, headers, body })).toEqual([]);
    expect(judge.problems(ask("GET", "/nope"), { status: 404, headers, body })).toEqual([
      "an encoding that was not asked for",
    ]);
    const broken = { status: 404, headers, body: body.subarray(1) };
    expect(judge.problems(asked, broken)).toEqual(["the body is not encoded as it is said to be"]);
  });

  test("none at all is found", () => {
    expect(judge.problems(ask("GET", "/api"), undefined)).toEqual(["no answer"]);
  });
});

test("what shows a finding becomes as small as it can", async () => {
  const input = { a: ["x".repeat(100), { b: "one NaN two", c: 1 }], d: null };
  const shows = async (value: unknown) => JSON.stringify(value).includes("NaN");
  expect(JSON.stringify(await shrunk(input, shows)).length).toBeLessThan(30);
});

test("a request is written as it is meant", () => {
  const request = { method: "POST", target: "/a", headers: [["A", "b"]], body: "12345" } as const;
  expect(written(request)).toBe(
    "POST /a HTTP/1.1\r\nHost: localhost:8787\r\nA: b\r\nContent-Length: 5\r\n\r\n12345",
  );
  expect(written({ ...request, chunked: 4 })).toEndWith(
    "Transfer-Encoding: chunked\r\n\r\n4\r\n1234\r\n1\r\n5\r\n0\r\n\r\n",
  );
});
