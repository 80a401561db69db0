const DEEPEST = 1000;
const PREFIXES: ReadonlySet<string> = new Set([
  "keyof",
  "readonly",
  "typeof",
  "void",
  "await",
  "new",
]);

export interface Nesting {
  /** Where the 1,001st level opens, -1 where there is none. */
  readonly tooDeepAt: number;
  /** Where the deepest level opens. */
  readonly deepestAt: number;
}

const TOKEN =
  /\/\/[^\r\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?|"(?:[^"\\\r\n]|\\[^])*"?|'(?:[^'\\\r\n]|\\[^])*'?|[\p{ID_Start}$_][\p{ID_Continue}$]*|=>|\r\n?|[^]/guy;

/**
 * How deep brackets nest, and how many prefix operators, arrows and conditional types follow one
 * another on a line. One pass without recursion, so that the recursive parser never gets a text that is too deep for it.
 */
export function nestingOf(text: string): Nesting {
  const open: number[] = [];
  /** Levels of the line that end with it: angle brackets, prefix operators, arrows, branches. */
  let loose = 0;
  let deepest = 0;
  let deepestAt = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const level = levelOf(token, text, index);
    if (level === "open") open.push(loose);
    else if (level === "close") loose = open.pop() ?? 0;
    else if (level === "loose") loose++;
    else if (level === "tight") loose = Math.max(0, loose - 1);
    else if (level === "end") loose = 0;
    else continue;
    const depth = open.length + loose;
    if (depth <= deepest) continue;
    deepest = depth;
    deepestAt = index;
    if (depth > DEEPEST) return { tooDeepAt: index, deepestAt };
  }
  return { tooDeepAt: -1, deepestAt };
}

type Level = "open" | "close" | "loose" | "tight" | "end" | undefined;

function levelOf(token: string, text: string, index: number): Level {
  switch (token) {
    case "(":
    case "[":
    case "{":
      return "open";
    case ")":
    case "]":
    case "}":
      return "close";
    case "<":
      return /[\w$>]/.test(text[index - 1] ?? "") ? "loose" : undefined;
    case ">":
      return "tight";
    case "=>":
    case "!":
    case "~":
    case "-":
    case "+":
    case "?":
      return "loose";
    case ";":
    case "\n":
    case "\r":
    case "\r\n":
      return "end";
    default:
      return PREFIXES.has(token) ? "loose" : undefined;
  }
}
