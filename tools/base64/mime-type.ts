/** MIME types as browsers read and write them (WHATWG MIME Sniffing, sections 4.4 and 4.5). */

const TOKEN = /^[!#$%&'*+\-.^_`|~A-Za-z0-9]+$/;
const QUOTED_STRING_UNITS = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

/** The type in its normal form, parameters included, or undefined for what is no MIME type. */
export function normalizeMimeType(text: string): string | undefined {
  const source = trimHttpSpace(text);
  const slash = source.indexOf("/");
  const typeEnd = endOf(source, ";", slash + 1);
  const type = source.slice(0, slash);
  const subtype = trimEnd(source.slice(slash + 1, typeEnd));
  if (slash < 0 || !TOKEN.test(type) || !TOKEN.test(subtype)) return undefined;
  return `${type}/${subtype}`.toLowerCase() + writeParameters(readParameters(source, typeEnd));
}

/** Reads `;name=value` from `start` on; what is no parameter is passed over, the first of a name wins. */
function readParameters(source: string, start: number): Map<string, string> {
  const parameters = new Map<string, string>();
  let position = start;
  while (position < source.length) {
    const end = endOf(source, ";", position + 1);
    const equals = endOf(source, "=", position + 1);
    if (equals >= end) {
      position = end;
      continue;
    }
    const name = trimStart(source.slice(position + 1, equals)).toLowerCase();
    const read = readValue(source, equals + 1);
    const fits =
      TOKEN.test(name) && read.value !== undefined && QUOTED_STRING_UNITS.test(read.value);
    if (fits && !parameters.has(name)) parameters.set(name, read.value ?? "");
    position = read.end;
  }
  return parameters;
}

interface ReadValue {
  /** Undefined where nothing stands unquoted. */
  readonly value: string | undefined;
  /** Where the next parameter begins. */
  readonly end: number;
}

function readValue(source: string, start: number): ReadValue {
  if (source.charAt(start) !== '"') {
    const end = endOf(source, ";", start);
    return { value: trimEnd(source.slice(start, end)) || undefined, end };
  }
  let value = "";
  let position = start + 1;
  for (; position < source.length && source.charAt(position) !== '"'; position++) {
    if (source.charAt(position) === "\\" && position + 1 < source.length) position++;
    value += source.charAt(position);
  }
  return { value, end: endOf(source, ";", position) };
}

function writeParameters(parameters: ReadonlyMap<string, string>): string {
  let text = "";
  for (const [name, value] of parameters) {
    const plain = value !== "" && TOKEN.test(value);
    text += `;${name}=${plain ? value : `"${value.replace(/["\\]/g, "\\$&")}"`}`;
  }
  return text;
}

function endOf(source: string, mark: string, from: number): number {
  const found = source.indexOf(mark, from);
  return found < 0 ? source.length : found;
}

function trimHttpSpace(text: string): string {
  return trimEnd(trimStart(text));
}

function trimStart(text: string): string {
  let start = 0;
  while (isHttpSpace(text.charAt(start))) start++;
  return text.slice(start);
}

function trimEnd(text: string): string {
  let end = text.length;
  while (isHttpSpace(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

function isHttpSpace(character: string): boolean {
  return character === " " || character === "\t" || character === "\n" || character === "\r";
}
