/**
 * Valid, invalid and hostile calls over HTTP and MCP at once. Each is answered once; what is valid or invalid is
 * answered with the same bytes as the first time; memory and the time of light calls stay what they were.
 */
import { detailOf, ENTRIES, loadDetails } from "../../app/registry.ts";
import { quantile } from "../support/measured.ts";
import type { Table } from "../support/proof.ts";
import { type Bounds, type Memory, memoryOf, type Service, until } from "./soak-service.ts";

export interface Post {
  readonly path: string;
  readonly body: string;
}

type Door = "HTTP" | "MCP";

/** A call of which the answer is known, but for how long it took. */
interface KnownCall {
  readonly kind: "valid" | "invalid";
  readonly call: object;
  readonly expected: Readonly<Record<Door, string>>;
}

interface Tally {
  sent: number;
  answered: number;
  /** Other bytes than the first time, or a status that is not foreseen. */
  other: number;
}

/** Clients of each kind, at once. */
const CLIENTS = { HTTP: 3, MCP: 3, hostile: 1, light: 2 } as const;
const LIGHT_PAUSE_MS = 20;
const SAMPLE_MS = 500;
/** The time of light calls is looked at minute by minute, and in more parts of a short soak. */
const LONGEST_PART_SECONDS = 60;
const LEAST_PARTS = 9;
const LONGEST_WARM_UP_SECONDS = 180;
const FORESEEN = new Set([200, 400, 404, 413, 415, 422, 429, 503]);
const FIXED = { now: "2026-11-20T12:00:00Z", seed: "soak" };
const MOST_SHOWN = 5;

const LIGHT = { tool_id: "base64", input: { input: "hello" }, options: FIXED };

/** Every example of every tool, with the clock and the seed fixed, and after some of them a call that nobody can do. */
async function callsOf(): Promise<Omit<KnownCall, "expected">[]> {
  await loadDetails();
  return ENTRIES.flatMap((entry, index) => {
    const { examples } = detailOf(entry);
    const fields = (input: unknown) =>
      typeof input === "string" ? { [entry.primary]: input } : (input as object);
    const valid = examples.map(({ input, options }) => {
      const call = { tool_id: entry.id, input: fields(input), options: { ...FIXED, ...options } };
      return { kind: "valid" as const, call };
    });
    return [...valid, { kind: "invalid" as const, call: invalidCall(entry.id, index) }];
  });
}

function invalidCall(id: string, index: number): object {
  const options = FIXED;
  const calls = [
    { tool_id: id, input: {}, options },
    { tool_id: id, input: { no: "such", field: [null] }, options },
    { tool_id: `${id}-none`, input: {}, options },
    { tool_id: id, input: {}, options: { ...FIXED, now: "yesterday" } },
    { tool_id: id, input: {}, options, response_mode: "loud" },
  ];
  return calls[index % calls.length] as object;
}

/** How long it took is no part of an answer. */
const timeless = (text: string): string =>
  text.replaceAll(/"processing_time_ms":\d+/g, '"processing_time_ms":0');

const AROUND = 200;

/** Where the texts part, and a little of each. */
function difference(expected: string, text: string): string {
  let at = 0;
  while (at < text.length && expected[at] === text[at]) at++;
  const part = (whole: string) => whole.slice(Math.max(0, at - AROUND), at + AROUND);
  return `${part(text)}\n  instead of\n  ${part(expected)}`;
}

let lastId = 0;

async function post(url: string, body: string): Promise<{ status: number; text: string }> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body });
  return { status: answer.status, text: await answer.text() };
}

/** The bytes of the answer; over MCP those of the message without its id, which has to be that of the request. */
async function answerTo(base: string, door: Door, call: object): Promise<string> {
  if (door === "HTTP") {
    const { text } = await post(`${base}/api/run`, JSON.stringify(call));
    return timeless(text);
  }
  const id = ++lastId;
  const params = { name: "run_tool", arguments: call };
  const message = { jsonrpc: "2.0", id, method: "tools/call", params };
  const { text } = await post(`${base}/mcp`, JSON.stringify(message));
  const own = `"id":${id},`;
  if (!text.includes(own)) throw new Error(`the answer to ${own} is ${text.slice(0, 200)}`);
  return timeless(text).replace(own, "");
}

