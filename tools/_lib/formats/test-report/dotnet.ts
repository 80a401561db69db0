/** The reports of .NET's test runners. */
import type { XmlElement } from "../xml/tree.ts";
import type { Attempt, Attempts, Status } from "./report.ts";
import { millisOfClock, millisOfSeconds } from "./duration.ts";
import { cutAt } from "./truncation.ts";
import { childrenOf, elementsBelow, localName, type Markup } from "./xml.ts";

type Words = Readonly<Record<string, Status>>;

/** What a result's word says, in any letter case; a test without a word that is known did not end well. */
function statusOf(word: string | undefined, words: Words): Status {
  const key = (word ?? "").toLowerCase();
  return Object.hasOwn(words, key) ? (words[key] as Status) : "error";
}

const TRX_WORDS: Words = {
  passed: "passed",
  passedbutrunaborted: "passed",
  warning: "passed",
  completed: "passed",
  failed: "failed",
  timeout: "failed",
  aborted: "failed",
  notexecuted: "skipped",
  notrunnable: "skipped",
  inconclusive: "skipped",
  pending: "skipped",
};

export function readTrx(root: XmlElement, markup: Markup): Attempts {
  const classes = new Map<string, string>();
  for (const definition of elementsBelow(root, "UnitTest")) {
    const [method] = childrenOf(definition, "TestMethod");
    const className = method && markup.filled(method, "className");
    const id = markup.filled(definition, "id");
    if (id !== undefined && className !== undefined) classes.set(id, className);
  }
  const attempts = elementsBelow(root, "UnitTestResult").map((result, index): Attempt => {
    const name = markup.filled(result, "testName") ?? `test ${index + 1}`;
    const className = classes.get(markup.attribute(result, "testId") ?? "");
    return {
      id: className === undefined ? name : `${className}::${name}`,
      // The format leaves the word out where it is Error.
      status: statusOf(markup.attribute(result, "outcome"), TRX_WORDS),
      durationMs: millisOfClock(markup.attribute(result, "duration")),
      message: markup.contentAt(result, "Output", "ErrorInfo", "Message"),
    };
  });
  const [counters] = elementsBelow(root, "Counters");
  const declared = counters && markup.count(counters, "total");
  return { attempts, truncated: cutAt(declared, attempts.length) };
}

const NUNIT_WORDS: Words = {
  passed: "passed",
  success: "passed",
  warning: "passed",
  failed: "failed",
  failure: "failed",
  cancelled: "failed",
  skipped: "skipped",
  ignored: "skipped",
  inconclusive: "skipped",
  notrunnable: "skipped",
};

/** Version 3 has `test-run`, version 2 `test-results`. */
export function readNunit(root: XmlElement, markup: Markup): Attempts {
  const isThird = localName(root) === "test-run";
  const attempts = elementsBelow(root, "test-case").map((test, index): Attempt => {
    const name = (isThird && markup.filled(test, "fullname")) || markup.filled(test, "name");
    return {
      id: name ?? `test ${index + 1}`,
      status: nunitStatus(test, markup),
      durationMs: millisOfSeconds(markup.attribute(test, isThird ? "duration" : "time")),
      message:
        markup.contentAt(test, "failure", "message") ?? markup.contentAt(test, "reason", "message"),
    };
  });
  const total = markup.count(root, "total");
  // Version 2 counts tests that did not run apart, as some of its writers do not.
  const all = (total ?? 0) + (markup.count(root, "not-run") ?? 0);
  const isWhole = !isThird && all === attempts.length;
  return { attempts, truncated: isWhole ? undefined : cutAt(total, attempts.length) };
}

function nunitStatus(test: XmlElement, markup: Markup): Status {
  const result = markup.filled(test, "result");
  if (result !== undefined) {
    const status = statusOf(result, NUNIT_WORDS);
    const isError = markup.attribute(test, "label")?.toLowerCase() === "error";
    return status === "failed" && isError ? "error" : status;
  }
  // The oldest writers of version 2 say it by `executed` and `success`.
  if (markup.attribute(test, "executed")?.toLowerCase() === "false") return "skipped";
  const isFailed =
    markup.attribute(test, "success")?.toLowerCase() === "false" ||
    childrenOf(test, "failure").length > 0;
  return isFailed ? "failed" : "passed";
}

const XUNIT_WORDS: Words = { pass: "passed", fail: "failed", skip: "skipped", notrun: "skipped" };

export function readXunit(root: XmlElement, markup: Markup): Attempts {
  const assemblies = localName(root) === "assembly" ? [root] : childrenOf(root, "assembly");
  const attempts: Attempt[] = [];
  let truncated: string | undefined;
  for (const assembly of assemblies) {
    const tests = elementsBelow(assembly, "test");
    truncated ??= cutAt(markup.count(assembly, "total"), tests.length);
    for (const test of tests) {
      attempts.push({
        id: markup.filled(test, "name") ?? `test ${attempts.length + 1}`,
        status: statusOf(markup.attribute(test, "result"), XUNIT_WORDS),
        durationMs: millisOfSeconds(markup.attribute(test, "time")),
        message: markup.contentAt(test, "failure", "message") ?? markup.contentAt(test, "reason"),
      });
    }
  }
  return { attempts, truncated };
}
