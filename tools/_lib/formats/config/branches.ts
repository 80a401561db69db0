import {
  arrayNode,
  booleanNode,
  type JsonMember,
  type JsonNode,
  memberNode,
  nullNode,
  numberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { isBooleanText } from "../csv/infer.ts";
import { isNumberText } from "../../json/tree/number.ts";
import { DEEPEST } from "../../json/tree/problem.ts";
import { beginning } from "../../text/shown.ts";
import type { SourceLosses } from "./losses.ts";

/** A step into the data: a key, or an index of an array. */
export type Step = string | number;

/** Why a value cannot stand where its key says. */
export interface Refusal {
  readonly code: "KEY_CONFLICT" | "INPUT_TOO_DEEP";
  readonly found: string;
  readonly expected: string;
}

interface Branch {
  readonly children: Map<Step, Branch | JsonNode>;
  readonly isArray: boolean;
  node: JsonNode | undefined;
}

/** Builds nested data from flat keys. */
export class Branches {
  readonly #root = newBranch(false);
  readonly #losses: SourceLosses;
  /** Losses of branches, which have a node only in the end. */
  readonly #later: { branch: Branch; take: (node: JsonNode) => void }[] = [];

  constructor(losses: SourceLosses) {
    this.#losses = losses;
  }

  /** Sets a value; a repeated key keeps its place and is told to `hear`. */
  set(steps: readonly Step[], value: JsonNode, hear: () => void): Refusal | undefined {
    const branch = this.#open(steps.slice(0, -1), typeof steps.at(-1) === "number");
    if ("code" in branch) return branch;
    const last = steps.at(-1) ?? "";
    const before = branch.children.get(last);
    if (before !== undefined && "children" in before) return conflict(last, "keys under it");
    if (before !== undefined) {
      hear();
      this.#losses.move(before, value);
      this.#losses.add("DUPLICATE_KEY", value, "An earlier value of the key");
    }
    branch.children.set(last, value);
    return undefined;
  }

  /** Appends to the array of the key. */
  append(steps: readonly Step[], value: JsonNode): Refusal | undefined {
    const branch = this.#open(steps, true);
    if ("code" in branch) return branch;
    branch.children.set(branch.children.size, value);
    return undefined;
  }

  /** Makes an object, and gives its node in the end. */
  open(steps: readonly Step[], take: (node: JsonNode) => void): Refusal | undefined {
    const branch = this.#open(steps, false);
    if ("code" in branch) return branch;
    this.#later.push({ branch, take });
    return undefined;
  }

  /** The data; or the array that lacks an index. */
  finish(): JsonNode | Refusal {
    const root = finishBranch(this.#root);
    if (!("code" in root)) for (const { branch, take } of this.#later) take(branch.node ?? root);
    return root;
  }

  #open(steps: readonly Step[], endsInArray: boolean): Branch | Refusal {
    if (steps.length >= DEEPEST) {
      return {
        code: "INPUT_TOO_DEEP",
        found: `a key of ${steps.length + 1} levels`,
        expected: `at most ${DEEPEST} levels`,
      };
    }
    let branch = this.#root;
    for (const [index, step] of steps.entries()) {
      const next = steps[index + 1];
      const isArray = next === undefined ? endsInArray : typeof next === "number";
      let child = branch.children.get(step);
      if (child === undefined) {
        child = newBranch(isArray);
        branch.children.set(step, child);
      }
      if (!("children" in child)) return conflict(step, "a value");
      if (child.isArray !== isArray) {
        return conflict(step, child.isArray ? "items of an array" : "keys under it");
      }
      branch = child;
    }
    return branch;
  }
}

function newBranch(isArray: boolean): Branch {
  return { children: new Map(), isArray, node: undefined };
}

function conflict(step: Step, found: string): Refusal {
  const key = JSON.stringify(beginning(String(step), 40));
  const expected = "a key that is either a value, an array or a prefix of others";
  return { code: "KEY_CONFLICT", found: `the key ${key}, which has ${found} already`, expected };
}

function finishBranch(branch: Branch): JsonNode | Refusal {
  const made: JsonNode[] = [];
  const steps = [...branch.children.keys()];
  if (branch.isArray) steps.sort((left, right) => Number(left) - Number(right));
  for (const [index, step] of steps.entries()) {
    if (branch.isArray && step !== index) {
      const found = `an array with the index ${step} and without ${index}`;
      return { code: "KEY_CONFLICT", found, expected: "indices from 0 without gaps" };
    }
    const child = branch.children.get(step) as Branch | JsonNode;
    const node = "children" in child ? finishBranch(child) : child;
    if ("code" in node) return node;
    made.push(node);
  }
  const members: JsonMember[] = branch.isArray
    ? []
    : steps.map((step, index) => memberNode(String(step), made[index] as JsonNode));
  branch.node = branch.isArray ? arrayNode(made) : objectNode(members);
  return branch.node;
}

/** A text as a string, or inferred as the type that it looks like. */
export function textNode(text: string, isTyped: boolean): JsonNode {
  if (!isTyped) return stringNode(text);
  if (text === "null") return nullNode();
  if (isNumberText(text)) return numberNode(text);
  return isBooleanText(text) ? booleanNode(text.toLowerCase() === "true") : stringNode(text);
}
