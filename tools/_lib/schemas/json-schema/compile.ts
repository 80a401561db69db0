import { escapePointer } from "../../results/pointer.ts";
import type { JsonNode, JsonObject } from "../../json/tree/tree.ts";
import { ARRAY_KEYWORDS } from "./keywords/array.ts";
import { COMBINING_KEYWORDS } from "./keywords/combining.ts";
import type { KeywordContext, KeywordMaker } from "./keywords/context.ts";
import { OBJECT_KEYWORDS } from "./keywords/object.ts";
import { SCALAR_KEYWORDS } from "./keywords/scalar.ts";
import { isAsserted, isSince } from "./drafts.ts";
import { type Check, type Checks, type Keyword, Schema } from "./evaluation.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import type { Library, Place, Resource } from "./library.ts";
import { SchemaTrouble, type Trouble } from "./trouble.ts";
import { beginning } from "../../text/shown.ts";

const MAKERS: ReadonlyMap<string, KeywordMaker> = new Map([
  ...COMBINING_KEYWORDS,
  ...SCALAR_KEYWORDS,
  ...ARRAY_KEYWORDS,
  ...OBJECT_KEYWORDS,
]);

/** Keywords that look at what all others of their schema left. */
const LATE: ReadonlySet<string> = new Set(["unevaluatedItems", "unevaluatedProperties"]);

const NO_CHECKS: Checks = { plain: [], late: [] };

/** A way from one schema to another that speaks of the same value. */
interface Step {
  readonly to: Schema;
  readonly keyword: Keyword;
  readonly path: string;
}

interface Compiled extends Checks {
  /** All schemas inside, and those that are referred to. */
  readonly parts: readonly Schema[];
  /** Of these the ones that speak of the same value. */
  readonly steps: readonly Step[];
}

export interface CompileOptions {
  /** Whether the format of this name is to be checked. */
  readonly assertsFormat: (name: string) => boolean;
}

/** Makes the schemas of a library ready, each when it is needed first. */
export class Compiler {
  readonly #library: Library;
  readonly #options: CompileOptions;
  readonly #schemas = new Map<JsonNode, Schema>();
  readonly #compiled = new Map<Schema, Compiled>();
  readonly #places = new Map<Schema, Place>();
  readonly #dynamicNames = new Set<string>();
  readonly #unresolved: Trouble[] = [];
  #usesScope = false;

  constructor(library: Library, options: CompileOptions) {
    this.#library = library;
    this.#options = options;
  }

  /** Whether some reference depends on where its schema was referred to from. */
  get usesScope(): boolean {
    return this.#usesScope;
  }

