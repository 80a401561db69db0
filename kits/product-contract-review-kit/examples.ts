/** Examples: curl commands of the texts, with what they call and send. */
import type { Entry } from "../../tools/_core/tool.ts";
import { isTrue, itemsOf, memberOf, textOf } from "../../tools/_lib/json/tree/members.ts";
import { readJson } from "../../tools/_lib/json/tree/read.ts";
import type { JsonNode } from "../../tools/_lib/json/tree/tree.ts";
import { appendPointer } from "../../tools/_lib/results/pointer.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { oneLine, quoted } from "../../tools/_lib/text/shown.ts";
import { decodePercent } from "../../tools/_lib/web/url/percent.ts";
import convertCurl from "../../tools/curl-converter.ts";
import type { Work } from "../product-contract-review-kit.ts";
import {
  type Declared,
  followed,
  type Mention,
  nameOf,
  type Operation,
  pathPart,
} from "./endpoints.ts";
import { atLine, type Surface } from "./surfaces.ts";
import { type Example, examplesIn, invalid, JSON_TYPE, validateAll } from "./schemas.ts";

/** A request of a curl command in a fence. */
interface Request extends Mention {
  readonly body: string | undefined;
  /** Whether it sends a body of any kind. */
  readonly hasBody: boolean;
}

export interface Requests {
  readonly requests: readonly Request[];
  /** Commands that curl would refuse. */
  readonly broken: readonly {
    readonly surface: Surface;
    readonly line: number | null;
    readonly error: Entry;
  }[];
}

const COMMAND = /^[ \t]*(?:[$>#][ \t]+)?curl(?:\.exe)?[ \t]/;

/** The curl commands in the fences of texts. */
export function readRequests(work: Work): Requests {
  const requests: Request[] = [];
  const broken: { surface: Surface; line: number | null; error: Entry }[] = [];
  for (const surface of work.surfaces.filter(({ isProse }) => isProse)) {
    for (const { text, start } of surface.code) {
      for (const { command, at } of commandsIn(text)) {
        const line = surface.lineAt(start + at);
        const { ok, value, errors } = work.ctx.step(convertCurl, {
          input: withPlaceholders(command),
          target: "json",
        });
        if (!ok || !value) {
          const error = errors?.[0] ?? {
            code: "STAGE_FAILED",
            message: "The command cannot be read",
          };
          broken.push({ surface, line, error });
        }
        for (const { method, url, body } of value?.requests ?? []) {
          requests.push({
            method: method.toUpperCase(),
            path: decodedPath(url),
            surface,
            line,
            isExample: true,
            hasBody: body !== null,
            body: body?.kind === "raw" ? body.text : undefined,
          });
        }
      }
    }
  }
  return { requests, broken };
}

function decodedPath(url: string): string {
  const path = pathPart(url);
  return path === "" ? "/" : path.replaceAll(/%7B/gi, "{").replaceAll(/%7D/gi, "}");
}

interface Command {
  readonly command: string;
  /** Offset in the fence. */
  readonly at: number;
}

/** Each command with the lines that go on with it: behind a backslash, or inside quotes. */
function commandsIn(fence: string): Command[] {
  const commands: Command[] = [];
  let open: { at: number; lines: string[]; quote: string } | undefined;
  const close = () => {
    if (open !== undefined) commands.push({ command: open.lines.join("\n"), at: open.at });
    open = undefined;
  };
  for (const { 0: line, index } of fence.matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g)) {
    const text = line.replace(/(?<![\r\n])[\r\n]+$/, "");
    if (line === "" || (open === undefined && !COMMAND.test(text))) continue;
    open ??= { at: index, lines: [], quote: "" };
    if (/^\s*(?:`{3,}|~{3,})\s*$/.test(text)) {
      close();
      continue;
    }
    open.lines.push(open.lines.length === 0 ? text.replace(/^[ \t]*(?:[$>#][ \t]+)?/, "") : text);
    open.quote = quoteBehind(text, open.quote);
    if (open.quote === "" && !/[\\^`]$/.test(text)) close();
  }
  close();
  return commands;
}

/**
 * What a document has in angle brackets is for its reader to fill in; a shell would take it for two redirections. Linear:
 * each alternative begins with a character of its own, and the last has at most 60 characters.
 */
function withPlaceholders(command: string): string {
  return command.replace(
    /\\[^]|'[^']*'|"(?:[^"\\]|\\[^])*"|<[A-Za-z](?:[\w .-]{0,60}[\w-])?>/g,
    (part) => (part.startsWith("<") ? `'${part}'` : part),
  );
}

/** The quotation mark that is still open at the end of a line. */
function quoteBehind(line: string, before: string): string {
  let quote = before;
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at);
    if (sign === "\\" && quote !== "'") at++;
    else if (quote === "" && (sign === "'" || sign === '"')) quote = sign;
    else if (sign === quote) quote = "";
  }
  return quote;
}

