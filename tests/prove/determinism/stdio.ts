/** MCP over standard input and output: one process for all calls. */
import type { Call } from "./calls.ts";
import type { Party } from "./compare.ts";
import type { Form, Outcome } from "./outcome.ts";
import { type MessageAnswer, messageOf, outcomeOfMessage } from "./rpc.ts";

export function stdioParty(
  name: string,
  command: readonly string[],
  publicUrl: string,
  env: Readonly<Record<string, string>> = {},
): Party {
  return {
    name,
    async ask(calls: readonly Call[], form: Form) {
      const child = Bun.spawn([...command, "mcp", "--public-url", publicUrl], {
        stdio: ["pipe", "pipe", "inherit"],
        env: { ...process.env, ...env },
      });
      const outcomes: Outcome[] = [];
      const answers = linesOf(child.stdout);
      // One after the other, as each has so much time from when it was read.
      for (const [id, call] of calls.entries()) {
        child.stdin.write(`${JSON.stringify(messageOf(call, id))}\n`);
        child.stdin.flush();
        const { value: line, done } = await answers.next();
        if (done === true) throw new Error(`${name} ended before the call of ${call.tool_id}`);
        const answer = JSON.parse(line) as MessageAnswer;
        if (answer.id !== id) throw new Error(`${name} answered ${answer.id}, not ${id}`);
        outcomes.push(outcomeOfMessage(answer, form));
      }
      child.stdin.end();
      await child.exited;
      return outcomes;
    },
  };
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  for await (const chunk of stream) {
    const [rest = "", ...further] = decoder.decode(chunk, { stream: true }).split("\n");
    parts.push(rest);
    for (const next of further) {
      yield parts.join("");
      parts = [next];
    }
  }
}
