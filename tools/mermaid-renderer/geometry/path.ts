/** Path data (SVG 2, section 9.3) as lines and cubic curves, their bounds and their length. */
import { arcToCurves } from "./arc.ts";
import { Bounds, type Box } from "./box.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Segment =
  | { readonly kind: "move"; readonly to: Point }
  | { readonly kind: "line"; readonly to: Point }
  | {
      readonly kind: "curve";
      readonly from: Point;
      readonly one: Point;
      readonly two: Point;
      readonly to: Point;
    };

/** Parameters of each command. */
const PARAMETERS: Readonly<Record<string, number>> = {
  M: 2,
  L: 2,
  H: 1,
  V: 1,
  C: 6,
  S: 4,
  Q: 4,
  T: 2,
  A: 7,
  Z: 0,
};

const ORIGIN: Point = { x: 0, y: 0 };

interface Pen {
  at: Point;
  /** Where the subpath began. */
  start: Point;
  /** The last control point, and the command that set it. */
  control: Point;
  last: string;
}

export function readPath(data: string): Segment[] {
  const tokens = data.match(/[a-zA-Z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/g) ?? [];
  const pen: Pen = { at: ORIGIN, start: ORIGIN, control: ORIGIN, last: "" };
  const segments: Segment[] = [];
  let command = "";
  for (let index = 0; index < tokens.length;) {
    const token = tokens[index] ?? "";
    if (/[a-zA-Z]/.test(token)) {
      command = token;
      index++;
    } else if (command === "M" || command === "m") command = command === "M" ? "L" : "l";
    const count = PARAMETERS[command.toUpperCase()];
    // A number where no command takes one, or an unknown letter, is passed over.
    if (count === undefined || (count === 0 && token !== command)) {
      if (token !== command) index++;
      continue;
    }
    const numbers = tokens.slice(index, index + count).map(Number);
    if (numbers.length < count || numbers.some(Number.isNaN)) break;
    index += count;
    segments.push(...draw(pen, command, numbers));
    pen.last = command.toUpperCase();
  }
  return segments;
}

function draw(pen: Pen, command: string, numbers: readonly number[]): Segment[] {
  const kind = command.toUpperCase();
  const base = command === kind ? ORIGIN : pen.at;
  const point = (index: number): Point => ({
    x: base.x + (numbers[index] ?? 0),
    y: base.y + (numbers[index + 1] ?? 0),
  });
  return COMMANDS[kind]?.({ pen, numbers, base, point }) ?? [];
}

interface Command {
  readonly pen: Pen;
  readonly numbers: readonly number[];
  readonly base: Point;
  /** The point that the numbers from `index` on name. */
  point(index: number): Point;
}

const COMMANDS: Readonly<Record<string, (command: Command) => Segment[]>> = {
  M({ pen, point }) {
    pen.start = pen.at = point(0);
    return [{ kind: "move", to: pen.at }];
  },
  L: ({ pen, point }) => line(pen, point(0)),
  H: ({ pen, base, numbers: [x = 0] }) => line(pen, { x: base.x + x, y: pen.at.y }),
  V: ({ pen, base, numbers: [y = 0] }) => line(pen, { x: pen.at.x, y: base.y + y }),
  C: ({ pen, point }) => curve(pen, point(0), point(2), point(4)),
  S: ({ pen, point }) => curve(pen, mirrored(pen, "CS"), point(0), point(2)),
  Q: ({ pen, point }) => quadratic(pen, point(0), point(2)),
  T: ({ pen, point }) => quadratic(pen, mirrored(pen, "QT"), point(0)),
  A({ pen, point, numbers: [rx = 0, ry = 0, rotation = 0, large = 0, sweep = 0] }) {
    const from = pen.at;
    pen.at = point(5);
    const arc = { rx, ry, rotation, large: large !== 0, sweep: sweep !== 0 };
    return arcToCurves(from, arc, pen.at);
  },
  Z: ({ pen }) => line(pen, pen.start),
};

function line(pen: Pen, to: Point): Segment[] {
  pen.at = to;
  return [{ kind: "line", to }];
}

function curve(pen: Pen, one: Point, two: Point, to: Point): Segment[] {
  const from = pen.at;
  pen.control = two;
  pen.at = to;
  return [{ kind: "curve", from, one, two, to }];
}

function quadratic(pen: Pen, control: Point, to: Point): Segment[] {
  const from = pen.at;
  const near = ({ x, y }: Point): Point => ({
    x: x + (2 / 3) * (control.x - x),
    y: y + (2 / 3) * (control.y - y),
  });
  const segments = curve(pen, near(from), near(to), to);
  pen.control = control;
  return segments;
}

/** The control point of the command before, if it was one of `kinds`, seen from the other side. */
function mirrored({ at, control, last }: Pen, kinds: string): Point {
  if (last === "" || !kinds.includes(last)) return at;
  return { x: 2 * at.x - control.x, y: 2 * at.y - control.y };
}

export function pathBox(data: string): Box | undefined {
  const bounds = new Bounds();
  let moved: Point | undefined;
  for (const segment of readPath(data)) {
    if (segment.kind === "move") {
      moved = segment.to;
      continue;
    }
    if (moved) bounds.add(moved.x, moved.y);
    moved = undefined;
    bounds.add(segment.to.x, segment.to.y);
    if (segment.kind === "curve") {
      for (const t of [...turnsOf(segment, "x"), ...turnsOf(segment, "y")]) {
        const { x, y } = pointOn(segment, t);
        bounds.add(x, y);
      }
    }
  }
  return bounds.box;
}

type Curve = Extract<Segment, { kind: "curve" }>;

/** Where on the curve a coordinate turns round. */
function turnsOf({ from, one, two, to }: Curve, axis: "x" | "y"): number[] {
  const a = -from[axis] + 3 * one[axis] - 3 * two[axis] + to[axis];
  const b = 2 * (from[axis] - 2 * one[axis] + two[axis]);
  const c = one[axis] - from[axis];
  const inside = (t: number): boolean => t > 0 && t < 1;
  const TINY = 1e-12;
  if (Math.abs(a) < TINY) return Math.abs(b) < TINY ? [] : [-c / b].filter(inside);
  const root = Math.sqrt(b * b - 4 * a * c);
  return [(-b + root) / (2 * a), (-b - root) / (2 * a)].filter(inside);
}

function pointOn({ from, one, two, to }: Curve, t: number): Point {
  const u = 1 - t;
  const mix = (axis: "x" | "y"): number =>
    u * u * u * from[axis] +
    3 * u * u * t * one[axis] +
    3 * u * t * t * two[axis] +
    t * t * t * to[axis];
  return { x: mix("x"), y: mix("y") };
}

interface Milestone extends Point {
  /** From the beginning of the path. */
  readonly length: number;
}

const STEPS_PER_CURVE = 64;

function milestones(data: string): Milestone[] {
  const stones: Milestone[] = [];
  let length = 0;
  const walk = (to: Point): void => {
    const before = stones.at(-1);
    if (before) length += Math.sqrt((to.x - before.x) ** 2 + (to.y - before.y) ** 2);
    stones.push({ ...to, length });
  };
  for (const segment of readPath(data)) {
    if (segment.kind === "move") stones.push({ ...segment.to, length });
    else if (segment.kind === "line") walk(segment.to);
    else if (segment.kind === "curve") {
      for (let step = 1; step <= STEPS_PER_CURVE; step++)
        walk(pointOn(segment, step / STEPS_PER_CURVE));
    }
  }
  return stones;
}

export function pathLength(data: string): number {
  return milestones(data).at(-1)?.length ?? 0;
}

export function pointAtLength(data: string, length: number): Point {
  const stones = milestones(data);
  const next = stones.findIndex((stone, index) => index > 0 && stone.length >= length);
  const [before, after] = next < 0 ? [stones.at(-1), undefined] : [stones[next - 1], stones[next]];
  const { x, y } = before ?? { x: 0, y: 0 };
  if (!before || !after || length <= 0) return next < 0 || length > 0 ? { x, y } : firstOf(stones);
  const part =
    after.length > before.length ? (length - before.length) / (after.length - before.length) : 0;
  return { x: x + (after.x - x) * part, y: y + (after.y - y) * part };
}

function firstOf([first]: readonly Milestone[]): Point {
  return { x: first?.x ?? 0, y: first?.y ?? 0 };
}
