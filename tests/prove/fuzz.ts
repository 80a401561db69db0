/**
 * `bun run fuzz [--seed N] [--unit ID,…] [--inputs 2000] [--requests 1000]`: the executable is sent inputs and requests
 * that nobody wrote by hand, other ones in each run. Whatever it answers has to be what it says of itself: a declared
 * status and code, a body of the published schema, in time. What is found is shown with the smallest request that
 * shows it, and fails the run.
 */
import { ENTRIES, loadDetails } from "../../app/registry.ts";
import { type Table, tell } from "../support/proof.ts";
import { type EndpointsTold, fuzzEndpoints } from "./fuzz/endpoints.ts";
import { Findings } from "./fuzz/findings.ts";
import { type HeardService, startHeard } from "./fuzz/service.ts";
import { fuzzUnits, type UnitsTold } from "./fuzz/units.ts";

function argument(name: string): string | undefined {
  const place = process.argv.indexOf(`--${name}`);
  return place < 0 ? undefined : process.argv[place + 1];
}

const number = (value: number): string => value.toLocaleString("en-US");

function unitsTable({ units, tallies }: UnitsTold): Table {
  return {
    title: `Inputs to ${units} tools and kits`,
    columns: ["inputs", "sent", "done", "refused with a declared code"],
    rows: [...tallies].map(([kind, { inputs, done, refused }]) => [
      kind,
      ...[inputs, done, refused].map(number),
    ]),
  };
}

const CLASSES = [2, 3, 4, 5] as const;

function requestsTable({ operations, groups }: EndpointsTold): Table {
  return {
    title: `Requests to ${operations} operations, the page and the MCP endpoint`,
    columns: ["requests", "sent", ...CLASSES.map((one) => `${one}xx`), "no answer"],
    rows: [...groups].map(([name, { requests, statuses }]) => {
      const count = (from: number, to: number) =>
        [...statuses]
          .filter(([status]) => status >= from && status < to)
          .reduce((sum, [, times]) => sum + times, 0);
      const byClass = CLASSES.map((one) => count(one * 100, (one + 1) * 100));
      return [name, ...[requests, ...byClass, count(0, 1)].map(number)];
    }),
  };
}

function showEvents({ events }: HeardService, findings: Findings): void {
  for (const { event, ...details } of events) {
    if (!findings.isNew("the log", event)) continue;
    const request = JSON.stringify(details);
    findings.show({ where: "the log", what: event, more: "", request });
  }
}

interface Told {
  readonly seed: number;
  readonly units: UnitsTold;
  /** Not where only some units were asked. */
  readonly endpoints: EndpointsTold | undefined;
  readonly findings: Findings;
  readonly isWell: boolean;
  readonly minutes: number;
}

function summaryOf({ seed, units, endpoints, findings }: Told): string {
  const sent = [...units.tallies.values()].reduce((sum, { inputs }) => sum + inputs, 0);
  const asked = [...(endpoints?.groups.values() ?? [])].reduce((sum, it) => sum + it.requests, 0);
  const found = findings.count === 0 ? "nothing was found" : `${findings.count} findings`;
  return `${number(sent)} inputs and ${number(asked)} requests drawn by chance (seed ${seed}), each answer held against the published schemas, statuses and codes: ${found}.`;
}

function notesOf({ units, endpoints, findings, isWell, minutes }: Told): string[] {
  const { codes, connections, slowest } = units;
  const { answered = 0, closed = 0 } = endpoints?.broken ?? {};
  return [
    `Findings: ${findings.count}. Each would be an answer of 500, a status, code or body that is not declared, no answer, a run that alone takes longer than the deadline, or a bug in the log.`,
    `Beside them ${number(answered + closed)} requests that are no HTTP: ${number(answered)} were answered, ${number(closed)} connections were closed; the service ${isWell ? "was well" : "was NOT well"} at the end.`,
    `${number(codes)} different pairs of a tool and a code were seen. The slowest answer took ${number(slowest.milliseconds)} ms, with ${connections} connections at once (${slowest.id}). It took ${minutes.toFixed(1)} minutes.`,
    "A method that HTTP does not know is closed without an answer, and headers of more than 16 KB are refused with 431 and no body, by the engine below the service; neither is counted as a request here.",
  ];
}

function tellAll(told: Told): Promise<void> {
  const { units, endpoints } = told;
  return tell({
    name: "fuzz",
    title: "What nobody wrote by hand",
    command: "bun run fuzz",
    summary: summaryOf(told),
    tables: [unitsTable(units), ...(endpoints ? [requestsTable(endpoints)] : [])],
    notes: notesOf(told),
  });
}

async function fuzz(): Promise<void> {
  const seed = Number(argument("seed") ?? Math.floor(performance.timeOrigin) % 2 ** 31);
  const [inputs, requests] = [argument("inputs") ?? 2000, argument("requests") ?? 1000].map(Number);
  const only = argument("unit")?.split(",");
  const entries = ENTRIES.filter(({ id }) => only?.includes(id) ?? true);
  if (!inputs || !requests || entries.length === 0) throw new Error("nothing to send");
  console.error(`seed ${seed}`);
  await loadDetails();
  const started = performance.now();
  const findings = new Findings();
  const service = await startHeard();
  const { base } = service;
  const course = { base, seed, findings };
  const [units, endpoints] = await (async () => {
    const asked = await fuzzUnits({ ...course, inputs, entries });
    return [asked, only ? undefined : await fuzzEndpoints({ ...course, requests })] as const;
  })().catch(async (error: unknown) => {
    // Without a service nothing more can be asked; its last words say more than the error.
    await service.stop();
    showEvents(service, findings);
    throw error;
  });
  const isWell = await service.isWell();
  await service.stop();
  showEvents(service, findings);
  const minutes = (performance.now() - started) / 60_000;
  await tellAll({ seed, units, endpoints, findings, isWell, minutes });
  process.exitCode = findings.count === 0 && isWell ? 0 : 1;
}

await fuzz();
