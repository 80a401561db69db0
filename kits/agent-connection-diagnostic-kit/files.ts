/** What the kit makes: the diagnosis for people, checks to run next, and a report for a bug tracker. */
import { counted } from "../../tools/_lib/text/plural.ts";
import { quoteShell } from "../../tools/_lib/text/shell-quote.ts";
import { oneLine, shortened } from "../../tools/_lib/text/shown.ts";
import { tableOr } from "../_core/page.ts";
import type { Facts } from "../agent-connection-diagnostic-kit.ts";

type ShownDiagnosis = Facts["diagnoses"][number];

const LONGEST_LINE = 300;
const MOST_LINES = 10;

export interface Told {
  readonly verdict: string;
  readonly facts: Facts;
  /** Of configurations by their number: what the client would read. */
  readonly expected: ReadonlyMap<number, string>;
  readonly fixedFiles: readonly { readonly name: string; readonly hasLostComments: boolean }[];
}

/** The kit's page, and behind it each diagnosis with its evidence and what mends it. */
export function diagnosisText(page: string, told: Told): string {
  const { diagnoses } = told.facts;
  return [
    page,
    "## Diagnoses",
    tableOr(
      "Nothing was recognised.",
      ["Rank", "Code", "Layer", "Kind", "Confidence", "Explained by"],
      diagnoses.map(({ rank, code, layer, kind, confidence, explainedBy }) => [
        String(rank),
        code,
        layer,
        kind,
        confidence,
        explainedBy ?? "",
      ]),
    ),
    ...diagnoses.flatMap(diagnosisPart),
    ...expectedPart(told),
  ].join("\n\n");
}

function diagnosisPart({ rank, code, explainedBy, evidence, fix }: ShownDiagnosis): string[] {
  const lines = evidence.slice(0, MOST_LINES);
  const left = evidence.length - lines.length;
  return [
    `## ${rank}. ${code}`,
    ...(explainedBy === null ? [] : [`Comes of ${explainedBy}: mend that first.`]),
    fenced([...lines.map(evidenceLine), ...(left > 0 ? [`(${counted(left, "more line")})`] : [])]),
    `Fix: ${oneLine(fix)}`,
  ];
}

function evidenceLine({ source, line, text }: ShownDiagnosis["evidence"][number]): string {
  const place = line === null ? source : `${source}, line ${line}`;
  return `${place}: ${shortened(oneLine(text).trim(), LONGEST_LINE)}`;
}

/** A fence that nothing in the lines closes. */
function fenced(lines: readonly string[]): string {
  const longest = Math.max(
    2,
    ...lines.flatMap((line) => line.match(/`+/g)?.map((run) => run.length) ?? []),
  );
  const fence = "`".repeat(longest + 1);
  return [fence, ...lines, fence].join("\n");
}

function expectedPart({ expected, fixedFiles }: Told): string[] {
  const notes = fixedFiles.flatMap(({ name, hasLostComments }) =>
    hasLostComments ? [`${name} is strict JSON: the comments of your file are not in it.`] : [],
  );
  if (expected.size === 0 && notes.length === 0) return [];
  return [
    "## What the client reads",
    ...(notes.length === 0 ? [] : [notes.join("\n")]),
    ...Array.from(expected, ([number, text]) => {
      return `Configuration ${number}, its first server, secrets from the environment:\n\n${fenced(text.trimEnd().split("\n"))}`;
    }),
  ];
}

const CLIENT_INFO = { name: "check", version: "1.0.0" };
const MODERN = "2026-07-28";
const LEGACY = "2025-11-25";

/** Requests from the bottom to the top: each says what a good answer looks like. */
export function checksScript(endpoint: string): string {
  const discover = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "server/discover",
    params: {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientInfo": CLIENT_INFO,
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  });
  const initialize = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: LEGACY, capabilities: {}, clientInfo: CLIENT_INFO },
  });
  const isSecure = /^https:/i.test(endpoint);
  return [
    "#!/bin/sh",
    "# Checks one layer after the other; the first that is not good is where to look.",
    "# The token is taken from MCP_TOKEN: export MCP_TOKEN=... before, if the server wants one.",
    `URL=${quoteShell(endpoint)}`,
    'if [ -n "${MCP_TOKEN:-}" ]; then set -- -H "Authorization: Bearer $MCP_TOKEN"; else set --; fi',
    "",
    'echo "1. Name and connection"',
    "curl -sS -o /dev/null --max-time 20 -w 'address %{remote_ip}, name found in %{time_namelookup} s, connected in %{time_connect} s\\n' \"$URL\"",
    'echo "   Good: an address of the server, and no \\"Could not resolve\\", \\"refused\\" or \\"timed out\\"."',
    "",
    'echo "2. TLS"',
    ...(isSecure
      ? [
          "curl -sS -v -o /dev/null --max-time 20 \"$URL\" 2>&1 | grep -iE 'SSL connection|subject:|issuer:|expire|certificate|SSL:' || true",
          'echo "   Good: a certificate for this very name by an issuer that you know, not expired, and no \\"problem\\"."',
        ]
      : ['echo "   The address is http: there is no TLS, and tokens go in the clear."']),
    "",
    `echo "3. server/discover, protocol ${MODERN}"`,
    `curl -sS -i --max-time 30 -X POST "$URL" "$@" -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' -H 'MCP-Protocol-Version: ${MODERN}' -H 'Mcp-Method: server/discover' -d ${quoteShell(discover)}`,
    "echo",
    'echo "   Good: HTTP 200 and a result with supportedVersions. HTTP 400 or 404 with a JSON-RPC error: an older server; see 4. HTTP 401: the header WWW-Authenticate says how to sign in."',
    "",
    `echo "4. initialize, protocol ${LEGACY}"`,
    `curl -sS -i --max-time 30 -X POST "$URL" "$@" -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' -d ${quoteShell(initialize)}`,
    "echo",
    'echo "   Good: HTTP 200 and a result with protocolVersion and serverInfo. HTML: the address is no MCP server."',
  ].join("\n");
}

