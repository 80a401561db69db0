import type { Budget } from "../../_core/tool.ts";
import type { JsonNode } from "../json/tree.ts";
import type { Resource, SchemaDocument } from "./library.ts";
import { ValueIds } from "./value-ids.ts";

/** A keyword at its place in a schema, as findings name it. */
export interface Keyword {
  readonly name: string;
  /** Its pointer in the document where it stands. */
  readonly pointer: string;
  readonly document: SchemaDocument;
}

/** What a keyword says about a value that it does not accept. */
export interface Description {
  /** Without full stop. */
  readonly message: string;
  readonly expected: unknown;
  readonly received: unknown;
  readonly hint?: string | undefined;
}

/** A value that a keyword does not accept; it is put into words only when it is listed. */
export interface Finding {
  readonly keyword: Keyword;
  /** The value, or the value of the member that the keyword speaks of. */
  readonly at: JsonNode;
  readonly describe: () => Description;
  /** The findings of each branch of `anyOf` and `oneOf`, looked for only when they are to be listed. */
  readonly branches?: () => readonly Findings[];
}

/** Findings in the order in which keywords stand in the schema. */
export class Findings {
  readonly list: Finding[] = [];
  /** What failed and was noted here already: two references to one schema tell the same. */
  readonly #noted = new Set<Memory>();
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  add(finding: Finding): void {
    this.#budget.spend(FINDING_COST);
    this.list.push(finding);
  }

  has(memory: Memory): boolean {
    return this.#noted.has(memory);
  }

  note(memory: Memory): void {
    this.#noted.add(memory);
  }

  /** Puts what was found since the list had some length to another place of it. */
  move(from: number, to: number): void {
    if (from === to || from === this.list.length) return;
    const moved = this.list.splice(from);
    const after = this.list.splice(to);
    for (const finding of moved) this.list.push(finding);
    for (const finding of after) this.list.push(finding);
  }
}

/** Findings take memory, so that each counts for more than a step. */
const FINDING_COST = 40;

/** The members or items of one value that some keyword has looked at, for `unevaluated…`. */
export class Evaluated {
  all = false;
  /** Items before this one. */
  items = 0;
  readonly names = new Set<string>();
  readonly indices = new Set<number>();

  add(other: Evaluated): void {
    this.all ||= other.all;
    this.items = Math.max(this.items, other.items);
    for (const name of other.names) this.names.add(name);
    for (const index of other.indices) this.indices.add(index);
  }

  hasItem(index: number): boolean {
    return this.all || index < this.items || this.indices.has(index);
  }

  hasName(name: string): boolean {
    return this.all || this.names.has(name);
  }
}

/** The resources that were entered on the way to a schema, outermost first, each once. */
export class Scope {
  readonly resources: readonly Resource[];
  readonly #inner = new Map<Resource, Scope>();

  constructor(resources: readonly Resource[] = []) {
    this.resources = resources;
  }

  /** The same resources in the same order are the same object. */
  enter(resource: Resource): Scope {
    if (this.resources.includes(resource)) return this;
    const known = this.#inner.get(resource);
    if (known !== undefined) return known;
    const inner = new Scope([...this.resources, resource]);
    this.#inner.set(resource, inner);
    return inner;
  }
}

/** Checks one keyword; gives whether the value is accepted. */
export type Check = (run: Run, node: JsonNode, at: Situation) => boolean;

/** Under what circumstances a value is checked. */
export interface Situation {
  readonly scope: Scope;
  /** Collects what is looked at; undefined where nobody asks. */
  readonly evaluated: Evaluated | undefined;
  /** Collects findings; undefined where only the verdict counts, and the first finding ends the work. */
  readonly findings: Findings | undefined;
}

/** What a schema checks, in the order of its keywords. */
export interface Checks {
  readonly plain: readonly Check[];
  /** The checks of `unevaluated…`, each with the number of plain ones that stand before it. */
  readonly late: readonly { readonly check: Check; readonly before: number }[];
}

/** A schema; its checks are made when first needed, as schemas can refer to one another in circles. */
export class Schema {
  readonly resource: Resource;
  /** Undefined for an object. */
  readonly verdict: boolean | undefined;
  /** The schema itself, as the finding of `false` names it. */
  readonly self: Keyword;
  readonly #make: () => Checks;
  #checks: Checks | undefined;

  constructor(
    resource: Resource,
    verdict: boolean | undefined,
    self: Keyword,
    make: (schema: Schema) => Checks,
  ) {
    this.resource = resource;
    this.verdict = verdict;
    this.self = self;
    this.#make = () => make(this);
  }

  get checks(): Checks {
    return (this.#checks ??= this.#make());
  }
}

/** What is known of a schema and a value that were brought together by a reference. */
export interface Memory {
  verdict: boolean | undefined;
  evaluated: Evaluated | undefined;
}

/** Thrown where references lead back to the same schema and value. */
export class EndlessReference extends Error {
  readonly keyword: Keyword;
  constructor(keyword: Keyword) {
    super("References lead back to themselves");
    this.keyword = keyword;
  }
}

/** Schemas within schemas and values within values, together. */
const DEEPEST = 8000;

/** One validation. */
export class Run {
  readonly budget: Budget;
  readonly ids = new ValueIds();
  keywords = 0;
  readonly #tracksScope: boolean;
  readonly #memories = new Map<Schema, Map<Scope, Map<JsonNode, Memory>>>();
  #depth = 0;

