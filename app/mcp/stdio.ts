/** MCP over standard input and output: one JSON message a line. */
import { stringify } from "../run/raw-json.ts";
import type { Dispatch } from "./dispatch.ts";
import { INTERNAL_ERROR, type MessageId, PARSE_ERROR, rpcError } from "./protocol.ts";

/** Serves until the input ends. Answers are written in the order in which they are ready. */
export async function serveStdio(
  dispatch: Dispatch,
  input: AsyncIterable<Uint8Array>,
  write: (lines: string) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  const running = new Set<Promise<void>>();
  let rest = "";
  // A write costs as much as a light call: answers of one turn of the event loop share it.
  let ready = "";
  const flush = (): void => {
    if (ready !== "") write(ready);
    ready = "";
  };
  const say = (answer: string): void => {
    if (ready === "") setImmediate(flush);
    ready += `${answer}\n`;
  };

  const accept = (line: string): void => {
    if (line.trim() === "") return;
    const work = answerLine(dispatch, line).then((answer) => {
      if (answer !== undefined) say(answer);
      running.delete(work);
    });
    running.add(work);
  };

  for await (const chunk of input) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) accept(line);
  }
  accept(rest);
  await Promise.all(running);
  flush();
}

async function answerLine(dispatch: Dispatch, line: string): Promise<string | undefined> {
  const { body } = await dispatchLine(dispatch, line);
  return body === undefined ? undefined : stringify(body);
}

async function dispatchLine(dispatch: Dispatch, line: string) {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return rpcError(400, null, PARSE_ERROR, "Parse error");
  }
  try {
    return await dispatch(message);
  } catch {
    // A bug of ours in one call ends no other. What is no message was answered before anything could fail.
    const { id = null } = message as { readonly id?: MessageId };
    return rpcError(500, id, INTERNAL_ERROR, "Internal error");
  }
}
