const DEEPEST = 1000;

export interface Nesting {
  /** Where the 1,001st level opens, -1 where there is none. */
  readonly tooDeepAt: number;
  /** Where the deepest level opens. */
  readonly deepestAt: number;
}

type Level = "open" | "close" | "loose" | "tight" | "end";

/** What tokens do to the depth; signs only where no value is before them. */
const LEVELS: ReadonlyMap<string, Level> = new Map<string, Level>([
  ["(", "open"],
  ["[", "open"],
  ["{", "open"],
  [")", "close"],
  ["]", "close"],
  ["}", "close"],
  [">", "tight"],
  ["=>", "loose"],
  ["!", "loose"],
  ["~", "loose"],
  ["?", "loose"],
  ["keyof", "loose"],
  ["readonly", "loose"],
  ["typeof", "loose"],
  ["void", "loose"],
  ["await", "loose"],
  ["new", "loose"],
  [",", "end"],
  [";", "end"],
  ["\n", "end"],
  ["\r", "end"],
]);

const TOKEN =
  /\/\/[^\r\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?|"[^"\\\r\n]*(?:\\[^][^"\\\r\n]*)*"?|'[^'\\\r\n]*(?:\\[^][^'\\\r\n]*)*'?|[\p{ID_Start}$_][\p{ID_Continue}$]*|[ \t]+|=>|\?[?.:]|[^]/guy;

/**
 * How deep brackets nest, and how many prefix operators, arrows and conditional types follow one
 * another on a line: in one pass without recursion, because the parser recurses.
 */
export function nestingOf(text: string): Nesting {
  const open: number[] = [];
  /** Levels that end with their list or line: angle brackets, prefix operators, arrows, branches. */
  let loose = 0;
  let deepest = 0;
  let deepestAt = 0;
  let afterValue = false;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const first = token[0] ?? "";
    if (first === " " || first === "\t" || (first === "/" && token.length > 1)) continue;
    const level = levelOf(token, afterValue);
    afterValue = level === undefined ? /[\p{ID_Continue}$"'`]/u.test(first) : level === "close";
    if (level === "open") open.push(loose);
    else if (level === "close") loose = open.pop() ?? 0;
    else if (level === "loose") loose++;
    else if (level === "tight") loose = Math.max(0, loose - 1);
    else if (level === "end") loose = 0;
    const depth = open.length + loose;
    if (depth <= deepest) continue;
    deepest = depth;
    deepestAt = index;
    if (depth > DEEPEST) return { tooDeepAt: index, deepestAt };
  }
  return { tooDeepAt: -1, deepestAt };
}

function levelOf(token: string, afterValue: boolean): Level | undefined {
  if (token === "<") return afterValue ? "loose" : undefined;
  if (token === "+" || token === "-") return afterValue ? undefined : "loose";
  return LEVELS.get(token);
}
