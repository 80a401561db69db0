/** What a caller may change about admission: an object, or JSON text that holds one. */
import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "../_core/fields.ts";
import type { Entry } from "../_core/tool.ts";
import { readJsonField } from "../_lib/json/tree/json-field.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { nearest } from "../_lib/text/nearest.ts";
import { propertyNames } from "../_lib/text/regex/property-names.ts";
import { readStructured } from "../_lib/fields/structured-field.ts";
import { FINDING_CODES, type Verdict, VERDICTS } from "./codes.ts";
import { canonicalHost } from "./hosts.ts";

const PATH = "/policy";
const MOST_ITEMS = 1000;
const LIST = Type.Optional(Type.Array(Type.String(), { maxItems: MOST_ITEMS }));

const POLICY = Type.Object(
  {
    maxChars: Type.Optional(whole({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    allowedHosts: LIST,
    blockedHosts: LIST,
    allowedScripts: LIST,
    checkPii: Type.Optional(Type.Boolean()),
    actions: Type.Optional(Type.Record(Type.String(), oneOf(VERDICTS))),
  },
  { additionalProperties: false },
);

type GivenPolicy = Static<typeof POLICY>;

export interface Policy {
  readonly maxChars: number;
  readonly allowedHosts: ReadonlySet<string>;
  readonly blockedHosts: ReadonlySet<string>;
  /** Matches the letters of all other scripts; undefined where all are allowed. */
  readonly forbiddenLetters: RegExp | undefined;
  readonly checkPii: boolean;
  readonly actions: ReadonlyMap<string, Verdict>;
}

type PolicyEntry = Entry<"POLICY_INVALID">;

export type PolicyField =
  | { readonly policy: Policy; readonly unknownCodes: readonly Entry<"POLICY_CODE_UNKNOWN">[] }
  | { readonly errors: readonly [PolicyEntry, ...PolicyEntry[]] };

const DEFAULT_MAX_CHARS = 20_000;

export function readPolicy(given: unknown): PolicyField {
  const field = readStructured(given, POLICY, PATH);
  if (field.failure) {
    const errors = (field.failure.errors ?? []).map(invalid);
    return { errors: errors as [PolicyEntry, ...PolicyEntry[]] };
  }
  const repeated = repeatedKey(given);
  if (repeated) return { errors: [repeated] };
  const { maxChars = DEFAULT_MAX_CHARS, checkPii = false, actions = {} } = field.value;
  const problems: PolicyEntry[] = [];
  const policy: Policy = {
    maxChars,
    allowedHosts: readHosts(field.value, "allowedHosts", problems),
    blockedHosts: readHosts(field.value, "blockedHosts", problems),
    forbiddenLetters: readScripts(field.value.allowedScripts ?? [], problems),
    checkPii,
    actions: new Map(Object.entries(actions)),
  };
  const [first, ...others] = problems;
  if (first) return { errors: [first, ...others] };
  return { policy, unknownCodes: unknownCodes([...policy.actions.keys()]) };
}

/** Where the field is wrong, without an excerpt of it. */
function invalid({ message, path = PATH, line, column, offset, expected }: Entry): PolicyEntry {
  const place = { path, line, column, offset };
  const wanted =
    expected === "Unexpected property"
      ? `no such member but ${Object.keys(POLICY.properties).join(", ")}`
      : path.startsWith(`${PATH}/actions/`)
        ? VERDICTS.join(", ")
        : undefined;
  const own = `Cannot use ${path}: found something else, expected ${wanted}`;
  return { code: "POLICY_INVALID", message: wanted === undefined ? message : own, ...place };
}

/** Of two members with one name a reader would see only one. */
function repeatedKey(given: unknown): PolicyEntry | undefined {
  const { warnings } = readJsonField(given, PATH);
  const repeated = warnings.find(({ code }) => code === "DUPLICATE_KEY");
  if (!repeated) return undefined;
  const { path, line, column, offset } = repeated;
  const message = "Cannot use the policy: a key stands twice in an object, expected each key once";
  return { code: "POLICY_INVALID", message, path: `${PATH}${path ?? ""}`, line, column, offset };
}

function readHosts(
  given: GivenPolicy,
  name: "allowedHosts" | "blockedHosts",
  problems: PolicyEntry[],
): ReadonlySet<string> {
  const hosts = new Set<string>();
  for (const [index, written] of (given[name] ?? []).entries()) {
    const host = canonicalHost(written.trim().replace(/^\*?\./, ""));
    if (host === undefined || host === "") {
      problems.push({
        code: "POLICY_INVALID",
        message: `Cannot use item ${index} of ${name}: found no host, expected a name or an address without scheme, port and path`,
        path: `/policy/${name}/${index}`,
      });
    } else hosts.add(host);
  }
  return hosts;
}

/** Matches letters of other scripts than the given ones, Common and Inherited. */
function readScripts(names: readonly string[], problems: PolicyEntry[]): RegExp | undefined {
  if (names.length === 0) return undefined;
  const known = scriptNames();
  const allowed = ["Common", "Inherited"];
  for (const [index, written] of names.entries()) {
    const script = known.get(written.trim().toLowerCase().replace(/[ -]/g, "_"));
    if (script === undefined) {
      const [near] = nearest(written, known.values(), { limit: 1 });
      problems.push({
        code: "POLICY_INVALID",
        message: `Cannot use item ${index} of allowedScripts: found no script of Unicode, expected a name such as Latin`,
        path: `/policy/allowedScripts/${index}`,
        hint: near === undefined ? undefined : `Perhaps ${near} is meant`,
      });
    } else allowed.push(script);
  }
  const properties = allowed.map((script) => `\\p{Script=${script}}`).join("");
  return new RegExp(`(?![${properties}])\\p{L}`, "gu");
}

/** By their lower-case form: the scripts that this engine knows. */
function scriptNames(): ReadonlyMap<string, string> {
  const scripts = propertyNames()
    .filter((name) => name.startsWith("Script="))
    .map((name) => name.slice("Script=".length));
  return new Map(scripts.filter(isKnown).map((script) => [script.toLowerCase(), script]));
}

function isKnown(script: string): boolean {
  try {
    return new RegExp(`\\p{Script=${script}}`, "u").unicode;
  } catch {
    return false;
  }
}

function unknownCodes(codes: readonly string[]): Entry<"POLICY_CODE_UNKNOWN">[] {
  const known: ReadonlySet<string> = new Set(FINDING_CODES);
  return codes
    .filter((code) => !known.has(code))
    .map((code) => {
      const [near] = nearest(code, FINDING_CODES, { limit: 1 });
      return {
        code: "POLICY_CODE_UNKNOWN",
        message: "An action is for a code that no finding has, and changes nothing",
        path: appendPointer("/policy/actions", code),
        hint: near === undefined ? undefined : `Perhaps ${near} is meant`,
      };
    });
}
