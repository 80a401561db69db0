const LOOKED_AT = 2000;
const LOG_LINE =
  /^(?:\S{0,3}\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|[A-Z][a-z]{2} [ 0-3]\d \d\d:\d\d:\d\d|\[?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL)\b)/;

/** The share of lines that begin with a time or a level. */
export function detectLog(sample: string): number {
  const lines = sample
    .slice(0, LOOKED_AT)
    .split("\n")
    .filter((line) => line.trim() !== "");
  if (lines.length < 2) return 0;
  const share = lines.filter((line) => LOG_LINE.test(line)).length / lines.length;
  return share >= 0.5 ? share : 0;
}
