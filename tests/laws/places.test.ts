/** Whatever a result points to in a text of the input stands at the line and column beside the pointer. */
import { describe, expect, test } from "bun:test";
import type { TSchema } from "@sinclair/typebox";
import { isCollection, isMap, isScalar, type Node, parseDocument, type YAMLMap } from "yaml";
import { ANY_INPUT, INTO } from "../../tools/_core/fields.ts";
import { isObject } from "../../tools/_lib/json/tree/members.ts";
import { parsePointer } from "../../tools/_lib/results/pointer.ts";
import { normalise } from "../../app/run/normalise.ts";
import type { Unit } from "../../app/registry-entry.ts";
import { runUnit, units } from "../support/run-unit.ts";

type Row = Readonly<Record<string, unknown>>;
type Texts = Readonly<Record<string, unknown>>;

/** Members by whose names pointers are known. */
const POINTERS = /^(?:path|pointer|[a-z]+Path|[a-z]+Pointer)$/;

/** What a unit tells of its work, each row with no more than its text says; findings are placed. */
const PLAIN = "of a part of the result, which is no finding";

/** What has such a name and leads into no text that the caller gave. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "agent-context-handoff artifacts.path": "of a file",
  "agent-contract-check arguments.path": "into the arguments of a call",
  "agent-contract-check drift.pointer": "into one definition of a list",
  "api-failure-diagnostic fieldErrors.path": "as the server says it, into what was sent to it",
  "api-fixture-matrix invalid.path": "into a fixture that was made",
  "api-pagination-contract-planner itemsPath": "into the body of a page",
  "artifact-delivery-manifest entries.path": "of a file",
  "artifact-delivery-manifest files.path": "of a file",
  "configuration-migration-kit losses.path": PLAIN,
  "configuration-migration-kit patch.path": "into the state at the moment of the change",
  "configuration-migration-kit rollback.path": "into the state at the moment of the change",
  "configuration-drift-reconciliation patch.path": "into the state at the moment of the change",
  "config-format-converter losses.path": PLAIN,
  "contract-release-gate-kit changes.path": "of an endpoint, or into one schema",
  "contract-conformance-repair changes.path": "into the data at the moment of the change",
  "contract-conformance-repair patch.path": "into the data at the moment of the change",
  "contract-conformance-repair remaining.path": "into the repaired data",
  "file-hash-checksum-verifier entries.path": "of a file",
  "file-verification-handoff-kit plan.entries.path": "of a file",
  "integration-launch-kit clients.path": "of a file",
  "json-path-tester matches.path": PLAIN,
  "json-path-tester matches.pointer": PLAIN,
  "json-schema-to-tool-definition changes.path": PLAIN,
  "json-shrink losses.path": PLAIN,
  "json-shrink tables.path": PLAIN,
  "large-payload-reduction-kit losses.path": "into what a step made",
  "mcp-config-generator configs.path": "of a file",
  "openapi-surface-delta changes.path": "of an endpoint; the pointer beside it is placed",
  "provider-message-migration-kit fixtures.self.differences.path": "into the canonical form",
  "provider-message-migration-kit fixtures.targets.differences.path": "into the canonical form",
  "provider-message-migration-kit fixtures.targets.errors.path": "into the written body",
  "provider-message-migration-kit fixtures.targets.losses.path": "into the canonical form",
  "provider-message-migration-kit fixtures.targets.roundTrip.differences.path":
    "into the canonical form",
  "agent-tool-call-replay-kit calls.differences.path": "into the results of a call",
  "provider-request-envelope added.path": "into the written body",
  "provider-request-envelope lost.path": PLAIN,
  "schema-converter losses.path": PLAIN,
  "structured-output-recovery-kit changes.path": "into what was found in the text",
  "structured-output-recovery-kit disagreements.path": "into the agreed data",
  "structured-output-recovery-kit patch.path": "into what was found in the text",
  "structured-output-recovery-kit remaining.path": "into the repaired data",
  "structured-output-rescue changes.path": "into what was found in the text",
  "subagent-delegation-contract-compiler files.path": "of a file",
  "three-way-structured-merge patches.fromBase.path": "into the state at the moment of the change",
  "three-way-structured-merge patches.fromOurs.path": "into the state at the moment of the change",
  "three-way-structured-merge patches.fromTheirs.path":
    "into the state at the moment of the change",
  "toml-formatter special.path": PLAIN,
  "tool-call-interoperability changes.path": "into the schema of one tool",
  "tool-calling-validator calls.repairs.path": "into the arguments of a call",
  "tool-schema-generator changes.path": "into the schema that was made",
  "tool-schema-publishing-kit drift.pointer": "into one definition of a list",
  "web-release-qa-kit pages.path": "of a page",
  "web-release-qa-kit scores.path": "of a page",
};

/** Diagrams take seconds. */
const TIMEOUT_MS = 60_000;

