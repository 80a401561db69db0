/** The annotations of MCP, as far as they are given. */
import { memberOf } from "../_lib/json/tree/members.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";

export interface Hints {
  readonly readOnly: boolean | undefined;
  readonly destructive: boolean | undefined;
  readonly openWorld: boolean | undefined;
}

/** Defaults of MCP do not count: who gives no hints says nothing. */
export function hintsOf(annotations: JsonNode | undefined): Hints {
  const hint = (name: string) => {
    const node = annotations && memberOf(annotations, name);
    return node?.type === "boolean" ? node.value : undefined;
  };
  return {
    readOnly: hint("readOnlyHint"),
    destructive: hint("destructiveHint"),
    openWorld: hint("openWorldHint"),
  };
}
