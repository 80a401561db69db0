import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/file-size-converter.ts";
import { runUnit } from "../support/run-unit.ts";

interface Value {
  readonly bytes: string;
  readonly bits: string;
  readonly to: string | null;
  readonly result: number | null;
  readonly resultText: string | null;
  readonly humanSi: string;
  readonly humanIec: string;
  readonly si: Readonly<Record<string, number>>;
  readonly iec: Readonly<Record<string, number>>;
}

const run = (input: string | object) =>
  runUnit(tool, typeof input === "string" ? { input } : input);
const value = (input: string | object) => run(input).value as Value;
const warnings = (input: string | object) =>
  run(input).warnings?.map(({ code, path }) => `${code} ${path ?? ""}`.trim());
const failures = (input: string | object) =>
  run(input).errors?.map(({ code, path }) => `${code} ${path}`);

describe("a size alone", () => {
  test.each([
    ["1.5 GiB", "1.61 GB (1.5 GiB)", "1610612736"],
    ["0 B", "0 B (0 B)", "0"],
    ["3 bit", "0.38 B (0.38 B)", "0.375"],
    ["999,999 B", "1 MB (976.56 KiB)", "999999"],
    ["1023 MiB", "1.07 GB (1023 MiB)", "1072693248"],
    ["1 YiB", "1.21 YB (1 YiB)", "1208925819614629174706176"],
    ["1 QiB", "1.27 QB (1 QiB)", "1267650600228229401496703205376"],
    ["1 Mb", "125 kB (122.07 KiB)", "125000"],
    ["1 mb", "1 MB (976.56 KiB)", "1000000"],
    ["2 kilobytes", "2 kB (1.95 KiB)", "2000"],
    ["1/3 kB", "333.33 B (333.33 B)", "1000/3"],
  ])("%s", (input, output, bytes) => {
    expect(run(input).output).toBe(output);
    expect(value(input)).toMatchObject({ bytes, to: null, result: null, resultText: null });
  });

  test("is given in every unit of both families", () => {
    expect(value("1.5 GiB")).toMatchObject({
      bits: "12884901888",
      si: {
        kB: 1610612.736,
        MB: 1610.612736,
        GB: 1.610612736,
        TB: 0.001610612736,
        PB: 0.000001610613,
        EB: 0.000000001611,
      },
      iec: {
        KiB: 1572864,
        MiB: 1536,
        GiB: 1.5,
        TiB: 0.00146484375,
        PiB: 0.000001430511,
        EiB: 0.000000001397,
      },
    });
  });

  test("has texts of as many decimals as are asked for", () => {
    const texts = (decimals: number) => run({ input: "1 GiB", decimals }).output;
    expect(texts(0)).toBe("1 GB (1 GiB)");
    expect(texts(12)).toBe("1.073741824 GB (1 GiB)");
    expect(run({ input: "1023.9999 MiB", decimals: 12 }).output).toBe(
      "1.073741719142 GB (1023.9999 MiB)",
    );
  });
});

describe("with a target", () => {
  test.each([
    ["1536 MB to MiB", "1464.84375 MiB"],
    ["1 GiB in bytes", "1073741824 B"],
    ["1 kB as bits", "8000 bit"],
    ["5 Mbit -> kB", "625 kB"],
    ["1GB->MB", "1000 MB"],
    ["1 GB → mebibit", "7629.39453125 Mibit"],
    ["1 B TO kib", "0.0009765625 KiB"],
    ["1 QB to bit", "8e+30 bit"],
    ["1 bit to QiB", "9.86076131526265e-32 QiB"],
    ["0 B to MB", "0 MB"],
    [{ input: "1 GB", to: "MB" }, "1000 MB"],
    [{ value: 1, from: "GB", to: "MB" }, "1000 MB"],
    [{ value: "0.1", from: "kilobyte", to: "B" }, "100 B"],
    [{ value: 8, from: "b", to: "B" }, "1 B"],
    [{ value: 1, from: "GB", to: "" }, "1 GB (953.67 MiB)"],
  ])("%p", (input, output) => {
    expect(run(input).output).toBe(output);
  });

  test("the result has 15 significant digits and the unit its symbol", () => {
    expect(value("1 MB to mib")).toMatchObject({
      to: "MiB",
      result: 0.95367431640625,
      resultText: "0.95367431640625",
    });
    expect(value("1 PB to PiB")).toMatchObject({ resultText: "0.888178419700125" });
    expect(value({ value: "1e-400", to: "QB" })).toMatchObject({
      result: null,
      resultText: "1e-430",
    });
  });
});

