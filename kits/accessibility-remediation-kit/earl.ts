/** What the rules of ACT say of the page, as EARL 1.0 in JSON-LD. */
import type { RuleOutcome } from "../../tools/_lib/web/accessibility/rules/rule.ts";

const ACT_RULES = "https://www.w3.org/WAI/standards-guidelines/act/rules";

export function earlReport(
  outcomes: Readonly<Record<string, RuleOutcome>>,
  page: string,
  kit: { readonly id: string; readonly name: string; readonly version: string },
) {
  const assertor = `urn:${kit.id}`;
  return {
    "@context": {
      earl: "http://www.w3.org/ns/earl#",
      dct: "http://purl.org/dc/terms/",
      doap: "http://usefulinc.com/ns/doap#",
      assertedBy: { "@id": "earl:assertedBy", "@type": "@id" },
      subject: { "@id": "earl:subject", "@type": "@id" },
      test: { "@id": "earl:test", "@type": "@id" },
      mode: { "@id": "earl:mode", "@type": "@id" },
      result: { "@id": "earl:result" },
      outcome: { "@id": "earl:outcome", "@type": "@id" },
    },
    "@graph": [
      {
        "@id": assertor,
        "@type": ["earl:Software", "earl:Assertor"],
        "doap:name": kit.name,
        "doap:revision": kit.version,
      },
      { "@id": "_:page", "@type": "earl:TestSubject", "dct:title": page },
      ...Object.entries(outcomes).map(([id, outcome]) => ({
        "@type": "earl:Assertion",
        assertedBy: assertor,
        subject: "_:page",
        test: `${ACT_RULES}/${id}/`,
        mode: "earl:automatic",
        result: { "@type": "earl:TestResult", outcome: `earl:${outcome}` },
      })),
    ],
  };
}
