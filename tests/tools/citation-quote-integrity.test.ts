import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Checked, Value } from "../../tools/citation-quote-integrity.ts";
import tool from "../../tools/citation-quote-integrity.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const valueOf = (input: object) => run(input).value as Value;
/** One quotation against one source, or several. */
const look = (quote: string, sources: string | object, more: object = {}) =>
  valueOf({
    quotes: [{ quote }],
    sources: typeof sources === "string" ? { s: sources } : sources,
    ...more,
  }).quotes[0] as Checked;
const found = (quote: string, source: string) => {
  const { status, sourceStart, sourceEnd } = look(quote, source);
  return [status, sourceStart === null ? null : source.slice(sourceStart, sourceEnd ?? 0)];
};
const failure = (input: object) => {
  const { ok, errors = [], error } = run(input);
  return ok ? "" : `${error?.code ?? errors[0]?.code} ${errors[0]?.path}`;
};
const errors = (input: object) =>
  (run(input).errors ?? []).map(({ code, path }) => `${code} ${path}`);
const quoted = (text: string, more: object = {}) =>
  valueOf({ text, sources: { r1: "Source one.", r2: "Source two." }, ...more }).quotes.map(
    ({ quote, citedSourceId }) => (citedSourceId === null ? quote : `${quote} [${citedSourceId}]`),
  );

const MINUTES =
  "The committee met on 3 May 2024. It found that the pump had not failed because of corrosion, but because of a missing seal. Costs rose by 12 % in one year.";

describe("exact", () => {
  test.each([
    ["met on 3 May", MINUTES, "met on 3 May"],
    [MINUTES, MINUTES, MINUTES],
    ["the seal", "😀😀 ask the seal 😀", "the seal"],
    ["the board's “own” words", "In the board's “own” words.", "the board's “own” words"],
  ])("%p", (quote, source, text) => {
    expect(found(quote, source)).toEqual(["exact", text]);
  });

  test("places that overlap are counted one by one", () => {
    expect(look("aba", "ababababa").occurrences).toBe(4);
    expect(look("aa", "aaaa aa").occurrences).toBe(4);
    expect(look("abcab", "abcabcab abcab xabcabcabcab").occurrences).toBe(6);
    expect(run({ quotes: [{ quote: "aa" }], sources: { s: "aaa" } }).warnings).toEqual([
      {
        code: "QUOTE_AMBIGUOUS",
        message: 'q1 stands in "s" 2 times; the first one is given',
        path: "/quotes/0",
        received: 2,
      },
    ]);
  });

  test("lines of the source, for all kinds of line ends", () => {
    const source = "one\r\ntwo\rthree\nfour four";
    expect(look("four", source).line).toBe(4);
    expect(look("two", source).line).toBe(2);
    expect(look("eight", source).line).toBeNull();
  });
});

describe("normalised", () => {
  test.each([
    ['the "final" offer', "the “final”  offer", "the “final”  offer"],
    ["the pump had failed", "What the\r\n  pump\nhad failed", "the\r\n  pump\nhad failed"],
    ["because of corrosion", "because of corro-\nsion", "because of corro-\nsion"],
    ["because of corro-\nsion", "because of corrosion", "because of corrosion"],
    ["The first finding", "the ﬁrst ﬁnding", "the ﬁrst ﬁnding"],
    ["It failed.", "why it failed, too", "it failed"],
    ["a cost-free year", "a cost\u2010free year", "a cost\u2010free year"],
    ["soft hyphens in it", "soft hy\u00adphens in it", "soft hy\u00adphens in it"],
    ["don’t look", "😀 don't look", "don't look"],
    ["Costs rose — by 12 percent", "Costs rose by 12 percent.", "Costs rose by 12 percent"],
    ["rose (by 12 percent)", "Costs rose by 12 percent.", "rose by 12 percent"],
    ["他说：这个很好", "他说,这个很好", "他说,这个很好"],
  ])("%p", (quote, source, text) => {
    expect(found(quote, source)).toEqual(["normalised", text]);
    expect(look(quote, source)).toMatchObject({ similarity: 1, occurrences: 1, differences: [] });
  });

  test("occurrences count what reads the same", () => {
    expect(look("The pump", "the pump, the  pump; THE PUMP").occurrences).toBe(3);
  });
});

