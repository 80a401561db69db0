/** A process of its own on a store: does what the lines on its standard input say, one answer a line. */
import { openStores } from "../../../app/limits/open-stores.ts";

export interface ChargeTask {
  readonly clients: number;
  /** Of each client, one after another. */
  readonly attempts: number;
  readonly limit: number;
}

const [store = "", data = ""] = Bun.argv.slice(2);
const stores = await openStores({ store, data });
console.log(JSON.stringify("ready"));

for await (const line of console) {
  if (line === "") break;
  const task = JSON.parse(line) as { charge: ChargeTask } | { status: string };
  const answer =
    "charge" in task
      ? await chargeAll(task.charge)
      : ((await stores.store.credential(task.status))?.status ?? null);
  console.log(JSON.stringify(answer));
}
await stores.store.close();

/** How many of the charges were let through. */
async function chargeAll({ clients, attempts, limit }: ChargeTask): Promise<number> {
  let passed = 0;
  const client = async () => {
    for (let attempt = 0; attempt < attempts; attempt++) {
      if ((await stores.store.charge("key:race", "2026-11-22", 1, limit)) !== null) passed++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return passed;
}
