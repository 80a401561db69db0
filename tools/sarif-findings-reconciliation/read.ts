/** Results of a log of SARIF 2.1.0, with what rules and artifacts say of them. */
import type { Entry } from "../_core/tool.ts";
import {
  type DocumentFailure,
  readDocumentField,
  type DocumentWarning,
} from "../_lib/fields/document-field.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { itemsOf, memberOf, textOf } from "../_lib/json/tree/members.ts";
import { beginning } from "../_lib/text/shown.ts";

export interface SarifResult {
  readonly node: JsonNode;
  /** Into the log. */
  readonly pointer: string;
  /** Place among all results of the log. */
  readonly place: number;
  readonly run: Run;
  readonly ruleId: string;
  readonly level: string;
  readonly message: string;
  readonly uri: string;
  readonly startLine: number | null;
  /** startLine, startColumn, endLine and endColumn. */
  readonly region: readonly (number | null)[];
  readonly snippet: string | undefined;
  readonly guid: string | undefined;
  readonly fingerprints: Prints;
  readonly partialFingerprints: Prints;
  readonly suppressed: boolean;
}

/** Values by name. */
export type Prints = ReadonlyMap<string, string>;

export interface Run {
  readonly index: number;
  /** The name of its driver. */
  readonly tool: string;
  readonly node: JsonNode;
  readonly hasNullResults: boolean;
}

export interface Log {
  readonly root: JsonNode;
  readonly runs: readonly Run[];
  /** In document order, without those that were absent already. */
  readonly results: readonly SarifResult[];
  readonly warnings: readonly Entry<DocumentWarning>[];
}

type LogFailure = DocumentFailure | "SARIF_VERSION_UNSUPPORTED" | "SARIF_INVALID";

export function readLog(
  field: unknown,
  path: string,
  stripPrefix: readonly string[],
): Log | { readonly error: Entry<LogFailure> } {
  const read = readDocumentField(field, path, ["object"]);
  if (!read.ok) return { error: read.error };
  const { root } = read;
  const version = textOf(memberOf(root, "version"));
  if (version !== "2.1.0") {
    const found = version === undefined ? "none" : JSON.stringify(beginning(version, 20));
    const message = `Cannot read the log: found version ${found}, expected 2.1.0`;
    return { error: { code: "SARIF_VERSION_UNSUPPORTED", message, path: `${path}/version` } };
  }
  const list = memberOf(root, "runs");
  if (list?.type !== "array") return invalid(`${path}/runs`, "a list of runs");
  const runs: Run[] = [];
  for (const [index, node] of list.items.entries()) {
    const tool = textOf(at(node, "tool", "driver", "name"));
    if (tool === undefined) {
      return invalid(`${path}/runs/${index}/tool/driver/name`, "the name of the tool");
    }
    runs.push({ index, tool, node, hasNullResults: memberOf(node, "results")?.type === "null" });
  }
  const reader = new ResultReader(stripPrefix);
  for (const run of runs) reader.readRun(run);
  const warnings = read.warnings.map((entry) => ({ ...entry, path: path + (entry.path ?? "") }));
  return { root, runs, results: reader.results, warnings };
}

function invalid(path: string, expected: string): { readonly error: Entry<"SARIF_INVALID"> } {
  const message = `Cannot read the log: found no ${path}, expected ${expected}`;
  return { error: { code: "SARIF_INVALID", message, path, expected } };
}

/** Whether a result says itself that it is no longer there. */
export function isAbsent(result: JsonNode): boolean {
  return textOf(memberOf(result, "baselineState")) === "absent";
}

export function at(node: JsonNode | undefined, ...keys: readonly string[]): JsonNode | undefined {
  let found = node;
  for (const key of keys) found = found && memberOf(found, key);
  return found;
}

function wholeOf(node: JsonNode | undefined): number | null {
  return node?.type === "number" ? Number(node.text) : null;
}

class ResultReader {
  readonly results: SarifResult[] = [];
  readonly #prefixes: readonly string[];

  constructor(prefixes: readonly string[]) {
    this.#prefixes = prefixes.map(plainUri);
  }

