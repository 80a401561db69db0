/** What changes in each operation: reported by the comparison, of moved ones as if they had stayed. */
import type { Entry } from "../../tools/_core/tool.ts";
import { isObject } from "../../tools/_lib/json/tree/members.ts";
import { pathKey } from "../../tools/_lib/web/openapi/surface.ts";
import compareOpenApi, { type Value as Surface } from "../../tools/openapi-surface-delta.ts";
import type { Work } from "../api-migration-kit.ts";
import type { Pair } from "./match.ts";
import { type Api, type Operation, pathParameters } from "./operations.ts";

export type Change = Surface["changes"][number];

/** Changes by operation; those without a method are of all operations of their path. */
export class Changes {
  readonly #byKey = new Map<string, Change[]>();
  /** Of the whole document: servers, security, tags. */
  readonly general: Change[] = [];

  constructor(changes: readonly Change[]) {
    for (const change of changes) {
      if (change.path === "") this.general.push(change);
      else {
        const key = `${change.method.toUpperCase()} ${pathKey(change.path)}`;
        const list = this.#byKey.get(key);
        if (list) list.push(change);
        else this.#byKey.set(key, [change]);
      }
    }
  }

  of({ method, path }: Pick<Operation, "method" | "path">): readonly Change[] {
    const key = pathKey(path);
    return [...(this.#byKey.get(` ${key}`) ?? []), ...(this.#byKey.get(`${method} ${key}`) ?? [])];
  }
}

/** Compares both versions; errors where a document cannot be read. */
export function compareVersions(work: Work): Changes | { readonly errors: readonly Entry[] } {
  const { input, ctx, report } = work;
  const { before, after } = input;
  const { ok, value, errors, warnings } = ctx.step(compareOpenApi, {
    before,
    after,
    failOn: "none",
  });
  if (!ok || !value) return { errors: errors ?? [] };
  for (const warning of warnings ?? []) {
    if (warning.code !== "RISKY_CHANGE") report.find("warning", "surface", warning);
  }
  const { endpoints, counts } = value;
  const verdict = counts.error > 0 ? "fail" : counts.warning > 0 ? "review" : "pass";
  const summary = `${endpoints.before} operations before, ${endpoints.after} after: ${endpoints.added} added, ${endpoints.removed} removed, ${endpoints.changed} changed`;
  report.done("surface", summary, verdict);
  return new Changes(value.changes);
}

/**
 * What moved operations change besides their place: the new ones are compared with the old ones as if they stood where
 * those do. Undefined where that cannot be told.
 */
export function compareMoved(
  pairs: readonly Pair[],
  before: Api,
  after: Api,
  work: Work,
): Changes | undefined {
  const moved = pairs.filter(({ isSame }) => !isSame);
  if (moved.length === 0) return new Changes([]);
  const [was, is] = [before, after].map(({ document }) => document.root.node) as [object, object];
  const paths = (side: "from" | "to") => {
    const all = new Map<string, Record<string, unknown>>();
    for (const pair of moved) {
      const path = side === "from" ? pair.from.path : placeOf(pair);
      const item = all.get(path) ?? {};
      item[pair.from.method.toLowerCase()] = wholeOperation(pair[side]);
      all.set(path, item);
    }
    return Object.fromEntries(all);
  };
  const { ok, value } = work.ctx.step(compareOpenApi, {
    before: { ...was, paths: paths("from") },
    after: { ...is, paths: paths("to") },
    failOn: "none",
  });
  return ok && value ? new Changes(value.changes) : undefined;
}

/** The old path with the names that the new one has for its parameters, where it has as many. */
function placeOf({ from, to }: Pair): string {
  const names = pathParameters(to.path);
  if (names.length !== pathParameters(from.path).length) return from.path;
  return from.path.replace(/\{[^{}]*\}/g, () => `{${names.shift() ?? ""}}`);
}

/** An operation with the parameters that it inherits. */
function wholeOperation({ endpoint }: Operation): unknown {
  const { operation, items } = endpoint;
  const inherited = items.flatMap(({ node }) => listIn(node));
  if (!isObject(operation.node)) return {};
  return { ...operation.node, parameters: [...listIn(operation.node), ...inherited] };
}

function listIn(node: unknown): readonly unknown[] {
  const list = isObject(node) ? node["parameters"] : undefined;
  return Array.isArray(list) ? list : [];
}
