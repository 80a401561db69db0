/** Our YAML reader against js-yaml, on generated streams, whole and cut, and on files that people wrote. */
import { test } from "bun:test";
import fc from "fast-check";
import {
  constructFromEvents,
  CORE_SCHEMA,
  defineScalarTag,
  defineSequenceTag,
  EVENT_ID,
  type Event,
  FAILSAFE_SCHEMA,
  loadAll,
  mergeTag,
  parseEvents,
  SCALAR_STYLE,
  YAMLException,
} from "js-yaml";
import tool from "../../tools/yaml-formatter.ts";
import { parseYaml } from "../../tools/_lib/formats/yaml/stream.ts";
import type { YamlNode } from "../../tools/_lib/formats/yaml/tree.ts";
import { runUnit } from "../support/run-unit.ts";
import { eventsOf } from "../support/yaml-events.ts";
import { yamlText } from "../support/yaml-text.ts";
import { foundFiles } from "./found-files.ts";
import { type Difference, expectAgreement, type Judgement, testDifferences } from "./judgement.ts";

const REFUSED = "refused";
const NOTHING = { anchorStart: -1, anchorEnd: -1, tagStart: -1, tagEnd: -1 };
const STYLES = {
  [SCALAR_STYLE.PLAIN]: ":",
  [SCALAR_STYLE.SINGLE_QUOTED]: "'",
  [SCALAR_STYLE.DOUBLE_QUOTED]: '"',
  [SCALAR_STYLE.LITERAL_BLOCK]: "|",
  [SCALAR_STYLE.FOLDED_BLOCK]: ">",
};

/** Every node with its anchor, its value or kind; tags are judged by the data that they give. */
function theirEvents(source: string): unknown {
  let anchors = new Set<string>();
  const written = (event: Event): string => {
    if (!("anchorStart" in event) || event.anchorStart < 0) return "";
    return source.slice(event.anchorStart, event.anchorEnd);
  };
  const open: string[] = [];
  return parseEvents(source, { maxDepth: 2000 }).map((event, index, all) => {
    const anchor = written(event);
    if (event.type === EVENT_ID.ALIAS) {
      if (!anchors.has(anchor)) throw new Error("an alias without its anchor");
      return `=ALI *${anchor}`;
    }
    if (anchor !== "") anchors.add(anchor);
    const named = anchor === "" ? "" : ` &${anchor}`;
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        anchors = new Set();
        open.push("-DOC");
        return "+DOC";
      case EVENT_ID.SEQUENCE:
        open.push("-SEQ");
        return `+SEQ${event.style === 2 ? " []" : ""}${named}`;
      case EVENT_ID.MAPPING:
        open.push("-MAP");
        return `+MAP${event.style === 2 ? " {}" : ""}${named}`;
      case EVENT_ID.SCALAR: {
        const document = all.findLast(({ type }, at) => at < index && type === EVENT_ID.DOCUMENT);
        const alone = [document, { ...event, ...NOTHING }, { type: EVENT_ID.POP }] as Event[];
        const [value] = constructFromEvents(alone, { source, schema: FAILSAFE_SCHEMA });
        return `=VAL${named} ${STYLES[event.style]}${JSON.stringify(value)}`;
      }
      default:
        return open.pop();
    }
  });
}

