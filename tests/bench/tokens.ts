/**
 * `bun run bench:tokens [--json]`: what a model reads of the MCP endpoint, in tokens (o200k): the menu, ten hits of a
 * search, the answer to a request for a schema, a minimal run; and how many different tools a conversation may use
 * before a menu of all schemas were cheaper. Ends with 1 where a bound is exceeded.
 */
import {
  type Cost,
  listTokens,
  menuTokens,
  minimalRunCost,
  MOST_TOKENS,
  schemaCosts,
  searchCost,
} from "../support/mcp-tokens.ts";
import { tell } from "../support/proof.ts";
import { units } from "../support/run-unit.ts";
import { quantile } from "../support/measured.ts";

const QUERIES = "../shared/search/dev-queries.jsonl";

interface Row {
  readonly what: string;
  readonly answers: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
  /** Of the structured content. */
  readonly structuredP50: number;
  readonly bound: number;
  readonly held: boolean;
}

/** `bounded`: which of the figures the bound is of. */
function rowOf(
  what: string,
  costs: readonly Cost[],
  bound: number,
  bounded: "p50" | "max" = "max",
): Row {
  const texts = costs.map(({ text }) => text);
  const figures = {
    p50: quantile(texts, 0.5),
    p95: quantile(texts, 0.95),
    max: quantile(texts, 1),
  };
  const structured = costs.map((cost) => cost.structured);
  const structuredP50 = quantile(structured, 0.5);
  const held = figures[bounded] <= bound;
  return { what, answers: costs.length, ...figures, structuredP50, bound, held };
}

/** What people ask: judged queries where they are, else the first that each tool says it answers. */
async function queries(): Promise<string[]> {
  const file = Bun.file(QUERIES);
  if (!(await file.exists())) return units.flatMap(({ intents }) => intents.slice(0, 1));
  const lines = (await file.text()).split("\n").filter(Boolean);
  return lines.map((line) => (JSON.parse(line) as { query: string }).query);
}

const list = await listTokens();
const searches: Cost[] = [];
for (const query of await queries()) searches.push(await searchCost(query));
const schemas = await schemaCosts();
const rows = [
  rowOf("tools/list", [{ text: list, structured: list }], MOST_TOKENS.list),
  rowOf("ten hits", searches, MOST_TOKENS.search),
  rowOf("schema (median)", schemas, MOST_TOKENS.schema, "p50"),
  rowOf("minimal run", [await minimalRunCost()], MOST_TOKENS.run),
];
const menu = menuTokens();
const perTool = (rows[1]?.p50 ?? 0) + (rows[2]?.p50 ?? 0);
const breakEven = Math.ceil((menu - list) / perTool);

if (Bun.argv.includes("--json")) {
  console.log(JSON.stringify({ rows, menu, perTool, breakEven }, null, 2));
} else {
  await tell({
    name: "tokens",
    title: "What a model reads of the MCP endpoint",
    command: "bun run bench:tokens",
    summary: `The menu of five tools has ${list} tokens, one of ${units.length} schemas would have ${menu}; with a search and a schema for each tool, both cost the same at ${breakEven} different tools.`,
    tables: [
      {
        title: "Tokens of answers (o200k)",
        columns: [
          "answer",
          "answers",
          "p50",
          "p95",
          "most",
          "as structured content",
          "bound",
          "within",
        ],
        rows: rows.map(({ what, answers, p50, p95, max, structuredP50, bound, held }) => [
          what,
          ...[answers, p50, p95, max, structuredP50, bound].map(String),
          held ? "yes" : "no",
        ]),
      },
    ],
    notes: [],
  });
}
if (rows.some(({ held }) => !held)) process.exitCode = 1;
