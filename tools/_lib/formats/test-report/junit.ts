import type { XmlElement } from "../xml/tree.ts";
import type { Attempt, Attempts, Status } from "./report.ts";
import { millisOfSeconds } from "./duration.ts";
import { cutAt } from "./truncation.ts";
import { childrenOf, localName, type Markup } from "./xml.ts";

export function readJunit(root: XmlElement, markup: Markup): Attempts {
  const reader = new Reader(markup);
  reader.read(root, undefined);
  return reader;
}

class Reader implements Attempts {
  readonly attempts: Attempt[] = [];
  truncated: string | undefined;
  readonly #markup: Markup;

  constructor(markup: Markup) {
    this.#markup = markup;
  }

  /** `testsuites` and `testsuite` hold suites and cases, at any depth. */
  read(suite: XmlElement, outerName: string | undefined): void {
    const isSuite = localName(suite) === "testsuite";
    const suiteName = (isSuite && this.#markup.filled(suite, "name")) || outerName;
    const before = this.attempts.length;
    const inner: XmlElement[] = [];
    for (const child of childrenOf(suite)) {
      const name = localName(child);
      if (name === "testcase") this.attempts.push(this.#attempt(child, suiteName));
      if (name === "testsuite" || name === "testsuites") inner.push(child);
    }
    const own = this.attempts.length - before;
    for (const child of inner) this.read(child, suiteName);
    const declared = this.#markup.count(suite, "tests");
    // Some writers count only a suite's own cases, and not those of the suites in it.
    if (inner.length > 0 && declared === own) return;
    this.truncated ??= cutAt(declared, this.attempts.length - before);
  }

  /** GoogleTest says in attributes that a test did not run. */
  #isLeftOut(testcase: XmlElement): boolean {
    const words = ["status", "result"].map((name) => this.#markup.attribute(testcase, name) ?? "");
    const isDisabled = /^(?:true|1)$/i.test(this.#markup.attribute(testcase, "disabled") ?? "");
    return isDisabled || words.some((word) => LEFT_OUT.test(word));
  }

  #outcomeOf(children: readonly XmlElement[]): { status: Status; reason?: XmlElement } {
    // The failure that node:test adds to a test that is still to be written is no failure of the run.
    const isTodo = children.some(
      (child) => localName(child) === "skipped" && this.#markup.attribute(child, "type") === "todo",
    );
    for (const [name, status] of OUTCOMES) {
      const reason = children.find((child) => localName(child) === name);
      if (reason) return { status: isTodo ? "skipped" : status, reason };
    }
    return { status: "passed" };
  }

  #attempt(testcase: XmlElement, suiteName: string | undefined): Attempt {
    const group = this.#markup.filled(testcase, "classname") ?? suiteName;
    const name = this.#markup.filled(testcase, "name") ?? `test ${this.attempts.length + 1}`;
    const { status, reason } = this.#isLeftOut(testcase)
      ? { status: "skipped" as const, reason: undefined }
      : this.#outcomeOf(childrenOf(testcase));
    return {
      id: group === undefined ? name : `${group}::${name}`,
      status,
      durationMs: millisOfSeconds(this.#markup.attribute(testcase, "time")),
      message: reason && (this.#markup.filled(reason, "message") ?? this.#markup.contentAt(reason)),
    };
  }
}

const LEFT_OUT = /^(?:notrun|suppressed|skipped|disabled)$/i;

/** The first that a case holds decides. */
const OUTCOMES: readonly (readonly [element: string, status: Status])[] = [
  ["error", "error"],
  ["failure", "failed"],
  ["skipped", "skipped"],
  ["flakyFailure", "flaky"],
  ["flakyError", "flaky"],
];
