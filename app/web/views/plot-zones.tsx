/** A day in several zones, hour below hour, and the moment that was asked for. */
import { TEXTS } from "../texts.ts";
import { isRecord, type Row } from "./shape.ts";

interface Zone {
  readonly name: string;
  readonly local: string;
  readonly offset: number;
}

const HOURS = 24;
const HOUR = 3_600_000;
const MOST_ZONES = 20;
/** Hours in which one may call. */
const [DAY_FROM, DAY_TO] = [9, 18];

export function ZoneRows({ value }: { readonly value: Row }) {
  const { source, conversions } = value;
  const all = [source, ...(Array.isArray(conversions) ? conversions : [])];
  const zones = all.flatMap(zoneOf).slice(0, MOST_ZONES);
  const [first] = zones;
  if (!first) return null;
  const moment = Date.parse(first.local);
  // The day begins where the first zone's does.
  const start =
    moment - ((((moment + first.offset) % (HOURS * HOUR)) + HOURS * HOUR) % (HOURS * HOUR));
  const at = (moment - start) / HOUR / HOURS;
  return (
    <div
      class="zones"
      role="img"
      aria-label={zones.map(({ name, local }) => `${name} ${local}`).join(", ")}
    >
      {zones.map((zone) => (
        <div class="zone" key={`${zone.name}${zone.local}`}>
          <p>
            <b>{zone.name}</b> <span class="mono">{zone.local}</span>
          </p>
          <div class="hours">
            {Array.from({ length: HOURS }, (_, index) => (
              <Hour key={index} time={start + index * HOUR + zone.offset} />
            ))}
            <i style={{ left: `${at * 100}%` }} />
          </div>
        </div>
      ))}
      <p class="muted small">{TEXTS.plots.hours}</p>
    </div>
  );
}

/** `time` is local time as if it were UTC. */
function Hour({ time }: { readonly time: number }) {
  const date = new Date(time);
  const hour = date.getUTCHours();
  const isDay = hour >= DAY_FROM && hour < DAY_TO;
  const text = hour === 0 ? `${date.getUTCDate()}.` : hour % 3 === 0 ? String(hour) : "";
  return <span class={`${isDay ? "day" : ""}${hour === 0 ? " new" : ""}`}>{text}</span>;
}

function zoneOf(zone: unknown): readonly Zone[] {
  if (!isRecord(zone)) return [];
  const { timeZone, local, offset } = zone;
  if (typeof timeZone !== "string" || typeof local !== "string" || typeof offset !== "string") {
    return [];
  }
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)/.exec(offset) ?? [];
  const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return [{ name: timeZone, local, offset: sign === "-" ? -size : size }];
}
