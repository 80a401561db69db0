import type { Regex, RegexMatch } from "../_lib/text/regex/regex.ts";
import type { StepBudget } from "../_lib/text/regex/regex.ts";

/** The matches at which `String.prototype.split` cuts; the text itself is cut into one piece more. */
export function* separatorsOf(
  regex: Regex,
  text: string,
  budget: StepBudget,
): Generator<RegexMatch, undefined> {
  let pieceStart = 0;
  let at = 0;
  while (at < text.length) {
    const match = regex.exec(text, at, budget, false);
    if (match === undefined || match.index >= text.length) return;
    if (match.end === pieceStart) at = regex.advance(text, match.index);
    else {
      yield match;
      pieceStart = match.end;
      at = pieceStart;
    }
  }
}
