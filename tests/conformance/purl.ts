/** Package URLs of the specification and of the definitions of its types: read, built, put right, refused. */
import { isDeepStrictEqual } from "node:util";
import type { Result } from "../../app/run/types.ts";
import type { Value } from "../../kits/release-evidence-kit.ts";
import {
  differs,
  failed,
  passed,
  type RunTool,
  skipped,
  type Suite,
  type Verdict,
} from "./suite.ts";

interface Parts {
  readonly type: string | null;
  readonly namespace: string | null;
  readonly name: string | null;
  readonly version: string | null;
  readonly qualifiers: Readonly<Record<string, string>> | null;
  readonly subpath: string | null;
}

interface Case {
  readonly description: string;
  readonly test_type: "build" | "parse" | "roundtrip" | "validate";
  readonly input: string | Parts;
  readonly expected_output: string | Parts | null;
  readonly expected_failure: boolean;
}

const TOOL = "release-evidence-kit";
const RELEASE = { name: "purl", version: "1" };

type Component = Value["components"][number];

async function read(run: RunTool, component: unknown): Promise<Component | undefined> {
  const input = { release: RELEASE, components: [component], failOn: "none" };
  const { value }: Result = await run({ tool_id: TOOL, input });
  return (value as Value | undefined)?.components[0];
}

/** Why the answer is not the one that is asked for; undefined where it is. */
async function judge(run: RunTool, one: Case): Promise<string | undefined> {
  const found = await read(run, one.input);
  const isRefused = found === undefined || !found.valid;
  if (one.expected_failure) return isRefused ? undefined : `accepted as ${found.purl}`;
  if (isRefused) return `refused: ${found?.error}`;
  if (typeof one.expected_output === "string")
    return found.purl === one.expected_output
      ? undefined
      : `${found.purl}, not ${one.expected_output}`;
  const { type, namespace, name, version, qualifiers, subpath } = found;
  const parts = { type, namespace, name, version, qualifiers, subpath };
  return isDeepStrictEqual(parts, one.expected_output) ? undefined : JSON.stringify(parts);
}

function acceptedText(input: Case["input"]): string {
  return `accepted as ${typeof input === "string" ? input.toLowerCase() : ""}`;
}

const suite: Suite = {
  name: "purl",
  tools: [TOOL],
  floor: { passed: 281, failed: 0 },
  async *judge(folder, run): AsyncIterable<Verdict> {
    const paths = [...new Bun.Glob("tests/**/*.json").scanSync(folder)].toSorted();
    for (const path of paths) {
      const { tests } = (await Bun.file(`${folder}/${path}`).json()) as { tests: Case[] };
      for (const [index, one] of tests.entries()) {
        const id = `${path.replace(/^tests\//, "")}#${index} ${one.test_type}`;
        if (typeof one.input !== "string" && (one.input.type === null || one.input.name === null)) {
          yield skipped(id, "parts without a type or a name are refused as input");
          continue;
        }
        const detail = await judge(run, one);
        if (one.expected_failure && detail?.toLowerCase() === acceptedText(one.input)) {
          yield differs(id, "keys of qualifiers in capitals are put right, and told of");
          continue;
        }
        yield detail === undefined ? passed(id) : failed(id, detail);
      }
    }
  },
};
export default suite;
