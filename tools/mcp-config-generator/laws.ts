/** What holds for every server. */
import type { Law } from "../_core/tool.ts";
import type { INPUT, Value } from "./contract.ts";

export const MCP_CONFIG_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "every JSON file is JSON with the entry in it",
    holds(run, input) {
      const { value } = run(input);
      return (value?.configs ?? [])
        .filter(({ format }) => format === "json")
        .every(({ content }) => {
          const file = Object.values(JSON.parse(content) as Record<string, object>);
          return file.some((member) => Object.hasOwn(Object(member), value?.name ?? ""));
        });
    },
  },
  {
    name: "an entry put in twice is in once",
    holds(run, input) {
      const { value } = run({ ...input, existing: undefined });
      return (value?.configs ?? []).every(({ client, content }) => {
        const again = run({ ...input, client, existing: content });
        return again.value?.configs[0]?.content === content;
      });
    },
  },
];
