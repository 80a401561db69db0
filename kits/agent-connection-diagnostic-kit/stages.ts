/** The stages in which other tools read the evidence and the configurations. */
import type { Entry } from "../../tools/_core/tool.ts";
import { isObject, memberOf, textOf } from "../../tools/_lib/json/tree/members.ts";
import type { JsonComment, JsonObject } from "../../tools/_lib/json/tree/tree.ts";
import { itemsOf } from "../../tools/_lib/json/tree/members.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import diagnoseFailure from "../../tools/api-failure-diagnostic.ts";
import checkJson from "../../tools/json-formatter.ts";
import repairJson from "../../tools/json-repair.ts";
import decodeToken from "../../tools/jwt-decoder.ts";
import generate from "../../tools/mcp-config-generator.ts";
import checkToml from "../../tools/toml-formatter.ts";
import type { Work } from "../agent-connection-diagnostic-kit.ts";
import { CLIENT_TABLE } from "./clients.ts";
import {
  addressOf,
  type Config,
  type ConfigFact,
  faultsOf,
  judgedBy,
  readConfig,
  type Server,
  valuesOf,
} from "./configs.ts";
import type { Situation, TokenFact } from "./facts.ts";
import { repairedTree } from "./repair-json.ts";
import { repairedToml } from "./repair-toml.ts";
import { countComments, withItsComments } from "./repaired-comments.ts";
import type { Evidence } from "./signs.ts";

/** Why configurations do not parse, by their number. */
export function checkSyntax(
  configs: readonly Config[],
  { ctx, report }: Work,
): ReadonlyMap<number, Entry> {
  const errors = new Map<number, Entry>();
  for (const { number, text, format, dialect } of configs) {
    const checked =
      format === "toml"
        ? ctx.step(checkToml, { input: text, action: "validate" })
        : ctx.step(checkJson, { input: text, action: "validate", dialect });
    const [error] = checked.errors ?? [];
    if (error !== undefined) errors.set(number, error);
  }
  for (const [stage, format] of [
    ["configs", "json"],
    ["toml", "toml"],
  ] as const) {
    const own = configs.filter((config) => config.format === format);
    const broken = own.filter(({ number }) => errors.has(number)).length;
    if (own.length === 0) report.skipped(stage, "The field `configs` has none of this form");
    else {
      const summary = `${counted(own.length, "configuration")}, ${broken} with a syntax error`;
      report.done(stage, summary, broken === 0 ? "pass" : "fail");
    }
  }
  return errors;
}

/** Configurations that do not parse are judged by their repaired text. */
export function judgeBroken(configs: readonly Config[], { ctx }: Work): Config[] {
  return configs.map((config) => {
    if (config.format === "toml" || config.root !== undefined) return config;
    const made = ctx.step(repairJson, { input: config.text });
    if (!made.ok || made.output === undefined) return config;
    const commented = withItsComments(config.text, made.output);
    const kept = commented === undefined ? config : judgedBy(config, commented);
    // A client that reads no comments has the text without them.
    return kept.root === undefined ? judgedBy(config, made.output) : kept;
  });
}

const NETWORK_ERROR =
  /\b(?:E(?:CONN|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH|PIPE)[A-Z]*|curl: \(\d+\)|net::ERR_|fetch failed|socket hang up|getaddrinfo)/;

/** What the call itself came to. */
export function judgeHttp({ text, statuses }: Evidence, { ctx, report }: Work) {
  if (statuses.length === 0 && !NETWORK_ERROR.test(text)) {
    report.skipped("http", "The field `evidence` has no status and no error of the network");
    return null;
  }
  const judged = ctx.step(diagnoseFailure, { input: text });
  const [cause] = judged.value?.causes ?? [];
  if (!judged.value || cause === undefined) {
    report.done("http", "No cause was found");
    return null;
  }
  const { retry, auth } = judged.value;
  const schemes = auth.map(({ scheme }) => scheme).join(", ");
  report.done(
    "http",
    `${cause.code}, ${retry.decision}${schemes === "" ? "" : `, asks for ${schemes}`}`,
  );
  return { code: cause.code, retry: retry.decision };
}

const JWT = /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{2,}\.[\w-]*/g;
const MOST_TOKENS = 50;

export function readTokens(texts: readonly string[], { ctx, report }: Work): TokenFact[] {
  const found = new Set(texts.flatMap((text) => text.match(JWT) ?? []));
  const facts = [...found].slice(0, MOST_TOKENS).flatMap((token): TokenFact[] => {
    const { value } = ctx.step(decodeToken, { token });
    const { payload, times = [], status = null } = value ?? {};
    if (!isObject(payload)) return [];
    const expiry = times.find(({ claim }) => claim === "exp");
    const { aud } = payload;
    const audience = (Array.isArray(aud) ? aud : [aud]).filter(
      (one): one is string => typeof one === "string",
    );
    const expired = expiry === undefined ? null : expiry.secondsFromNow < 0 || status === "expired";
    return [{ expired, expiresAt: expiry?.iso ?? null, audience }];
  });
  if (found.size === 0) report.skipped("tokens", "There is no JWT in the evidence");
  else {
    const expired = facts.filter((fact) => fact.expired === true).length;
    report.done("tokens", `${counted(found.size, "token")}, ${expired} expired`);
  }
  return facts;
}

