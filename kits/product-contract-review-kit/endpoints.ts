/** Endpoints: which the OpenAPI documents declare, and which the texts name. */
import { memberOf, textOf } from "../../tools/_lib/json/tree/members.ts";
import { nodeAt } from "../../tools/_lib/json/tree/rows.ts";
import type { JsonNode } from "../../tools/_lib/json/tree/tree.ts";
import { byCodeUnit } from "../../tools/_lib/results/pointer.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { oneLine, quoted } from "../../tools/_lib/text/shown.ts";
import { decodePercent } from "../../tools/_lib/web/url/percent.ts";
import type { Work } from "../product-contract-review-kit.ts";
import { endOfNewest } from "./changelog.ts";
import { atLine, insideOf, type Sentence, type Surface } from "./surfaces.ts";

/** An operation of an OpenAPI document. */
export interface Operation {
  readonly method: string;
  /** As the document spells it. */
  readonly path: string;
  readonly surface: Surface;
  readonly node: JsonNode;
  /** Pointer of the operation. */
  readonly pointer: string;
}

/** An endpoint that a text names. */
export interface Mention {
  readonly method: string;
  readonly path: string;
  readonly surface: Surface;
  readonly line: number | null;
  /** The request of a curl example. */
  readonly isExample: boolean;
}

const METHODS = ["get", "post", "put", "patch", "delete", "head", "options", "trace"] as const;

/** What a `$ref` within the document leads to; the node itself where it has none, or one that leads nowhere. */
export function followed(node: JsonNode | undefined, root: JsonNode): JsonNode | undefined {
  let current = node;
  for (let steps = 0; current !== undefined && steps < MOST_STEPS; steps++) {
    const reference = textOf(memberOf(current, "$ref"));
    if (reference?.startsWith("#/") !== true) return current;
    current = nodeAt(root, decodePercent(reference.slice(1)));
  }
  return current;
}

const MOST_STEPS = 50;

export function* operationsOf(surface: Surface): Generator<Operation> {
  const { root } = surface;
  const paths = root && memberOf(root, "paths");
  if (root === undefined || paths?.type !== "object") return;
  for (const { key: path, value } of paths.members) {
    const item = followed(value, root);
    if (item?.type !== "object" || !path.startsWith("/")) continue;
    for (const method of METHODS) {
      const node = memberOf(item, method);
      if (node?.type !== "object") continue;
      const pointer = `/paths/${path.replaceAll("~", "~0").replaceAll("/", "~1")}/${method}`;
      yield { method: method.toUpperCase(), path, surface, node, pointer };
    }
  }
}

/** Paths that may stand before those of a document: of its servers, and those of paths and operations. */
function prefixesOf({ root }: Surface): string[] {
  if (root === undefined) return [];
  const prefixes = new Set<string>([pathPart(textOf(memberOf(root, "basePath")) ?? "")]);
  const holders: (JsonNode | undefined)[] = [root];
  const paths = memberOf(root, "paths");
  for (const { value } of paths?.type === "object" ? paths.members : []) {
    holders.push(value, ...METHODS.map((method) => memberOf(value, method)));
  }
  for (const holder of holders) {
    const servers = holder && memberOf(holder, "servers");
    for (const server of servers?.type === "array" ? servers.items : []) {
      prefixes.add(pathPart(serverUrl(server)));
    }
  }
  return [...prefixes].filter((prefix) => prefix !== "");
}

/** With the default values of its variables. */
function serverUrl(server: JsonNode): string {
  const variables = memberOf(server, "variables");
  return (textOf(memberOf(server, "url")) ?? "").replace(
    /\{([^{}]{1,100})\}/g,
    (all, name: string) => {
      const variable = variables && memberOf(variables, name);
      return (variable && textOf(memberOf(variable, "default"))) ?? all;
    },
  );
}

