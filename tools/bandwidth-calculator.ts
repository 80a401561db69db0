import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "./_core/fields.ts";
import { defineTool, done, fail } from "./_core/tool.ts";
import { overheadField, quantityField } from "./_lib/bytes/data-size/fields.ts";
import { assumptionsOf, READ_FAILURES, READ_WARNINGS } from "./_lib/bytes/data-size/read.ts";
import { INSUFFICIENT_FAILURES } from "./_lib/fields/exclusive-fields.ts";
import { compute, readQuantities, valueOf } from "./bandwidth-calculator/bandwidth.ts";

const FAILURES = {
  ...READ_FAILURES,
  ...INSUFFICIENT_FAILURES,
  DIVISION_BY_ZERO: "A size is to be carried in no time",
} as const;

const MOST = 1e15;

const INPUT = Type.Object({
  action: oneOf(["convert", "website", "required", "volume", "streams"], {
    description:
      "convert a rate; size a web site's line; the rate required for a size and a time; the volume of a rate; the rate for streams",
    default: "convert",
  }),
  rate: quantityField("convert, volume, streams (of one user): 100 Mbps, 12.5 MB/s, 1 TB/month"),
  size: quantityField("required: 4 GB, 700 MiB"),
  time: quantityField("required, volume (one month if not given): 10 min, 1h30m, PT1H30M"),
  pageViews: Type.Optional(
    Type.Number({ description: "website: views in the period", minimum: 0, maximum: MOST }),
  ),
  period: oneOf(["hour", "day", "month"], {
    description: "website: of the page views; a month is 365/12 days",
    default: "day",
  }),
  pageSize: quantityField("website: 2.5 MB"),
  redundancy: Type.Number({
    description: "website: factor on the volume",
    minimum: 0.01,
    maximum: 1000,
    default: 1,
  }),
  peakFactor: Type.Number({
    description: "website: peak by average",
    minimum: 1,
    maximum: 1000,
    default: 1,
  }),
  users: Type.Optional(
    Type.Number({ description: "streams: at the same time", minimum: 0, maximum: MOST }),
  ),
  overheadPercent: overheadField,
  utilizationPercent: Type.Number({
    description: "volume: share of the time in which the line is used",
    minimum: 0,
    maximum: 100,
    default: 100,
  }),
});

export type Input = Static<typeof INPUT>;

const VALUE = Type.Object({
  action: Type.String(),
  bitsPerSecond: Type.Number({ description: "website: average; volume: payload; else the result" }),
  bytesPerSecond: Type.Number(),
  text: Type.String({ description: "The rate" }),
  units: Type.Object({
    kbps: Type.Number(),
    Mbps: Type.Number(),
    Gbps: Type.Number(),
    kBps: Type.Number(),
    MBps: Type.Number(),
    GBps: Type.Number(),
    KiBps: Type.Number(),
    MiBps: Type.Number(),
  }),
  bytesPerHour: Type.Number(),
  bytesPerDay: Type.Number(),
  bytesPerMonth: Type.Number({ description: "A month is 365/12 days" }),
  peakBitsPerSecond: Type.Union([Type.Number(), Type.Null()], { description: "website" }),
  volumeBytes: Type.Union([Type.Number(), Type.Null()], {
    description: "website: in a month; volume: in the time",
  }),
});

export type Value = Static<typeof VALUE>;

/** What is longer is no such text. */
const LONGEST_SAMPLE = 201;

