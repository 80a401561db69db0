/** What the pool and its processes tell each other. */

export interface JobMessage {
  readonly id: number;
  /** A `RunRequest` as JSON, which is faster to hand over than the value itself. */
  readonly request: string;
  readonly whole: boolean;
  readonly publicUrl: string;
}

export interface AnswerMessage {
  readonly id: number;
  readonly status: number;
  /** The envelope as JSON: what is large is written and read once. */
  readonly text: string;
  readonly toolId: string | undefined;
  /** Of the error, where there is one. */
  readonly code: string | undefined;
}

export type ReplyMessage =
  /** Sent once, when jobs can be taken. */
  | { readonly ready: true }
  | AnswerMessage
  /** The tool threw: a bug, with the stack of our own files. */
  | { readonly id: number; readonly crash: string };
