/** JSON-Schema-Test-Suite: required tests of five drafts with formats only noted, and the optional ones. */
import { Glob } from "bun";
import { readJson } from "../../tools/_lib/json/tree/read.ts";
import type { JsonNode } from "../../tools/_lib/json/tree/tree.ts";
import { failed, passed, type RunTool, skipped, type Suite, type Verdict } from "./suite.ts";

const DRAFTS: Readonly<Record<string, string>> = {
  draft4: "draft-04",
  draft6: "draft-06",
  draft7: "draft-07",
  "draft2019-09": "2019-09",
  "draft2020-12": "2020-12",
};
const REMOTE_BASE = "http://localhost:1234/";
const LONGEST_INPUT = 100_000;

const suite: Suite = {
  name: "json-schema-suite",
  tools: ["json-schema-validator"],
  floor: { passed: 6468, failed: 0 },
  async *judge(folder, run) {
    const remotes = await readRemotes(`${folder}/remotes`);
    for (const [name, draft] of Object.entries(DRAFTS)) {
      const files = [...new Glob("**/*.json").scanSync(`${folder}/tests/${name}`)].toSorted();
      for (const file of files) {
        const text = await Bun.file(`${folder}/tests/${name}/${file}`).text();
        yield* judgeFile(`${name}/${file}`, text, draft, remotes, run);
      }
    }
  },
};
export default suite;

async function readRemotes(folder: string): Promise<Record<string, string>> {
  const files = [...new Glob("**/*.json").scanSync(folder)].toSorted();
  const texts = await Promise.all(
    files.map(
      async (file) => [REMOTE_BASE + file, await Bun.file(`${folder}/${file}`).text()] as const,
    ),
  );
  return Object.fromEntries(texts);
}

/** Schemas and data are handed over as the file has them, number by number. */
async function* judgeFile(
  file: string,
  text: string,
  draft: string,
  remotes: Readonly<Record<string, string>>,
  run: RunTool,
): AsyncIterable<Verdict> {
  const assertFormat = file.includes("/optional/") && file.includes("format");
  const textOf = ({ start, end }: JsonNode) => text.slice(start, end);
  for (const group of itemsOf(rootOf(text))) {
    const schema = textOf(member(group, "schema"));
    const input = {
      schema,
      draft: schema.includes('"$schema"') ? "auto" : draft,
      assertFormat,
      schemas: schema.includes(REMOTE_BASE) || schema.includes("$ref") ? remotes : {},
    };
    for (const row of itemsOf(member(group, "tests"))) {
      const name = `${file}: ${stringOf(group)}: ${stringOf(row)}`;
      const data = textOf(member(row, "data"));
      if (schema.length + data.length > LONGEST_INPUT) {
        yield skipped(name, "longer than an input may be");
        continue;
      }
      const { ok, valid, error } = await run({
        tool_id: "json-schema-validator",
        input: { ...input, data },
      });
      const expected = member(row, "valid");
      const wanted = expected.type === "boolean" && expected.value;
      const found = ok ? `valid: ${valid}` : `${error?.code} ${error?.message}`;
      yield ok && valid === wanted
        ? passed(name)
        : failed(name, `expected valid: ${wanted}, found ${found}`);
    }
  }
}

function rootOf(text: string): JsonNode {
  const document = readJson(text);
  if ("type" in document) throw new Error(document.found);
  return document.root;
}

function itemsOf(node: JsonNode): readonly JsonNode[] {
  return node.type === "array" ? node.items : [];
}

function member(node: JsonNode, key: string): JsonNode {
  const found = node.type === "object" ? node.members.find((each) => each.key === key) : undefined;
  if (found === undefined) throw new Error(`no ${key}`);
  return found.value;
}

function stringOf(node: JsonNode): string {
  const description = member(node, "description");
  return description.type === "string" ? description.value : "";
}