const reading: Judgement<string> = {
  ours: (text) => eventsOf(text)?.map((event) => event.replace(/ <[^>]*>/, "")) ?? REFUSED,
  theirs(text) {
    try {
      return theirEvents(text);
    } catch {
      return REFUSED;
    }
  },
  differences: [
    {
      name: "an indentation indicator of a scalar that is the whole document",
      right: "both",
      why: "YAML 1.2.2, 8.1.1.1: it counts from the level of the parent, which is -1; libyaml, PyYAML and yaml count from 0 here",
      example: "--- |2\n  a\n",
      covers: (text) => /^(?:---)?\s*(?:[&!]\S*\s+)*[|>][-+]?[1-9]/m.test(text),
    },
    {
      name: "a line that begins with # at the margin, in a block scalar that is the whole document",
      right: "ours",
      why: "YAML 1.2.2, 9.1.3 and 8.1: at level -1 its lines need no indentation, and a # in its content begins no comment",
      example: "---\n |+\n\n# a\n",
      covers: (text) => /[|>][-+]?[ \t]*(?:#[^\n]*)?\n(?:[ \t]*\n)*#/.test(text),
    },
    {
      name: "a line at the margin, or indented less than the first, of a node that is the whole document",
      right: "ours",
      why: "YAML 1.2.2, 9.1.3: a bare document is a block node at level -1, so that its lines need no indentation",
      example: "---\n a\nb\n",
      covers: (text) =>
        /deficient|separator|comma/.test(theirRefusal(text)) &&
        parseYaml(text).stream?.documents.some(
          ({ root }) => isFlow(root) || root.properties.list.length > 0,
        ) === true,
    },
    {
      name: "a closing bracket in the column of the block around it",
      right: "both",
      why: "YAML 1.2.2, 7.4: s-separate(n) asks for one column more; libyaml, PyYAML and yaml take it, as people write it",
      example: "a: [\n]\n",
      covers: (text) => /^deficient.*\n[\]}]/.test(theirRefusal(text)),
    },
    {
      name: "a tab between the parts of a collection in brackets",
      right: "ours",
      why: "YAML 1.2.2, 6.2: s-separate-in-line is of spaces and tabs",
      example: "a: [\t!t x]\n",
      covers: (text) => theirRefusal(text).startsWith("deficient") && text.includes("\t"),
    },
    {
      name: "a flow collection with an anchor or a tag is a key",
      right: "ours",
      why: "YAML 1.2.2, 7.4: c-s-implicit-json-key is a node with properties, too",
      example: "&a [b]: 1\n",
      covers: (text) =>
        /separator|bad indent/.test(theirRefusal(text)) && /[&!][^\n]*[\]}] *:/.test(text),
    },
    {
      name: "the first key of a mapping with an anchor and a tag",
      right: "ours",
      why: "YAML 1.2.2, 8.2.2: properties on the line of an implicit key are the key's; js-yaml gives the mapping the anchor of the second key as well",
      example: "? # b\n  &a ! c: d\n",
      covers: (text) => /[&!]\S* +[&!]\S* +[^\n#]/.test(text),
    },
    {
      name: "a mapping on the line of the key that it is the value of",
      right: "ours",
      why: "YAML 1.2.2, 8.2.2: the value of an implicit key is no compact mapping; js-yaml refuses it, too, but not behind an anchor or an empty key",
      example: "a: &b c: d\n",
      covers: (text) => ourRefusal(text).startsWith("the end of the value\n"),
    },
    {
      name: "a collection on the line of an empty key",
      right: "ours",
      why: "YAML 1.2.2, 8.2.2: only the value of an explicit key may be a compact collection",
      example: ": - a\n",
      covers: (text) => ourRefusal(text).startsWith("text behind the "),
    },
    {
      name: "a tag handle that no name follows",
      right: "ours",
      why: "YAML 1.2.2, 6.9.1: c-ns-shorthand-tag is a handle and at least one character",
      example: "!! a\n",
      covers: (text) => ourRefusal(text).startsWith("the name of a tag\n"),
    },
    {
      name: "a tab in the first line of a block scalar, where nothing is indented",
      right: "ours",
      why: "YAML 1.2.2, 8.1.1.1: the first line that is not empty gives the indentation, and s-indent is of spaces alone",
      example: "\n >\n\t\n a\n",
      covers: (text) => theirRefusal(text).startsWith("tab characters"),
    },
    {
      name: "no blank between the properties of a node and its content",
      right: "ours",
      why: "YAML 1.2.2, 7.5: s-separate stands between c-ns-properties and the content",
      example: "a: &b{c: d}\n",
      covers: (text) => ourRefusal(text).startsWith("a space\n"),
    },
    {
      name: "a marker or a directive behind blanks",
      right: "ours",
      why: "YAML 1.2.2, 6.8 and 9.1: c-directives-end and l-directive begin their lines",
      example: " ---\na\n",
      covers: (text) => /^[ \t]+(?:---|%)/m.test(text),
    },
    {
      name: "a line inside brackets that is indented less than the block around them",
      right: "ours",
      why: "YAML 1.2.2, 7.4: s-separate(n) stands between the parts of a collection in brackets",
      example: " a: [b, &c\n, d]\n",
      covers: (text) => /spaces of indentation/.test(ourRefusal(text)),
    },
    {
      name: "a colon right before the value of a key in brackets that is not quoted",
      right: "ours",
      why: "YAML 1.2.2, 7.4.2: c-ns-flow-map-separate-value is a colon that no ns-plain-safe follows",
      example: "[&a b, {*a :c}]\n",
      covers: (text) => /^"," or .*\n:[^\s,[\]{}]/.test(ourRefusal(text)),
    },
    {
      name: "a tab on a line behind a block scalar",
      right: "both",
      why: "YAML 1.2.2, 8.1.1.2: l-trail-comments begin with spaces, but l-comment at the end of a stream may with a tab; libyaml, PyYAML and yaml refuse it everywhere",
      example: "|\n a\n\t# b\n",
      covers: (text) => ourRefusal(text).startsWith("spaces\n\t"),
    },
  ],
};

/** Why, and what stands there. */
function theirRefusal(text: string): string {
  try {
    theirEvents(text);
    return "";
  } catch (error) {
    if (!(error instanceof YAMLException)) return String(error);
    return `${error.reason}\n${text
      .slice(error.mark?.position ?? 0)
      .trimStart()
      .charAt(0)}`;
  }
}

/** What our reader expected, and what stands there. */
function ourRefusal(text: string): string {
  const [problem] = parseYaml(text).problems;
  if (problem === undefined) return "";
  return `${problem.expected}\n${text.slice(problem.offset, problem.offset + 2)}`;
}

function isFlow(node: YamlNode): boolean {
  return "flow" in node ? node.flow : true;
}

