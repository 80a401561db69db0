import {
  arrayNode,
  booleanNode,
  type JsonMember,
  type JsonNode,
  memberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { formatOf } from "../json-schema/formats.ts";

export interface InferOptions {
  readonly required: boolean;
  /** `additionalProperties: false` on every object. */
  readonly closed: boolean;
  readonly detectFormats: boolean;
  /** A string location with at most so many values, each seen twice or more on average, becomes `enum`; 0 for never. */
  readonly enumLimit: number;
}

const TYPES = ["object", "array", "string", "number", "integer", "boolean", "null"] as const;
type TypeName = (typeof TYPES)[number];

/** In the order in which they are tried: the first that fits all strings of a place. */
const FORMATS = ["date-time", "date", "time", "uuid", "email", "ipv4", "ipv6", "uri"] as const;

/** The keywords of the schema that all samples fit, without `$schema` and `title`. */
export function inferSchema(samples: readonly JsonNode[], options: InferOptions): JsonMember[] {
  const place = new Place();
  for (const sample of samples) place.add(sample);
  return place.keywords(options);
}

/** Everything that was seen at one place of the samples. */
class Place {
  readonly #types = new Set<TypeName>();
  readonly #properties = new Map<string, { readonly place: Place; count: number }>();
  #objects = 0;
  #items: Place | undefined;
  #strings = 0;
  /** How often each value was seen. */
  readonly #values = new Map<string, number>();

  add(node: JsonNode): void {
    if (node.type === "number") this.#types.add(/[.eE]/.test(node.text) ? "number" : "integer");
    else this.#types.add(node.type);
    if (node.type === "object") this.#addMembers(node.members);
    else if (node.type === "array") {
      for (const item of node.items) (this.#items ??= new Place()).add(item);
    } else if (node.type === "string") {
      this.#strings++;
      this.#values.set(node.value, (this.#values.get(node.value) ?? 0) + 1);
    }
  }

  #addMembers(members: readonly JsonMember[]): void {
    this.#objects++;
    for (const { key, value } of members) {
      let property = this.#properties.get(key);
      if (!property) this.#properties.set(key, (property = { place: new Place(), count: 0 }));
      property.count++;
      property.place.add(value);
    }
  }

  keywords(options: InferOptions): JsonMember[] {
    if (this.#types.has("number")) this.#types.delete("integer");
    const types = TYPES.filter((type) => this.#types.has(type)).map((type) => stringNode(type));
    const keywords: JsonMember[] = [];
    const [only] = types;
    if (only) keywords.push(memberNode("type", types.length === 1 ? only : arrayNode(types)));
    const format = options.detectFormats ? this.#format() : undefined;
    if (format !== undefined) keywords.push(memberNode("format", stringNode(format)));
    if (this.#isEnum(options.enumLimit)) {
      const values = Array.from(this.#values.keys(), (value) => stringNode(value));
      keywords.push(memberNode("enum", arrayNode(values)));
    }
    if (this.#types.has("object")) keywords.push(...this.#objectKeywords(options));
    if (this.#items) keywords.push(memberNode("items", objectNode(this.#items.keywords(options))));
    return keywords;
  }

  #objectKeywords(options: InferOptions): JsonMember[] {
    const properties = Array.from(this.#properties, ([name, { place }]) =>
      memberNode(name, objectNode(place.keywords(options))),
    );
    const required = [...this.#properties].filter(([, { count }]) => count === this.#objects);
    const keywords = [memberNode("properties", objectNode(properties))];
    if (options.required && required.length > 0) {
      const names = required.map(([name]) => stringNode(name));
      keywords.push(memberNode("required", arrayNode(names)));
    }
    if (options.closed) keywords.push(memberNode("additionalProperties", booleanNode(false)));
    return keywords;
  }

  #format(): string | undefined {
    if (this.#strings === 0) return undefined;
    const values = [...this.#values.keys()];
    return FORMATS.find((name) => values.every((value) => isOfFormat(value, name)));
  }

  #isEnum(limit: number): boolean {
    const distinct = this.#values.size;
    const alone = this.#types.size === 1 && this.#types.has("string");
    return alone && distinct > 0 && distinct <= limit && this.#strings >= 2 * distinct;
  }
}

function isOfFormat(value: string, name: (typeof FORMATS)[number]): boolean {
  if (value === "" || (name === "uri" && !value.includes("://"))) return false;
  return formatOf(name)?.(value) === true;
}
