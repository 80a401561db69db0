/** Sets of cells as unary tests that read back as the same set. */
import { setMember } from "../_lib/json/tree/value.ts";
import type { Column } from "./column.ts";
import type { Region } from "../policy-decision-table.ts";
import { Line, type Part, Points } from "./parts.ts";
import { complementOf, numbersIn, type Runs, runsOf } from "./runs.ts";
import { compareScalars, scalarText } from "./scalar.ts";

/** Writes the sets of one column; each is written once. */
export class RegionWriter {
  readonly #column: Column;
  readonly #texts = new Map<string, string>();

  constructor(column: Column) {
    this.#column = column;
  }

  /** `places` are those of cells in the column's domain. */
  write(places: Runs): string {
    const key = places.map(({ start, end }) => `${start}:${end}`).join();
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const text = this.#write(places);
    this.#texts.set(key, text);
    return text;
  }

  #write(places: Runs): string {
    const { domain } = this.#column;
    const [first] = places;
    if (first && first.end - first.start === domain.length) return "-";
    return this.#listed(places).join(", ");
  }

  #listed(places: Runs): string[] {
    const { domain, joins } = this.#column;
    const texts: string[] = [];
    for (const { start, end } of places) {
      for (let place = start; place < end;) {
        const from = place;
        const part = this.#column.partOf(domain[from] as number);
        place++;
        while (place < end && joins[place] && (domain[place] as number) < part.end) place++;
        texts.push(this.#span(part, from, place - 1, places));
      }
    }
    return texts;
  }

  /** Neighbouring cells of one part, from place to place. */
  #span(part: Part, from: number, to: number, places: Runs): string {
    const { domain } = this.#column;
    if (part instanceof Line) return this.#interval(part, from, to, places);
    const point =
      part instanceof Points ? part.points[(domain[from] as number) - part.start] : undefined;
    return point ? scalarText(point) : this.#others(part, places);
  }

  #interval(line: Line, from: number, to: number, places: Runs): string {
    const { domain } = this.#column;
    const [first, last] = [domain[from] as number, domain[to] as number];
    const only = onlyValue(line, first, last);
    if (only !== undefined) return only;
    const isLowest = from === 0 || (domain[from - 1] as number) < line.start;
    const isHighest = to === domain.length - 1 || (domain[to + 1] as number) >= line.end;
    if (isLowest && isHighest) return this.#wholeLine(line, places);
    const [lower, upper] = [lowerEnd(line, first), upperEnd(line, last)];
    if (isLowest) return `<${upper.closed ? "=" : ""}${upper.text}`;
    if (isHighest) return `>${lower.closed ? "=" : ""}${lower.text}`;
    return `${lower.closed ? "[" : "("}${lower.text}..${upper.text}${upper.closed ? "]" : ")"}`;
  }

  /** All of a line, where there are other types or null beside it. */
  #wholeLine(line: Line, places: Runs): string {
    const middle = line.pointAt(line.start + 1);
    if (this.#column.types.size === 1 || !middle) return this.#others(line, places);
    const text = scalarText(middle);
    return `<${text}, >=${text}`;
  }

  /** What a part has beside its points, as all that nothing else is; what is in the set anyway may be in it. */
  #others(part: Part, places: Runs): string {
    const { domain } = this.#column;
    const points = part instanceof Points ? part.points.map(scalarText) : [];
    const isOutside = (place: number) => this.#column.partOf(domain[place] as number) !== part;
    const missing = [...numbersIn(complementOf(places, domain.length))].filter(isOutside);
    return `not(${[...points, ...this.#listed(runsOf(missing))].join(", ")})`;
  }
}

/** The value that a run of cells has, where it is one alone. */
function onlyValue(line: Line, first: number, last: number): string | undefined {
  const point = first === last ? line.pointAt(first) : undefined;
  if (point) return scalarText(point);
  const [least, greatest] = line.isWhole ? [line.leastOf(first), line.greatestOf(last)] : [];
  return least && greatest && compareScalars(least, greatest) === 0 ? scalarText(least) : undefined;
}

interface End {
  readonly text: string;
  readonly closed: boolean;
}

/** Whole values have closed ends, as far as they can be counted. */
function lowerEnd(line: Line, cell: number): End {
  const closed = line.isWhole ? line.leastOf(cell) : line.pointAt(cell);
  const value = closed ?? line.below(cell);
  return { text: value ? scalarText(value) : "", closed: closed !== undefined };
}

function upperEnd(line: Line, cell: number): End {
  const closed = line.isWhole ? line.greatestOf(cell) : line.pointAt(cell);
  const value = closed ?? line.above(cell);
  return { text: value ? scalarText(value) : "", closed: closed !== undefined };
}

/** A set of each column, by the column's name. */
export function regionOf(
  writers: readonly RegionWriter[],
  columns: readonly Column[],
  sets: readonly Runs[],
): Region {
  const region: Region = {};
  for (const [at, column] of columns.entries()) {
    setMember(region, column.name, writers[at]?.write(sets[at] ?? []) ?? "");
  }
  return region;
}
