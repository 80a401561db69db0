import { differs, failed, passed, skipped, type Suite, type Verdict } from "./suite.ts";

interface Row {
  readonly id: string;
  readonly expr: string;
  readonly opts: Readonly<Record<string, unknown>>;
  readonly dir: "next" | "prev";
  readonly start: string;
  readonly next: string;
  readonly tz: string | null;
  readonly fields: number;
  readonly group: string;
}

/** Options with which upstream does what every cron does. */
const PLAIN_OPTIONS: Readonly<Record<string, unknown>> = { day_or: true };
/** Options that make no difference to five fields, or to a run that is soon found. */
const IDLE_OPTIONS = new Set(["second_at_beginning", "max_years_between_matches"]);

/** Upstream takes `0-0` for the whole week, and drops `*` beside a numbered weekday. */
const UPSTREAM_ONLY = / (?:0-0|\*,sat#3)$/;

const suite: Suite = {
  name: "croniter",
  tools: ["cron-parser"],
  floor: { passed: 387, failed: 0 },
  async *judge(folder, run) {
    for (const row of await rowsOf<Row>(`${folder}/cases.jsonl`)) {
      const name = `${row.id} ${row.expr}`;
      if (UPSTREAM_ONLY.test(row.expr)) {
        yield differs(name, "upstream reads the day of week otherwise");
        continue;
      }
      const reason = notCovered(row);
      if (reason !== undefined) {
        yield skipped(name, reason);
        continue;
      }
      const direction = row.dir === "next" ? "next" : "previous";
      const { ok, output = "" } = await run({
        tool_id: "cron-parser",
        input: {
          expression: row.expr,
          from: `${row.start.slice(0, 26)}Z`,
          direction,
          count: 1,
          extensions: true,
        },
      });
      if (!ok && row.group === "ext5")
        yield differs(name, "upstream's own syntax: ranges that wrap around");
      else yield verdictOf(name, output, `${row.next}Z`);
    }
    for (const { id, input } of await rowsOf<{ id: string; input: string }>(
      `${folder}/invalid.jsonl`,
    )) {
      const { ok, output = "" } = await run({ tool_id: "cron-parser", input });
      yield ok ? failed(`${id} ${input}`, `accepted: ${output}`) : passed(`${id} ${input}`);
    }
  },
};
export default suite;

async function rowsOf<T>(path: string): Promise<T[]> {
  const text = await Bun.file(path).text();
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}

function notCovered({ fields, tz, opts }: Row): string | undefined {
  if (fields !== 5) return "six or seven fields";
  if (tz !== null) return "upstream has its own rules for clock changes";
  const others = Object.entries(opts).filter(
    ([name, value]) => value !== false || name === "day_or",
  );
  const special = others.find(
    ([name, value]) => !IDLE_OPTIONS.has(name) && PLAIN_OPTIONS[name] !== value,
  );
  return special ? `option ${special[0]}` : undefined;
}

function verdictOf(name: string, found: string, expected: string): Verdict {
  return found === expected ? passed(name) : failed(name, `${found}, expected ${expected}`);
}
