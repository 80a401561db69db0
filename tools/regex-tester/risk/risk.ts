import { componentsOf, shortestWay } from "./graph.ts";
import { findExponentialPump } from "./exponential.ts";
import { type LookaheadNfa, lookaheadNfa } from "./lookahead.ts";
import { buildNfa, childrenOf, type NfaPlan, TooLarge } from "./nfa.ts";
import { Effort, orderedNfa } from "./ordered.ts";
import { longestChain } from "./polynomial.ts";
import type { LookNode, Node } from "../../_lib/text/regex/syntax.ts";
import type { Regex } from "../../_lib/text/regex/regex.ts";

/** How the work of a failing match grows with the length of the text. */
export interface RegexRisk {
  readonly verdict: "linear" | "polynomial" | "exponential" | "unknown";
  /** The power of the text's length, for `polynomial`. */
  readonly degree: number | null;
  /** A short text that shows it. */
  readonly attack: string | null;
  /** Where the quantifier stands that repeats what can be repeated in more than one way. */
  readonly offset: number | null;
  readonly message: string;
}

/** Steps that the analyses of one pattern may take together, and each of them at least. */
const EFFORT = 400_000;
const LEAST_EFFORT = 100_000;
const REPEATS = 20;
const MOST_LOOKS = 8;

/**
 * Judges a pattern by the automaton of its backtracking matcher (Weideman et al., Turning Evil
 * Regexes Harmless, 2017): exponential where a state has two cycles that read the same word and the
 * rest can fail, polynomial where states that read the same word follow one another.
 */
export function regexRisk(regex: Regex, repeats = REPEATS): RegexRisk {
  const { body } = regex.pattern;
  const looks = looksOf(body);
  if (looks === undefined) {
    return unknown(
      "it has a back reference, or look-around inside a repetition, or a set of strings",
    );
  }
  if (looks.length > MOST_LOOKS) return unknown(`it has more than ${MOST_LOOKS} look-arounds`);
  const effort = Math.max(LEAST_EFFORT, Math.floor(EFFORT / (looks.length + 1)));
  const risks = [undefined, ...looks].map((target) => judge(regex, { target, effort, repeats }));
  return risks.reduce((worst, risk) => (rank(risk) > rank(worst) ? risk : worst));
}

function rank({ verdict, degree }: RegexRisk): number {
  if (verdict === "exponential") return Infinity;
  if (verdict === "unknown") return 1;
  return verdict === "polynomial" ? (degree ?? 2) : 0;
}

/** The look-arounds of a pattern; undefined where it has something that no automaton can say. */
function looksOf(node: Node, repeated = false): LookNode[] | undefined {
  if (node.type === "backreference" || (node.type === "set" && node.strings)) return undefined;
  if (node.type === "look" && repeated) return undefined;
  const inside = repeated || (node.type === "repeat" && node.max > 1);
  const looks: LookNode[] = node.type === "look" ? [node] : [];
  for (const child of childrenOf(node)) {
    const found = looksOf(child, inside);
    if (found === undefined) return undefined;
    looks.push(...found);
  }
  return looks;
}

interface Judgement {
  /** The look-around whose body is judged, instead of the whole. */
  readonly target: LookNode | undefined;
  readonly effort: number;
  /** How often the attack repeats each of its words. */
  readonly repeats: number;
}

function judge(regex: Regex, { target, effort, repeats }: Judgement): RegexRisk {
  const search = !regex.flags.includes("y");
  for (const shorten of [false, true]) {
    try {
      return analyse(regex, { search, target, shorten, repeats }, new Effort(effort));
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
    }
  }
  return unknown("its automaton is too large");
}

interface Analysis extends NfaPlan {
  readonly repeats: number;
}

function analyse({ pattern, mode }: Regex, plan: Analysis, effort: Effort): RegexRisk {
  const nfa = lookaheadNfa(orderedNfa(buildNfa(pattern.body, plan), mode, effort), effort);
  const components = componentsOf(nfa.edges, nfa.starts);
  const pump = findExponentialPump(nfa, components, effort);
  if (pump !== undefined) {
    return {
      verdict: "exponential",
      degree: null,
      attack: attackText(nfa, [{ from: pump.state, to: pump.state, word: pump.word }], plan),
      offset: pump.loop?.offset ?? null,
      message:
        "The time of a failing match can double with each repetition: the quantifier repeats what already matches the same text in another way",
    };
  }
  const chain = longestChain(nfa, components, effort);
  if (chain.length === 0) {
    return {
      verdict: "linear",
      degree: null,
      attack: null,
      offset: null,
      message: "The time of a match grows no faster than the text",
    };
  }
  const degree = chain.length + 1;
  return {
    verdict: "polynomial",
    degree,
    attack: attackText(nfa, chain, plan),
    offset: chain[0]?.loop?.offset ?? null,
    message: `The time of a failing match can grow with the power ${degree} of the text's length: the same text can be divided between repetitions, or between the search and a repetition, in many ways`,
  };
}

function unknown(reason: string): RegexRisk {
  return {
    verdict: "unknown",
    degree: null,
    attack: null,
    offset: null,
    message: `The pattern's risk was not decided: ${reason}`,
  };
}

/** A text that leads to the first place, repeats each word, and then fails. */
function attackText(
  nfa: LookaheadNfa,
  links: readonly {
    readonly from: number;
    readonly to: number;
    readonly word: readonly number[];
  }[],
  { repeats }: Analysis,
): string {
  const textOf = (word: readonly number[]) =>
    word.map((symbol) => nfa.symbols[symbol] ?? "").join("");
  let places = nfa.starts;
  const parts: string[] = [];
  for (const { from, to, word } of links) {
    const way = shortestWay(nfa.edges, places, (state) => state === from);
    parts.push(textOf(way?.word ?? []), textOf(word).repeat(repeats));
    places = [to];
  }
  const last = links.at(-1)?.to ?? 0;
  return parts.join("") + nfa.textOfRest(nfa.restOf(last));
}
