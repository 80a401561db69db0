import {
  differs,
  failed,
  passed,
  rowsIn,
  skipped,
  type Suite,
  type Verdict,
  verdicts,
} from "./suite.ts";

interface Row {
  readonly id: string;
  readonly rule: string;
  readonly text: string;
  readonly secret: boolean;
}

/** Secrets of kinds that have no detector, and that do not look random. */
const UNKNOWN_KINDS: ReadonlyMap<string, string> = new Map([
  ["gl-0026", "a kind without a detector, made of one word again and again"],
  ["gl-0372", "a kind without a detector, written in hex"],
]);

/** Detectors that take what is named a secret; the others know a key by its shape. */
const BY_NAME = new Set(["assigned-secret", "secret-parameter", "flag-secret"]);

interface Value {
  readonly evidence: readonly { readonly detector: string }[];
}

const suite: Suite = {
  name: "gitleaks",
  tools: ["sensitive-log-redaction-evidence"],
  floor: { passed: 203, failed: 6 },
  async *judge(folder, run) {
    const rows = await rowsIn<Row>(`${folder}/cases.jsonl`);
    yield* verdicts(rows, async ({ id, rule, text, secret }) => {
      const name = `${id} ${rule}`;
      const unknown = UNKNOWN_KINDS.get(id);
      if (unknown !== undefined) return skipped(name, unknown);
      const { valid, value } = await run({
        tool_id: "sensitive-log-redaction-evidence",
        input: { input: text, categories: "credential" },
      });
      return verdictOn(name, secret, valid === false, value as Value);
    });
  },
};
export default suite;

function verdictOn(name: string, secret: boolean, isFound: boolean, { evidence }: Value): Verdict {
  if (isFound === secret) return passed(name);
  if (secret) return failed(name, "nothing was redacted");
  if (evidence.some(({ detector }) => BY_NAME.has(detector))) {
    return failed(name, `redacted by ${evidence.map(({ detector }) => detector).join()}`);
  }
  return differs(name, "has a key's shape: upstream refuses it by its entropy or as an example");
}
