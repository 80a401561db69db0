import { type Static, Type } from "@sinclair/typebox";
import { listField, oneOf, whole } from "./_core/fields.ts";
import { type Ctx, defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { writeUtc } from "./_lib/time/calendar.ts";
import {
  INPUT_FAILURES,
  inputInvalid,
  missingField,
  outOfBounds,
} from "./_lib/results/input-invalid.ts";
import { readItems } from "./_lib/fields/list-field.ts";
import {
  inspectUuid,
  isMulticast,
  readUuid,
  UUID_FORMATS,
  VARIANTS,
  writeNode,
  writeUuid,
} from "./_lib/bytes/uuid.ts";
import { beginning } from "./_lib/text/shown.ts";
import { makeUuids } from "./uuid-generator/make.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  UUID_NAME_REQUIRED: "Versions 3 and 5, and 8 with a namespace, hash a name, and none was given",
  UUID_NAMESPACE_INVALID: "The namespace is neither dns, url, oid, x500 nor a UUID",
  UUID_VERSION_UNSUPPORTED: "The version is none of 1, 3, 4, 5, 6, 7, 8, nil and max",
  UUID_DATA_INVALID: "The data of version 8 is not 32 hex digits",
  UUID_NODE_INVALID: "The node is not 12 hex digits",
  TIMESTAMP_RANGE: "The version cannot hold the time: before 1582 or 1970, or too late",
  DATE_INVALID:
    "The timestamp is neither RFC 3339 nor milliseconds, or names a day that does not exist",
  UUID_MALFORMED: "A text to inspect has none of the forms of a UUID",
} as const;

const WARNINGS = {
  COUNT_IGNORED: "The same input always gives the same UUID, so there is only one",
  MAC_IN_UUID: "A node without the multicast bit may be the address of a real network card",
  UUID_NOT_RANDOM: "Versions 1 and 6 can be predicted: not for secrets",
} as const;

export type Failure = keyof typeof FAILURES;
type Warning = keyof typeof WARNINGS;

const MOST_INSPECTED = 1000;

const INPUT = Type.Object({
  count: whole({ description: "How many, 1 to 1000", minimum: 1, maximum: 1000, default: 1 }),
  version: Type.Union([Type.String(), Type.Number()], {
    description: "1, 3, 4, 5, 6, 7, 8, nil or max",
    default: "4",
  }),
  action: oneOf(["generate", "inspect"], {
    description: "Make UUIDs, or say what is inside them",
    default: "generate",
  }),
  namespace: Type.Optional(
    Type.String({ description: "Versions 3, 5 and 8: dns, url, oid, x500 or a UUID" }),
  ),
  name: Type.Optional(
    Type.String({
      description: "Versions 3, 5 and 8: hashed with the namespace, exactly as given",
    }),
  ),
  timestamp: Type.Optional(
    Type.Union([Type.String(), Type.Number()], {
      description: "Versions 1, 6 and 7: RFC 3339 or milliseconds since 1970; now, if left out",
    }),
  ),
  node: Type.Optional(
    Type.String({ description: "Versions 1 and 6: 12 hex digits; random, if left out" }),
  ),
  clockSeq: Type.Optional(
    whole({ description: "Versions 1 and 6; random, if left out", minimum: 0, maximum: 16_383 }),
  ),
  data: Type.Optional(
    Type.String({ description: "Version 8: 32 hex digits, under version and variant" }),
  ),
  format: oneOf(UUID_FORMATS, { description: "Form of the output", default: "standard" }),
  uppercase: Type.Boolean({ description: "Hex digits in capitals", default: false }),
  uuid: Type.Optional(
    listField(
      { description: "inspect: up to 1000 UUIDs in any of the formats" },
      { minItems: 1, maxItems: MOST_INSPECTED },
    ),
  ),
});

export type Input = Static<typeof INPUT>;

const INSPECTED = Type.Object({
  input: Type.String(),
  valid: Type.Boolean(),
  uuid: Type.Optional(Type.String()),
  kind: Type.Optional(oneOf(["uuid", "nil", "max"])),
  version: Type.Optional(Type.Integer()),
  variant: Type.Optional(oneOf(VARIANTS)),
  time: Type.Optional(Type.String()),
  clockSeq: Type.Optional(Type.Integer()),
  node: Type.Optional(Type.String()),
});

const VALUE = Type.Union([
  Type.Object({ version: Type.String(), uuids: Type.Array(Type.String()) }),
  Type.Object({ inspected: Type.Array(INSPECTED) }),
]);

