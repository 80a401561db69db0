/** The last runs of the proving commands (docs/proofs/*.json), for the page, the README and docs/proofs.md. */
import type { Machine, Proof, Table } from "../app/web/proofs/proof.ts";

const FOLDER = "docs/proofs";
/** In the order in which they are read. */
const NAMES = [
  "determinism",
  "service",
  "mcp-peers",
  "tokens",
  "libraries",
  "command-line",
  "growth",
  "fuzz",
  "soak",
] as const;

/** Those that were run. */
export async function loadProofs(): Promise<readonly Proof[]> {
  const found = await Promise.all(
    NAMES.map(async (name) => {
      const file = Bun.file(`${FOLDER}/${name}.json`);
      return (await file.exists()) ? [(await file.json()) as Proof] : [];
    }),
  );
  return found.flat();
}

/** One line for each command. */
export async function proofsOverview(): Promise<string> {
  const rows = (await loadProofs()).map(({ title, command, summary, date }) => [
    title,
    summary,
    `\`${command}\``,
    date,
  ]);
  return tableOf(["what", "outcome", "command", "run"], rows);
}

/** All of their tables. */
export async function proofsWhole(): Promise<string> {
  return (await loadProofs()).map(sectionOf).join("\n\n");
}

function sectionOf({ title, command, summary, tables, notes, ...made }: Proof): string {
  return [
    `## ${title}`,
    summary,
    `\`${command}\`, ${made.date}, purebox ${made.version}, ${machineText(made.machine)}.`,
    ...tables.map(tableText),
    ...notes.map((note) => `- ${note}`),
  ].join("\n\n");
}

function machineText({ processor, cores, memoryGB, system, bun }: Machine): string {
  return `${cores} × ${processor}, ${memoryGB} GB, ${system}, Bun ${bun}`;
}

function tableText({ title, columns, rows }: Table): string {
  return `**${title}**\n\n${tableOf(columns, rows)}`;
}

function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns, columns.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.map(escaped).join(" | ")} |`).join("\n");
}

const escaped = (cell: string): string => cell.replaceAll("|", "\\|");
