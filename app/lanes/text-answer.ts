import type { Answer, Failure, Media, Success } from "../run/types.ts";
import type { AnswerMessage } from "./messages.ts";

/** An answer that came as text from another process; it is parsed only where somebody looks into it. */
export class TextAnswer implements Answer {
  readonly status: number;
  readonly retryAfter: number | undefined;
  readonly text: string;
  readonly toolId: string | undefined;
  readonly code: string | undefined;
  readonly media: Media | undefined;
  #body: Success | Failure | undefined;

  /** `milliseconds`: from the request to the answer, the time of waiting included. */
  constructor(message: AnswerMessage, milliseconds: number) {
    const { status, retryAfter, text, toolId, code, media } = message;
    this.status = status;
    this.retryAfter = retryAfter;
    this.text = withTime(text, milliseconds);
    this.toolId = toolId;
    this.code = code;
    this.media = media;
  }

  get body(): Success | Failure {
    this.#body ??= JSON.parse(this.text) as Success | Failure;
    return this.#body;
  }
}

const TIME = '"processing_time_ms":';

/** The time is the last member of every envelope. */
function withTime(text: string, milliseconds: number): string {
  return `${text.slice(0, text.lastIndexOf(TIME))}${TIME}${Math.round(milliseconds)}}`;
}
