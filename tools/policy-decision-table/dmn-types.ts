/** What a DMN file says about the types of its data. */
import { childrenOf, type Markup } from "../_lib/formats/test-report/xml.ts";
import type { XmlElement } from "../_lib/formats/xml/tree.ts";
import { NULL, type Scalar } from "./scalar.ts";
import type { ColumnType, InputColumn } from "./table.ts";
import { readTest } from "./read-unary.ts";
import type { Test } from "./unary.ts";

const TYPES: ReadonlyMap<string, ColumnType> = new Map([
  ["number", "number"],
  ["double", "number"],
  ["decimal", "number"],
  ["integer", "integer"],
  ["long", "integer"],
  ["string", "string"],
  ["boolean", "boolean"],
  ["date", "date"],
]);

interface ItemDefinition {
  readonly typeRef: string | undefined;
  readonly allowedValues: string | undefined;
}

export class DmnTypes {
  readonly #definitions = new Map<string, ItemDefinition>();
  /** Name of input data or of a decision → its type. */
  readonly #variables = new Map<string, string>();
  readonly #markup: Markup;

  constructor(root: XmlElement, markup: Markup) {
    this.#markup = markup;
    for (const item of childrenOf(root, "itemDefinition")) {
      // A list of values is none of them.
      if (markup.attribute(item, "isCollection") === "true") continue;
      this.#definitions.set(markup.attribute(item, "name") ?? "", {
        typeRef: markup.contentAt(item, "typeRef"),
        allowedValues: markup.contentAt(item, "allowedValues", "text"),
      });
    }
    for (const input of childrenOf(root, "inputData")) {
      const name = markup.attribute(input, "name");
      const typeRef = this.ofDecision(input);
      if (name !== undefined && typeRef !== undefined) this.#variables.set(name, typeRef);
    }
  }

  ofInput(name: string): string | undefined {
    return this.#variables.get(name);
  }

  ofDecision(element: XmlElement): string | undefined {
    const [variable] = childrenOf(element, "variable");
    return variable && this.#markup.filled(variable, "typeRef");
  }

  /** Those of the type, or of the one that it goes by. */
  allowedValues(typeRef: string | undefined): string | undefined {
    return this.#resolve(typeRef).allowedValues;
  }

  columnOf(
    typeRef: string | undefined,
    inputValues: string | undefined,
  ): Omit<InputColumn, "name"> {
    const { type, allowedValues } = this.#resolve(typeRef);
    const listed = inputValues ?? allowedValues;
    const test = listed === undefined ? undefined : readTest(listed);
    // Anything but unary tests says something that is not understood here.
    if (test === undefined || "found" in test || test.kind === "any") return { type };
    const values = literalsIn(test);
    if (values === undefined) return { type, bounds: test };
    return { type, values, nullable: values.includes(NULL) ? true : undefined };
  }

  #resolve(typeRef: string | undefined): {
    readonly type?: ColumnType | undefined;
    readonly allowedValues?: string | undefined;
  } {
    let allowedValues: string | undefined;
    const met = new Set<string>();
    for (let name = typeRef; name !== undefined && !met.has(name);) {
      met.add(name);
      const definition = this.#definitions.get(name) ?? this.#definitions.get(localOf(name));
      allowedValues ??= definition?.allowedValues;
      if (!definition) return { type: TYPES.get(localOf(name).toLowerCase()), allowedValues };
      name = definition.typeRef;
    }
    return { allowedValues };
  }
}

/** `feel:number` and `types.tAge` without what stands before the name. */
function localOf(name: string): string {
  return name.slice(Math.max(name.lastIndexOf(":"), name.lastIndexOf(".")) + 1);
}

/** The literals of a list; undefined where there is anything else in it. */
export function valuesIn(text: string): readonly Scalar[] | undefined {
  const test = readTest(text);
  return "found" in test ? undefined : literalsIn(test);
}

function literalsIn(test: Test): readonly Scalar[] | undefined {
  const tests = test.kind === "some" ? test.tests : [test];
  const literals = tests.flatMap((one) => (one.kind === "equal" ? [one.value] : []));
  return literals.length === tests.length ? literals : undefined;
}
