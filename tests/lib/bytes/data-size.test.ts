import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  fieldPlace,
  isProblem,
  type Place,
  type Reading,
  type ReadProblem,
  readRate,
  readSize,
  readTime,
} from "../../../tools/_lib/bytes/data-size/read.ts";
import { IEC, readUnit, SI, UNIT_NAMES } from "../../../tools/_lib/bytes/data-size/unit.ts";
import {
  durationText,
  isoDuration,
  scaledText,
} from "../../../tools/_lib/bytes/data-size/write.ts";
import {
  exactText,
  fraction,
  type Fraction,
  readFraction,
} from "../../../tools/_lib/numbers/fraction.ts";

type Reader = (place: Place) => Reading | ReadProblem;

/** The exact amount, and a mark where something was assumed. */
function read(reader: Reader, field: string | number): string {
  const reading = reader(fieldPlace("/field", field));
  if (isProblem(reading)) return `${reading.offset}`;
  const { amount, assumption } = reading;
  return assumption ? `${exactText(amount)} ${assumption}` : exactText(amount);
}

const fractionOfText = (text: string): Fraction => {
  const number = readFraction(text);
  if (!number) throw new Error(text);
  return number;
};

describe("units", () => {
  const symbol = (text: string, kind: "size" | "rate" = "size") => {
    const found = readUnit(text, kind);
    return found && `${found.unit.symbol}${found.isCaseAssumed ? "?" : ""}`;
  };

  test.each([
    ["B", "B"],
    ["b", "bit"],
    ["bits", "bit"],
    ["BYTES", "B"],
    ["kB", "kB"],
    ["KB", "kB"],
    ["kb", "kB?"],
    ["Kb", "kbit"],
    ["kBit", "kbit"],
    ["mb", "MB?"],
    ["mB", "MB"],
    ["Mb", "Mbit"],
    ["MB", "MB"],
    ["gib", "GiB?"],
    ["Gib", "Gibit"],
    ["GIB", "GiB"],
    ["GiB", "GiB"],
    ["kib", "KiB?"],
    ["KiB", "KiB"],
    ["kibit", "Kibit"],
    ["mbit", "Mbit"],
    ["mbytes", "MB"],
    ["Mibits", "Mibit"],
    ["QB", "QB"],
    ["QiB", "QiB"],
    ["M", "MB?"],
    ["m", "MB?"],
    ["E", "EB?"],
    ["Ki", "KiB"],
    ["Ei", "EiB"],
    ["kilobytes", "kB"],
    ["Megabit", "Mbit"],
    ["mebibit", "Mibit"],
    ["Gibibyte", "GiB"],
    ["quettabytes", "QB"],
    ["quebibits", "Qibit"],
  ])("%s is %s", (text, expected) => {
    expect(symbol(text)).toBe(expected);
  });

  test.each(["", "iB", "i", "X", "Z", "Zi", "XB", "kk", "kBs", "ibit", "kilo", "octet", "M B"])(
    "%p is none",
    (text) => {
      expect(symbol(text)).toBeUndefined();
    },
  );

  test("in a rate b is always bits", () => {
    expect(["mb", "gib", "b", "kB", "M"].map((text) => symbol(text, "rate"))).toEqual([
      "Mbit",
      "Gibit",
      "bit",
      "kB",
      "MB?",
    ]);
  });

  test("every name offered is a unit, without anything assumed", () => {
    for (const name of UNIT_NAMES) expect(symbol(name)).toMatch(/(?:B|bit)$/);
    expect(UNIT_NAMES).toHaveLength(88);
  });
});

