/** The diagnosis as Markdown. */
import { oneLine } from "../_lib/text/shown.ts";
import type { Value } from "../api-failure-diagnostic.ts";

/** `said`: what is shown where no cause is known. */
export function writeReport(value: Value, isSuccess: boolean, said: readonly string[]): string {
  const { causes, fieldErrors, retry } = value;
  const [first, ...others] = causes;
  const blocks = [`# ${titleOf(value, isSuccess)}`, callLine(value)];
  if (first) {
    blocks.push(list("Evidence", first.evidence), `## What to do\n\n${first.fix}`);
    if (fieldErrors.length > 0)
      blocks.push(
        list(
          "Fields",
          fieldErrors.map(({ path, message }) => `${path}: ${message}`),
        ),
      );
    if (others.length > 0)
      blocks.push(
        list(
          "Also seen",
          others.map(({ code, fix }) => `${code}: ${fix}`),
        ),
      );
  }
  if (!first && !isSuccess && said.length > 0) blocks.push(list("Evidence", said));
  const when = retry.afterMs === null ? "" : ` after ${retry.afterMs} ms (${retry.source})`;
  blocks.push(`## Retry\n\n${retry.decision}${when}: ${retry.reason}`);
  return blocks.join("\n\n");
}

function titleOf({ causes: [first], layer }: Value, isSuccess: boolean): string {
  if (first) return `${first.code} (${layer})`;
  return isSuccess ? "Nothing failed" : `Unknown cause (${layer})`;
}

function callLine({ request, response }: Value): string {
  const { status, reason, requestId } = response;
  const answer = status === null ? "no response" : [status, reason].filter(Boolean).join(" ");
  const id = requestId === null ? "" : `, request id ${requestId}`;
  return oneLine(`${[request.method, request.url].filter(Boolean).join(" ")}: ${answer}${id}`);
}

function list(title: string, items: readonly string[]): string {
  return [`## ${title}`, "", ...items.map((item) => `- ${oneLine(item)}`)].join("\n");
}
