/** A process of the pool that does what its jobs are called: echo, hang, die, throw, fill the memory. */
import type { JobMessage, ReplyMessage } from "../../app/lanes/messages.ts";

const send = (message: ReplyMessage) => process.send?.(message);

process.on("message", ({ id, toolId, input }: JobMessage) => {
  switch (toolId) {
    case "echo":
      send({
        id,
        outcome: JSON.stringify({
          ok: true,
          value: { input: JSON.parse(input), pid: process.pid },
        }),
      });
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