/** What can be put right without knowing what was meant. */
const FIXABLE: ReadonlySet<ConfigFact> = new Set<ConfigFact>([
  "config-syntax",
  "config-duplicate-key",
  "config-root-key",
  "config-url-key",
  "config-type",
  "config-headers-key",
  "config-variable",
  "config-bearer-prefix",
  "config-windows-npx",
  "config-sse-url",
  "config-disabled",
]);

export interface MadeTree {
  readonly root: JsonObject;
  /** Behind the root; undefined where the client reads no comments. */
  readonly lastComments: readonly JsonComment[] | undefined;
}

export interface Fixed {
  readonly config: Config;
  /** What is right in it now. */
  readonly facts: readonly ConfigFact[];
  /** The tree of JSON, the text of TOML. */
  readonly made: MadeTree | { readonly text: string };
  /** Strict JSON has no place for comments. */
  readonly hasLostComments: boolean;
}

export interface Repaired {
  readonly fixed: readonly Fixed[];
  /** Of each configuration with a fault: what its client would read. */
  readonly expected: ReadonlyMap<number, string>;
}

export function repairConfigs(
  { configs, os }: Pick<Situation, "configs" | "os">,
  work: Work,
): Repaired {
  const fixed: Fixed[] = [];
  const expected = new Map<number, string>();
  let faulty = 0;
  for (const config of configs) {
    const faults = new Set(faultsOf(config, os === "windows").map(({ fact }) => fact));
    if (faults.size === 0) continue;
    faulty++;
    const made = repaired(config, faults, os === "windows", work);
    if (made !== undefined) fixed.push(made);
    const form = expectedForm(config, os, work);
    if (form !== undefined) expected.set(config.number, form);
  }
  if (faulty === 0) work.report.skipped("repair", "No configuration has anything to repair");
  else
    work.report.done("repair", `${fixed.length} of ${counted(faulty, "configuration")} put right`);
  return { fixed, expected };
}

/** Only what is better than before, judged as it was. */
function repaired(
  config: Config,
  faults: ReadonlySet<ConfigFact>,
  isWindows: boolean,
  work: Work,
): Fixed | undefined {
  const wanted = new Set([...faults].filter((fact) => FIXABLE.has(fact)));
  const made = mended(config, wanted);
  if (made === undefined) return undefined;
  const text = "root" in made ? (work.write(made.root, made.lastComments) ?? "") : made.text;
  const again = readConfig({ ...config, text }, config.number, config.client);
  const left = new Set(faultsOf(again, isWindows).map(({ fact }) => fact));
  const facts = [...wanted].filter((fact) => !left.has(fact));
  const isNew = !wanted.has("config-syntax") && [...left].some((fact) => !faults.has(fact));
  if (facts.length === 0 || isNew) return undefined;
  const hasLostComments =
    config.format === "json" && countComments(text) < countComments(config.text);
  return { config, facts, made, hasLostComments };
}

function mended(config: Config, wanted: ReadonlySet<ConfigFact>): Fixed["made"] | undefined {
  if (config.format === "toml") {
    const text = repairedToml(config, wanted);
    return text === undefined ? undefined : { text };
  }
  const root = repairedTree(config, wanted);
  const lastComments = config.dialect === "jsonc" ? config.lastComments : undefined;
  return root && { root, lastComments };
}

/** The first server as its client would read it, its secrets by name. */
function expectedForm(config: Config, os: Situation["os"], { ctx }: Work): string | undefined {
  const { client } = config;
  const [server] = config.servers;
  if (client === undefined || server === undefined || !CLIENT_TABLE[client].isGenerated) {
    return undefined;
  }
  const made = ctx.step(generate, {
    ...described(server),
    client,
    ...(os === undefined ? {} : { os }),
  });
  return made.ok ? made.output : undefined;
}

function described(server: Server) {
  const name = server.name.replace(/[^A-Za-z0-9_-]+/g, "-").slice(0, 64) || "server";
  const address = addressOf(server);
  const named = (kind: "header" | "env") => {
    const pairs = valuesOf(server).filter((value) => value.kind === kind);
    return Object.fromEntries(pairs.map(({ name: key }) => [key, reference(key)]));
  };
  if (address !== undefined) return { name, url: address.url, headers: named("header") };
  const args = itemsOf(memberOf(server.node, "args")).flatMap((item) => textOf(item) ?? []);
  const command = textOf(memberOf(server.node, "command")) ?? "";
  return { name, command, args, env: named("env") };
}

/** The variable of the environment that holds what is to be kept. */
function reference(key: string): string {
  if (/^authorization$/i.test(key)) return "Bearer ${MCP_TOKEN}";
  const name = key.toUpperCase().replace(/[^A-Z0-9]+/g, "_");
  return `\${${/^\d/.test(name) ? "_" : ""}${name}}`;
}
