const LONGEST_LOOK_BACK = 100;

/**
 * Whether marks at the end of the line, which the blanks keep from beginning emphasis, would do so before a
 * backslash. That takes punctuation before them, no marks that they close, and others behind that close them.
 */
export function mayBeginEmphasis(text: string, before: string, after: string): boolean {
  const mark = text.at(-1) ?? "";
  if ((mark !== "*" && mark !== "_") || !after.includes(mark)) return false;
  const whole = (before.slice(-LONGEST_LOOK_BACK) + text).slice(-LONGEST_LOOK_BACK);
  const runs = [...whole.matchAll(mark === "*" ? /\*+/g : /_+/g)];
  const last = runs.pop();
  const preceding = last && whole[last.index - 1];
  if (!last || !isLeftFlanking(preceding, "\\")) return false;
  const alike = runs.filter(({ 0: run }) => run === last[0]);
  return preceding === undefined || /\s/.test(preceding) || openRuns(whole, alike) === 0;
}

/** How many of the runs begin emphasis that none of them ends. */
function openRuns(text: string, runs: readonly RegExpExecArray[]): number {
  let open = 0;
  for (const { 0: run, index } of runs) {
    const previous = text[index - 1];
    const next = text[index + run.length];
    if (open > 0 && isLeftFlanking(next, previous ?? " ")) open--;
    else if (isLeftFlanking(previous, next ?? " ")) open++;
  }
  return open;
}

/** A run of marks between the two characters; right-flanking, if they change places. */
function isLeftFlanking(previous: string | undefined, next: string): boolean {
  if (/\s/.test(next)) return false;
  return !/[\p{P}\p{S}]/u.test(next) || previous === undefined || /[\s\p{P}\p{S}]/u.test(previous);
}