  /** `tracksScope`: whether a schema depends on where it was referred to from. */
  constructor(budget: Budget, tracksScope: boolean) {
    this.budget = budget;
    this.#tracksScope = tracksScope;
  }

  /** Whether the schema accepts the value. */
  check(schema: Schema, node: JsonNode, at: Situation): boolean {
    const { verdict } = schema;
    if (verdict === true) return true;
    if (verdict === false) {
      at.findings?.add({
        keyword: schema.self,
        at: node,
        describe: () => ({
          message: "No value is allowed here",
          expected: "no value",
          received: node.type,
        }),
      });
      return false;
    }
    if (++this.#depth > DEEPEST) this.budget.spend(Infinity);
    const scope = this.#tracksScope ? at.scope.enter(schema.resource) : at.scope;
    const accepted = this.#checkAll(schema, node, scope === at.scope ? at : { ...at, scope });
    this.#depth--;
    return accepted;
  }

  /** As `check` for a schema that a reference leads to: what was found out once is remembered. */
  follow(schema: Schema, node: JsonNode, at: Situation, reference: Keyword): boolean {
    if (schema.verdict !== undefined) return this.check(schema, node, at);
    const memory = this.#memoryOf(schema, node, at.scope);
    const { verdict } = memory;
    if (verdict === true && (at.evaluated === undefined || memory.evaluated !== undefined)) {
      if (memory.evaluated !== undefined) at.evaluated?.add(memory.evaluated);
      return true;
    }
    if (verdict === false && (at.findings === undefined || at.findings.has(memory))) return false;
    if (memory === RUNNING) throw new EndlessReference(reference);
    const evaluated = at.evaluated === undefined ? undefined : new Evaluated();
    this.#remember(schema, node, at.scope, RUNNING);
    const accepted = this.check(schema, node, { ...at, evaluated });
    const found: Memory = { verdict: accepted, evaluated };
    this.#remember(schema, node, at.scope, found);
    if (!accepted) at.findings?.note(found);
    else if (evaluated !== undefined) at.evaluated?.add(evaluated);
    return accepted;
  }

  /** Whether a schema accepts the value, and nothing else. */
  accepts(schema: Schema, node: JsonNode, at: Situation, evaluated?: Evaluated): boolean {
    return this.check(schema, node, { scope: at.scope, evaluated, findings: undefined });
  }

  /** As `check` for a schema about the same value, whose looks count only if it accepts. */
  checkHere(schema: Schema, node: JsonNode, at: Situation): boolean {
    if (at.evaluated === undefined) return this.check(schema, node, at);
    const evaluated = new Evaluated();
    const accepted = this.check(schema, node, { ...at, evaluated });
    if (accepted) at.evaluated.add(evaluated);
    return accepted;
  }

  /** As `check` for a schema about a part of the value. */
  checkPart(schema: Schema, node: JsonNode, at: Situation): boolean {
    return this.check(
      schema,
      node,
      at.evaluated === undefined ? at : { ...at, evaluated: undefined },
    );
  }

  #checkAll(schema: Schema, node: JsonNode, at: Situation): boolean {
    const { plain, late } = schema.checks;
    if (late.length > 0) return this.#checkLate(schema.checks, node, at);
    let accepted = true;
    for (const check of plain) {
      if (this.#runCheck(check, node, at)) continue;
      accepted = false;
      if (at.findings === undefined) return false;
    }
    return accepted;
  }

  /** Checks a schema with `unevaluated…`, which needs to know what the other keywords looked at. */
  #checkLate({ plain, late }: Checks, node: JsonNode, at: Situation): boolean {
    const evaluated = new Evaluated();
    const inner = { ...at, evaluated };
    const list = at.findings?.list ?? [];
    const marks: number[] = [];
    let accepted = true;
    for (const check of plain) {
      marks.push(list.length);
      if (!this.#runCheck(check, node, inner)) accepted = false;
    }
    for (const { check, before } of late) {
      const from = list.length;
      if (!this.#runCheck(check, node, inner)) accepted = false;
      at.findings?.move(from, marks[before] ?? from);
    }
    if (accepted) at.evaluated?.add(evaluated);
    return accepted;
  }

  #runCheck(check: Check, node: JsonNode, at: Situation): boolean {
    this.keywords++;
    this.budget.spend(1);
    return check(this, node, at);
  }

  #memoryOf(schema: Schema, node: JsonNode, scope: Scope): Memory {
    return this.#memories.get(schema)?.get(scope)?.get(node) ?? UNKNOWN;
  }

  #remember(schema: Schema, node: JsonNode, scope: Scope, memory: Memory): void {
    let byScope = this.#memories.get(schema);
    if (byScope === undefined) this.#memories.set(schema, (byScope = new Map()));
    let byNode = byScope.get(scope);
    if (byNode === undefined) byScope.set(scope, (byNode = new Map()));
    byNode.set(node, memory);
  }
}

const UNKNOWN: Memory = { verdict: undefined, evaluated: undefined };
const RUNNING: Memory = { verdict: undefined, evaluated: undefined };
