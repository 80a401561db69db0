/** What a rule of accessibility is, and what it says of a page. */
import type { HtmlElement } from "../../../formats/html/tree.ts";
import { Names } from "../page/name.ts";
import type { Page } from "../page/page.ts";
import { isNone, semanticRole } from "../page/semantics.ts";
import type { TagChange } from "../page/start-tag.ts";

export type Level = "A" | "AA" | "AAA";
export type TargetOutcome = "passed" | "failed" | "cantTell";
export type RuleOutcome = TargetOutcome | "inapplicable";

export interface Fix {
  /** Whether it can be made without a person's judgement. */
  readonly isSafe: boolean;
  /** What is done to the start tag; undefined where `after` alone says it. */
  readonly change?: TagChange;
  /** The element as it would be. */
  readonly after?: string;
}

/** One element that a rule looked at. */
export interface Target {
  readonly rule: Rule;
  readonly element: HtmlElement;
  readonly outcome: TargetOutcome;
  /** Why it did not pass. */
  readonly message: string;
  readonly fix: Fix | undefined;
  /** The rules of ACT that it is about, where the rule has several. */
  readonly act: readonly string[];
  /** Whether it weighs more than other targets of the rule. */
  readonly isGrave: boolean;
}

export interface Rule {
  readonly id: string;
  /** Ids of ACT rules. */
  readonly act: readonly string[];
  /** Success criteria of WCAG 2.2. */
  readonly wcag: readonly string[];
  /** Null for a best practice. */
  readonly level: Level | null;
  /** What it asks for, in a sentence. */
  readonly title: string;
  readonly check: (scope: Scope) => void;
}

interface More {
  readonly fix?: Fix | undefined;
  readonly act?: readonly string[];
  readonly isGrave?: boolean;
}

/** A page while rules look at it. */
export class Scope {
  readonly page: Page;
  readonly names: Names;
  /** The language that the caller says the page has. */
  readonly lang: string | undefined;
  readonly targets: Target[] = [];
  readonly #roles = new Map<HtmlElement, string | null>();
  #rule: Rule | undefined;

  constructor(page: Page, lang: string | undefined) {
    this.page = page;
    this.names = new Names(page);
    this.lang = lang;
  }

  run(rule: Rule): void {
    this.#rule = rule;
    rule.check(this);
  }

  roleOf(element: HtmlElement): string | null {
    let role = this.#roles.get(element);
    if (role === undefined) {
      role = semanticRole(this.page, element);
      this.#roles.set(element, role);
    }
    return role;
  }

  isExposed(element: HtmlElement): boolean {
    return !this.page.isHidden(element) && !isNone(this.roleOf(element));
  }

  pass(element: HtmlElement, act?: readonly string[]): void {
    this.#add(element, "passed", "", act === undefined ? {} : { act });
  }

  fail(element: HtmlElement, message: string, more: More = {}): void {
    this.#add(element, "failed", message, more);
  }

  unsure(element: HtmlElement, message: string, more: More = {}): void {
    this.#add(element, "cantTell", message, more);
  }

  #add(element: HtmlElement, outcome: TargetOutcome, message: string, more: More): void {
    const rule = this.#rule;
    if (rule === undefined) throw new Error("No rule looks at the page");
    const { fix, act = rule.act, isGrave = false } = more;
    this.targets.push({ rule, element, outcome, message, fix, act, isGrave });
  }
}

/** A change of the start tag that needs no judgement. */
export function safe(change: TagChange): Fix {
  return { isSafe: true, change };
}

export function suggested(change: TagChange): Fix {
  return { isSafe: false, change };
}

/** Another element in its place, for a person to decide. */
export function suggestedElement(after: string): Fix {
  return { isSafe: false, after };
}