  readRun(run: Run): void {
    const rules = new Rules(run.node);
    const artifacts = itemsOf(memberOf(run.node, "artifacts"));
    for (const [index, node] of itemsOf(memberOf(run.node, "results")).entries()) {
      if (isAbsent(node)) continue;
      const location = at(itemsOf(memberOf(node, "locations"))[0], "physicalLocation");
      const region = at(location, "region");
      const rule = rules.of(node);
      const numbers = ["startLine", "startColumn", "endLine", "endColumn"].map((key) =>
        wholeOf(at(region, key)),
      );
      this.results.push({
        node,
        pointer: `/runs/${run.index}/results/${index}`,
        place: this.results.length,
        run,
        ruleId: ruleIdOf(node, rule),
        level: levelOf(node, rule),
        message: messageOf(node, rule),
        uri: this.#uriOf(at(location, "artifactLocation"), artifacts),
        startLine: numbers[0] ?? null,
        region: numbers,
        snippet: textOf(at(region, "snippet", "text"))?.trim(),
        guid: textOf(memberOf(node, "correlationGuid")),
        fingerprints: printsOf(memberOf(node, "fingerprints")),
        partialFingerprints: printsOf(memberOf(node, "partialFingerprints")),
        suppressed: itemsOf(memberOf(node, "suppressions")).some(isAccepted),
      });
    }
  }

  #uriOf(location: JsonNode | undefined, artifacts: readonly JsonNode[]): string {
    const index = wholeOf(at(location, "index")) ?? -1;
    const written =
      textOf(at(location, "uri")) ?? textOf(at(artifacts[index], "location", "uri")) ?? "";
    const uri = plainUri(written);
    const prefix = this.#prefixes.find((start) => start !== "" && uri.startsWith(start)) ?? "";
    return uri.slice(prefix.length).replace(/^(?:\.\/)+/, "");
  }
}

function plainUri(uri: string): string {
  let decoded = uri;
  try {
    decoded = decodeURIComponent(uri);
  } catch {
    // A percent sign that encodes nothing stands for itself.
  }
  return decoded.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
}

function printsOf(node: JsonNode | undefined): Prints {
  const members = node?.type === "object" ? node.members : [];
  return new Map(
    members.flatMap(({ key, value }) =>
      value.type === "string" ? [[key, value.value] as const] : [],
    ),
  );
}

function isAccepted(suppression: JsonNode): boolean {
  const status = textOf(memberOf(suppression, "status"));
  return status === undefined || status === "accepted";
}

function ruleIdOf(result: JsonNode, rule: JsonNode | undefined): string {
  return (
    textOf(memberOf(result, "ruleId")) ??
    textOf(at(result, "rule", "id")) ??
    textOf(rule && memberOf(rule, "id")) ??
    ""
  );
}

function levelOf(result: JsonNode, rule: JsonNode | undefined): string {
  const level = textOf(memberOf(result, "level"));
  if (level !== undefined) return level;
  const kind = textOf(memberOf(result, "kind")) ?? "fail";
  if (kind !== "fail") return "none";
  return textOf(at(rule, "defaultConfiguration", "level")) ?? "warning";
}

function messageOf(result: JsonNode, rule: JsonNode | undefined): string {
  const message = memberOf(result, "message");
  const text = textOf(at(message, "text"));
  if (text !== undefined) return text;
  const id = textOf(at(message, "id")) ?? "";
  const given = itemsOf(at(message, "arguments")).map((argument) => textOf(argument) ?? "");
  const template = textOf(at(rule, "messageStrings", id, "text"));
  if (template === undefined) return [id, ...given].filter((part) => part !== "").join(" ");
  return template.replace(/\{(\d+)\}/g, (whole, place: string) => given[Number(place)] ?? whole);
}

/** The rules of a run: of its driver, or of an extension where a result says so. */
class Rules {
  readonly #driver: readonly JsonNode[];
  readonly #extensions: readonly JsonNode[];
  readonly #byId = new Map<string, JsonNode>();

  constructor(run: JsonNode) {
    this.#driver = itemsOf(at(run, "tool", "driver", "rules"));
    this.#extensions = itemsOf(at(run, "tool", "extensions"));
    for (const rule of this.#driver) {
      const id = textOf(memberOf(rule, "id"));
      if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, rule);
    }
  }

  of(result: JsonNode): JsonNode | undefined {
    const index = wholeOf(at(result, "rule", "index")) ?? wholeOf(memberOf(result, "ruleIndex"));
    const component = at(result, "rule", "toolComponent");
    const id = textOf(memberOf(result, "ruleId")) ?? textOf(at(result, "rule", "id")) ?? "";
    const rules = component ? this.#rulesOf(component) : this.#driver;
    const [parent = ""] = id.split("/");
    return (
      (index === null ? undefined : rules[index]) ??
      rules.find((rule) => component && textOf(memberOf(rule, "id")) === id) ??
      this.#byId.get(id) ??
      this.#byId.get(parent)
    );
  }

  #rulesOf(component: JsonNode): readonly JsonNode[] {
    const index = wholeOf(memberOf(component, "index"));
    const name = textOf(memberOf(component, "name"));
    const extension =
      index === null || index < 0
        ? this.#extensions.find(
            (one) => name !== undefined && textOf(memberOf(one, "name")) === name,
          )
        : this.#extensions[index];
    return itemsOf(at(extension, "rules"));
  }
}
