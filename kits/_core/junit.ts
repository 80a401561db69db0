/** One test suite in the form of JUnit, which every CI shows. */
import { escapeXmlAttribute } from "../../tools/_lib/text/markup-escape.ts";

export interface JunitCase {
  readonly name: string;
  readonly outcome: "passed" | "failure" | "error" | "skipped";
  /** Why it did not pass. */
  readonly message?: string;
}

export function junitXml(suite: string, cases: readonly JunitCase[]): string {
  const count = (wanted: JunitCase["outcome"]) =>
    cases.filter(({ outcome }) => outcome === wanted).length;
  const counts = `tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${suite}" ${counts}>`,
    ...cases.map((one) => testCase(suite, one)),
    "  </testsuite>",
    "</testsuites>",
  ].join("\n");
}

function testCase(suite: string, { name, outcome, message = "" }: JunitCase): string {
  const opening = `    <testcase name="${attribute(name)}" classname="${suite}"`;
  if (outcome === "passed") return `${opening}/>`;
  return `${opening}>\n      <${outcome} message="${attribute(message)}"/>\n    </testcase>`;
}

/** Characters that XML does not have are shown as U+FFFD. */
function attribute(text: string): string {
  const allowed = text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- they are what XML does not have
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd");
  return escapeXmlAttribute(allowed);
}
