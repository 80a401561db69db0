/** The log on standard error: what happened, never what was sent or answered. */
import type { Observation, Observer } from "../http/host.ts";
import type { LogFormat } from "./settings.ts";

/** Lines are written together, so that a busy service does not wait for each. */
const FLUSH_MS = 100;
const FLUSH_CHARACTERS = 64 * 1024;

type Details = Readonly<Record<string, unknown>>;

export class Log implements Observer {
  readonly #format: LogFormat;
  readonly #write: (text: string) => void;
  #lines = "";
  #timer: Timer | undefined;
  #requests = 0;

  constructor(format: LogFormat, write: (text: string) => void = writeToStandardError) {
    this.#format = format;
    this.#write = write;
  }

  note({ method, route, status, code, toolId, ...figures }: Observation): void {
    const { milliseconds, bytesIn, charactersOut } = figures;
    const ms = Math.round(milliseconds * 1000) / 1000;
    const [id, tool] = [++this.#requests, toolId];
    const sizes = { bytes_in: bytesIn, characters_out: charactersOut };
    this.event("request", { id, method, route, status, code, tool, ms, ...sizes });
  }

  /** Something that happened; members without a value are left out. */
  event(event: string, details: Details = {}): void {
    if (this.#format === "off") return;
    const time = new Date().toISOString();
    this.#lines +=
      this.#format === "json"
        ? `${JSON.stringify({ time, pid: process.pid, event, ...details })}\n`
        : `${time} ${event}${inWords(details)}\n`;
    if (this.#lines.length >= FLUSH_CHARACTERS) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#lines !== "") this.#write(this.#lines);
    this.#lines = "";
  }
}

function inWords(details: Details): string {
  return Object.entries(details)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}=${String(value)}`))
    .join("");
}

function writeToStandardError(text: string): void {
  process.stderr.write(text);
}
