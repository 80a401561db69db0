/** Where the makers of arrays and objects get values of inner schemas from. */
import type { JsonNode } from "../../json/tree/tree.ts";
import type { SchemaParts } from "../json-schema/parts.ts";

/** Why some values of a schema were left out. */
export type SampleTrouble = "PATTERN_NOT_GENERATED" | "BOUND_NOT_REACHED";

export interface Samples {
  /** Distinct, and accepted by all the schemas. */
  readonly nodes: readonly JsonNode[];
  readonly troubles: readonly SampleTrouble[];
}

export interface SampleSource {
  readonly parts: SchemaParts;
  of(schemas: readonly JsonNode[]): Samples;
  first(schemas: readonly JsonNode[]): JsonNode | undefined;
  accepts(schemas: readonly JsonNode[], node: JsonNode): boolean;
}
