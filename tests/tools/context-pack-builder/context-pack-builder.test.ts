import { describe, expect, test } from "bun:test";
import {
  codes,
  count,
  drops,
  failure,
  ids,
  LONG,
  run,
  valueOf,
} from "../../support/context-packs.ts";

describe("duplicates", () => {
  test("texts that read the same are one; the one kept is required, then of higher priority, then earlier", () => {
    const [a, b] = ["Refunds take “14” days.", 'refunds  take "14"\r\ndays.'];
    expect(drops({ sources: [{ text: a }, { text: b }] })).toEqual(["s2 duplicate s1"]);
    expect(drops({ sources: [{ text: a }, { text: b, priority: 1 }] })).toEqual([
      "s1 duplicate s2",
    ]);
    const required = { text: b, priority: -1, required: true };
    expect(drops({ sources: [{ text: a, priority: 9 }, required] })).toEqual(["s1 duplicate s2"]);
    expect(drops({ sources: [{ text: a }, { text: b }], dedup: false })).toEqual([]);
  });

  test("texts that share 85 of 100 runs of three words are near duplicates", () => {
    const words = Array.from({ length: 22 }, (_, at) => `word${at}`);
    const second = (length: number) =>
      drops({ sources: [{ text: words.join(" ") }, { text: words.slice(0, length).join(" ") }] });
    // 22 words make 20 runs, 19 words make 17.
    expect(second(19)).toEqual(["s2 near-duplicate s1"]);
    expect(second(18)).toEqual([]);
    const other = LONG.replace("wizards", "witches").replace("fox", "cat");
    expect(drops({ sources: [{ text: LONG }, { text: other }] })).toEqual([]);
    expect(drops({ sources: [{ text: "One two" }, { text: "One two three" }] })).toEqual([]);
  });

  test("required sources are all kept, however alike", () => {
    const sources = [`${LONG} bank`, LONG, LONG].map((text) => ({ text, required: true }));
    expect(ids({ sources })).toEqual(["s1", "s2", "s3"]);
    expect(run({ sources }).valid).toBe(true);
  });

  test("all of them identical", () => {
    const sources = Array.from({ length: 500 }, () => ({ text: "Same. " }));
    expect(valueOf({ sources }).items).toHaveLength(1);
    expect(new Set(drops({ sources }).map((drop) => drop.replace(/^s\d+ /, "")))).toEqual(
      new Set(["duplicate s1"]),
    );
  });

  test("a text of white space is empty, required or not", () => {
    const sources = [{ text: " \r\n " }, { text: "", required: true }, { text: "Here." }];
    expect(drops({ sources })).toEqual(["s1 empty", "s2 empty"]);
    expect(run({ sources })).toMatchObject({
      valid: false,
      errors: [{ code: "REQUIRED_SOURCE_DROPPED", path: "/sources/1" }],
    });
  });
});

