import { type Static, Type } from "@sinclair/typebox";
import { whole } from "./_core/fields.ts";
import { defineTool, done, fail } from "./_core/tool.ts";
import { MOST_CHARACTERS, overheadField, quantityField } from "./_lib/bytes/data-size/fields.ts";
import { assumptionsOf, READ_FAILURES, READ_WARNINGS } from "./_lib/bytes/data-size/read.ts";
import {
  bytesOf,
  durationText,
  isoDuration,
  rateText,
  sizeText,
} from "./_lib/bytes/data-size/write.ts";
import {
  divide,
  type Fraction,
  fraction,
  fractionOf,
  multiply,
  roundedNumber,
} from "./_lib/numbers/fraction.ts";
import { CONFLICT_FAILURES, INSUFFICIENT_FAILURES } from "./_lib/fields/exclusive-fields.ts";
import { INPUT_FAILURES } from "./_lib/results/input-invalid.ts";
import { readQuantities } from "./data-transfer-time-calculator/request.ts";
import {
  compareLines,
  payloadShareOf,
  solveTransfer,
  type Transfer,
} from "./data-transfer-time-calculator/transfer.ts";

const FAILURES = {
  ...INSUFFICIENT_FAILURES,
  ...CONFLICT_FAILURES,
  ...READ_FAILURES,
  ...INPUT_FAILURES,
  RATE_NOT_POSITIVE: "The rate is 0",
  TIME_TOO_SHORT:
    "The time is not above what the round trips take, or the window cannot carry the rate needed",
} as const;

const INPUT = Type.Object({
  input: Type.Optional(
    Type.String({
      description: "A size at (over, via, with, @) a rate: 4.7 GB at 100 Mbps",
      maxLength: MOST_CHARACTERS,
    }),
  ),
  size: quantityField("Two of size, rate and time instead of input: 4 GB, 700 MiB"),
  rate: quantityField("Of the line: 100 Mbps, 12.5 MB/s"),
  time: quantityField("10 min, 1h30m, PT1H30M"),
  overheadPercent: overheadField,
  latencyMs: Type.Number({
    description: "Milliseconds of a round trip",
    minimum: 0,
    maximum: 1e6,
    default: 0,
  }),
  window: quantityField("TCP window, the bytes in flight on a connection: 64 KiB"),
  parallel: whole({ description: "Connections", minimum: 1, maximum: 10_000, default: 1 }),
  files: whole({ description: "Files sent", minimum: 1, maximum: 1e9, default: 1 }),
  roundTripsPerFile: Type.Number({
    description: "Before the data of a file flows",
    minimum: 0,
    maximum: 100,
    default: 1,
  }),
});

export type Input = Static<typeof INPUT>;

const VALUE = Type.Object({
  solvedFor: Type.String({ description: "time, size or rate" }),
  sizeBytes: Type.Number(),
  rateBps: Type.Number({ description: "Bits per second of the line" }),
  effectiveBps: Type.Number({ description: "Payload bits per second while data flows" }),
  limitedBy: Type.String({ description: "line or window" }),
  setupSeconds: Type.Number({ description: "Round trips before data flows" }),
  seconds: Type.Number(),
  duration: Type.String({ description: "ISO 8601, days to milliseconds" }),
  human: Type.String(),
  sizeText: Type.String(),
  rateText: Type.String(),
  comparisons: Type.Array(
    Type.Object({
      name: Type.String(),
      bps: Type.Number(),
      seconds: Type.Number(),
      human: Type.String(),
    }),
    { description: "The size on common lines less the overhead, without latency" },
  ),
});

type Value = Static<typeof VALUE>;

/** What is longer is no such text. */
const LONGEST_SAMPLE = 201;

