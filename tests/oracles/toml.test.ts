/** Our TOML reader against smol-toml, on generated documents, whole and cut. */
import { test } from "bun:test";
import fc from "fast-check";
import { parse, TomlDate } from "smol-toml";
import tool from "../../tools/toml-formatter.ts";
import { runUnit } from "../support/run-unit.ts";
import { tomlText } from "../support/toml-text.ts";
import { expectAgreement, type Judgement, testDifferences } from "./judgement.ts";

const REFUSED = "refused";

interface Special {
  readonly path: string;
  readonly type: string;
}

const judgement: Judgement<string> = {
  ours(text) {
    const { ok, value } = runUnit(tool, { input: text, action: "json" });
    if (!ok) return REFUSED;
    const { data, special } = value as { data: unknown; special: readonly Special[] };
    const dates = new Set(
      special.filter(({ type }) => /date|time/.test(type)).map(({ path }) => path),
    );
    return shape(data, "", (one, path) => (dates.has(path) ? momentOf(String(one)) : one));
  },
  theirs(text) {
    try {
      const data = parse(text, { integersAsBigInt: true });
      return shape(data, "", (one) => {
        if (one instanceof TomlDate) return momentOf(one.toISOString());
        if (typeof one === "bigint")
          return Number.isSafeInteger(Number(one)) ? Number(one) : String(one);
        if (typeof one === "number" && !Number.isFinite(one)) return WORDS[String(one)];
        return one;
      });
    } catch {
      return REFUSED;
    }
  },
  differences: [
    {
      name: "a line end of a string is LF here",
      right: "both",
      why: "TOML 1.0, String: parsers should feel free to normalize newline to whatever makes sense for their platform",
      example: 'a = """x\r\ny"""',
      covers: (text) => /"""|'''/.test(text) && text.includes("\r\n"),
    },
    {
      name: "half of a surrogate pair is no character",
      right: "ours",
      why: "TOML 1.0, Preliminaries: a TOML file must be a valid UTF-8 encoded Unicode document",
      example: 'a = "\ud800"',
      covers: (text) => !text.isWellFormed(),
    },
    {
      name: "a date whose month or day is not written in two digits",
      right: "ours",
      why: "RFC 3339, 5.6: date-month and date-mday are 2DIGIT each; smol-toml gives what it takes for a date to Date, which reads others",
      example: "a = 2900-=4-02",
      covers: (text) => /\b\d{4}-(?!\d\d-\d\d)/.test(text),
    },
  ],
};

const WORDS: Readonly<Record<string, string>> = {
  NaN: "nan",
  Infinity: "inf",
  "-Infinity": "-inf",
};

/** With milliseconds, as far as smol-toml keeps them. */
function momentOf(text: string): string {
  const [, date = "", time = "", fraction = "", zone = ""] =
    /^([\d-]{10})?[Tt ]?([\d:]{5,8})?(\.\d+)?(.*)$/.exec(text) ?? [];
  const millis = time === "" ? "" : `${fraction || "."}000`.slice(0, 4);
  // TOML 1.1 lets seconds be left out.
  const clock = time.length === 5 ? `${time}:00` : time;
  return `${date} ${clock}${millis}${zone.toUpperCase()}`;
}

/** A copy without prototypes, its scalars as `scalar` says. */
function shape(
  value: unknown,
  path: string,
  scalar: (one: unknown, path: string) => unknown,
): unknown {
  if (Array.isArray(value)) return value.map((item, at) => shape(item, `${path}/${at}`, scalar));
  if (typeof value !== "object" || value === null || value instanceof TomlDate)
    return scalar(value, path);
  return Object.entries(value).map(([key, member]) => {
    const token = key.replaceAll("~", "~0").replaceAll("/", "~1");
    return [key, shape(member, `${path}/${token}`, scalar)];
  });
}

test("generated documents", () => {
  expectAgreement(fc.sample(tomlText, 2500), judgement);
}, 60_000);

test("documents that are cut, doubled or have a character too many", () => {
  const broken = fc
    .tuple(
      tomlText,
      fc.nat(),
      fc.nat(),
      fc.constantFrom("", "=", "[", "]", '"', "'''", "\n", "#", ".", "a = 1\n", "{", ","),
    )
    .map(([text, from, length, put]) => {
      const at = from % (text.length + 1);
      return text.slice(0, at) + put + text.slice(at + (length % 4));
    });
  expectAgreement(fc.sample(broken, 2500), judgement);
}, 60_000);

testDifferences(judgement);
