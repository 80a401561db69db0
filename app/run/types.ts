/** The request that every transport hands to the runner, and the envelope that it gets back. */
import type { Entry, RunOptions } from "../../tools/_core/tool.ts";

export const RESPONSE_MODES = ["full", "compact", "output"] as const;
export type ResponseMode = (typeof RESPONSE_MODES)[number];

export interface RunRequest {
  readonly tool_id: string;
  /** An object of fields, or a string for the primary field. */
  readonly input?: unknown;
  readonly options?: unknown;
  readonly response_mode?: unknown;
}

export interface ErrorObject {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly did_you_mean?: readonly string[];
}

/** The result with `response_mode: "full"`; the other modes keep some of the members. */
export interface Result {
  ok: boolean;
  toolId: string;
  action: string;
  output?: string | undefined;
  valid?: boolean | undefined;
  value?: unknown;
  stats: Record<string, unknown>;
  errors: readonly Entry[];
  warnings: readonly Entry[];
  report: string;
  summaryJson: Record<string, unknown>;
  receipt?: Receipt | undefined;
  error?: ErrorObject | undefined;
}

/** Proof of a run: hashes over RFC 8785 canonical JSON, never the data. */
export interface Receipt {
  readonly tool_id: string;
  readonly tool_version: string;
  readonly service_version: string;
  readonly input_sha256: string;
  readonly options: Required<Pick<RunOptions, "now" | "seed">>;
  readonly output_sha256: string;
  readonly [detail: string]: unknown;
}

export interface Success {
  success: true;
  tool_id: string;
  result: Partial<Result>;
  tokens_saved_estimate: number;
  processing_time_ms: number;
}

export interface Failure {
  success: false;
  ok: false;
  error: ErrorObject;
  tool_id?: string;
  result?: Partial<Result>;
  tokens_saved_estimate: 0;
  processing_time_ms: number;
  [detail: string]: unknown;
}

/** An envelope and the HTTP status that goes with it; transports without statuses use `body.success`. */
export interface Answer<B = Success | Failure> {
  readonly status: number;
  readonly body: B;
  /** In seconds; where waiting helps. */
  readonly retryAfter?: number | undefined;
  /** Where `output` is a file as Base64. */
  readonly media?: Media | undefined;
}

/** A file that is not text: `value.encoding` says base64, and `value.mediaType` of what kind it is. */
export interface Media {
  readonly type: string;
  /** The response mode asks for nothing but the output. */
  readonly alone: boolean;
}

/** What a body asks for: a run, one in the shape of `POST /api`, linked runs, or the check of a receipt. */
export type BodyShape = "run" | "legacy" | "pipeline" | "verify";