describe("sizes in bits", () => {
  test.each([
    ["1 B", "8"],
    [" 1.5  GiB ", "12884901888"],
    ["1,234.5 kB", "9876000"],
    ["1e3 kB", "8000000"],
    ["1/2 B", "4"],
    ["3 bit", "3"],
    ["1 Mb", "1000000"],
    ["1 mb", "8000000 UNIT_CASE_ASSUMED"],
    ["0", "0 UNIT_ASSUMED"],
    ["5E", "40000000000000000000 UNIT_CASE_ASSUMED"],
    [1e21, "8000000000000000000000 UNIT_ASSUMED"],
    [0.1, "0.8 UNIT_ASSUMED"],
  ])("%p", (field, bits) => {
    expect(read(readSize, field)).toBe(bits);
  });

  test.each([
    ["", 0],
    ["GB", 0],
    ["-5 GB", 0],
    ["1,5 GB", 1],
    ["5 XB", 2],
    ["5 GB/s", 2],
    ["1e31 B", 0],
    ["1e-31 B", 0],
    ["1/0 B", 0],
    [`5 ${"\ud800"}`, 2],
  ])("%p is none, from %i", (field, offset) => {
    expect(read(readSize, field)).toBe(String(offset));
  });
});

describe("rates in bits per second", () => {
  test.each([
    ["100 Mbps", "100000000"],
    ["100mbps", "100000000"],
    ["100 MBPS", "800000000"],
    ["1 MB/s", "8000000"],
    ["1 Gbit / s", "1000000000"],
    ["1 bps", "1"],
    ["1 Bps", "8"],
    ["8 KiB/sec", "65536"],
    ["60 MB/min", "8000000"],
    ["3.6 GB/hour", "8000000"],
    ["3.6 GB/h", "8000000"],
    ["86.4 kbit/d", "1"],
    ["86.4 kbit/day", "1"],
    ["2628 kbit/month", "1"],
    ["1 megabit per second", "1000000"],
    ["1 M/s", "8000000 UNIT_CASE_ASSUMED"],
    ["9600", "9600 UNIT_ASSUMED"],
    [0, "0 UNIT_ASSUMED"],
  ])("%p", (field, bits) => {
    expect(read(readRate, field)).toBe(bits);
  });

  test.each([
    ["", 0],
    ["Mbps", 0],
    ["5 MB", 2],
    ["5 ps", 2],
    ["5 /s", 2],
    ["5 MB/", 2],
    ["5 MB/m", 2],
    ["5 MB/year", 2],
    ["5 MB/parsec", 2],
    ["-5 Mbps", 0],
  ])("%p is none, from %i", (field, offset) => {
    expect(read(readRate, field)).toBe(String(offset));
  });
});

describe("seconds", () => {
  test.each([
    ["1h30m", "5400"],
    ["2 days 4 h", "187200"],
    ["90 min", "5400"],
    ["1.5 h 30 min", "7200"],
    ["1500 ms", "1.5"],
    ["2 weeks", "1209600"],
    ["1 month", "2628000"],
    ["0.5 months", "1314000"],
    ["1:30:00", "5400"],
    ["PT1H30M", "5400"],
    ["P2DT12H", "216000"],
    ["P1W", "604800"],
    ["pt0.5s", "0.5"],
    ["1.0000000000001 h", "3600.00000000036"],
    ["90", "90"],
    ["1e3", "1000"],
    [0.1, "0.1"],
  ])("%p", (field, seconds) => {
    expect(read(readTime, field)).toBe(seconds);
  });

  test.each([
    ["", 0],
    ["P1M", 0],
    ["P1Y", 0],
    ["1 year", 0],
    ["1:30", 0],
    ["-1 h", 0],
    ["5 parsecs", 2],
    ["1 h and a bit", 8],
    ["P", 1],
    ["1e31", 1],
    [`${"9".repeat(30)} d`, 0],
  ])("%p is none, from %i", (field, offset) => {
    expect(read(readTime, field)).toBe(String(offset));
  });
});

