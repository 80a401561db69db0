import type { Entry } from "../../_core/tool.ts";
import { problemEntry, type RelatedPlace } from "../results/syntax-problem.ts";
import { JSON_WARNINGS } from "../json/tree/json-field.ts";
import {
  beginsLikeJson,
  readRelaxedJson,
  RELAXED_WARNINGS,
  type RelaxedWarning,
} from "../json/tree/relaxed.ts";
import { type JsonNode, nullNode } from "../json/tree/tree.ts";
import { isNoData } from "../formats/yaml/data.ts";
import { reportYaml } from "../formats/yaml/report.ts";
import { parseYaml } from "../formats/yaml/stream.ts";
import type { YamlStream } from "../formats/yaml/tree.ts";

/** Failures of `readDocumentField`, to be spread into a tool's `failures`. */
export const DOCUMENT_FAILURES = {
  JSON_SYNTAX: "The text begins with { or [ and is neither JSON nor JSON5",
  YAML_SYNTAX: "The text is neither JSON nor one well-formed YAML 1.2 document of plain data",
  INPUT_TOO_DEEP: "The data is nested deeper than 1,000 levels",
  DOCUMENT_TYPE: "The document is of another JSON type than the field needs",
} as const;

/** Warnings of `readDocumentField`, to be spread into a tool's `warnings`. */
export const DOCUMENT_WARNINGS = { ...JSON_WARNINGS, ...RELAXED_WARNINGS } as const;

export type DocumentWarning = RelaxedWarning;
export type DocumentFailure = keyof typeof DOCUMENT_FAILURES;

export type DocumentField =
  | {
      readonly ok: true;
      readonly root: JsonNode;
      readonly warnings: readonly Entry<DocumentWarning>[];
    }
  | { readonly ok: false; readonly error: Entry<DocumentFailure> };

const MOST_ALIASES = 100;

/** Reads a document of one of the types: a JSON value, or a string that holds JSON, which may be relaxed, or YAML. */
export function readDocumentField(
  field: unknown,
  path: string,
  types: readonly JsonNode["type"][],
): DocumentField {
  const read = readDocument(field, path);
  if (!read.ok || types.includes(read.root.type)) return read;
  const expected = types.join(" or ");
  const { type } = read.root;
  const message = `Cannot use ${path}: found ${type}, expected ${expected}`;
  return {
    ok: false,
    error: { code: "DOCUMENT_TYPE", message, path, expected, received: type },
  };
}

function readDocument(field: unknown, path: string): DocumentField {
  const json = readRelaxedJson(field, path);
  if (json.ok || typeof field !== "string" || json.error.code === "INPUT_TOO_DEEP") return json;
  return beginsLikeJson(field) ? json : readYamlDocument(field, path);
}

/** A document of YAML, and what of it the data does not show. */
export type YamlDocumentField =
  | {
      readonly ok: true;
      readonly root: JsonNode;
      readonly warnings: readonly [];
      readonly hasComments: boolean;
      readonly hasAliases: boolean;
    }
  | { readonly ok: false; readonly error: Entry<DocumentFailure> };

/** The documents of a YAML text; `stream` has their tokens. */
export type YamlStreamField =
  | { readonly ok: true; readonly stream: YamlStream; readonly roots: readonly JsonNode[] }
  | { readonly ok: false; readonly error: Entry<DocumentFailure> };

/** Reads one document of the core schema: no tags of its own, no repeated keys, few aliases. */
export function readYamlDocument(text: string, path: string): YamlDocumentField {
  const read = readYamlStream(text, path, 1);
  if (!read.ok) return read;
  const [root = nullNode()] = read.roots;
  const { comments, aliases } = read.stream;
  const [hasComments, hasAliases] = [comments.length > 0, aliases.length > 0];
  return { ok: true, root, warnings: [], hasComments, hasAliases };
}

/** Reads documents of the core schema, each as `readYamlDocument` does. */
export function readYamlStream(
  text: string,
  path: string,
  most = Number.POSITIVE_INFINITY,
): YamlStreamField {
  const { stream, problems } = parseYaml(text);
  const [problem] = problems;
  if (problem !== undefined) return refused(problem, text, path);
  if (stream === undefined) return refused({ found: "none", expected: "a document" }, text, path);
  const { documents, aliases } = stream;
  if (documents.length > most) {
    const found = `${documents.length} documents`;
    return refused({ found, expected: "one" }, text, path);
  }
  if (aliases.length > MOST_ALIASES) {
    const [found, expected] = [`${aliases.length} aliases`, `at most ${MOST_ALIASES}`];
    return refused({ offset: aliases[MOST_ALIASES]?.start, found, expected }, text, path);
  }
  const report = reportYaml(stream, { version: "1.2", merge: false }, "same-text");
  const tag = report.warnings.find(({ code }) => code === "TAG_IGNORED");
  const error = report.errors[0] ?? tag;
  if (error !== undefined) return { ok: false, error: { ...error, code: "YAML_SYNTAX", path } };
  const roots: JsonNode[] = [];
  for (const tree of report.trees) {
    if (isNoData(tree)) return refused(tree, text, path);
    roots.push(tree);
  }
  return { ok: true, stream, roots };
}

interface Refusal {
  readonly code?: string;
  readonly offset?: number | undefined;
  readonly found: string;
  readonly expected: string;
  readonly related?: readonly RelatedPlace[] | undefined;
}

function refused(
  refusal: Refusal,
  text: string,
  path: string,
): Extract<YamlDocumentField, { ok: false }> {
  const { found, expected, related, offset = 0 } = refusal;
  const code = refusal.code === "INPUT_TOO_DEEP" ? refusal.code : "YAML_SYNTAX";
  return {
    ok: false,
    error: problemEntry({ code, offset, found, expected, related }, text, "YAML", path),
  };
}
