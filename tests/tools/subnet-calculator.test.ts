import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/subnet-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const value = (input: object) => run(input).value as Record<string, unknown>;
const codes = (input: object) => run(input).warnings?.map(({ code }) => code);
const failure = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);

describe("addresses", () => {
  test.each([
    ["2001:0DB8:0:0:8:800:200C:417A", "2001:db8::8:800:200c:417a"],
    ["::", "::"],
    ["1::", "1::"],
    ["::1", "::1"],
    ["1:0:0:2:0:0:0:3", "1:0:0:2::3"],
    ["1:0:0:2:3:0:0:4", "1::2:3:0:0:4"],
    ["1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7"],
    ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"],
    ["::FFFF:192.0.2.1", "::ffff:192.0.2.1"],
    ["::ffff:c000:201", "::ffff:192.0.2.1"],
    ["64:ff9b::192.0.2.33", "64:ff9b::c000:221"],
    ["1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"],
  ])("%s is written %s", (input, address) => {
    expect(value({ input })["address"]).toBe(address);
  });

  test.each([
    ["", "IP_INVALID /input"],
    ["1.2.3", "IP_INVALID /input"],
    ["1.2.3.4.5", "IP_INVALID /input"],
    ["0x7f.0.0.1", "IP_INVALID /input"],
    ["1.2.3.256", "IP_INVALID /input"],
    ["010.0.0.1", "IP_LEADING_ZERO /input"],
    ["::ffff:1.2.3.04", "IP_LEADING_ZERO /input"],
    [":::", "IP_INVALID /input"],
    ["1::2::3", "IP_INVALID /input"],
    ["1:2:3:4::5:6:7:8", "IP_INVALID /input"],
    ["1:2:3:4:5:6:7", "IP_INVALID /input"],
    [":1:2:3:4:5:6:7", "IP_INVALID /input"],
    ["12345::", "IP_INVALID /input"],
    ["1:2:3:4:5:6:7:1.2.3.4", "IP_INVALID /input"],
    ["fe80::1%", "IP_INVALID /input"],
    ["1.2.3.4 24", "IP_INVALID /input"],
    ["1.2.3.4/", "PREFIX_RANGE /input"],
    ["1.2.3.4/33", "PREFIX_RANGE /input"],
    ["::/129", "PREFIX_RANGE /input"],
    ["1.2.3.4/-1", "PREFIX_RANGE /input"],
    ["1.2.3.4 255.0.255.0", "IP_INVALID /input"],
    ["[1.2.3.4]", "IP_INVALID /input"],
    ["[::1", "IP_INVALID /input"],
    ["1.2.3.4/255.0.255.0", "NETMASK_INVALID /input"],
    ["::1/ffff::", "NETMASK_INVALID /input"],
    ["1.2.3.5-1.2.3.4", "RANGE_ORDER /input"],
    ["1.2.3.4-::1", "RANGE_MIXED_VERSIONS /input"],
    ["1.2.3.4, 1.2.3.5", "IP_INVALID /input"],
    ["1.2.3.4-1.2.3.6", "IP_INVALID /input"],
    ["1".repeat(100_000), "IP_INVALID /input"],
  ])("%p is refused", (input, expected) => {
    expect(failure({ input })).toEqual([expected]);
  });

  test("masks are netmasks before they are wildcards", () => {
    const cidr = (input: string) => value({ input })["cidr"];
    expect(cidr("10.1.2.3 255.255.0.0")).toBe("10.1.0.0/16");
    expect(cidr("10.1.2.3/255.255.255.255")).toBe("10.1.2.3/32");
    expect(cidr("10.1.2.3/0.0.0.0")).toBe("0.0.0.0/0");
    expect(cidr("10.1.2.3 / 0.0.0.255")).toBe("10.1.2.0/24");
    expect(cidr("10.1.2.3\t0.255.255.255")).toBe("10.0.0.0/8");
  });

  test("zones are split off", () => {
    expect(value({ input: "fe80::1%eth0-1/64" })).toMatchObject({
      address: "fe80::1",
      zone: "eth0-1",
      cidr: "fe80::/64",
    });
    expect(run({ action: "rangeToCidr", input: "fe80::1%a-fe80::2%a" }).output).toBe(
      "fe80::1/128\nfe80::2/128",
    );
  });
});

