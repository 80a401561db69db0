/** What requests are made of: the OpenAPI document, the examples of all units, and chance. */
import { detailOf, ENTRIES } from "../../../app/registry.ts";
import type { Pool } from "./changed-values.ts";
import type { Chance } from "./chance.ts";

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

export interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly enum?: readonly string[]; readonly maximum?: number };
}

/** What requests are made of. */
export interface Material {
  readonly chance: Chance;
  readonly pool: Pool;
  readonly operations: readonly (readonly [path: string, method: string, operation: Operation])[];
  readonly bodies: Readonly<Record<string, readonly object[]>>;
  /** Of the page, with the files that it is made of. */
  readonly pages: readonly string[];
}

export function materialOf(
  document: Document,
  bodies: Material["bodies"],
  more: Pick<Material, "chance" | "pool" | "pages">,
): Material {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => [path, method.toUpperCase(), one] as const),
  );
  return { ...more, operations, bodies };
}

/** A body as UTF-8, one character for each byte. */
export function bytesOf(body: unknown): string {
  return Buffer.from(JSON.stringify(body)).toString("latin1");
}

/** Bodies that each operation takes: the examples of all units, and what their receipts are checked with. */
export function runBodies(): object[] {
  return ENTRIES.flatMap((entry) =>
    detailOf(entry).examples.map(({ input, options = {} }) => ({
      tool_id: entry.id,
      input,
      options,
    })),
  );
}
