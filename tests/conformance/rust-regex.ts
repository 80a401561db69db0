/** The test data of Rust's regex crate, for what ECMAScript patterns mean alike. */
import type { Result } from "../../app/run/types.ts";
import {
  differs,
  failed,
  passed,
  type RunTool,
  skipped,
  type Suite,
  type Verdict,
} from "./suite.ts";

interface Row {
  readonly file: string;
  readonly name: string;
  readonly regex: string | readonly string[];
  readonly haystack: string;
  /** A match as its span, or as the spans of its groups; an absent group is empty. */
  readonly matches: readonly unknown[];
  readonly anchored?: boolean;
  readonly bounds?: unknown;
  readonly unescape?: boolean;
  readonly utf8?: boolean;
  readonly "match-limit"?: number;
  readonly "case-insensitive"?: boolean;
  readonly "search-kind"?: string;
  readonly "match-kind"?: string;
  readonly "line-terminator"?: string;
}

type Span = readonly [number, number] | null;

interface Listed {
  readonly index: number;
  readonly end: number;
}

const suite: Suite = {
  name: "rust-regex",
  tools: ["regex-tester"],
  floor: { passed: 318, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.trim().split("\n")) yield await judgeRow(JSON.parse(line) as Row, run);
  },
};
export default suite;

async function judgeRow(row: Row, run: RunTool): Promise<Verdict> {
  const name = `${row.file} ${row.name}`;
  const reason = notOurs(row);
  if (reason !== undefined) return skipped(name, reason);
  const { pattern, flags } = translate(row);
  const native = nativeMatches(pattern, flags, haystackOf(row), row["match-limit"]);
  if (native === undefined) return skipped(name, "no ECMAScript pattern");
  const expected = JSON.stringify(row.matches.map(spansOf));
  const result = await run({
    tool_id: "regex-tester",
    input: { pattern, flags, text: haystackOf(row), limit: 10_000 },
  });
  const found = JSON.stringify(matchesOf(result, row));
  // Where ECMAScript means something else, the tool has to give what ECMAScript gives.
  if (JSON.stringify(native) !== expected) {
    return found === JSON.stringify(native)
      ? differs(name, "ECMAScript's own RegExp finds something else")
      : failed(name, `found ${found}, ECMAScript's own RegExp ${JSON.stringify(native)}`);
  }
  return found === expected ? passed(name) : failed(name, `found ${found}, expected ${expected}`);
}

function notOurs(row: Row): string | undefined {
  if (typeof row.regex !== "string") return "a set of patterns";
  if (row.bounds !== undefined) return "a search within bounds";
  if (row.utf8 === false) return "a search in bytes";
  if (row["line-terminator"] !== undefined) return "another line terminator";
  if (row["search-kind"] !== undefined && row["search-kind"] !== "leftmost") {
    return "a search that is not leftmost";
  }
  if (row["match-kind"] !== undefined && row["match-kind"] !== "leftmost-first") {
    return "a search for all matches at one place";
  }
  return undefined;
}

/** The pattern in ECMAScript's spelling: group names, and flags that stand at its start. */
function translate(row: Row): { pattern: string; flags: string } {
  const [, inline = "", rest = ""] = /^(?:\(\?([ims]+)\))?(.*)$/s.exec(String(row.regex)) ?? [];
  const ignoreCase = row["case-insensitive"] === true && !inline.includes("i") ? "i" : "";
  const flags = `g${inline}${ignoreCase}${row.anchored === true ? "y" : ""}`;
  const pattern = rest.replaceAll("(?P<", "(?<");
  return { pattern, flags: compiles(pattern, `${flags}u`) ? `${flags}u` : flags };
}

function compiles(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags).flags !== "";
  } catch {
    return false;
  }
}

function haystackOf(row: Row): string {
  if (row.unescape !== true) return row.haystack;
  return row.haystack.replace(/\\(?:x([0-9a-fA-F]{2})|(.))/gs, (_all, hex, letter) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex as string, 16));
    const controls: Record<string, string> = { n: "\n", r: "\r", t: "\t" };
    return controls[letter as string] ?? (letter as string);
  });
}

function nativeMatches(
  pattern: string,
  flags: string,
  text: string,
  limit = Infinity,
): Span[][] | undefined {
  if (!compiles(pattern, flags)) return undefined;
  const matches = [...text.matchAll(new RegExp(pattern, `${flags}d`))].slice(0, limit);
  return matches.map(({ indices }) =>
    Array.from(indices ?? [], (span) => (span ? inBytes(text, span[0], span[1]) : null)),
  );
}

function matchesOf({ value }: Result, row: Row): Span[][] {
  const text = haystackOf(row);
  const { matches } = value as { matches: readonly (Listed & { groups: readonly Listed[] })[] };
  return matches
    .slice(0, row["match-limit"] ?? Infinity)
    .map((match) =>
      [match, ...match.groups].map(({ index, end }) =>
        index < 0 ? null : inBytes(text, index, end),
      ),
    );
}

function inBytes(text: string, index: number, end: number): Span {
  return [Buffer.byteLength(text.slice(0, index)), Buffer.byteLength(text.slice(0, end))];
}

function spansOf(match: unknown): Span[] {
  const list = match as readonly unknown[];
  if (typeof list[0] === "number") return [list as unknown as Span];
  return list.map((span) => {
    const [start, end] = span as readonly number[];
    return start === undefined || end === undefined ? null : [start, end];
  });
}
