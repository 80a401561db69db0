/** What the subnet calculator takes and gives. */
import { type Static, Type } from "@sinclair/typebox";
import { listField, oneOf, whole } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { INPUT_FAILURES } from "../_lib/results/input-invalid.ts";
import { ITEM_FAILURES } from "./item.ts";

export const FAILURES = {
  ...INPUT_FAILURES,
  ...ITEM_FAILURES,
  SPLIT_PREFIX: "The new prefix is not longer than the network's, or too long for its version",
  VLSM_NO_SPACE: "The network has no room left for one of the requested subnets",
  VERSION_MISMATCH: "IPv4 and IPv6 are compared, or IPv6 is given where only IPv4 makes sense",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
} as const;

export const WARNINGS = {
  HOST_BITS_SET: "The address is not the first one of its network, which was used",
  LIST_TRUNCATED: "A list is longer than limit; only its first items are shown",
  WARNINGS_TRUNCATED: "More than 100 warnings of one code were found",
} as const;

export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;

export const MOST_ITEMS = 5000;
export const MOST_HOSTS = 256;
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

export const INPUT = Type.Object({
  input: Type.String({
    description:
      "Address, address/prefix, address and mask, or range a-b; several lines for rangeToCidr, summarize and exclude",
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
    listField({ description: "contains, overlap, exclude: addresses, prefixes or ranges" }),
  ),
  hosts: Type.Optional(
    Type.Union([Type.String(), Type.Number(), Type.Array(Type.Number())], {
      description: "vlsm: hosts of each subnet, up to 256 numbers",
    }),
  ),
  limit: whole({ description: "Longest list", minimum: 1, maximum: 4096, default: 256 }),
});

export type Input = Static<typeof INPUT>;

const TEXT = Type.String();
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const COUNT = Type.String({ pattern: "^[0-9]+$" });
const HOSTS = { cidr: TEXT, firstHost: TEXT, lastHost: TEXT, broadcast: TEXT_OR_NULL };

export const VALUE = Type.Union([
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
export type Result = Outcome<Value, Failure, Warning>;
