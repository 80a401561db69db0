import { expect, test } from "bun:test";
import fc from "fast-check";
import { utf8Length } from "../../../tools/_lib/text/utf8-length.ts";

test("the length is that of the encoded bytes, lone surrogates included", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
    }),
    { examples: [["a\ud83d"], ["\ude00é€😀"]] },
  );
});