describe("warnings", () => {
  test.each([
    ["1 GB", []],
    ["1024", ["UNIT_ASSUMED /input"]],
    ["500mb", ["UNIT_CASE_ASSUMED /input"]],
    ["5 G", ["UNIT_CASE_ASSUMED /input"]],
    ["5 Gi", []],
    ["500mb to gib", ["UNIT_CASE_ASSUMED /input"]],
    ["0.5", ["UNIT_ASSUMED /input", "FRACTIONAL_BYTES"]],
    ["3 bit", ["FRACTIONAL_BYTES"]],
    [{ value: 5 }, []],
    [{ value: 5, from: "mb", to: "gb" }, ["UNIT_CASE_ASSUMED /from", "UNIT_CASE_ASSUMED /to"]],
  ])("%p", (input, expected) => {
    expect(warnings(input)).toEqual(expected);
  });
});

describe("failures", () => {
  test.each([
    ["", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["five MB", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["5 XB", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["-5 MB", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["5 MB to XB", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["5 MB to", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["5 MB/s", ["TEXT_NOT_UNDERSTOOD /input"]],
    [{ value: "five" }, ["TEXT_NOT_UNDERSTOOD /value"]],
    [{ value: 5, from: "XB" }, ["UNIT_UNKNOWN /from"]],
    [{ value: 5, to: "megabite" }, ["UNIT_UNKNOWN /to"]],
    [{ input: "5 MB", to: "mi B" }, ["UNIT_UNKNOWN /to"]],
    [
      { input: "5 MB", value: 5, from: "B" },
      ["CONFLICTING_FIELDS /value", "CONFLICTING_FIELDS /from"],
    ],
    [{ input: "5 MB to kB", to: "GB" }, ["CONFLICTING_FIELDS /to"]],
    [{}, ["INSUFFICIENT_INPUT undefined"]],
    [{ from: "MB", to: "B" }, ["INSUFFICIENT_INPUT undefined"]],
    [{ value: "-1" }, ["RANGE /value"]],
    [{ value: "1.1e30" }, ["RANGE /value"]],
    [{ input: "5 MB", decimals: 13 }, ["RANGE /decimals"]],
  ])("%p", (input, expected) => {
    expect(failures(input)).toEqual(expected);
  });

  test("a number out of bounds fails as a text does", () => {
    for (const number of [-1, "-1", 2e30, "2e30"]) {
      expect(run({ value: number }).error?.code).toBe("TOOL_INPUT_INVALID");
    }
    expect(value({ value: 1e30 }).bytes).toBe(`1${"0".repeat(30)}`);
  });

  test("say where the text stops to be one, and what would work", () => {
    const [problem] = run("5 MB to XB").errors ?? [];
    expect(problem).toMatchObject({ line: 1, column: 9, offset: 8 });
    expect(problem?.hint).toBe("These work: 1536 MB to MiB; 1 GiB in bytes; 5 Mbit -> kB");
    const [unknown] = run({ value: 1, to: "megabite" }).errors ?? [];
    expect(unknown?.expected).toEqual(["megabit", "megabyte"]);
  });
});

test("there and back is exact", () => {
  const units = fc.constantFrom("B", "kB", "MiB", "GB", "TiB", "EB", "bit", "Kibit", "Gbit");
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 9n }), units, units, (count, from, to) => {
      const there = value({ value: String(count), from, to });
      expect(value({ value: there.bits, from: "bit" }).bytes).toBe(there.bytes);
      expect(value(`${count} ${from}`).bytes).toBe(there.bytes);
    }),
  );
});
