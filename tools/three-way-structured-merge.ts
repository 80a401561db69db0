import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./three-way-structured-merge/contract.ts";
import { MERGE_LAWS } from "./three-way-structured-merge/laws.ts";
import { mergeDocuments } from "./three-way-structured-merge/run.ts";

export default defineTool({
  id: "three-way-structured-merge",
  name: "Three-Way Structured Merge",
  category: "Data",
  description:
    "Merges two people's changes to one JSON, YAML or TOML document by meaning instead of by line, and shows only the real conflicts.",
  keywords: [
    "3-way merge",
    "conflict",
    "diff3",
    "git",
    "json",
    "json patch",
    "merge",
    "merge conflict",
    "rebase",
    "toml",
    "yaml",
  ],
  aliases: ["json-merge-three-way", "yaml-merge"],
  version: "2026-11-22",

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
  ],
  effort: 3,

  laws: MERGE_LAWS,
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
        output: "server:\n  host: a\ntls:\n  min: 1.3\n  max: 1.3\n",
        value: { moves: [{ side: "ours", from: "/server/tls", to: "/tls" }] },
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

  // Long arrays of few kinds of elements, which have no keys, take longest: 200 ms for three of 16,000 digits.
  run: mergeDocuments,
});
