/** The schema of a sample value. */
import { isIntegerText } from "../_lib/json/tree/number.ts";
import {
  arrayNode,
  booleanNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../_lib/json/tree/tree.ts";

/** The schema of a sample: what it holds, closed, with every property required that all objects of one place have. */
export function schemaOfSample(sample: JsonNode): JsonObject {
  const shape = new Shape();
  shape.add(sample);
  return shape.schema();
}

/** What the values at one place of the data look like. */
class Shape {
  /** Types in order of appearance; `number` where a number with fraction or exponent was seen. */
  readonly #types: JsonNode["type"][] = [];
  #isInteger = true;
  #objects = 0;
  readonly #properties = new Map<string, { readonly shape: Shape; count: number }>();
  #items: Shape | undefined;

  add(node: JsonNode): void {
    if (!this.#types.includes(node.type)) this.#types.push(node.type);
    if (node.type === "number") this.#isInteger &&= isIntegerText(node.text);
    else if (node.type === "object") this.#addObject(node);
    else if (node.type === "array") {
      this.#items ??= new Shape();
      for (const item of node.items) this.#items.add(item);
    }
  }

  #addObject({ members }: JsonObject): void {
    this.#objects++;
    for (const { key, value } of members) {
      let property = this.#properties.get(key);
      if (property === undefined) {
        this.#properties.set(key, (property = { shape: new Shape(), count: 0 }));
      }
      property.count++;
      property.shape.add(value);
    }
  }

  schema(): JsonObject {
    const schemas = this.#types.map((type) => this.#schemaOf(type));
    const [only] = schemas;
    if (only === undefined) return objectNode([]);
    return schemas.length === 1 ? only : objectNode([memberNode("anyOf", arrayNode(schemas))]);
  }

  #schemaOf(type: JsonNode["type"]): JsonObject {
    const name = type === "number" && this.#isInteger ? "integer" : type;
    const keywords = [memberNode("type", stringNode(name))];
    if (type === "array") {
      keywords.push(memberNode("items", this.#items?.schema() ?? objectNode([])));
    }
    if (type === "object") keywords.push(...this.#objectKeywords());
    return objectNode(keywords);
  }

  #objectKeywords(): JsonMember[] {
    const properties = [...this.#properties];
    const required = properties.filter(([, { count }]) => count === this.#objects);
    return [
      memberNode(
        "properties",
        objectNode(properties.map(([key, { shape }]) => memberNode(key, shape.schema()))),
      ),
      memberNode("required", arrayNode(required.map(([key]) => stringNode(key)))),
      memberNode("additionalProperties", booleanNode(false)),
    ];
  }
}
