/** Decision tables of the DMN Technology Compatibility Kit, each with facts and what has to come of them. */
import { Glob } from "bun";
import { childrenOf, elementsBelow, Markup } from "../../tools/_lib/formats/test-report/xml.ts";
import { readXml } from "../../tools/_lib/formats/xml/read.ts";
import type { XmlElement } from "../../tools/_lib/formats/xml/tree.ts";
import { failed, passed, type RunTool, skipped, type Suite, type Verdict } from "./suite.ts";

type Data = string | number | boolean | null | Data[] | { [name: string]: Data };

/** What a test file says, as data. */
class TestFile {
  readonly root: XmlElement;
  readonly #markup: Markup;

  constructor(text: string) {
    const document = readXml(text);
    if ("code" in document) throw new Error(document.found);
    this.root = document.root;
    this.#markup = new Markup(text);
  }

  name(element: XmlElement, attribute = "name"): string {
    return this.#markup.attribute(element, attribute) ?? "";
  }

  /** A `value`, a `list` of items, or `component`s by name. */
  data(element: XmlElement): Data {
    const components = childrenOf(element, "component");
    if (components.length > 0)
      return Object.fromEntries(components.map((one) => [this.name(one), this.data(one)]));
    const [list] = childrenOf(element, "list");
    if (list) return childrenOf(list, "item").map((item) => this.data(item));
    const [value] = childrenOf(element, "value");
    return value ? this.#scalar(value) : null;
  }

  #scalar(value: XmlElement): Data {
    if (this.name(value, "xsi:nil") === "true") return null;
    const text = this.#markup.content(value);
    const type = this.name(value, "xsi:type").replace(/^.*:/, "");
    if (type === "boolean") return text === "true";
    return /^(?:decimal|double|integer|float|int|long)$/.test(type) ? Number(text) : text;
  }
}

/** Facts by the text of an expression: `Applicant.age` beside `Applicant`. */
function flattened(name: string, data: Data): [string, Data][] {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return [[name, data]];
  return Object.entries(data).flatMap(([key, value]) => flattened(`${name}.${key}`, value));
}

/** What the kit writes for an outcome: the only output alone, where there is no more than one. */
function asExpected(outputs: Data, columns: number): Data {
  if (Array.isArray(outputs)) return outputs.map((one) => asExpected(one, columns));
  if (columns !== 1 || typeof outputs !== "object" || outputs === null) return outputs;
  return Object.values(outputs)[0] ?? null;
}

class Judge {
  readonly #table: string;
  readonly #model: TestFile;
  readonly #run: RunTool;

  constructor(table: string, run: RunTool) {
    this.#table = table;
    this.#model = new TestFile(table);
    this.#run = run;
  }

  async *judge(file: TestFile): AsyncGenerator<Verdict> {
    for (const test of childrenOf(file.root, "testCase")) {
      const facts = Object.fromEntries(
        childrenOf(test, "inputNode").flatMap((node) =>
          flattened(file.name(node), file.data(node)),
        ),
      );
      for (const node of childrenOf(test, "resultNode")) {
        const [expected] = childrenOf(node, "expected");
        const wanted = expected ? file.data(expected) : null;
        const decision = file.name(node);
        const found = await this.#decide(decision, facts);
        const name = `${decision} ${file.name(test, "id")}`;
        const detail = `${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`;
        yield Bun.deepEquals(found, wanted) ? passed(name) : failed(name, detail);
      }
    }
  }

  async #decide(decision: string, facts: object): Promise<Data | undefined> {
    const input = { table: this.#table, facts, decision };
    const result = await this.#run({ tool_id: "policy-decision-table", input });
    const { results } = (result.value ?? { results: [] }) as { results: { outputs: Data }[] };
    const element = elementsBelow(this.#model.root, "decision").find(
      (one) => this.#model.name(one) === decision,
    );
    const columns = element ? elementsBelow(element, "output").length : 1;
    return results[0] ? asExpected(results[0].outputs, columns) : result.errors[0]?.code;
  }
}

const suite: Suite = {
  name: "dmn-tck",
  tools: ["policy-decision-table"],
  floor: { passed: 18, failed: 0 },
  async *judge(folder, run) {
    for (const path of [...new Glob("**/*-test-*.xml").scanSync(folder)].toSorted()) {
      const model = Bun.file(`${folder}/${path.replace(/-test-\d+\.xml$/, ".dmn")}`);
      if (!(await model.exists())) {
        yield skipped(path, "no model is given");
        continue;
      }
      const file = new TestFile(await Bun.file(`${folder}/${path}`).text());
      yield* new Judge(await model.text(), run).judge(file);
    }
  },
};
export default suite;
