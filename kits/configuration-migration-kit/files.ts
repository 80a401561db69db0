/** The new configuration, patches in both directions, and what was changed and why. */
import type { PatchOperation } from "../../tools/_lib/json/patch/difference.ts";
import {
  arrayNode,
  type JsonNode,
  memberNode,
  objectNode,
  stringNode,
} from "../../tools/_lib/json/tree/tree.ts";
import { prettyJson } from "../../tools/_lib/json/tree/write.ts";
import { parsePointer } from "../../tools/_lib/results/pointer.ts";
import { MASK, isSecretPlace } from "../../tools/_lib/secrets/secret-keys.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { oneLine, shortened } from "../../tools/_lib/text/shown.ts";
import { tableOr } from "../_core/page.ts";
import type { Work } from "../configuration-migration-kit.ts";
import type { Applied } from "./rules.ts";
import { type Compared, type Loss, lossesSaid, type Source, type Written } from "./stages.ts";

export interface Migration {
  readonly root: JsonNode;
  readonly source: Source;
  readonly written: Written;
  readonly losses: readonly Loss[];
  readonly compared: Compared;
  /** Pointers of defaults that were adopted. */
  readonly adopted: ReadonlySet<string>;
  /** Pointers that rules changed, with the rule. */
  readonly touched: ReadonlyMap<string, number>;
  readonly applied: readonly Applied[];
}

export function writeFiles(migration: Migration, { input, report }: Work): void {
  const { written, compared } = migration;
  report.file(`config.${written.format}`, written.text);
  report.file("migration.patch.json", patchText(compared.operations));
  report.file("rollback.patch.json", patchText(compared.back));
  const rows = rowsOf(migration);
  report.csv("changes.csv", ["path", "kind", "before", "after", "reason"], rows);
  report.file("MIGRATION.md", guide(migration, rows));
  if (input.rules.length > 0) report.json("rules.json", input.rules);
}

/** With every digit of its numbers. */
function patchText(operations: readonly PatchOperation[]): string {
  const nodes = operations.map((operation) => {
    const { op, path } = operation;
    const members = [memberNode("op", stringNode(op)), memberNode("path", stringNode(path))];
    return objectNode(
      operation.op === "remove" ? members : [...members, memberNode("value", operation.value)],
    );
  });
  return prettyJson(arrayNode(nodes)) ?? "[]";
}

type Row = readonly string[];

function rowsOf(migration: Migration): Row[] {
  const reasons = new Reasons(migration);
  return migration.compared.drift.map((one) => {
    const isSecret = isSecretPlace(parsePointer(one.path) ?? []);
    const shown = (value: unknown) => {
      if (value === undefined) return "";
      if (isSecret) return MASK;
      // Of "8080", which became 8080, only the quotes tell what changed.
      const isPlain = typeof value === "string" && one.kind !== "type-changed";
      return isPlain ? value : JSON.stringify(value);
    };
    return [
      one.path,
      kindOf(one.kind),
      shown(one.actual),
      shown(one.desired),
      reasons.of(one.path),
    ];
  });
}

/** The comparison asks what the old state lacks; here it is what became of it. */
function kindOf(kind: string): string {
  return { missing: "added", extra: "removed" }[kind] ?? kind;
}

/** Says of places which rule or default changed them: at the place, above it or below it. */
class Reasons {
  readonly #at = new Map<string, string>();
  readonly #below = new Map<string, string>();

  constructor({ touched, adopted }: Migration) {
    for (const [place, rule] of touched) this.#add(place, `rule ${rule}`);
    for (const place of adopted) if (!this.#at.has(place)) this.#add(place, "default");
  }

  #add(place: string, reason: string): void {
    this.#at.set(place, reason);
    for (let above = aboveOf(place); above !== undefined; above = aboveOf(above)) {
      if (this.#below.has(above)) return;
      this.#below.set(above, reason);
    }
  }

  of(path: string): string {
    for (let place: string | undefined = path; place !== undefined; place = aboveOf(place)) {
      const reason = this.#at.get(place);
      if (reason !== undefined) return reason;
    }
    return this.#below.get(path) ?? "–";
  }
}

/** The pointer of the container; undefined for the root. */
function aboveOf(pointer: string): string | undefined {
  return pointer === "" ? undefined : pointer.slice(0, pointer.lastIndexOf("/"));
}

const MOST_ROWS = 200;

function guide(
  { source, written, losses, applied, compared }: Migration,
  rows: readonly Row[],
): string {
  const name = `config.${written.format}`;
  const cells = rows
    .slice(0, MOST_ROWS)
    .map((row) => row.map((cell) => shortened(oneLine(cell), 100)));
  return [
    "# Configuration migration",
    `From ${source.format} to ${written.format}: ${counted(rows.length, "change")}, ${lossesSaid(losses.length)}. ${written.roundTrip ? `\`${name}\` reads back as what was migrated.` : `\`${name}\` does not read back as what was migrated.`}`,
    "## What changed and why",
    tableOr("Nothing.", ["Path", "Kind", "Before", "After", "Reason"], cells),
    ...(rows.length > MOST_ROWS ? [`${rows.length - MOST_ROWS} more in \`changes.csv\``] : []),
    ...(applied.length === 0
      ? []
      : [
          "## Rules",
          tableOr(
            "",
            ["Rule", "What it does", "Places"],
            applied.map(({ index, op, applied: count }) => [String(index), op, String(count)]),
          ),
        ]),
    ...(losses.length === 0
      ? []
      : [
          "## Losses",
          tableOr(
            "",
            ["Code", "Path", "Detail"],
            losses.slice(0, MOST_ROWS).map(({ code, path, detail }) => {
              const isSecret = isSecretPlace(parsePointer(path) ?? []);
              return [code, path, isSecret ? MASK : shortened(oneLine(detail), 200)];
            }),
          ),
        ]),
    "## How to roll back",
    `Apply \`rollback.patch.json\` (RFC 6902, ${counted(compared.back.length, "operation")}) to the data of \`${name}\`, or put the old file back.`,
  ].join("\n\n");
}

/** What to do now, the most urgent first. */
export function nextSteps({ written }: Migration, { report }: Work): string[] {
  const has = (code: string) => (report.counts.byCode[code] ?? 0) > 0;
  const stages = new Set(
    report.findings.filter(({ severity }) => severity === "error").map(({ stage }) => stage),
  );
  return [
    ...(stages.has("rules") ? ["Mend the rules of `rules` that cannot do their work."] : []),
    ...(stages.has("validate") ? ["Mend what does not fit `schema`, by a rule or by hand."] : []),
    ...(stages.has("environment") ? ["Set the variables that the target system lacks."] : []),
    ...(has("DEFAULT_CONFLICT")
      ? [
          "Look at defaults that moved under values of your own: the findings DEFAULT_CONFLICT name them.",
        ]
      : []),
    ...(has("RULE_NO_MATCH") ? ["Delete rules that find nothing, or correct their paths."] : []),
    ...(has("PATCH_CONTAINS_SECRETS")
      ? ["Keep patches and configuration where secrets may be."]
      : []),
    ...(report.verdict === "fail"
      ? []
      : [`Put \`config.${written.format}\` in place, and keep \`rollback.patch.json\`.`]),
  ];
}