const MOST_CAUSES = 3;

export function issueText(
  { facts, verdict }: Told,
  environment: readonly string[],
  shownEvidence: string,
): string {
  const { diagnoses, facts: seen, reached } = facts;
  const [first] = diagnoses;
  const title = `${seen.client ?? "An MCP client"} cannot use ${seen.endpoint ?? "an MCP server"}`;
  return [
    `# ${oneLine(title)}${first === undefined ? "" : `: ${first.code}`}`,
    "## Environment",
    environment.map((line) => `- ${oneLine(line)}`).join("\n"),
    "## What was tried",
    triedText(facts, reached, verdict),
    "## Diagnoses",
    diagnoses
      .slice(0, MOST_CAUSES)
      .map(({ code, confidence, fix }) => `- ${code} (${confidence}): ${oneLine(fix)}`)
      .join("\n") || "Nothing was recognised.",
    "## Evidence",
    shownEvidence.trim() === ""
      ? "Only configurations were given."
      : fenced(excerpt(shownEvidence, diagnoses)),
  ].join("\n\n");
}

const REACHED = {
  tools: "The server was reached and listed its tools.",
  handshake: "The server was reached and answered the handshake; it listed no tools.",
  http: "The server was reached over HTTP; there was no handshake.",
  none: "The server was not reached.",
} as const;

function triedText({ facts }: Facts, reached: Facts["reached"], verdict: string): string {
  const counts = new Map<string, number>();
  for (const { method, outcome, errorCode } of facts.messages) {
    // Whether a server that is asked for a sign of life gives one says little.
    if (method === null || method === "ping") continue;
    const code = errorCode === null ? "" : ` ${errorCode}`;
    const line = `${oneLine(method)}: ${outcome === "none" ? "no answer" : outcome}${code}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const lines = Array.from(
    counts,
    ([line, count]) => `- ${line}${count === 1 ? "" : ` (${count} times)`}`,
  );
  const statuses = facts.statuses.length === 0 ? "" : ` HTTP ${facts.statuses.join(", ")}.`;
  return [
    `${REACHED[reached]}${statuses} Verdict of the checks: ${verdict}.`,
    ...(lines.length === 0 ? [] : [lines.slice(0, MOST_LINES).join("\n")]),
  ].join("\n\n");
}

const LONGEST_EXCERPT = 60;
const BESIDE = 2;

/** What stands round the lines that showed something; of a log that showed nothing its end. */
function excerpt(text: string, diagnoses: Facts["diagnoses"]): string[] {
  const lines = text.trimEnd().split("\n");
  if (lines.length <= LONGEST_EXCERPT) return lines.map((line) => shortened(line, LONGEST_LINE));
  const wanted = new Set<number>();
  for (const { evidence } of diagnoses) {
    for (const { source, line } of evidence) {
      if (source !== "evidence" || line === null) continue;
      for (let at = line - 1 - BESIDE; at < line + BESIDE; at++) wanted.add(at);
    }
  }
  const from = wanted.size === 0 ? lines.length - LONGEST_EXCERPT : lines.length;
  const shown: string[] = [];
  let left = 0;
  for (const [at, line] of lines.entries()) {
    const isShown = (wanted.has(at) || at >= from) && shown.length < LONGEST_EXCERPT;
    if (isShown && left > 0) shown.push(`(${counted(left, "line")} left out)`);
    if (isShown) shown.push(shortened(line, LONGEST_LINE));
    left = isShown ? 0 : left + 1;
  }
  return left === 0 ? shown : [...shown, `(${counted(left, "line")} left out: see evidence.txt)`];
}
