import type { JsonNode } from "../../json/tree/tree.ts";
import { escapePointer } from "../../results/pointer.ts";
import type { Finding, Findings } from "./evaluation.ts";

/** What a value can violate, to be spread into a tool's `failures`; `SCHEMA_` and the keyword's name. */
export const VIOLATIONS = {
  SCHEMA_FALSE: "The schema `false` allows no value",
  SCHEMA_TYPE: "The value has another type",
  SCHEMA_ENUM: "The value is none of those that are allowed",
  SCHEMA_CONST: "The value is not the one that is allowed",
  SCHEMA_MULTIPLE_OF: "The number is no whole multiple",
  SCHEMA_MAXIMUM: "The number is too large",
  SCHEMA_MINIMUM: "The number is too small",
  SCHEMA_EXCLUSIVE_MAXIMUM: "The number is not below the bound",
  SCHEMA_EXCLUSIVE_MINIMUM: "The number is not above the bound",
  SCHEMA_MAX_LENGTH: "The string is too long",
  SCHEMA_MIN_LENGTH: "The string is too short",
  SCHEMA_PATTERN: "The string does not match the pattern",
  SCHEMA_FORMAT: "The string is not in the format",
  SCHEMA_MAX_ITEMS: "The array has too many items",
  SCHEMA_MIN_ITEMS: "The array has too few items",
  SCHEMA_UNIQUE_ITEMS: "Two items of the array are equal",
  SCHEMA_CONTAINS: "No item matches, or too few do",
  SCHEMA_MAX_CONTAINS: "Too many items match",
  SCHEMA_MIN_CONTAINS: "Too few items match",
  SCHEMA_ADDITIONAL_ITEMS: "An item beyond those that are described is not allowed",
  SCHEMA_UNEVALUATED_ITEMS: "An item that no schema looked at is not allowed",
  SCHEMA_MAX_PROPERTIES: "The object has too many members",
  SCHEMA_MIN_PROPERTIES: "The object has too few members",
  SCHEMA_REQUIRED: "A member is missing",
  SCHEMA_DEPENDENT_REQUIRED: "A member that another one asks for is missing",
  SCHEMA_DEPENDENCIES: "A member that another one asks for is missing",
  SCHEMA_ADDITIONAL_PROPERTIES: "A member beyond those that are described is not allowed",
  SCHEMA_UNEVALUATED_PROPERTIES: "A member that no schema looked at is not allowed",
  SCHEMA_PROPERTY_NAMES: "The name of a member is not allowed",
  SCHEMA_NOT: "The value matches a schema that it must not match",
  SCHEMA_ANY_OF: "The value matches none of several schemas",
  SCHEMA_ONE_OF: "The value matches none, or more than one, of several schemas",
} as const;

export type ViolationCode = keyof typeof VIOLATIONS;

/** An assertion that failed. */
export interface Violation {
  /** Pointer into the data; of the member where the keyword speaks of one. */
  readonly path: string;
  readonly keyword: string;
  readonly code: ViolationCode;
  /** Pointer of the keyword in the schema document where it stands. */
  readonly schemaPath: string;
  /** The URI of that document, where it is not the main one. */
  readonly schemaUri?: string;
  readonly message: string;
  readonly expected: unknown;
  readonly received: unknown;
  readonly hint?: string;
  /** What each branch of `anyOf` or `oneOf` found. */
  readonly branches?: readonly (readonly Violation[])[];
}

/** Keywords that speak of an object and are found at one of its members. */
const OF_OBJECT: ReadonlySet<string> = new Set([
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
]);

/** Pointer of the value that the keyword speaks of: the object, where a violation is found at its member. */
export function subjectOf({ path, keyword }: Pick<Violation, "path" | "keyword">): string {
  return OF_OBJECT.has(keyword) ? path.slice(0, path.lastIndexOf("/")) : path;
}

/** `minLength` → `SCHEMA_MIN_LENGTH`. */
export function codeOf(keyword: string): ViolationCode {
  return `SCHEMA_${keyword.replace(/[A-Z]/g, "_$&").toUpperCase()}` as ViolationCode;
}

/** Branches within branches that are listed, and what all branches together list at most. */
const DEEPEST_BRANCHES = 4;
const MOST_IN_BRANCHES = 1000;

interface Where {
  readonly order: number;
  readonly parent: JsonNode | undefined;
  readonly token: string;
}

/** Puts findings about one document into words, in the order of the document. */
export class Reporter {
  readonly #places = new Map<JsonNode, Where>();
  readonly #most: number;
  #inBranches = 0;

  /** `most` is how many violations are listed at most, in each branch, too. */
  constructor(root: JsonNode, most: number) {
    this.#most = most;
    this.#locate(root);
  }

  /** The first findings by place in the document, those at one place as the schema has its keywords. */
  list({ list }: Findings, depth = 0): Violation[] {
    const orders = list.map((finding) => this.#places.get(finding.at)?.order ?? 0);
    const indices = [...list.keys()].toSorted(
      (left, right) => (orders[left] as number) - (orders[right] as number) || left - right,
    );
    return indices
      .slice(0, this.#most)
      .map((index) => this.#violation(list[index] as Finding, depth));
  }

  pointerOf(node: JsonNode): string {
    const tokens: string[] = [];
    for (let where = this.#places.get(node); where?.parent !== undefined;) {
      tokens.push(where.token);
      where = this.#places.get(where.parent);
    }
    return tokens
      .toReversed()
      .map((token) => `/${escapePointer(token)}`)
      .join("");
  }

  #violation(finding: Finding, depth: number): Violation {
    const { keyword, at, branches } = finding;
    const { message, expected, received, hint } = finding.describe();
    const { uri } = keyword.document;
    const isListed = depth < DEEPEST_BRANCHES && this.#inBranches < MOST_IN_BRANCHES;
    const listed = isListed ? branches?.() : undefined;
    return {
      path: this.pointerOf(at),
      keyword: keyword.name,
      code: codeOf(keyword.name),
      schemaPath: keyword.pointer,
      ...(uri === "" ? {} : { schemaUri: uri }),
      message,
      expected,
      received,
      ...(hint === undefined ? {} : { hint }),
      ...(listed === undefined
        ? {}
        : { branches: listed.map((branch) => this.#branch(branch, depth + 1)) }),
    };
  }

  #branch(findings: Findings, depth: number): Violation[] {
    this.#inBranches += Math.min(findings.list.length, this.#most);
    return this.list(findings, depth);
  }

  /** Numbers all values in the document's order, without recursion. */
  #locate(root: JsonNode): void {
    const stack: { node: JsonNode; parent: JsonNode | undefined; token: string }[] = [
      { node: root, parent: undefined, token: "" },
    ];
    for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
      const { node, parent, token } = entry;
      this.#places.set(node, { order: this.#places.size, parent, token });
      if (node.type === "array") {
        for (let index = node.items.length - 1; index >= 0; index--) {
          stack.push({ node: node.items[index] as JsonNode, parent: node, token: String(index) });
        }
      } else if (node.type === "object") {
        for (const { key, value } of node.members.toReversed()) {
          stack.push({ node: value, parent: node, token: key });
        }
      }
    }
  }
}
