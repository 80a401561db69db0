import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { Glob } from "bun";
import { failed, passed, type Suite } from "./suite.ts";

interface McpTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: object;
  readonly annotations?: object;
}

/** The tools among the examples: made from their own schemas they are tools of the protocol again. */
const suite: Suite = {
  name: "mcp-schema",
  tools: ["json-schema-to-tool-definition"],
  floor: { passed: 6, failed: 0 },
  async *judge(folder, run) {
    for (const file of [...new Glob("schema/*/examples/Tool/*.json").scanSync(folder)].toSorted()) {
      const version = file.split("/")[1] ?? "";
      const { name, description, inputSchema, outputSchema, annotations } = (await Bun.file(
        `${folder}/${file}`,
      ).json()) as McpTool;
      const given = { schema: inputSchema, name, description, outputSchema, annotations };
      const input = JSON.parse(JSON.stringify({ ...given, provider: "mcp" })) as object;
      const { value } = await run({
        tool_id: "json-schema-to-tool-definition",
        input: { ...input },
      });
      const found = (value as { definitions: { mcp: McpTool } } | null)?.definitions.mcp;
      const schema = (await Bun.file(`${folder}/schema/${version}/schema.json`).json()) as object;
      const ajv = new Ajv2020({ strict: false });
      addFormats(ajv);
      ajv.addSchema(schema, "mcp");
      const isTool = ajv.validate({ $ref: "mcp#/$defs/Tool" }, found);
      const { $schema: _, ...expected } = inputSchema;
      const isSame = Bun.deepEquals(found?.inputSchema, expected);
      yield isTool && isSame ? passed(file) : failed(file, JSON.stringify(found));
    }
  },
};
export default suite;
