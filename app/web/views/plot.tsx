/** Series as pictures, with words at the lines themselves; the table below says the same in text. */
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { TEXTS } from "../texts.ts";
import type { Plot } from "./blocks.ts";
import { axisOf, type Bin, extentOf, some, tickText } from "./plot-scale.ts";
import { ZoneRows } from "./plot-zones.tsx";
import { labelOf, type Row } from "./shape.ts";
import { useWidth } from "./use-width.ts";

export default function Plots({ plot }: { readonly plot: Plot }) {
  switch (plot.kind) {
    case "schedule":
      return (
        <div class="plots">
          <Balance rows={plot.rows} />
          <Parts rows={plot.rows} />
        </div>
      );
    case "histogram":
      return (
        <div class="plots">
          <Histogram bins={plot.bins} />
        </div>
      );
    case "spans":
      return (
        <div class="plots">
          <Spans rows={plot.rows} />
        </div>
      );
    case "zones":
      return <ZoneRows value={plot.value} />;
  }
}

const HEIGHT = 190;
const [TOP, BOTTOM, RIGHT] = [14, 24, 14];

interface Frame {
  readonly width: number;
  readonly left: number;
  x(share: number): number;
  y(value: number): number;
}

/** A picture as wide as there is room, its ticks at the left. */
function Framed({
  title,
  text,
  ticks,
  height = HEIGHT,
  children,
}: {
  readonly title: string;
  /** For those who cannot see it. */
  readonly text: string;
  readonly ticks: readonly number[];
  readonly height?: number;
  readonly children: (frame: Frame) => ComponentChildren;
}) {
  const box = useRef<HTMLElement>(null);
  const width = useWidth(box);
  const labels = ticks.map(tickText);
  const left = 8 + 7 * Math.max(0, ...labels.map(({ length }) => length));
  const [from = 0, to = 1] = [ticks[0], ticks.at(-1)];
  const frame: Frame = {
    width,
    left,
    x: (share) => left + share * (width - left - RIGHT),
    y: (value) => height - BOTTOM - ((value - from) / (to - from || 1)) * (height - TOP - BOTTOM),
  };
  return (
    <figure ref={box}>
      <figcaption>{title}</figcaption>
      <svg width={width} height={height} role="img" aria-label={text}>
        {ticks.map((tick, index) => (
          <g key={tick}>
            <line class="grid" x1={left} x2={width - RIGHT} y1={frame.y(tick)} y2={frame.y(tick)} />
            <text class="tick" x={left - 6} y={frame.y(tick) + 4} text-anchor="end">
              {labels[index]}
            </text>
          </g>
        ))}
        {width > 0 && children(frame)}
      </svg>
    </figure>
  );
}

const numberAt = (row: Row, name: string): number =>
  typeof row[name] === "number" ? row[name] : 0;

/** What stands below a row: the year of its date, or its number. */
function xText(row: Row): string {
  const { date, year, age, period } = row;
  if (typeof date === "string") return date.slice(0, 4);
  return String(year ?? age ?? period ?? "");
}

function XLabels({ rows, frame }: { readonly rows: readonly Row[]; readonly frame: Frame }) {
  const most = Math.max(2, Math.floor((frame.width - frame.left) / 70));
  const isDated = typeof rows[0]?.["date"] === "string";
  // Of dates, the first of each year.
  const starts = isDated
    ? rows.flatMap((row, index) =>
        index > 0 && xText(row) !== xText(rows[index - 1] ?? {}) ? [{ row, index }] : [],
      )
    : rows.map((row, index) => ({ row, index }));
  return (
    <>
      {some(starts, most).map(([, { row, index }]) => (
        <text
          key={index}
          class="tick"
          x={frame.x((index + 0.5) / rows.length)}
          y={HEIGHT - 6}
          text-anchor="middle"
        >
          {xText(row)}
        </text>
      ))}
    </>
  );
}

