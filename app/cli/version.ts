/** `purebox --version`. */
import { SERVICE, SERVICE_VERSION } from "../registry.ts";
import { print } from "./print.ts";

export default async function version(): Promise<number> {
  print(`${SERVICE} ${SERVICE_VERSION}`);
  return 0;
}
