import type { JsonNode } from "../../_lib/json/tree/tree.ts";
import { dumpBriefly } from "./dump.ts";
import { string } from "./values.ts";

/** An error of a running query, which `try` can catch; its value is any JSON value. */
export class JqError extends Error {
  readonly value: JsonNode;

  constructor(value: JsonNode | string) {
    super("An error of the query");
    this.value = typeof value === "string" ? string(value) : value;
  }
}

/** Ends a query at `halt` or `halt_error`. */
export class Halt extends Error {
  /** What `halt_error` was given. */
  readonly value: JsonNode | undefined;

  constructor(value?: JsonNode) {
    super("The query halts");
    this.value = value;
  }
}

/** Ends a query that needs what there is not. */
export class Unsupported extends Error {
  readonly expected: string;

  constructor(found: string, expected: string) {
    super(found);
    this.expected = expected;
  }
}

/** "string (\"abc\")": what a value is called in a message. */
export function nameValue(node: JsonNode): string {
  return `${node.type} (${dumpBriefly(node)})`;
}

export function typeError(node: JsonNode, complaint: string): JqError {
  return new JqError(`${nameValue(node)} ${complaint}`);
}

export function typeErrors(left: JsonNode, right: JsonNode, complaint: string): JqError {
  return new JqError(`${nameValue(left)} and ${nameValue(right)} ${complaint}`);
}