describe("elided", () => {
  test.each([
    [
      "It found that … because of a missing seal",
      "It found that the pump had not failed because of corrosion, but because of a missing seal",
    ],
    [
      "It found ... the pump [...] missing seal.",
      "It found that the pump had not failed because of corrosion, but because of a missing seal.",
    ],
    ["the pump [it was said] had not failed", "the pump had not failed"],
    [
      "… the committee met […] in one year …",
      "The committee met on 3 May 2024. It found that the pump had not failed because of corrosion, but because of a missing seal. Costs rose by 12 % in one year",
    ],
    ["[He] found that the pump", "found that the pump"],
    [
      "on 3 May, . . . a missing seal",
      "on 3 May 2024. It found that the pump had not failed because of corrosion, but because of a missing seal",
    ],
  ])("%p", (quote, text) => {
    const one = look(quote, MINUTES);
    // A gap over which nothing is left out reads the same.
    const status =
      quote.startsWith("the pump [it") || quote.startsWith("[He]") ? /elided|normalised/ : /elided/;
    expect(one.status).toMatch(status);
    expect(MINUTES.slice(one.sourceStart ?? 0, one.sourceEnd ?? 0)).toBe(text);
    expect(one.similarity).toBe(1);
  });

  test.each([
    ["the pieces in another order", "a missing seal … the committee met"],
    ["a piece of one word", "It … because of a missing seal"],
    ["a piece that is not there", "It found that … because of no seal"],
  ])("not with %s", (_, quote) => {
    expect(look(quote, MINUTES).status).not.toBe("elided");
  });

  test("at most 5,000 characters between two pieces, whichever place that takes", () => {
    const gap = (length: number) => `alpha beta${" x".repeat((length - 1) / 2)} gamma delta`;
    expect(look("alpha beta … gamma delta", gap(4999)).status).toBe("elided");
    expect(look("alpha beta … gamma delta", gap(5001)).status).toBe("missing");
    const source = `alpha beta ${gap(4999)}`;
    expect(look("alpha beta … gamma delta", source).sourceStart).toBe(11);
    const twice = `${gap(99)} gamma delta`;
    expect(look("alpha beta … gamma delta", twice)).toMatchObject({ occurrences: 1 });
    expect(look("alpha beta … gamma delta", `${gap(99)} ${gap(99)}`).occurrences).toBe(2);
  });
});

