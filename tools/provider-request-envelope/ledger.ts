/** What could not travel, what had to be added, and what is worth a warning. */
import type { Entry } from "../_core/tool.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import type { BodyWarning, ConversionWarning, Value } from "../provider-request-envelope.ts";

export const FIELD = "/request";

type LedgerWarning = ConversionWarning | Extract<BodyWarning, "SAMPLING_UNSUPPORTED">;

export class Ledger {
  readonly #lost = new Map<string, string>();
  readonly #added: { path: string; value: unknown }[] = [];
  readonly #addedNodes = new Set<JsonNode>();
  readonly #warnings: Entry<LedgerWarning>[] = [];

  lose(path: string, reason: string): void {
    if (!this.#lost.has(path)) this.#lost.set(path, reason);
  }

  add(path: string, node: JsonNode): void {
    this.#added.push({ path, value: valueOf(node).value });
  }

  /** Its place is known when the body is written. */
  addNode(node: JsonNode): void {
    this.#addedNodes.add(node);
  }

  added(written: JsonNode): Value["added"] {
    const found = [...this.#added];
    collectNodes(written, "", new Set(this.#addedNodes), found);
    return found;
  }

  /** `path` is a pointer in the body that was given. */
  warn(code: LedgerWarning, message: string, path: string, detail: object = {}): void {
    this.#warnings.push({ code, message, path: FIELD + path, ...detail });
  }

  /** In the order of the body. */
  lost(body: JsonNode): Value["lost"] {
    const found: Value["lost"] = [];
    collect(body, "", this.#lost, found);
    return found;
  }

  warnings(): Entry<LedgerWarning>[] {
    const lost = Array.from(this.#lost, ([path, reason]): Entry<LedgerWarning> => ({
      code: "FIELD_LOST",
      message: `A part of the body is not in the written one: ${reason}`,
      path: FIELD + path,
    }));
    return [...lost, ...this.#warnings];
  }
}

/** Goes through the body only as long as a node is left to be found. */
function collectNodes(
  node: JsonNode,
  path: string,
  wanted: Set<JsonNode>,
  found: Value["added"],
): void {
  if (wanted.size === 0) return;
  if (wanted.delete(node)) found.push({ path, value: valueOf(node).value });
  if (node.type === "array") {
    for (const [index, item] of node.items.entries())
      collectNodes(item, `${path}/${index}`, wanted, found);
  } else if (node.type === "object") {
    for (const { key, value } of node.members)
      collectNodes(value, appendPointer(path, key), wanted, found);
  }
}

/** Goes through the body only as long as something is left to be found. */
function collect(
  node: JsonNode,
  path: string,
  lost: ReadonlyMap<string, string>,
  found: Value["lost"],
): void {
  const reason = lost.get(path);
  if (reason !== undefined) found.push({ path, reason });
  if (found.length === lost.size) return;
  if (node.type === "array") {
    for (const [index, item] of node.items.entries())
      collect(item, `${path}/${index}`, lost, found);
  } else if (node.type === "object") {
    for (const { key, value } of node.members)
      collect(value, appendPointer(path, key), lost, found);
  }
}
