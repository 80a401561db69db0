import type { Budget } from "../_core/tool.ts";
import type { OpenApi } from "../_lib/web/openapi/document.ts";
import type { Site } from "../_lib/web/openapi/site.ts";
import type { Finding } from "./change.ts";
import type { Place } from "./facts.ts";
import { Pairs } from "./pairs.ts";
import type { TypeUse } from "./types.ts";
import { type Use, walkUse } from "./walk.ts";

export type More = Omit<Finding, "id" | "path" | "method" | "place">;

export type Report = (id: string, place: Place, more?: More) => void;

/** Where a schema is used, and what else a change of it says. */
export interface SchemaUse extends TypeUse {
  readonly before: Site | undefined;
  readonly after: Site | undefined;
  /** The objects in which the schemas stand. */
  readonly holders: readonly [before: Site, after: Site];
  readonly more?: { readonly name?: string; readonly status?: string };
}

/** What is found between two documents. */
export class Comparison {
  readonly before: OpenApi;
  readonly after: OpenApi;
  /** UTC date of today, YYYY-MM-DD. */
  readonly today: string;
  readonly findings: Finding[] = [];
  readonly #pairs: Pairs;
  readonly #uses: Use[] = [];
  readonly #budget: Budget;

  constructor(before: OpenApi, after: OpenApi, today: string, budget: Budget) {
    this.before = before;
    this.after = after;
    this.today = today;
    this.#budget = budget;
    this.#pairs = new Pairs(before, after, budget);
  }

  reporter(path: string, method: string): Report {
    return (id, place, more = {}) => {
      this.findings.push({ id, path, method, place, ...more });
    };
  }

  /** Notes a use; an absent schema takes any value. */
  compareSchemas(use: SchemaUse, report: Report): void {
    const { before, after, holders, more, ...type } = use;
    if (before === undefined && after === undefined) return;
    const pair = this.#pairs.of(before ?? nothingIn(holders[0]), after ?? nothingIn(holders[1]));
    this.#uses.push({
      ...type,
      pair,
      report: (id, place, detail) => report(id, place, { ...detail, ...withName(more, detail) }),
    });
  }

  /** Compares the schemas of all uses. */
  settle(): void {
    this.#pairs.settle();
    for (const use of this.#uses) walkUse(use, this.#budget);
  }
}

function nothingIn({ pointer }: Site): Site {
  return { node: {}, pointer: `${pointer}/schema` };
}

/** The name of the parameter or header leads; that of a member of the schema follows. */
function withName(more: SchemaUse["more"], detail: More): More {
  const names = [more?.name, detail.name].filter((name) => name !== undefined);
  return {
    ...(names.length > 0 && { name: names.join(" ") }),
    ...(more?.status !== undefined && { status: more.status }),
  };
}
