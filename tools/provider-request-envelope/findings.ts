/** What is found in a body, at its places. */
import type { Entry } from "../_core/tool.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { beginning } from "../_lib/text/shown.ts";
import type { BodyError, BodyWarning } from "../provider-request-envelope.ts";
import { FIELD } from "./ledger.ts";

export class Findings {
  readonly errors: Entry<BodyError>[] = [];
  readonly warnings: Entry<BodyWarning>[] = [];

  /** `path` is a pointer in the body. */
  error(code: BodyError, message: string, path: string, detail: object = {}): void {
    this.errors.push({ code, message, path: FIELD + path, ...detail });
  }

  warn(code: BodyWarning, message: string, path: string, detail: object = {}): void {
    this.warnings.push({ code, message, path: FIELD + path, ...detail });
  }

  wrongType(path: string, node: JsonNode, expected: string): void {
    const message = `Cannot use the value: found ${inWords(node)}, expected ${expected}`;
    this.error("WRONG_TYPE", message, path, { expected, received: node.type });
  }

  range(path: string, found: number | string, expected: string): void {
    const message = `Cannot use the value: found ${found}, expected ${expected}`;
    this.error("VALUE_RANGE", message, path, { expected, received: found });
  }
}

function inWords({ type }: JsonNode): string {
  if (type === "null") return type;
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

export function shown(text: string): string {
  return JSON.stringify(beginning(text, 60));
}
