import type { RunRequest } from "../../../app/run/types.ts";
import { failed, passed, skipped, type Suite } from "../suite.ts";

type Arguments = readonly unknown[];

interface Row {
  readonly id: string;
  readonly name: string;
  readonly input: string;
  readonly recipe: readonly { readonly op: string; readonly args: Arguments }[];
  readonly expect: string;
}

/** The text that an operation is given, hex where a step before it makes bytes. */
interface Message {
  readonly text: string;
  readonly isHex: boolean;
}

/** The request for an operation, or why no tool's text covers it. */
type Adapter = (message: Message, args: Arguments) => RunRequest | string;

const hash =
  (name: (args: Arguments) => string): Adapter =>
  ({ text, isHex }, args) => {
    const textEncoding = isHex ? "hex" : "utf8";
    return { tool_id: "hash-generator", input: { text, textEncoding, algorithms: name(args) } };
  };

/** Sizes of output that the tool has, in the operation's own unit. */
const sized =
  (adapter: Adapter, size: (args: Arguments) => unknown, ...sizes: unknown[]): Adapter =>
  (message, args) =>
    sizes.includes(size(args)) ? adapter(message, args) : "another length of output";

const CHECKSUMS: Readonly<Record<string, string>> = {
  "CRC-32": "crc32",
  "CRC-32/ADCCP": "crc32",
  "CRC-32/V-42": "crc32",
  "CRC-32/ISCSI": "crc32c",
  "CRC-32/INTERLAKEN": "crc32c",
  "CRC-32/NVME": "crc32c",
};

const hmac: Adapter = ({ text, isHex }, [key, algorithm]) => {
  const { option, string } = key as { option: string; string: string };
  const hex =
    option === "Decimal"
      ? string
          .split(/[ ,]+/)
          .map((byte) => Number(byte).toString(16).padStart(2, "0"))
          .join("")
      : string;
  const textEncoding = isHex ? "hex" : "utf8";
  const keyEncoding = option === "UTF8" ? "utf8" : "hex";
  return {
    tool_id: "hash-generator",
    input: {
      text,
      textEncoding,
      key: keyEncoding === "utf8" ? string : hex,
      keyEncoding,
      algorithms: algorithm,
    },
  };
};

const ADAPTERS: Readonly<Record<string, Adapter>> = {
  "To Base64": ({ text }) => ({ tool_id: "base64", input: { input: text } }),
  "From Base64": ({ text }) => ({
    tool_id: "base64",
    input: { input: text, action: "decode", outputAs: "hex" },
  }),
  "URL Encode": ({ text }, [all]) => ({
    tool_id: "url-encoder",
    input: { input: text, mode: all === true ? "rfc3986" : "uri" },
  }),
  "URL Decode": ({ text }) => ({
    tool_id: "url-encoder",
    input: { input: text, action: "decode" },
  }),
  MD5: hash(() => "md5"),
  SHA1: hash(() => "sha1"),
  SHA2: hash(([size]) => `sha${String(size)}`),
  SHA3: hash(([size]) => `sha3-${String(size)}`),
  Keccak: sized(
    hash(() => "keccak-256"),
    ([size]) => size,
    "256",
  ),
  Shake: sized(
    hash(([size]) => `shake${String(size)}`),
    ([size, bits]) => `${size} ${bits}`,
    "128 256",
    "256 512",
  ),
  BLAKE2b: sized(
    hash(([size]) => `blake2b-${String(size)}`),
    ([size]) => size,
    "256",
    "512",
  ),
  BLAKE3: sized(
    hash(() => "blake3"),
    ([size, key]) => `${size} ${key}`,
    "32 ",
  ),
  "CRC Checksum": ({ text, isHex }, args) => {
    const name = CHECKSUMS[String(args[0])];
    return name === undefined ? "another CRC" : hash(() => name)({ text, isHex }, args);
  },
  HMAC: hmac,
};

/** Judges operations on bytes: Base64, URL escapes, hashes and HMAC. */
const suite: Suite = {
  name: "cyberchef",
  tools: ["base64", "url-encoder", "hash-generator"],
  floor: { passed: 53, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const row = JSON.parse(line) as Row;
      const name = `${row.id} ${row.name}`;
      const isHex = row.recipe.length === 2 && row.recipe[0]?.op === "From Hex";
      const step = isHex ? row.recipe[1] : row.recipe[0];
      const adapter = row.recipe.length === (isHex ? 2 : 1) ? ADAPTERS[step?.op ?? ""] : undefined;
      if (!step || !adapter) continue;
      const request = adapter({ text: row.input, isHex }, step.args);
      if (typeof request === "string") {
        yield skipped(name, request);
        continue;
      }
      const { output = "" } = await run(request);
      const wanted = step.op === "From Base64" ? hexOf(row.expect) : row.expect;
      yield output === wanted ? passed(name) : failed(name, `${output}, expected ${wanted}`);
    }
  },
};
export default suite;

/** A text without characters above U+00FF that is not ASCII stands for bytes. */
function hexOf(text: string): string {
  const isBytes = /^[\0-\u00ff]*$/.test(text);
  return Buffer.from(text, isBytes ? "latin1" : "utf8").toString("hex");
}
