/** The parameters of a body, and what of the body was read. */
import { formatPointer } from "../_lib/results/pointer.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { memberOf } from "../_lib/json/tree/members.ts";
import type { Provider } from "../_lib/agents/tool-call/content-parts.ts";
import { ALSO_READ, PLACES, type SettingName } from "../_lib/agents/tool-call/places.ts";
import type { Ledger } from "./ledger.ts";

export interface Setting {
  readonly node: JsonNode;
  /** Pointer in the body. */
  readonly path: string;
}

/** The values of a body, and what of the body was read. */
export class Reading {
  readonly body: JsonNode;
  readonly provider: Provider;
  readonly #read = new Set<string>();

  constructor(body: JsonNode, provider: Provider) {
    this.body = body;
    this.provider = provider;
  }

  /** A value that is there and not null. */
  at(...tokens: readonly string[]): Setting | undefined {
    let node: JsonNode | undefined = this.body;
    for (const token of tokens) node = node && memberOf(node, token);
    if (node === undefined || node.type === "null") return undefined;
    const path = formatPointer(tokens);
    this.#read.add(path);
    return { node, path };
  }

  /** A parameter that says something. */
  setting(name: SettingName): Setting | undefined {
    const own = PLACES[this.provider][name];
    const other = ALSO_READ[this.provider]?.[name];
    const found = (own && this.at(...own)) ?? (other && this.at(...other));
    return found === undefined || saysNothing(found.node) ? undefined : found;
  }

  /** Tells of every member that was not read; of one of which a part was read, of the other parts. */
  loseUnread(ledger: Ledger, target: Provider): void {
    this.#loseIn(this.body, "", ledger, `${target} has no place for it`);
  }

  #loseIn(node: JsonNode, path: string, ledger: Ledger, reason: string): void {
    for (const { key, value } of node.type === "object" ? node.members : []) {
      const place = path + formatPointer([key]);
      if (this.#read.has(place) || saysNothing(value)) continue;
      const isPart = [...this.#read].some((read) => read.startsWith(`${place}/`));
      if (isPart) this.#loseIn(value, place, ledger, reason);
      else ledger.lose(place, reason);
    }
  }
}

function saysNothing(node: JsonNode): boolean {
  if (node.type === "array") return node.items.length === 0;
  return node.type === "null" || (node.type === "object" && node.members.length === 0);
}