describe("altered", () => {
  const differences = (quote: string, source: string) =>
    look(quote, source, { threshold: 0.5 }).differences.map(
      ({ op, quote: ours, source: theirs, critical }) =>
        `${op} ${ours || "–"}/${theirs || "–"}${critical ? "!" : ""}`,
    );

  test.each([
    ["the pump had failed because of corrosion", ["delete –/not!"]],
    ["the pump had failed because corrosion", ["delete –/not!", "insert corrosion/–"]],
    ["Costs rose by 21 % in two years", ["replace 21/12!", "replace two years/one year!"]],
    ["Costs fell by 12 % in one year", ["replace fell/rose"]],
    ["It really found that the pump had not failed", ["insert really/–"]],
    ["It found only that the old pump had not failed", ["insert only/–!", "insert old/–"]],
  ])("%p", (quote, expected) => {
    expect(look(quote, MINUTES, { threshold: 0.5 }).status).toBe("altered");
    expect(differences(quote, MINUTES)).toEqual(expected);
  });

  test.each([
    "12/15",
    "not/now",
    "no/a",
    "never/ever",
    "none/some",
    "without/with",
    "didn't/did",
    "all/any",
    "always/often",
    "only/just",
    "must/should",
    "may/will",
    "increase/change",
    "decreased/changed",
    "more/much",
    "less/much",
    "before/by",
    "after/by",
    "million/thousands",
    "seven/many",
  ])("%s is critical, either way round", (pair) => {
    const [a, b] = pair.split("/");
    const sentence = (word: string | undefined) =>
      `They said ${word} of those things are known here`;
    expect(differences(sentence(a), sentence(b))).toEqual([`replace ${a}/${b}!`]);
    expect(differences(sentence(b), sentence(a))).toEqual([`replace ${b}/${a}!`]);
  });

  test("similarity is 1 less the distance by the longer one, to 4 decimals, and the threshold counts", () => {
    const source = "one apple pear plum cherry fig grape kiwi lemon mango";
    const quote = "one apple pear peach cherry fig grape";
    expect(look(quote, source)).toMatchObject({ status: "altered", similarity: 0.8571 });
    expect(look(quote, source, { threshold: 0.8571 }).status).toBe("altered");
    expect(look(quote, source, { threshold: 0.8572 })).toMatchObject({
      status: "missing",
      similarity: 0,
      occurrences: 0,
      sourceId: null,
      sourceStart: null,
    });
    const words = Array.from({ length: 30_000 }, (_, at) => `w${at}`);
    const changed = words.with(15_000, "other").join(" ");
    expect(look(changed, words.join(" "), { threshold: 0.99 }).similarity).toBe(0.9999);
    expect(look(changed, words.join(" "), { threshold: 1 }).status).toBe("missing");
  });

  test("without two words in a row, or three from six words on, nothing is near", () => {
    const source = "aa bb xx cc dd xx ee ff";
    expect(look("aa bb zz cc dd", source, { threshold: 0.5 }).status).toBe("altered");
    expect(look("aa zz bb zz", source, { threshold: 0.5 }).status).toBe("missing");
    expect(look("aa bb zz cc dd zz", source, { threshold: 0.5 }).status).toBe("missing");
  });

  test("Chinese and Japanese characters are shown once", () => {
    const { status, differences: list } = look(
      "系统今天非常稳定可靠运行",
      "系统今天非常快速可靠运行",
      { threshold: 0.5 },
    );
    expect(status).toBe("altered");
    expect(list).toEqual([
      { op: "replace", quote: "常稳定可", source: "常快速可", critical: false },
    ]);
  });
});

