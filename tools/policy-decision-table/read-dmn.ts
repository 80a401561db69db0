/** A decision table of a DMN file, in the namespace of any version. */
import { problemEntry } from "../_lib/results/syntax-problem.ts";
import type { Entry } from "../_core/tool.ts";
import { outOfBounds } from "../_lib/results/input-invalid.ts";
import { type JsonNode, nullNode, stringNode } from "../_lib/json/tree/tree.ts";
import { nearest } from "../_lib/text/nearest.ts";
import { childrenOf, localName, Markup } from "../_lib/formats/test-report/xml.ts";
import { readXml } from "../_lib/formats/xml/read.ts";
import type { XmlElement } from "../_lib/formats/xml/tree.ts";
import { beginning, quoted } from "../_lib/text/shown.ts";
import type { Failure } from "../policy-decision-table.ts";
import { DmnTypes, valuesIn } from "./dmn-types.ts";
import { nodeOf } from "./scalar.ts";
import type { InputColumn, OutputColumn, WrittenRule, WrittenTable } from "./table.ts";
import { readLiteral } from "./read-unary.ts";

type Failed = { readonly errors: readonly [Entry<Failure>, ...Entry<Failure>[]] };

/** Reads the decision of that name or id, or else the first one with a table. */
export function readDmn(given: string, decision: string | undefined): WrittenTable | Failed {
  // The mark goes, as white space before the declaration is wrong.
  const text = given.replace(/^\ufeff?\s*/, "");
  const skipped = given.length - text.length;
  const broken = (code: Failure, offset: number, found: string, expected: string): Failed => ({
    errors: [
      problemEntry({ code, offset: offset + skipped, found, expected }, given, "DMN", "/table"),
    ],
  });
  const document = readXml(text);
  if ("code" in document) {
    const { code, offset, found, expected } = document;
    return broken(code === "INPUT_TOO_DEEP" ? code : "XML_SYNTAX", offset, found, expected);
  }
  const { doctype, root } = document;
  if (doctype)
    return broken("XML_SYNTAX", doctype.start, "a document type declaration", "a file without one");
  if (localName(root) !== "definitions") {
    const found = `the root ${beginning(root.name, 40)}`;
    return broken("DOCUMENT_TYPE", root.start, found, "definitions of DMN");
  }
  return new DmnReader(root, new Markup(text)).read(decision);
}

class DmnReader {
  readonly #markup: Markup;
  readonly #types: DmnTypes;
  readonly #decisions: readonly XmlElement[];
  readonly #errors: Entry<Failure>[] = [];

  constructor(root: XmlElement, markup: Markup) {
    this.#markup = markup;
    this.#types = new DmnTypes(root, markup);
    this.#decisions = childrenOf(root, "decision").filter((decision) => tableOf(decision));
  }

