/** Addresses: one client, one name. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { callerAddress, normaliseAddress } from "../../../app/limits/address.ts";

const CASES: readonly (readonly [string, string | undefined])[] = [
  ["192.0.2.1", "192.0.2.1"],
  ["192.0.2.1:8080", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::FFFF:c000:0201", "192.0.2.1"],
  ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
  ["[::ffff:192.0.2.1]:443", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::9]", "2001:db8:1:2::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["1:2:3:4:5:6:7::", "1:2:3:4::/64"],
  ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
  ["", undefined],
  ["unknown", undefined],
  ["256.0.2.1", undefined],
  ["010.0.2.1", undefined],
  ["1.2.3", undefined],
  ["1:2:3", undefined],
  ["1::2::3", undefined],
  ["1:2:3:4:5:6:7:8::", undefined],
  ["1:2:3:4:5:6:7:8:9", undefined],
  ["::12345", undefined],
  ["::ffff:1234", "0:0:0:0::/64"],
  ["::1.2.3.4:5", undefined],
  ["[192.0.2.1", undefined],
];

const octet = fc.nat(255);
const ipv4 = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join("."));
const groups = fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 });
const hex = (numbers: readonly number[]) => numbers.map((group) => group.toString(16)).join(":");

describe("addresses", () => {
  test.each(CASES)("%s", (text, expected) => {
    expect(normaliseAddress(text)).toBe(expected);
  });

  test("an IPv4 address is the same in every writing", () => {
    fc.assert(
      fc.property(ipv4, fc.nat(65_535), (address, port) => {
        for (const text of [
          address,
          `${address}:${port}`,
          `::ffff:${address}`,
          `[::ffff:${address}]:${port}`,
        ]) {
          expect(normaliseAddress(text)).toBe(address);
        }
      }),
    );
  });

  test("IPv6 addresses are one caller just where their first 64 bits are the same", () => {
    fc.assert(
      fc.property(groups, groups, (a, b) => {
        fc.pre(a[0] !== 0 || b[0] !== 0);
        expect(normaliseAddress(hex(a))).toBe(`${hex(a.slice(0, 4))}::/64`);
        const neighbour = [...a.slice(0, 4), ...b.slice(4)];
        if (a[0] !== 0) expect(normaliseAddress(hex(neighbour))).toBe(normaliseAddress(hex(a)));
        const same = hex(a.slice(0, 4)) === hex(b.slice(0, 4));
        expect(normaliseAddress(hex(a)) === normaliseAddress(hex(b))).toBe(same);
      }),
    );
  });

  test("a run of zeros may be left out anywhere", () => {
    fc.assert(
      fc.property(groups, fc.nat(7), fc.integer({ min: 1, max: 8 }), (all, from, length) => {
        const to = Math.min(8, from + length);
        const zeroed = all.map((group, at) => (at >= from && at < to ? 0 : group));
        const short = `${hex(zeroed.slice(0, from))}::${hex(zeroed.slice(to))}`;
        expect(normaliseAddress(short)).toBe(normaliseAddress(hex(zeroed)));
      }),
    );
  });

  test("any text gives an address or nothing", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f:.[\]%]{0,60}$/)), (text) => {
        const address = normaliseAddress(text);
        if (address !== undefined)
          expect(address).toMatch(/^(\d+\.){3}\d+$|^([0-9a-f]+:){4}:\/64$/);
      }),
    );
  });

  test("X-Forwarded-For counts behind a trusted proxy only, and only its last address", () => {
    const list = "203.0.113.9, 198.51.100.7";
    expect(callerAddress(() => "192.0.2.1", undefined)).toBe("192.0.2.1");
    expect(callerAddress(() => "192.0.2.1", list)).toBe("198.51.100.7");
    expect(callerAddress(() => "192.0.2.1", "198.51.100.7, nonsense")).toBe("192.0.2.1");
    expect(callerAddress(() => undefined, null)).toBe("unknown");
  });

  test("the other end is asked for only where nothing else counts, and long texts are read as well", () => {
    const unasked = (): string => {
      throw new Error("asked");
    };
    expect(callerAddress(unasked, "198.51.100.7")).toBe("198.51.100.7");
    const far = `2001:db8::1%${"e".repeat(100)}`;
    for (let time = 0; time < 2; time++) {
      expect(callerAddress(unasked, far)).toBe("2001:db8:0:0::/64");
      expect(callerAddress(() => "192.0.2.1", "nonsense")).toBe("192.0.2.1");
    }
  });

  test("so many callers that not all are remembered are still told apart", () => {
    const addresses = Array.from({ length: 25_000 }, (_, at) => `10.0.${at >> 8}.${at & 255}`);
    for (const address of addresses) expect(callerAddress(() => address, null)).toBe(address);
    expect(callerAddress(() => "10.0.0.1", null)).toBe("10.0.0.1");
  });
});
