import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { CheckedClaim, Value } from "../../tools/claim-evidence-coverage.ts";
import { unitsOf } from "../../tools/_lib/text/prose/units.ts";
import tool from "../../tools/claim-evidence-coverage.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const valueOf = (input: object) => run(input).value as Value;
/** One claim against one source, or several. */
const check = (text: string, evidence: string | object, more: object = {}) =>
  valueOf({
    claims: [{ text }],
    evidence: typeof evidence === "string" ? { e: evidence } : evidence,
    ...more,
  }).claims[0] as CheckedClaim;
const status = (text: string, evidence: string, more: object = {}) => {
  const claim = check(text, evidence, more);
  return [claim.status, claim.score, ...claim.missingNumbers].join(" ");
};
const failure = (input: object) => {
  const { ok, errors = [], error } = run(input);
  return ok ? "" : `${error?.code ?? errors[0]?.code} ${errors[0]?.path}`;
};

describe("terms", () => {
  test("are distinct stems of content words, without digits and number words", () => {
    const text = "The Bridges and the bridge were opened, not closed, by two v2 lanes in 1932.";
    expect(check(text, "Nothing.").missingTerms).toEqual(["bridge", "open", "not", "clos", "lane"]);
    expect(check(text, "Nothing.").missingNumbers).toEqual(["2", "1932"]);
  });

  test("of Chinese are pairs of characters", () => {
    expect(check("数据库迁移", "数据库很大").missingTerms).toEqual(["库迁", "迁移"]);
    expect(check("数据库迁移", "数据库很大")).toMatchObject({ status: "partial", score: 0.5 });
  });

  test("a claim that repeats words has them once", () => {
    expect(status("Very very long, long bridges", "A very long bridge.")).toBe("supported 1");
  });
});

describe("numbers", () => {
  const numbers = (text: string) => check(`Alpha beta ${text}`, "Nothing.").missingNumbers;

  test.each([
    ["1,000 and 2,500,000.50 or 3.14", ["1000", "2500000.50", "3.14"]],
    ["12% or -5 or +7.5%", ["12%", "-5", "+7.5%"]],
    ["v2, 3rd, node-3, x86, 5km and 1.5m", []],
    ["2020-2024, 10%-12%, (7), 8.", ["2020", "2024", "10%", "12%", "7", "8"]],
    ["In 2009, two of twelve, not one or thirteen", ["2009", "2", "12"]],
    ["twenty-two and 2 and two", ["2"]],
    ["2024年に", ["2024"]],
    ["007 and 0.0", ["007", "0.0"]],
  ])("%p", (text, expected) => {
    expect(numbers(text)).toEqual(expected);
  });

  test.each([
    ["1,000 people came", "1000 people came"],
    ["1000 people came", "1,000 people came"],
    ["two dogs bark", "2 dogs bark"],
    ["12% growth seen", "12 % growth seen"],
    ["12 % growth seen", "12% growth seen"],
    ["1.50 euros paid", "1.5 euros paid"],
    ["+5 points won", "5 points won"],
    ["-5 degrees cold", "\u22125 degrees cold"],
  ])("%p is said by %p", (claim, evidence) => {
    expect(status(claim, evidence)).toBe("supported 1");
  });

  test.each([
    ["12% growth seen", "12 growth seen", "conflict 1 12%"],
    ["12% growth seen in May", "15% growth seen of May", "conflict 1 12%"],
    ["Long by 503 metres now", "Long by 510 metre now", "conflict 1 503"],
    ["Long by 503 metres now", "Long metres now by 510", "partial 1 503"],
    ["Long by 503 metres now", "Long metres now", "partial 1 503"],
    ["Bridge opened in 1932", "Bridge opened in 1923", "conflict 1 1932"],
    ["Bridge opened in 1932", "In 9123 bridge opened", "partial 1 1932"],
    ["Grew by 5% and 7%", "Grew by 5%", "partial 1 7%"],
    ["Grew 5% in 2020 and 2021", "Grew 5% in 2020", "partial 1 2021"],
    ["5 dogs and 4 cats", "5 dogs and 5 cats", "conflict 1 4"],
    ["-5 degrees cold", "5 degrees cold", "conflict 1 -5"],
  ])("%p against %p", (claim, evidence, expected) => {
    expect(status(claim, evidence)).toBe(expected);
  });

  test("a claim without terms has the share of its numbers as its score", () => {
    expect(status("It was 503.", "The bridge is 503 metres long.")).toBe("supported 1");
    expect(status("It was 503 and 7.", "The bridge is 503 metres long.")).toBe("partial 0.5 7");
    expect(status("It was 504.", "The bridge is 503 metres long.")).toBe("unsupported 0 504");
  });
});

