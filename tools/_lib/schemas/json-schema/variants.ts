import type { Budget } from "../../../_core/tool.ts";
import type { JsonNode, JsonObject } from "../../json/tree/tree.ts";
import type { Compiler } from "./compile.ts";
import type { Dialect } from "./drafts.ts";
import { type Checks, Run, type Schema, Scope } from "./evaluation.ts";
import type { Library } from "./library.ts";

/** One schema within a schema reads otherwise: one that accepts more is exchanged, one that accepts less is added to. */
export type Wording =
  | { readonly accepts: "more"; readonly whole: JsonObject }
  | { readonly accepts: "less"; readonly besides: JsonObject };

export interface Variant {
  readonly accepts: Wording["accepts"];
  /** Undefined where no reference and no keyword leads to the schema. */
  readonly original: Schema | undefined;
  /** The whole of what accepts more; of what accepts less what is asked besides. */
  readonly changed: Schema | undefined;
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
    const { accepts } = wording;
    const place = this.#library.placeOf(part);
    if (place === undefined) return { accepts, original: undefined, changed: undefined };
    const changed = accepts === "more" ? wording.whole : wording.besides;
    return {
      accepts,
      original: this.#compiler.schemaAt(place),
      changed: this.#compiler.variantAt(place, changed),
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
    const { original } = variant;
    if (original === undefined) return false;
    const meets = trial.run.someVerdict(
      original,
      (node, verdict) => !this.#locally || this.#differs(trial.run, variant, node, verdict),
    );
    return meets && this.accepts(trial.data, variant) !== trial.accepted;
  }

  /** Whether the schema by itself gives a value another verdict in the variant. */
  isDifferentAt(node: JsonNode, variant: Variant): boolean {
    if (variant.original === undefined) return false;
    const run = new Run(this.#budget, this.#compiler.usesScope);
    return this.#differs(run, variant, node, this.#check(run, variant.original, node));
  }

  /** Whether the whole schema accepts a value, as it is or with a variant in it. */
  accepts(data: JsonNode, variant?: Variant): boolean {
    const run = new Run(this.#budget, this.#compiler.usesScope);
    const original = variant?.original;
    if (variant === undefined || original === undefined) return this.#check(run, this.#root, data);
    original.substitute = checksOf(variant);
    try {
      return this.#check(run, this.#root, data);
    } finally {
      original.substitute = undefined;
    }
  }

  /** Who accepts more can only change its mind about what was refused, who accepts less about what was accepted. */
  #differs(run: Run, { accepts, changed }: Variant, node: JsonNode, verdict: boolean): boolean {
    if (changed === undefined || verdict !== (accepts === "less")) return false;
    return this.#check(run, changed, node) !== verdict;
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

function checksOf({ accepts, original, changed }: Variant): Checks | undefined {
  if (accepts === "more" || original === undefined || changed === undefined) return changed?.checks;
  const { plain, late } = original.checks;
  return { plain: [...plain, ...changed.checks.plain], late };
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