export default defineTool({
  id: "bandwidth-calculator",
  name: "Bandwidth Calculator",
  category: "Network",
  description: "Converts line rates and sizes the bandwidth for sites, deadlines and streams.",
  keywords: [
    "bandwidth",
    "bit rate",
    "gbps",
    "hosting",
    "internet speed",
    "isp",
    "line speed",
    "mb/s",
    "mbit",
    "mbps",
    "streaming",
    "throughput",
    "traffic",
    "voip",
    "website traffic",
  ],
  aliases: ["bandwidth-converter", "hosting-bandwidth-calculator"],
  version: "2026-11-22",

  input: INPUT,
  primary: "rate",
  value: VALUE,
  verb: "convert",
  failures: FAILURES,
  warnings: READ_WARNINGS,
  intents: [
    "convert mbps to MB/s",
    "megabits to megabytes per second",
    "gbps to TB per month",
    "how much bandwidth does my website need",
    "monthly traffic of a web site",
    "what line do I need to send 4 GB in 10 minutes",
    "bandwidth for 500 video streams",
    "monthly volume of a 1 Gbit line",
    "95 percent utilization transfer volume",
    "is my internet connection fast enough for ten people watching video",
    "provider advertises megabits but my downloads show megabytes",
    "internet speed for an office with video calls",
    "data cap per month, how many gigabytes does my server use",
    "visitors per day and page weight, which hosting plan",
    "link capacity planning for concurrent viewers",
    "network interface throughput units conversion",
    "employees in video conferences at once, how fast must the office line be",
    "bandbreite berechnen mbit in mb/s umrechnen",
    "calculer la bande passante nécessaire",
    "calcular ancho de banda",
    "calcular largura de banda",
    "帯域幅 計算",
    "带宽 计算 换算",
    "velocidad de internet megabits a megabytes",
    "internetgeschwindigkeit megabit in megabyte umrechnen",
    "débit internet mégabits en mégaoctets",
    "网速 兆 带宽 每秒 多少 兆字节",
    "回線速度 メガビット メガバイト 換算",
    "isp sells 250 mbit, why does steam show only 31",
    "how fast must the line be for fifty home office people on zoom",
    "hosting plan allows 2 tb a month, at how many visitors is it used up",
    "security cameras stream all day, how much traffic and which uplink",
    "Mbit/s to MB/s, Gbps, kbps, 95th percentile billing, OC-3, 10GbE, Netflix 4K, VoIP calls G.711",
    "dimension link capacity from concurrent users, bitrate and page weight; convert rate units",
    "qué velocidad de internet necesito para videollamadas",
    "welche leitung braucht das büro für videokonferenzen, datenvolumen pro monat",
    "quel débit pour une visioconférence, trafic mensuel d'un site",
    "velocidade da internet megabits para megabytes, quantos megas preciso",
    "多少 兆 宽带 够用 视频 会议 网站 流量",
  ],
  effort: 1,
  detect(sample) {
    const text = sample.slice(0, LONGEST_SAMPLE);
    return /^\s*\d[\d.,]*\s*(?:[kmgtpe]i?)?(?:b|bits?|bytes?)(?:ps|\s*\/\s*(?:s|sec|min|h|hour|day|month))\s*$/i.test(
      text,
    )
      ? 0.9
      : 0;
  },

  laws: [
    {
      name: "units agree with one another",
      holds(run, input) {
        const { bitsPerSecond, bytesPerSecond, bytesPerHour } = run(input).value ?? {};
        if (bitsPerSecond === undefined || bytesPerSecond === undefined) return true;
        const near = (a: number, b: number, unit: number) =>
          Math.abs(a - b) <= Math.abs(b) * 1e-12 + unit;
        return (
          near(bytesPerSecond * 8, bitsPerSecond, 1e-5) &&
          near((bytesPerHour ?? 0) / 3600, bytesPerSecond, 1e-5)
        );
      },
    },
    {
      name: "the rate required carries the size in the time",
      holds(run, { size = "4 GB", time = "10 min" }) {
        const required = run({ action: "required", size, time }).value;
        if (!required || required.bitsPerSecond < 1 || required.bitsPerSecond > 1e30) return true;
        const rate = required.bitsPerSecond;
        const volume = run({ action: "volume", rate, time }).value?.bitsPerSecond ?? Number.NaN;
        return Math.abs(volume - rate) <= 1e-6;
      },
    },
    {
      name: "twice the users need twice the rate",
      holds(run, { rate = "5 Mbps", users = 7 }) {
        const [once = 0, twice = 0] = [users, users * 2].map(
          (count) => run({ action: "streams", rate, users: count }).value?.bitsPerSecond,
        );
        return users > MOST / 2 || Math.abs(twice - once * 2) <= twice * 1e-12 + 1e-5;
      },
    },
  ],
  examples: [
    {
      title: "A line rate in other units",
      input: { rate: "100 Mbps" },
      expect: {
        output: "100 Mbit/s",
        value: { units: { MBps: 12.5, MiBps: 11.920929 }, bytesPerMonth: 32_850_000_000_000 },
      },
    },
    {
      title: "What a web site needs",
      input: {
        action: "website",
        pageViews: 5000,
        pageSize: "2.5 MB",
        redundancy: 1.5,
        peakFactor: 3,
      },
      expect: { output: "Average: 1.74 Mbit/s\nPeak: 5.21 Mbit/s\nPer month: 570.31 GB" },
    },
    {
      title: "The rate for a deadline",
      input: { action: "required", size: "4 GB", time: "10 min" },
      expect: { output: "53.33 Mbit/s", value: { bitsPerSecond: 53333333.333333 } },
    },
    {
      title: "What a line carries in a month",
      input: { action: "volume", rate: "1 Gbps", utilizationPercent: 60 },
      expect: { output: "197.1 TB", value: { volumeBytes: 197_100_000_000_000 } },
    },
    {
      title: "A size is no rate",
      input: { rate: "100 MB" },
      expect: { ok: false, error: { code: "TEXT_NOT_UNDERSTOOD" } },
    },
  ],

  run(input) {
    const { amounts, readings, failure } = readQuantities(input);
    if (failure) return failure;
    const result = compute(input, amounts);
    if ("code" in result) return fail(result);
    const { output, ...figures } = result;
    const value = valueOf(input.action, figures);
    return done({ output, value, warnings: assumptionsOf(readings) });
  },
});
