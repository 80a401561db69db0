import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, PLACES, pointerInto } from "./_core/fields.ts";
import { defineTool, type Given, type Outcome } from "./_core/tool.ts";
import { DOCUMENT_WARNINGS } from "./_lib/fields/document-field.ts";
import { CONFIG_DOCUMENT_FAILURES } from "./_lib/fields/config-field.ts";
import { ARRAY_KEYS } from "./_lib/json/keyed-items.ts";
import { PATCH } from "./_lib/json/patch/operations.ts";
import { canonicalJson } from "./_lib/json/tree/canonical.ts";
import { VALUE_WARNINGS } from "./_lib/json/tree/value.ts";
import { OUTPUT_FAILURES } from "./_lib/results/output-limit.ts";
import { failOnField } from "./_lib/results/review/shapes.ts";
import { mergeDocuments } from "./three-way-structured-merge/run.ts";

const FAILURES = {
  ...CONFIG_DOCUMENT_FAILURES,
  ...OUTPUT_FAILURES,
  DOCUMENT_TYPE: "The merged document has no form in the format, which needs an object",
  TOML_NULL: "A null cannot be written as TOML",
  LONE_SURROGATE: "Half of a surrogate pair cannot be written as TOML",
  THREE_WAY_STRUCTURED_MERGE_FAILED: "The gate was set, and there are conflicts",
} as const;

const WARNINGS = {
  COMMENTS_LOST:
    "Comments went with what the merged document does not have, or has in another format",
  ANCHORS_EXPANDED: "Aliases of a document became copies of what they stand for",
  ORDER_CONFLICT: "Both sides put the elements of an array in another order; ours leads",
  NUMBER_TO_STRING: "An integer beyond 64 bits is a string in TOML",
  ...DOCUMENT_WARNINGS,
  ...VALUE_WARNINGS,
} as const;

const OUTPUT_FORMATS = ["json", "yaml", "toml"] as const;

export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

const ARRAY_MERGES = ["auto", "identity", "sequence", "atomic"] as const;

const RESOLUTIONS = ["object", "ours", "theirs", "base"] as const;

const CONFLICT_KINDS = [
  "modify/modify",
  "modify/delete",
  "delete/modify",
  "add/add",
  "sequence",
] as const;

export type ArrayMerge = (typeof ARRAY_MERGES)[number];

export type Resolution = (typeof RESOLUTIONS)[number];

export type ConflictKind = (typeof CONFLICT_KINDS)[number];

