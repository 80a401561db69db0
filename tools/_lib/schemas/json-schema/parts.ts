import type { Budget } from "../../../_core/tool.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import type { Regex } from "../../text/regex/regex.ts";
import type { Compiler } from "./compile.ts";
import { type Dialect, type Draft, isSince } from "./drafts.ts";
import { Findings, Run, type Schema, Scope } from "./evaluation.ts";
import { regexOf, testPattern } from "./keywords/pattern.ts";
import { memberOf } from "../../json/tree/members.ts";
import type { Library, Place } from "./library.ts";
import { SchemaTrouble } from "./trouble.ts";

interface NamePattern {
  readonly regex: Regex;
  readonly schema: JsonNode;
}

export interface ItemSchemas {
  readonly prefix: readonly JsonNode[];
  readonly rest: JsonNode | undefined;
}

/**
 * The schemas within a schema, each known by its node, to check values against one by one. Verdicts are
 * remembered, so that asking about each value inside a value costs no more than asking about the whole.
 */
export class SchemaParts {
  readonly #compiler: Compiler;
  readonly #library: Library;
  readonly #run: Run;
  readonly #scope: Scope;
  readonly #budget: Budget;
  readonly #patterns = new Map<JsonNode, readonly NamePattern[]>();

  constructor(root: Schema, compiler: Compiler, library: Library, budget: Budget) {
    this.#compiler = compiler;
    this.#library = library;
    this.#run = new Run(budget, compiler.usesScope);
    this.#scope = new Scope().enter(root.resource);
    this.#budget = budget;
  }

  accepts(part: JsonNode, data: JsonNode): boolean {
    const schema = this.#schemaOf(part);
    return this.#run.check(schema, data, {
      scope: this.#scope,
      evaluated: undefined,
      findings: undefined,
    });
  }

  /** The schema's own keywords that refuse the value itself; meant for scalars, as all findings are collected. */
  refusing(part: JsonNode, data: JsonNode): ReadonlySet<string> {
    const { pointer } = this.#placeOf(part);
    const findings = new Findings(this.#budget);
    const at = { scope: this.#scope, evaluated: undefined, findings };
    this.#run.check(this.#schemaOf(part), data, at);
    const own = findings.list.filter(
      ({ keyword, at: where }) =>
        where === data && keyword.pointer === `${pointer}/${keyword.name}`,
    );
    return new Set(own.map(({ keyword }) => keyword.name));
  }

  draftOf(part: JsonNode): Draft {
    return this.dialectOf(part).draft;
  }

  dialectOf(part: JsonNode): Dialect {
    return this.#placeOf(part).resource.dialect;
  }

  /** The schema that a reference in a part leads to. */
  referredBy(part: JsonNode, reference: string): JsonNode | undefined {
    return this.#library.resolve(this.#placeOf(part).resource, reference)?.node;
  }

  /** The schemas that a part has for a member by its name, those of properties and patternProperties. */
  ofName(part: JsonNode, name: string): readonly JsonNode[] {
    const properties = memberOf(part, "properties");
    const own = properties === undefined ? undefined : memberOf(properties, name);
    const matching = this.#patternsOf(part)
      .filter(({ regex, schema }) =>
        testPattern(regex, name, this.#run, this.#schemaOf(schema).self),
      )
      .map(({ schema }) => schema);
    return own === undefined ? matching : [own, ...matching];
  }

  /** The schemas that a part has for items: of the first ones each its own, and one for all others. */
  ofItems(part: JsonNode): ItemSchemas {
    const items = memberOf(part, "items");
    if (items?.type === "array") {
      return { prefix: items.items, rest: memberOf(part, "additionalItems") };
    }
    const isNamed = isSince(this.draftOf(part), "2020-12");
    const prefix = isNamed ? memberOf(part, "prefixItems") : undefined;
    return { prefix: prefix?.type === "array" ? prefix.items : [], rest: items };
  }

  #patternsOf(part: JsonNode): readonly NamePattern[] {
    const known = this.#patterns.get(part);
    if (known !== undefined) return known;
    const value = memberOf(part, "patternProperties");
    const members = value?.type === "object" ? value.members : [];
    const patterns = members.map((member) => ({
      regex: regexOf({ invalid: refusePattern }, member.key),
      schema: member.value,
    }));
    this.#patterns.set(part, patterns);
    return patterns;
  }

  #schemaOf(part: JsonNode): Schema {
    const schema = this.#compiler.schemaAt(this.#placeOf(part));
    // What is shared is remembered.
    schema.shared = true;
    return schema;
  }

  #placeOf(part: JsonNode): Place {
    const place = this.#library.placeOf(part);
    if (place === undefined) throw new TypeError("The node is no part of the schema");
    return place;
  }
}

function refusePattern(message: string, received: unknown): never {
  throw new SchemaTrouble([{ code: "SCHEMA_INVALID", message, received }]);
}