let judgedPlaces = 0;

for (const unit of units) {
  describe(unit.id, () => {
    test("says of each pointer in its value into which texts it leads, and has members for its place", () => {
      const unknown = pointersOf(unit.value)
        .filter(({ name, schema }) => POINTERS.test(name) && !intoOf(schema))
        .map(({ at }) => `${unit.id} ${at}`);
      expect(unknown.filter((pointer) => ELSEWHERE[pointer] === undefined)).toEqual([]);
      for (const { name, schema, siblings } of pointersOf(unit.value)) {
        const into = intoOf(schema);
        if (!into) continue;
        const several = into.length > 1 ? ["input", "places"] : [];
        expect(siblings).toEqual(expect.arrayContaining([...namesOf(name), ...several]));
        for (const field of into) {
          expect([ANY_INPUT, ...Object.keys(unit.input.properties)]).toContain(field);
        }
      }
    });

    const check = () => {
      for (const fields of unit.examples.flatMap(({ input }) => versionsOf(unit, input))) {
        const texts = textsOf(unit, fields);
        const { value, errors = [], warnings = [] } = runUnit(unit, fields);
        checkValue(unit.value, value, { texts, isKit: "uses" in unit });
        for (const entry of [...errors, ...warnings]) checkEntry(unit, entry, texts);
      }
    };
    test(
      "names the places to which its examples point, given as they are and as texts",
      check,
      TIMEOUT_MS,
    );
  });
}

test("the judge comes to most of the places", () => {
  expect(judgedPlaces).toBeGreaterThan(300);
});

/** The input as it is, and with all its data as texts; those that the unit does not take are refused. */
function versionsOf(unit: Unit, input: Unit["examples"][number]["input"]): readonly Row[] {
  const fields = (typeof input === "string" ? { [unit.primary]: input } : input) as Row;
  const written = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "object" ? JSON.stringify(value, null, 1) : value,
  ]);
  return [fields, Object.fromEntries(written)];
}

/** The texts of an input by their fields. */
function textsOf(unit: Unit, fields: Row): Texts {
  const { input, texts } = normalise(unit, fields, {}, {});
  const all = Object.entries({ ...input, ...texts });
  return Object.fromEntries(all.filter(([, text]) => typeof text === "string"));
}

function namesOf(pointer: string): readonly [line: string, column: string] {
  const prefix = /^(.+)(?:Path|Pointer)$/.exec(pointer)?.[1];
  return prefix ? [`${prefix}Line`, `${prefix}Column`] : ["line", "column"];
}

function intoOf(schema: TSchema): readonly string[] | undefined {
  return (schema[INTO] ?? schema["anyOf"]?.find((one: TSchema) => one[INTO])?.[INTO]) as
    readonly string[] | undefined;
}

interface Pointer {
  readonly name: string;
  readonly at: string;
  readonly schema: TSchema;
  readonly siblings: readonly string[];
}

function pointersOf(schema: TSchema, at = ""): readonly Pointer[] {
  const members = Object.entries<TSchema>(schema["properties"] ?? {});
  const siblings = members.map(([name]) => name);
  const inner = [schema["items"], ...(schema["anyOf"] ?? [])].filter((one) => one !== undefined);
  const each = Object.values<TSchema>(schema["patternProperties"] ?? {});
  return [
    ...members.flatMap(([name, member]) => {
      const own = `${at}${name}`;
      const isText = member["type"] === "string" || member["anyOf"] !== undefined;
      const pointer = isText ? [{ name, at: own, schema: member, siblings }] : [];
      return [...pointer, ...pointersOf(member, `${own}.`)];
    }),
    ...[...inner, ...each].flatMap((one: TSchema) => pointersOf(one, at)),
  ];
}

