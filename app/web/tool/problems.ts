/** What a result says of places: fields, and lines of texts. */
import type { Entry } from "../../../tools/_core/tool.ts";
import type { UnitDetail } from "../catalogue.ts";
import type { Mark } from "../parts/editor.tsx";
import type { Body } from "../runner.ts";
import type { Finding, Level } from "../views/findings-of.ts";

type Result = NonNullable<Body["result"]>;

export function resultOf(body: Body | undefined): Partial<Result> {
  return body?.result ?? {};
}

/** The field that an entry is about, and the entry; of the first of each field. */
export function fieldErrors(
  { fields }: UnitDetail,
  body: Body | undefined,
): ReadonlyMap<string, string> {
  const errors = new Map<string, string>();
  for (const { path = "", message } of resultOf(body).errors ?? []) {
    const name = fieldOf(path);
    if (Object.hasOwn(fields, name) && !errors.has(name)) errors.set(name, message);
  }
  return errors;
}

export function fieldOf(path: string): string {
  return (path.split("/")[1] ?? "").replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The lines of a text that entries name. */
export function marksOf(
  { texts }: UnitDetail,
  name: string,
  body: Body | undefined,
  findings: readonly Finding[] = [],
): readonly Mark[] {
  const { errors = [], warnings = [] } = resultOf(body);
  const placed = (entries: readonly Entry[], kind: Mark["kind"]): Mark[] =>
    entries.flatMap(({ path = "", line, column }) => {
      const field = fieldOf(path);
      // An entry that names no field of texts is about the only one.
      const isOwn = field === name || (texts.length === 1 && !texts.includes(field));
      return line !== undefined && isOwn ? [{ line, column, kind }] : [];
    });
  return [
    ...placed(errors, "bad"),
    ...placed(warnings, "note"),
    ...marksOfFindings(name, findings),
  ];
}

const KINDS: Readonly<Record<Level, Mark["kind"]>> = {
  error: "bad",
  warning: "note",
  info: "info",
};

function marksOfFindings(name: string, findings: readonly Finding[]): readonly Mark[] {
  return findings.flatMap(({ places, level }) =>
    places.flatMap((place) =>
      place.name === name ? [{ line: place.line, column: place.column, kind: KINDS[level] }] : [],
    ),
  );
}
