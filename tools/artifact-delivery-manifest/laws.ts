/** What holds for all deliveries. */
import type { Law } from "../_core/tool.ts";
import { FORMATS, type INPUT, type Value } from "./contract.ts";

export const DELIVERY_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "files fit every manifest that was written of them",
    holds(run, { files, name = "artifact" }) {
      if (files === undefined) return true;
      const formats = [...FORMATS];
      const { ok, value } = run({ files, name, formats, action: "build" });
      if (!ok || !value) return true;
      const documents = Object.values((value.documents ?? {}) as Record<string, unknown>);
      return documents.every((manifest) => run({ files, manifest, action: "verify" }).valid);
    },
  },
  {
    name: "the order of the files does not matter",
    holds(run, { files }) {
      if (!Array.isArray(files)) return true;
      const action = "build" as const;
      const { ok, value } = run({ action, formats: [...FORMATS], files });
      const turned = run({ action, formats: [...FORMATS], files: files.toReversed() });
      return !ok || JSON.stringify(turned.value) === JSON.stringify(value);
    },
  },
];
