import { Glob } from "bun";
import { failed, passed, type RunTool, skipped, type Suite, type Verdict } from "./suite.ts";

type Members = Record<string, unknown>;

interface Signing {
  readonly protected?: Members;
  readonly unprotected?: Members;
}

interface Example {
  readonly title: string;
  readonly input: { readonly payload?: string; readonly key: Members | Members[] };
  readonly signing?: Signing | Signing[];
  readonly encrypting_content?: Signing;
  readonly output: { compact?: string; json?: Members; json_flat?: Members };
}

/** By title: why the token as it stands verifies nowhere. */
const SKIPPED: ReadonlyMap<string, string> = new Map([
  ["Signature with Detached Content", "the signed content is not in the token"],
  ["'b64'=false JSON only", "the encoded header lacks the crit that RFC 7797 asks for"],
]);

const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);
const headerOf = (signing: Signing): Members => ({ ...signing.protected, ...signing.unprotected });

/** Only the public half, which is what a verifier has. */
function publicKey(key: Members): Members {
  const secret = new Set(key["kty"] === "oct" ? [] : ["d", "p", "q", "dp", "dq", "qi"]);
  return Object.fromEntries(Object.entries(key).filter(([name]) => !secret.has(name)));
}

async function* judgeDecoder(example: Example, run: RunTool): AsyncIterable<Verdict> {
  const { title, input, signing, encrypting_content: content, output } = example;
  const expected = headerOf(list(signing ?? content ?? {})[0] ?? {});
  for (const [form, token] of Object.entries(output)) {
    const name = `${title}, decode ${form}`;
    if (title === "'b64'=false JSON only") {
      yield skipped(name, "the encoded header lacks the crit that the file says it has");
      continue;
    }
    const text = typeof token === "string" ? token : JSON.stringify(token);
    const { value, error } = await run({ tool_id: "jwt-decoder", input: { token: text } });
    const { header, payload, payloadJson, payloadText } = (value ?? {}) as Members;
    // Members of one recipient's own header are not in the content's.
    const hasHeader = Object.entries(expected).every(
      ([key, member]) => JSON.stringify((header as Members)?.[key]) === JSON.stringify(member),
    );
    const isDetached = payloadText === "" && title.includes("Detached");
    const isContent = content
      ? payload === null && payloadJson === null
      : isDetached || input.payload === (payloadText ?? payloadJson);
    yield hasHeader && isContent ? passed(name) : failed(name, JSON.stringify(value ?? error));
  }
}

async function* judgeDebugger(example: Example, run: RunTool): AsyncIterable<Verdict> {
  const { title, input, output } = example;
  const keys = list(input.key).map(publicKey);
  for (const [form, token] of Object.entries(output)) {
    const name = `${title}, verify ${form}`;
    const reason = SKIPPED.get(title);
    if (reason !== undefined) {
      yield skipped(name, reason);
      continue;
    }
    for (const [index, text] of flattened(token).entries()) {
      const { value, output: line } = await run({
        tool_id: "jwt-debugger",
        input: { token: text, key: keys[index] },
      });
      const verdict = (value as Members | null)?.["verdict"];
      yield verdict === "verified"
        ? passed(`${name} ${index}`)
        : failed(`${name} ${index}`, line ?? "");
    }
  }
}

/** A token for each signature; the general form holds several. */
function flattened(token: string | Members): string[] {
  if (typeof token === "string") return [token];
  const { signatures, payload } = token;
  if (!Array.isArray(signatures)) return [JSON.stringify(token)];
  return (signatures as Members[]).map((signature) => JSON.stringify({ payload, ...signature }));
}

const suite: Suite = {
  name: "jose-cookbook",
  tools: ["jwt-decoder", "jwt-debugger"],
  floor: { passed: 88, failed: 0 },
  async *judge(folder, run) {
    const files = [...new Glob("{jws,jwe,curve25519,rfc7797}/*.json").scanSync(folder)].toSorted();
    for (const file of files) {
      const example = (await Bun.file(`${folder}/${file}`).json()) as Example;
      yield* judgeDecoder(example, run);
      if (example.signing) yield* judgeDebugger(example, run);
    }
  },
};
export default suite;
