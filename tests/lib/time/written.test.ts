import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { MONTHS, WEEKDAYS } from "../../../tools/_lib/time/calendar.ts";
import { readMoment } from "../../../tools/_lib/time/written/moment.ts";
import { orderHint, readWritten } from "../../../tools/_lib/time/written/written.ts";

const date = fc.record({
  year: fc.integer({ min: 1000, max: 9999 }),
  month: fc.integer({ min: 1, max: 12 }),
  day: fc.integer({ min: 1, max: 28 }),
});

describe("written dates", () => {
  test("a date reads the same in every order that leaves no doubt", () => {
    fc.assert(
      fc.property(date, fc.boolean(), ({ year, month, day }, isShort) => {
        const name = MONTHS[month - 1] ?? "";
        const written = isShort ? name.slice(0, 3) : name;
        for (const text of [
          `${written} ${day}, ${year}`,
          `${day} ${written} ${year}`,
          `${day}-${written}-${year}`,
          `${day}/${written}/${year}`,
          `${year} ${written} ${day}`,
          `the ${day}th of ${written.toLowerCase()}, ${year}`,
          `${written.toUpperCase()}. ${day} ${year}`,
          `${year}-${month}-${day}`,
          `${year}/${month}/${day}`,
          `${year}.${month}.${day}`,
        ]) {
          const local = { year, month, day, hour: 0, minute: 0, second: 0, nanosecond: 0 };
          expect([text, readMoment(text)]).toEqual([text, { local, dateOnly: true }]);
        }
      }),
    );
  });

  test("words and numbers in any order are read or are not, but never twice", () => {
    const token = fc.constantFrom(
      ...MONTHS,
      ...WEEKDAYS,
      ..."1 15 31 99 2024 0 9am 9:30 25:61 noon pm UTC CST +0100 -0500 Europe/Berlin , - / . : [ ] ( ) T of at th m=+0.1 \ud800 __proto__".split(
        " ",
      ),
    );
    const words = fc.array(token, { maxLength: 9 });
    fc.assert(
      fc.property(words, fc.constantFrom(" ", ""), (given, separator) => {
        const read = readWritten(given.join(separator));
        if (!read) return;
        expect(given.filter((word) => MONTHS.includes(word as never)).length).toBeLessThan(2);
        expect(given.filter((word) => word === "2024").length).toBeLessThan(2);
      }),
      { numRuns: 2000 },
    );
  });

  test("long texts are no dates", () => {
    expect(readMoment(`May 15, 1990${" ".repeat(200)}x`)).toBeUndefined();
    expect(readMoment("May ".repeat(25_000))).toBeUndefined();
  });

  test("the hint names each reading that exists, once", () => {
    expect(orderHint("03/04/2024")).toContain("write 2024-03-04 or 2024-04-03");
    expect(orderHint("13.04.2024 10:00")).toBe("Write 2024-04-13");
    expect(orderHint("29/02/2023")).toBeUndefined();
    expect(orderHint("1/2/0000")).toBeUndefined();
  });
});