describe("rank and order", () => {
  const sources = [
    { id: "old", text: "Alpha one.", date: "2024" },
    { id: "none", text: "Beta two." },
    { id: "new", text: "Gamma three.", date: "2024-05-01" },
    { id: "lock", text: "Delta locks.", date: "2020" },
    { id: "top", text: "Epsilon four.", priority: 2 },
    { id: "must", text: "Zeta five.", priority: -5, required: true },
  ];

  test("required, priority, relevance, date as text, place", () => {
    expect(ids({ sources })).toEqual(["must", "top", "new", "old", "lock", "none"]);
    expect(ids({ sources, query: "lock" })).toEqual(["must", "top", "lock", "new", "old", "none"]);
  });

  test("given, relevance and edges", () => {
    expect(ids({ sources, order: "given" })).toEqual(sources.map(({ id }) => id));
    expect(ids({ sources, query: "lock", order: "relevance" })[0]).toBe("lock");
    expect(ids({ sources, order: "edges" })).toEqual(["must", "new", "lock", "none", "old", "top"]);
  });

  test("BM25 over the whole texts that are left, to 4 decimals", () => {
    const given = [
      { id: "a", text: "Orders table locks" },
      { id: "b", text: "Orders arrive" },
      { id: "c", text: "orders ARRIVE" },
    ];
    const idf = (df: number) => Math.log(1 + (2 - df + 0.5) / (df + 0.5));
    const weight = (length: number) => 2.2 / (1 + 1.2 * (0.25 + (0.75 * length) / 2.5));
    const { items } = valueOf({ sources: given, query: "order LOCK" });
    expect(items[0]?.relevance).toBeCloseTo((idf(2) + idf(1)) * weight(3), 3);
    expect(items[1]?.relevance).toBeCloseTo(idf(2) * weight(2), 3);
    expect(valueOf({ sources: given }).items[0]?.relevance).toBe(0);
    expect(valueOf({ sources: given, query: "the" }).items[0]?.relevance).toBe(0);
  });

  test("ids that look like numbers or like members of every object", () => {
    const given = ["10", "9", "__proto__", "constructor"].map((id) => ({ id, text: `Text ${id}` }));
    expect(ids({ sources: given })).toEqual(["10", "9", "__proto__", "constructor"]);
  });
});

describe("budget", () => {
  const THREE = "First sentence here. Second sentence here. Third sentence here.";

  test("the first that does not fit is cut at a sentence; a later one may still fit whole", () => {
    const sources = [{ text: `First sentence here. ${LONG}.` }, { text: "Tiny." }];
    const maxTokens = count("[1] s1\nFirst sentence here. […]\n\n[2] s2\nTiny.");
    expect(run({ sources, maxTokens }).output).toBe(
      "[1] s1\nFirst sentence here. […]\n\n[2] s2\nTiny.",
    );
    expect(codes({ sources, maxTokens })).toEqual(["SOURCE_TRUNCATED /sources/0"]);
    expect(valueOf({ sources, maxTokens }).items[0]).toMatchObject({
      end: 20,
      truncated: true,
      tokens: count("First sentence here."),
    });
    expect(run({ sources, maxTokens, truncate: false }).output).toBe("[1] s2\nTiny.");
    expect(codes({ sources, maxTokens, truncate: false })).toEqual(["SOURCES_DROPPED /sources"]);
  });

  test("a required source that is cut makes the pack invalid", () => {
    const sources = [{ text: THREE, required: true }];
    expect(run({ sources, maxTokens: 14 })).toMatchObject({
      valid: false,
      errors: [{ code: "REQUIRED_SOURCE_TRUNCATED", path: "/sources/0" }],
    });
  });

  test("less than the first heading line", () => {
    const sources = [{ text: `# A heading that is long enough\n\n${THREE}` }];
    expect(run({ sources, maxTokens: 3 })).toMatchObject({ output: "", valid: true });
    expect(drops({ sources, maxTokens: 3 })).toEqual(["s1 budget"]);
  });

  test("what is reserved is not used, all of it if need be", () => {
    const sources = [{ text: "Tiny." }];
    expect(valueOf({ sources, maxTokens: 20, reserveTokens: 10 }).budget).toEqual({
      maxTokens: 20,
      reserveTokens: 10,
      usedTokens: 8,
      remainingTokens: 2,
    });
    expect(drops({ sources, maxTokens: 20, reserveTokens: 20 })).toEqual(["s1 budget"]);
    expect(failure({ sources, maxTokens: 20, reserveTokens: 21 })).toBe(
      "RESERVE_EXCEEDS_BUDGET /reserveTokens",
    );
  });

  test("where another order costs a token more, what ranks lowest goes", () => {
    const sources = [{ text: "Alpha word" }, { text: "Beta.", priority: 1 }];
    const ranked = "[1] s2\nBeta.\n\n[2] s1\nAlpha word";
    const maxTokens = count(ranked);
    expect(run({ sources, maxTokens }).output).toBe(ranked);
    expect(count("[1] s1\nAlpha word\n\n[2] s2\nBeta.")).toBe(maxTokens + 1);
    expect(run({ sources, maxTokens, order: "given" }).output).toBe("[1] s2\nBeta.");
    expect(drops({ sources, maxTokens, order: "given" })).toEqual(["s1 budget"]);
  });

  test("a limit for each source cuts at a sentence, and drops what has none so short", () => {
    const sources = [
      { text: THREE },
      { text: "Other things are said by this one." },
      { text: "A." },
    ];
    const input = { sources, perSourceMaxTokens: 7, truncate: false };
    expect(run(input).output).toBe("[1] s1\nFirst sentence here. […]\n\n[2] s3\nA.");
    expect(drops(input)).toEqual(["s2 budget"]);
  });

  test("one giant source fills the budget as far as its sentences go", () => {
    const text = `${LONG}. `.repeat(800);
    const { items, budget } = valueOf({ sources: [{ text }], maxTokens: 1000 });
    expect(items[0]?.truncated).toBe(true);
    expect(budget.remainingTokens).toBeLessThan(count(`${LONG}. `) + 1);
  });

  test("an estimate is kept to as it is for the whole pack", () => {
    const sources = Array.from({ length: 40 }, (_, at) => ({ text: `Text ${at} of ${at * 7}.` }));
    const input = { sources, maxTokens: 300, model: "claude-opus-4-7", dedup: false };
    const { output = "", warnings } = run(input);
    expect(warnings?.map(({ code }) => code)).toContain("ESTIMATE");
    const { items, budget } = valueOf(input);
    expect(budget.usedTokens).toBe(count(output, input.model));
    const more = `${output}\n\n[${items.length + 1}] s${items.length + 1}\nText 1 of 7.`;
    expect(count(more, input.model)).toBeGreaterThan(300);
  });
});