const schema = CORE_SCHEMA.withTags(
  mergeTag,
  defineScalarTag("!", { matchByTagPrefix: true, resolve: String, identify: () => false }),
  defineSequenceTag("!", {
    matchByTagPrefix: true,
    create: (): unknown[] => [],
    addItem(items, item) {
      items.push(item);
    },
    identify: () => false,
  }),
);

const NO_DATA: ReadonlySet<string> = new Set(["YAML_ALIAS_LIMIT", "YAML_COMPLEX_KEY"]);

const dataDifferences: readonly Difference<string>[] = [
  {
    name: "<< with what is no mapping",
    right: "both",
    why: "YAML 1.1, merge key: it is said of mappings and sequences of them alone; here it is a key as others",
    example: "<<: 1\n",
    covers: (text) => /cannot merge mappings/.test(loadError(text)),
  },
  {
    name: "an alias for the collection around it, merged or under a key that is repeated",
    right: "both",
    why: "YAML 1.2.2, 3.2.1.3: keys are unique, so that nothing is said of the value that is dropped; YAML 1.1, merge key: nothing is said of a mapping that is not yet whole",
    example: "&a {b: *a, b: 1}\n",
    covers: (text) =>
      codesOf(text).includes("YAML_ALIAS_LIMIT") &&
      (codesOf(text).includes("DUPLICATE_KEY") || text.includes("<<")),
  },
  {
    name: "an alias for << is a key",
    right: "both",
    why: "YAML 1.1, merge key: said of the plain scalar; YAML 1.2.2, 3.2.2.2: an alias is the node that it names, here it is its text",
    example: "[&a <<, {*a : {b: 1}}]\n",
    covers: (text) => /&\S+\s+<</.test(text),
  },
  {
    name: "keys that are written apart and stand for the same",
    right: "both",
    why: "YAML 1.2.2, 3.2.1.3: equal keys are an error of the data; here names are the texts of keys, so that each stays",
    example: '{null: 1, "": 2, ~: 3}\n',
    covers: (text) =>
      codesOf(text).includes("DUPLICATE_KEY") ||
      hasEqualNames(runUnit(tool, { input: text }).value),
  },
];

const data: Judgement<string> = {
  ours(text) {
    const { ok, value, warnings = [] } = runUnit(tool, { input: text });
    const noData = warnings.some(({ code }) => NO_DATA.has(code));
    return ok && !noData ? shape((value as { documents: unknown[] }).documents) : REFUSED;
  },
  theirs(text) {
    try {
      return shape(loadAll(text, { schema, json: true }));
    } catch {
      return REFUSED;
    }
  },
  differences: [...reading.differences, ...dataDifferences],
};

function codesOf(text: string): string[] {
  return (runUnit(tool, { input: text }).warnings ?? []).map(({ code }) => code);
}

function loadError(text: string): string {
  try {
    loadAll(text, { schema, json: true });
    return "";
  } catch (error) {
    return String(error);
  }
}

/** Without prototypes; numbers that no double holds as text, keys that are numbers as JavaScript writes them, and numbers that JSON lacks as YAML does. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value))
    return String(value);
  if (typeof value === "string" && /^[-+]?\d{16,}$/.test(value)) return String(Number(value));
  if (typeof value === "string" && /^-?\.(?:inf|nan)$/i.test(value)) return value.toLowerCase();
  if (typeof value === "number" && !Number.isFinite(value)) return WORDS[String(value)];
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [nameOf(key), shape(member)]),
  );
}

function hasEqualNames(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const names = Object.keys(value).map(nameOf);
  return new Set(names).size < names.length || Object.values(value).some(hasEqualNames);
}

function nameOf(key: string): string {
  if (key === "" || key === "~") return "null";
  if (/^[-+]?\.inf$/i.test(key)) return key.startsWith("-") ? "-Infinity" : "Infinity";
  return /^[-+]?\.?\d/.test(key) && !Number.isNaN(Number(key)) ? String(Number(key)) : key;
}

const WORDS: Readonly<Record<string, string>> = {
  NaN: ".nan",
  Infinity: ".inf",
  "-Infinity": "-.inf",
};

test("generated streams have the same nodes", () => {
  expectAgreement(fc.sample(yamlText, 2500), reading);
}, 60_000);

test("generated streams have the same data", () => {
  expectAgreement(fc.sample(yamlText, 2500), data);
}, 60_000);

test("streams that are cut, doubled or have a character too many", () => {
  const broken = fc
    .tuple(
      yamlText,
      fc.nat(),
      fc.nat(),
      fc.constantFrom(
        ..."|:|- |? |[|]|{|}|,|'|\"|\n|#|&a |*a|!|%|@|\t|  |---\n|...\n|>|".split("|"),
        "|",
      ),
    )
    .map(([text, from, length, put]) => {
      const at = from % (text.length + 1);
      return text.slice(0, at) + put + text.slice(at + (length % 4));
    });
  expectAgreement(fc.sample(broken, 2500), reading);
}, 60_000);

test("files found here", () => {
  const texts = foundFiles("**/*.{yaml,yml}").map(({ text }) => text);
  expectAgreement(texts, reading);
  expectAgreement(texts, data);
}, 60_000);

testDifferences(reading);
testDifferences({ ...data, differences: dataDifferences });
