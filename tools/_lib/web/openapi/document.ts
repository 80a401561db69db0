import type { Entry } from "../../../_core/tool.ts";
import {
  type DocumentFailure,
  readDocumentField,
  type DocumentWarning,
} from "../../fields/document-field.ts";
import { isObject } from "../../json/tree/members.ts";
import { valueOf } from "../../json/tree/value.ts";
import { byCodeUnit } from "../../results/pointer.ts";
import { beginning } from "../../text/shown.ts";
import { findReferences, type References, targetOf } from "./references.ts";
import { memberOf, type Site, textOf } from "./site.ts";

type OpenApiFailure = DocumentFailure | "OPENAPI_VERSION_UNSUPPORTED" | "REF_UNRESOLVED";

/** A document of OpenAPI 3.0, 3.1 or 3.2 whose references within it all lead somewhere. */
export interface OpenApi {
  readonly root: Site;
  /** The pointer of the input field. */
  readonly field: string;
  /** Its schemas are those of 3.0, in which nothing counts beside `$ref`. */
  readonly isOld: boolean;
  readonly references: References;
  /** References to other documents that were to be followed. */
  readonly missed: Site[];
}

export type OpenApiRead =
  | {
      readonly ok: true;
      readonly document: OpenApi;
      readonly warnings: readonly Entry<DocumentWarning>[];
    }
  | { readonly ok: false; readonly error: Entry<OpenApiFailure> };

export function readOpenApi(given: unknown, field: string): OpenApiRead {
  const read = readDocumentField(given, field, ["object"]);
  if (!read.ok) return read;
  const root: Site = { node: valueOf(read.root).value, pointer: "" };
  const version = versionOf(root);
  if (version === undefined) return { ok: false, error: unsupported(root, field) };
  const document = {
    root,
    field,
    isOld: version === "3.0",
    references: findReferences(root),
    missed: [],
  };
  const lost = document.references.holders.find(
    (site) => isInner(site) && follow(document, site) === undefined,
  );
  if (lost !== undefined) return { ok: false, error: unresolved(lost, field) };
  const warnings = read.warnings.map((entry) => ({ ...entry, path: field + (entry.path ?? "") }));
  return { ok: true, document, warnings };
}

function isInner(site: Site): boolean {
  return textOf(site, "$ref")?.startsWith("#") === true;
}

/** What stands at the end of a chain of references; nothing, noted as missed, for another document. */
export function resolve(document: OpenApi, site: Site): Site {
  const target = follow(document, site);
  if (target === undefined) document.missed.push(site);
  return target ?? { ...site, node: {} };
}

/** The failure of a comparison for which a reference could not be followed. */
export function missedReference({ missed, field }: OpenApi): Entry<"REF_UNRESOLVED"> | undefined {
  const [first] = missed.toSorted((left, right) => byCodeUnit(left.pointer, right.pointer));
  return first && unresolved(first, field);
}

/** What a chain of references leads to; undefined where it leaves the document or goes round. */
export function follow({ root, references }: OpenApi, site: Site): Site | undefined {
  const passed = new Set<string>();
  let current: Site | undefined = site;
  while (current !== undefined) {
    const reference = textOf(current, "$ref");
    if (reference === undefined) return current;
    if (passed.has(current.pointer)) return undefined;
    passed.add(current.pointer);
    current = targetOf(reference, root, references.named);
  }
  return undefined;
}

/** 3.0, 3.1 or 3.2; YAML may have read the version as a number. */
function versionOf(root: Site): string | undefined {
  const version = memberOf(root, "openapi")?.node;
  const text = typeof version === "number" ? String(version) : version;
  return typeof text === "string" ? /^3\.[012](?=$|\.[0-9])/.exec(text)?.[0] : undefined;
}

function unsupported({ node }: Site, path: string): Entry<"OPENAPI_VERSION_UNSUPPORTED"> {
  const fields = isObject(node) ? node : {};
  const name = (["openapi", "swagger"] as const).find((key) => Object.hasOwn(fields, key));
  const found = name ? `${name} ${JSON.stringify(fields[name])}` : "no openapi field";
  const message = `Cannot read ${path}: found ${beginning(found, 80)}, expected openapi 3.0, 3.1 or 3.2`;
  return { code: "OPENAPI_VERSION_UNSUPPORTED", message, path };
}

function unresolved(site: Site, field: string): Entry<"REF_UNRESOLVED"> {
  const reference = beginning(textOf(site, "$ref") ?? "", 200);
  const message = `Cannot follow $ref ${JSON.stringify(reference)}: found nothing, expected a place in the document`;
  return { code: "REF_UNRESOLVED", message, path: `${field}${site.pointer}/$ref` };
}
