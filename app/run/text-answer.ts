import { RawJson } from "./raw-json.ts";
import type { Told } from "./tell.ts";
import type { Answer, ErrorObject, Failure, Media, Success } from "./types.ts";

/** An answer as another process wrote it. */
export interface WrittenAnswer {
  readonly status: number;
  readonly retryAfter?: number | undefined;
  /** The envelope as JSON: what is large is written and read once. */
  readonly text: string;
  /** What the result says to those who see only text, where that was asked for. */
  readonly told?: Told | undefined;
  readonly toolId: string | undefined;
  readonly error?: ErrorObject | undefined;
  readonly saved: number;
  readonly media?: Media | undefined;
}

/** An answer that came as text from another process; it is parsed only where somebody looks into it. */
export class TextAnswer implements Answer {
  readonly status: number;
  readonly retryAfter: number | undefined;
  readonly text: string;
  readonly told: Told | undefined;
  readonly toolId: string | undefined;
  readonly error: ErrorObject | undefined;
  readonly saved: number;
  readonly media: Media | undefined;
  readonly milliseconds: number;
  #body: Success | Failure | undefined;

  /** `milliseconds`: from the request to the answer, the time of waiting included. */
  constructor(written: WrittenAnswer, milliseconds: number) {
    this.status = written.status;
    this.retryAfter = written.retryAfter;
    this.milliseconds = Math.round(milliseconds);
    this.text = withTime(written.text, this.milliseconds);
    this.told = written.told;
    this.toolId = written.toolId;
    this.error = written.error;
    this.saved = written.saved;
    this.media = written.media;
  }

  get body(): Success | Failure {
    this.#body ??= JSON.parse(this.text) as Success | Failure;
    return this.#body;
  }

  /** The whole envelope, to be put into another one. */
  get raw(): RawJson {
    return new RawJson(this.text, this.told);
  }

  /** The result alone. A quotation mark inside a text is escaped, so that these names stand only where they are meant. */
  get result(): RawJson | undefined {
    const start = this.text.indexOf(RESULT);
    const end = this.text.lastIndexOf(SAVED);
    if (start < 0 || end < start) return undefined;
    return new RawJson(this.text.slice(start + RESULT.length, end), this.told);
  }
}

const RESULT = '"result":';
const SAVED = ',"tokens_saved_estimate":';
const TIME = '"processing_time_ms":';

/** The time is the last member of every envelope. */
function withTime(text: string, milliseconds: number): string {
  return `${text.slice(0, text.lastIndexOf(TIME))}${TIME}${milliseconds}}`;
}

/** What a batch says of one of its runs. */
export interface RunPart {
  readonly success: boolean;
  readonly tool_id: string | undefined;
  readonly result?: unknown;
  readonly error?: ErrorObject;
  readonly processing_time_ms: number;
}

/** The part that an answer plays in a larger one, and the tokens that it saved. */
export function partOf(answer: Answer): { readonly part: RunPart; readonly saved: number } {
  if (answer instanceof TextAnswer) {
    const { error, result, saved, toolId, milliseconds } = answer;
    return { part: part(toolId, result, error, milliseconds), saved };
  }
  const { body } = answer;
  const error = body.success ? undefined : body.error;
  const saved = body.tokens_saved_estimate;
  return { part: part(body.tool_id, body.result, error, body.processing_time_ms), saved };
}

function part(
  tool_id: string | undefined,
  result: unknown,
  error: ErrorObject | undefined,
  processing_time_ms: number,
): RunPart {
  return {
    success: error === undefined,
    tool_id,
    ...(result === undefined ? {} : { result }),
    ...(error === undefined ? {} : { error }),
    processing_time_ms,
  };
}
