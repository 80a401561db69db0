/** Contracts: read, compared with what is live, and tested with their fixtures. */
import type { Entry, Outcome } from "../../tools/_core/tool.ts";
import { readDocumentField } from "../../tools/_lib/fields/document-field.ts";
import { follow, readSpots } from "../../tools/_lib/formats/places.ts";
import type { Spot } from "../../tools/_lib/formats/spot.ts";
import { memberOf } from "../../tools/_lib/json/tree/members.ts";
import { appendPointer, parsePointer } from "../../tools/_lib/results/pointer.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { positionFinder } from "../../tools/_lib/text/position.ts";
import testFixtures from "../../tools/contract-reliability-workbench.ts";
import compareSchemas from "../../tools/json-schema-compatibility-diff.ts";
import compareOpenApi from "../../tools/openapi-surface-delta.ts";
import { verdictOf } from "../_core/report.ts";
import type { Change, Given, Work } from "../contract-release-gate-kit.ts";

export interface Contract {
  readonly id: string;
  readonly kind: "openapi" | "json-schema";
  readonly mode: "backward" | "forward" | "full";
  /** Undefined for a contract that is not live yet. */
  readonly before: unknown;
  readonly after: unknown;
  /** `/contracts/0` */
  readonly path: string;
}

/** A change, and where it stands in the input. */
export interface Found extends Omit<Change, "waived"> {
  readonly kind: Contract["kind"];
  readonly pointer: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** Which kind of contract it is, where the caller leaves that to us; what cannot be read is told. */
export function readContract(
  given: Given,
  path: string,
): { readonly contract: Contract } | { readonly error: Entry } {
  const { id, kind = "auto", before = null, after, mode = "backward" } = given;
  const contract = { id, mode, before: before ?? undefined, after, path };
  if (kind !== "auto") return { contract: { ...contract, kind } };
  const read = readDocumentField(after, `${path}/after`, ["object", "boolean"]);
  if (!read.ok) return { error: read.error };
  // Of Swagger the comparison says that it is too old; as a schema it would allow everything.
  const isOpenApi = ["openapi", "swagger"].some((key) => memberOf(read.root, key) !== undefined);
  return { contract: { ...contract, kind: isOpenApi ? "openapi" : "json-schema" } };
}

/** All changes, contracts in their order; undefined where one of them cannot be compared. */
export function compareContracts(
  contracts: readonly Contract[],
  work: Work,
): readonly Found[] | undefined {
  const found = new Map<Contract, readonly Found[]>();
  const isDone =
    compareAll("surface", "openapi", contracts, found, work) &&
    compareAll("compatibility", "json-schema", contracts, found, work);
  return isDone ? contracts.flatMap((contract) => found.get(contract) ?? []) : undefined;
}

function compareAll(
  stage: "surface" | "compatibility",
  kind: Contract["kind"],
  contracts: readonly Contract[],
  found: Map<Contract, readonly Found[]>,
  work: Work,
): boolean {
  const { report } = work;
  const own = contracts.filter((contract) => contract.kind === kind);
  if (own.length === 0) {
    const name = kind === "openapi" ? "an OpenAPI document" : "a JSON Schema";
    report.skipped(stage, `No contract is ${name}; the field \`contracts\` takes them`);
    return true;
  }
  const errors: Entry[] = [];
  for (const contract of own) {
    const compared =
      kind === "openapi" ? openApiChanges(contract, work) : schemaChanges(contract, work);
    errors.push(...compared.errors);
    found.set(
      contract,
      contract.before === undefined ? [addedContract(contract)] : compared.changes,
    );
  }
  if (errors.length > 0) {
    report.stop(stage, errors);
    return false;
  }
  const changes = own.flatMap((contract) => found.get(contract) ?? []);
  const summary = `${counted(own.length, "contract")} compared, ${counted(changes.length, "change")}`;
  report.done(stage, summary, verdictOf(changes));
  return true;
}

interface Compared {
  readonly changes: readonly Found[];
  readonly errors: readonly Entry[];
}

function openApiChanges(contract: Contract, work: Work): Compared {
  const { before, after } = sidesOf(contract);
  const outcome = work.ctx.step(compareOpenApi, { before, after, failOn: "none" });
  if (!outcome.ok) return { changes: [], errors: errorsOf(outcome, contract) };
  takeWarnings("surface", outcome, contract, work);
  const places = new Places(contract);
  const changes = (outcome.value?.changes ?? []).map((change): Found => {
    const { id, level, method, path, property, text, pointer } = change;
    const side = change.input === "before" ? "before" : "after";
    return {
      contract: contract.id,
      kind: contract.kind,
      rule: id,
      severity: level,
      method: method.toUpperCase(),
      path,
      ...(property === undefined ? {} : { property }),
      message: text,
      ...places.at(side, pointer),
    };
  });
  return { changes, errors: [] };
}

function schemaChanges(contract: Contract, work: Work): Compared {
  const { mode } = contract;
  const { before, after } = sidesOf(contract);
  const outcome = work.ctx.step(compareSchemas, { before, after, mode, failOn: "none" });
  if (!outcome.ok) return { changes: [], errors: errorsOf(outcome, contract) };
  takeWarnings("compatibility", outcome, contract, work);
  const places = new Places(contract);
  const changes = (outcome.value?.changes ?? []).map((change): Found => {
    const { code, path, backward, forward } = change;
    const fits = { backward, forward, full: backward && forward };
    const property = propertyAt(path);
    return {
      contract: contract.id,
      kind: contract.kind,
      rule: code,
      severity: fits[mode] ? "info" : "error",
      method: "",
      path,
      ...(property === undefined ? {} : { property }),
      message: wordsOf(code),
      ...places.either(path),
    };
  });
  return { changes, errors: [] };
}

/** A new contract is held against itself, which says whether it can be used at all. */
function sidesOf({ before, after }: Contract) {
  return { before: before ?? after, after };
}

function addedContract({ id, kind, path }: Contract): Found {
  const what = kind === "openapi" ? "OpenAPI document" : "JSON Schema";
  return {
    contract: id,
    kind,
    rule: "contract-added",
    severity: "info",
    method: "",
    path: "",
    message: `New contract: ${what}`,
    pointer: path,
  };
}

/** `Required attribute added` */
function wordsOf(code: string): string {
  return code.charAt(0) + code.slice(1).toLowerCase().replaceAll("_", " ");
}

/** The property of which a pointer into a schema speaks, as OpenAPI changes name theirs: names joined by /, items for an array. */
export function propertyAt(pointer: string): string | undefined {
  const names: string[] = [];
  const tokens = parsePointer(pointer) ?? [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? "";
    const next = tokens[at + 1];
    if (token === "items") names.push(token);
    else if (token === "prefixItems") {
      names.push("items");
      at++;
    } else if (BY_NAME.has(token) && next !== undefined) {
      if (token === "properties") names.push(next);
      at++;
    } else if (LISTS.has(token)) at++;
    else if (!WITHIN.has(token)) break;
  }
  return names.length === 0 ? undefined : names.join("/");
}

/** Keywords under which schemas stand by a name. */
const BY_NAME: ReadonlySet<string> = new Set([
  "$defs",
  "definitions",
  "dependentSchemas",
  "properties",
]);
const LISTS: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf"]);
const WITHIN: ReadonlySet<string> = new Set(["if", "then", "else"]);

/** Errors of a tool, which knows the contract's two sides as its own fields. */
function errorsOf(outcome: Outcome, contract: Contract): Entry[] {
  const errors = outcome.errors ?? [];
  const isNew = contract.before === undefined;
  const own = errors.map((error) => ({ ...error, path: pathIn(contract, error.path) }));
  // One and the same document stood on both sides.
  return isNew
    ? own.filter(({ path }, at) => own.findIndex((one) => one.path === path) === at)
    : own;
}

function pathIn({ path, before }: Contract, own = ""): string {
  return before === undefined ? path + own.replace(/^\/before(?=\/|$)/, "/after") : path + own;
}

function takeWarnings(
  stage: "surface" | "compatibility",
  { warnings = [] }: Outcome,
  contract: Contract,
  { report }: Work,
): void {
  for (const warning of warnings) {
    if (warning.code === "RISKY_CHANGE") continue;
    // What is said of a new contract's other side is said twice.
    if (contract.before === undefined && warning.path?.startsWith("/before")) continue;
    const path = pathIn(contract, warning.path);
    report.find("warning", stage, { ...warning, path, subject: contract.id });
  }
}

/** Where the texts of a contract have what a pointer leads to; data has no lines. */
class Places {
  readonly #contract: Contract;
  readonly #read = new Map<
    "before" | "after",
    { root: Spot; at: ReturnType<typeof positionFinder> } | undefined
  >();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  at(side: "before" | "after", pointer: string) {
    const place = this.#find(side, pointer);
    return { pointer: `${this.#contract.path}/${side}${pointer}`, ...place };
  }