describe("blocks", () => {
  test("xml escapes in attributes only, and says where a text ends its block", () => {
    const text = 'a < b & "c" </source>';
    const sources = [{ title: 'A "<&>"', uri: "https://x.test/?a&b", text }];
    expect(run({ sources, citation: "xml" }).output).toBe(
      `<source id="1" title="A &quot;&lt;&amp;&gt;&quot;" uri="https://x.test/?a&amp;b">\n${text}\n</source>`,
    );
    expect(codes({ sources, citation: "xml" })).toEqual(["XML_IN_TEXT /sources/0/text"]);
    expect(codes({ sources })).toEqual([]);
  });

  test("a title stays on its line; an empty one gives way to the id", () => {
    const sources = [
      { title: "One\r\n\n[2] Two", text: "A.\r\nB." },
      { title: "", text: "C." },
    ];
    expect(run({ sources }).output).toBe("[1] One [2] Two\nA.\nB.\n\n[2] s2\nC.");
  });
});

describe("reading", () => {
  test("what cannot be read", () => {
    for (const sources of [undefined, null, [], "", "[]"]) {
      expect(failure({ sources })).toBe("SOURCES_MISSING /sources");
    }
    expect(failure({ sources: "[{]" })).toBe("JSON_SYNTAX /sources");
    expect(failure({ sources: [{ id: "a" }] })).toBe("REQUIRED /sources/0/text");
    expect(failure({ sources: [{ text: "a", priority: "high" }] })).toBe(
      "TYPE /sources/0/priority",
    );
    const many = Array.from({ length: 501 }, (_, at) => ({ text: String(at) }));
    expect(failure({ sources: many })).toBe("RANGE /sources");
    expect(failure({ sources: [{ id: "s2", text: "a" }, { text: "b" }] })).toBe(
      "DUPLICATE_SOURCE_ID /sources/1/id",
    );
  });

  test("JSON text", () => {
    expect(run({ sources: '\ufeff[{"text": "a", "text": "b"}]' }).output).toBe("[1] s1\nb");
  });
});
