import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./subnet-calculator/contract.ts";
import { runSubnet } from "./subnet-calculator/run.ts";

export default defineTool({
  id: "subnet-calculator",
  name: "Subnet Calculator",
  category: "Network",
  description:
    "Explains, splits, compares, summarizes and plans IPv4 and IPv6 networks, exact to the last address.",
  keywords: [
    "broadcast",
    "cidr",
    "ip address",
    "ipv4",
    "ipv6",
    "netmask",
    "network",
    "prefix",
    "subnet",
    "supernet",
    "vlsm",
    "wildcard",
  ],
  aliases: ["cidr-calculator", "ip-calculator"],
  version: "2026-11-22",

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
  ],
  effort: 2,
  detect: (sample) => (/^\s*(?:\d{1,3}\.){3}\d{1,3}\/\d{1,2}\s*$/.test(sample) ? 0.9 : 0),

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

  run: (input) => runSubnet(input),
});
