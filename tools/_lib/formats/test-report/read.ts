/** Test reports of every format as one kind of data. */
import type { Entry } from "../../../_core/tool.ts";
import { problemEntry } from "../../results/syntax-problem.ts";
import { readJsonField } from "../../json/tree/json-field.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import { stripAnsi } from "../../text/log-lines.ts";
import { LONGEST_OUTPUT, outputTooLarge } from "../../results/output-limit.ts";
import { beginning } from "../../text/shown.ts";
import { readXml } from "../xml/read.ts";
import type { XmlElement } from "../xml/tree.ts";
import type { Attempts, Format, ReportFailure, TestReport } from "./report.ts";
import { readNunit, readTrx, readXunit } from "./dotnet.ts";
import { isBun, readBun } from "./bun.ts";
import { isCargo, readCargo } from "./cargo.ts";
import { isGo, readGo } from "./go.ts";
import { isGoText, readGoText } from "./go-text.ts";
import { isMochaJson, isPlaywright, readMochaJson, readPlaywright } from "./javascript.ts";
import { readJest } from "./jest.ts";
import { readJunit } from "./junit.ts";
import { readStatusList, readStatusObject } from "./map.ts";
import { readPytest } from "./pytest.ts";
import { isMochaSpec, readMochaSpec } from "./mocha-spec.ts";
import { isNodeSpec, readNodeSpec } from "./node-spec.ts";
import { isTap, readTap } from "./tap.ts";
import { testsOf } from "./tests.ts";
import { localName, Markup } from "./xml.ts";

type Failed = { readonly error: Entry<ReportFailure> };
type Read = (Attempts & { readonly format: Format }) | Failed;

/** Reads a report that is text, or JSON data; `path` is the field's pointer. */
export function readTestReport(
  given: unknown,
  format: Format | "auto",
  path: string,
): TestReport | Failed {
  const read = readAttempts(given, format, path);
  if ("error" in read) return read;
  const { attempts, truncated } = read;
  let length = 0;
  for (const { id } of attempts) length += id.length;
  if (length > LONGEST_OUTPUT) return { error: outputTooLarge("Give reports with shorter names") };
  return { format: read.format, tests: testsOf(attempts), truncated };
}

const XML_FORMATS: ReadonlySet<Format | "auto"> = new Set(["junit", "trx", "nunit", "xunit"]);
const JSON_FORMATS: ReadonlySet<Format | "auto"> = new Set(["jest", "playwright", "map"]);

function readAttempts(given: unknown, format: Format | "auto", path: string): Read {
  if (typeof given !== "string") return readData(given, format, path);
  switch (format === "auto" ? notationOf(given) : notationFor(format, given)) {
    case "xml":
      return readMarkup(given, format, path);
    case "events":
      return readEvents(given, format, path);
    case "json":
      return readData(given, format, path);
    default:
      return readLines(given, format, path);
  }
}

type Notation = "xml" | "json" | "events" | "lines";

