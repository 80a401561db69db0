import { type Static, Type } from "@sinclair/typebox";
import { listField, oneOf, whole } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { INPUT_FAILURES } from "./_lib/results/input-invalid.ts";
import { LARGEST_HOSTS, MOST_HOSTS, MOST_ITEMS, runSubnet } from "./subnet-calculator/run.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  IP_INVALID: "A text is no IP address, network or range, or not the one that the action needs",
  IP_LEADING_ZERO: "An octet begins with a zero, which some programs read as octal",
  PREFIX_RANGE: "The prefix is not a whole number from 0 to 32, or 128 for IPv6",
  NETMASK_INVALID: "The mask is neither a netmask nor a wildcard of IPv4",
  RANGE_ORDER: "A range ends before it begins",
  RANGE_MIXED_VERSIONS: "A range goes from IPv4 to IPv6 or the other way",
  SPLIT_PREFIX: "The new prefix is not longer than the network's, or too long for its version",
  VLSM_NO_SPACE: "The network has no room left for one of the requested subnets",
  VERSION_MISMATCH: "IPv4 and IPv6 are compared, or IPv6 is given where only IPv4 makes sense",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
} as const;

export type Failure = keyof typeof FAILURES;

const WARNINGS = {
  HOST_BITS_SET: "The address is not the first one of its network, which was used",
  LIST_TRUNCATED: "A list is longer than limit; only its first items are shown",
  WARNINGS_TRUNCATED: "More than 100 warnings of one code were found",
} as const;

export type Warnings = typeof WARNINGS;

const HOST_COUNT = whole({ description: "Hosts", minimum: 1, maximum: LARGEST_HOSTS });

const ACTIONS = [
  "info",
  "split",
  "contains",
  "overlap",
  "rangeToCidr",
  "summarize",
  "exclude",
  "vlsm",
] as const;

const INPUT = Type.Object({
  input: Type.String({
    description:
      "Address, address/prefix, address and mask, or range a-b; several between blanks, commas or lines for rangeToCidr, summarize and exclude",
  }),
  action: oneOf(ACTIONS, { description: "What to do with it", default: "info" }),
  prefix: Type.Optional(whole({ description: "split: the new prefix", minimum: 0, maximum: 128 })),
  count: Type.Optional(
    whole({
      description: "split: how many subnets, rounded up to a power of two",
      minimum: 1,
      maximum: 65_536,
    }),
  ),
  other: Type.Optional(
    listField(
      {
        description:
          "contains, overlap, exclude: addresses, prefixes or ranges, also between blanks",
      },
      { maxItems: MOST_ITEMS },
    ),
  ),
  hosts: Type.Optional(
    Type.Union(
      [
        Type.String({ description: "Numbers between blanks or commas" }),
        HOST_COUNT,
        Type.Array(HOST_COUNT, { maxItems: MOST_HOSTS }),
      ],
      { description: "vlsm: hosts of each subnet, up to 256 numbers" },
    ),
  ),
  limit: whole({ description: "Longest list", minimum: 1, maximum: 4096, default: 256 }),
});

export type Input = Static<typeof INPUT>;

const TEXT = Type.String();
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const COUNT = Type.String({ pattern: "^[0-9]+$" });
const HOSTS = { cidr: TEXT, firstHost: TEXT, lastHost: TEXT, broadcast: TEXT_OR_NULL };

const VALUE = Type.Union([
  Type.Object({
    version: Type.Integer(),
    address: TEXT,
    addressExpanded: TEXT,
    zone: Type.Optional(TEXT),
    cidr: TEXT,
    network: TEXT,
    prefix: Type.Integer(),
    netmask: Type.Optional(TEXT),
    wildcard: Type.Optional(TEXT),
    broadcast: Type.Optional(TEXT_OR_NULL),
    firstHost: TEXT,
    lastHost: TEXT,
    lastAddress: TEXT,
    usableHosts: COUNT,
    totalAddresses: COUNT,
    scope: TEXT,
    reverseName: TEXT,
    integer: COUNT,
    hex: TEXT,
    binary: TEXT,
    embeddedIPv4: Type.Optional(TEXT),
  }),
  Type.Object({ subnets: Type.Array(Type.Object(HOSTS)), totalSubnets: COUNT }),
  Type.Object({
    results: Type.Array(Type.Object({ input: TEXT, contained: Type.Boolean() })),
  }),
  Type.Object({
    results: Type.Array(
      Type.Object({ input: TEXT, overlaps: Type.Boolean(), shared: TEXT_OR_NULL }),
    ),
  }),
  Type.Object({ cidrs: Type.Array(TEXT), totalAddresses: COUNT }),
  Type.Object({
    allocations: Type.Array(
      Type.Object({ requestedHosts: Type.Integer(), ...HOSTS, usableHosts: COUNT }),
    ),
    freeCidrs: Type.Array(TEXT),
  }),
]);

export type Value = Static<typeof VALUE>;

