/** The files of a batch: its lines, its manifest, and what is needed to send it and to read its results. */
import { type Json, textOfJson } from "../../tools/_lib/json/tree/exact.ts";
import { utf8Length } from "../../tools/_lib/text/code-points.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import describeDelivery from "../../tools/artifact-delivery-manifest.ts";
import { deliverable } from "../_core/deliverable.ts";
import type { Manifest, Work } from "../offline-api-batch-production-kit.ts";
import { FACTS } from "./body.ts";
import { CHECK_SCRIPT } from "./check-script.ts";
import type { Planned } from "./requests.ts";

export interface BatchFile {
  readonly name: string;
  readonly lines: readonly string[];
  /** Rows in the order of the lines. */
  readonly rows: readonly number[];
}

/** A request as a line of the provider's batch files. */
function lineOf({ id, body }: Planned, { provider }: Work["input"]): string {
  const named = id ?? "";
  const line = ((): Json => {
    switch (provider) {
      case "openai-chat":
      case "openai-responses":
        return { custom_id: named, method: "POST", url: FACTS[provider].endpoint, body };
      case "anthropic":
        return { custom_id: named, params: body };
      case "gemini":
        return { key: named, request: body };
    }
  })();
  return textOfJson(line);
}

function numbered(name: string, index: number, extension: string): string {
  return `${name}-${String(index + 1).padStart(4, "0")}.${extension}`;
}

/** In row order; a new file where the next line would pass a limit. */
export function divide(planned: readonly Planned[], work: Work): BatchFile[] {
  const { input, report } = work;
  const facts = FACTS[input.provider];
  const mostRequests = Math.min(input.maxRequestsPerFile ?? Infinity, facts.mostRequests);
  const mostBytes = Math.min(input.maxBytesPerFile ?? Infinity, facts.mostBytes);
  const groups: { lines: string[]; rows: number[]; bytes: number }[] = [];
  for (const request of planned.filter(({ status }) => status === "sent")) {
    const line = lineOf(request, input);
    const bytes = utf8Length(line) + 1;
    const last = groups.at(-1);
    const isFull =
      last === undefined || last.lines.length >= mostRequests || last.bytes + bytes > mostBytes;
    if (bytes > mostBytes) {
      const isRefused = bytes > facts.mostBytes;
      const message = `The line has ${bytes} bytes, more than the ${mostBytes} of a file, and is a file of its own`;
      const place = { path: `/rows/${request.row - 1}`, subject: request.id ?? "" };
      report.find(isRefused ? "error" : "warning", "files", {
        code: "FILE_OVER_LIMIT",
        message,
        ...place,
      });
    }
    if (isFull) groups.push({ lines: [line], rows: [request.row], bytes });
    else {
      last.lines.push(line);
      last.rows.push(request.row);
      last.bytes += bytes;
    }
  }
  return groups.map(({ lines, rows }, index) => ({
    name: numbered("batch", index, "jsonl"),
    lines,
    rows,
  }));
}

export interface FileFigures {
  readonly name: string;
  readonly requests: number;
  readonly bytes: number;
  readonly sha256: string;
}

export function figuresOf(files: readonly BatchFile[]): FileFigures[] {
  return files.map(({ name, lines }) => {
    const { bytes, sha256 } = deliverable(name, lines.join("\n"));
    return { name, requests: lines.length, bytes, sha256 };
  });
}

/** Files that the tool lists at once. */
const MOST_LISTED = 2000;

/** All files in their order. */
export function writeFiles(
  files: readonly BatchFile[],
  planned: readonly Planned[],
  manifest: Manifest,
  work: Work,
): void {
  const { input, report } = work;
  const made: { name: string; text: string }[] = files.map(({ name, lines }) => ({
    name,
    text: lines.join("\n"),
  }));
  if (input.provider === "anthropic") {
    for (const [index, { lines }] of files.entries())
      made.push({
        name: numbered("create", index, "json"),
        text: `{"requests":[${lines.join(",")}]}`,
      });
  }
  const before = report.deliverables.length;
  for (const { name, text } of made) report.file(name, text);
  report.json("manifest.json", manifest);
  report.csv(
    "id-map.csv",
    ["row", "id", "original", "file", "line", "status"],
    idMap(files, planned),
  );
  report.file("check.mjs", CHECK_SCRIPT);
  const readme = readmeOf(files, manifest, work);
  const listed = [...report.deliverables.slice(before), deliverable("README.md", readme)];
  const sums: string[] = [];
  for (let start = 0; start < listed.length; start += MOST_LISTED) {
    const some = listed.slice(start, start + MOST_LISTED);
    const given = some.map(({ name, content }) => ({ path: name, content }));
    const written = work.ctx.step(describeDelivery, { files: given, formats: ["sha256sums"] });
    const [error] = written.errors ?? [];
    if (!written.ok && error !== undefined) return report.stageFailed("files", error);
    sums.push((written.output ?? "").trimEnd());
  }
  report.file("SHA256SUMS", sums.join("\n"));
  report.file("README.md", readme);
  const summary = `${counted(files.length, "batch file")} with ${counted(manifest.requests, "request")}`;
  report.done("files", summary);
}

function* idMap(files: readonly BatchFile[], planned: readonly Planned[]) {
  const places = new Map(
    files.flatMap(({ name, rows }) =>
      rows.map((row, index) => [row, { name, line: index + 1 }] as const),
    ),
  );
  for (const { row, id, original, status } of planned) {
    const place = places.get(row);
    yield [row, id, original, place?.name, place?.line, status];
  }
}

