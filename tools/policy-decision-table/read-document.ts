/** A decision table as a JSON object. */
import type { Entry } from "../_core/tool.ts";
import { outOfBounds } from "../_lib/results/input-invalid.ts";
import { memberOf, textOf } from "../_lib/json/tree/members.ts";
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
  type OutputColumn,
  type WrittenRule,
  type WrittenTable,
} from "./table.ts";
import type { Test } from "./unary.ts";

export type Problem = Entry<"RANGE" | "REQUIRED" | "TYPE">;

const MOST_PROBLEMS = 100;

export class DocumentReader {
  readonly problems: Problem[] = [];

  read(root: JsonNode): WrittenTable {
    const list = (name: string) => this.#items(memberOf(root, name), `/table/${name}`);
    const given = (name: string) => {
      const node = memberOf(root, name);
      return node && valueOf(node).value;
    };
    return {
      hitPolicy: given("hitPolicy"),
      aggregation: given("aggregation"),
      inputs: list("inputs").map((node, at) => this.#input(node, `/table/inputs/${at}`)),
      outputs: list("outputs").map((node, at) => this.#output(node, `/table/outputs/${at}`)),
      rules: list("rules").map((node, at) => this.#rule(node, at)),
      defaultOutput: this.#defaultOutput(memberOf(root, "defaultOutput")),
    };
  }

  #input(node: JsonNode, path: string): InputColumn {
    const name = this.#name(node, path);
    const type = this.#type(memberOf(node, "type"), `${path}/type`);
    const nullable = memberOf(node, "nullable");
    if (nullable && nullable.type !== "boolean" && nullable.type !== "null")
      this.#wrong(`${path}/nullable`, nullable, "true or false");
    const values = this.#list(node, path)?.flatMap((value, at) => {
      const scalar = scalarOf(value);
      const read = scalar && valueIn(type, scalar);
      if (!read) this.#wrong(`${path}/values/${at}`, value, `a value of ${type ?? "one type"}`);
      return read ? [read] : [];
    });
    return {
      name,
      type,
      values,
      bounds: this.#bounds(node, type, path),
      nullable: nullable?.type === "boolean" ? nullable.value : undefined,
    };
  }

  #output(node: JsonNode, path: string): OutputColumn {
    return { name: this.#name(node, path), values: this.#list(node, path) };
  }

  #rule(node: JsonNode, at: number): WrittenRule {
    const path = `/table/rules/${at}`;
    const items = (name: string) => this.#items(memberOf(node, name), `${path}/${name}`);
    const id = this.#id(memberOf(node, "id"), at);
    return { id, cells: items("when"), values: items("then") };
  }

  #id(node: JsonNode | undefined, at: number): string {
    if (node === undefined || node.type === "null") return String(at + 1);
    if (node.type === "number") return node.text;
    const id = textOf(node);
    if (id === undefined) this.#wrong(`/table/rules/${at}/id`, node, "text or a number");
    return id || String(at + 1);
  }

  #name(node: JsonNode, path: string): string {
    const name = memberOf(node, "name");
    const text = textOf(name);
    if (text === undefined || text === "") this.#wrong(`${path}/name`, name, "a name");
    return text ?? "";
  }

  #type(node: JsonNode | undefined, path: string): ColumnType | undefined {
    if (node === undefined || node.type === "null") return undefined;
    const type = COLUMN_TYPES.find((one) => one === textOf(node)?.toLowerCase());
    if (type === undefined) this.#wrong(path, node, COLUMN_TYPES.join(", "));
    return type;
  }

  /** The values listed; none listed is as good as no list. */
  #list(node: JsonNode, path: string): readonly JsonNode[] | undefined {
    const values = memberOf(node, "values");
    if (values === undefined || values.type === "null") return undefined;
    const items = this.#items(values, `${path}/values`);
    return items.length > 0 ? items : undefined;
  }

  #bounds(node: JsonNode, type: ColumnType | undefined, path: string): Test | undefined {
    const min = this.#bound(memberOf(node, "min"), type, `${path}/min`);
    const max = this.#bound(memberOf(node, "max"), type, `${path}/max`);
    if (!min && !max) return undefined;
    if (min && max && (min.type !== max.type || compareScalars(min, max) > 0))
      this.#problem(outOfBounds(`${path}/min`, "more than max", "at most max"));
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

  #defaultOutput(node: JsonNode | undefined): Map<string, JsonNode> | undefined {
    if (node === undefined || node.type === "null") return undefined;
    if (node.type === "object") return new Map(node.members.map(({ key, value }) => [key, value]));
    this.#wrong("/table/defaultOutput", node, "an object by output name");
    return undefined;
  }

  #items(node: JsonNode | undefined, path: string): readonly JsonNode[] {
    if (node?.type === "array") return node.items;
    this.#wrong(path, node, "a list");
    return [];
  }

  #wrong(path: string, node: JsonNode | undefined, expected: string): void {
    const found = node === undefined ? "nothing" : shown(node);
    const message = `Cannot use ${path}: found ${found}, expected ${expected}`;
    this.#problem({ code: node ? "TYPE" : "REQUIRED", message, path, expected });
  }

  #problem(problem: Problem): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push(problem);
  }
}

const LONGEST_SHOWN = 60;

function shown(node: JsonNode): string {
  if (node.type === "array") return `a list of ${node.items.length}`;
  if (node.type === "object") return "an object";
  return beginning(JSON.stringify(valueOf(node).value), LONGEST_SHOWN);
}

/** The value as one of the type, where it is; null is one of every type. */
function valueIn(type: ColumnType | undefined, scalar: Scalar): Scalar | undefined {
  if (type === undefined || scalar.type === "null") return scalar;
  if (type === "date") return scalar.type === "string" ? dateOf(scalar.value) : undefined;
  const isOfType = scalar.type === (type === "integer" ? "number" : type);
  const isMember = type !== "integer" || (scalar.type === "number" && isWhole(scalar.text));
  return isOfType && isMember ? scalar : undefined;
}