  read(wanted: string | undefined): WrittenTable | Failed {
    const decision = wanted === undefined ? this.#decisions[0] : this.#named(wanted);
    const table = decision && tableOf(decision);
    if (!table) return { errors: [this.#missing(wanted)] };
    const outputs = childrenOf(table, "output");
    const columns = outputs.map((output, at) =>
      this.#output(output, at, outputs.length === 1 ? { table, decision } : undefined),
    );
    const hitPolicy = this.#markup.filled(table, "hitPolicy") ?? "UNIQUE";
    const isCollect = /^c/i.test(hitPolicy);
    const written: WrittenTable = {
      hitPolicy,
      // It means nothing elsewhere.
      aggregation: isCollect ? this.#markup.attribute(table, "aggregation") : undefined,
      inputs: childrenOf(table, "input").map((input) => this.#input(input)),
      outputs: columns,
      rules: childrenOf(table, "rule").map((rule, at) => this.#rule(rule, at)),
      defaultOutput: this.#defaultOutput(outputs, columns),
    };
    const [first, ...others] = this.#errors;
    return first ? { errors: [first, ...others] } : written;
  }

  #named(wanted: string): XmlElement | undefined {
    const isCalled = (attribute: string) => (decision: XmlElement) =>
      this.#markup.attribute(decision, attribute) === wanted;
    return this.#decisions.find(isCalled("name")) ?? this.#decisions.find(isCalled("id"));
  }

  #missing(wanted: string | undefined): Entry<Failure> {
    if (wanted === undefined || this.#decisions.length === 0) {
      const message = "Cannot use /table: found no decision with a table, expected one";
      return { code: "DOCUMENT_TYPE", message, path: "/table", expected: "a decision table" };
    }
    const names = this.#decisions.map(
      (decision) =>
        this.#markup.filled(decision, "name") ?? this.#markup.attribute(decision, "id") ?? "",
    );
    const [near] = nearest(wanted, names);
    const expected = `a decision with a table, such as ${quoted(near ?? names[0] ?? "")}`;
    return outOfBounds("/decision", quoted(wanted), expected);
  }

  #input(input: XmlElement): InputColumn {
    const [expression] = childrenOf(input, "inputExpression");
    const label = this.#markup.attribute(input, "label") ?? "";
    const name = (expression && this.#markup.contentAt(expression, "text")) ?? label;
    const typeRef = expression && this.#markup.filled(expression, "typeRef");
    return {
      name,
      ...this.#types.columnOf(
        typeRef ?? this.#types.ofInput(name),
        this.#markup.contentAt(input, "inputValues", "text"),
      ),
    };
  }

  /** The only output may go by the name of the table or decision. */
  #output(
    output: XmlElement,
    at: number,
    only: { readonly table: XmlElement; readonly decision: XmlElement } | undefined,
  ): OutputColumn {
    const markup = this.#markup;
    const name =
      markup.filled(output, "name") ??
      markup.filled(output, "label") ??
      (only && (markup.filled(only.table, "outputLabel") ?? markup.filled(only.decision, "name")));
    const typeRef =
      markup.filled(output, "typeRef") ?? (only && this.#types.ofDecision(only.decision));
    const listed =
      markup.contentAt(output, "outputValues", "text") ?? this.#types.allowedValues(typeRef);
    const values = listed === undefined ? undefined : valuesIn(listed);
    return { name: name ?? `output ${at + 1}`, values: values?.map(nodeOf) };
  }

  #rule(rule: XmlElement, at: number): WrittenRule {
    const cells = (name: string) =>
      childrenOf(rule, name).map((entry) => this.#markup.contentAt(entry, "text") ?? "");
    return {
      id: this.#markup.filled(rule, "id") ?? String(at + 1),
      cells: cells("inputEntry").map(stringNode),
      values: cells("outputEntry").map((cell, column) =>
        this.#literal(cell, `/table/rules/${at}/then/${column}`),
      ),
    };
  }

  #defaultOutput(
    outputs: readonly XmlElement[],
    columns: readonly OutputColumn[],
  ): Map<string, JsonNode> | undefined {
    const defaults = outputs.flatMap((output, at): [string, JsonNode][] => {
      const text = this.#markup.contentAt(output, "defaultOutputEntry", "text");
      if (text === undefined) return [];
      return [[columns[at]?.name ?? "", this.#literal(text, "/table/defaultOutput")]];
    });
    return defaults.length > 0 ? new Map(defaults) : undefined;
  }

  #literal(text: string, path: string): JsonNode {
    if (text === "") return nullNode();
    const literal = readLiteral(text);
    if (!("found" in literal)) return nodeOf(literal);
    const message = `Cannot read the output ${quoted(text)}: found ${literal.found}, expected a literal`;
    this.#errors.push({ code: "CELL_SYNTAX", message, path, received: beginning(text, 200) });
    return nullNode();
  }
}

function tableOf(decision: XmlElement): XmlElement | undefined {
  return childrenOf(decision, "decisionTable")[0];
}
