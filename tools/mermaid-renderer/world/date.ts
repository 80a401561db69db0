/**
 * `Date` as it is in UTC at one instant. It is built on the host's class, whose calendar is the same everywhere: the
 * two things that differ, the current time and the zone, are replaced. This is why it may name `Date` at all.
 */
// oxlint-disable-next-line no-restricted-globals
const HostDate = Date;

/** 2000-01-01T00:00:00Z. */
const NOW = 946_684_800_000;

/** A zone at the end of a text: Z, an offset, or a name. */
const ZONE = /(?:Z|[+-]\d{2}:?\d{2}|\b(?:GMT|UTC|UT|[ECMP][SD]T)\b.*)$/is;
const ISO_DATE = /^[+-]?\d{4,6}(?:-\d{2}){0,2}$/;
const ISO_TIME = /^[+-]?\d{4,6}(?:-\d{2}){0,2}T[\d:.]+$/i;

/** A text without a zone is meant in UTC. */
function parse(text: unknown): number {
  const plain = String(text).trim();
  if (ISO_DATE.test(plain) || ZONE.test(plain)) return HostDate.parse(plain);
  return HostDate.parse(ISO_TIME.test(plain) ? `${plain}Z` : `${plain} UTC`);
}

function instantOf(parts: readonly unknown[]): number {
  const [first] = parts;
  if (parts.length === 0) return NOW;
  if (parts.length > 1) return HostDate.UTC(...(parts.map(Number) as [number, number]));
  if (first instanceof HostDate) return first.getTime();
  const plain = typeof first === "object" && first !== null ? first.valueOf() : first;
  return typeof plain === "string" ? parse(plain) : Number(plain);
}

/** The class of one world; a new one for each, so that none can be changed by another. */
export function createDate(): object {
  class FixedDate extends HostDate {
    constructor(...parts: readonly unknown[]) {
      super(instantOf(parts));
    }
    static override now(): number {
      return NOW;
    }
    static override parse(text: string): number {
      return parse(text);
    }
    override getTimezoneOffset(): number {
      return 0;
    }
    override toString(): string {
      return this.toUTCString();
    }
    override toLocaleString(): string {
      return this.toISOString();
    }
    override toLocaleDateString(): string {
      return this.toISOString().slice(0, 10);
    }
    override toLocaleTimeString(): string {
      return this.toISOString().slice(11, 19);
    }
  }
  // getHours is getUTCHours, and so are all the others.
  for (const name of Object.getOwnPropertyNames(HostDate.prototype)) {
    const local = name.replace("UTC", "");
    if (!/^[gs]etUTC/.test(name)) continue;
    const descriptor = Object.getOwnPropertyDescriptor(HostDate.prototype, name);
    if (descriptor) Object.defineProperty(FixedDate.prototype, local, descriptor);
  }
  return FixedDate;
}