describe("sources", () => {
  const quote = "the pump had not failed because of corrosion";
  const close = "the pump had not failed because of rust";
  const sources = { a: "Nothing.", b: close, c: quote.toUpperCase(), d: quote, e: quote };

  test("the best status of all counts, then the order", () => {
    expect(look(quote, sources)).toMatchObject({ status: "exact", sourceId: "d" });
    const { d: _, e: __, ...others } = sources;
    expect(look(quote, others)).toMatchObject({ status: "normalised", sourceId: "c" });
    expect(look(quote, { a: "Nothing.", b: close })).toMatchObject({
      status: "altered",
      sourceId: "b",
    });
    const closer = { a: close.replace("pump", "big pump"), b: close };
    expect(look(quote, closer)).toMatchObject({ sourceId: "b", similarity: 0.875 });
  });

  test("the source that is cited counts unless nothing there is like it", () => {
    const cited = (sourceId: string) => ({ quotes: [{ quote, sourceId }], sources });
    expect(valueOf(cited("b")).quotes[0]).toMatchObject({ status: "altered", sourceId: "b" });
    expect(valueOf(cited("e")).quotes[0]).toMatchObject({ status: "exact", sourceId: "e" });
    expect(valueOf(cited("a")).quotes[0]).toMatchObject({ sourceId: "d", citedSourceId: "a" });
    expect(errors(cited("a"))).toEqual(["WRONG_SOURCE /quotes/0/sourceId"]);
    expect(errors(cited("x"))).toEqual(["CITED_SOURCE_UNKNOWN /quotes/0/sourceId"]);
    expect(run(cited("x"))).toMatchObject({ valid: false, value: { integrity: 1 } });
    expect(valueOf(cited("x")).quotes[0]).toMatchObject({ status: "exact", citedSourceId: "x" });
    const altered = { quotes: [{ quote, sourceId: "a" }], sources: { a: "Nothing.", b: close } };
    expect(errors(altered)).toEqual(["QUOTE_ALTERED /quotes/0"]);
  });

  test("members of an object count in their order, whatever their names, as data and as text", () => {
    const text = `{"b":"${quote}","a":"${quote}","__proto__":"x y z"}`;
    expect(look(quote, JSON.parse(text) as object)).toMatchObject({
      status: "exact",
      sourceId: "b",
    });
    expect(valueOf({ quotes: [{ quote }], sources: text }).quotes[0]?.sourceId).toBe("b");
    expect(valueOf({ quotes: [{ quote: "x y z" }], sources: text }).quotes[0]?.sourceId).toBe(
      "__proto__",
    );
  });

  test("empty sources and quotations", () => {
    expect(look("two words", { a: "", b: " \n" }).status).toBe("missing");
    expect(look("", { a: "", b: "text" }).status).toBe("missing");
    expect(look(" ", { a: "in between" }).status).toBe("missing");
  });

  test("what is missing or wrong as a whole", () => {
    const [quotes, given] = [[{ quote }], { a: "text" }];
    expect(failure({ quotes })).toBe("SOURCES_MISSING /sources");
    for (const nothing of [[], {}, "", "[]", " {} ", null]) {
      expect(failure({ quotes, sources: nothing })).toBe("SOURCES_MISSING /sources");
    }
    for (const nothing of [[], "", "[]", " [ ] ", null]) {
      expect(failure({ quotes: nothing, sources: given })).toBe("QUOTES_MISSING /quotes");
      expect(failure({ quotes: nothing, text: " \n", sources: given })).toBe(
        "QUOTES_MISSING /quotes",
      );
    }
    const twice = [
      { id: "a", text: "1" },
      { id: "b", text: "2" },
      { id: "a", text: "3" },
    ];
    expect(failure({ quotes, sources: twice })).toBe("DUPLICATE_SOURCE_ID /sources/2");
    for (const long of [{ ["s".repeat(501)]: "1" }, [{ id: "s".repeat(501), text: "1" }]]) {
      expect(failure({ quotes, sources: long })).toStartWith("TOOL_INPUT_INVALID /sources/");
    }
    expect(failure({ quotes, sources: "{" })).toBe("JSON_SYNTAX /sources");
    expect(failure({ quotes, sources: { a: 1 } })).toBe("TOOL_INPUT_INVALID /sources/a");
    expect(failure({ quotes, sources: [{ text: "x" }] })).toBe("TOOL_INPUT_INVALID /sources/0/id");
    expect(failure({ quotes: [{}], sources: given })).toBe("TOOL_INPUT_INVALID /quotes/0/quote");
    expect(
      failure({ quotes: Array.from({ length: 2001 }, () => ({ quote })), sources: given }),
    ).toBe("TOOL_INPUT_INVALID /quotes");
    expect(failure({ quotes, sources: "[".repeat(2000) })).toBe("INPUT_TOO_DEEP /sources");
  });
});

