import type { JsonNode } from "../../json/tree/tree.ts";

export type ChangeCode =
  | "ROOT_WRAPPED"
  | "ROOT_UNION_MERGED"
  | "TYPE_ADDED"
  | "KEYWORD_DROPPED"
  | "KEYWORD_CONVERTED"
  | "KEYWORD_MOVED"
  | "OPTIONAL_MADE_NULLABLE"
  | "ADDITIONAL_PROPERTIES_CLOSED"
  | "FIELD_DROPPED"
  | "NULL_REMOVED"
  | "ERROR_FLAG_LOST"
  | "CONTENT_AS_TEXT";

/** What a conversion did beside another shape. */
export interface Change {
  readonly code: ChangeCode;
  readonly path: string;
  readonly before?: JsonNode | undefined;
  readonly after?: JsonNode | undefined;
}

export type Hear = (change: Change) => void;
