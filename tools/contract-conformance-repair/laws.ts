import type { Law } from "../_core/tool.ts";
import { canonicalJson } from "../_lib/json/tree/canonical.ts";
import { documentOf, setMember, valueOf } from "../_lib/json/tree/value.ts";
import { POLICIES } from "../_lib/schemas/repair/change.ts";
import type { INPUT, Value } from "./contract.ts";

type Patch = Value["patch"];

/** What holds for every schema, data and policy. */
export const REPAIR_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "what was repaired is not changed again",
    holds(run, input) {
      const once = run({ ...input, failOn: "none" });
      if (!once.ok || once.output === undefined) return true;
      const repaired = once.value?.repaired;
      // A string that holds an array or object is not itself as input.
      if (typeof repaired === "string" && dataIn(repaired) !== repaired) return true;
      const data = typeof repaired === "object" && repaired !== null ? once.output : repaired;
      const again = run({ ...input, failOn: "none", data });
      return !again.ok || again.value?.counts.changes === 0;
    },
  },
  {
    name: "data that conforms is returned unchanged, with an empty patch",
    holds(run, input) {
      const { ok, value } = run({ ...input, failOn: "none" });
      if (!ok || !value || value.counts.changes > 0) return true;
      return value.patch.length === 0;
    },
  },
  {
    name: "what a more careful policy makes conform, a bolder one does, too",
    holds(run, input) {
      const verdicts = POLICIES.map((policy) => run({ ...input, policy, failOn: "none" }));
      if (verdicts.some(({ ok }) => !ok)) return true;
      const [safe, standard, aggressive] = verdicts.map(({ valid }) => valid === true);
      return (!safe || standard === true) && (!standard || aggressive === true);
    },
  },
  {
    name: "with safe no change is lossy",
    holds(run, input) {
      return (run({ ...input, policy: "safe", failOn: "none" }).value?.counts.lossy ?? 0) === 0;
    },
  },
  {
    name: "applying the patch to the data gives the repaired data",
    holds(run, input) {
      const { value, warnings = [] } = run({ ...input, failOn: "none" });
      const isInexact = warnings.some(({ code }) => code === "NUMBER_KEPT_AS_TEXT");
      if (!value || isInexact) return true;
      const data = typeof input.data === "string" ? dataIn(input.data) : input.data;
      const patched = patchedBy(data, value.patch);
      return canonicalJson(patched) === canonicalJson(value.repaired);
    },
  },
];

function dataIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return typeof value === "object" && value !== null ? value : text;
  } catch {
    return text;
  }
}

/** Applies the three operations that a difference has. */
function patchedBy(source: unknown, patch: Patch): unknown {
  const holder: { root: unknown } = { root: copyOf(source) };
  for (const { op, path, value } of patch) {
    const tokens = path
      .split("/")
      .slice(1)
      .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
    let parent: object = holder;
    let name = "root";
    for (const token of tokens) {
      parent = (Object.getOwnPropertyDescriptor(parent, name)?.value ?? {}) as object;
      name = token;
    }
    applyTo(parent, name, op, value);
  }
  return holder.root;
}

function copyOf(value: unknown): unknown {
  const document = documentOf(value);
  return document === undefined ? value : valueOf(document.root).value;
}

function applyTo(parent: object, name: string, op: Patch[number]["op"], value: unknown): void {
  if (Array.isArray(parent) && op === "remove") parent.splice(Number(name), 1);
  else if (Array.isArray(parent) && op === "add") parent.splice(Number(name), 0, value);
  else if (op === "remove") delete (parent as Record<string, unknown>)[name];
  else setMember(parent, name, value);
}
