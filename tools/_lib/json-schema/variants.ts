import type { Budget } from "../../_core/tool.ts";
import type { JsonNode, JsonObject } from "../json/tree.ts";
import type { Compiler } from "./compile.ts";
import type { Dialect } from "./drafts.ts";
import { Run, type Schema, Scope } from "./evaluation.ts";
import type { Library } from "./library.ts";

/** Another wording of one schema within a schema: one keyword is other, and accepts more, or less. */
export interface Wording {
  readonly whole: JsonObject;
  readonly accepts: "more" | "less";
  /** Only the keyword that is other, with what it depends on. */
  readonly keyword: JsonObject;
}

export interface Variant {
  readonly wording: Wording;
  /** Undefined where no reference and no keyword leads to the schema. */
  readonly original: Schema | undefined;
  readonly whole: Schema | undefined;
  readonly keyword: Schema | undefined;
}

/** A value that was checked, with what its parts met on the way. */
export interface Trial {
  readonly data: JsonNode;
  readonly accepted: boolean;
  readonly run: Run;
}

/**
 * Tells which values would get another verdict if one schema within a schema read otherwise. Where it gives each
 * part of a value that it meets the same verdict as before, so does the whole; only if not is the whole checked again.
 */
export class SchemaVariants {
  readonly #root: Schema;
  readonly #compiler: Compiler;
  readonly #library: Library;
  readonly #budget: Budget;
  readonly #scope = new Scope();
  readonly #locally: boolean;

  constructor(root: Schema, compiler: Compiler, library: Library, budget: Budget) {
    this.#root = root;
    this.#compiler = compiler;
    this.#library = library;
    this.#budget = budget;
    // There verdicts depend on more than the schema and the value: on the way, or on what others looked at.
    const looksAround = [...library.openDocuments].some((document) =>
      hasUnevaluated(document.root),
    );
    this.#locally = !compiler.usesScope && !looksAround;
  }

  /** Undefined for what is no schema that something leads to. */
  dialectOf(part: JsonNode): Dialect | undefined {
    return this.#library.placeOf(part)?.resource.dialect;
  }

  /** Has trials remember what this schema meets. */
  watch(part: JsonNode): void {
    const schema = this.#schemaOf(part);
    if (schema !== undefined) schema.shared = true;
  }

  trial(data: JsonNode): Trial {
    const run = new Run(this.#budget, this.#compiler.usesScope);
    return { data, accepted: this.#check(run, this.#root, data), run };
  }

  variant(part: JsonNode, wording: Wording): Variant {
    const place = this.#library.placeOf(part);
    if (place === undefined)
      return { wording, original: undefined, whole: undefined, keyword: undefined };
    return {
      wording,
      original: this.#compiler.schemaAt(place),
      whole: this.#compiler.variantAt(place, wording.whole),
      keyword: this.#compiler.variantAt(place, wording.keyword),
    };
  }

  /** The values inside the trial's that a schema met. */
  met(trial: Trial, part: JsonNode): JsonNode[] {
    const schema = this.#schemaOf(part);
    const nodes: JsonNode[] = [];
    if (schema === undefined) return nodes;
    trial.run.someVerdict(schema, (node) => {
      nodes.push(node);
      return false;
    });
    return nodes;
  }

  /** Whether the variant changes the verdict on the trial's value. */
  isNoticed(trial: Trial, variant: Variant): boolean {
    const { original, whole } = variant;
    if (original === undefined || whole === undefined) return false;
    const meets = trial.run.someVerdict(
      original,
      (node, verdict) => !this.#locally || this.#differs(trial.run, variant, node, verdict),
    );
    return meets && this.accepts(trial.data, variant) !== trial.accepted;
  }

  /** Whether the schema by itself gives a value another verdict in the variant. */
  isDifferentAt(node: JsonNode, { original, whole }: Variant): boolean {
    if (original === undefined || whole === undefined) return false;
    const run = new Run(this.#budget, this.#compiler.usesScope);
    return this.#check(run, original, node) !== this.#check(run, whole, node);
  }

  /** Whether the whole schema accepts a value, as it is or with a variant in it. */
  accepts(data: JsonNode, { original, whole }: Partial<Variant> = {}): boolean {
    const run = new Run(this.#budget, this.#compiler.usesScope);
    if (original === undefined || whole === undefined) return this.#check(run, this.#root, data);
    original.substitute = whole.checks;
    try {
      return this.#check(run, this.#root, data);
    } finally {
      original.substitute = undefined;
    }
  }

  /** Who accepts more can only change its mind about what was refused, by all keywords; who accepts less by the one. */
  #differs(run: Run, variant: Variant, node: JsonNode, verdict: boolean): boolean {
    const isLess = variant.wording.accepts === "less";
    const schema = isLess ? variant.keyword : variant.whole;
    if (schema === undefined || verdict !== isLess) return false;
    return this.#check(run, schema, node) !== verdict;
  }

  #check(run: Run, schema: Schema, data: JsonNode): boolean {
    return run.check(schema, data, {
      scope: this.#scope,
      evaluated: undefined,
      findings: undefined,
    });
  }

  #schemaOf(part: JsonNode): Schema | undefined {
    const place = this.#library.placeOf(part);
    return place && this.#compiler.schemaAt(place);
  }
}

function hasUnevaluated(root: JsonNode): boolean {
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === "array") for (const item of node.items) stack.push(item);
    if (node.type !== "object") continue;
    for (const { key, value } of node.members) {
      if (key === "unevaluatedProperties" || key === "unevaluatedItems") return true;
      stack.push(value);
    }
  }
  return false;
}
