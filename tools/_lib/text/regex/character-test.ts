import { isInsidePair } from "../code-points.ts";
import { isLineTerminator } from "./assertions.ts";
import { characterSet, mayHaveCase, sourceOf, upperCaseOf } from "./character-set.ts";
import { isWhole, type SameText, type Test } from "./characters.ts";
import type { AnyNode, CharNode, Mode, Node, SetNode } from "./syntax.ts";

/** A node that matches exactly one character. */
export type CharacterNode = CharNode | AnyNode | SetNode;

export function isCharacter(node: Node): node is CharacterNode {
  return node.type === "char" || node.type === "any" || (node.type === "set" && !node.strings);
}

/** The test of a node that matches one character. */
export function testOf(node: CharacterNode, mode: Mode): Test {
  if (node.type === "any") {
    return { has: node.dotAll ? () => true : (code) => !isLineTerminator(code), exact: -1 };
  }
  if (node.type === "set") return characterSet(node.source, node.ignoreCase, mode);
  const { code } = node;
  if (node.ignoreCase && mayHaveCase(code)) {
    return characterSet(sourceOf(code), true, mode);
  }
  const isUnit = code <= 0xffff && !(mode.unicode && code >= 0xd800 && code <= 0xdfff);
  return { has: (other) => other === code, exact: isUnit ? code : -1 };
}

/** How a back reference compares. */
export function sameText(ignoreCase: boolean, mode: Mode): SameText {
  const same = ignoreCase ? sameFolded(mode) : undefined;
  return (text, from, at, length) => {
    if (mode.unicode && !isWhole(text, at, length)) return false;
    for (let ahead = 0; ahead < length; ahead++) {
      if (text.charCodeAt(from + ahead) === text.charCodeAt(at + ahead)) continue;
      if (same === undefined || !same(text, from + ahead, at + ahead)) return false;
    }
    return true;
  };
}

/** Compares characters regardless of case; of a pair both halves compare as the pair. */
function sameFolded(mode: Mode): (text: string, from: number, at: number) => boolean {
  if (!mode.unicode) {
    return (text, from, at) =>
      upperCaseOf(text.charCodeAt(from)) === upperCaseOf(text.charCodeAt(at));
  }
  return (text, from, at) => {
    const first = text.codePointAt(isInsidePair(text, from) ? from - 1 : from) ?? -1;
    const second = text.codePointAt(isInsidePair(text, at) ? at - 1 : at) ?? -1;
    return characterSet(sourceOf(first), true, mode).has(second);
  };
}