function readmeOf(files: readonly BatchFile[], manifest: Manifest, { input }: Work): string {
  const { provider, model, requests, skipped, excluded, tokens, cost } = manifest;
  const money = cost === null ? "not known" : `at most ${cost.ceiling} ${cost.currency}`;
  return [
    `# Batch for ${provider}`,
    "Nothing of this was sent. The files are made to be uploaded by you; no key is in them.",
    [
      "| What | Figure |",
      "| --- | --- |",
      `| Model | ${model.replaceAll("|", String.raw`\|`)} |`,
      `| Requests | ${requests} in ${counted(files.length, "file")} |`,
      `| Rows not sent | ${skipped.length} asked what an earlier row asks, ${excluded.length} left out |`,
      `| Input tokens | ${tokens.input} |`,
      `| Output tokens | at most ${tokens.outputCeiling} |`,
      `| Cost at batch prices | ${money} |`,
    ].join("\n"),
    "## What is in it",
    [
      "- `batch-*.jsonl`: the requests, one a line",
      ...(provider === "anthropic"
        ? ["- `create-*.json`: the same as the body of the call that creates a batch"]
        : []),
      "- `manifest.json`: files, figures and hashes",
      "- `id-map.csv`: which row has which id, file and line, and which rows are not sent",
      "- `check.mjs`: checks the files, and later the results; it opens no connection",
      "- `SHA256SUMS`: hashes of all files, for `sha256sum -c SHA256SUMS`",
    ].join("\n"),
    "## Check before it is sent",
    fenced("node check.mjs"),
    "## Send it",
    `The key is taken from the environment (\`${KEYS[provider]}\`).`,
    fenced(commandsOf(files, provider, model)),
    "## When it is done",
    RESULTS[provider],
    fenced("node check.mjs results RESULTS.jsonl"),
    "This prints how many are ok, failed, missing, unknown or there twice, and writes `results.csv` with a line for each row in the order of the rows; a row that was not sent because an earlier one asks the same gets its answer. A text that a spreadsheet would run begins with an apostrophe there.",
    ...(input.schema === undefined
      ? []
      : ["Answers are JSON of the schema that every request holds."]),
  ].join("\n\n");
}

const MOST_COMMANDS = 10;

function commandsOf(files: readonly BatchFile[], provider: Provider, model: string): string {
  const shown = files.slice(0, MOST_COMMANDS);
  const commands = shown.map(({ name }, index) => COMMANDS[provider](name, index, model));
  const left = files.length - shown.length;
  if (left > 0)
    commands.push(
      `# The same for the ${counted(left, "file")} that ${left === 1 ? "is" : "are"} left.`,
    );
  return commands.join("\n\n") || "# There is no request to send.";
}

function fenced(text: string): string {
  return `\`\`\`sh\n${text}\n\`\`\``;
}

type Provider = Work["input"]["provider"];

const KEYS: Readonly<Record<Provider, string>> = {
  "openai-chat": "OPENAI_API_KEY",
  "openai-responses": "OPENAI_API_KEY",
  anthropic: "ANTHROPIC_API_KEY",
  gemini: "GEMINI_API_KEY",
};

const openAi =
  (endpoint: string) =>
  (name: string) => `# ${name}: upload it, then create the batch with the id of the file
curl https://api.openai.com/v1/files -H "Authorization: Bearer $OPENAI_API_KEY" \\
  -F purpose=batch -F file=@${name}
curl https://api.openai.com/v1/batches -H "Authorization: Bearer $OPENAI_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"input_file_id": "FILE_ID", "endpoint": "${endpoint}", "completion_window": "24h"}'`;

const COMMANDS: Readonly<Record<Provider, (name: string, index: number, model: string) => string>> =
  {
    "openai-chat": openAi("/v1/chat/completions"),
    "openai-responses": openAi("/v1/responses"),
    anthropic: (
      _name,
      index,
    ) => `curl https://api.anthropic.com/v1/messages/batches -H "x-api-key: $ANTHROPIC_API_KEY" \\
  -H "anthropic-version: 2023-06-01" -H "Content-Type: application/json" \\
  --data-binary @${numbered("create", index, "json")}`,
    gemini: (
      name,
      _index,
      model,
    ) => `# ${name}: upload it, then create the batch with the name of the file (files/...)
curl "https://generativelanguage.googleapis.com/upload/v1beta/files?uploadType=media" \\
  -H "x-goog-api-key: $GEMINI_API_KEY" -H "Content-Type: application/jsonl" --data-binary @${name}
curl "https://generativelanguage.googleapis.com/v1beta/models/${modelPath(model)}:batchGenerateContent" \\
  -H "x-goog-api-key: $GEMINI_API_KEY" -H "Content-Type: application/json" \\
  -d '{"batch": {"display_name": "${name}", "input_config": {"file_name": "files/FILE_ID"}}}'`,
  };

/** Names of models have nothing that a shell would read; what has is left to be filled in. */
function modelPath(model: string): string {
  return /^[A-Za-z0-9._/-]+$/.test(model) ? model.replace(/^models\//, "") : "MODEL";
}

const OPENAI_RESULTS =
  'A batch that is completed names its output file, and an error file where requests failed. Download both (`curl https://api.openai.com/v1/files/FILE_ID/content -H "Authorization: Bearer $OPENAI_API_KEY"`) and give them together:';

const RESULTS: Readonly<Record<Provider, string>> = {
  "openai-chat": OPENAI_RESULTS,
  "openai-responses": OPENAI_RESULTS,
  anthropic:
    'A batch that has ended names its `results_url`. Download it (`curl RESULTS_URL -H "x-api-key: $ANTHROPIC_API_KEY" -H "anthropic-version: 2023-06-01"`) and give the file:',
  gemini:
    'A batch that succeeded names the file of its responses. Download it (`curl "https://generativelanguage.googleapis.com/download/v1beta/files/FILE_ID:download?alt=media" -H "x-goog-api-key: $GEMINI_API_KEY"`) and give it:',
};
