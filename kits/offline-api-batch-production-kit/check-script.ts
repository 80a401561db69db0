/** The script that checks the files of a batch, and later its results; it runs without any package and reads files only. */

export const CHECK_SCRIPT = String.raw`// Checks the files of this batch, and later the results that the provider gives for it.
//   node check.mjs                   the files against manifest.json
//   node check.mjs results FILE...   result files: counts, and results.csv
// Reads and writes files beside itself only, and opens no connection.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const beside = (name) => new URL(name, import.meta.url);
const read = (name) => readFileSync(beside(name));
const manifest = JSON.parse(read("manifest.json").toString("utf8"));
const { provider, model } = manifest;
const argv = globalThis.process?.argv ?? [];
const [command, ...files] = argv.slice(2);
const isOpenAi = provider.startsWith("openai");
const idKey = provider === "gemini" ? "key" : "custom_id";
const wanted = isOpenAi
  ? ["custom_id", "method", "url", "body"]
  : provider === "anthropic"
    ? ["custom_id", "params"]
    : ["key", "request"];

function end(code) {
  globalThis.process.exitCode = code;
}

function linesOf(text) {
  return text.split(/\r?\n/).filter((line) => line.trim() !== "");
}

function checkLine(line, at, ids, problems) {
  let value;
  try {
    value = JSON.parse(line);
  } catch {
    problems.push("line " + at + " is no JSON");
    return undefined;
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    problems.push("line " + at + " is no object");
    return undefined;
  }
  const names = Object.keys(value);
  if (names.length !== wanted.length || names.some((name, index) => name !== wanted[index]))
    problems.push("line " + at + " has the members " + names.join(", ") + ", not " + wanted.join(", "));
  const id = value[idKey];
  if (typeof id !== "string" || id === "") problems.push("line " + at + " has no " + idKey);
  else if (ids.has(id)) problems.push("line " + at + " has the id " + id + " again");
  ids.add(id);
  if (isOpenAi && (value.method !== "POST" || value.url !== manifest.endpoint))
    problems.push("line " + at + " is not for POST " + manifest.endpoint);
  const body = value.body ?? value.params ?? value.request;
  if (body === null || typeof body !== "object") problems.push("line " + at + " has no request");
  else if (provider !== "gemini" && body.model !== model)
    problems.push("line " + at + " is for the model " + body.model + ", not " + model);
  return value;
}

function checkFile(file, index, ids) {
  const problems = [];
  if (!existsSync(beside(file.name))) return ["is not there"];
  const bytes = read(file.name);
  if (bytes.length !== file.bytes) problems.push("has " + bytes.length + " bytes, not " + file.bytes);
  if (createHash("sha256").update(bytes).digest("hex") !== file.sha256) problems.push("has another SHA-256");
  const text = bytes.toString("utf8");
  const lines = text.split("\n");
  if (lines.pop() !== "") problems.push("does not end with a line feed");
  if (lines.length !== file.requests) problems.push("has " + lines.length + " lines, not " + file.requests);
  const values = lines.map((line, at) => checkLine(line, at + 1, ids, problems));
  if (provider === "anthropic") checkCreate(index, values, problems);
  return problems;
}

function checkCreate(index, values, problems) {
  const name = "create-" + String(index + 1).padStart(4, "0") + ".json";
  if (!existsSync(beside(name))) {
    problems.push(name + " is not there");
    return;
  }
  try {
    const { requests } = JSON.parse(read(name).toString("utf8"));
    if (JSON.stringify(requests) !== JSON.stringify(values)) problems.push(name + " has other requests");
  } catch {
    problems.push(name + " is no JSON");
  }
}

function verify() {
  const ids = new Set();
  let isFine = true;
  for (const [index, file] of manifest.files.entries()) {
    const problems = checkFile(file, index, ids);
    if (problems.length > 0) isFine = false;
    const most = problems.slice(0, 5).join("; ") + (problems.length > 5 ? "; and more" : "");
    console.log(file.name + ": " + (problems.length === 0 ? "OK, " + file.requests + " requests" : most));
  }
  if (ids.size !== manifest.requests) {
    isFine = false;
    console.log("manifest.json: " + manifest.requests + " requests, but the files have " + ids.size);
  }
  end(isFine ? 0 : 1);
}

function readCsv(text) {
  const records = [];
  let record = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (letter === '"') isQuoted = true;
    else if (letter === ",") {
      record.push(cell);
      cell = "";
    } else if (letter === "\n") {
      record.push(cell);
      records.push(record);
      record = [];
      cell = "";
    } else if (letter !== "\r") cell += letter;
  }
  if (cell !== "" || record.length > 0) records.push([...record, cell]);
  return records;
}

// A cell that a spreadsheet would run begins with an apostrophe.
function writeCell(cell) {
  const text = String(cell ?? "");
  const safe = /^[=+\-@\t\r]/.test(text) ? "'" + text : text;
  return /[",\r\n]/.test(safe) ? '"' + safe.replaceAll('"', '""') + '"' : safe;
}

function texts(parts) {
  return (Array.isArray(parts) ? parts : []).map((part) => (typeof part?.text === "string" ? part.text : "")).join("");
}

function failureOf(error) {
  const text = error?.message ?? error?.error?.message ?? error?.code ?? error?.type ?? JSON.stringify(error);
  return { ok: false, finish: "", text: typeof text === "string" ? text : JSON.stringify(text) };
}

function openAiResult({ response, error }) {
  if (error) return failureOf(error);
  const body = response?.body;
  const status = response?.status_code ?? 0;
  if (status < 200 || status > 299 || !body) return failureOf(body?.error ?? { message: "HTTP " + status });
  const choice = body.choices?.[0];
  if (choice) {
    const { content, refusal, tool_calls: calls } = choice.message ?? {};
    const said = typeof content === "string" ? content : texts(content);
    const text = said || refusal || (calls ? JSON.stringify(calls) : "");
    return { ok: true, finish: choice.finish_reason ?? "", text };
  }
  const items = Array.isArray(body.output) ? body.output : [];
  const said = items.filter(({ type }) => type === "message").map(({ content }) => texts(content)).join("");
  const calls = items.filter(({ type }) => type === "function_call");
  const finish = body.incomplete_details?.reason ?? body.status ?? "";
  return { ok: body.status !== "failed", finish, text: said || (calls.length > 0 ? JSON.stringify(calls) : "") };
}

function anthropicResult({ result }) {
  if (result?.type !== "succeeded") return failureOf(result?.error?.error ?? result?.error ?? { message: result?.type ?? "no result" });
  const { content, stop_reason: finish } = result.message ?? {};
  const blocks = Array.isArray(content) ? content : [];
  const said = blocks.filter(({ type }) => type === "text").map(({ text }) => text).join("");
  const calls = blocks.filter(({ type }) => type === "tool_use");
  return { ok: true, finish: finish ?? "", text: said || (calls.length > 0 ? JSON.stringify(calls) : "") };
}

function geminiResult({ response, error }) {
  if (error || !response) return failureOf(error ?? { message: "no response" });
  const candidate = response.candidates?.[0];
  if (!candidate) return failureOf({ message: response.promptFeedback?.blockReason ?? "no candidate" });
  const parts = (candidate.content?.parts ?? []).filter((part) => part.thought !== true);
  const calls = parts.filter((part) => part.functionCall);
  return { ok: true, finish: candidate.finishReason ?? "", text: texts(parts) || (calls.length > 0 ? JSON.stringify(calls) : "") };
}

function collect(rows) {
  const sent = new Set(rows.filter(({ status }) => status === "sent").map(({ id }) => id));
  const found = new Map();
  const counts = { ok: 0, failed: 0, missing: 0, unknown: 0, duplicate: 0 };
  for (const file of files) {
    for (const [at, line] of linesOf(readFileSync(file, "utf8")).entries()) {
      let value;
      try {
        value = JSON.parse(line);
      } catch {
        console.log(file + ": line " + (at + 1) + " is no JSON");
        counts.unknown++;
        continue;
      }
      const id = value?.[idKey];
      if (!sent.has(id)) {
        console.log(file + ": line " + (at + 1) + " has an id that was not sent: " + id);
        counts.unknown++;
      } else if (found.has(id)) {
        console.log(file + ": line " + (at + 1) + " has a second result for " + id);
        counts.duplicate++;
      } else {
        const result = isOpenAi ? openAiResult(value) : provider === "anthropic" ? anthropicResult(value) : geminiResult(value);
        found.set(id, result);
        counts[result.ok ? "ok" : "failed"]++;
      }
    }
  }
  counts.missing = sent.size - found.size;
  return { found, counts };
}

function results() {
  const [, ...records] = readCsv(read("id-map.csv").toString("utf8"));
  // Ids have no apostrophe of their own.
  const rows = records.map(([row, id, , , , status]) => ({ row, id: id.replace(/^'/, ""), status }));
  const firsts = new Map(manifest.skipped.map(({ row, duplicateOf }) => [String(row), duplicateOf]));
  const { found, counts } = collect(rows);
  const lines = rows.map(({ row, id, status }) => {
    const result = found.get(status === "skipped" ? firsts.get(row) : id);
    const known = status === "excluded" ? "excluded" : result === undefined ? "missing" : result.ok ? "ok" : "failed";
    return [row, id, known, result?.finish, status === "excluded" ? "" : result?.text];
  });
  const table = [["row", "id", "status", "finish", "text"], ...lines];
  writeFileSync(beside("results.csv"), table.map((cells) => cells.map(writeCell).join(",")).join("\n") + "\n");
  for (const [name, count] of Object.entries(counts)) console.log(name + ": " + count);
  console.log("results.csv: " + rows.length + " rows");
  end(counts.missing + counts.unknown + counts.duplicate > 0 ? 1 : 0);
}

if (command === undefined) verify();
else if (command === "results" && files.length > 0) results();
else {
  console.log("Use: node check.mjs, or node check.mjs results FILE...");
  end(1);
}
`;
