/** A call as a message of MCP, and the result out of the answer to it. */
import { META } from "../../../app/mcp/protocol.ts";
import type { Call } from "./calls.ts";
import { type Answered, type Form, outcomeOf, type Outcome } from "./outcome.ts";

export interface Message {
  readonly jsonrpc: "2.0";
  readonly id: number;
  readonly method: "tools/call";
  readonly params: object;
}

/** `revision`: of those that every request has to name. */
export function messageOf(
  { tool_id, input, options }: Call,
  id: number,
  revision?: string,
): Message {
  const meta = {
    [`${META}protocolVersion`]: revision,
    [`${META}clientCapabilities`]: {},
  };
  const params = {
    name: "run_tool",
    arguments: { tool_id, input, options },
    ...(revision === undefined ? {} : { _meta: meta }),
  };
  return { jsonrpc: "2.0", id, method: "tools/call", params };
}

export interface MessageAnswer {
  readonly id: number;
  readonly error?: { readonly message: string; readonly data?: Answered["error"] };
  readonly result?: {
    readonly structuredContent: Answered;
    readonly content: readonly { readonly type: string; readonly data?: string }[];
  };
}

/** A picture is sent once: as a picture, which is the output that the result then lacks. */
export function outcomeOfMessage({ result, error }: MessageAnswer, form: Form): Outcome {
  if (!result) return outcomeOf({ error: error?.data ?? { code: error?.message } }, form);
  const { content, structuredContent } = result;
  const picture = content.find(({ type }) => type === "image");
  if (!picture) return outcomeOf(structuredContent, form);
  const whole = { ...(structuredContent.result as object), output: picture.data };
  return outcomeOf({ ...structuredContent, result: whole }, form);
}
