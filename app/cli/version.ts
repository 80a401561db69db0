/** `purebox --version`. */
import { SERVICE, SERVICE_VERSION } from "../registry.ts";

export default async function version(): Promise<number> {
  console.log(`${SERVICE} ${SERVICE_VERSION}`);
  return 0;
}