const INPUT = Type.Object({
  base: Type.Optional(
    jsonField({
      description: "What both sides began with: a value, or JSON, YAML or TOML text",
    }),
  ),
  ours: jsonField({
    description:
      "One side; its order leads, and of its text all stays that the other side did not change",
  }),
  theirs: jsonField({ description: "The other side" }),
  format: Type.Optional(
    oneOf(OUTPUT_FORMATS, {
      description: "Of the output; that of ours if it is text, with its comments, else json",
    }),
  ),
  arrays: oneOf(ARRAY_MERGES, {
    description:
      "identity: elements by a key; sequence: as lines of a text; atomic: whole; auto: the first of them that can",
    default: "auto",
  }),
  arrayKeys: Type.Array(Type.String(), {
    description: "Members that identify the elements of an array",
    default: [...ARRAY_KEYS],
  }),
  onConflict: oneOf(RESOLUTIONS, {
    description: "What stands at a conflict: an object with all sides, or one side",
    default: "object",
  }),
  detectMoves: Type.Boolean({
    description: "Follow objects and arrays that one side moved to another place",
    default: true,
  }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

const COUNT = Type.Integer({ minimum: 0 });

const VALUE = Type.Object({
  merged: Type.Any({ description: "An array of the documents, where YAML has several" }),
  clean: Type.Boolean(),
  conflicts: Type.Array(
    Type.Object({
      path: pointerInto(["base", "ours", "theirs"], {
        description: "Pointer, with `[id=3]` for an element that has a key",
      }),
      ...PLACES,
      kind: oneOf(CONFLICT_KINDS),
      base: Type.Optional(Type.Any()),
      ours: Type.Optional(Type.Any()),
      theirs: Type.Optional(Type.Any()),
    }),
    { description: "By path" },
  ),
  moves: Type.Array(
    Type.Object({ side: oneOf(["ours", "theirs"]), from: Type.String(), to: Type.String() }),
  ),
  patches: Type.Object(
    { fromBase: PATCH, fromOurs: PATCH, fromTheirs: PATCH },
    { description: "RFC 6902, from each version to the merged document" },
  ),
  counts: Type.Object({ conflicts: COUNT, fromOurs: COUNT, fromTheirs: COUNT }),
});

export type Value = Static<typeof VALUE>;

export type Warning = keyof typeof WARNINGS;

export default defineTool({
  id: "three-way-structured-merge",
  name: "Three-Way Structured Merge",
  category: "Data",
  description:
    "Merges two people's changes to one JSON, YAML or TOML document by meaning instead of by line, and shows only the real conflicts.",
  keywords: [
    "3-way merge",
    "concurrent edits",
    "conflict",
    "diff3",
    "git",
    "json",
    "json patch",
    "merge",
    "merge conflict",
    "merge driver",
    "rebase",
    "rebase conflict",
    "toml",
    "yaml",
  ],
  aliases: ["json-merge-three-way", "yaml-merge"],
  version: "2026-11-23",

  input: INPUT,
  primary: "ours",
  value: VALUE,
  verb: "merge",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "three-way merge of json files",
    "merge two versions of a yaml config with their common base",
    "resolve a merge conflict in package.json",
    "git merge driver for json",
    "merge toml changes from two branches",
    "combine my edits and theirs in one document",
    "which changes of two people really conflict",
    "merge arrays of objects by id",
    "semantic merge of structured data",
    "json patch from ours to the merged document",
    "two people edited the same config file",
    "follow a section that was moved while the other side edited it",
    "two colleagues changed the same settings file, put both changes together",
    "my copy, your copy and the original into one",
    "git shows conflict markers in a translation or lock file",
    "reconcile concurrent edits of structured documents against a common ancestor",
    "line merge fails although the keys are different",
    "combine branches of a document tree, only true collisions left",
    "json dateien mit gemeinsamer basis zusammenführen",
    "fusionar dos versiones de un json con su base",
    "fusion à trois voies de fichiers yaml",
    "三方 合并 JSON 文件 冲突",
    "JSONの三方向マージで競合を見つける",
    "unir los cambios de dos personas en el mismo archivo",
    "änderungen von zwei personen in einer datei zusammenführen",
    "réunir les modifications de deux personnes dans un fichier",
    "两 个 人 改 了 同 一 个 文件 合并",
    "二人の変更を一つのファイルにまとめる",
    "i pulled and now there are <<<<<<< lines in my json",
    "colleague changed the price, i changed the name, both must stay",
    "upstream updated the template, our copy has edits, and we still have the first one",
    "translations file was edited in two branches, unite them",
    "git merge-file, kdiff3, mergiraf, yq merge, diff3 base ours theirs, .gitattributes merge=",
    "integrate two divergent revisions of a tree document given their origin, node by node",
    "mesclar duas versões de um json com a base comum, conflitos",
  ],
  effort: 3,

  laws: [
    {
      name: "a side that changed nothing changes nothing",
      holds(run, { ours, theirs }) {
        if (ours === undefined || theirs === undefined) return true;
        // With a stream of documents on either side, all are streams.
        const expected = merged(run, { base: theirs, ours, theirs: ours });
        if (expected === undefined) return true;
        const first = merged(run, { base: theirs, ours, theirs });
        const second = merged(run, { base: theirs, ours: theirs, theirs: ours });
        return first === expected && second === expected;
      },
    },
    {
      name: "what both sides agree on is the result, whatever it was before",
      holds(run, { base, ours }) {
        if (ours === undefined) return true;
        const { value } = run({ base, ours, theirs: ours, format: "json" });
        if (!value) return true;
        const expected = plain(run, ours);
        const found = canonicalJson(value.merged);
        return value.clean && (found === expected || found === `[${expected}]`);
      },
    },
    {
      name: "turned around, the sides have the same conflicts",
      holds(run, input) {
        if (input.ours === undefined || input.theirs === undefined) return true;
        const { value } = run({ ...input, format: "json" });
        const turned = run({
          ...input,
          ours: input.theirs,
          theirs: input.ours,
          format: "json",
        }).value;
        const paths = (found: Value | null | undefined) =>
          JSON.stringify(found?.conflicts.map(({ path }) => path));
        return paths(value) === paths(turned);
      },
    },
    {
      name: "the counts are those of the lists",
      holds(run, input) {
        const { value, valid } = run(input);
        if (!value) return true;
        const { counts, conflicts, patches, clean } = value;
        return (
          valid === clean &&
          clean === (conflicts.length === 0) &&
          counts.conflicts === conflicts.length &&
          counts.fromOurs === patches.fromOurs.length &&
          counts.fromTheirs === patches.fromTheirs.length
        );
      },
    },
  ],
  examples: [
    {
      title: "Both changed other things",
      input: {
        base: { name: "svc", port: 80, tags: ["a", "b"] },
        ours: { name: "svc", port: 8080, tags: ["a", "b"] },
        theirs: { name: "service", port: 80, tags: ["a", "c", "b"] },
      },
      expect: {
        valid: true,
        value: { merged: { name: "service", port: 8080, tags: ["a", "c", "b"] } },
      },
    },
    {
      title: "Elements are the same by their id",
      input: {
        base: {
          servers: [
            { id: 1, host: "x" },
            { id: 2, host: "y" },
          ],
        },
        ours: {
          servers: [
            { id: 1, host: "x1" },
            { id: 2, host: "y" },
          ],
        },
        theirs: {
          servers: [
            { id: 1, host: "x" },
            { id: 3, host: "z" },
          ],
        },
      },
      expect: {
        valid: true,
        value: {
          merged: {
            servers: [
              { id: 1, host: "x1" },
              { id: 3, host: "z" },
            ],
          },
        },
      },
    },
    {
      title: "Both changed one value",
      input: { base: { v: 1, k: true }, ours: { v: 2, k: true }, theirs: { v: 3 } },
      expect: {
        valid: false,
        value: {
          merged: { v: { $conflict: { base: 1, ours: 2, theirs: 3 } } },
          conflicts: [{ path: "/v", kind: "modify/modify", base: 1, ours: 2, theirs: 3 }],
        },
      },
    },
    {
      title: "YAML, one side moved what the other one changed",
      input: {
        base: "server:\n  host: a\n  tls: {min: 1.2, max: 1.3}\n",
        ours: "server:\n  host: a\ntls: {min: 1.2, max: 1.3}\n",
        theirs: "server:\n  host: a\n  tls: {min: 1.3, max: 1.3}\n",
      },
      expect: {
        output: "server:\n  host: a\ntls: {min: 1.3, max: 1.3}\n",
        value: { moves: [{ side: "ours", from: "/server/tls", to: "/tls" }] },
      },
    },
    {
      title: "The text of ours stays, with its comments",
      input: {
        base: "# Web\nport: 80 # public\nhosts: [a, b]\n",
        ours: "# Web\nport: 8080 # public\nhosts: [a, b]\n",
        theirs: "# Web\nport: 80 # public\nhosts: [a, c, b]\n# Logs\nlog: 'info'\n",
      },
      expect: {
        output: "# Web\nport: 8080 # public\nhosts: [a, c, b]\n# Logs\nlog: 'info'\n",
      },
    },
    {
      title: "A stream of Kubernetes objects",
      input: {
        base: "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nports: [80]\n---\nrest: 1\n",
        ours: "rest: 2\n---\napiVersion: v1\nkind: Service\nmetadata: {name: web}\nports: [80]\n",
        theirs: "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nports: [81]\n---\nrest: 1\n",
      },
      expect: {
        valid: true,
        output: "rest: 2\n---\napiVersion: v1\nkind: Service\nmetadata: {name: web}\nports: [81]\n",
      },
    },
    {
      title: "A gate for pipelines",
      input: { base: { v: 1 }, ours: { v: 2 }, theirs: {}, onConflict: "theirs", failOn: "error" },
      expect: {
        ok: false,
        error: { code: "THREE_WAY_STRUCTURED_MERGE_FAILED" },
        value: { merged: {}, conflicts: [{ kind: "modify/delete" }] },
      },
    },
    {
      title: "No document",
      input: { ours: '{"a": 1', theirs: "{}" },
      expect: { ok: false, errors: [{ code: "FORMAT_SYNTAX", path: "/ours" }] },
    },
  ],

  // Long arrays of few kinds of elements, which have no keys, take 200 ms for three of 16,000 digits; YAML in
  // which each line changed, which is read again to print it and to be sure of it, for three of 30,000 characters.
  run: mergeDocuments,
});

type Run = (input: Given<typeof INPUT>) => Outcome<Value>;

/** What a document reads as: merged with itself it stays as it is. */
function plain(run: Run, document: unknown): string | undefined {
  const { value } = run({ ours: document, theirs: document, format: "json" });
  return value ? canonicalJson(value.merged) : undefined;
}

function merged(run: Run, input: Given<typeof INPUT>): string | undefined {
  const { value } = run({ ...input, format: "json" });
  return value ? canonicalJson(value.merged) : undefined;
}
