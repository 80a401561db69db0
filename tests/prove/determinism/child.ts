/**
 * Makes the calls of a file, one a line, in the process that runs this, and writes what came of each as a line. It
 * needs nothing that Bun has and Node has not.
 *
 * usage: child.ts FILE digest|text PUBLIC_URL
 */
import { readFileSync } from "node:fs";
import { createHost } from "../../../app/lanes/host.ts";
import { run } from "../../../app/run/run.ts";
import { type Form, outcomeOf, type Request } from "./outcome.ts";

const [, , path = "", form = "", publicUrl = ""] = process.argv;
const host = createHost(publicUrl);
const written: string[] = [];
for (const line of readFileSync(path, "utf8").split("\n")) {
  const request = JSON.parse(line) as Request;
  const { body } = await run(request, host, { deadline: Number.POSITIVE_INFINITY });
  written.push(JSON.stringify(outcomeOf(body, form as Form)));
}
process.stdout.write(`${written.join("\n")}\n`);
