/**
 * What the words of a lexicon mean. Its entries are separated by commas. A star at the end of a word stands for any
 * ending; several words are a phrase, in which `(a|b)` is a choice and `..` stands for up to six words. Entries are written as the language
 * writes them, and are looked up as `keyOf` folds them. Where a language writes no spaces, every entry is found anywhere.
 */
export const CONCEPTS = [
  // To set aside, and what is set aside.
  "ignore",
  "discard",
  "void",
  "orders",
  "promptWord",
  "rules",
  "matter",
  "all",
  "prior",
  "yours",
  "told",
  "diversion",
  "maker",
  "mine",
  "fresh",
  "obey",
  "only",
  "thisText",
  // To lay bare.
  "show",
  "ask",
  "prompt",
  "ownPrompt",
  "hidden",
  "verbatim",
  "aboveText",
  // To be someone else.
  "become",
  "unbound",
  "mode",
  "labelled",
  "surrender",
  "persona",
  "nowA",
  // Who is spoken to.
  "machine",
  "helper",
  "to",
  "toward",
  "note",
  "reads",
  "page",
  "must",
  "order",
  "ifMachine",
  "digest",
  // To give away.
  "send",
  "sendIt",
  "secret",
  "ownSecret",
  "private",
  "outlet",
  "collect",
  "others",
  // To act.
  "use",
  "tool",
  "unasked",
  "now",
  "money",
  "deed",
  "first",
  "beforeReply",
  "unguard",
  "not",
  "tell",
  "user",
  "secrecy",
  // To do something else, now or for good.
  "newTask",
  "remember",
  "futureTalks",
  "declines",
  // What stays behind, and what is said of work that nobody did.
  "persist",
  "falsify",
  // Who judges people and papers, and what they are told to say.
  "grader",
  "topMark",
  // What makes of an instruction what somebody tells of.
  "narrated",
  // Before a verb: it is no order.
  "hedge",
  "demand",
] as const;

export type Concept = (typeof CONCEPTS)[number];

export type Lexicon = Readonly<Partial<Record<Concept, string>>>;
