import { conditionOf } from "./assertions.ts";
import { characterSet } from "./character-set.ts";
import { type CharacterNode, isCharacter, sameText, testOf } from "./character-test.ts";
import { CODE_POINTS, type Stride, UNITS } from "./characters.ts";
import * as step from "./instructions.ts";
import { leastLength } from "./least-length.ts";
import * as loops from "./loop-instructions.ts";
import { ACCEPT, type Instruction, type Program } from "./machine.ts";
import {
  type BackreferenceNode,
  type LookNode,
  MANY,
  type Mode,
  type Node,
  type Pattern,
  type RepeatNode,
  type SetNode,
} from "./syntax.ts";

/** Compiles a pattern to a program whose size is linear in the pattern's. */
export function compile({ body, groupCount }: Pattern, mode: Mode): Program {
  return new Compiler(mode, groupCount).compile(body);
}

/** An instruction's index, known once all that stands before it is compiled. */
interface Label {
  index: number;
}

/** Makes an instruction once all labels are known; `index` is its own. */
type Maker = (index: number) => Instruction;

class Compiler {
  readonly #mode: Mode;
  readonly #stride: Stride;
  readonly #makers: Maker[] = [];
  readonly #wide = new Set<number>();
  readonly #captureCount: number;
  #registers: number;

  constructor(mode: Mode, groupCount: number) {
    this.#mode = mode;
    this.#stride = mode.unicode ? CODE_POINTS : UNITS;
    this.#captureCount = groupCount + 1;
    this.#registers = this.#captureCount * 2;
  }

  compile(body: Node): Program {
    this.#node(body, false);
    this.#emit(() => step.jump(ACCEPT));
    const wide = new Uint8Array(this.#makers.length);
    for (const index of this.#wide) wide[index] = 1;
    return {
      instructions: this.#makers.map((make, index) => make(index)),
      wide,
      registerCount: this.#registers,
      captureCount: this.#captureCount,
    };
  }

  #emit(make: Maker): void {
    this.#makers.push(make);
  }

  #label(): Label {
    return { index: this.#makers.length };
  }

  #bind(label: Label): void {
    label.index = this.#makers.length;
  }

