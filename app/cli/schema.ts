/** `purebox schema TOOL`. */
import { toolSchema } from "../catalogue.ts";
import { UsageError } from "../flags/usage-error.ts";
import { findByAnyName, nearestIds } from "../registry.ts";
import { EXIT_OK, printJson } from "./print.ts";

export default async function schema([name, ...rest]: readonly string[]): Promise<number> {
  if (name === undefined || rest.length > 0)
    throw new UsageError("schema takes one tool: purebox schema TOOL");
  const entry = findByAnyName(name);
  if (!entry)
    throw new UsageError(`Unknown tool ${name}; did you mean ${nearestIds(name).join(", ")}?`);
  printJson(await toolSchema(entry.id));
  return EXIT_OK;
}