type Inspected = Static<typeof INSPECTED>;

export default defineTool({
  id: "uuid-generator",
  name: "UUID Generator",
  category: "Generator",
  description:
    "Makes UUIDs of every version of RFC 9562, repeatable by seed, and says what is inside one.",
  keywords: [
    "globally unique identifier",
    "guid",
    "id",
    "namespace",
    "primary key",
    "rfc 9562",
    "sortable",
    "test data",
    "unique",
    "uuid",
    "uuidv4",
    "uuidv5",
    "uuidv7",
  ],
  aliases: [],
  version: "2026-11-23",

  input: INPUT,
  primary: "count",
  value: VALUE,
  verb: "generate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "generate a uuid",
    "i need ten random guids",
    "uuid v4",
    "time ordered uuid v7 for database keys",
    "deterministic uuid v5 from a name",
    "uuid3 with the dns namespace",
    "same uuids every time for tests",
    "nil uuid",
    "decode a uuid and show its timestamp",
    "which version is this uuid",
    "is this a valid uuid",
    "extract mac address from uuid v1",
    "uuidgen, crypto.randomUUID",
    "long identifier with dashes for a new database row",
    "unique key that nobody else will ever have",
    "bunch of globally unique identifiers for a test table",
    "same name always gives the same identifier",
    "8-4-4-4-12 hex value, which kind is it and when was it made",
    "random primary keys in bulk, canonical form",
    "fifty guids for test data",
    "make unique ids for records",
    "generar un uuid",
    "uuid erzeugen",
    "générer un uuid",
    "生成 uuid",
    "uuid 生成",
    "identificador único universal para una base de datos",
    "eindeutige kennung für einen datensatz",
    "identifiant unique pour une base de données",
    "唯一 标识符 全局 唯一 id",
    "一意の識別子を作る guid",
    "uuidを作る",
    "my database wants one of those long keys with dashes",
    "visual studio asks for a guid in braces",
    "f47ac10b-58cc-4372-a567-0e02b2c3d479, what does it reveal",
    "new rows should land at the end of the index, which id kind",
    "customers with equal mail address get an equal key, no table needed",
    "New-Guid, Guid.NewGuid(), uuid.uuid4(), gen_random_uuid(), NEWID(), rfc 4122, max uuid",
    "mint 128-bit identifiers v1, v3, v4, v5, v6, v7, v8 or inspect one",
    "gerar guid ou uuid aleatório",
  ],
  effort: 1,
  detect: (sample) =>
    /^\s*(?:(?:urn:uuid:)?\{?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}?(?:[\s,]+|$))+$/i.test(
      sample,
    )
      ? 0.95
      : 0,
  detected: { field: "uuid", with: { action: "inspect" } },

  laws: [
    {
      name: "what is made inspects to the same version, and where it has one, to the same time",
      holds(run, input) {
        const made = run({ ...input, action: "generate" });
        if (!made.value || !("uuids" in made.value)) return true;
        const read = run({ action: "inspect", uuid: made.value.uuids });
        const items = read.value && "inspected" in read.value ? read.value.inspected : [];
        const { version } = made.value;
        const times = new Set(items.map(({ time }) => time?.slice(0, "2026-11-20T12:00".length)));
        return (
          read.valid === true &&
          times.size === 1 &&
          items.every(
            ({ kind, version: found }) => version === (kind === "uuid" ? String(found) : kind),
          )
        );
      },
    },
    {
      name: "ids of one call differ, and those of versions 6 and 7 rise",
      holds(run, input) {
        const made = run({ ...input, action: "generate" });
        if (!made.value || !("uuids" in made.value)) return true;
        const { version, uuids } = made.value;
        const sorted = version !== "6" && version !== "7";
        return (
          new Set(uuids).size === uuids.length &&
          (sorted || uuids.join() === uuids.toSorted().join())
        );
      },
    },
    {
      name: "the variant digit is 8, 9, a or b",
      holds(run, input) {
        const made = run({ ...input, action: "generate", format: "compact" });
        if (!made.value || !("uuids" in made.value) || /[^\d]/.test(made.value.version))
          return true;
        return made.value.uuids.every((uuid) => /^[89ab]$/i.test(uuid.charAt(16)));
      },
    },
  ],
  examples: [
    {
      title: "Three random ids, the same for the same seed",
      input: { count: 3 },
      options: { seed: "demo" },
      expect: { value: { version: "4" } },
    },
    {
      title: "The id of a name",
      input: { version: 5, namespace: "dns", name: "www.example.com" },
      expect: { output: "2ed6657d-e927-568b-95e1-2665a8aea6a2" },
    },
    {
      title: "Version 1 of a known time and node",
      input: {
        version: "1",
        timestamp: "2022-02-22T14:22:22-05:00",
        clockSeq: 13_256,
        node: "9F6BDECED846",
      },
      expect: {
        output: "c232ab00-9414-11ec-b3c8-9f6bdeced846",
        warnings: [{ code: "UUID_NOT_RANDOM" }],
      },
    },
    {
      title: "What is inside",
      input: { action: "inspect", uuid: "017F22E2-79B0-7CC3-98C4-DC0C0C07398F" },
      expect: {
        output: "017f22e2-79b0-7cc3-98c4-dc0c0c07398f · v7 · 2022-02-22T19:22:22.000Z",
        value: { inspected: [{ version: 7, variant: "rfc9562" }] },
      },
    },
    {
      title: "A name is needed",
      input: { version: "5", namespace: "dns" },
      expect: { ok: false, error: { code: "UUID_NAME_REQUIRED" } },
    },
  ],

  run: (input, ctx) => (input.action === "inspect" ? inspect(input) : generate(input, ctx)),
});

