/** How much a caller may do. */
import { UsageError } from "../flags/usage-error.ts";
import type { RouteScope } from "./credentials.ts";
import type { ScopeLimit } from "./store.ts";

export interface RouteLimit extends ScopeLimit {
  /** Within which an answer is given: the tool's run is stopped then. */
  readonly seconds: number;
}

/** Batches and pipelines share one count. */
export interface Limits {
  readonly run: RouteLimit;
  readonly batch: RouteLimit;
  readonly mcp: RouteLimit;
  /** Calls a UTC day of an address without a key. */
  readonly keyless: number;
  /** Calls a UTC day of a key's subject, where the key does not say otherwise. */
  readonly keyed: number;
}

const DEFAULTS: Readonly<Record<string, number>> = {
  "run.perMinute": 60,
  "run.concurrent": 8,
  "run.seconds": 5,
  "batch.perMinute": 20,
  "batch.concurrent": 3,
  "batch.seconds": 12,
  "mcp.perMinute": 30,
  "mcp.concurrent": 4,
  "mcp.seconds": 15,
  keyless: 1_000,
  keyed: 100_000,
};

/** Whose counts a route goes by. */
export function routeOf(scope: RouteScope): "run" | "batch" | "mcp" {
  return scope === "pipeline" ? "batch" : scope;
}

/**
 * Reads `on` (the defaults), `off`, or changes to the defaults: `run.perMinute=600,keyless=50000`. The names are
 * `run`, `batch` (pipelines, too) and `mcp`, each with `.perMinute`, `.concurrent`, `.seconds`; `keyless`; `keyed`.
 */
export function readLimits(text: string): Limits | "off" {
  if (text === "off") return "off";
  const changes = new Map<string, number>();
  for (const part of text === "on" ? [] : text.split(",")) {
    const [name = "", value = "", ...rest] = part.split("=").map((word) => word.trim());
    if (!Object.hasOwn(DEFAULTS, name) || rest.length > 0) {
      throw new UsageError(
        `--limits takes on, off, or name=number with these names: ${Object.keys(DEFAULTS).join(", ")}; found ${JSON.stringify(part)}`,
      );
    }
    if (changes.has(name)) throw new UsageError(`--limits has ${name} twice`);
    changes.set(name, readNumber(name, value));
  }
  return limitsOf((name) => changes.get(name) ?? DEFAULTS[name] ?? 0);
}

function limitsOf(value: (name: string) => number): Limits {
  const route = (name: string): RouteLimit => ({
    perMinute: value(`${name}.perMinute`),
    concurrent: value(`${name}.concurrent`),
    seconds: value(`${name}.seconds`),
  });
  return {
    run: route("run"),
    batch: route("batch"),
    mcp: route("mcp"),
    keyless: value("keyless"),
    keyed: value("keyed"),
  };
}

const MOST = 1_000_000_000;

/** None a day closes the service to those without a key; a route that takes no call at all makes no sense. */
function readNumber(name: string, text: string): number {
  const least = name.includes(".") ? 1 : 0;
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= MOST) return number;
  throw new UsageError(
    `--limits ${name} is a whole number from ${least} to ${MOST}; found ${JSON.stringify(text)}`,
  );
}

/** The limits as the service tells them to its callers. */
export function limitFigures(limits: Limits): Readonly<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const route of ["run", "batch", "mcp"] as const) {
    const { perMinute, concurrent, seconds } = limits[route];
    figures[`${route}_per_minute`] = perMinute;
    figures[`${route}_concurrent`] = concurrent;
    figures[`${route}_seconds`] = seconds;
  }
  figures["keyless_calls_per_day"] = limits.keyless;
  figures["keyed_calls_per_day"] = limits.keyed;
  return figures;
}

export const DEFAULT_LIMITS: Limits = limitsOf((name) => DEFAULTS[name] ?? 0);