  #register(): number {
    return this.#registers++;
  }

  /** Emits a node that is matched from its end to its start where `back` is set, as look-behind does. */
  #node(node: Node, back: boolean, following = -1): void {
    switch (node.type) {
      case "char":
      case "any":
        this.#character(node, back);
        break;
      case "set":
        if (node.strings) this.#strings(node, back);
        else this.#character(node, back);
        break;
      case "sequence":
        this.#sequence(node.items, back, following);
        break;
      case "choice":
        this.#choice(node.options, back);
        break;
      case "group":
        this.#group(node.number, node.body, back, following);
        break;
      case "assertion": {
        const condition = conditionOf(node, this.#mode);
        this.#emit((index) => step.check(condition, index + 1));
        break;
      }
      case "backreference":
        this.#backreference(node, back);
        break;
      case "look":
        this.#look(node);
        break;
      case "repeat":
        this.#repeat(node, back, following);
        break;
    }
  }

  #sequence(items: readonly Node[], back: boolean, following: number): void {
    const ordered = back ? items.toReversed() : items;
    for (const [index, item] of ordered.entries()) {
      const after = ordered[index + 1];
      this.#node(item, back, after === undefined ? following : this.#exactOf(after));
    }
  }

  #choice(options: readonly Node[], back: boolean): void {
    const end = this.#label();
    for (const [index, option] of options.entries()) {
      const isLast = index === options.length - 1;
      const other = this.#label();
      if (!isLast) this.#emit((self) => step.split(self + 1, other.index));
      this.#node(option, back);
      if (!isLast) this.#emit(() => step.jump(end.index));
      this.#bind(other);
    }
    this.#bind(end);
  }

  #group(number: number, body: Node, back: boolean, following: number): void {
    const [first, last] = back ? [number * 2 + 1, number * 2] : [number * 2, number * 2 + 1];
    this.#emit((index) => step.save(first, index + 1));
    this.#node(body, back, following);
    this.#emit((index) => step.save(last, index + 1));
  }

  #character(node: CharacterNode, back: boolean): void {
    const test = testOf(node, this.#mode);
    if (
      node.type === "char" &&
      node.code > 0xffff &&
      test.exact === -1 &&
      !node.ignoreCase &&
      !back
    ) {
      const pair = String.fromCodePoint(node.code);
      this.#emit((index) => step.exactly(pair.charCodeAt(0), index + 1));
      this.#emit((index) => step.exactly(pair.charCodeAt(1), index + 1));
    } else if (back) {
      this.#emit((index) => step.characterBehind(test, this.#stride, index + 1));
    } else if (test.exact >= 0) {
      this.#emit((index) => step.exactly(test.exact, index + 1));
    } else {
      this.#emit((index) => step.character(test, this.#stride, index + 1));
    }
  }

  /** The code unit that a node's match begins with, -1 where it is not known. */
  #exactOf(node: Node): number {
    if (node.type === "char") return testOf(node, this.#mode).exact;
    if (node.type === "group") return this.#exactOf(node.body);
    if (node.type === "repeat" && node.min > 0) return this.#exactOf(node.body);
    const [first] = node.type === "sequence" ? node.items : [];
    return first === undefined ? -1 : this.#exactOf(first);
  }

  #strings({ source, ignoreCase, longest, starts }: SetNode, back: boolean): void {
    const set = characterSet(source, ignoreCase, this.#mode);
    const first = characterSet(`[${starts}]`, ignoreCase, this.#mode);
    const shape = { set, starts: first, hasEmpty: set.hasString(""), ignoreCase, longest, back };
    this.#emit((index) => loops.longestString(shape, index + 1, index + 2));
    this.#wide.add(this.#makers.length);
    this.#emit((index) => loops.shorterString(shape, index, index + 1));
  }

  #backreference({ groups, ignoreCase }: BackreferenceNode, back: boolean): void {
    const same = sameText(ignoreCase, this.#mode);
    this.#emit((index) => loops.reference(groups, same, back, index + 1));
  }

  #look({ ahead, negative, body }: LookNode): void {
    const height = this.#register();
    const end = this.#label();
    if (negative) {
      this.#emit((index) => step.lookNot(height, end.index, index + 1));
      this.#node(body, !ahead);
      this.#emit(() => step.lookFails(height));
    } else {
      const position = this.#register();
      this.#emit((index) => step.look(height, position, index + 1));
      this.#node(body, !ahead);
      this.#emit((index) => step.lookHolds(height, position, index + 1));
    }
    this.#bind(end);
  }

  #repeat(node: RepeatNode, back: boolean, following: number): void {
    const { body, min, max } = node;
    if (max === 0) return;
    if (isCharacter(body) && !back) this.#characterLoop(node, body, following);
    else if (max === MANY && min <= 1 && leastLength(body) > 0) this.#plainLoop(node, back);
    else if (max === 1 && min === 1) this.#node(body, back);
    else if (max === 1) this.#optional(node, back);
    else this.#countedLoop(node, back);
  }

  #characterLoop({ min, max, greedy }: RepeatNode, body: CharacterNode, following: number): void {
    const loop = { test: testOf(body, this.#mode), stride: this.#stride, min, max, following };
    const [begin, retry] = greedy
      ? [loops.greedyLoop, loops.giveBack]
      : [loops.lazyLoop, loops.takeMore];
    this.#emit((index) => begin(loop, index + 1, index + 2));
    this.#wide.add(this.#makers.length);
    this.#emit((index) => retry(loop, index, index + 1));
  }

  /** `*` or `+` over what cannot match the empty text, so that nothing has to be counted. */
  #plainLoop(node: RepeatNode, back: boolean): void {
    const head = this.#label();
    const exit = this.#label();
    if (node.min === 0) this.#emit((index) => choose(node.greedy, index + 1, exit.index));
    this.#clear(node);
    this.#node(node.body, back);
    if (node.min === 0) this.#emit(() => step.jump(head.index));
    else this.#emit((index) => choose(node.greedy, head.index, index + 1));
    this.#bind(exit);
  }

  #optional(node: RepeatNode, back: boolean): void {
    const exit = this.#label();
    this.#emit((index) => choose(node.greedy, index + 1, exit.index));
    if (leastLength(node.body) > 0) this.#node(node.body, back);
    else {
      const mark = this.#register();
      this.#emit((index) => step.save(mark, index + 1));
      this.#node(node.body, back);
      this.#emit((index) => step.advanced(mark, index + 1));
    }
    this.#bind(exit);
  }

  #countedLoop(node: RepeatNode, back: boolean): void {
    const { min, max, greedy } = node;
    const loop = { counter: this.#register(), mark: this.#register(), min, max, greedy };
    this.#emit((index) => step.assign(loop.counter, 0, index + 1));
    const head = this.#label();
    const exit = this.#label();
    this.#emit((index) => loops.decide(loop, index + 1, exit.index));
    this.#emit((index) => loops.enter(loop, index + 1));
    this.#clear(node);
    this.#node(node.body, back);
    this.#emit(() => loops.again(loop, head.index));
    this.#bind(exit);
  }

  #clear({ groups: [first, end] }: RepeatNode): void {
    if (end > first) this.#emit((index) => step.clear(first * 2, end * 2, index + 1));
  }
}

function choose(greedy: boolean, body: number, exit: number): Instruction {
  return greedy ? step.split(body, exit) : step.split(exit, body);
}