function notationFor(format: Format, text: string): Notation {
  if (XML_FORMATS.has(format)) return "xml";
  if (JSON_FORMATS.has(format)) return "json";
  // Both write JSON as well as lines for people.
  if (format === "mocha") return /^\ufeff?\s*\{/.test(text) ? "json" : "lines";
  return format === "go" && !isGoText(text) ? "events" : "lines";
}

function notationOf(text: string): Notation {
  const start = /[^\s\ufeff]/.exec(text)?.[0];
  if (start === "<") return "xml";
  if (isGo(text)) return "events";
  return start === "{" || start === "[" ? "json" : "lines";
}

type MarkupFormat = Extract<Format, "junit" | "trx" | "nunit" | "xunit">;
type MarkupReader = (root: XmlElement, markup: Markup) => Attempts;

const ROOTS: ReadonlyMap<string, readonly [MarkupFormat, MarkupReader]> = new Map([
  ["testsuites", ["junit", readJunit]],
  ["testsuite", ["junit", readJunit]],
  ["TestRun", ["trx", readTrx]],
  ["test-run", ["nunit", readNunit]],
  ["test-results", ["nunit", readNunit]],
  ["assemblies", ["xunit", readXunit]],
  ["assembly", ["xunit", readXunit]],
]);

function readMarkup(given: string, wanted: Format | "auto", path: string): Read {
  // The mark goes, as white space before the declaration is wrong.
  const marked = given.startsWith("\ufeff") ? 1 : 0;
  const text = given.slice(marked);
  const broken = (problem: { code: string; offset: number; found: string; expected: string }) => {
    const code = problem.code === "INPUT_TOO_DEEP" ? problem.code : "REPORT_SYNTAX";
    const offset = problem.offset + marked;
    return { error: problemEntry<ReportFailure>({ ...problem, code, offset }, given, "XML", path) };
  };
  const document = readXml(text);
  if ("code" in document) return broken(document);
  if (document.doctype) {
    const [found, expected] = ["a document type declaration", "a report without one"];
    return broken({ code: "REPORT_SYNTAX", offset: document.doctype.start, found, expected });
  }
  const [format, read] = ROOTS.get(localName(document.root)) ?? [];
  if (!format || !read || (wanted !== "auto" && wanted !== format))
    return unknown(path, wanted, `the root ${beginning(document.root.name, LONGEST_SHOWN)}`);
  return { ...read(document.root, new Markup(text)), format };
}

function readData(given: unknown, wanted: Format | "auto", path: string): Read {
  const read = readJsonField(given, path);
  if (!read.ok) {
    const { code } = read.error;
    return { error: { ...read.error, code: code === "INPUT_TOO_DEEP" ? code : "REPORT_SYNTAX" } };
  }
  // The text was found well-formed and not too deep, so that the engine's parser cannot stumble.
  const value: unknown =
    typeof given === "string" ? JSON.parse(given.replace(/^\ufeff/, "")) : given;
  const { root } = read.document;
  const format = wanted === "auto" ? dataFormat(root, value) : wanted;
  const reader = DATA_READERS.get(format);
  if (!reader) return unknown(path, wanted, `JSON data`);
  const attempts = reader(root, value);
  return attempts ? { ...attempts, format } : unknown(path, wanted, `JSON of another shape`);
}

type Fields = Readonly<Record<string, unknown>>;
type DataReader = (root: JsonNode, value: unknown) => Attempts | undefined;

const DATA_READERS: ReadonlyMap<Format, DataReader> = new Map<Format, DataReader>([
  ["jest", readJestData],
  ["playwright", objectReader(isPlaywright, readPlaywright)],
  ["mocha", objectReader(isMochaJson, readMochaJson)],
  ["map", readMap],
]);

function objectReader(
  fits: (report: Fields) => boolean,
  read: (report: Fields) => Attempts,
): DataReader {
  return (root, value) =>
    root.type === "object" && fits(value as Fields) ? read(value as Fields) : undefined;
}

function dataFormat(root: JsonNode, value: unknown): Format {
  if (root.type !== "object") return "map";
  if (hasResults(root)) return "jest";
  if (isPlaywright(value as Fields)) return "playwright";
  return isMochaJson(value as Fields) ? "mocha" : "map";
}

function readJestData(root: JsonNode, value: unknown): Attempts | undefined {
  return root.type === "object" ? readJest(value as Readonly<Record<string, unknown>>) : undefined;
}

function readMap(root: JsonNode, value: unknown): Attempts | undefined {
  if (root.type === "object") return readStatusObject(root);
  return root.type === "array" ? readStatusList(value as readonly unknown[]) : undefined;
}

function hasResults(root: JsonNode): boolean {
  if (root.type !== "object") return false;
  return root.members.some(({ key, value }) => key === "testResults" && value.type === "array");
}

function readEvents(given: string, wanted: Format | "auto", path: string): Read {
  const read = readGo(given);
  if (!read) return unknown(path, wanted, "text without an event");
  if (!("code" in read)) return { ...read, format: "go" };
  const code = read.code === "INPUT_TOO_DEEP" ? read.code : "REPORT_SYNTAX";
  return { error: problemEntry<ReportFailure>({ ...read, code }, given, "JSON", path) };
}

interface LineFormat {
  readonly format: Format;
  readonly fits: (text: string) => boolean;
  readonly read: (text: string) => Attempts | undefined;
}

/** Those with marks that no other has come first: `ok` at the beginning of a line is Go's as well as TAP's. */
const LINE_FORMATS: readonly LineFormat[] = [
  { format: "cargo", fits: isCargo, read: readCargo },
  { format: "go", fits: isGoText, read: readGoText },
  { format: "bun", fits: isBun, read: readBun },
  { format: "node", fits: isNodeSpec, read: readNodeSpec },
  { format: "mocha", fits: isMochaSpec, read: readMochaSpec },
  { format: "tap", fits: isTap, read: readTap },
  { format: "pytest", fits: () => true, read: readPytest },
];

function readLines(given: string, wanted: Format | "auto", path: string): Read {
  const text = stripAnsi(given.replace(/^\ufeff/, ""));
  const chosen = LINE_FORMATS.find(({ format, fits }) =>
    wanted === "auto" ? fits(text) : format === wanted,
  );
  const attempts =
    chosen && (chosen.format !== "tap" || isTap(text)) ? chosen.read(text) : undefined;
  return chosen && attempts
    ? { ...attempts, format: chosen.format }
    : unknown(path, wanted, "text without a result of a test");
}

const LONGEST_SHOWN = 40;

function unknown(path: string, wanted: Format | "auto", found: string): Failed {
  const expected =
    wanted === "auto" ? "one of the formats of test reports" : `the format ${wanted}`;
  const message = `Cannot read the test report: found ${found}, expected ${expected}`;
  return { error: { code: "FORMAT_UNKNOWN", message, path, expected } };
}
