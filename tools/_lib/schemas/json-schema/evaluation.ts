import type { Budget } from "../../../_core/tool.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import { ValueIds } from "../../json/tree/value-ids.ts";
import type { Resource, SchemaDocument } from "./library.ts";

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
/** What is remembered of a value and a schema takes room, of which there is no more than for some millions. */
const MEMORY_COST = 20;

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
export interface Check {
  (run: Run, node: JsonNode, at: Situation): boolean;
  /** Where a reference leads to. */
  readonly target?: (scope: Scope) => Schema;
}

/** Under what circumstances a value is checked. */
export interface Situation {
  readonly scope: Scope;
  /** Collects what is looked at; undefined where nobody asks. */
  readonly evaluated: Evaluated | undefined;
  /** Collects findings; undefined where only the verdict counts, and the first finding ends the work. */
  readonly findings: Findings | undefined;
}

/** The circumstances of a part of the value: what is looked at there is of no interest here. */
export function partOf(at: Situation): Situation {
  return at.evaluated === undefined ? at : { ...at, evaluated: undefined };
}

/** The circumstances where only the verdict counts. */
export function quiet({ scope }: Situation, evaluated?: Evaluated): Situation {
  return { scope, evaluated, findings: undefined };
}

/** What a schema checks, in the order of its keywords. */
export interface Checks {
  readonly plain: readonly Check[];
  /** The checks of `unevaluated…`, each with the number of plain ones that stand before it. */
  readonly late: readonly { readonly check: Check; readonly before: number }[];
  /** Where a schema leads to that is a reference and nothing else. */
  readonly target?: Check["target"];
}

/** A schema; its checks are made when first needed, as schemas can refer to one another in circles. */
export class Schema {
  readonly resource: Resource;
  /** Undefined for an object. */
  readonly verdict: boolean | undefined;
  /** The schema itself, as the finding of `false` names it. */
  readonly self: Keyword;
  /** Whether references lead here, so that it may meet the same value again. */
  shared = false;
  /** What is checked instead, while another wording of the schema is tried. */
  substitute: Checks | undefined;
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
    return this.substitute ?? (this.#checks ??= this.#make());
  }
}

/** What is known of a schema that references lead to, and a value. */
export interface Memory {
  /** Undefined while it is found out. */
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

/** Thrown where schemas within schemas, along values within values, would not fit the stack of every engine. */
export class TooDeep extends Error {}

/** Frames of the stack; enough for data of 1,000 levels with two schemas on each. */
const MOST_FRAMES = 4200;
const FRAMES_OF_CHECK = 2;

/** One validation. */
export class Run {
  readonly budget: Budget;
  readonly ids = new ValueIds();
  keywords = 0;
  readonly #tracksScope: boolean;
  readonly #memories = new Map<Schema, Map<Scope, Map<JsonNode, Memory>>>();
  #frames = 0;

  /** `tracksScope`: whether a schema depends on where it was referred to from. */
  constructor(budget: Budget, tracksScope: boolean) {
    this.budget = budget;
    this.#tracksScope = tracksScope;
  }

  /**
   * Whether the schema accepts the value. Recursive through the keywords that hold schemas, in two
   * frames a schema, so that data of 1,000 levels fits the stack.
   */
  check(given: Schema, node: JsonNode, at: Situation): boolean {
    const { schema, inner } = this.#enter(given, at);
    if (schema.verdict !== undefined) return this.#verdict(schema, node, at);
    const memory = schema.shared ? this.#recall(schema, node, inner) : undefined;
    if (memory?.verdict !== undefined) return memory.verdict;
    this.#deepen(FRAMES_OF_CHECK);
    const { plain, late } = schema.checks;
    let accepted = true;
    if (late.length > 0) accepted = this.#checkLate(schema.checks, node, inner);
    else {
      for (const check of plain) {
        this.#count();
        if (check(this, node, inner)) continue;
        accepted = false;
        if (inner.findings === undefined) break;
      }
    }
    this.#frames -= FRAMES_OF_CHECK;
    if (memory !== undefined) this.#settle(memory, accepted, inner, at);
    return accepted;
  }

