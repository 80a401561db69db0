/**
 * A process of the pool that does what its jobs are called: echo, hang, die, throw, fill the memory; a job for the
 * fresh is done by a process that did no other. For a body it asks, and answers with what it was told.
 */
import type { JobMessage, PermissionMessage, ReplyMessage } from "../../app/lanes/messages.ts";
import type { RunRequest } from "../../app/run/types.ts";

const NONE = { toolId: undefined, saved: 0 };
const send = (message: ReplyMessage) => process.send?.(message);

let jobs = 0;

function echo(id: JobMessage["id"], toolId: string, input: unknown): void {
  const body = { success: true, input, pid: process.pid, processing_time_ms: 0 };
  send({ id, status: 200, text: JSON.stringify(body), toolId, saved: 0 });
}

process.on("message", (message: JobMessage | PermissionMessage) => {
  const { id } = message;
  if (!("publicUrl" in message)) {
    send({ id, status: 200, text: JSON.stringify({ ...message, processing_time_ms: 0 }), ...NONE });
    return;
  }
  if ("body" in message) {
    const { body } = message;
    const text = typeof body === "string" ? body : new TextDecoder().decode(body);
    const { tool_id: toolId } = JSON.parse(text) as RunRequest;
    send({ id, toolIds: [toolId], calls: 1 });
    return;
  }
  const { tool_id: toolId, input } = JSON.parse(message.request) as RunRequest;
  jobs++;
  switch (toolId) {
    // Only who has done nothing yet answers.
    case "for-the-fresh":
      if (jobs > 1) send({ id, crash: "RangeError: Out of memory" });
      else echo(id, toolId, input);
      break;
    case "echo":
      echo(id, toolId, input);
      break;
    case "throw":
      send({ id, crash: "Error: a bug" });
      break;
    case "die":
      process.exit(3);
    // A process that ends answers nothing.
    // oxlint-disable-next-line no-fallthrough
    case "hang":
      for (;;);
    default: {
      const kept: Uint8Array[] = [];
      try {
        for (;;) kept.push(new Uint8Array(8 << 20).fill(1));
      } catch (error) {
        send({ id, crash: `${String(error)} after ${kept.length}` });
      }
    }
  }
});
process.on("disconnect", () => process.exit(0));
send({ ready: true });
