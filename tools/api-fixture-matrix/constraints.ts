/** Constraints and seed rows, as a covering array understands them. */
import type { Entry } from "../_core/tool.ts";
import type { Forbidden, Literal, Row } from "./covering-array/problem.ts";
import { UNSET } from "./covering-array/problem.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { memberOf } from "../_lib/json/tree/members.ts";
import { ValueIds } from "../_lib/json/tree/value-ids.ts";
import { nearest } from "../_lib/text/nearest.ts";
import { quoted } from "../_lib/text/shown.ts";
import { type Parameter, type ParameterValue, valueId, writtenValue } from "./parameter.ts";

/** Knows parameters by name and their values by what they are. */
export class ConstraintReader {
  readonly problems: Entry<"PARAMETER_UNKNOWN">[] = [];
  readonly warnings: Entry<"VALUE_UNKNOWN">[] = [];
  /** Of each parameter its values, and behind them those that only seed rows have. */
  readonly values: ParameterValue[][];
  readonly #ids = new ValueIds();
  readonly #indexByName = new Map<string, number>();
  /** Of each parameter the index of each value. */
  readonly #indexById: Map<number, number>[];
  readonly #names: readonly string[];

  constructor(parameters: readonly Parameter[]) {
    this.#names = parameters.map(({ name }) => name);
    for (const [index, name] of this.#names.entries()) {
      if (!this.#indexByName.has(name)) this.#indexByName.set(name, index);
    }
    this.values = parameters.map(({ values }) => [...values]);
    this.#indexById = this.values.map(
      (values) => new Map(values.map((value, index) => [valueId(value, this.#ids), index])),
    );
  }

  /** To be read before constraints, which speak of their values as well. */
  seedRow(node: JsonNode, path: string): Row {
    const row = new Int32Array(this.values.length).fill(UNSET);
    for (const { key, value } of node.type === "object" ? node.members : []) {
      const parameter = this.#parameter(key, appendPointer(path, key));
      if (parameter !== undefined) row[parameter] = this.#added(parameter, writtenValue(value));
    }
    return row;
  }

  /** What a constraint forbids: a combination; or a condition together with whatever it does not demand. */
  constraint(node: JsonNode, path: string): Forbidden[] {
    const not = memberOf(node, "not");
    if (not !== undefined) return [this.#literals(not, `${path}/not`)];
    const [condition, demand] = [memberOf(node, "if"), memberOf(node, "then")];
    if (condition === undefined || demand === undefined) return [];
    const given = this.#literals(condition, `${path}/if`);
    return this.#literals(demand, `${path}/then`).map((literal) => [
      ...given,
      this.#opposite(literal),
    ]);
  }

  #literals(node: JsonNode, path: string): Literal[] {
    const members = node.type === "object" ? node.members : [];
    return members.flatMap(({ key, value }) => {
      const at = appendPointer(path, key);
      const parameter = this.#parameter(key, at);
      return parameter === undefined
        ? []
        : [{ parameter, values: this.#chosen(parameter, value, at) }];
    });
  }

  #opposite({ parameter, values }: Literal): Literal {
    const others = [...(this.values[parameter] ?? []).keys()].filter((index) => !values.has(index));
    return { parameter, values: new Set(others) };
  }

  /** A list is a choice of values, unless the parameter has it as a value. */
  #chosen(parameter: number, node: JsonNode, path: string): Set<number> {
    const whole = this.#indexOf(parameter, node);
    if (whole !== undefined) return new Set([whole]);
    const items = node.type === "array" ? node.items : [node];
    const found = items.map((item) => this.#indexOf(parameter, item));
    if (found.includes(undefined)) {
      const name = quoted(this.#names[parameter] ?? "");
      const message = `The parameter ${name} has no such value: the constraint cannot apply to it`;
      this.warnings.push({ code: "VALUE_UNKNOWN", message, path });
    }
    return new Set(found.filter((index) => index !== undefined));
  }

  #indexOf(parameter: number, node: JsonNode): number | undefined {
    return this.#indexById[parameter]?.get(valueId(writtenValue(node), this.#ids));
  }

  #added(parameter: number, value: ParameterValue): number {
    const id = valueId(value, this.#ids);
    const known = this.#indexById[parameter]?.get(id);
    if (known !== undefined) return known;
    const index = (this.values[parameter]?.push(value) ?? 1) - 1;
    this.#indexById[parameter]?.set(id, index);
    return index;
  }

  #parameter(name: string, path: string): number | undefined {
    const index = this.#indexByName.get(name);
    if (index !== undefined) return index;
    const [near] = nearest(name, this.#names, { limit: 1 });
    this.problems.push({
      code: "PARAMETER_UNKNOWN",
      message: `Cannot use ${path}: found ${quoted(name)}, expected the name of a parameter`,
      path,
      ...(near !== undefined && { hint: `Did you mean ${quoted(near)}?` }),
    });
    return undefined;
  }
}