  schemaAt(place: Place): Schema {
    const known = this.#schemas.get(place.node);
    if (known !== undefined) return known;
    const { node, resource, pointer } = place;
    const self = { name: "false", pointer, document: resource.document };
    const verdict = node.type === "boolean" ? node.value : undefined;
    const schema = new Schema(resource, verdict, self, (made) => this.#compile(made));
    this.#schemas.set(node, schema);
    this.#places.set(schema, place);
    return schema;
  }

  /** Another wording of the schema at a place, whose inner schemas are those that are known by their nodes. */
  variantAt(place: Place, wording: JsonObject): Schema {
    const { self } = this.schemaAt(place);
    return new Schema(place.resource, undefined, self, () =>
      this.#checksOf({ ...place, node: wording }, wording, [], []),
    );
  }

  /** Makes all that can be reached from a schema ready; throws what makes it unusable. */
  compileAll(root: Schema): void {
    const reached = new Set([root]);
    for (const schema of reached) {
      for (const part of this.#compile(schema).parts) reached.add(part);
      for (const part of this.#dynamicTargets()) reached.add(part);
    }
    const [first, ...others] = this.#unresolved;
    if (first !== undefined) throw new SchemaTrouble([first, ...others]);
    this.#findLoop(reached);
  }

  #dynamicTargets(): Schema[] {
    const targets: Schema[] = [];
    if (this.#dynamicNames.size === 0) return targets;
    for (const { dynamicAnchors } of this.#library.resources) {
      for (const name of this.#dynamicNames) {
        const place = this.#placeOf(dynamicAnchors.get(name));
        if (place !== undefined) targets.push(this.schemaAt(place));
      }
    }
    return targets;
  }

  #placeOf(node: JsonNode | undefined): Place | undefined {
    return node === undefined ? undefined : this.#library.placeOf(node);
  }

  #compile(schema: Schema): Compiled {
    const known = this.#compiled.get(schema);
    if (known !== undefined) return known;
    const parts: Schema[] = [];
    const steps: Step[] = [];
    this.#compiled.set(schema, { plain: [], late: [], parts, steps });
    const place = this.#places.get(schema);
    const isObject = place?.node.type === "object";
    const checks = isObject ? this.#checksOf(place, place.node, parts, steps) : NO_CHECKS;
    const whole: Compiled = { ...checks, parts, steps };
    this.#compiled.set(schema, whole);
    return whole;
  }

  /** The checks of a schema at its place; notes its parts and the steps to those that speak of the same value. */
  #checksOf(place: Place, { members }: JsonObject, parts: Schema[], steps: Step[]): Checks {
    const plain: Check[] = [];
    const late: { check: Check; before: number }[] = [];
    const { dialect } = place.resource;
    const reference = textOf(memberOf(place.node, "$ref")) !== undefined;
    const onlyReference = reference && !isSince(dialect.draft, "2019-09");
    for (const { key, value } of members) {
      const maker = MAKERS.get(key);
      if (maker === undefined || !isAsserted(key, dialect)) continue;
      if (onlyReference && key !== "$ref") continue;
      const check = maker(this.#context(place, key, value, parts, steps));
      if (check === undefined) continue;
      if (LATE.has(key)) late.push({ check, before: plain.length });
      else plain.push(check);
    }
    const [only] = plain;
    const isReference = plain.length === 1 && late.length === 0 && only?.target !== undefined;
    return isReference ? { plain, late, target: only.target } : { plain, late };
  }

  #context(
    place: Place,
    name: string,
    value: JsonNode,
    parts: Schema[],
    steps: Step[],
  ): KeywordContext {
    const { resource } = place;
    const { draft } = resource.dialect;
    const pointer = `${place.pointer}/${escapePointer(name)}`;
    const { document } = resource;
    const keyword = { name, pointer, document };
    const path = document.path + pointer;
    const note = (part: Schema, here: boolean) => {
      parts.push(part);
      if (here) steps.push({ to: part, keyword, path });
      return part;
    };
    const partAt = (node: JsonNode, here: boolean) => {
      const known = this.#library.placeOf(node);
      return note(this.schemaAt(known ?? { node, resource, pointer }), here);
    };
    return {
      draft,
      value,
      keyword,
      assertsFormat: this.#options.assertsFormat,
      sibling: (other) =>
        isAsserted(other, resource.dialect) ? memberOf(place.node, other) : undefined,
      keywordOf: (other) => ({ ...keyword, name: other, pointer: `${place.pointer}/${other}` }),
      inside: (node) => partAt(node, false),
      here: (node) => partAt(node, true),
      refer: (reference) => note(this.#referredBy(reference, place, path), true),
      dynamicTarget: (dynamicName, scope) => {
        const found = scope.resources.find((entered) => entered.dynamicAnchors.has(dynamicName));
        const target = this.#placeOf(found?.dynamicAnchors.get(dynamicName));
        return target === undefined ? undefined : this.#sharedAt(target);
      },
      recursiveTarget: (scope) => {
        const found = scope.resources.find((entered) => entered.recursive);
        const target = this.#placeOf(found?.root);
        return target === undefined ? undefined : this.#sharedAt(target);
      },
      isRecursive: (target) => target.resource.recursive,
      isDynamic: (target, dynamicName) => {
        const node = this.#places.get(target)?.node;
        return node !== undefined && target.resource.dynamicAnchors.get(dynamicName) === node;
      },
      useScope: (dynamicName) => {
        this.#usesScope = true;
        if (dynamicName !== undefined) this.#dynamicNames.add(dynamicName);
      },
      invalid: (message, received, hint) => {
        throw new SchemaTrouble([{ code: "SCHEMA_INVALID", message, path, received, hint }]);
      },
    };
  }

  #referredBy(reference: string, { resource }: Place, path: string): Schema {
    const place = this.#library.resolve(resource, reference);
    if (place !== undefined) return this.#sharedAt(place);
    this.#unresolved.push({
      code: "REF_NOT_RESOLVED",
      message: `Cannot resolve ${JSON.stringify(beginning(reference, 200))}: found nothing there, expected a schema`,
      path,
      received: reference,
      hint: reference.startsWith("#")
        ? "The fragment has to be a pointer or an anchor in the same schema"
        : "Nothing is fetched: give the schema under schemas, by its URI",
    });
    return this.#nowhere(resource, path);
  }

  #sharedAt(place: Place): Schema {
    const schema = this.schemaAt(place);
    schema.shared = true;
    return schema;
  }

  /** Stands for what was not found until that is told. */
  #nowhere(resource: Resource, pointer: string): Schema {
    const { document } = resource;
    const self = { name: "false", pointer, document };
    return new Schema(resource, true, self, () => ({ plain: [], late: [] }));
  }

  /** Throws where schemas that speak of the same value lead back to one another. */
  #findLoop(schemas: Iterable<Schema>): void {
    const done = new Set<Schema>();
    const open = new Set<Schema>();
    for (const start of schemas) {
      const path = [{ schema: start, next: 0 }];
      for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) {
        const { schema } = frame;
        if (done.has(schema)) {
          path.pop();
          continue;
        }
        open.add(schema);
        const step = this.#compile(schema).steps[frame.next++];
        if (step === undefined) {
          open.delete(schema);
          done.add(schema);
          path.pop();
        } else if (open.has(step.to)) throw new SchemaTrouble([loopTrouble(step.path)]);
        else path.push({ schema: step.to, next: 0 });
      }
    }
  }
}

/** The trouble of references that never get to a part of the value. */
export function loopTrouble(path: string): Trouble {
  return {
    code: "REF_LOOP",
    message:
      "Cannot use the schema: references lead back to themselves, expected one that looks into the data on the way",
    path,
  };
}
