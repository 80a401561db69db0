import { type JsonNode, numberNode, stringNode } from "../../json/tree/tree.ts";
import { memberOf, numberOf, textOf } from "../../json/tree/members.ts";
import { formatOf } from "../json-schema/formats.ts";
import { type Draft, reaches } from "./change.ts";
import type { Spot } from "./repairer.ts";

/** Repairs a string by pattern, format and maxLength. */
export function repairString(draft: Draft, schema: JsonNode, spot: Spot): void {
  const refused = refusedBy(draft.node, schema, spot);
  if (refused.length === 0 || draft.node.type !== "string") return;
  const trimmed = stringNode(draft.node.value.trim());
  if (refusedBy(trimmed, schema, spot).length === 0) draft.become("STRING_TRIMMED", trimmed);
  else {
    repairDate(draft, schema, refused);
    truncate(draft, schema, spot);
  }
}

function refusedBy(node: JsonNode, schema: JsonNode, spot: Spot): readonly string[] {
  const refusing = spot.parts.refusing(schema, node);
  return ["pattern", "format", "maxLength"].filter((keyword) => refusing.has(keyword));
}

function repairDate(draft: Draft, schema: JsonNode, refused: readonly string[]): void {
  if (!refused.includes("format") || textOf(memberOf(schema, "format")) !== "date") return;
  const written = draft.node.type === "string" ? draft.node.value.trim() : "";
  const parts = /^([0-9]{4})([/.])([0-9]{1,2})\2([0-9]{1,2})$/.exec(written);
  if (parts === null) return;
  const [, year = "", , month = "", day = ""] = parts;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (formatOf("date")?.(date) === true) draft.become("DATE_NORMALIZED", stringNode(date));
}

function truncate(draft: Draft, schema: JsonNode, spot: Spot): void {
  const most = numberOf(memberOf(schema, "maxLength"));
  if (most === undefined || draft.node.type !== "string") return;
  if (!reaches(spot.policy, "aggressive")) return;
  const characters = Array.from(draft.node.value);
  if (characters.length <= most) return;
  draft.become("STRING_TRUNCATED", stringNode(characters.slice(0, most).join("")));
}

/** Brings a number within minimum and maximum. */
export function repairNumber(draft: Draft, schema: JsonNode, spot: Spot): void {
  if (!reaches(spot.policy, "aggressive")) return;
  const refusing = spot.parts.refusing(schema, draft.node);
  const keyword = ["minimum", "maximum"].find((name) => refusing.has(name));
  const bound = keyword === undefined ? undefined : memberOf(schema, keyword);
  if (bound?.type !== "number") return;
  const clamped = numberNode(bound.text);
  const left = spot.parts.refusing(schema, clamped);
  if (["type", "minimum", "maximum"].some((name) => left.has(name))) return;
  draft.become("NUMBER_CLAMPED", clamped);
}
