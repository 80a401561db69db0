import type { Budget, Entry } from "../../../_core/tool.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import { Compiler, loopTrouble } from "./compile.ts";
import type { Dialect, Draft } from "./drafts.ts";
import { EndlessReference, Findings, Run, type Schema, Scope, TooDeep } from "./evaluation.ts";
import { PatternTooSlow } from "./keywords/pattern.ts";
import { Library } from "./library.ts";
import { metaschemaTroubles } from "./metaschema-check.ts";
import { SchemaParts } from "./parts.ts";
import { patternTroubles } from "./patterns.ts";
import { schemaWarnings } from "./schema-warnings.ts";
import { SchemaTrouble, type SchemaWarning, tooDeep, type Trouble } from "./trouble.ts";
import { SchemaVariants } from "./variants.ts";
import { Reporter, type Violation } from "./violations.ts";

export interface SchemaOptions {
  /** The schema's draft; if not given, what `$schema` says, else 2020-12. */
  readonly draft?: Draft | undefined;
  /** Whether `format` is checked, or only a note; true if not given. */
  readonly assertFormat?: boolean | undefined;
  /** The formats that are checked; all that are known if not given. */
  readonly formats?: ReadonlySet<string> | undefined;
  /** Schemas that references may lead to, by their URIs; nothing else is ever looked up. */
  readonly documents?: Iterable<{
    readonly uri: string;
    readonly root: JsonNode;
    readonly path: string;
  }>;
  /** What paths into the schema begin with; `/schema` if not given. */
  readonly path?: string | undefined;
  readonly budget: Budget;
}

/** The dialect of a schema that names none. */
const ASSUMED: Dialect = { draft: "2020-12", isAssumed: true };

export type CompiledSchema =
  | {
      readonly ok: true;
      readonly validator: Validator;
      readonly warnings: readonly Entry<SchemaWarning | "WARNINGS_TRUNCATED">[];
    }
  | { readonly ok: false; readonly errors: readonly [Trouble, ...Trouble[]] };

/**
 * Makes a schema of draft-04, 06, 07, 2019-09 or 2020-12 ready to check data: compiled once, it
 * validates any number of trees. No code is generated and nothing is fetched. A schema that does
 * not fit its metaschema, or has references that lead nowhere or in circles, is told as errors.
 */
export function compileSchema(root: JsonNode, options: SchemaOptions): CompiledSchema {
  const { draft, assertFormat = true, formats, documents = [], path = "/schema", budget } = options;
  const library = new Library(draft === undefined ? ASSUMED : { draft });
  const assertsFormat = (name: string) => assertFormat && (formats?.has(name) ?? true);
  const compiler = new Compiler(library, { assertsFormat });
  try {
    for (const document of documents) library.add(document);
    const main = { root, path, uri: "" };
    const place = library.open(main, draft === undefined ? undefined : { draft });
    library.dialect = place.resource.dialect;
    refuse(metaschemaTroubles(main, library, budget));
    refuse(patternTroubles(main, library));
    const schema = compiler.schemaAt(place);
    compiler.compileAll(schema);
    const others = [...library.openDocuments].filter((document) => document !== main);
    for (const document of others) {
      refuse(metaschemaTroubles(document, library, budget));
      refuse(patternTroubles(document, library));
    }
    const warnings = schemaWarnings([main, ...others], library, assertFormat);
    const validator = new Validator(schema, place.resource.dialect.draft, compiler, library);
    return { ok: true, validator, warnings };
  } catch (error) {
    if (error instanceof SchemaTrouble) return { ok: false, errors: error.troubles };
    if (error instanceof TooDeep) return { ok: false, errors: [tooDeep(path)] };
    throw error;
  }
}

function refuse([first, ...others]: readonly Trouble[]): void {
  if (first !== undefined) throw new SchemaTrouble([first, ...others]);
}

/** Why data could not be checked to the end. */
export type ValidationTrouble = Trouble | Entry<"REGEX_BUDGET_EXCEEDED">;