describe("negation", () => {
  test.each(["not", "never", "no", "without"])("%s on one side only", (word) => {
    const plain = "The old pump failed because of corrosion";
    const negated = plain.replace("failed", `${word} failed`);
    expect(status(plain, negated)).toBe("conflict 1");
    expect(status(negated, plain)).toBe("conflict 0.8333");
    expect(status(negated, negated)).toBe("supported 1");
  });

  test.each([
    "The server cannot list resources",
    "The server lists neither resources nor prompts",
    "Of the resources the server lists none",
  ])("%s: says the opposite", (negated) => {
    const plain = "The server lists resources";
    expect(check(plain, negated)).toMatchObject({ status: "conflict" });
    expect(check(negated, negated)).toMatchObject({ status: "supported" });
  });

  test("a contraction negates, in both ways to write it", () => {
    expect(status("The tank leaks water today", "The tank doesn't leak water today")).toBe(
      "conflict 1",
    );
    expect(status("The tank leaks water today", "The tank doesn’t leak water today")).toBe(
      "conflict 1",
    );
  });

  test("of sentences with the same terms and numbers the one counts that negates as the claim does", () => {
    const evidence = "No pump works. The pump, as it was said, works.";
    expect(check("The pump works.", evidence)).toMatchObject({
      status: "supported",
      evidence: [{ start: 15, end: 47 }],
    });
  });

  test("the negation of another sentence makes no window the better one", () => {
    const evidence = "The old pump failed in May at the site. The pump never leaked.";
    expect(check("The old pump did not fail in May at the site.", evidence)).toMatchObject({
      status: "conflict",
      evidence: [{ start: 0, end: 39 }],
    });
  });
});

