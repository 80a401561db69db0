/** Names of resources, which may stand for several: `dir/` and `dir/**` for all below, `*` for part of a segment. */

/** A name in segments; what is between `prefix` and `suffix` is any, where there is a suffix. */
export interface Resource {
  readonly text: string;
  readonly prefix: readonly Segment[];
  readonly suffix: readonly Segment[] | undefined;
}

export interface Segment {
  readonly text: string;
  /** What stands before, between and behind its wildcards; one part where it has none. */
  readonly parts: readonly string[];
}

const ANY_SEGMENTS = "**";

export function readResource(text: string): Resource {
  const holder = /^(.*)\/(?:\*\*)?$/s.exec(text)?.[1];
  const segments = (holder ?? text).split("/");
  // Below a folder is something in it, or further down.
  if (holder !== undefined) segments.push("*", ANY_SEGMENTS);
  const first = segments.indexOf(ANY_SEGMENTS);
  if (first === -1) return { text, prefix: segments.map(readSegment), suffix: undefined };
  const last = segments.lastIndexOf(ANY_SEGMENTS);
  // What stands between two of them is not looked at: a conflict too many is safer than one too few.
  return {
    text,
    prefix: segments.slice(0, first).map(readSegment),
    suffix: segments.slice(last + 1).map(readSegment),
  };
}

export function readSegment(text: string): Segment {
  return { text, parts: text.split("*") };
}

function isWild({ parts }: Segment): boolean {
  return parts.length > 1;
}

/** Whether the name means one resource and no other. */
export function isSingle({ prefix, suffix }: Resource): boolean {
  return suffix === undefined && !prefix.some(isWild);
}

/** The segments before the first that stands for several, each with a slash behind it. */
export function literalStart({ prefix }: Resource): string {
  const end = prefix.findIndex(isWild);
  const literal = end === -1 ? prefix : prefix.slice(0, end);
  return literal.map(({ text }) => `${text}/`).join("");
}

/** Whether there is a resource that both names stand for. */
export function overlap(left: Resource, right: Resource): boolean {
  if (left.text === right.text) return true;
  const [wide, narrow] = left.suffix === undefined ? [right, left] : [left, right];
  const suffix = wide.suffix ?? [];
  const ending = narrow.suffix ?? narrow.prefix;
  if (narrow.suffix === undefined && !fits(wide, narrow.prefix.length)) return false;
  return startsMeet(wide.prefix, narrow.prefix) && endsMeet(suffix, ending);
}

/** Whether a name can have so many segments. */
function fits({ prefix, suffix }: Resource, segments: number): boolean {
  return suffix === undefined
    ? prefix.length === segments
    : prefix.length + suffix.length <= segments;
}

// Loops, as parts of the lists would be copied for each pair of names.
function startsMeet(left: readonly Segment[], right: readonly Segment[]): boolean {
  const shared = Math.min(left.length, right.length);
  for (let at = 0; at < shared; at++) if (!meets(left[at], right[at])) return false;
  return true;
}

function endsMeet(left: readonly Segment[], right: readonly Segment[]): boolean {
  const shared = Math.min(left.length, right.length);
  const [from, other] = [left.length - shared, right.length - shared];
  for (let at = 0; at < shared; at++) {
    if (!meets(left[from + at], right[other + at])) return false;
  }
  return true;
}

function meets(left: Segment | undefined, right: Segment | undefined): boolean {
  return left !== undefined && right !== undefined && segmentsMeet(left, right);
}

/** Whether there is a segment that both stand for. */
export function segmentsMeet(left: Segment, right: Segment): boolean {
  if (!isWild(right))
    return isWild(left) ? standsFor(left.parts, right.text) : left.text === right.text;
  if (!isWild(left)) return standsFor(right.parts, left.text);
  // Between its ends each can take in all that the other wants there.
  const [start, otherStart] = [left.parts[0] ?? "", right.parts[0] ?? ""];
  if (!start.startsWith(otherStart) && !otherStart.startsWith(start)) return false;
  const [end, otherEnd] = [left.parts.at(-1) ?? "", right.parts.at(-1) ?? ""];
  return end.endsWith(otherEnd) || otherEnd.endsWith(end);
}

/** Whether the text is the parts in their order with anything between them. */
function standsFor(parts: readonly string[], text: string): boolean {
  const start = parts[0] ?? "";
  const end = parts.at(-1) ?? "";
  if (start.length + end.length > text.length) return false;
  if (!text.startsWith(start) || !text.endsWith(end)) return false;
  let from = start.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, from);
    if (found === -1) return false;
    from = found + part.length;
  }
  return from <= text.length - end.length;
}
