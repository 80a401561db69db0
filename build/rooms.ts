/** The order of the house, lowest first: rooms and layers import themselves and those before them. */

export interface Room {
  readonly name: string;
  /** What its engines know, in one sentence. */
  readonly purpose: string;
}

/** The rooms of `tools/_lib`. */
export const ROOMS: readonly Room[] = [
  { name: "algorithms", purpose: "Algorithms and collections that know no format." },
  { name: "text", purpose: "Characters, words, lines and patterns, and how messages show them." },
  {
    name: "results",
    purpose: "What results are made of: entries, positions, pointers, limits, findings, reports.",
  },
  { name: "numbers", purpose: "Exact and decimal numbers, chance, statistics, units." },
  { name: "time", purpose: "Calendar, zones, durations, timestamps, schedules." },
  {
    name: "bytes",
    purpose: "Bytes and their texts: encodings, hashes, checksums, ids, data sizes.",
  },
  {
    name: "json",
    purpose: "JSON read exactly, written, repaired, queried by path, compared.",
  },
  {
    name: "images",
    purpose: "Pictures: what their bytes say of their kind, size, way up, colours and origin.",
  },
  {
    name: "formats",
    purpose: "Every other notation: YAML, TOML, XML, CSV, configurations, Markdown, test reports.",
  },
  {
    name: "fields",
    purpose: "Input fields that several tools have: how they are declared, read and refused.",
  },
  {
    name: "schemas",
    purpose:
      "JSON Schema: checked, sampled, inferred, moved between drafts, read from TypeScript, repaired to.",
  },
  {
    name: "web",
    purpose: "URLs, addresses, HTTP, what pages and headers do to those who read them.",
  },
  { name: "money", purpose: "Amounts, interest, loans, savings." },
  { name: "secrets", purpose: "Credentials and personal data: found, masked, decoded." },
  {
    name: "agents",
    purpose: "Models and their tools: calls, definitions, traces, tokens, prices.",
  },
];

/** The layers of `app/`: its folders and the files beside them. */
export const LAYERS = [
  "flags",
  "registry",
  "search",
  "run",
  "catalogue",
  "lanes",
  "discovery",
  "web",
  "limits",
  "mcp",
  "http",
  "serve",
  "cli",
  "main",
];

/** The rooms as Markdown. */
export function roomsTable(): string {
  const rows = ROOMS.map(({ name, purpose }, index) => `| ${index + 1} | ${name} | ${purpose} |`);
  return ["| | room | what its engines know |", "| --- | --- | --- |", ...rows].join("\n");
}