describe("windows", () => {
  const GUIDE = "The bridge was opened in 1932. It is 503 metres long. Tolls were removed in 2009.";

  test("of up to so many neighbours", () => {
    const text = "The bridge had tolls in 2009.";
    expect(status(text, GUIDE, { window: 1 })).toBe("partial 0.5");
    expect(status(text, GUIDE, { window: 2 })).toBe("partial 0.5");
    expect(status(text, GUIDE, { window: 3 })).toBe("supported 1");
    expect(check(text, GUIDE, { window: 2 }).evidence).toEqual([
      { sourceId: "e", start: 54, end: 81, score: 0.5 },
    ]);
  });

  test("never over two sources", () => {
    const evidence = { a: "The bridge is old.", b: "Tolls are high." };
    expect(check("The bridge has tolls.", evidence)).toMatchObject({ score: 0.5 });
  });

  test("evidence is the best window of each source, by score, then order, three at most", () => {
    const evidence = {
      half: "The bridge.",
      all: "Tolls on the bridge.",
      none: "Weather.",
      again: "So: tolls on the bridge.",
      part: "Some tolls.",
    };
    const claim = check("Bridge tolls", evidence);
    expect(claim.evidence.map(({ sourceId, score }) => `${sourceId} ${score}`)).toEqual([
      "all 1",
      "again 1",
      "half 0.5",
    ]);
    expect(check("Bridge tolls", evidence, { partial: 0.6 }).evidence).toHaveLength(2);
    expect(valueOf({ claims: "Bridge tolls", evidence }).unusedEvidence).toEqual(["none", "part"]);
  });

  test("the same sentence in two sources", () => {
    const [same, claims] = ["Tolls were removed in 2009.", "Tolls were removed in 2009."];
    const {
      claims: [claim],
      unusedEvidence,
    } = valueOf({ claims, evidence: { a: same, b: same } });
    expect(claim?.evidence.map(({ sourceId }) => sourceId)).toEqual(["a", "b"]);
    expect(unusedEvidence).toEqual([]);
  });

  test("headings, tables, lists and text without punctuation are units as well", () => {
    const evidence =
      "# Harbour bridge\n\n| length | 503 |\n\n- tolls removed\n- lamps replaced\n\nno full stop here";
    expect(check("Harbour bridge", evidence).evidence).toMatchObject([{ start: 0, end: 16 }]);
    expect(status("The length is 503.", evidence)).toBe("supported 1");
    expect(status("Lamps replaced", evidence)).toBe("supported 1");
    expect(status("Full stop", evidence)).toBe("conflict 1");
  });

  const word = fc.constantFrom("aa", "bb", "cc", "dd", "not", "1931", "2000", "the");
  const sentence = fc
    .array(word, { minLength: 1, maxLength: 5 })
    .map((words) => `Xx ${words.join(" ")}.`);
  const prose = fc.array(sentence, { minLength: 1, maxLength: 5 }).map((all) => all.join(" "));

  test("the best one is the one that trying all of them finds", () => {
    const termsOf = (text: string) =>
      new Set(
        (text.match(/[a-zX]+/g) ?? [])
          .map((one) => one.toLowerCase())
          .filter((one) => one !== "the"),
      );
    const numbersOf = (text: string) => new Set(text.match(/(?<!\w)\d+/g) ?? []);
    const shared = (a: Set<string>, b: Set<string>) => [...a].filter((one) => b.has(one)).length;
    fc.assert(
      fc.property(
        sentence,
        fc.array(prose, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 3 }),
        (text, texts, window) => {
          const [terms, numbers] = [termsOf(text), numbersOf(text)];
          if (terms.size < 2 && numbers.size === 0) return;
          const all = texts.flatMap((source, at) => {
            const units = unitsOf(source);
            return units.flatMap((first, from) =>
              units.slice(from, from + window).map((last) => {
                const stretch = source.slice(first.start, last.end);
                const isNegated = /\bnot\b/.test(stretch) !== /\bnot\b/.test(text);
                return {
                  at,
                  stretch,
                  start: first.start,
                  agrees: first === last && !isNegated,
                  terms: shared(terms, termsOf(stretch)),
                  numbers: shared(numbers, numbersOf(stretch)),
                };
              }),
            );
          });
          const [best] = all.toSorted(
            (a, b) =>
              b.terms - a.terms ||
              b.numbers - a.numbers ||
              Number(b.agrees) - Number(a.agrees) ||
              a.stretch.length - b.stretch.length ||
              a.at - b.at ||
              a.start - b.start,
          );
          const found = check(
            text,
            texts.map((source, at) => ({ id: `${at}`, text: source })),
            { window, partial: 0 },
          );
          expect(found.score).toBe(Math.round(((best?.terms ?? 0) / terms.size) * 10_000) / 10_000);
          const lacking = [...numbers].filter((one) => !numbersOf(best?.stretch ?? "").has(one));
          if (best && best.terms > 0) expect(found.missingNumbers).toEqual(lacking);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe("claims", () => {
  const texts = (claims: unknown) =>
    valueOf({ claims, evidence: { e: "x" } }).claims.map(({ id, text }) => `${id}: ${text}`);

  test("of a text are its sentences, of list items too; headings, tables and code are none", () => {
    const text =
      "# Bridge facts\n\nOne is. Two are!\n\n- Three is. Four too\n2. Five\n\n| six | 6 |\n\n```\nseven\n```";
    expect(texts(text)).toEqual([
      "c1: One is.",
      "c2: Two are!",
      "c3: Three is.",
      "c4: Four too",
      "c5: Five",
    ]);
    expect(texts('\ufeff[{"text":"A","id":"x"},{"text":"B"}]')).toEqual(["x: A", "c2: B"]);
    expect(texts("[1] says so.")).toEqual(["c1: [1] says so."]);
    expect(texts("{maybe} so.")).toEqual(["c1: {maybe} so."]);
    expect(texts("# Only a heading")).toEqual([]);
    expect(run({ claims: "# Only a heading", evidence: { e: "x" } })).toMatchObject({
      valid: true,
      output: "0 claims; coverage 1",
    });
  });

  test.each([
    "Is the bridge long?",
    "“Is the bridge long?”",
    "桥有多长？",
    "Bridge.",
    "It was.",
    "",
  ])("%p cannot be checked", (text) => {
    expect(check(text, "The bridge is long.")).toMatchObject({
      status: "not-checkable",
      score: 0,
      evidence: [],
      missingTerms: [],
    });
  });

  test("those that list evidence are checked against that alone", () => {
    const evidence = { a: "Tolls were removed.", b: "Weather was fine.", empty: "" };
    const claims = [
      { text: "Tolls were removed.", evidence: ["b"] },
      { text: "Tolls were removed.", evidence: ["zz", "a", "zz"] },
      { text: "Tolls were removed.", evidence: [] },
      { text: "Tolls were removed.", evidence: ["empty"] },
    ];
    const { value, errors, valid, warnings } = run({ claims, evidence });
    expect((value as Value).claims.map((claim) => claim.status)).toEqual([
      "unsupported",
      "supported",
      "supported",
      "unsupported",
    ]);
    expect((value as Value).unknownReferences).toEqual(["zz"]);
    expect(errors?.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "CLAIM_UNSUPPORTED /claims/0",
      "EVIDENCE_UNKNOWN /claims/1/evidence/0",
      "EVIDENCE_UNKNOWN /claims/1/evidence/2",
      "CLAIM_UNSUPPORTED /claims/3",
    ]);
    expect(valid).toBe(false);
    expect(warnings?.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "EVIDENCE_UNUSED /evidence/b",
      "EVIDENCE_UNUSED /evidence/empty",
    ]);
  });

  test("a claim in part is a warning, and yet not all is supported", () => {
    const input = { claims: "The old bridge has tolls.", evidence: { e: "The bridge has tolls." } };
    expect(run(input)).toMatchObject({ valid: false, errors: [], value: { coverage: 0 } });
    expect(run({ ...input, supported: 0.66 })).toMatchObject({
      valid: true,
      value: { coverage: 1 },
    });
    expect(check("The old bridge has tolls.", "Nothing", { supported: 0, partial: 0 }).status).toBe(
      "unsupported",
    );
  });

  test("what is missing or wrong as a whole", () => {
    const [claims, evidence] = ["One bridge stands.", { e: "x" }];
    for (const nothing of [[], "", " \n", "[]", null]) {
      expect(failure({ claims: nothing, evidence })).toBe("CLAIMS_MISSING /claims");
      expect(failure({ claims, evidence: nothing })).toBe("EVIDENCE_MISSING /evidence");
    }
    expect(failure({ claims, evidence: {} })).toBe("EVIDENCE_MISSING /evidence");
    expect(
      failure({
        claims,
        evidence: [
          { id: "a", text: "" },
          { id: "a", text: "" },
        ],
      }),
    ).toBe("DUPLICATE_SOURCE_ID /evidence/1");
    for (const many of [
      "- a\n".repeat(10_001),
      [{ text: "x", evidence: Array(10_001).fill("y") }],
    ]) {
      expect(failure({ claims: many, evidence })).toBe("TOOL_INPUT_INVALID /claims");
    }
    const long = { ["s".repeat(501)]: "" };
    expect(failure({ claims, evidence: long })).toStartWith("TOOL_INPUT_INVALID /evidence/");
    expect(failure({ claims: '[{"text":', evidence })).toBe("JSON_SYNTAX /claims");
    expect(failure({ claims: [{ id: "x" }], evidence })).toBe("TOOL_INPUT_INVALID /claims/0/text");
    expect(failure({ claims, evidence: "plain" })).toBe("JSON_SYNTAX /evidence");
  });

  test("odd texts are read", () => {
    const evidence = {
      __proto__: null,
      constructor: "Lone \ud800 half of pairs.",
      e: "\r\nCRLF lines\r\nhere",
    };
    expect(check("Lone \ud800 half of pairs.", evidence).status).toBe("supported");
    expect(check("CRLF lines here", evidence).score).toBe(1);
    expect(check("constructor toString hasOwnProperty", evidence).score).toBe(0);
    expect(check(`${"word ".repeat(20_000)}`, "x".repeat(100_000)).status).toBe("not-checkable");
  });
});