/** Which a busy machine may make wait too long. */
const MOST_FIRST_TRIES = 5;

async function firstAnswer(base: string, door: Door, call: object): Promise<string> {
  for (let left = MOST_FIRST_TRIES; left > 0; left--) {
    const text = await answerTo(base, door, call);
    if (!/"code":"(?:DEADLINE_EXCEEDED|SERVICE_OVERLOADED)"/.test(text)) return text;
  }
  throw new Error(`no answer in time to ${JSON.stringify(call).slice(0, 300)}`);
}

export class MixedSoak {
  readonly #service: Service;
  readonly #hostile: readonly Post[];
  readonly #tallies = new Map<string, Tally>();
  readonly #memory: { readonly at: number; readonly memory: Memory }[] = [];
  readonly #light: { readonly at: number; readonly milliseconds: number }[] = [];
  #calls: readonly KnownCall[] = [];
  #seconds = 0;
  #shown = 0;

  constructor(service: Service, hostile: readonly Post[]) {
    this.#service = service;
    this.#hostile = hostile;
  }

  /** The first run of every call says what all others have to be. */
  async learn(): Promise<void> {
    const { base } = this.#service;
    const calls: KnownCall[] = [];
    for (const { kind, call } of await callsOf()) {
      const [overHttp, overMcp] = [
        await firstAnswer(base, "HTTP", call),
        await firstAnswer(base, "MCP", call),
      ];
      calls.push({ kind, call, expected: { HTTP: overHttp, MCP: overMcp } });
    }
    this.#calls = calls;
  }

  /** What is loaded, compiled and remembered on the way to the usual is no growth: a part of the time is not looked at. */
  async run(seconds: number): Promise<void> {
    const warmingUp = Math.min(LONGEST_WARM_UP_SECONDS, seconds / 2);
    await this.#callAll(warmingUp);
    this.#memory.length = 0;
    this.#light.length = 0;
    await this.#callAll(seconds - warmingUp);
  }

