/** Days are UTC, written `YYYY-MM-DD`. */

const DAY_MS = 86_400_000;

let lastNumber = -1;
let lastText = "";

/** The day of an instant in epoch milliseconds. */
export function dayOf(now: number): string {
  const number = Math.floor(now / DAY_MS);
  // Asked at every call, and the same for a day.
  if (number !== lastNumber) {
    lastNumber = number;
    lastText = textOf(number);
  }
  return lastText;
}

export function daysBefore(day: string, days: number): string {
  return textOf(Date.parse(day) / DAY_MS - days);
}

/** Whole seconds, at least 1, until the next day begins. */
export function secondsLeft(now: number): number {
  return Math.ceil((DAY_MS - (now % DAY_MS)) / 1000);
}

function textOf(dayNumber: number): string {
  return new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
}
