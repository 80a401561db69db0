/** Server-sent events as the WHATWG reads them, as far as their data goes. */
import { endOfLine, nextLine } from "../_lib/text/position.ts";

/** A stretch of a text. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Whether a line begins the data of an event, or all of them are other fields or comments. */
export function isEventStream(text: string): boolean {
  if (/(?:^\ufeff?|[\r\n])data:/.test(text)) return true;
  return !/(?:^\ufeff?|[\r\n])(?!:|event:|id:|retry:|[\r\n]|$)/.test(text);
}

/** The data lines of each event that has any; the last event may lack its blank line. */
export function eventsOf(text: string): Stretch[][] {
  const events: Stretch[][] = [];
  let lines: Stretch[] = [];
  const dispatch = () => {
    if (lines.length > 0) events.push(lines);
    lines = [];
  };
  const first = text.startsWith("\ufeff") ? 1 : 0;
  for (let start = first; start < text.length; start = nextLine(text, start)) {
    const end = endOfLine(text, start);
    if (end === start) dispatch();
    else if (text.startsWith("data:", start)) {
      const value = start + "data:".length;
      lines.push({ start: text.charAt(value) === " " ? value + 1 : value, end });
    }
  }
  dispatch();
  return events;
}
