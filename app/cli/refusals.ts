/** A request that the runner did not take was not understood: nothing ran. */
import { UsageError } from "../flags/usage-error.ts";
import { RequestError } from "../run/errors.ts";

export async function asUsage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new UsageError(`${error.message}\n${error.error.hint}`);
  }
}
