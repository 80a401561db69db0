/** Figures of the service in the text format of Prometheus 0.0.4. */
import type { Observation, Observer } from "../http/host.ts";
import type { PoolFigures } from "../lanes/child-pool.ts";
import { SERVICE_VERSION } from "../registry.ts";

/** Upper bounds in seconds. */
const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 15] as const;

interface Times {
  readonly counts: number[];
  sum: number;
  count: number;
}

export class Metrics implements Observer {
  readonly #requests = new Map<string, number>();
  readonly #tools = new Map<string, number>();
  readonly #times = new Map<string, Times>();

  note({ route, status, code, toolId, milliseconds }: Observation): void {
    add(this.#requests, labels({ route, status: String(status), code: code ?? "" }));
    if (toolId !== undefined) {
      add(this.#tools, labels({ tool: toolId, outcome: status === 200 ? "ok" : "failed" }));
    }
    const seconds = milliseconds / 1000;
    const times = this.#times.get(route) ?? { counts: BUCKETS.map(() => 0), sum: 0, count: 0 };
    this.#times.set(route, times);
    const bucket = BUCKETS.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) times.counts[bucket] = (times.counts[bucket] ?? 0) + 1;
    times.sum += seconds;
    times.count++;
  }

  write(pool: PoolFigures): string {
    return [
      ...family("purebox_info", "gauge", "The version that serves", [
        [labels({ version: SERVICE_VERSION }), 1],
      ]),
      ...family("purebox_requests_total", "counter", "Requests answered", this.#requests),
      ...family("purebox_tool_runs_total", "counter", "Runs of each tool", this.#tools),
      ...this.#histogram(),
      ...family("purebox_lane_jobs", "gauge", "Isolated jobs", [
        ['{state="running"}', pool.running],
        ['{state="waiting"}', pool.waiting],
      ]),
      ...family("purebox_lane_processes_ready", "gauge", "Isolated processes at rest", [
        ["", pool.ready],
      ]),
      ...family("purebox_lane_ends_total", "counter", "Isolated processes that ended", [
        ['{reason="deadline"}', pool.killed],
        ['{reason="died"}', pool.died],
      ]),
      ...family("process_resident_memory_bytes", "gauge", "Resident memory", [
        ["", process.memoryUsage.rss()],
      ]),
      "",
    ].join("\n");
  }

  #histogram(): string[] {
    const rows: [string, number][] = [];
    for (const [route, { counts, sum, count }] of this.#times) {
      let below = 0;
      for (const [index, bound] of BUCKETS.entries()) {
        below += counts[index] ?? 0;
        rows.push([`_bucket${labels({ route, le: String(bound) })}`, below]);
      }
      rows.push([`_bucket${labels({ route, le: "+Inf" })}`, count]);
      rows.push([`_sum${labels({ route })}`, sum], [`_count${labels({ route })}`, count]);
    }
    return family("purebox_request_seconds", "histogram", "Time to the answer", rows);
  }
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function labels(pairs: Readonly<Record<string, string>>): string {
  const written = Object.entries(pairs).map(([name, value]) => `${name}="${escaped(value)}"`);
  return `{${written.join(",")}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

function family(
  name: string,
  type: "counter" | "gauge" | "histogram",
  help: string,
  rows: Iterable<readonly [string, number]>,
): string[] {
  const lines = [...rows].map(([suffix, value]) => `${name}${suffix} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
}
