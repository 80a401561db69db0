/** Whatever the service is sent, it answers with a code that says what was wrong, and stays in health. */
import { describe, expect, test } from "bun:test";
import { detailOf, ENTRIES, loadDetails } from "../../app/registry.ts";
import { HOSTILE_CALLS } from "../support/hostile.ts";
import { HOSTILE_TEXTS, statusOf } from "../support/hostile-parts.ts";
import { DEEP_BODIES, HOSTILE_BODIES } from "../support/hostile-bodies.ts";
import { type Build, BUILDS } from "../support/program.ts";
import { sharedServer } from "../support/server.ts";

await loadDetails();

/** The longest deadline of a call, and a second to answer in. */
const ANSWER_MS = 6000;
const TEST_MS = 240_000;
const LIGHT = { tool_id: "base64", input: { input: "hello" }, response_mode: "output" };
/** What the runner may find before the tool is asked. */
const RUNNER_CODES = ["TOOL_INPUT_INVALID", "INPUT_TOO_LARGE", "BUDGET_EXCEEDED"];
/** One in so many calls is sent over MCP and to the executable, too. */
const SAMPLED = 8;

interface Envelope {
  readonly success: boolean;
  readonly error?: { readonly code: string; readonly message: string; readonly hint: string };
  readonly [member: string]: unknown;
}

interface Answered {
  readonly status: number;
  readonly envelope: Envelope;
}

async function post(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  type = "application/json",
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": type, accept: "application/json, text/event-stream", ...headers },
    body,
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  return { status: response.status, envelope: (await response.json()) as Envelope };
}

/** Status and code, or what is wrong with the envelope around them. */
function verdict({ status, envelope: { success, error } }: Answered): string {
  if (success) return error === undefined ? `${status} ok` : "a success with an error";
  if (!error?.code || !error.message || !error.hint) return "an error that does not say enough";
  return `${status} ${error.code}`;
}

const expected = (code: string) => `${statusOf(code)} ${code}`;

/** A call of each tool for each of its text fields: its first example with the text in that field. */
function callsWith(text: string) {
  return ENTRIES.flatMap((entry) => {
    const { examples, failures, input_schema } = detailOf(entry);
    const given = examples[0]?.input;
    const example = typeof given === "string" ? { [entry.primary]: given } : (given as object);
    return Object.entries(input_schema.properties)
      .filter(([, { type, enum: words }]) => type === "string" && words === undefined)
      .map(([field]) => ({
        call: { tool_id: entry.id, input: { ...example, [field]: text } },
        field: `${entry.id} ${field}`,
        // A failure of a unit is 422, also where the service has a code of that name: UNKNOWN_TOOL.
        verdicts: [
          ...["ok", ...RUNNER_CODES].map(expected),
          ...Object.keys(failures).map((code) => `422 ${code}`),
        ],
      }));
  });
}

/** The executable is the same code: a part shows that it was built. */
const isAskedOf = (build: Build) => (_: unknown, index: number) =>
  build === "source" || index % SAMPLED === 0;

for (const build of BUILDS) {
  describe(build, async () => {
    const { base } = await sharedServer(build);
    const run = (body: object) => post(`${base}/api/run`, JSON.stringify(body));

    async function expectHealth(): Promise<void> {
      const health = await fetch(`${base}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS) });
      expect(await health.json()).toMatchObject({ live: true, ready: true });
      const { envelope } = await run(LIGHT);
      expect(envelope).toMatchObject({ success: true, result: { ok: true, output: "aGVsbG8=" } });
    }

    test(
      "every hostile call has its answer",
      async () => {
        const wrong: string[] = [];
        for (const { title, call, code } of HOSTILE_CALLS) {
          const found = verdict(await run(call));
          if (found !== expected(code)) wrong.push(`${title}: ${found}, not ${expected(code)}`);
        }
        expect(wrong).toEqual([]);
        await expectHealth();
      },
      TEST_MS,
    );

    test.each([...HOSTILE_BODIES])(
      "body: $title",
      async ({ body, type, code }) => {
        expect(verdict(await post(`${base}/api/run`, body, type))).toBe(expected(code));
        await expectHealth();
      },
      TEST_MS,
    );

    test(
      "depth does no harm in any place of a request",
      async () => {
        const broken: string[] = [];
        for (const { path, body, headers } of DEEP_BODIES) {
          const { status, envelope } = await post(base + path, body, "application/json", headers);
          if (status >= 500)
            broken.push(`${path} ${body.slice(0, 100)}: ${verdict({ status, envelope })}`);
        }
        expect(broken).toEqual([]);
        await expectHealth();
      },
      TEST_MS,
    );

    test.each(Object.entries(HOSTILE_TEXTS))(
      "%s in every text field of every tool",
      async (_, text) => {
        const wrong: string[] = [];
        for (const { call, field, verdicts } of callsWith(text).filter(isAskedOf(build))) {
          const found = verdict(await run(call));
          if (!verdicts.includes(found)) wrong.push(`${field}: ${found}`);
        }
        expect(wrong).toEqual([]);
        await expectHealth();
      },
      TEST_MS,
    );

    test(
      "the same over MCP",
      async () => {
        const objects = HOSTILE_CALLS.filter((one) => !Array.isArray(one.call.input));
        for (const { title, call } of objects.filter((_, index) => index % SAMPLED === 0)) {
          const fixed = { ...call, options: { seed: "hostile", now: "2026-01-01T00:00:00Z" } };
          const { envelope: direct } = await run(fixed);
          const params = { name: "run_tool", arguments: fixed };
          const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
          const { envelope } = await post(`${base}/mcp`, JSON.stringify(message));
          const { structuredContent } = envelope["result"] as { structuredContent: Envelope };
          // Of a tool that is not there each door says in its own words how to find one.
          const isFound = "result" in direct;
          const same = ({ error, ...body }: Envelope) => ({
            title,
            ...body,
            error: isFound ? error : (error as Envelope | undefined)?.["code"],
            processing_time_ms: 0,
          });
          expect(same(structuredContent)).toEqual(same(direct));
        }
        await expectHealth();
      },
      TEST_MS,
    );
  });
}
