/** The tools that judge what the kit does not, with a count of their uses. */
import { type Entry, type Outcome } from "../../tools/_core/tool.ts";
import { isObject } from "../../tools/_lib/json/tree/members.ts";
import validate from "../../tools/json-schema-validator.ts";
import testRegex from "../../tools/regex-tester.ts";
import countTokens from "../../tools/token-counter.ts";
import checkXml from "../../tools/xml-formatter.ts";
import type { KitCtx } from "../_core/kit.ts";

export type Tools =
  | typeof validate
  | typeof testRegex
  | typeof checkXml
  | typeof countTokens
  | typeof import("../../tools/evaluation-run-delta.ts").default;

/** A tool could not judge, which is the fault of what the assertion says. */
export interface Trouble {
  readonly code: "ASSERTION_INVALID" | "REGEX_BUDGET_EXCEEDED";
  readonly stage: "schema" | "regex";
  readonly message: string;
}

export class Toolbox {
  readonly uses = { schema: 0, regex: 0, xml: 0, tokens: 0 };
  readonly #ctx: KitCtx<Tools>;
  readonly #model: string;

  constructor(ctx: KitCtx<Tools>, model: string) {
    this.#ctx = ctx;
    this.#model = model;
  }

  spend(steps: number): void {
    this.#ctx.budget.spend(steps);
  }

  /** What is wrong with JSON by a schema, "" where nothing is; a schema that names no draft is one of draft-07. */
  misfit(schema: unknown, json: string): string | Trouble {
    this.uses.schema++;
    const draft = isObject(schema) && Object.hasOwn(schema, "$schema") ? "auto" : "draft-07";
    const checked = this.#ctx.step(validate, { schema, data: json, draft, maxErrors: 1 });
    if (checked.ok) return checked.valid === true ? "" : first(checked).message;
    const { code, message, path = "" } = first(checked);
    if (code === "REGEX_BUDGET_EXCEEDED") return { code, stage: "schema", message };
    if (path.startsWith("/data")) return message;
    return { code: "ASSERTION_INVALID", stage: "schema", message };
  }

  matches(pattern: string, text: string): boolean | Trouble {
    this.uses.regex++;
    const tried = this.#ctx.step(testRegex, { pattern, flags: "", text, action: "test", limit: 1 });
    if (tried.ok) return tried.value?.matched === true;
    const { code, message } = first(tried);
    const isSlow = code === "REGEX_BUDGET_EXCEEDED";
    return { code: isSlow ? code : "ASSERTION_INVALID", stage: "regex", message };
  }

  isXml(text: string): boolean {
    this.uses.xml++;
    const checked = this.#ctx.step(checkXml, { input: text, action: "validate" });
    return checked.ok && checked.valid === true;
  }

  /** The fewest and the most tokens that the text may have; one number where the model's tokens are known. */
  tokens(text: string): { readonly low: number; readonly high: number } {
    this.uses.tokens++;
    const { value } = this.#ctx.step(countTokens, { text, model: this.#model });
    return { low: value?.low ?? 0, high: value?.high ?? 0 };
  }
}

function first({ errors: [error] = [] }: Outcome): Entry {
  return error ?? { code: "STAGE_FAILED", message: "The tool failed without saying why" };
}