  /** In the new version, or where it is gone from that, in the old one. */
  either(pointer: string) {
    const { path, after } = this.#contract;
    const side = leadsInto(after, pointer, this.#find("after", pointer)) ? "after" : "before";
    return { pointer: `${path}/${side}${pointer}`, ...this.#find(side, pointer) };
  }

  #find(side: "before" | "after", pointer: string) {
    if (!this.#read.has(side)) {
      const text = this.#contract[side];
      const root = typeof text === "string" ? readSpots(text) : undefined;
      const known = root && { root, at: positionFinder(String(text)) };
      this.#read.set(side, known);
    }
    const known = this.#read.get(side);
    const tokens = parsePointer(pointer) ?? [];
    if (!known) return undefined;
    const { spot, steps } = follow(known.root, tokens);
    if (steps < tokens.length) return undefined;
    const { line, column } = known.at(spot.start);
    return { line, column };
  }
}

function leadsInto(document: unknown, pointer: string, place: object | undefined): boolean {
  if (typeof document === "string") return place !== undefined;
  let value = document;
  for (const token of parsePointer(pointer) ?? []) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, token)) return false;
    value = (value as Readonly<Record<string, unknown>>)[token];
  }
  return true;
}

/** Tests schemas with the fixtures that they have. */
export function testContracts(contracts: readonly Contract[], work: Work): void {
  const { input, ctx, report } = work;
  const tested = contracts.filter(({ id }) => Object.hasOwn(input.fixtures, id));
  if (tested.length === 0) {
    report.skipped(
      "reliability",
      "The field `fixtures` has examples and counterexamples of schemas",
    );
    return;
  }
  let scores = 0;
  let failure: Entry | undefined;
  for (const contract of tested) {
    const outcome = ctx.step(testFixtures, {
      schema: contract.after,
      ...input.fixtures[contract.id],
      failOn: "none",
    } as never);
    if (!outcome.value) {
      const [error] = outcome.errors ?? [];
      failure ??= error ?? { code: "STAGE_FAILED", message: `Cannot test ${contract.id}` };
      continue;
    }
    scores++;
    const places = new Places(contract);
    for (const { severity, code, message, path = "" } of outcome.value.findings) {
      const place = placeOf(code, contract, path, places);
      report.find(severity, "reliability", { code, message, subject: contract.id, ...place });
    }
  }
  if (failure) report.stageFailed("reliability", failure);
  else report.finish("reliability", `${counted(scores, "schema")} tested`);
}

/** What is said of a rule points into the schema; of a fixture, into the fixtures under the contract's id. */
function placeOf(code: string, { id }: Contract, own: string, places: Places) {
  if (code !== "UNPROTECTED_RULE") return { path: `${appendPointer("/fixtures", id)}${own}` };
  const { pointer, ...place } = places.at("after", own);
  return { path: pointer, ...place };
}