  /** As `check` for a schema about the same value, whose looks count only if it accepts. */
  checkHere(schema: Schema, node: JsonNode, at: Situation): boolean {
    if (at.evaluated === undefined) return this.check(schema, node, at);
    const evaluated = new Evaluated();
    this.#deepen(1);
    const accepted = this.check(schema, node, { ...at, evaluated });
    this.#frames--;
    if (accepted) at.evaluated.add(evaluated);
    return accepted;
  }

  #deepen(frames: number): void {
    this.#frames += frames;
    if (this.#frames > MOST_FRAMES) throw new TooDeep();
  }

  /** Goes along references to the schema that is meant, and enters the resources on the way. */
  #enter(given: Schema, at: Situation): { readonly schema: Schema; readonly inner: Situation } {
    let schema = given;
    let { scope } = at;
    while (schema.verdict === undefined) {
      if (this.#tracksScope) scope = scope.enter(schema.resource);
      const { target } = schema.checks;
      if (target === undefined) break;
      this.#count();
      schema = target(scope);
    }
    const looks = schema.shared && at.evaluated !== undefined;
    if (!looks && scope === at.scope) return { schema, inner: at };
    const evaluated = looks ? new Evaluated() : at.evaluated;
    return { schema, inner: { ...at, scope, evaluated } };
  }

  #verdict(schema: Schema, node: JsonNode, at: Situation): boolean {
    if (schema.verdict === true) return true;
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

  #count(): void {
    this.keywords++;
    this.budget.spend(1);
  }

  /** Checks a schema with `unevaluated…`, which needs to know what the other keywords looked at. */
  #checkLate({ plain, late }: Checks, node: JsonNode, at: Situation): boolean {
    const evaluated = new Evaluated();
    const inner = { ...at, evaluated };
    const list = at.findings?.list ?? [];
    const marks: number[] = [];
    let accepted = true;
    this.#deepen(1);
    for (const check of plain) {
      marks.push(list.length);
      this.#count();
      if (!check(this, node, inner)) accepted = false;
    }
    for (const { check, before } of late) {
      const from = list.length;
      this.#count();
      if (!check(this, node, inner)) accepted = false;
      at.findings?.move(from, marks[before] ?? from);
    }
    this.#frames--;
    if (accepted) at.evaluated?.add(evaluated);
    return accepted;
  }

  /** What is known of the schema and the value, with a verdict where that is all that is asked; else it begins to be found out. */
  #recall(schema: Schema, node: JsonNode, at: Situation): Memory {
    const byNode = this.#memoriesOf(schema, at.scope);
    const known = byNode.get(node);
    if (known !== undefined && known.verdict === undefined) throw new EndlessReference(schema.self);
    if (known?.verdict === false && (at.findings?.has(known) ?? true)) return known;
    if (known?.verdict === true && (at.evaluated === undefined || known.evaluated !== undefined)) {
      if (known.evaluated !== undefined) at.evaluated?.add(known.evaluated);
      return known;
    }
    const memory: Memory = { verdict: undefined, evaluated: undefined };
    this.budget.spend(MEMORY_COST);
    byNode.set(node, memory);
    return memory;
  }

  /** Whether the test holds for a value that a shared schema met here, and its verdict; also those met meanwhile. */
  someVerdict(schema: Schema, test: (node: JsonNode, verdict: boolean) => boolean): boolean {
    for (const byNode of this.#memories.get(schema)?.values() ?? []) {
      for (const [node, { verdict }] of byNode) {
        if (verdict !== undefined && test(node, verdict)) return true;
      }
    }
    return false;
  }

  #settle(memory: Memory, accepted: boolean, inner: Situation, at: Situation): void {
    memory.verdict = accepted;
    memory.evaluated = inner.evaluated;
    if (!accepted) at.findings?.note(memory);
    else if (inner.evaluated !== undefined) at.evaluated?.add(inner.evaluated);
  }

  #memoriesOf(schema: Schema, scope: Scope): Map<JsonNode, Memory> {
    let byScope = this.#memories.get(schema);
    if (byScope === undefined) this.#memories.set(schema, (byScope = new Map()));
    let byNode = byScope.get(scope);
    if (byNode === undefined) byScope.set(scope, (byNode = new Map()));
    return byNode;
  }
}