export default defineTool({
  id: "data-transfer-time-calculator",
  name: "Data Transfer Time Calculator",
  category: "Network",
  description: "Computes how long a transfer takes, what fits into a time, or the rate it needs.",
  keywords: [
    "aws snowball",
    "backup",
    "bandwidth",
    "copy time",
    "download",
    "download time",
    "eta",
    "latency",
    "nas",
    "rsync",
    "scp",
    "sync",
    "tcp window",
    "throughput",
    "transfer time",
    "upload",
    "upload time",
  ],
  aliases: ["download-time-calculator", "upload-time-calculator", "file-transfer-time"],
  version: "2026-11-22",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: READ_WARNINGS,
  intents: [
    "how long to download 50 GB at 100 Mbps",
    "download time calculator",
    "upload time for a video",
    "how long does a backup over the network take",
    "what fits into a nightly backup window",
    "which line speed to copy 1 TB in 8 hours",
    "tcp window limited throughput with latency",
    "bandwidth delay product transfer time",
    "time to copy many small files",
    "how long until a large file is sent or copied",
    "will the upload of the video be done by tomorrow morning",
    "game has many gigabytes and my line few megabit, wait how many hours",
    "moving two terabytes to the cloud, days needed",
    "estimated duration of replicating a volume over a network link",
    "usb drive or copying to a nas, minutes for all photos",
    "must send hundreds of gigabytes to the office, will a weekend do",
    "downloadzeit berechnen",
    "temps de téléchargement calcul",
    "calcular tiempo de descarga",
    "calcular tempo de download",
    "ダウンロード時間 計算",
    "下载时间 计算",
    "cuánto tarda en bajar o subir un archivo grande",
    "wie lange dauert der download oder upload einer großen datei",
    "combien de temps pour télécharger ou envoyer un gros fichier",
    "下载 大 文件 需要 多久",
    "大きなファイルのダウンロードに何時間かかるか",
    "80 gb update on a 50 mbit line, can i play tonight",
    "must ship 40 tb to the data center, line or truck with disks",
    "nightly copy has from 22 to 6, does 3 tb go through one gbit",
    "sending the wedding film of 12 gigabytes with slow upload",
    "rsync, scp, iperf, robocopy, AWS Snowball, DataSync, S3 multipart, TCP window BDP, USB 3.0, LTO",
    "from any two of volume, rate and duration work out the third, with latency and protocol overhead",
    "tempo de download ou upload de um arquivo grande",
    "tiempo de transferencia, copiar terabytes a la nube",
    "wie lange dauert das kopieren von terabyte, übertragungszeit",
    "durée de transfert d'un fichier, copie de téraoctets",
    "传输 时间 拷贝 备份 上传 多少 小时",
    "転送時間 アップロード コピー 何時間",
  ],
  effort: 2,
  detect(sample) {
    const text = sample.slice(0, LONGEST_SAMPLE);
    return /^\s*\d[\d.,]*\s*[kmgtpe]?i?(?:b|bits?|bytes?)\s*(?:@|at|over|via|with)\s*\d[^\n]*(?:ps|\/[a-z]+)\s*$/i.test(
      text,
    )
      ? 0.9
      : 0;
  },

  laws: [
    {
      name: "more takes longer, and a faster line less time",
      holds(run, { size = "1 GB", rate = "100 Mbps", latencyMs = 20, window = "64 KiB" }) {
        const { value } = run({ size, rate, latencyMs, window });
        if (!value || value.sizeBytes > 1e29 || value.rateBps > 1e29) return true;
        const { sizeBytes, rateBps, seconds } = value;
        const given = { latencyMs, window };
        const larger = run({ ...given, size: sizeBytes * 2, rate }).value?.seconds ?? seconds;
        const faster = run({ ...given, size, rate: rateBps * 2 }).value?.seconds ?? seconds;
        return larger >= seconds && faster <= seconds;
      },
    },
    {
      name: "the rate solved for takes the time",
      holds(run, { size = "1 GB", time = "1 h", overheadPercent = 5 }) {
        const solved = run({ size, time, overheadPercent, latencyMs: 1 }).value;
        if (!solved || solved.rateBps < 1 || solved.rateBps > 1e30) return true;
        const rate = solved.rateBps;
        const again = run({ size, rate, overheadPercent, latencyMs: 1 }).value?.seconds ?? 0;
        return Math.abs(again - solved.seconds) <= solved.seconds * 1e-6 + 1e-8;
      },
    },
    {
      name: "twice the connections halve a transfer that the window limits",
      holds(run, { size = "1 GB", parallel = 1, latencyMs = 80 }) {
        const given = { size, latencyMs, rate: "1 Qbit/s", window: "64 KiB" };
        const once = run({ ...given, parallel }).value;
        const twice = run({ ...given, parallel: parallel * 2 }).value;
        if (once?.limitedBy !== "window" || !twice) return true;
        return Math.abs(twice.seconds * 2 - once.seconds) <= once.seconds * 1e-12 + 1e-8;
      },
    },
  ],
  examples: [
    {
      title: "A DVD over 100 megabit",
      input: "4.7 GB at 100 Mbps",
      expect: { output: "6 min 16 s", value: { seconds: 376, duration: "PT6M16S" } },
    },
    {
      title: "Limited by the TCP window",
      input: {
        size: "1 TiB",
        rate: "10 Gbit/s",
        latencyMs: 80,
        window: "64 KiB",
        parallel: 4,
      },
      expect: {
        output: "3 d 21 h 12 min 24 s",
        value: { effectiveBps: 26_214_400, limitedBy: "window", setupSeconds: 0.02 },
      },
    },
    {
      title: "Which rate a deadline needs",
      input: { size: "25 GB", time: "1h30m" },
      expect: { output: "37.04 Mbit/s", value: { solvedFor: "rate" } },
    },
    {
      title: "What fits into a night",
      input: { rate: "1 Gbps", time: "8 h", overheadPercent: 6 },
      expect: { output: "3.38 TB", value: { solvedFor: "size" } },
    },
    {
      title: "Shorter than the round trips",
      input: { size: "1 kB", time: "50 ms", latencyMs: 80 },
      expect: { ok: false, error: { code: "TIME_TOO_SHORT" } },
    },
  ],

  run(input) {
    const { readings, failure } = readQuantities(input);
    if (failure) return failure;
    const payloadShare = payloadShareOf(fractionOf(input.overheadPercent));
    const known = {
      size: readings.size?.amount,
      rate: readings.rate?.amount,
      time: readings.time?.amount,
    };
    const transfer = solveTransfer(known, {
      payloadShare,
      latency: divide(fractionOf(input.latencyMs), fraction(1000n)),
      window: readings.window?.amount,
      connections: fractionOf(input.parallel),
      roundTrips: multiply(fractionOf(input.files), fractionOf(input.roundTripsPerFile)),
    });
    if ("code" in transfer)
      return fail(input.input === undefined ? transfer : { ...transfer, path: "/input" });
    const value = valueOf(transfer, payloadShare);
    const output = { time: value.human, size: value.sizeText, rate: value.rateText };
    const warnings = assumptionsOf(Object.values(readings));
    return done({ output: output[transfer.solvedFor], value, warnings });
  },
});

const DECIMALS = 6;
const SECOND_DECIMALS = 9;

function valueOf(transfer: Transfer, payloadShare: Fraction): Value {
  const { solvedFor, size, rate, effective, limitedBy, setup, time } = transfer;
  const number = (amount: Fraction): number => roundedNumber(amount, DECIMALS);
  const seconds = (amount: Fraction): number => roundedNumber(amount, SECOND_DECIMALS);
  return {
    solvedFor,
    sizeBytes: number(bytesOf(size)),
    rateBps: number(rate),
    effectiveBps: number(effective),
    limitedBy,
    setupSeconds: seconds(setup),
    seconds: seconds(time),
    duration: isoDuration(time),
    human: durationText(time),
    sizeText: sizeText(size),
    rateText: rateText(rate),
    comparisons: compareLines(size, payloadShare).map((line) => ({
      name: line.name,
      bps: number(line.rate),
      seconds: seconds(line.time),
      human: durationText(line.time),
    })),
  };
}