/** Each pointer of the value that the judge can follow has the place to which he comes. */
function checkValue(schema: TSchema, value: unknown, given: Given): void {
  if (Array.isArray(value)) {
    for (const item of value) if (schema["items"]) checkValue(schema["items"], item, given);
  }
  for (const one of schema["anyOf"] ?? []) checkValue(one, value, given);
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries<TSchema>(schema["properties"] ?? {})) {
    if (!Object.hasOwn(value, name)) continue;
    checkValue(member, value[name], given);
    const into = intoOf(member);
    if (into && typeof value[name] === "string") checkPointer(value, name, into, given);
  }
}

interface Given {
  readonly texts: Texts;
  readonly isKit: boolean;
}

function checkPointer(row: Row, name: string, into: readonly string[], given: Given): void {
  const { texts, isKit } = given;
  const tokens = parsePointer(row[name] as string);
  if (!tokens) return;
  const [lineName, columnName] = namesOf(name);
  const [field = "", ...rest] = tokens;
  const ways = into.includes(ANY_INPUT)
    ? [{ input: field, way: rest }].filter(() => rest.length > 0)
    : into.map((input) => ({ input, way: tokens }));
  const found = ways.flatMap(({ input, way }) => judged(texts[input], way, input));
  const told = { line: row[lineName], column: row[columnName] };
  const isElsewhere = told.line !== undefined && told.column === undefined;
  // The unit names a line of its own, of another text.
  if (isElsewhere && found.every(({ line }) => line !== told.line)) return;
  const places = [
    { input: row["input"] ?? found[0]?.input, ...told },
    ...((row["places"] ?? []) as Row[]),
  ];
  if (found.length > 0)
    expect(told).toEqual({ line: expect.any(Number), column: expect.any(Number) });
  // A kit may name the place in a text within the text.
  if (isKit && into.includes(ANY_INPUT)) return;
  for (const { input, line, column } of places) {
    const place = found.find((one) => one.input === input);
    if (place) expect({ line, column }).toEqual({ line: place.line, column: place.column });
  }
}

function checkEntry(unit: Unit, entry: Row, texts: Texts): void {
  const { path, line, column, offset } = entry;
  const tokens = typeof path === "string" ? parsePointer(path) : undefined;
  if (!tokens || offset !== undefined) return;
  const [field = "", ...rest] = tokens;
  const own = unit.pointsInto ? judged(texts[unit.pointsInto], tokens, unit.pointsInto) : [];
  const [place] = own.length > 0 || rest.length === 0 ? own : judged(texts[field], rest, field);
  // The unit names a line of its own, of another text.
  if (line !== undefined && column === undefined && line !== place?.line) return;
  if (place)
    expect({ path, line, column }).toEqual({ path, line: place.line, column: place.column });
}

interface Place {
  readonly input: string;
  readonly line: number;
  readonly column: number;
}

/** Where another reader of YAML, and so of JSON, comes to; nothing where it reads something else, or the way ends. */
function judged(text: unknown, tokens: readonly string[], input: string): readonly Place[] {
  if (typeof text !== "string") return [];
  const document = parseDocument(text, { uniqueKeys: false, logLevel: "silent" });
  if (document.errors.length > 0 || !isCollection(document.contents)) return [];
  let node: Node | null = document.contents;
  let start = node.range?.[0];
  for (const token of tokens) {
    [start, node] = isMap(node) ? memberOf(node, token) : itemOf(node, token);
    if (start === undefined) return [];
  }
  judgedPlaces++;
  const before = text.slice(0, start).split("\n");
  return [{ input, line: before.length, column: (before.at(-1) ?? "").length + 1 }];
}

type Step = [start: number | undefined, node: Node | null];

function memberOf({ items }: YAMLMap, token: string): Step {
  const pair = items.findLast(({ key }) => isScalar(key) && String(key.value) === token);
  return [(pair?.key as Node | undefined)?.range?.[0], (pair?.value ?? null) as Node | null];
}

function itemOf(node: Node | null, token: string): Step {
  const items = isCollection(node) ? (node.items as Node[]) : [];
  const item = /^\d+$/.test(token) ? (items[Number(token)] ?? null) : null;
  return [item?.range?.[0], item];
}
