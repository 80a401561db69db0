/** Tokens: what is drawn is read, and nothing else is. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  drawToken,
  equalInConstantTime,
  hashSecret,
  readToken,
  writeToken,
} from "../../../app/limits/token.ts";

const character = fc.constantFrom(
  ..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
);
const word = (length: number) =>
  fc.array(character, { minLength: length, maxLength: length }).map((all) => all.join(""));

describe("tokens", () => {
  test("what is drawn is read", () => {
    const drawn = Array.from({ length: 500 }, drawToken);
    for (const token of drawn) expect(readToken(writeToken(token))).toEqual(token);
    expect(new Set(drawn.map(({ id }) => id)).size).toBe(500);
    const used = new Set(drawn.flatMap(({ secret }) => [...secret]));
    expect(used.size).toBe(62);
  });

  test("every id and secret of letters and digits can be read", () => {
    fc.assert(
      fc.property(word(12), word(43), (id, secret) => {
        expect(readToken(`pbx_${id}_${secret}`)).toEqual({ id, secret });
      }),
    );
  });

  test("a token with one character more, less or else is none", () => {
    fc.assert(
      fc.property(
        word(12),
        word(43),
        fc.nat(59),
        fc.constantFrom("", "_", "é", " ", "\n"),
        (...[id, secret, at, other]) => {
          const token = `pbx_${id}_${secret}`;
          expect(readToken(token + "0")).toBeUndefined();
          expect(readToken(`${token}\n`)).toBeUndefined();
          const changed = token.slice(0, at) + other + token.slice(at + 1);
          if (changed !== token) expect(readToken(changed)).toBeUndefined();
        },
      ),
    );
  });

  test("any text is read to what writes it again, or to nothing", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const token = readToken(text);
        expect(token === undefined || writeToken(token) === text).toBe(true);
      }),
    );
  });

  test("the hash is SHA-256, and equal is equal", () => {
    expect(hashSecret("abc")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(equalInConstantTime(a, b)).toBe(a === b);
        expect(equalInConstantTime(a, a)).toBe(true);
      }),
    );
  });
});
