/** What a caller may change about admission. */
import { type Entry, fail } from "../_core/tool.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { nearest } from "../_lib/text/nearest.ts";
import { propertyNames } from "../_lib/text/regex/property-names.ts";
import type { Input } from "../untrusted-input-admission.ts";
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

type PolicyProblem = Entry<"POLICY_INVALID">;

/** The policy as the checks use it, or every host and script in it that is none. */
export function readPolicy(given: Input["policy"]) {
  const problems: PolicyProblem[] = [];
  const { maxChars, checkPii } = given;
  const actions = new Map(Object.entries(given.actions));
  const policy: Policy = {
    maxChars,
    allowedHosts: readHosts(given, "allowedHosts", problems),
    blockedHosts: readHosts(given, "blockedHosts", problems),
    forbiddenLetters: readScripts(given.allowedScripts, problems),
    checkPii,
    actions,
  };
  const [first, ...others] = problems;
  if (first) return { failure: fail([first, ...others]) };
  return { policy, unknownCodes: unknownCodes([...actions.keys()]) };
}

function readHosts(
  given: Input["policy"],
  name: "allowedHosts" | "blockedHosts",
  problems: PolicyProblem[],
): ReadonlySet<string> {
  const hosts = new Set<string>();
  for (const [index, written] of given[name].entries()) {
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
function readScripts(names: readonly string[], problems: PolicyProblem[]): RegExp | undefined {
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
