/** A process of the pool that does what its jobs are called: echo, hang, die, throw, fill the memory. */
import type { JobMessage, ReplyMessage } from "../../app/lanes/messages.ts";
import type { RunRequest } from "../../app/run/types.ts";

const send = (message: ReplyMessage) => process.send?.(message);

process.on("message", ({ id, request }: JobMessage) => {
  const { tool_id: toolId, input } = JSON.parse(request) as RunRequest;
  switch (toolId) {
    case "echo": {
      const body = { success: true, input, pid: process.pid, processing_time_ms: 0 };
      send({ id, status: 200, text: JSON.stringify(body), toolId, code: undefined });
      break;
    }
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