test("a problem says where it is, what was found, and three texts that work", () => {
  const problem = readSize({ path: "/input", text: "5 parsecs", before: 7 });
  expect(problem).toEqual({
    code: "TEXT_NOT_UNDERSTOOD",
    message:
      'Cannot read the size: found "parsecs", expected a number of 0 or more and a unit such as MB, GiB or kbit',
    path: "/input",
    line: 1,
    column: 10,
    offset: 9,
    expected: "a number of 0 or more and a unit such as MB, GiB or kbit",
    hint: "These work: 4.7 GB; 700 MiB; 12 Mbit",
  });
});

describe("scaled text", () => {
  test.each([
    ["0", "0 B", "0 B"],
    ["0.375", "0.38 B", "0.38 B"],
    ["999", "999 B", "999 B"],
    ["1023", "1.02 kB", "1023 B"],
    ["995000", "995 kB", "971.68 KiB"],
    ["999994", "999.99 kB", "976.56 KiB"],
    ["999995", "1 MB", "976.56 KiB"],
    ["999999", "1 MB", "976.56 KiB"],
    [String(1023 * 1024 ** 2), "1.07 GB", "1023 MiB"],
    [String(1024 ** 3 - 1), "1.07 GB", "1 GiB"],
    [`1${"0".repeat(36)}`, "1000000 QB", "788860.91 QiB"],
  ])("%s", (bytes, si, iec) => {
    const number = fractionOfText(bytes);
    expect(scaledText(number, "B")).toBe(si);
    expect(scaledText(number, "B", { family: IEC })).toBe(iec);
  });

  test("takes as many decimals as are asked for", () => {
    const number = fraction(999_500n);
    expect(scaledText(number, "B", { decimals: 0 })).toBe("1 MB");
    expect(scaledText(number, "B", { decimals: 1 })).toBe("999.5 kB");
    expect(scaledText(fraction(1n, 3n), "B", { decimals: 12 })).toBe("0.333333333333 B");
  });

  test("is below the next prefix, and at least 1 unless without a prefix", () => {
    const size = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 32n }), fc.integer({ min: 0, max: 12 }));
    fc.assert(
      fc.property(size, fc.constantFrom(SI, IEC), ([bytes, decimals], family) => {
        const text = scaledText(fraction(bytes), "B", { family, decimals });
        const [number = "", unit = ""] = text.split(" ");
        expect(Number(number)).toBeLessThan(unit.startsWith("Q") ? 1e9 : Number(family.base));
        if (unit !== "B") expect(Number(number)).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});

describe("durations", () => {
  test.each([
    ["0", "0 s", "PT0S"],
    ["1e-13", "0 ns", "PT0S"],
    ["1.5e-9", "1.5 ns", "PT0S"],
    ["9.999999e-7", "1 µs", "PT0S"],
    ["0.0000012", "1.2 µs", "PT0S"],
    ["0.0005", "500 µs", "PT0S"],
    ["0.0015", "1.5 ms", "PT0.002S"],
    ["0.9999996", "1 s", "PT1S"],
    ["37.6", "37.6 s", "PT37.6S"],
    ["59.9994", "59.999 s", "PT59.999S"],
    ["59.9996", "1 min", "PT1M"],
    ["60.5", "1 min", "PT1M0.5S"],
    ["61.5", "1 min 2 s", "PT1M1.5S"],
    ["3600", "1 h", "PT1H"],
    ["335544.34", "3 d 21 h 12 min 24 s", "P3DT21H12M24.34S"],
    ["3155760000", "36525 d", "P36525D"],
  ])("%s seconds", (seconds, text, iso) => {
    expect(durationText(fractionOfText(seconds))).toBe(text);
    expect(isoDuration(fractionOfText(seconds))).toBe(iso);
  });

  test("read back as they were written, to the second", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 60n, max: 10n ** 12n }), (seconds) => {
        for (const text of [durationText(fraction(seconds)), isoDuration(fraction(seconds))]) {
          expect(read(readTime, text)).toBe(String(seconds));
        }
      }),
    );
  });
});
