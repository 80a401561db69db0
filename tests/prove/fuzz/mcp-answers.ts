/** What an answer of the MCP endpoint has to be, whatever was sent. */
import type Ajv2020 from "ajv/dist/2020";
import type { WireAnswer, WireRequest } from "./wire.ts";

const STATUSES: ReadonlySet<number> = new Set([200, 202, 400, 401, 403, 404, 408, 413, 415]);
/** The envelope of each tool's success. */
const SUCCESSES: Readonly<Record<string, string>> = {
  run_tool: "RunSuccess",
  run_batch: "BatchAnswer",
  run_pipeline: "PipelineAnswer",
};

type Members = Readonly<Record<string, unknown>>;

export function mcpProblems(
  request: WireRequest,
  { status, body }: WireAnswer,
  json: unknown,
  ajv: Ajv2020,
): string[] {
  if (!STATUSES.has(status)) return [`status ${status} over MCP`];
  if (status === 202) return body.length === 0 ? [] : ["a notice has an answer"];
  const answer = membersOf(json);
  if (answer === undefined || answer["jsonrpc"] !== "2.0") return ["no JSON-RPC message"];
  const { id, result, error } = answer;
  if ((result === undefined) === (error === undefined)) return ["not one of result and error"];
  const sent = sentIn(request) ?? {};
  const isOwnId = Object.hasOwn(sent, "id") && id === sent["id"];
  if (id !== null && !isOwnId) return [`id ${JSON.stringify(id)} is not that of the request`];
  if (error !== undefined) return errorProblems(membersOf(error));
  if (id === null || status !== 200) return [`a result with ${status} and the id ${String(id)}`];
  return sent["method"] === "tools/call" ? callProblems(sent["params"], result, ajv) : [];
}

function errorProblems(error: Members | undefined): string[] {
  const isError = Number.isInteger(error?.["code"]) && typeof error?.["message"] === "string";
  return isError ? [] : ["an error without code and message"];
}

function callProblems(params: unknown, result: unknown, ajv: Ajv2020): string[] {
  const { name } = membersOf(params) ?? {};
  const { content, structuredContent, isError = false } = membersOf(result) ?? {};
  if (!Array.isArray(content) || content.length === 0) return ["a call without content"];
  const envelope = membersOf(structuredContent);
  if (envelope === undefined) return ["a call without structured content"];
  if (envelope["success"] === isError) return ["isError and success do not agree"];
  const schema = isError ? "Failure" : SUCCESSES[String(name)];
  if (schema === undefined) return [];
  const fits = ajv.getSchema(`openapi#/components/schemas/${schema}`);
  if (fits === undefined) throw new Error(`no schema ${schema}`);
  if (fits(envelope)) return [];
  const [first] = fits.errors ?? [];
  return [`off ${schema} at ${first?.instancePath}: ${first?.message}`];
}

function membersOf(value: unknown): Members | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Members)
    : undefined;
}

function sentIn({ body }: WireRequest): Members | undefined {
  try {
    return membersOf(JSON.parse(Buffer.from(body, "latin1").toString()));
  } catch {
    return undefined;
  }
}
