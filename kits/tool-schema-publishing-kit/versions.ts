/** How much a set of tools changed, and whether its version says so. */
import { canonicalJson } from "../../tools/_lib/json/tree/canonical.ts";
import { valueOf } from "../../tools/_lib/json/tree/value.ts";
import { type JsonNode, stringNode } from "../../tools/_lib/json/tree/tree.ts";
import {
  type Bump,
  compareSemVer,
  isBeforeFirst,
  raised,
} from "../../tools/_lib/formats/semver.ts";
import type { Drift } from "../tool-schema-publishing-kit.ts";
import { REMARKS, schemaWith } from "./normal-schema.ts";
import type { PublishedTool, ToolSet } from "./read.ts";

export interface Changes {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  readonly bump: Bump | "none";
}

export function changesOf(now: ToolSet, before: ToolSet, drift: readonly Drift[]): Changes {
  const old = new Map(before.tools.map((tool) => [tool.name, tool]));
  const names = new Set(now.tools.map(({ name }) => name));
  const added = now.tools.filter(({ name }) => !old.has(name)).map(({ name }) => name);
  const removed = before.tools.filter(({ name }) => !names.has(name)).map(({ name }) => name);
  const changed = now.tools.filter(
    ({ name, identity }) => (old.get(name)?.identity ?? identity) !== identity,
  );
  const isDeep = changed.some(({ name, definition }) => {
    const other = old.get(name)?.definition;
    return (
      meaning(definition.inputSchema) !== meaning(other?.inputSchema) ||
      meaning(definition.outputSchema) !== meaning(other?.outputSchema)
    );
  });
  const breaks = removed.length > 0 || drift.some(({ severity }) => severity === "error");
  const minor = added.length > 0 || isDeep;
  const bump = breaks ? "major" : minor ? "minor" : changed.length > 0 ? "patch" : "none";
  return { added, removed, changed: changed.map(({ name }) => name), bump };
}

/** The least version that may follow; undefined where the same one may stay. */
export function leastVersion(previous: string, bump: Changes["bump"]): string {
  if (bump === "none") return previous;
  if (!isBeforeFirst(previous)) return raised(previous, bump);
  return raised(previous, bump === "major" ? "minor" : "patch");
}

export function rises(version: string, least: string): boolean {
  return compareSemVer(version, least) >= 0;
}

const PARTS = ["description", "inputSchema", "outputSchema", "annotations"] as const;

/** A part of a definition that differs, in whatever. */
export interface PartChange {
  readonly tool: string;
  readonly part: (typeof PARTS)[number];
  readonly isNew: boolean;
  readonly isGone: boolean;
  /** Whether more than remarks differ. */
  readonly isDeep: boolean;
}

export function partChanges(now: ToolSet, before: ToolSet): PartChange[] {
  const old = new Map(before.tools.map((tool) => [tool.name, tool]));
  return now.tools.flatMap((tool): PartChange[] => {
    const other = old.get(tool.name);
    if (other === undefined || other.identity === tool.identity) return [];
    return PARTS.flatMap((part) => {
      const [was, is] = [partOf(other, part), partOf(tool, part)];
      if (whole(was) === whole(is)) return [];
      const isDeep = meaning(was) !== meaning(is);
      const [isNew, isGone] = [was === undefined, is === undefined];
      return [{ tool: tool.name, part, isNew, isGone, isDeep }];
    });
  });
}

function partOf({ definition, description }: PublishedTool, part: PartChange["part"]) {
  return part === "description" ? stringNode(description) : definition[part];
}

function whole(part: JsonNode | undefined): string {
  return part === undefined ? "" : canonicalJson(schemaWith(valueOf(part).value, () => true));
}

/** Equal for schemas that differ in remarks alone. */
function meaning(schema: JsonNode | undefined): string {
  return schema === undefined
    ? ""
    : canonicalJson(schemaWith(valueOf(schema).value, (key) => !REMARKS.has(key)));
}
