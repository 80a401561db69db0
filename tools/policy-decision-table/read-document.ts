/** A decision table as a JSON object. */
import { itemsOf, memberOf, textOf } from "../_lib/json/tree/members.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import { isWhole } from "../_lib/numbers/decimal-text.ts";
import { beginning } from "../_lib/text/shown.ts";
import {
  compareScalars,
  dateOf,
  isOrdered,
  type Ordered,
  type Scalar,
  scalarOf,
} from "./scalar.ts";
import {
  COLUMN_TYPES,
  type ColumnType,
  type InputColumn,
  type TableProblem,
  tableProblem,
  type WrittenRule,
  type WrittenTable,
} from "./table.ts";
import type { Test } from "./unary.ts";

/** Reads an object that has the shape of a table, and tells what in it does not fit. */
export function readTableDocument(root: JsonNode) {
  const reader = new DocumentReader();
  return { table: reader.read(root), problems: reader.problems };
}

const MOST_PROBLEMS = 100;

class DocumentReader {
  readonly problems: TableProblem[] = [];

  read(root: JsonNode): WrittenTable {
    const list = (name: string) => itemsOf(memberOf(root, name));
    const defaultOutput = memberOf(root, "defaultOutput");
    return {
      hitPolicy: textOf(memberOf(root, "hitPolicy")),
      aggregation: textOf(memberOf(root, "aggregation")),
      inputs: list("inputs").map((node, at) => this.#input(node, `/table/inputs/${at}`)),
      outputs: list("outputs").map((node) => ({ name: nameIn(node), values: listIn(node) })),
      rules: list("rules").map(ruleOf),
      defaultOutput:
        defaultOutput?.type === "object"
          ? new Map(defaultOutput.members.map(({ key, value }) => [key, value]))
          : undefined,
    };
  }

  #input(node: JsonNode, path: string): InputColumn {
    const type = COLUMN_TYPES.find((one) => one === textOf(memberOf(node, "type")));
    const nullable = memberOf(node, "nullable");
    const values = listIn(node)?.flatMap((value, at) => {
      const scalar = scalarOf(value);
      const read = scalar && valueIn(type, scalar);
      if (!read) this.#wrong(`${path}/values/${at}`, value, `a value of ${type ?? "one type"}`);
      return read ? [read] : [];
    });
    return {
      name: nameIn(node),
      type,
      values,
      bounds: this.#bounds(node, type, path),
      nullable: nullable?.type === "boolean" ? nullable.value : undefined,
    };
  }

  #bounds(node: JsonNode, type: ColumnType | undefined, path: string): Test | undefined {
    const min = this.#bound(memberOf(node, "min"), type, `${path}/min`);
    const max = this.#bound(memberOf(node, "max"), type, `${path}/max`);
    if (!min && !max) return undefined;
    if (min && max && (min.type !== max.type || compareScalars(min, max) > 0))
      this.#problem(tableProblem(`${path}/min`, "more than max", "at most max"));
    return {
      kind: "range",
      ...(min && { lower: { value: min, closed: true } }),
      ...(max && { upper: { value: max, closed: true } }),
    };
  }

  #bound(
    node: JsonNode | undefined,
    type: ColumnType | undefined,
    path: string,
  ): Ordered | undefined {
    if (node === undefined || node.type === "null") return undefined;
    const bound = node.type === "string" ? dateOf(node.value) : scalarOf(node);
    const isNumeric = type === "number" || type === "integer";
    const fits = bound?.type === (isNumeric ? "number" : "date") || type === undefined;
    if (bound && isOrdered(bound) && fits) return bound;
    const expected = isNumeric ? "a number" : type === "date" ? "a date" : "nothing";
    this.#wrong(path, node, type === undefined ? "a number or date" : expected);
    return undefined;
  }

  #wrong(path: string, node: JsonNode, expected: string): void {
    const found = beginning(JSON.stringify(valueOf(node).value), LONGEST_SHOWN);
    this.#problem(tableProblem(path, found, expected));
  }

  #problem(problem: TableProblem): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push(problem);
  }
}

const LONGEST_SHOWN = 60;

function nameIn(node: JsonNode): string {
  return textOf(memberOf(node, "name")) ?? "";
}

/** The values listed; none listed is as good as no list. */
function listIn(node: JsonNode): readonly JsonNode[] | undefined {
  const items = itemsOf(memberOf(node, "values"));
  return items.length > 0 ? items : undefined;
}

function ruleOf(node: JsonNode, at: number): WrittenRule {
  const id = memberOf(node, "id");
  const written = id?.type === "number" ? id.text : textOf(id);
  return {
    id: written || String(at + 1),
    cells: itemsOf(memberOf(node, "when")),
    values: itemsOf(memberOf(node, "then")),
  };
}

/** The value as one of the type, where it is; null is one of every type. */
function valueIn(type: ColumnType | undefined, scalar: Scalar): Scalar | undefined {
  if (type === undefined || scalar.type === "null") return scalar;
  if (type === "date") return scalar.type === "string" ? dateOf(scalar.value) : undefined;
  const isOfType = scalar.type === (type === "integer" ? "number" : type);
  const isMember = type !== "integer" || (scalar.type === "number" && isWhole(scalar.text));
  return isOfType && isMember ? scalar : undefined;
}