function Balance({ rows }: { readonly rows: readonly Row[] }) {
  const balances = rows.map((row) => numberAt(row, "balance"));
  const [first = {}] = rows;
  // What it was before the first row: that is paid off from, or saved upon.
  const start = (balances[0] ?? 0) + numberAt(first, "principal") + numberAt(first, "extra");
  const isPaidOff = typeof first["principal"] === "number";
  const points = isPaidOff ? [start, ...balances] : balances;
  const [lowest, highest] = extentOf(points);
  const axis = axisOf(Math.min(0, lowest), highest);
  const last = points.length - 1;
  const share = (index: number): number => (last === 0 ? 0 : index / last);
  const half = isPaidOff ? points.findIndex((balance) => balance <= start / 2) : -1;
  const peak = points.indexOf(highest);
  const marked = half > 0 ? half : peak > 0 ? peak : -1;
  const unit = typeof first["period"] === "number" ? "payments" : "years";
  const words =
    half > 0
      ? TEXTS.plots.half(half, unit)
      : marked < 0
        ? ""
        : TEXTS.plots.reached(
            String(points[marked]),
            xText(rows[marked] ?? {}),
            first["age"] !== undefined,
          );
  return (
    <Framed
      title={TEXTS.plots.balance}
      text={TEXTS.plots.balanceText(String(points[0]), String(points.at(-1)), words)}
      ticks={axis.ticks}
    >
      {(frame) => {
        const at = points.map(
          (balance, index) => [frame.x(share(index)), frame.y(balance)] as const,
        );
        const line = at.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" L");
        const ground = frame.y(Math.max(0, axis.from));
        const [x, y] = at[marked] ?? [0, 0];
        return (
          <>
            <path class="area" d={`M${frame.x(0)},${ground} L${line} L${frame.x(1)},${ground} Z`} />
            <path class="curve" d={`M${line}`} />
            <XLabels rows={rows} frame={frame} />
            {marked >= 0 && (
              <>
                <circle class="dot" cx={x} cy={y} r={4} />
                <text class="word" {...wordAt(x, y, frame.width, words.length, half > 0)}>
                  {words}
                </text>
              </>
            )}
          </>
        );
      }}
    </Framed>
  );
}

const LETTER = 6.2;

/** Above and right of a falling curve, or in the area below it; left of the top of a rising one. */
function wordAt(x: number, y: number, width: number, letters: number, isFalling: boolean) {
  const hasRoom = x + 8 + letters * LETTER < width - RIGHT;
  if (isFalling) {
    return hasRoom
      ? { x: x + 8, y: y - 6, "text-anchor": "start" as const }
      : { x: x - 8, y: y + 16, "text-anchor": "end" as const };
  }
  const isLeft = x > letters * LETTER + 60;
  return {
    x: isLeft ? x - 8 : x + 8,
    y: Math.max(y, TOP) - 2,
    "text-anchor": isLeft ? ("end" as const) : ("start" as const),
  };
}

/** Members that a row adds up to, from below; interest and growth carry the colour. */
const STACKS = [
  ["interest", "principal", "extra", "pmi"],
  ["interest", "contributions"],
  ["growth", "contributions"],
] as const;

function Parts({ rows }: { readonly rows: readonly Row[] }) {
  const [first = {}] = rows;
  const stack = STACKS.find(([one, two]) => first[one] !== undefined && first[two] !== undefined);
  if (!stack) return null;
  const names = stack.filter((name) => rows.some((row) => numberAt(row, name) !== 0));
  const sums = rows.map((row) =>
    names.reduce((sum, name) => sum + Math.max(0, numberAt(row, name)), 0),
  );
  const axis = axisOf(0, extentOf(sums)[1]);
  const title =
    typeof first["period"] === "number" ? TEXTS.plots.eachPayment : TEXTS.plots.eachYear;
  return (
    <Framed title={title} text={TEXTS.plots.parts(names.map(labelOf))} ticks={axis.ticks}>
      {(frame) => {
        const step = frame.x(1 / rows.length) - frame.x(0);
        const gap = step > 4 ? 1 : 0;
        return (
          <>
            {names.map((name, level) => {
              const d = rows.map((row, index) => {
                const below = names
                  .slice(0, level)
                  .reduce((sum, one) => sum + Math.max(0, numberAt(row, one)), 0);
                const [y0, y1] = [
                  frame.y(below),
                  frame.y(below + Math.max(0, numberAt(row, name))),
                ];
                const x = frame.x(index / rows.length);
                return `M${x.toFixed(1)},${y0.toFixed(1)}V${y1.toFixed(1)}h${(step - gap).toFixed(1)}V${y0.toFixed(1)}Z`;
              });
              return <path key={name} class={`bars part-${level}`} d={d.join("")} />;
            })}
            <XLabels rows={rows} frame={frame} />
            {names.map((name, level) => (
              <PartName key={name} {...{ name, names, level, rows, frame }} />
            ))}
          </>
        );
      }}
    </Framed>
  );
}