function inspect({ uuid }: Input) {
  const items = readItems(uuid ?? "");
  const expected = "1 to 1000 UUIDs";
  if (uuid === undefined) return inputInvalid([missingField("/uuid", expected)]);
  if (items.length === 0 || items.length > MOST_INSPECTED) {
    return inputInvalid([outOfBounds("/uuid", `${items.length} items`, expected)]);
  }
  const inspected: Inspected[] = [];
  const errors: Entry<Failure>[] = [];
  let hasRealNode = false;
  for (const { text, line } of items) {
    const bits = readUuid(text);
    if (bits === undefined) {
      inspected.push({ input: text, valid: false });
      errors.push(malformed(text, line));
      continue;
    }
    const { time, node, version, ...facts } = inspectUuid(bits);
    hasRealNode ||= node !== undefined && !isMulticast(node);
    inspected.push({
      input: text,
      valid: true,
      uuid: writeUuid(bits),
      ...facts,
      ...(version === undefined ? {} : { version }),
      ...(time ? { time: writeUtc(time, { digits: version === 7 ? 3 : 7 }) } : {}),
      ...(node === undefined ? {} : { node: writeNode(node) }),
    });
  }
  return done({
    output: inspected.map(describe).join("\n"),
    value: { inspected },
    valid: errors.length === 0,
    errors,
    warnings: hasRealNode ? [remark("MAC_IN_UUID", "uuid")] : [],
  });
}

/** `uuid · v7 · time`. */
function describe({ input, valid, uuid = "", kind, version, variant, time }: Inspected): string {
  if (!valid) return `${input} · malformed`;
  const type = kind !== "uuid" ? kind : version === undefined ? variant : `v${version}`;
  return [uuid, type, ...(time ? [time] : [])].join(" · ");
}

function malformed(text: string, line: number): Entry<"UUID_MALFORMED"> {
  const shown = JSON.stringify(beginning(text, SHOWN_CHARACTERS));
  const expected = "8-4-4-4-12 hex digits";
  return {
    code: "UUID_MALFORMED",
    message: `Cannot read a UUID: found ${shown}, expected ${expected}`,
    path: "/uuid",
    line,
    expected,
  };
}

const SHOWN_CHARACTERS = 60;

function generate(input: Input, ctx: Ctx) {
  const made = makeUuids(input, ctx);
  if (!("uuids" in made)) return fail(made);
  const { version, isFixed, hasRealNode } = made;
  const uuids = made.uuids.map((uuid) => writeUuid(uuid, input.format, input.uppercase));
  const warnings: Entry<Warning>[] = [];
  if (isFixed && input.count > 1) warnings.push(remark("COUNT_IGNORED", "count"));
  if (hasRealNode) warnings.push(remark("MAC_IN_UUID", "node"));
  if (version === "1" || version === "6") warnings.push(remark("UUID_NOT_RANDOM", "version"));
  return done({ output: uuids.join("\n"), value: { version, uuids }, warnings });
}

function remark(code: Warning, field: string): Entry<Warning> {
  return { code, message: WARNINGS[code], path: `/${field}` };
}
