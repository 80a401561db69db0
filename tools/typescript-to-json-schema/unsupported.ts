import type { Entry } from "../_core/tool.ts";
import { ErrorList } from "../_lib/results/entry-list.ts";
import { problemEntry } from "../_lib/results/syntax-problem.ts";
import type { Unsupported } from "../_lib/schemas/typescript/notes.ts";

/** The entries of what has no schema, as errors. */
export function unsupportedEntries(
  parts: readonly Unsupported[],
  source: string,
  field: string,
): Entry<"TS_UNSUPPORTED" | "ERRORS_TRUNCATED">[] {
  const list = new ErrorList<"TS_UNSUPPORTED">();
  for (const { offset, found, text } of parts) {
    const expected = "a type that data can have";
    const problem = { code: "TS_UNSUPPORTED" as const, offset, found, expected, received: text };
    list.add(problem.code, () => ({ ...problemEntry(problem, source, "TypeScript", field), text }));
  }
  return list.list();
}

/** The same entries as warnings. */
export function asWarnings(
  entries: readonly Entry<"TS_UNSUPPORTED" | "ERRORS_TRUNCATED">[],
): Entry<"TS_UNSUPPORTED" | "WARNINGS_TRUNCATED">[] {
  return entries.map((entry) =>
    Object.assign({}, entry, {
      code: entry.code === "TS_UNSUPPORTED" ? entry.code : ("WARNINGS_TRUNCATED" as const),
    }),
  );
}
