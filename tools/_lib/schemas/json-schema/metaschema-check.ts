import type { Budget } from "../../../_core/tool.ts";
import { memberOf } from "../../json/tree/members.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import { objectNode } from "../../json/tree/tree.ts";
import { Compiler } from "./compile.ts";
import { type Dialect, type Draft, metaschemaUri } from "./drafts.ts";
import { type Finding, Findings, Run, type Schema, Scope } from "./evaluation.ts";
import { Library, type Resource, type SchemaDocument } from "./library.ts";
import type { Trouble } from "./trouble.ts";
import { Reporter } from "./violations.ts";

interface Metaschema {
  readonly schema: Schema;
  readonly usesScope: boolean;
}

const MOST_PROBLEMS = 100;
const builtIn = new Map<Draft, Metaschema>();

/** What keeps a document from being a schema of its dialect: one entry per problem. */
export function metaschemaTroubles(
  document: SchemaDocument,
  library: Library,
  budget: Budget,
): Trouble[] {
  const root = library.placeOf(document.root)?.resource;
  if (root === undefined) return [];
  const own = [...library.resources].filter((resource) => resource.document === document);
  const foreign = own.filter(({ dialect }) => !isAlike(dialect, root.dialect));
  const strangers = new Set(foreign.map((resource) => resource.root));
  return [root, ...foreign].flatMap((resource) => troublesOf(resource, strangers, library, budget));
}

function isAlike(one: Dialect, other: Dialect): boolean {
  return one.draft === other.draft && one.metaschema === other.metaschema;
}

function troublesOf(
  resource: Resource,
  strangers: ReadonlySet<JsonNode>,
  library: Library,
  budget: Budget,
): Trouble[] {
  const metaschema = metaschemaOf(judgedAs(resource, library), library);
  const place = library.placeOf(resource.root);
  if (metaschema === undefined || place === undefined) return [];
  const node = withoutStrangers(resource.root, strangers);
  const run = new Run(budget, metaschema.usesScope);
  const at = { scope: new Scope(), evaluated: undefined };
  if (run.check(metaschema.schema, node, { ...at, findings: undefined })) return [];
  const findings = new Findings(budget);
  run.check(metaschema.schema, node, { ...at, findings });
  const reporter = new Reporter(node, MOST_PROBLEMS);
  const base = resource.document.path + place.pointer;
  const troubles = findings.list.map((finding) => trouble(finding, reporter, base));
  const unique = new Map(troubles.map((entry) => [`${entry.path} ${entry.message}`, entry]));
  return [...unique.values()].slice(0, MOST_PROBLEMS);
}

/** A list under items, which 2020-12 refuses, is judged by the last draft that has it where no draft was named. */
function judgedAs({ dialect, document }: Resource, library: Library): Dialect {
  if (dialect.isAssumed !== true) return dialect;
  for (const { node, resource } of library.placesIn(document)) {
    if (resource.dialect === dialect && memberOf(node, "items")?.type === "array") {
      return { draft: "2019-09" };
    }
  }
  return dialect;
}

/** The metaschema's schema, made ready once for those of the drafts. */
function metaschemaOf({ draft, metaschema }: Dialect, library: Library): Metaschema | undefined {
  if (metaschema !== undefined) return readyMetaschema(library, metaschema);
  const known = builtIn.get(draft) ?? readyMetaschema(new Library({ draft }), metaschemaUri(draft));
  if (known !== undefined) builtIn.set(draft, known);
  return known;
}

function readyMetaschema(library: Library, uri: string): Metaschema | undefined {
  const root = library.resource(uri)?.root;
  const place = root && library.placeOf(root);
  if (place === undefined) return undefined;
  // What is wrong with a pattern is told with its reason.
  const compiler = new Compiler(library, { assertsFormat: () => false });
  const schema = compiler.schemaAt(place);
  compiler.compileAll(schema);
  return { schema, usesScope: compiler.usesScope };
}

/** The tree with schemas of other dialects, which have metaschemas of their own, as empty ones. */
function withoutStrangers(
  node: JsonNode,
  strangers: ReadonlySet<JsonNode>,
  isRoot = true,
): JsonNode {
  if (strangers.size === 0) return node;
  if (!isRoot && strangers.has(node)) return objectNode([]);
  if (node.type === "array") {
    return { ...node, items: node.items.map((item) => withoutStrangers(item, strangers, false)) };
  }
  if (node.type !== "object") return node;
  const members = node.members.map((member) => ({
    ...member,
    value: withoutStrangers(member.value, strangers, false),
  }));
  return { ...node, members };
}

function trouble(finding: Finding, reporter: Reporter, base: string): Trouble {
  const clear = clearest(finding);
  const { message, expected, received, hint } = clear.describe();
  return {
    code: "SCHEMA_INVALID",
    message: `Cannot use the schema: ${message.charAt(0).toLowerCase()}${message.slice(1)}`,
    path: base + reporter.pointerOf(clear.at),
    expected,
    received,
    ...(hint === undefined ? {} : { hint }),
  };
}

/** Of branches the finding that tells most: of one that does not only want another type. */
function clearest(finding: Finding): Finding {
  const branches = (finding.branches?.() ?? []).filter(
    ({ list }) => !list.some(({ keyword, at }) => keyword.name === "type" && at === finding.at),
  );
  const [best] = branches.toSorted((left, right) => left.list.length - right.list.length);
  const [first] = best?.list ?? [];
  return first === undefined ? finding : clearest(first);
}