/** A part's name stands in it where it is thickest. */
function PartName({
  name,
  names,
  level,
  rows,
  frame,
}: {
  readonly name: string;
  readonly names: readonly string[];
  readonly level: number;
  readonly rows: readonly Row[];
  readonly frame: Frame;
}) {
  const sizes = rows.map((row) => numberAt(row, name));
  const widest = sizes.indexOf(extentOf(sizes)[1]);
  const row = rows[widest] ?? {};
  const below = names.slice(0, level).reduce((sum, one) => sum + numberAt(row, one), 0);
  const size = frame.y(0) - frame.y(numberAt(row, name));
  if (size < 18) return null;
  const share = Math.min(0.9, Math.max(0.1, (widest + 0.5) / rows.length));
  const anchor = share < 0.3 ? "start" : share > 0.7 ? "end" : "middle";
  return (
    <text
      class={`word on-${level}`}
      x={frame.x(share === 0.1 ? 0.02 : share === 0.9 ? 0.98 : share)}
      y={frame.y(below + numberAt(row, name) / 2) + 4}
      text-anchor={anchor}
    >
      {labelOf(name).toLowerCase()}
    </text>
  );
}

function Histogram({ bins }: { readonly bins: readonly Bin[] }) {
  const [, most] = extentOf(bins.map(({ count }) => count));
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  const axis = axisOf(0, most, Math.min(5, most));
  return (
    <Framed
      title={TEXTS.plots.histogram(total)}
      text={bins.map(({ label, count }) => `${label}: ${count}`).join(", ")}
      ticks={axis.ticks}
    >
      {(frame) => {
        const step = frame.x(1 / bins.length) - frame.x(0);
        const shown = Math.max(2, Math.floor((frame.width - frame.left) / 56));
        return (
          <>
            {bins.map(({ label, count }, index) => (
              <rect
                key={label}
                class="bars part-0"
                x={frame.x(index / bins.length)}
                width={Math.max(1, step - 1)}
                y={frame.y(count)}
                height={frame.y(0) - frame.y(count)}
              >
                <title>{`${label}: ${count}`}</title>
              </rect>
            ))}
            {some(bins, shown).map(([index, { label }]) => (
              <text
                key={label}
                class="tick"
                x={frame.x((index + 0.5) / bins.length)}
                y={HEIGHT - 6}
                text-anchor="middle"
              >
                {label.split(" ", 1)[0]}
              </text>
            ))}
          </>
        );
      }}
    </Framed>
  );
}

const SPAN = 26;
const MOST_SPANS = 60;

/** Steps in time, one below the other. */
function Spans({ rows }: { readonly rows: readonly Row[] }) {
  const shown = rows.slice(0, MOST_SPANS);
  const axis = axisOf(0, extentOf(rows.map((row) => numberAt(row, "end")))[1]);
  const height = TOP + BOTTOM + shown.length * SPAN;
  const nameOf = (row: Row): string => String(row["id"] ?? row["name"] ?? "");
  const text = shown
    .map((row) => `${nameOf(row)}: ${String(row["start"])} – ${String(row["end"])}`)
    .join(", ");
  return (
    <Framed title={TEXTS.plots.spans} text={text} ticks={[]} height={height}>
      {(frame) => {
        const x = (value: number): number => frame.x(value / (axis.to || 1));
        return (
          <>
            {axis.ticks.map((tick) => (
              <g key={tick}>
                <line class="grid" x1={x(tick)} x2={x(tick)} y1={4} y2={height - BOTTOM} />
                <text class="tick" x={x(tick)} y={height - 6} text-anchor="middle">
                  {tickText(tick)}
                </text>
              </g>
            ))}
            {shown.map((row, index) => {
              const [from, to] = [x(numberAt(row, "start")), x(numberAt(row, "end"))];
              const y = 8 + index * SPAN;
              const isWide = to - from > nameOf(row).length * 8;
              return (
                <g key={index}>
                  <rect
                    class="span"
                    x={from}
                    width={Math.max(2, to - from - 1)}
                    y={y}
                    height={20}
                  />
                  <text
                    class="word"
                    x={isWide ? from + 6 : to > frame.width / 2 ? from - 6 : to + 6}
                    y={y + 14}
                    text-anchor={!isWide && to > frame.width / 2 ? "end" : "start"}
                  >
                    {nameOf(row)}
                  </text>
                </g>
              );
            })}
          </>
        );
      }}
    </Framed>
  );
}