export type Validation =
  | {
      readonly ok: true;
      readonly valid: boolean;
      /** All violations, listed or not. */
      readonly count: number;
      readonly violations: readonly Violation[];
      readonly keywordsEvaluated: number;
    }
  | { readonly ok: false; readonly error: ValidationTrouble };

export type Acceptance =
  | { readonly ok: true; readonly valid: boolean }
  | { readonly ok: false; readonly error: ValidationTrouble };

export type PartialWork<T> =
  | { readonly ok: true; readonly result: T }
  | { readonly ok: false; readonly error: ValidationTrouble };

export interface ValidateOptions {
  readonly budget: Budget;
  /** How many violations are listed at most; 100 if not given. */
  readonly maxErrors?: number;
}

const MOST_LISTED = 100;
const START = { evaluated: undefined, findings: undefined };

/**
 * A schema that is ready to check data. The work is in the worst case the product of schema and data,
 * where each item meets each branch of an `anyOf`; the budget ends it at the same step everywhere.
 */
export class Validator {
  readonly draft: Draft;
  readonly #schema: Schema;
  readonly #compiler: Compiler;
  readonly #library: Library;

  constructor(schema: Schema, draft: Draft, compiler: Compiler, library: Library) {
    this.#schema = schema;
    this.draft = draft;
    this.#compiler = compiler;
    this.#library = library;
  }

  /** Finds every violation, in the order of the data. */
  validate(data: JsonNode, { budget, maxErrors = MOST_LISTED }: ValidateOptions): Validation {
    const run = new Run(budget, this.#compiler.usesScope);
    const findings = new Findings(budget);
    return this.#attempt((): Validation => {
      const valid = run.check(this.#schema, data, { ...START, scope: new Scope(), findings });
      const count = findings.list.length;
      return {
        ok: true,
        valid,
        count,
        violations: count === 0 ? [] : new Reporter(data, maxErrors).list(findings),
        keywordsEvaluated: run.keywords,
      };
    });
  }

  /** Only the verdict, which is found sooner. */
  accepts(data: JsonNode, budget: Budget): Acceptance {
    const run = new Run(budget, this.#compiler.usesScope);
    return this.#attempt((): Acceptance => {
      return { ok: true, valid: run.check(this.#schema, data, { ...START, scope: new Scope() }) };
    });
  }

  /** Does work that checks values against parts of the schema. */
  withParts<T>(budget: Budget, work: (parts: SchemaParts) => T): PartialWork<T> {
    const parts = new SchemaParts(this.#schema, this.#compiler, this.#library, budget);
    return this.#attempt((): PartialWork<T> => ({ ok: true, result: work(parts) }));
  }

  /** Does work that tries other wordings of parts of the schema. */
  withVariants<T>(budget: Budget, work: (variants: SchemaVariants) => T): PartialWork<T> {
    const variants = new SchemaVariants(this.#schema, this.#compiler, this.#library, budget);
    return this.#attempt((): PartialWork<T> => ({ ok: true, result: work(variants) }));
  }

  #attempt<T>(work: () => T): T | { readonly ok: false; readonly error: ValidationTrouble } {
    try {
      return work();
    } catch (error) {
      if (error instanceof EndlessReference) {
        const { document, pointer } = error.keyword;
        return { ok: false, error: loopTrouble(document.path + pointer) };
      }
      if (error instanceof TooDeep) return { ok: false, error: tooDeep("/data") };
      if (error instanceof PatternTooSlow) return { ok: false, error: tooSlow(error) };
      if (error instanceof SchemaTrouble) return { ok: false, error: error.troubles[0] };
      throw error;
    }
  }
}

function tooSlow({ keyword }: PatternTooSlow): Entry<"REGEX_BUDGET_EXCEEDED"> {
  return {
    code: "REGEX_BUDGET_EXCEEDED",
    message: "Cannot match a pattern: it takes more than 5000000 steps, expected fewer",
    path: keyword.document.path + keyword.pointer,
    hint: "regex-tester tells why the pattern can take so long",
  };
}
