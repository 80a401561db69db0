/** `bun run lock`: writes tests/laws/contract-lock.json, what each unit promises at its version. */
import { LOCK_FILE, readLock } from "../tests/support/contract-lock.ts";

await Bun.write(LOCK_FILE, `${JSON.stringify(await readLock(), null, 2)}\n`);
