/**
 * Writes tools/_lib/agents/tokens/<encoding>.gen.ts: the byte-pair ranks of gpt-tokenizer (MIT) as two texts, which
 * load in no time and become a map only when the encoding is used. The ranks of r50k_base are the first of p50k_base.
 */
import packages from "../package.json" with { type: "json" };
import { stateOf, writeTexts } from "./text-module.ts";

const ENCODINGS = ["o200k_base", "cl100k_base", "p50k_base"] as const;

/** Index is rank; a token that is no text is its bytes, a rank without a token is undefined. */
type Ranks = readonly (string | readonly number[] | undefined)[];

const BY = "build/token-ranks.ts";
const state = await stateOf(BY, [packages.dependencies["gpt-tokenizer"]]);

function write(encoding: (typeof ENCODINGS)[number]): Promise<void> {
  const target = `tools/_lib/agents/tokens/${encoding}.gen.ts`;
  return writeTexts(target, { by: BY, state }, async () => {
    const module: { default: Ranks } = await import(`gpt-tokenizer/bpeRanks/${encoding}`);
    const tokens = Array.from(module.default, (token) => (token ? bytesOf(token) : ""));
    const lengths = tokens.map((token) => String.fromCharCode(token.length));
    return { bytes: tokens.join(""), lengths: lengths.join("") };
  });
}

/** One character for each byte. */
function bytesOf(token: string | readonly number[]): string {
  return typeof token === "string"
    ? Buffer.from(token, "utf8").toString("latin1")
    : String.fromCharCode(...token);
}

export async function writeTokenRanks(): Promise<void> {
  await Promise.all(ENCODINGS.map(write));
}