describe("a document", () => {
  test.each([
    ['“one two three” and "four five six"', ["one two three", "four five six"]],
    [
      "« un deux trois » und „eins zwei drei“ und „raz dwa trzy”",
      ["un deux trois", "eins zwei drei", "raz dwa trzy"],
    ],
    ["「これは引用です」と「短」", ["これは引用です"]],
    ["“he said “go home now” to us” [r1]", ["he said “go home now” to us [r1]"]],
    ['“he said "go home now" to us”', ['he said "go home now" to us']],
    ["'not a quotation here' and ‘nor is this’", []],
    ['a 5" pipe and "a real quotation"', ["a real quotation"]],
    ["“never closed here\n\n“this is closed”", ["this is closed"]],
    [
      '“over a\nline end”\r\n"over another\r\nline end"',
      ["over a\nline end", "over another\r\nline end"],
    ],
    ['`"one two three"` ``"`four five six`"`` "but this one here"', ["but this one here"]],
    [
      '```\n"one two three"\n```\n~~~~\n> a b c\n~~~\n> d e f\n~~~~\n"four five six"',
      ["four five six"],
    ],
    ["“only two” “a b c”", ["a b c"]],
  ])("%p", (text, expected) => {
    expect(quoted(text)).toEqual(expected);
  });

  test.each([
    ["“a b c” [r1]", "r1"],
    ["“a b c”. [^r2]", "r2"],
    ["“a b c”, – (r1)", "r1"],
    ["**“a b c”**\n[@r2]", "r2"],
    ["“a b c” [r1](https://x.test)", "r1"],
    ["“a b c” [sic] [r1]", undefined],
    ["“a b c” says [r1]", undefined],
    ["“a b c”\n\n[r1]", undefined],
    ["“a b c” [r3]", undefined],
    ["“a b c” [r1", undefined],
    ["> a b c\n> [r1]", "r1"],
    ["> “a b c” (r2).", "r2"],
    ["> a b c\n\n— [r1]", "r1"],
  ])("the citation of %p", (text, id) => {
    expect(quoted(text)).toEqual([id ? `a b c [${id}]` : "a b c"]);
  });

  test("block quotes are joined line by line", () => {
    const text =
      "Intro\n>  First line\n> > second “with a quotation in it”\n>\n>third\nlast\n> another one here";
    const { quotes } = valueOf({ text, sources: { s: "x" } });
    expect(quotes.map(({ quote }) => quote)).toEqual([
      "First line second “with a quotation in it” third",
      "another one here",
    ]);
    expect(quotes.map(({ start }) => start)).toEqual([
      text.indexOf("First"),
      text.indexOf("another"),
    ]);
    expect(quotes.map(({ id }) => id)).toEqual(["q1", "q2"]);
  });

  test("where a quotation begins, and where its finding is", () => {
    const text = "😀\n  He wrote « the pump had failed because of corrosion ».";
    const { value, errors: list } = run({ text, sources: { r1: MINUTES } });
    expect((value as Value).quotes[0]?.start).toBe(text.indexOf("the pump"));
    expect(list).toMatchObject([
      { code: "QUOTE_ALTERED", path: "/text", line: 2, column: 14, critical: true },
    ]);
  });

  test("the least number of words", () => {
    expect(quoted("“one” “two words”", { minWords: 1 })).toEqual(["one", "two words"]);
    expect(quoted("“one two three”", { minWords: 4 })).toEqual([]);
    expect(run({ text: "None.", sources: { a: "b" } })).toMatchObject({
      output: "0 quotations; integrity 1",
      valid: true,
      warnings: [{ code: "NO_QUOTES", path: "/text" }],
      stats: { quotes: 0, verified: 0 },
    });
  });
});

test("findings are ordered by place, then by code", () => {
  const quotes = [
    { quote: "not to be found" },
    { quote: "It found that", sourceId: "zz" },
    { id: "mine", quote: "the pump had failed because of corrosion" },
  ];
  expect(errors({ quotes, sources: { r1: MINUTES } })).toEqual([
    "QUOTE_MISSING /quotes/0",
    "CITED_SOURCE_UNKNOWN /quotes/1/sourceId",
    "QUOTE_ALTERED /quotes/2",
  ]);
  const text = "“the pump had failed because of corrosion” “not to be found” “never to be found”";
  expect(
    run({ text, sources: { r1: MINUTES } }).errors?.map(({ code, offset }) => [code, offset]),
  ).toEqual([
    ["QUOTE_ALTERED", 1],
    ["QUOTE_MISSING", 44],
    ["QUOTE_MISSING", 62],
  ]);
});

