/** What a caller may change about admission: an object, or JSON text that holds one. */
import { type Entry, fail } from "../_core/tool.ts";
import { readJsonField } from "../_lib/json/tree/json-field.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { nearest } from "../_lib/text/nearest.ts";
import { propertyNames } from "../_lib/text/regex/property-names.ts";
import { readStructured } from "../_lib/fields/structured-field.ts";
import type { GivenPolicy, PolicyShape } from "../untrusted-input-admission.ts";
import { FINDING_CODES, type Verdict } from "./codes.ts";
import { canonicalHost } from "./hosts.ts";

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

const PATH = "/policy";
const DEFAULT_MAX_CHARS = 20_000;

/** The policy, and the codes in it that no finding has; `shape` is that of the data and of JSON text. */
export function readPolicy(given: GivenPolicy | string, shape: PolicyShape) {
  const { value, problems } =
    typeof given === "string" ? readText(given, shape) : { value: given, problems: [] };
  const { maxChars = DEFAULT_MAX_CHARS, checkPii = false, actions = {} } = value;
  const policy: Policy = {
    maxChars,
    allowedHosts: readHosts(value, "allowedHosts", problems),
    blockedHosts: readHosts(value, "blockedHosts", problems),
    forbiddenLetters: readScripts(value.allowedScripts ?? [], problems),
    checkPii,
    actions: new Map(Object.entries(actions)),
  };
  const [first, ...others] = problems;
  if (first) return { failure: fail([first, ...others]) };
  return { policy, unknownCodes: unknownCodes([...policy.actions.keys()]) };
}

/** Text has one code for whatever is wrong with it, and no excerpt of it is shown. */
function readText(
  given: string,
  shape: PolicyShape,
): { value: GivenPolicy; problems: PolicyEntry[] } {
  const read = readStructured(given, shape, PATH);
  if (read.failure) return { value: {}, problems: (read.failure.errors ?? []).map(invalid) };
  return { value: read.value, problems: repeatedKeys(given) };
}

function invalid({ message, path = PATH, line, column, offset, expected }: Entry): PolicyEntry {
  const own = `Cannot use ${path}: found something else, expected ${expected}`;
  const place = { path, line, column, offset };
  return { code: "POLICY_INVALID", message: expected === undefined ? message : own, ...place };
}

/** Of two members with one name a reader would see only one. */
function repeatedKeys(given: string): PolicyEntry[] {
  const { warnings } = readJsonField(given, PATH);
  const repeated = warnings.find(({ code }) => code === "DUPLICATE_KEY");
  if (!repeated) return [];
  const { path, line, column, offset } = repeated;
  const message = "Cannot use the policy: a key stands twice in an object, expected each key once";
  return [{ code: "POLICY_INVALID", message, path: `${PATH}${path ?? ""}`, line, column, offset }];
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
