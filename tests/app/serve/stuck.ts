/** A process that is stuck after its start, and says so where it is started again: `bun stuck.ts [again]`. */
import { watch } from "../../../app/serve/watchdog.ts";

const [word] = process.argv.slice(2);
if (word === undefined) {
  console.log(`first ${process.pid}`);
  watch(["again"], "json");
  for (;;);
}
process.on("SIGTERM", () => process.exit(7));
console.log(`${word} ${process.pid}`);
setInterval(() => {}, 1000);