  async #callAll(seconds: number): Promise<void> {
    this.#seconds = seconds;
    const goesOn = until(seconds);
    const began = performance.now();
    const at = () => (performance.now() - began) / 1000;
    const many = (count: number, client: (index: number) => Promise<void>) =>
      Array.from({ length: count }, (_, index) => client(index));
    await Promise.all([
      ...many(CLIENTS.HTTP, (index) => this.#callKnown("HTTP", index / CLIENTS.HTTP, goesOn)),
      ...many(CLIENTS.MCP, (index) => this.#callKnown("MCP", index / CLIENTS.MCP, goesOn)),
      ...many(CLIENTS.hostile, () => this.#callHostile(goesOn)),
      ...many(CLIENTS.light, () => this.#callLight(goesOn, at)),
      this.#sample(goesOn, at),
    ]);
  }

  /** All calls again and again, each client from another place on. */
  async #callKnown(door: Door, from: number, goesOn: () => boolean): Promise<void> {
    const calls = this.#calls;
    for (let at = Math.floor(from * calls.length); goesOn(); at++) {
      const { kind, call, expected } = calls[at % calls.length] as KnownCall;
      await this.#counted(`${kind} calls over ${door}`, call, async () => {
        const text = await answerTo(this.#service.base, door, call);
        return text === expected[door] ? undefined : difference(expected[door], text);
      });
    }
  }

  async #callHostile(goesOn: () => boolean): Promise<void> {
    for (let at = 0; goesOn(); at++) {
      const { path, body } = this.#hostile[at % this.#hostile.length] as Post;
      await this.#counted("hostile calls over HTTP", body.slice(0, 100), async () => {
        const { status, text } = await post(this.#service.base + path, body);
        return FORESEEN.has(status) ? undefined : text;
      });
    }
  }

  async #callLight(goesOn: () => boolean, at: () => number): Promise<void> {
    const expected = await answerTo(this.#service.base, "HTTP", LIGHT);
    while (goesOn()) {
      const sent = performance.now();
      await this.#counted("light calls over HTTP", LIGHT, async () => {
        const text = await answerTo(this.#service.base, "HTTP", LIGHT);
        return text === expected ? undefined : text;
      });
      this.#light.push({ at: at(), milliseconds: performance.now() - sent });
      await Bun.sleep(LIGHT_PAUSE_MS);
    }
  }

  /** `ask` gives what was answered instead of what was expected. */
  async #counted(name: string, call: unknown, ask: () => Promise<string | undefined>) {
    const tally = this.#tallies.get(name) ?? { sent: 0, answered: 0, other: 0 };
    this.#tallies.set(name, tally);
    tally.sent++;
    const other = await ask().then(
      (text) => {
        tally.answered++;
        return text;
      },
      (error: unknown) => `no answer: ${String(error)}`,
    );
    if (other === undefined) return;
    tally.other++;
    if (this.#shown++ >= MOST_SHOWN) return;
    console.error(`${name}: ${JSON.stringify(call).slice(0, 300)}\n  ${other.slice(0, 1200)}`);
  }

  async #sample(goesOn: () => boolean, at: () => number): Promise<void> {
    while (goesOn()) {
      await Bun.sleep(SAMPLE_MS);
      this.#memory.push({ at: at(), memory: await memoryOf(this.#service) });
    }
  }

  /** The median of the p99 of each minute of a third. */
  #p99(third: number): number {
    const length = Math.min(LONGEST_PART_SECONDS, this.#seconds / LEAST_PARTS);
    const parts = Map.groupBy(this.#thirdOf(this.#light, third), (one) =>
      Math.floor(one.at / length),
    );
    const each = [...parts.values()].map((part) =>
      quantile(
        part.map(({ milliseconds }) => milliseconds),
        0.99,
      ),
    );
    return quantile(each, 0.5);
  }

  #megabytes(part: keyof Memory, third: number): number {
    const samples = this.#thirdOf(this.#memory, third);
    return quantile(
      samples.map(({ memory }) => memory[part]),
      0.5,
    );
  }

  #thirdOf<T extends { readonly at: number }>(all: readonly T[], third: number): T[] {
    const length = this.#seconds / 3;
    return all.filter(({ at }) => Math.min(2, Math.floor(at / length)) === third);
  }

  report(bounds: Bounds): void {
    const all = [...this.#tallies.values()];
    const lost = all.reduce((sum, { sent, answered }) => sum + sent - answered, 0);
    const other = all.reduce((sum, one) => sum + one.other, 0);
    bounds.report("calls without an answer", lost, 0, String(lost));
    bounds.report("answers with other bytes, or unforeseen", other, 0, String(other));
    for (const part of ["parent", "children"] as const) {
      const [first, last] = [this.#megabytes(part, 0), this.#megabytes(part, 2)];
      bounds.reportRatio(`${part}'s memory, last third against first, MB`, last, first, 1.15);
    }
    bounds.reportRatio("p99 of light calls, last third, ms", this.#p99(2), this.#p99(0), 1.5);
  }

  tables(): Table[] {
    const number = (value: number) => value.toLocaleString("en-US");
    const thirds = [0, 1, 2];
    const row = (name: string, of: (third: number) => number, digits: number) => [
      name,
      ...thirds.map((third) => of(third).toFixed(digits)),
    ];
    return [
      {
        title: "Each call and its answer",
        columns: ["calls", "sent", "answered", "other than expected"],
        rows: [...this.#tallies]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, { sent, answered, other }]) => [
            name,
            ...[sent, answered, other].map(number),
          ]),
      },
      {
        title: `${(this.#seconds / 60).toFixed(1)} minutes in thirds, after those of warming up`,
        columns: ["what", "first", "second", "last"],
        rows: [
          row("p99 of light calls, ms (median of its minutes)", (third) => this.#p99(third), 1),
          row("memory of the service, MB", (third) => this.#megabytes("parent", third), 0),
          row("memory of its children, MB", (third) => this.#megabytes("children", third), 0),
        ],
      },
    ];
  }
}
