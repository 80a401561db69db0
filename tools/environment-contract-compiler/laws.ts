/** What holds for all environments. */
import type { Law } from "../_core/tool.ts";
import type { INPUT, Value } from "./contract.ts";

export const ENVIRONMENT_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "the example that is made has the same names",
    holds(run, { input, maskSecrets = true }) {
      if (input === undefined) return true;
      const names = (text: string) =>
        run({ input: text, action: "compile", maskSecrets }).value?.variables?.map(
          ({ name }) => name,
        );
      const { value } = run({ input, action: "compile" });
      const example = value?.artifacts?.envExample;
      return example === undefined || `${names(example)}` === `${names(input)}`;
    },
  },
  {
    name: "what the file holds fits its own contract, or a finding says that it does not",
    holds(run, { input }) {
      if (input === undefined) return true;
      const compiled = run({ input, action: "compile" }).value;
      if (!compiled?.artifacts) return true;
      const schema: unknown = compiled.artifacts.jsonSchema;
      const { value } = run({ input, action: "validate", schema });
      if (!value) return true;
      const subjects = ({ findings }: Value) =>
        new Set(
          findings.flatMap(({ code, subject = "" }) =>
            code === "VARIABLE_INVALID" ? [subject] : [],
          ),
        );
      const known = subjects(compiled);
      const empty = new Set(
        (compiled.variables ?? []).filter(({ example }) => example === "").map(({ name }) => name),
      );
      return [...subjects(value)].every((name) => known.has(name) || empty.has(name));
    },
  },
];
