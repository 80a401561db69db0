import type { JsonNode } from "../../json/tree/tree.ts";
import type { ChangeCode } from "./contract.ts";

/** What a conversion did beside another shape. */
export interface Change {
  readonly code: ChangeCode;
  readonly path: string;
  readonly before?: JsonNode | undefined;
  readonly after?: JsonNode | undefined;
}

export type Hear = (change: Change) => void;