describe("words left out", () => {
  const omitted = (quote: string, source: string) => {
    const { status, omitted: words, critical } = look(quote, source);
    expect(critical).toBe(words.length > 0);
    return [status, words.join(" ")];
  };

  test.each([
    ["It found that … because of a missing seal", MINUTES, "not"],
    ["the pump had … failed because", MINUTES, "not"],
    ["… failed because of corrosion", MINUTES, "not"],
    ["the pump [has] failed because", "Here the pump had not failed because of it.", "not"],
    ["It is safe … for adults", "It is safe below 5 mg for adults.", "5"],
    ["It is safe …", "It is safe only at night. Nobody knows.", "only"],
    [
      "They said … taxes would fall",
      "They said some taxes might rise, taxes would fall.",
      "some might",
    ],
  ])("%p distorts", (quote, source, words) => {
    expect(omitted(quote, source)).toEqual(["elided", words]);
    const outcome = run({ quotes: [{ quote }], sources: { s: source } });
    expect(outcome.valid).toBe(false);
    expect(outcome.errors?.[0]).toMatchObject({ code: "QUOTE_DISTORTED", critical: true });
  });

  test.each([
    ["The seal was old … Costs rose again", "The seal was old. It was not red. Costs rose again."],
    ["the pump … failed because", "So the pump in the cellar failed because of rust."],
    ["the pump [did not] failed because", "So the pump had not failed because of rust."],
    ["He said that … costs rose", "He said that not. He said that the costs rose."],
  ])("%p does not", (quote, source) => {
    expect(omitted(quote, source)).toEqual(["elided", ""]);
  });

  test("a negation is seen wherever it stands in what is left out of a sentence", () => {
    const word = fc.constantFrom("blue", "stones", "of", "the", "river", "and", "moss");
    const words = fc.array(word, { maxLength: 8 });
    fc.assert(
      fc.property(words, words, fc.constantFrom("not", "never", "without"), (before, after, no) => {
        const source = `Big frogs ${[...before, no, ...after].join(" ")} like deep ponds.`;
        expect(omitted("Big frogs … like deep ponds", source)).toEqual(["elided", no]);
      }),
    );
  });
});

describe("marks that no reader sees", () => {
  test.each([
    ["had not failed at all", "It had **not** failed\nat `all`.", "had **not** failed\nat `all"],
    [
      "see the new report",
      "Please see [the *new*](https://x.test/a_b) report.",
      "see [the *new*](https://x.test/a_b) report",
    ],
    ["Costs rose by half", "> Costs rose\n> by half.", "Costs rose\n> by half"],
    [
      "salt & sea water",
      "Take salt &amp; sea\\-water or salt &amp; sea water.",
      "salt &amp; sea water",
    ],
    [
      "the pump had not failed",
      "<p>So the pump <b>had&nbsp;not</b> failed.</p>",
      "the pump <b>had&nbsp;not</b> failed",
    ],
    ["costs rose again", "- one\n- costs\n  rose again", "costs\n  rose again"],
  ])("%p", (quote, source, text) => {
    expect(found(quote, source)).toEqual(["normalised", text]);
  });

  test("code and plain words stay exact, and what is copied with its marks, too", () => {
    expect(found("x = y * z", "```\nlet x = y * z;\n```")[0]).toBe("exact");
    expect(found("had **not** failed", "It had **not** failed.")[0]).toBe("exact");
    expect(found("the pump had not", "<p>So the pump had not failed.</p>")[0]).toBe("exact");
    expect(found("2 * 3 * 4 is 24", "So 2 * 3 * 4 is 24.")[0]).toBe("exact");
  });

  test("what a page does not show is not quoted from it", () => {
    const page = (part: string) => `<html><body>${part}<p>Some words.</p></body></html>`;
    for (const part of [
      "<!-- a secret little note -->",
      "<script>a secret little note</script>",
      '<p title="a secret little note">x</p>',
    ])
      expect(look("a secret little note", page(part)).status).toBe("missing");
    expect(look("one two three", "<p>one two</p><p>three</p>").status).toBe("normalised");
  });

  test("large and hostile sources are read in time", () => {
    for (const source of [
      "<p ".repeat(33_000),
      "<script>".repeat(12_000),
      "<b>a</b> ".repeat(11_000),
      "[a](".repeat(25_000),
      "**".repeat(50_000),
      "&amp".repeat(25_000),
      `| ${"a | ".repeat(25_000)}\n|-|`,
    ]) {
      const start = performance.now();
      look("words that are not there", source);
      expect(performance.now() - start).toBeLessThan(2000);
    }
  });
});
