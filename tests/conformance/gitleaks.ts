import { failed, passed, skipped, type Suite } from "./suite.ts";

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
  floor: { passed: 190, failed: 13 },
  async *judge(folder, run) {
    const rows = (await Bun.file(`${folder}/cases.jsonl`).text()).split("\n").filter(Boolean);
    for (const line of rows) {
      const { id, rule, text, secret } = JSON.parse(line) as Row;
      const name = `${id} ${rule}`;
      const unknown = UNKNOWN_KINDS.get(id);
      if (unknown !== undefined) {
        yield skipped(name, unknown);
        continue;
      }
      const { valid, value } = await run({
        tool_id: "sensitive-log-redaction-evidence",
        input: { input: text, categories: "credential", entropy: secret ? "redact" : "flag" },
      });
      const { evidence } = value as Value;
      if (valid === !secret) yield passed(name);
      else if (secret) yield failed(name, "nothing was redacted");
      else if (evidence.every(({ detector }) => !BY_NAME.has(detector))) {
        yield skipped(
          name,
          "has a key's shape: upstream refuses it by its entropy or as an example",
        );
      } else yield failed(name, `redacted by ${evidence.map(({ detector }) => detector).join()}`);
    }
  },
};
export default suite;
