/** Passes a verdict on a text from outside, with reasons that do not quote it. */
import type { Entry } from "../_core/tool.ts";
import { sha256Hex } from "../_lib/bytes/sha256.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { redactSensitive } from "../_lib/secrets/detectors/redact.ts";
import { countCodePoints } from "../_lib/text/code-points.ts";
import { counted } from "../_lib/text/plural.ts";
import type { Input, Value } from "../untrusted-input-admission.ts";
import { removeUnseen } from "./characters.ts";
import { severest, type Verdict, VERDICTS } from "./codes.ts";
import { findingsIn } from "./findings.ts";
import { removeActiveHtml } from "./html.ts";
import { findFamilies } from "./injection.ts";
import { readPolicy } from "./policy.ts";
import { wrapText } from "./wrap.ts";

const LONGEST_SOURCE = 200;

/** Reads the policy, looks the text over, and gives it back only where the verdict admits it. */
export function admitInput(input: Input) {
  const { input: text, profile, wrap, includeSanitized } = input;
  const sourceLength = countCodePoints(input.source);
  if (sourceLength > LONGEST_SOURCE) {
    const expected = `at most ${LONGEST_SOURCE} characters`;
    return inputInvalid([outOfBounds("/source", `${sourceLength} characters`, expected)]);
  }
  const { policy, unknownCodes, failure } = readPolicy(input.policy);
  if (failure) return failure;
  const families = findFamilies(text);
  const findings = findingsIn(text, { profile, policy, wrap, families });
  const verdict = severest(findings.map(({ action }) => action));
  const sha256 = sha256Hex(text);
  const value: Value = {
    verdict,
    findings,
    families: [...families.keys()].toSorted(),
    ...(includeSanitized && verdict !== "reject" ? { sanitizedText: sanitize(text) } : {}),
    sha256,
    characters: countCodePoints(text),
  };
  const admitted = wrap ? wrapText(text, sha256) : text;
  const outcome = {
    ok: true,
    output: verdict === "admit" ? admitted : "",
    value,
    valid: verdict === "admit",
    warnings: [...profileWarnings(input), ...unknownCodes],
    report: writeReport(value, input.source),
  };
  return fails(verdict, input.failOn)
    ? { ...outcome, ok: false, error: gateError(value, input.failOn) }
    : outcome;
}

function profileWarnings({ profile }: Input): Entry<"PROFILE_PERMISSIVE">[] {
  if (profile !== "permissive") return [];
  const message = "The profile permissive admits findings of medium severity, such as hidden text";
  return [{ code: "PROFILE_PERMISSIVE", message, path: "/profile" }];
}

function fails(verdict: Verdict, failOn: Input["failOn"]): boolean {
  return failOn !== "none" && VERDICTS.indexOf(verdict) >= VERDICTS.indexOf(failOn);
}

function gateError({ verdict, findings }: Value, failOn: Input["failOn"]) {
  const expected = failOn === "reject" ? "admit or quarantine" : "admit";
  return {
    code: "UNTRUSTED_INPUT_ADMISSION_FAILED",
    message: `Cannot admit the text: the verdict is ${verdict} after ${counted(findings.length, "finding")}, expected ${expected}`,
    hint: "Read value.findings; with failOn none the run only reports",
  } as const;
}

/** For people who audit the verdict; the source is shown on one line, so that it cannot write lines of its own. */
function writeReport({ verdict, findings, characters, sha256 }: Value, source: string): string {
  const name = source.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ");
  const lines = [
    `Verdict: ${verdict}${name === "" ? "" : `, source: ${name}`}`,
    `${counted(characters, "character")}, SHA-256 ${sha256}`,
    `${counted(findings.length, "finding")}; none proves an attack, and no finding proves safety`,
    ...findings.map(({ code, severity, action, count, line, column, message }) => {
      const place = line === undefined ? "" : ` at line ${line}, column ${column}`;
      return `- ${severity} ${code}${place}, ${counted(count, "time")}, ${action}: ${message}`;
    }),
  ];
  return lines.join("\n");
}

/** The text without what is not seen, without active HTML and comments, its credentials as tokens. */
function sanitize(text: string): string {
  // Credentials come last: what was removed before may have cut one in two.
  const visible = removeActiveHtml(removeUnseen(text));
  return redactSensitive(visible, { categories: ["credential"], entropy: "off" }).text;
}
