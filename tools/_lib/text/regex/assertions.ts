import type { AssertionNode, Mode } from "./syntax.ts";

/** Whether a zero-width condition holds at a position. */
export type Condition = (text: string, position: number) => boolean;

export function conditionOf(node: AssertionNode, mode: Mode): Condition {
  switch (node.kind) {
    case "start":
      if (!node.multiline) return (_text, position) => position === 0;
      return (text, position) => position === 0 || isLineTerminator(text.charCodeAt(position - 1));
    case "end":
      if (!node.multiline) return (text, position) => position === text.length;
      return (text, position) =>
        position === text.length || isLineTerminator(text.charCodeAt(position));
    default: {
      const isWord = node.ignoreCase && mode.unicode ? isFoldedWordCharacter : isWordCharacter;
      const wanted = node.kind === "boundary";
      return (text, position) =>
        (isWord(text.charCodeAt(position - 1)) !== isWord(text.charCodeAt(position))) === wanted;
    }
  }
}

export function isLineTerminator(code: number): boolean {
  return code === 10 || code === 13 || code === 0x2028 || code === 0x2029;
}

export function isWordCharacter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95
  );
}

/** With the flags i and u, ſ and the Kelvin sign are word characters, as they fold to s and k. */
export function isFoldedWordCharacter(code: number): boolean {
  return isWordCharacter(code) || code === 0x17f || code === 0x212a;
}
