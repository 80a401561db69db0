/** What parts of meaning say together: the families of injection as compositions, in the order in which they are made. */
import type { FamilyCode } from "./codes.ts";
import type { PartName } from "./parts.ts";

/** Parts that are made of others. */
export type Derived = "given" | "standing" | "address" | "call" | "command";

export interface Rule {
  readonly makes: FamilyCode | Derived;
  /** Each is one part, or one of several. */
  readonly parts: readonly (readonly PartName[])[];
  /** From the start of the first to the end of the last, in words. */
  readonly within: number;
  /** Whether the parts stand in this order; languages that put the verb last do not keep one. */
  readonly inOrder: boolean;
  /** Parts that, among the others, make it something else. */
  readonly unless: readonly PartName[];
  /** The most words between one part and the next, of parts in order. */
  readonly gap: number;
}

type Names = readonly PartName[] | PartName;

function rule(
  makes: Rule["makes"],
  within: number,
  parts: readonly Names[],
  unless: readonly PartName[] = [],
): Rule {
  const names = parts.map((some) => (typeof some === "string" ? [some] : some));
  return { makes, within, parts: names, inOrder: false, unless, gap: within };
}

function ordered(...given: Parameters<typeof rule>): Rule {
  return { ...rule(...given), inOrder: true };
}

/** In order, with few words between. */
function close(gap: number, ...given: Parameters<typeof rule>): Rule {
  return { ...ordered(...given), gap };
}

const DEMANDS = [
  "order",
  "must",
  "not",
  "ignore",
  "discard",
  "show",
  "send",
  "obey",
  "use",
] as const;

