import { isLineTerminator, isWordCharacter } from "../../_lib/text/regex/assertions.ts";
import { testOf, type CharacterNode } from "../../_lib/text/regex/character-test.ts";
import type { Mode } from "../../_lib/text/regex/syntax.ts";
import type { State } from "./nfa.ts";

/** Characters that no part of a pattern tells apart are one symbol. */
export interface Alphabet {
  /** One character of each symbol, as text. */
  readonly texts: readonly string[];
  readonly isWord: readonly boolean[];
  readonly isLineEnd: readonly boolean[];
  /** Whether a state's character is of a symbol: by index of the state, then of the symbol. */
  readonly accepts: readonly (readonly boolean[] | undefined)[];
}

/** In the order in which they are preferred in examples. */
const USUAL =
  "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ !#$%&()*+,-./:;<=>?@[]^_{|}~'\"`\\" +
  "\t\n\r\v\f\0\u007f\u0080\u00a0éÉßſ\u212aΩωжЖ中あ\u2028\ufeff\uffff";
const ESCAPE =
  /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,8})\}|c([A-Za-z])|([0-7]{1,3}))/g;

/** Finds the symbols that the characters of an automaton tell apart, by trying likely characters. */
export function alphabetOf(states: readonly State[], mode: Mode): Alphabet {
  const tests = new Map<string, (code: number) => boolean>();
  const keys = states.map((state) => {
    if (state.type !== "character") return undefined;
    const key = keyOf(state.node);
    if (!tests.has(key)) tests.set(key, testFor(state.node, mode));
    return key;
  });
  const columns = [...tests.values()];
  const symbols = new Map<string, number>();
  for (const code of candidates(states, mode)) {
    const traits = [isWordCharacter(code), isLineTerminator(code)];
    const signature = [...columns.map((has) => has(code)), ...traits].map(Number).join("");
    if (!symbols.has(signature)) symbols.set(signature, code);
  }
  const codes = [...symbols.values()];
  const rows = new Map([...tests].map(([key, has]) => [key, codes.map((code) => has(code))]));
  return {
    texts: codes.map((code) => String.fromCodePoint(code)),
    isWord: codes.map((code) => isWordCharacter(code)),
    isLineEnd: codes.map((code) => isLineTerminator(code)),
    accepts: keys.map((key) => (key === undefined ? undefined : rows.get(key))),
  };
}

function keyOf(node: CharacterNode | "anything"): string {
  if (node === "anything") return "anything";
  if (node.type === "any") return node.dotAll ? "anything" : "any";
  const letterCase = node.ignoreCase ? "i" : "";
  return node.type === "set" ? `[${letterCase}${node.source}` : `=${letterCase}${node.code}`;
}

function testFor(node: CharacterNode | "anything", mode: Mode): (code: number) => boolean {
  if (node === "anything") return () => true;
  const test = testOf(node, mode);
  return (code) => test.has(code);
}

/** Characters around the borders of all that the pattern names; of properties only samples. */
function candidates(states: readonly State[], mode: Mode): Iterable<number> {
  const codes = new Set<number>(Array.from(USUAL, (letter) => letter.codePointAt(0) ?? 0));
  const addAround = (code: number) => {
    for (const near of [code, code + 1, code - 1]) {
      if (near >= 0 && near <= (mode.unicode ? 0x10ffff : 0xffff)) codes.add(near);
    }
  };
  let properties = false;
  for (const state of states) {
    if (state.type !== "character" || state.node === "anything" || state.node.type === "any")
      continue;
    if (state.node.type === "char") addAround(state.node.code);
    else {
      const { source } = state.node;
      properties ||= /\\p/i.test(source);
      for (const letter of mode.unicode ? source : source.split("")) {
        addAround(letter.codePointAt(0) ?? 0);
      }
      for (const code of escapedCodes(source)) addAround(code);
    }
  }
  if (properties) for (const code of samples()) codes.add(code);
  return codes;
}

function* escapedCodes(source: string): Iterable<number> {
  for (const [, byte, unit, point, control, octal] of source.matchAll(ESCAPE)) {
    if (control !== undefined) yield control.charCodeAt(0) % 32;
    else if (octal !== undefined) yield Number.parseInt(octal, 8);
    else yield Number.parseInt(byte ?? unit ?? point ?? "0", 16);
  }
}

/** Characters of many scripts and categories. */
function* samples(): Iterable<number> {
  for (let code = 0x80; code < 0x3100; code += 7) yield code;
  for (let code = 0x3100; code < 0xd800; code += 509) yield code;
  for (let code = 0xf900; code < 0x10000; code += 61) yield code;
  for (let code = 0x1f300; code < 0x1fb00; code += 37) yield code;
}
