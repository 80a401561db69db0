/** Parameters made from a schema: each property, objects that have to be there by their members. */
import type { Entry } from "../_core/tool.ts";
import { formatPointer } from "../_lib/results/pointer.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import type { Keywords } from "../_lib/schemas/samples/keywords.ts";
import { objectShape } from "../_lib/schemas/samples/objects.ts";
import type { Sampler } from "../_lib/schemas/samples/sampler.ts";
import type { SampleTrouble } from "../_lib/schemas/samples/source.ts";
import { quoted } from "../_lib/text/shown.ts";
import { ABSENT, type Model, type ObjectPlan, type Parameter } from "./parameter.ts";

/** Objects are taken apart as long as their members are no deeper than this. */
const DEEPEST = 3;

const TROUBLES: Readonly<Record<SampleTrouble, string>> = {
  PATTERN_NOT_GENERATED: "no string that matches its pattern was found",
  BOUND_NOT_REACHED: "values at a bound would be too long, and are left out",
};

export class SchemaModel {
  readonly parameters: Parameter[] = [];
  readonly warnings: Entry<SampleTrouble>[] = [];
  readonly #sampler: Sampler;

  constructor(sampler: Sampler) {
    this.#sampler = sampler;
  }

  /** The model of the root; undefined where it allows no object. */
  of(root: JsonNode): Model | undefined {
    const keywords = this.#sampler.keywordsOf([root]);
    const { types } = keywords;
    if (keywords.isImpossible || types?.includes("object") === false) return undefined;
    const plan = this.#plan(keywords, []);
    return { parameters: this.parameters, plan };
  }

  #plan(keywords: Keywords, tokens: readonly string[]): ObjectPlan {
    const { members, required, isClosed } = objectShape(keywords, this.#sampler.parts);
    return {
      tokens,
      members: [...members].map(([name, schemas]) => {
        const inner = this.#sampler.keywordsOf(schemas);
        const at = [...tokens, name];
        const isParted = required.has(name) && at.length < DEEPEST && hasMembers(inner);
        if (isParted) return [name, this.#plan(inner, at)];
        return [name, this.#add(at, schemas, required.has(name))];
      }),
      required: [...required],
      isClosed,
    };
  }

  #add(tokens: readonly string[], schemas: readonly JsonNode[], isRequired: boolean): number {
    const name = tokens.length === 1 ? (tokens[0] ?? "") : formatPointer(tokens);
    const { nodes, troubles } = this.#sampler.of(schemas);
    for (const code of troubles) {
      const message = `Of ${quoted(name)} some values are missing: ${TROUBLES[code]}`;
      this.warnings.push({ code, message, path: "/schema" });
    }
    const values = isRequired ? nodes : [...nodes, ABSENT as typeof ABSENT];
    return this.parameters.push({ name, tokens, values, schemas }) - 1;
  }
}

/** Whether the value is an object whose members are described one by one. */
function hasMembers(keywords: Keywords): boolean {
  const { types } = keywords;
  const isObject = types === undefined || (types.length === 1 && types[0] === "object");
  const isFixed = keywords.has("const") || keywords.has("enum");
  const properties = keywords.all("properties");
  const isDescribed = properties.some(
    (value) => value.type === "object" && value.members.length > 0,
  );
  return isObject && isDescribed && !isFixed;
}