export const RULES: readonly Rule[] = [
  // What the reader itself was told: "your instructions", "what your developers said".
  rule("given", 7, ["yours", ["orders", "promptWord"]], ["mine"]),
  rule("given", 4, ["yours", "rules"], ["mine"]),
  rule("given", 9, ["yours", "prior", ["rules", "matter"]], ["mine"]),
  rule("given", 7, ["maker", ["orders", "rules", "told"]]),
  rule("given", 9, ["told"]),
  // What was said before, to whomever: "all previous rules".
  rule("standing", 7, ["prior", ["orders", "promptWord"]], ["mine"]),
  rule("standing", 6, ["all", "prior", ["rules", "matter"]], ["mine"]),

  rule("INJECTION_OVERRIDE", 12, [["ignore", "discard"], "given"]),
  rule("INJECTION_OVERRIDE", 12, ["ignore", "standing"]),
  rule("INJECTION_OVERRIDE", 7, ["ignore", "all", "orders"], ["mine"]),
  rule("INJECTION_OVERRIDE", 10, ["discard", "all", "standing"], ["mine"]),
  ordered("INJECTION_OVERRIDE", 4, ["ignore", "orders", "end"], ["mine"]),
  ordered("INJECTION_OVERRIDE", 4, ["opening", "ignore", "rules", "end"], ["mine"]),
  // In this order: "Removed the system message" is a line of a changelog.
  ordered("INJECTION_OVERRIDE", 14, ["yours", ["orders", "promptWord", "rules"], "void"], ["mine"]),
  ordered("INJECTION_OVERRIDE", 14, [["orders", "promptWord", "rules"], "yours", "void"], ["mine"]),
  ordered(
    "INJECTION_OVERRIDE",
    14,
    ["void", "yours", ["orders", "promptWord", "rules"], "end"],
    ["mine", "opening"],
  ),
  rule("INJECTION_OVERRIDE", 12, ["ignore", "aboveText"]),
  rule("INJECTION_OVERRIDE", 12, ["obey", "only", "thisText"]),
  rule("INJECTION_OVERRIDE", 4, ["fresh", "yours", ["orders", "promptWord"]]),
  rule("INJECTION_OVERRIDE", 10, ["void", "told"]),
  rule("INJECTION_OVERRIDE", 8, ["void", "ownPrompt"]),
  rule("INJECTION_OVERRIDE", 14, ["void", "orders", ["user", "thisText"]]),
  ordered("INJECTION_OVERRIDE", 18, ["diversion", DEMANDS]),

  // A task of the reader's that is over, and one that no user gave it.
  ordered("INJECTION_OVERRIDE", 16, [
    "newTask",
    "colon",
    ["send", "private", "secret", "money", "unguard", "deed", "unasked"],
  ]),
  rule("INJECTION_OVERRIDE", 16, ["remember", "futureTalks", ["only", "order", "not", "user"]]),
  rule("INJECTION_ROLE", 8, ["not", "declines"]),
  ordered("INJECTION_ROLE", 16, ["opening", "ask", ["declines", "unbound"]]),

  rule("INJECTION_PROMPT_LEAK", 12, ["show", "prompt"]),
  rule("INJECTION_PROMPT_LEAK", 14, ["ask", "prompt", "verbatim"]),
  rule("INJECTION_PROMPT_LEAK", 14, [["show", "ask"], "ownPrompt"]),
  rule("INJECTION_PROMPT_LEAK", 9, ["show", "hidden", ["orders", "promptWord"]]),
  rule("INJECTION_PROMPT_LEAK", 8, ["show", "yours", ["orders", "promptWord"]]),
  rule("INJECTION_PROMPT_LEAK", 14, [["show", "ask"], "verbatim", ["standing", "given"]]),
  rule("INJECTION_PROMPT_LEAK", 18, [["show", "ask"], "maker", "hidden", ["orders", "promptWord"]]),
  rule("INJECTION_PROMPT_LEAK", 10, [["show", "ask"], "aboveText"]),

  rule("INJECTION_ROLE", 16, ["become", "unbound"]),
  rule("INJECTION_ROLE", 8, ["become", "mode"]),
  ordered("INJECTION_ROLE", 9, ["nowA", ["machine", "helper", "persona", "unbound"]]),
  ordered("INJECTION_ROLE", 5, ["become", "persona"]),

  rule("INJECTION_TOOL_CALL", 16, ["use", "tool", ["unasked", "now"]]),
  rule("INJECTION_TOOL_CALL", 24, ["use", "tool", "persist"]),
  rule("INJECTION_TOOL_CALL", 26, [["machine", "helper"], "must", "persist"]),
  ordered("INJECTION_TOOL_CALL", 14, ["order", "unguard", ["money", "unasked"]]),
  rule("INJECTION_TOOL_CALL", 16, ["money", "unasked"]),
  rule("INJECTION_TOOL_CALL", 24, ["deed", "unasked", ["machine", "helper"]]),
  ordered("INJECTION_TOOL_CALL", 24, ["opening", "deed", "unasked"]),
  rule("INJECTION_TOOL_CALL", 24, ["beforeReply", ["use", "order"], "link"]),
  ordered("INJECTION_TOOL_CALL", 14, ["must", ["use", "reads"], "path"]),
  rule("INJECTION_TOOL_CALL", 18, [["use", "reads"], "path", "must", ["helper", "machine"]]),
  rule("INJECTION_TOOL_CALL", 26, [
    ["remote", "destroy"],
    ["machine", "ifMachine", "beforeReply"],
  ]),
  rule("INJECTION_TOOL_CALL", 26, [["remote", "destroy"], "helper", ["must", "first"]]),
  rule("INJECTION_TOOL_CALL", 26, [["remote", "destroy"], "unasked", "user"]),
  rule("INJECTION_TOOL_CALL", 20, ["unguard", "use", ["machine", "helper", "user"]]),

  // What people are asked for by a reader that they trust.
  rule("INJECTION_EXFILTRATION", 26, ["tell", "user", "secret", "link"]),
  rule("INJECTION_EXFILTRATION", 34, ["send", "secret", ["collect", "others"], "link"]),
  ordered(
    "INJECTION_EXFILTRATION",
    18,
    ["send", ["secret", "private"], ["link", "outlet"]],
    ["ownSecret"],
  ),
  ordered(
    "INJECTION_EXFILTRATION",
    18,
    [["secret", "private"], "sendIt", ["link", "outlet"]],
    ["ownSecret"],
  ),
  rule("INJECTION_EXFILTRATION", 26, ["send", "private", ["collect", "others", "machine"], "link"]),
  rule("INJECTION_EXFILTRATION", 20, ["send", "private", "outlet"]),
  rule("INJECTION_EXFILTRATION", 28, ["send", "path", ["collect", "reads"], ["link", "outlet"]]),
  rule("INJECTION_EXFILTRATION", 34, ["send", "secret", "others", "outlet"]),

  rule("INJECTION_SECRECY", 9, ["secrecy"]),
  rule("INJECTION_SECRECY", 9, ["not", "tell", "user"]),

  ordered("INJECTION_ADDRESS", 18, ["ifMachine", [...DEMANDS, "colon"]]),
  ordered("address", 10, ["to", "machine", "colon"]),
  ordered("address", 10, ["machine", "toward", "colon"]),
  ordered("address", 7, ["opening", "machine", "colon"]),
  ordered("address", 16, [["to", "note"], "helper", ["reads", "page"], "colon"]),
  close(1, "call", 6, ["opening", "machine", "comma"]),
  close(1, "INJECTION_ADDRESS", 14, ["call", DEMANDS]),
  ordered("INJECTION_ADDRESS", 26, ["address", DEMANDS]),
  rule("INJECTION_ADDRESS", 16, ["digest", "page", ["order", "must"]]),
  rule("INJECTION_ADDRESS", 16, [["machine", "helper"], "must", "page"]),
  ordered("INJECTION_ADDRESS", 18, ["note", "to", "helper", "colon", DEMANDS]),
  rule("INJECTION_ADDRESS", 24, ["machine", "reads", "page", ["must", "order"]]),

  // Who judges is told what to say.
  ordered("INJECTION_ADDRESS", 26, [["machine", "helper", "label"], "colon", "falsify"]),
  rule("INJECTION_ADDRESS", 26, ["note", "grader", "topMark"]),
  ordered("INJECTION_ADDRESS", 26, ["grader", ["colon", "must"], "topMark"]),
  ordered("INJECTION_ADDRESS", 26, ["ifMachine", "topMark"]),

  // What only a model is told to do.
  rule("command", 8, ["order", ["all", "user", "unasked"]]),
  rule("command", 9, [
    ["obey", "unguard", "unbound", "persona", "standing", "given", "surrender", "unasked"],
  ]),
  rule("command", 8, ["show", "hidden"]),
  ordered("INJECTION_DELIMITER", 30, ["label", "command"]),
  ordered("INJECTION_DELIMITER", 30, ["labelled", "colon"]),
  ordered("INJECTION_DELIMITER", 30, ["fence", ["label", "labelled", "command"]]),
];
