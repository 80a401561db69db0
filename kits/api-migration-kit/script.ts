/** The rewritten calls as a script of curl commands. */
import { oneLine } from "../../tools/_lib/text/shown.ts";
import { quoteShell } from "../../tools/_lib/text/shell-quote.ts";
import convertCurl from "../../tools/curl-converter.ts";
import type { Work } from "../api-migration-kit.ts";
import type { Given, Rewritten } from "./calls.ts";

/** One command for each call; those that need work are there for their readers only. */
export function writeScript(
  calls: readonly Rewritten[],
  hasVariables: boolean,
  work: Work,
): string {
  const commands = normalised(calls, work);
  const blocks = calls.map((call, index) => {
    const { id, status, from, to, problems, details } = call;
    const written = commandOf(call, commands?.[index]);
    const command = hasVariables ? withVariables(written) : written;
    const name = oneLine(`${id}: ${from ?? `${call.method} ${call.url}`}`);
    const way = to === null || to === from ? "" : oneLine(` -> ${to}`);
    const reasons = problems.map((code) => `# ${code}: ${oneLine(details[code] ?? "")}`);
    const isLeft = status === "needs-work" || status === "unmatched";
    const line = isLeft ? `# ${command}` : command;
    return [`# ${name}${way} (${status})`, ...reasons, line].join("\n");
  });
  return ["#!/usr/bin/env bash\nset -e", ...blocks].join("\n\n");
}

/** The commands as curl's own converter writes them, a line each; undefined for calls that are no commands. */
function normalised(
  calls: readonly Rewritten[],
  { input, ctx }: Work,
): readonly string[] | undefined {
  if (typeof input.calls !== "string" || calls.every(({ given }) => given.curl === undefined)) {
    return undefined;
  }
  const { output = "" } = ctx.step(convertCurl, { input: input.calls, target: "curl" });
  const lines = output.split("\n").filter((line) => line.startsWith("curl "));
  return lines.length === calls.length ? lines : undefined;
}

/** The command with the new method and URL; all else stays as it is. */
function commandOf({ given, method, url }: Rewritten, line: string | undefined): string {
  // A request that is only called HEAD would wait for a body.
  const verb = method === "HEAD" ? "--head" : `--request ${quoteShell(method)}`;
  const request = `curl ${verb} ${quoteShell(url)}`;
  if (method === given.method && url === given.url && line !== undefined) return line;
  const [, before = ""] =
    /^curl((?: --head| --request \S+)?(?: --path-as-is)?) /.exec(line ?? "") ?? [];
  const start = `curl${before} ${quoteShell(given.url)}`;
  const rest = line?.startsWith(start) ? line.slice(start.length) : restOf(given);
  return `${request}${before.endsWith(" --path-as-is") ? " --path-as-is" : ""}${rest}`;
}

function restOf({ headers, text }: Given): string {
  const words = headers.flatMap(({ name, value }) => [
    "--header",
    quoteShell(value === "" ? `${name};` : `${name}: ${value}`),
  ]);
  const hasType = headers.some(({ name }) => name.toLowerCase() === "content-type");
  const isJson = /^\s*[[{"]/.test(text ?? "");
  if (text !== undefined && !hasType && isJson)
    words.push("--header", "'Content-Type: application/json'");
  if (text !== undefined) words.push("--data-raw", quoteShell(text));
  return words.map((word) => ` ${word}`).join("");
}

/** Headers in which the shell put a variable are quoted so that it does so again. */
function withVariables(command: string): string {
  return command.replace(/ --header '([^']*)'/g, (whole, text: string) => {
    if (!/\$(?:[A-Za-z_]|\{[A-Za-z_])/.test(text)) return whole;
    return ` --header "${text.replaceAll(/["\\`]/g, String.raw`\$&`)}"`;
  });
}