export default defineTool({
  id: "subnet-calculator",
  name: "Subnet Calculator",
  category: "Network",
  description:
    "Explains, splits, compares, summarizes and plans IPv4 and IPv6 networks, exact to the last address.",
  keywords: [
    "address range",
    "broadcast",
    "cidr",
    "gateway",
    "ip address",
    "ipcalc",
    "ipv4",
    "ipv6",
    "lan",
    "netmask",
    "network",
    "prefix",
    "router",
    "slash notation",
    "subnet",
    "supernet",
    "vlsm",
    "vpc",
    "wildcard",
  ],
  aliases: ["cidr-calculator", "ip-calculator"],
  version: "2026-11-24",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "info",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "subnet calculator",
    "how many hosts are in a /26",
    "network and broadcast address of 192.168.10.77/26",
    "split a network into /24s",
    "is this ip in that cidr",
    "do these networks overlap",
    "ip range to cidr",
    "aggregate a list of prefixes",
    "remove a subnet from a network",
    "vlsm plan for departments",
    "255.255.255.192 as prefix length",
    "wildcard mask for an acl",
    "reverse dns name of an ipv6 address",
    "is this address private",
    "how many computers fit into this network range",
    "first and last usable address, gateway and mask",
    "two offices joined by vpn, do their address ranges collide",
    "four departments with so many devices each, plan the ranges",
    "firewall rule for a block of addresses from start to end",
    "route aggregation and address space partitioning",
    "does 10.0.5.9 belong to the office network",
    "office got an address block, how many devices fit in",
    "split an address block into equal parts",
    "calculadora de subredes",
    "subnetz berechnen",
    "calcul de sous-réseau",
    "子网计算器",
    "cuántos equipos caben en una red, máscara",
    "wie viele geräte passen in das netz, netzmaske",
    "combien de machines dans un réseau, masque",
    "网段 可用 ip 地址 掩码",
    "ネットワーク ip アドレス 範囲 マスク",
    "router asks for a mask and i only know /24",
    "printer is 192.168.1.140 and pc is 192.168.1.20, same lan or not",
    "aws vpc needs four equal pieces, which blocks",
    "is 172.20.3.4 one of the internal addresses",
    "what does 10.0.0.0/8 mean, from where to where",
    "ipcalc, sipcalc, netaddr, python ipaddress module, rfc 1918, rfc 4632, cisco acl wildcard",
    "divide, merge and subtract ip prefixes and enumerate their boundaries",
    "calcular sub-rede, máscara e quantos hosts cabem",
    "サブネット計算 ホスト数 ネットマスク",
  ],
  effort: 2,
  detect: (sample) =>
    /^\s*(?:(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2})?|(?=[\da-f]{0,4}:)(?=\S{0,40}:\S{0,40}:)[\da-f:]{2,39}(?:\/\d{1,3})?)\s*$/i.test(
      sample,
    )
      ? 0.9
      : 0,

  laws: [
    {
      name: "a summary summarizes to itself and covers as many addresses",
      holds(run, { input = "" }) {
        const once = run({ action: "summarize", input, limit: 4096 });
        if (!once.output || (once.warnings ?? []).some(({ code }) => code === "LIST_TRUNCATED"))
          return true;
        const again = run({ action: "summarize", input: once.output, limit: 4096 });
        return JSON.stringify(once.value) === JSON.stringify(again.value);
      },
    },
    {
      name: "what was split summarizes to the network",
      holds(run, { input = "", count = 4 }) {
        const parts = run({ action: "split", input, count: Math.min(count, 4096), limit: 4096 });
        const network = run({ input }).output;
        if (!parts.output) return true;
        return run({ action: "summarize", input: parts.output }).output === network;
      },
    },
    {
      name: "what is left and what was taken away make the whole again",
      holds(run, { input = "", other = "" }) {
        const rest = run({ action: "exclude", input, other, limit: 4096 });
        const inside = run({ action: "contains", input, other });
        if (rest.output === undefined || inside.valid !== true) return true;
        const taken = typeof other === "string" ? other : other.join("\n");
        const all = run({ action: "summarize", input: `${rest.output}\n${taken}`, limit: 4096 });
        return all.output === run({ action: "summarize", input, limit: 4096 }).output;
      },
    },
  ],
  examples: [
    {
      title: "An address and its network",
      input: { input: "192.168.10.77/26" },
      expect: {
        output: "192.168.10.64/26",
        value: {
          broadcast: "192.168.10.127",
          firstHost: "192.168.10.65",
          usableHosts: "62",
          scope: "private-use",
        },
      },
    },
    {
      title: "Four networks of one",
      input: { action: "split", input: "10.0.0.0/22", prefix: 24 },
      expect: { output: "10.0.0.0/24\n10.0.1.0/24\n10.0.2.0/24\n10.0.3.0/24" },
    },
    {
      title: "Is it inside?",
      input: { action: "contains", input: "172.16.0.0/12", other: "172.31.255.255\n172.32.0.0" },
      expect: { valid: false, value: { results: [{ contained: true }, { contained: false }] } },
    },
    {
      title: "A network without one of its addresses",
      input: { action: "exclude", input: "2001:db8::/126", other: "2001:db8::1" },
      expect: { output: "2001:db8::/128\n2001:db8::2/127" },
    },
    {
      title: "Networks for 100, 50 and 10 hosts",
      input: { action: "vlsm", input: "192.168.0.0/24", hosts: [50, 100, 10] },
      expect: { output: "192.168.0.0/25\n192.168.0.128/26\n192.168.0.192/28" },
    },
    {
      title: "No such address",
      input: { input: "192.168.1.256" },
      expect: { ok: false, error: { code: "IP_INVALID" } },
    },
  ],

  run: (input) => runSubnet(input, WARNINGS),
});
