/** Starts workers and talks with them. */
export interface Worker {
  ask(task: object): Promise<unknown>;
  stop(): Promise<void>;
}

export async function startWorker(store: string, data: string): Promise<Worker> {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/worker.ts`, store, data], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const lines = readLines(child.stdout);
  const next = async (): Promise<unknown> => JSON.parse((await lines.next()).value ?? "null");
  await next();
  return {
    async ask(task) {
      child.stdin.write(`${JSON.stringify(task)}\n`);
      await child.stdin.flush();
      return next();
    },
    async stop() {
      await child.stdin.end();
      await child.exited;
    },
  };
}

async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    const lines = (text + decoder.decode(chunk, { stream: true })).split("\n");
    text = lines.pop() ?? "";
    yield* lines;
  }
  return undefined;
}
