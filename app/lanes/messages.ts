/** What the pool and its processes tell each other. */
import type { Door } from "../run/terms.ts";
import type { WrittenAnswer } from "../run/text-answer.ts";
import type { BodyShape, ErrorObject } from "../run/types.ts";

/** What is to be run. Text and bytes are faster to hand over than the value itself. */
export type Work =
  /** A `RunRequest` as JSON: read, checked and allowed already. */
  | { readonly request: string; readonly whole: boolean }
  /** A body as it came: whoever runs it reads it, and asks before. */
  | { readonly body: ArrayBuffer | string; readonly shape: BodyShape };

export type JobMessage = Work & {
  readonly id: number;
  readonly publicUrl: string;
  readonly door: Door;
};

/** The answer to a question: without a refusal the caller may. */
export interface PermissionMessage {
  readonly id: number;
  readonly refusal: Refusal | undefined;
}

/** A `RequestError` on its way. */
export interface Refusal {
  readonly status: number;
  readonly error: ErrorObject;
  readonly retryAfter: number | undefined;
}

export interface AnswerMessage extends WrittenAnswer {
  readonly id: number;
}

/** Whether the caller may run these; without calls nothing is counted. */
export interface QuestionMessage {
  readonly id: number;
  readonly toolIds: readonly string[];
  readonly calls: number;
}

export type ReplyMessage =
  /** Sent once, when jobs can be taken. */
  | { readonly ready: true }
  | QuestionMessage
  | AnswerMessage
  /** The tool threw: a bug, with the stack of our own files. */
  | { readonly id: number; readonly crash: string };