describe("info", () => {
  test("of every length", () => {
    expect(value({ input: "10.0.0.1/31" })).toMatchObject({
      broadcast: null,
      firstHost: "10.0.0.0",
      lastHost: "10.0.0.1",
      usableHosts: "2",
    });
    expect(value({ input: "10.0.0.1" })).toMatchObject({
      cidr: "10.0.0.1/32",
      broadcast: null,
      usableHosts: "1",
      netmask: "255.255.255.255",
      wildcard: "0.0.0.0",
    });
    expect(value({ input: "0.0.0.0/0" })).toMatchObject({
      lastAddress: "255.255.255.255",
      netmask: "0.0.0.0",
      usableHosts: "4294967294",
    });
    const whole = value({ input: "::/0" });
    expect(whole).toMatchObject({
      totalAddresses: String(2n ** 128n),
      lastAddress: "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    });
    expect(Object.keys(whole)).not.toContain("netmask");
    expect(value({ input: "192.0.2.1" })).toMatchObject({
      integer: "3221225985",
      hex: "0xc0000201",
      binary: "11000000.00000000.00000010.00000001",
    });
    expect(value({ input: "2001:db8::567:89ab" })["reverseName"]).toBe(
      "b.a.9.8.7.6.5.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa",
    );
    expect(codes({ input: "10.0.0.1/8" })).toEqual([]);
  });

  test.each(
    `0.1.2.3 this-network|10.1.1.1 private-use|172.31.0.1 private-use|172.32.0.1 global
100.127.255.255 shared|127.0.0.1 loopback|169.254.1.1 link-local|192.0.0.9 ietf-protocol
192.0.2.1 documentation|192.88.99.1 6to4-relay|198.19.0.1 benchmarking|239.1.1.1 multicast
240.0.0.1 reserved|255.255.255.255 limited-broadcast|8.8.8.8 global|:: unspecified|::1 loopback
::ffff:1.2.3.4 ipv4-mapped|64:ff9b::1 nat64|64:ff9b:1::1 nat64-local|100::1 discard-only
2001::1 teredo|2001:2::1 benchmarking|2001:20::1 orchid|2001:db8::1 documentation|3fff::1 documentation
2002::1 6to4|5f00::1 srv6-sids|fd00::1 unique-local|fe80::1 link-local|fec0::1 reserved|ff02::1 multicast
2606:4700::1 global|4000::1 reserved`
      .split(/[|\n]/)
      .map((row) => row.split(" ") as [string, string]),
  )("%s is %s", (input, scope) => {
    expect(value({ input })["scope"]).toBe(scope);
  });

  test("IPv4 inside IPv6", () => {
    const embedded = (input: string) => value({ input })["embeddedIPv4"];
    expect(embedded("::ffff:192.0.2.1")).toBe("192.0.2.1");
    expect(embedded("64:ff9b::c000:221")).toBe("192.0.2.33");
    expect(embedded("2002:c000:221::")).toBe("192.0.2.33");
    expect(embedded("2001:0:4136:e378:8000:63bf:3fff:fdd2")).toBe("192.0.2.45");
    expect(embedded("2001:db8::1")).toBeUndefined();
  });
});

describe("split", () => {
  const split = (input: string, more: object) => run({ action: "split", input, ...more });

  test("by prefix or by count, rounded up", () => {
    expect(split("10.0.0.9/24", { count: 3 })).toMatchObject({
      output: "10.0.0.0/26\n10.0.0.64/26\n10.0.0.128/26\n10.0.0.192/26",
      value: { totalSubnets: "4" },
      warnings: [{ code: "HOST_BITS_SET", path: "/input" }],
    });
    expect(split("10.0.0.0/24", { count: 2, prefix: 25 }).output).toBe(
      "10.0.0.0/25\n10.0.0.128/25",
    );
  });

  test("as far as the limit", () => {
    const { value: found, warnings } = split("2001:db8::/32", { prefix: 64, limit: 2 });
    expect(found).toEqual({
      totalSubnets: "4294967296",
      subnets: [
        {
          cidr: "2001:db8::/64",
          firstHost: "2001:db8::",
          lastHost: "2001:db8::ffff:ffff:ffff:ffff",
          broadcast: null,
        },
        expect.objectContaining({ cidr: "2001:db8:0:1::/64" }),
      ],
    });
    expect(warnings).toMatchObject([{ code: "LIST_TRUNCATED" }]);
  });

  test("not into what is as large or too small", () => {
    for (const more of [
      { prefix: 24 },
      { prefix: 33 },
      { count: 512 },
      { count: 1 },
      { prefix: 25, count: 4 },
    ]) {
      expect(split("10.0.0.0/24", more).errors).toMatchObject([{ code: "SPLIT_PREFIX" }]);
    }
    expect(failure({ action: "split", input: "10.0.0.0/24" })).toEqual(["REQUIRED /prefix"]);
  });
});

describe("comparing", () => {
  test("contains, with ranges", () => {
    expect(
      run({
        action: "contains",
        input: "10.0.0.5-10.0.0.9",
        other: ["10.0.0.6/31", "10.0.0.8/30"],
      }),
    ).toMatchObject({
      valid: false,
      output: "10.0.0.6/31 contained\n10.0.0.8/30 not contained",
    });
    expect(run({ action: "contains", input: "::/0", other: "::1" }).valid).toBe(true);
  });

  test("overlap names what is shared", () => {
    const { valid, value: found } = run({
      action: "overlap",
      input: "10.0.0.0/24",
      other: "10.0.1.0/24\n10.0.0.128/25\n10.0.0.250-10.0.1.9\n10.0.0.0/8",
    });
    expect([valid, found]).toEqual([
      false,
      {
        results: [
          { input: "10.0.1.0/24", overlaps: false, shared: null },
          { input: "10.0.0.128/25", overlaps: true, shared: "10.0.0.128/25" },
          { input: "10.0.0.250-10.0.1.9", overlaps: true, shared: "10.0.0.250-10.0.0.255" },
          { input: "10.0.0.0/8", overlaps: true, shared: "10.0.0.0/24" },
        ],
      },
    ]);
    expect(run({ action: "overlap", input: "10.0.0.0/24", other: "10.0.1.0/24" }).valid).toBe(true);
  });

  test("of two versions, or with nothing, is refused", () => {
    expect(
      run({ action: "contains", input: "10.0.0.0/8", other: "10.0.0.1\n::1" }).errors,
    ).toMatchObject([{ code: "VERSION_MISMATCH", path: "/other", line: 2 }]);
    expect(failure({ action: "exclude", input: "10.0.0.0/8" })).toEqual(["REQUIRED /other"]);
    expect(run({ action: "overlap", input: "1.2.3", other: "a\n::1/200" }).errors).toMatchObject([
      { code: "IP_INVALID", path: "/input", line: 1 },
      { code: "IP_INVALID", path: "/other", line: 1 },
      { code: "PREFIX_RANGE", path: "/other", line: 2 },
    ]);
  });
});

describe("lists", () => {
  test("summaries drop repeats and what is nested, IPv4 first", () => {
    const input = "::1\n10.0.1.0/24, 10.0.0.0/24\n10.0.0.7/32\n10.0.1.0/24\n::\n255.255.255.255";
    expect(run({ action: "summarize", input })).toMatchObject({
      output: "10.0.0.0/23\n255.255.255.255/32\n::/127",
      value: { totalAddresses: "515" },
    });
    expect(codes({ action: "summarize", input: "10.0.0.1/24\n10.0.0.0/24\n10.0.0.2/24" })).toEqual([
      "HOST_BITS_SET",
      "HOST_BITS_SET",
    ]);
  });

  test("ranges to the last address", () => {
    const whole = "::-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff";
    expect(run({ action: "rangeToCidr", input: whole }).output).toBe("::/0");
    const most = value({
      action: "rangeToCidr",
      input: "::1-ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe",
    });
    expect(most["cidrs"]).toHaveLength(254);
    expect(run({ action: "exclude", input: "10.0.0.0/30", other: "10.0.0.0/8" })).toMatchObject({
      output: "",
      value: { cidrs: [], totalAddresses: "0" },
    });
  });

  test("agree with a set of numbers", () => {
    const range = fc
      .tuple(fc.nat(255), fc.nat(255))
      .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    const ranges = fc.array(range, { minLength: 1, maxLength: 6 });
    const text = (list: readonly (readonly [number, number])[]) =>
      list.map(([a, b]) => `10.0.0.${a}-10.0.0.${b}`).join("\n");
    const members = (list: readonly (readonly [number, number])[]) =>
      new Set(list.flatMap(([a, b]) => Array.from({ length: b - a + 1 }, (_, index) => a + index)));
    const covered = (cidrs: unknown) =>
      (cidrs as string[]).flatMap((cidr) => {
        const [, last = "", prefix = ""] = /(\d+)\/(\d+)$/.exec(cidr) ?? [];
        return Array.from(
          { length: 2 ** (32 - Number(prefix)) },
          (_, index) => Number(last) + index,
        );
      });
    fc.assert(
      fc.property(ranges, ranges, (some, others) => {
        const summary = value({ action: "summarize", input: text(some) });
        expect(covered(summary["cidrs"])).toEqual([...members(some)].toSorted((a, b) => a - b));
        const rest = value({ action: "exclude", input: text(some), other: text(others) });
        const left = members(some).difference(members(others));
        expect(covered(rest["cidrs"])).toEqual([...left].toSorted((a, b) => a - b));
        expect(rest["totalAddresses"]).toBe(String(left.size));
      }),
    );
  });

  test("five thousand lines", () => {
    const lines = Array.from({ length: 5001 }, (_, index) => `10.${index >> 8}.${index & 255}.1`);
    expect(codes({ action: "summarize", input: lines.slice(1).join("\n") })).toEqual([
      "LIST_TRUNCATED",
    ]);
    expect(failure({ action: "summarize", input: lines.join("\n") })).toEqual(["RANGE /input"]);
  });
});

describe("vlsm", () => {
  const plan = (hosts: unknown, input = "10.0.0.0/24") => run({ action: "vlsm", input, hosts });

  test("the largest first, the rest is free", () => {
    expect(plan("20 100\n2,1").value).toEqual({
      allocations: [
        {
          requestedHosts: 100,
          cidr: "10.0.0.0/25",
          firstHost: "10.0.0.1",
          lastHost: "10.0.0.126",
          broadcast: "10.0.0.127",
          usableHosts: "126",
        },
        expect.objectContaining({ requestedHosts: 20, cidr: "10.0.0.128/27" }),
        expect.objectContaining({ requestedHosts: 2, cidr: "10.0.0.160/30", usableHosts: "2" }),
        expect.objectContaining({ requestedHosts: 1, cidr: "10.0.0.164/30" }),
      ],
      freeCidrs: ["10.0.0.168/29", "10.0.0.176/28", "10.0.0.192/26"],
    });
    expect(plan([254]).value).toMatchObject({ freeCidrs: [] });
    expect(plan(6).output).toBe("10.0.0.0/29");
  });

  test("says what does not fit", () => {
    expect(plan([100, 126, 1]).errors).toMatchObject([
      { code: "VLSM_NO_SPACE", received: 1, message: expect.stringContaining("for 1 host,") },
    ]);
    expect(plan([255]).errors).toMatchObject([{ code: "VLSM_NO_SPACE", received: 255 }]);
    expect(plan([1], "::/64").errors).toMatchObject([{ code: "VERSION_MISMATCH" }]);
    for (const hosts of [[0], "1.5", "x", Array.from({ length: 257 }, () => 1)]) {
      expect(plan(hosts).errors).toMatchObject([{ code: "RANGE" }]);
    }
    expect(plan(undefined).errors).toMatchObject([{ code: "REQUIRED", path: "/hosts" }]);
    // Of a text what was written there is shown, not what it became.
    const [said] = plan("10 ten").errors ?? [];
    expect(said).toMatchObject({ path: "/hosts", message: expect.stringContaining('found "ten"') });
  });
});

describe("lists", () => {
  const summary = (input: string) => value({ input, action: "summarize" })["cidrs"];

  test("blanks, commas and lines separate, a contiguous mask belongs to the address before it", () => {
    const cidrs = ["10.0.0.0/24", "192.168.0.0/16", "::1/128"];
    for (const input of [
      "10.0.0.0/24 192.168.0.0/16 ::1",
      "10.0.0.0/24,192.168.0.0/16,[::1]",
      "10.0.0.0 255.255.255.0 192.168.0.0 0.0.255.255 ::1",
      "10.0.0.0 - 10.0.0.255 192.168.0.0 /16\n[::1] - [::1]",
      "10.0.0.0/ 24\t192.168.0.0-192.168.255.255  [::1]/128",
    ]) {
      expect(summary(input)).toEqual(cidrs);
    }
    expect(summary("10.0.0.0 10.0.0.1")).toEqual(["10.0.0.0/31"]);
    expect(summary("10.0.0.0 255.0.255.0")).toEqual(["10.0.0.0/32", "255.0.255.0/32"]);
  });

  test("a list of the other side, and the spellings of IPv6", () => {
    expect(
      run({
        action: "contains",
        input: "::ffff:10.0.0.0/104",
        other: "[::FFFF:10.1.2.3] ::ffff:a09:1",
      }),
    ).toMatchObject({
      valid: true,
      value: { results: { length: 2 } },
    });
  });

  test("many words are read in time", () => {
    expect(failure({ input: "- ".repeat(50_000) })).toEqual(["IP_INVALID /input"]);
    expect(failure({ input: "1 ".repeat(50_000) })).toEqual(["RANGE /input"]);
  });
});
