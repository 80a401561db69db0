/** What a result says of places: fields, and lines of texts. */
import type { Entry } from "../../../tools/_core/tool.ts";
import type { UnitDetail } from "../catalogue.ts";
import type { Mark } from "../parts/mark.ts";
import type { Body } from "../runner.ts";
import type { Finding, Level } from "../views/findings-of.ts";

type Result = NonNullable<Body["result"]>;

export function resultOf(body: Body | undefined): Partial<Result> {
  return body?.result ?? {};
}

/** The first message about each field by its name, and about each place within one by its pointer. */
export function fieldErrors(
  { fields }: UnitDetail,
  body: Body | undefined,
): ReadonlyMap<string, string> {
  const errors = new Map<string, string>();
  for (const { path = "", message } of resultOf(body).errors ?? []) {
    const name = fieldOf(path);
    if (!Object.hasOwn(fields, name)) continue;
    for (const place of [name, path]) if (!errors.has(place)) errors.set(place, message);
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
    entries.flatMap(({ path = "", line, column, related = [] }) => {
      const field = fieldOf(path);
      // An entry that names no field of texts is about the only one.
      const isOwn = field === name || (texts.length === 1 && !texts.includes(field));
      if (line === undefined || !isOwn) return [];
      const others = related.map((one) => ({
        line: one.line,
        column: one.column,
        kind: "note" as const,
      }));
      return [{ line, column, kind }, ...others];
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

/** The control of a place, or of the nearest one around it; `prefix` as the form has it. */
export function controlAt(path: string, prefix = ""): HTMLElement | null {
  // Of several forms on a screen only the fields have names of their own.
  const start = prefix === "" ? path : "";
  for (let place = start; place !== ""; place = place.slice(0, place.lastIndexOf("/"))) {
    const control = document.querySelector<HTMLElement>(`[data-at="${CSS.escape(place)}"]`);
    if (control) return control;
  }
  return document.querySelector<HTMLElement>(`#${prefix}f-${CSS.escape(fieldOf(path))}`);
}