export interface Examples {
  readonly checked: number;
  readonly valid: number;
}

export function checkExamples(
  { requests, broken }: Requests,
  declared: Declared,
  work: Work,
): Examples {
  const hasOpenApi = work.surfaces.some(({ kind }) => kind === "openapi");
  const faults = new Set<object>();
  for (const item of broken) {
    faults.add(item);
    const { surface, line, error } = item;
    invalid(work, surface, line, "curl", `curl would not run it (${oneLine(error.message)})`);
  }
  const examples: Example[] = [];
  for (const request of requests) {
    const operation = declared.find(request);
    if (hasOpenApi && operation === undefined) {
      faults.add(request);
      reportEndpoint(request, work);
    }
    const example = operation && bodyOf(request, operation, faults, work);
    if (example !== undefined) examples.push(example);
  }
  const commands = requests.length + broken.length;
  const bodies = examples.length;
  for (const surface of work.surfaces) examples.push(...examplesIn(surface));
  if (commands + examples.length === 0) {
    const reason =
      "No surface has a curl command, an example or a default; `surfaces` takes texts and OpenAPI";
    work.report.skipped("examples", reason);
    return { checked: 0, valid: 0 };
  }
  const { refused, unchecked } = validateAll(examples, work);
  // A command is one example with its body.
  const checked = commands + examples.length - bodies - unchecked.size;
  const wrong = faults.size + refused.size;
  const left = unchecked.size === 0 ? "" : `, ${unchecked.size} could not be checked`;
  work.finish("examples", `${counted(checked, "example")} checked, ${wrong} wrong${left}`);
  return { checked, valid: checked - wrong };
}

function reportEndpoint({ method, path, surface, line }: Request, work: Work): void {
  const subject = `${method} ${path}`;
  const message = `A curl command on ${oneLine(surface.name)} calls ${quoted(subject)}, which no OpenAPI surface declares`;
  const place = { path: surface.path, subject, ...atLine(line) };
  work.find("error", "examples", { code: "EXAMPLE_ENDPOINT_UNKNOWN", message, ...place });
}

/** What a shell or a reader puts in. */
const VARIABLE = /\$\w|\$\{|\$\(|\{\{|<[A-Za-z]/;

/** The JSON body of a request, with the schema that the operation has for it. */
function bodyOf(
  request: Request,
  operation: Operation,
  faults: Set<object>,
  work: Work,
): Example | undefined {
  const { surface, line } = request;
  const { root } = operation.surface;
  const subject = nameOf(operation);
  const wanted = root && bodySchema(operation, root);
  if (root === undefined || wanted === undefined) return undefined;
  if (request.body === undefined) {
    if (wanted.isRequired && !request.hasBody) {
      faults.add(request);
      invalid(work, surface, line, subject, "it sends no body, and one is required");
    }
    return undefined;
  }
  if (wanted.schema === undefined) return undefined;
  const read = readJson(request.body);
  if ("code" in read) {
    if (!/^\s*[[{]/.test(request.body) || VARIABLE.test(request.body)) return undefined;
    faults.add(request);
    invalid(work, surface, line, subject, "its body is no JSON");
    return undefined;
  }
  return { surface, root, schema: wanted.schema, value: read.root, subject, line };
}

interface BodySchema {
  readonly isRequired: boolean;
  /** Pointer of the schema; undefined where none is of JSON. */
  readonly schema: string | undefined;
}

function bodySchema({ node, pointer }: Operation, root: JsonNode): BodySchema | undefined {
  const inPlace = memberOf(node, "requestBody");
  const body = followed(inPlace, root);
  if (body?.type === "object") {
    const at = placeOf(inPlace, `${pointer}/requestBody`);
    const content = memberOf(body, "content");
    for (const { key, value } of content?.type === "object" ? content.members : []) {
      if (!JSON_TYPE.test(key) || memberOf(value, "schema") === undefined) continue;
      const schema = `${appendPointer(`${at}/content`, key)}/schema`;
      return { isRequired: isTrue(memberOf(body, "required")), schema };
    }
    return { isRequired: isTrue(memberOf(body, "required")), schema: undefined };
  }
  // Swagger 2.0 has the body among the parameters.
  for (const [index, given] of itemsOf(memberOf(node, "parameters")).entries()) {
    const parameter = followed(given, root);
    if (parameter === undefined || textOf(memberOf(parameter, "in")) !== "body") continue;
    const at = placeOf(given, `${pointer}/parameters/${index}`);
    return { isRequired: isTrue(memberOf(parameter, "required")), schema: `${at}/schema` };
  }
  return undefined;
}

/** Where a node really stands. */
function placeOf(node: JsonNode | undefined, pointer: string): string {
  const reference = node && textOf(memberOf(node, "$ref"));
  return reference?.startsWith("#/") ? decodePercent(reference.slice(1)) : pointer;
}
