/** What `serve` was told: by flags, else by `PUREBOX_…` in the environment, else what is usual. */
import { type Flag, readKnownFlags } from "../flags/flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { DEFAULT_INPUT_CHARS, readInputChars } from "../run/sizes.ts";
import { type Limits, readLimits } from "../limits/limits.ts";
import { readStoreSettings, STORE_FLAGS, type StoreSettings } from "../limits/open-stores.ts";

export interface ServeSettings {
  readonly host: string;
  /** 0 is any that is free. */
  readonly port: number;
  /** Without a slash at its end; empty where the address itself is the public one. */
  readonly publicUrl: string;
  readonly limits: Limits | "off";
  readonly store: StoreSettings;
  readonly trustProxy: boolean;
  /** Isolated runs at once, in each process. */
  readonly isolated: number;
  readonly processes: number;
  /** Undefined where no figures are served. */
  readonly metricsPort: number | undefined;
  readonly log: LogFormat;
  /** How large input may be. */
  readonly inputChars: number;
}

export const LOG_FORMATS = ["json", "text", "off"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export const SERVE_FLAGS = {
  host: { value: "H", about: "the address to listen at (127.0.0.1)" },
  port: { value: "N", about: "the port (8787); 0 is any that is free" },
  "public-url": { value: "URL", about: "the address under which others reach the service" },
  limits: {
    value: "on|off|NAME=N,…",
    words: ["on", "off"],
    about: "how much a caller may do (on); run.perMinute=600,keyless=50000 changes some",
  },
  ...STORE_FLAGS,
  "trust-proxy": { about: "believe a front's X-Forwarded-For, -Host and -Proto" },
  isolated: { value: "N", about: "runs at once of what may take long, in each process" },
  processes: { value: "N", about: "processes that share the port (1)" },
  metrics: { value: "PORT", about: "figures for Prometheus at /metrics" },
  log: {
    value: "FORMAT",
    words: LOG_FORMATS,
    about: "requests and events on standard error (json)",
  },
  "max-input-chars": {
    value: "N",
    about: "how large an input may be (100,000; 20,000,000 at most)",
  },
} as const satisfies Readonly<Record<string, Flag>>;

type FlagName = keyof typeof SERVE_FLAGS;

/** Throws `UsageError` for what cannot be meant. */
export function readSettings(args: readonly string[]): ServeSettings {
  const { named, words } = readKnownFlags(args, SERVE_FLAGS);
  if (words.length > 0) throw new UsageError(`serve takes no words: ${words.join(" ")}`);
  // An empty variable is left out as well.
  const given = (flag: FlagName) =>
    named.get(flag) ?? (Bun.env[`PUREBOX_${flag.toUpperCase().replaceAll("-", "_")}`] || undefined);
  const metrics = given("metrics");
  return {
    host: given("host") ?? "127.0.0.1",
    port: readPort("port", given("port") ?? "8787"),
    publicUrl: readUrl(given("public-url") ?? ""),
    limits: readLimits(given("limits") ?? "on"),
    store: readStoreSettings(named),
    trustProxy: isOn(given("trust-proxy")),
    isolated: readCount("isolated", given("isolated"), defaultLanes()),
    processes: readCount("processes", given("processes"), 1),
    metricsPort: metrics === undefined ? undefined : readPort("metrics", metrics),
    log: readFormat(given("log") ?? "json"),
    inputChars: readInputChars(given("max-input-chars") ?? String(DEFAULT_INPUT_CHARS)),
  };
}

function readPort(flag: FlagName, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port >= 0 && port <= 65_535) return port;
  throw new UsageError(`--${flag} ${text} is not a port`);
}

/** Without a slash at its end. */
export function readUrl(text: string): string {
  const url = text.replace(/(?<!\/)\/+$/, "");
  if (url === "" || URL.canParse(url)) return url;
  throw new UsageError(`--public-url ${text} is not a URL`);
}

function readCount(flag: FlagName, text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count >= 1) return count;
  throw new UsageError(`--${flag} ${text} is not a number from 1 to 999`);
}

/** One core is left to the process that answers; two lanes at least, or one caller would hold them all. */
function defaultLanes(): number {
  return Math.max(2, navigator.hardwareConcurrency - 1);
}

function isOn(text: string | undefined): boolean {
  return text !== undefined && !/^(?:|0|false|off|no)$/i.test(text);
}

function readFormat(text: string): LogFormat {
  const format = LOG_FORMATS.find((name) => name === text);
  if (format) return format;
  throw new UsageError(`--log ${text} is none of ${LOG_FORMATS.join(", ")}`);
}
