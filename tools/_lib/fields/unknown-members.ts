/** Members of a setting that nobody reads: a slip of the pen in a policy would otherwise switch a check off silently. */
import { type TSchema, Type, TypeGuard } from "@sinclair/typebox";
import type { Entry } from "../../_core/tool.ts";
import { compareCodePoints } from "../text/code-points.ts";
import { appendPointer, comparePointers } from "../results/pointer.ts";
import { nearest } from "../text/nearest.ts";
import { quoted } from "../text/shown.ts";

/** What stands in `warnings` of a tool that tells them; the runner says the same of whole fields. */
export const UNKNOWN_MEMBER_WARNINGS = {
  UNKNOWN_FIELD: "A member of a setting is not known and has no effect",
} as const;

const MOST_TOLD = 20;

/** Members that the schema of an object does not name, at any depth, by path; at most 20 are told. */
export function unknownMembers(
  schema: TSchema,
  value: unknown,
  path: string,
): Entry<"UNKNOWN_FIELD">[] {
  const found: Unknown[] = [];
  collect(schema, value, path, found);
  const inOrder = found.toSorted((a, b) => comparePointers(a.path, b.path, compareCodePoints));
  return inOrder.slice(0, MOST_TOLD).map(entryOf);
}

interface Unknown {
  readonly name: string;
  readonly known: readonly string[];
  readonly path: string;
}

function collect(schema: TSchema, value: unknown, path: string, found: Unknown[]): void {
  if (typeof value !== "object" || value === null) return;
  if (TypeGuard.IsArray(schema)) {
    for (const [index, item] of Object.entries(value))
      collect(schema.items, item, `${path}/${index}`, found);
  } else if (TypeGuard.IsRecord(schema)) {
    const [own = Type.Unknown()] = Object.values(schema.patternProperties);
    for (const [name, member] of Object.entries(value))
      collect(own, member, appendPointer(path, name), found);
  } else if (TypeGuard.IsObject(schema)) {
    const known = Object.keys(schema.properties);
    for (const [name, member] of Object.entries(value)) {
      const place = appendPointer(path, name);
      const own = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
      if (own) collect(own, member, place, found);
      else found.push({ name, known, path: place });
    }
  }
}

function entryOf({ name, known, path }: Unknown): Entry<"UNKNOWN_FIELD"> {
  const [near] = nearest(name, known, { limit: 1 });
  const message = `Unknown member ${quoted(name)}, which has no effect; known members: ${known.join(", ")}`;
  const hint = near === undefined ? {} : { hint: `did you mean \`${near}\`?` };
  return { code: "UNKNOWN_FIELD", message, path, ...hint };
}
