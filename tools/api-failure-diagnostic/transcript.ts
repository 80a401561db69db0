/** Raw HTTP messages, and what curl prints of them. */
import { emptyExchange, type Exchange } from "./exchange.ts";

const STATUS_LINE = /^HTTP\/\d(?:\.\d)? (\d{3})(?: (.*))?$/;
const REQUEST_LINE = /^([A-Z][A-Z-]*) (\S+) HTTP\/\d(?:\.\d)?$/;
/** Only a verbose transcript marks what was sent and what came. */
const VERBOSE = /^(?:< HTTP\/|> [A-Z-]+ \S+ HTTP\/|\* )/m;
const CURL_ERROR = /^curl: \(\d+\)/;
const DATA_MARK = /^[{}] \[\d+ bytes data\]$/;

interface Lines {
  readonly plain: readonly string[];
  /** What curl says, each with the number of plain lines before it. */
  readonly said: readonly { readonly text: string; readonly at: number }[];
}

/** Undefined where the text holds neither a request nor a response, nor what curl says. */
export function readTranscript(text: string): Exchange | undefined {
  const { plain, said } = unmarked(text.split(/\r\n|\n|\r/));
  const start = plain.findLastIndex((line) => STATUS_LINE.test(line.trimEnd()));
  const before = start === -1 ? plain : plain.slice(0, start);
  const request = before.findLastIndex((line) => REQUEST_LINE.test(line));
  if (start === -1 && request === -1 && said.length === 0) return undefined;
  const exchange = emptyExchange();
  const rest = request === -1 ? [] : addRequest(exchange, before.slice(request));
  if (start === -1) {
    const others = request === -1 ? plain : rest;
    exchange.errorText = textOf([...said.map((line) => line.text), ...others]);
    return exchange;
  }
  exchange.requestBody = textOf(rest);
  addResponse(exchange, plain.slice(start));
  // What was said before the response did not keep it from coming.
  exchange.errorText = textOf(said.filter(({ at }) => at > start).map((line) => line.text));
  return exchange;
}

function unmarked(lines: readonly string[]): Lines {
  const isVerbose = VERBOSE.test(lines.join("\n"));
  const plain: string[] = [];
  const said: Lines["said"][number][] = [];
  for (const line of lines) {
    if (CURL_ERROR.test(line)) said.push({ text: line, at: plain.length });
    else if (!isVerbose) plain.push(line);
    else if (line.startsWith("* ")) said.push({ text: line.slice(2), at: plain.length });
    else if (!DATA_MARK.test(line)) plain.push(line.replace(/^[<>](?: |$)/, ""));
  }
  return { plain, said };
}

/** What follows the head. */
function addRequest(exchange: Exchange, lines: readonly string[]): readonly string[] {
  const [, method = "", target = ""] = REQUEST_LINE.exec(lines[0] ?? "") ?? [];
  exchange.method = method;
  exchange.url = target;
  const end = endOfHead(lines);
  exchange.requestHeaders.addLines(lines.slice(1, end));
  return lines.slice(end + 1);
}

function addResponse(exchange: Exchange, lines: readonly string[]): void {
  const [, status = "", reason = ""] = STATUS_LINE.exec((lines[0] ?? "").trimEnd()) ?? [];
  exchange.status = Number(status);
  exchange.reason = reason.trim();
  const end = endOfHead(lines);
  exchange.responseHeaders.addLines(lines.slice(1, end));
  exchange.body = textOf(lines.slice(end + 1));
}

function endOfHead(lines: readonly string[]): number {
  const end = lines.findIndex((line) => line.trim() === "");
  return end === -1 ? lines.length : end;
}

function textOf(lines: readonly string[]): string {
  return lines.join("\n").trim();
}
