/** Elliptical arcs as cubic curves, at most a quarter turn each (SVG 2, appendix B.2). */
import { steady } from "../world/steady.ts";
import { turn } from "./matrix.ts";
import type { Point, Segment } from "./path.ts";

interface Arc {
  readonly rx: number;
  readonly ry: number;
  /** Degrees. */
  readonly rotation: number;
  readonly large: boolean;
  readonly sweep: boolean;
}

function degrees(y: number, x: number): number {
  // oxlint-disable-next-line no-restricted-properties -- made steady at once
  return (steady(Math.atan2(y, x)) * 180) / Math.PI;
}

export function arcToCurves(
  from: Point,
  { rotation, large, sweep, ...radii }: Arc,
  to: Point,
): Segment[] {
  let [rx, ry] = [Math.abs(radii.rx), Math.abs(radii.ry)];
  if (rx === 0 || ry === 0) return [{ kind: "line", to }];
  if (from.x === to.x && from.y === to.y) return [];
  const { sine, cosine } = turn(rotation);
  const [dx, dy] = [(from.x - to.x) / 2, (from.y - to.y) / 2];
  const [x, y] = [cosine * dx + sine * dy, cosine * dy - sine * dx];
  const stretch = (x / rx) ** 2 + (y / ry) ** 2;
  if (stretch > 1) [rx, ry] = [rx * Math.sqrt(stretch), ry * Math.sqrt(stretch)];
  const spread = (rx * y) ** 2 + (ry * x) ** 2;
  const factor =
    (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, ((rx * ry) ** 2 - spread) / spread));
  const [cx, cy] = [(factor * rx * y) / ry, (-factor * ry * x) / rx];
  const first = degrees((y - cy) / ry, (x - cx) / rx);
  let sweepAngle = degrees((-y - cy) / ry, (-x - cx) / rx) - first;
  if (!sweep && sweepAngle > 0) sweepAngle -= 360;
  if (sweep && sweepAngle < 0) sweepAngle += 360;

  const place = (px: number, py: number): Point => ({
    x: cosine * rx * px - sine * ry * py + cosine * cx - sine * cy + (from.x + to.x) / 2,
    y: sine * rx * px + cosine * ry * py + sine * cx + cosine * cy + (from.y + to.y) / 2,
  });
  const count = Math.max(1, Math.ceil(Math.abs(sweepAngle) / 90 - 1e-9));
  const step = sweepAngle / count;
  const quarter = turn(step / 4);
  const reach = ((4 / 3) * quarter.sine) / quarter.cosine;
  let at = from;
  return Array.from({ length: count }, (_, index) => {
    const start = turn(first + index * step);
    const end = turn(first + (index + 1) * step);
    const curve = {
      kind: "curve",
      from: at,
      one: place(start.cosine - reach * start.sine, start.sine + reach * start.cosine),
      two: place(end.cosine + reach * end.sine, end.sine - reach * end.cosine),
      to: index === count - 1 ? to : place(end.cosine, end.sine),
    } as const;
    at = curve.to;
    return curve;
  });
}
