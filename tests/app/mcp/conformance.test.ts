/** The official MCP conformance scenarios that apply to a stateless server with tools only. */
import { afterAll, describe, expect, test } from "bun:test";
import { answerMcp } from "../../../app/http/mcp-calls.ts";
import { createDispatch } from "../../../app/mcp/dispatch.ts";
import { createTools } from "../../../app/mcp/tools.ts";
import { DEADLINES_MS } from "../../../app/run/terms.ts";
import { MCP_FIXTURES } from "../../support/mcp-fixtures.ts";
import { host } from "../../support/run-unit.ts";

const SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js";

const APPLICABLE = [
  "server-initialize",
  "ping",
  "tools-list",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-error",
  "json-schema-2020-12",
  "server-sse-polling",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
];

/** Why a scenario says nothing about this server. */
const NOT_APPLICABLE: Readonly<Record<string, string>> = {
  "logging-set-level": "no logging capability: a pure function has nothing to log to its caller",
  "completion-complete": "no completion capability",
  "tools-call-with-logging": "no logging capability",
  "tools-call-with-progress": "no progress: a run answers once",
  "tools-call-sampling": "no sampling: the service calls no model",
  "tools-call-elicitation": "no elicitation: a stateless answer cannot ask back",
  "elicitation-sep1034-defaults": "no elicitation",
  "elicitation-sep1330-enums": "no elicitation",
  "resources-list": "no resources",
  "resources-read-text": "no resources",
  "resources-read-binary": "no resources",
  "resources-templates-read": "no resources",
  "resources-subscribe": "no resources",
  "resources-unsubscribe": "no resources",
  "prompts-list": "no prompts",
  "prompts-get-simple": "no prompts",
  "prompts-get-with-args": "no prompts",
  "prompts-get-embedded-resource": "no prompts",
  "prompts-get-with-image": "no prompts",
};

async function conformance(args: readonly string[]): Promise<{ code: number; text: string }> {
  const child = Bun.spawn([process.execPath, "--bun", SUITE, ...args], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const texts = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, text: texts.join("\n") };
}

describe("official MCP conformance scenarios", () => {
  const dispatch = createDispatch([...createTools(host), ...MCP_FIXTURES]);
  const setting = {
    host: {
      ...host,
      deadlines: DEADLINES_MS,
      state: { isDraining: false },
      addressOf: () => "",
    },
    access: { publicHost: undefined, loopbackOnly: true },
  };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) =>
      request.method === "POST"
        ? answerMcp({ request, server: null }, dispatch, setting)
        : new Response(null, { status: 405, headers: { allow: "POST" } }),
  });
  afterAll(() => server.stop(true));

  test("every scenario is run or has a reason", async () => {
    const { text } = await conformance(["list", "--server"]);
    const names = [...text.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name);
    expect(names.toSorted()).toEqual([...APPLICABLE, ...Object.keys(NOT_APPLICABLE)].toSorted());
  });

  test.each(APPLICABLE)(
    "%s",
    async (scenario) => {
      const url = `http://127.0.0.1:${server.port}/mcp`;
      const { code, text } = await conformance(["server", "--url", url, "--scenario", scenario]);
      expect(`${code} ${code === 0 ? "" : text}`).toBe("0 ");
    },
    30_000,
  );
});
