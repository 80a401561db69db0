import type { Law, Outcome } from "../_core/tool.ts";
import { FINDING_CODES, PROFILES, ruleOf, severest, VERDICTS } from "./codes.ts";
import type { INPUT, Value } from "./contract.ts";
import { DELIMITER } from "./wrap.ts";

type AdmissionLaw = Law<typeof INPUT, Value>;

/** Laws that hold for every text, profile and policy. */
export const ADMISSION_LAWS: readonly AdmissionLaw[] = [
  {
    name: "without actions of the policy no finding is taken lighter than the profile says",
    holds(run, input) {
      const { value } = run({ ...input, policy: {} });
      if (!value) return true;
      const actions = PROFILES[input.profile ?? "default"];
      return (
        value.findings.every(({ severity, action }) => action === actions[severity]) &&
        value.verdict === severest(value.findings.map(({ action }) => action))
      );
    },
  },
  {
    name: "strict is as severe as default or more, and default as permissive",
    holds(run, input) {
      const strict = rank(run({ ...input, profile: "strict" }));
      const standard = rank(run({ ...input, profile: "default" }));
      return strict >= standard && standard >= rank(run({ ...input, profile: "permissive" }));
    },
  },
  {
    name: "lines behind the text never lower the verdict, unless it was empty",
    holds(run, { input: text = "", source = "", ...input }) {
      const before = run({ ...input, input: text });
      if (before.value?.findings.some(({ code }) => code === "EMPTY_TEXT")) return true;
      return rank(run({ ...input, input: `${text}\n${source}` })) >= rank(before);
    },
  },
  {
    name: "wrap changes nothing but the output, where the text has no such marks",
    holds(run, input) {
      if (input.input?.search(DELIMITER) !== -1) return true;
      const { output: _, ...plain } = run({ ...input, wrap: false });
      const { output: __, ...wrapped } = run({ ...input, wrap: true });
      return JSON.stringify(plain) === JSON.stringify(wrapped);
    },
  },
  {
    name: "findings and report do not quote the text",
    holds(run, input) {
      const { input: text = "" } = input;
      const { value, report = "" } = run({ ...input, input: text, source: "" });
      const said = JSON.stringify(value?.findings ?? []) + report;
      return windowsOf(text).every(
        (window) => OWN_WORDS.includes(window) || !said.includes(window),
      );
    },
  },
];

function rank({ value }: Outcome<Value>): number {
  return value ? VERDICTS.indexOf(value.verdict) : VERDICTS.length;
}

/** What messages say of any text. */
const OWN_WORDS = JSON.stringify(FINDING_CODES.map((code) => [code, ruleOf(code)]));
const WINDOW = 8;

function windowsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - WINDOW + 1) }, (_, start) =>
    text.slice(start, start + WINDOW),
  );
}
