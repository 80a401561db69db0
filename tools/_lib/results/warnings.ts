import type { Entry } from "../../_core/tool.ts";

/** The warnings that apply, in the order of the tool's list and with its texts. */
export function warningsOf<W extends string>(
  texts: Readonly<Record<W, string>>,
  applies: Readonly<Record<W, boolean>>,
): Entry<W>[] {
  const codes = Object.keys(texts) as W[];
  return codes.filter((code) => applies[code]).map((code) => ({ code, message: texts[code] }));
}