/** The path of a URL, also of one that begins with a variable; without query and slash at the end. */
export function pathPart(url: string): string {
  const [address = ""] = url.split(/[?#]/, 1);
  const path = address
    .replace(/^[a-z][a-z0-9+.-]{0,30}:\/\/[^/]*/i, "")
    .replace(/^(?:\$\w+|\$\{[^{}/]*\}|\{\{[^{}/]*\}\}|<[^<>/]*>)(?=\/|$)/, "");
  return path.replace(/(?<!\/)\/+$/, "");
}

const PARAMETER = /\{[^{}]*\}|(?<=^)(?::[\w-]+|<[^<>]*>|\$\w+)/g;

/** A path with its parameters evened out. */
export function plainPath(path: string): string {
  const plain = path
    .replace(/(?<!\/)\/+$/, "")
    .split("/")
    .map((segment) => segment.replace(/\$\{[^{}]*\}/g, "{}").replace(PARAMETER, "{}"))
    .join("/");
  return plain === "" ? "/" : plain;
}

interface Branch {
  readonly fixed: Map<string, Branch>;
  /** Segments with a parameter in them: what stands before and behind it. */
  readonly open: Map<string, Branch>;
  operation?: Operation;
}

const newBranch = (): Branch => ({ fixed: new Map(), open: new Map() });

/** How far a segment may differ from a declared parameter. */
type Fits = (segment: string) => boolean;

/** The declared operations, to be found by what texts call them. */
export class Declared {
  readonly operations: readonly Operation[];
  readonly #byMethod = new Map<string, Branch>();
  readonly #prefixes: readonly string[];

  constructor(surfaces: readonly Surface[]) {
    const openapi = surfaces.filter(({ kind }) => kind === "openapi");
    const known = new Set<string>();
    const operations: Operation[] = [];
    for (const operation of openapi.flatMap((surface) => [...operationsOf(surface)])) {
      const key = `${operation.method} ${plainPath(operation.path)}`;
      if (known.has(key)) continue;
      known.add(key);
      operations.push(operation);
      this.#add(operation);
    }
    this.operations = operations;
    this.#prefixes = [...new Set(openapi.flatMap(prefixesOf))];
  }

  #add(operation: Operation): void {
    let branch: Branch = this.#byMethod.get(operation.method) ?? newBranch();
    this.#byMethod.set(operation.method, branch);
    for (const segment of plainPath(operation.path).split("/")) {
      const table: Map<string, Branch> = segment.includes("{}") ? branch.open : branch.fixed;
      const next = table.get(segment) ?? newBranch();
      table.set(segment, next);
      branch = next;
    }
    branch.operation ??= operation;
  }

  /** The operation that a text means: a request may have values where a parameter is declared. */
  find({
    method,
    path,
    isExample,
  }: Pick<Mention, "method" | "path" | "isExample">): Operation | undefined {
    const fits: Fits = isExample ? () => true : (segment) => /\d/.test(segment);
    const plain = plainPath(path);
    const paths = [plain];
    for (const prefix of this.#prefixes.map(plainPath)) {
      if (plain === prefix) paths.push("/");
      else if (plain.startsWith(`${prefix}/`)) paths.push(plain.slice(prefix.length));
    }
    for (const one of paths) {
      const root = this.#byMethod.get(method);
      const found = root && matched(one.split("/"), root, fits);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** Segment by segment: all branches that fit so far, fixed segments first. */
function matched(segments: readonly string[], root: Branch, fits: Fits): Operation | undefined {
  let branches = [root];
  for (const segment of segments) {
    branches = branches.flatMap((branch) => {
      const next = branch.fixed.get(segment);
      const same = branch.open.get(segment);
      const others = [...branch.open].flatMap(([open, behind]) =>
        open !== segment && fills(segment, open, fits) ? [behind] : [],
      );
      return [next, same, ...others].filter((one) => one !== undefined);
    });
    if (branches.length === 0) return undefined;
  }
  return branches.find(({ operation }) => operation !== undefined)?.operation;
}

/** Whether a segment has a value where the declared one has its parameter. */
function fills(segment: string, open: string, fits: Fits): boolean {
  const at = open.indexOf("{}");
  const [before, behind] = [open.slice(0, at), open.slice(open.lastIndexOf("{}") + 2)];
  if (segment.length <= before.length + behind.length || segment === "") return false;
  if (!segment.startsWith(before) || !segment.endsWith(behind)) return false;
  return (
    segment.includes("{}") || fits(segment.slice(before.length, segment.length - behind.length))
  );
}

const NAMED = /\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE)\s+(\/[A-Za-z0-9_./{}:<>$-]*)/g;
const GONE = /\b(?:remov(?:e|ed|es|al|ing)|dropped|retired|discontinued|deleted|no longer)\b/i;

/**
 * The endpoints that the texts name in words. Of a change log only the newest section counts, where it tells of no
 * removal: what older ones name may be gone since.
 */
export function mentionsIn(surfaces: readonly Surface[]): Mention[] {
  return surfaces
    .filter(({ isProse }) => isProse)
    .flatMap((surface) => {
      const isGone = surface.kind === "changelog" ? goneIn(surface) : () => false;
      return Array.from(
        surface.text.matchAll(NAMED),
        ({ 1: method = "", 2: path = "", index }) => ({
          method,
          path: path.replace(/<\/[^]*$/, "").replace(/[.,:]$/, ""),
          surface,
          line: surface.lineAt(index),
          isExample: false,
          isGone: isGone(index),
        }),
      ).filter((mention) => !mention.isGone);
    });
}

/** Whether what stands at an offset is said to be gone, by its sentence or its heading. */
function goneIn(log: Surface): (offset: number) => boolean {
  const { sentences } = log;
  const end = endOfNewest(log);
  const gone: (readonly [start: number, end: number])[] = [];
  let isUnderGone = false;
  for (const sentence of sentences) {
    if (sentence.kind === "heading") isUnderGone = GONE.test(sentence.text);
    if (sentence.start >= end) break;
    if (isUnderGone || saysGone(sentence)) {
      gone.push([sentence.start, sentence.start + sentence.text.length]);
    }
  }
  gone.push([end, log.text.length]);
  return insideOf(gone);
}

/** `DELETE` is a method there, and no removal. */
function saysGone({ text }: Sentence): boolean {
  return GONE.test(text.replace(NAMED, " "));
}

export interface Endpoints {
  readonly declared: readonly string[];
  /** Named by any text, each once. */
  readonly documented: readonly string[];
  readonly undocumented: readonly string[];
  readonly unknown: readonly string[];
}

export function checkEndpoints(
  declared: Declared,
  mentions: readonly Mention[],
  work: Work,
): Endpoints {
  const { surfaces } = work;
  const hasOpenApi = surfaces.some(({ kind }) => kind === "openapi");
  const inDocs = new Set<Operation>();
  const documented = new Map<string, string>();
  const unknown = new Map<string, Mention>();
  for (const mention of mentions) {
    const operation = declared.find(mention);
    const spelled = `${mention.method} ${mention.path}`;
    const key = operation ? nameOf(operation) : `${mention.method} ${plainPath(mention.path)}`;
    if (!documented.has(key)) documented.set(key, operation ? key : spelled);
    if (operation !== undefined && mention.surface.kind === "docs") inDocs.add(operation);
    if (operation === undefined && hasOpenApi && !unknown.has(key)) unknown.set(key, mention);
  }
  const undocumented = declared.operations.filter((operation) => !inDocs.has(operation));
  for (const mention of unknown.values()) reportUnknown(mention, work);
  for (const operation of undocumented) {
    const subject = nameOf(operation);
    const message = `No docs surface names the endpoint ${subject}`;
    const { path } = operation.surface;
    work.find("warning", "endpoints", { code: "ENDPOINT_UNDOCUMENTED", message, path, subject });
  }
  const names = {
    declared: sorted(declared.operations.map(nameOf)),
    documented: sorted([...documented.values()]),
    undocumented: sorted(undocumented.map(nameOf)),
    unknown: sorted([...unknown.values()].map(({ method, path }) => `${method} ${path}`)),
  };
  return names;
}

export function summaryOf({ declared, documented, undocumented, unknown }: Endpoints): string {
  return `${counted(declared.length, "endpoint")} declared, ${documented.length} named by texts, ${undocumented.length} undocumented, ${unknown.length} unknown`;
}

function reportUnknown({ method, path, surface, line }: Mention, work: Work): void {
  const subject = `${method} ${path}`;
  const message = `${oneLine(surface.name)} names the endpoint ${quoted(subject)}, which no OpenAPI surface declares`;
  work.find("error", "endpoints", {
    code: "ENDPOINT_UNKNOWN",
    message,
    path: surface.path,
    subject,
    ...atLine(line),
  });
}

export function nameOf({ method, path }: Pick<Operation, "method" | "path">): string {
  return `${method} ${path}`;
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted(byCodeUnit);
}
