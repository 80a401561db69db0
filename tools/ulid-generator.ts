import { type Static, Type } from "@sinclair/typebox";
import { listField, oneOf, whole } from "./_core/fields.ts";
import { type Ctx, defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { instantFromMs, writeUtc } from "./_lib/time/calendar.ts";
import { decodeCrockford, encodeCrockford } from "./_lib/bytes/base32-crockford.ts";
import {
  INPUT_FAILURES,
  inputInvalid,
  missingField,
  outOfBounds,
} from "./_lib/results/input-invalid.ts";
import { type ListItem, readItems } from "./_lib/fields/list-field.ts";
import { drawBits } from "./_lib/numbers/random.ts";
import { msOf, readTimestamp } from "./_lib/fields/timestamp-field.ts";
import { writeUuid } from "./_lib/bytes/uuid.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ULID_TIME_RANGE: "The time is before 1970 or does not fit 48 bits of milliseconds",
  ULID_RANDOM_OVERFLOW: "Counting up passes 2^80, so that the ids would no longer rise",
  DATE_INVALID:
    "The timestamp is neither RFC 3339 nor milliseconds, or names a day that does not exist",
  ULID_LENGTH: "A text to inspect does not have 26 symbols",
  ULID_CHARACTER: "A text to inspect has a character that is no symbol of Crockford's Base32",
  ULID_OVERFLOW: "A text to inspect stands for more than 128 bits: it begins with 8 or more",
} as const;

type Failure = keyof typeof FAILURES;

const MOST_INSPECTED = 1000;

const INPUT = Type.Object({
  count: whole({ description: "How many, 1 to 1000", minimum: 1, maximum: 1000, default: 1 }),
  action: oneOf(["generate", "inspect"], {
    description: "Make ULIDs, or say what is inside them",
    default: "generate",
  }),
  timestamp: Type.Optional(
    Type.Union([Type.String(), Type.Number()], {
      description:
        "The time of all of them: RFC 3339 or milliseconds since 1970 up to 281474976710655; now, if left out",
    }),
  ),
  lowercase: Type.Boolean({ description: "Small letters instead of capitals", default: false }),
  ulid: Type.Optional(
    listField(
      { description: "inspect: up to 1000 ULIDs" },
      { minItems: 1, maxItems: MOST_INSPECTED },
    ),
  ),
});

type Input = Static<typeof INPUT>;

const INSPECTED = Type.Object({
  input: Type.String(),
  valid: Type.Boolean(),
  ulid: Type.Optional(Type.String({ description: "In capitals" })),
  timeMs: Type.Optional(Type.Integer()),
  time: Type.Optional(Type.String()),
  randomnessHex: Type.Optional(Type.String({ description: "80 bits" })),
  uuid: Type.Optional(Type.String({ description: "The same 128 bits" })),
});

const VALUE = Type.Union([
  Type.Object({ timeMs: Type.Integer(), time: Type.String(), ulids: Type.Array(Type.String()) }),
  Type.Object({ inspected: Type.Array(INSPECTED) }),
]);

type Inspected = Static<typeof INSPECTED>;

const LENGTH = 26;
const TIME_LENGTH = 10;
const LAST_MS = 281_474_976_710_655;
const RANDOM_BITS = 80;

export default defineTool({
  id: "ulid-generator",
  name: "ULID Generator",
  category: "Generator",
  description:
    "Makes ULIDs that sort in the order they were made, repeatable by seed, and reads the time of one.",
  keywords: [
    "base32",
    "crockford",
    "id",
    "k-sortable",
    "ksuid",
    "lexicographic",
    "monotonic",
    "sortable",
    "time ordered",
    "ulid",
    "unique",
  ],
  aliases: [],
  version: "2026-11-23",

  input: INPUT,
  primary: "count",
  value: VALUE,
  verb: "generate",
  failures: FAILURES,
  warnings: {},
  intents: [
    "generate a ulid",
    "sortable unique id",
    "ids that sort by creation time",
    "monotonic ulids for log rows",
    "a batch of ulids for one timestamp",
    "same ulids for every test run",
    "timestamp inside a ulid",
    "decode a ulid",
    "ulid to uuid",
    "is this a valid ulid",
    "lexicographically sortable identifier",
    "crockford base32 id",
    "ids that line up in order of time in a list",
    "twenty-six letter record keys with time in front",
    "when was this record key made",
    "chronologically ordered 128-bit identifiers for log or event rows",
    "database keys in creation order without dashes",
    "like uuid but sortable by age",
    "generar ulid",
    "ulid erzeugen",
    "生成 ulid",
    "identificadores ordenables por tiempo",
    "zeitlich sortierbare ids",
    "identifiants triables par date",
    "按 时间 排序 的 唯一 标识",
    "時間順に並ぶ id",
    "key like 01HZY4K3QJ9N0, what is it and which day was it made",
    "orders should sort by age without an extra column",
    "i need a dozen 26 character ids, capital letters and digits only",
    "rows made in the same millisecond must still stay in order",
    "github.com/ulid/spec, python-ulid, oklog/ulid, ulidx, monotonicFactory, decodeTime, ksuid",
    "mint lexically ascending identifiers made of 48 bits of time and 80 bits of chance",
    "gerar ulid ordenável por tempo",
    "générer un ulid triable",
  ],
  effort: 1,
  detect: (sample) =>
    /^\s*(?:[0-7][0-9A-HJKMNP-TV-Z]{25}(?:[\s,]+|$))+$/i.test(sample) ? 0.95 : 0,
  detected: { field: "ulid", with: { action: "inspect" } },

  laws: [
    {
      name: "the order of making is the order of sorting, and inspecting gives the time back",
      holds(run, input) {
        const made = run({ ...input, action: "generate" });
        if (!made.value || !("ulids" in made.value)) return true;
        const { ulids, timeMs } = made.value;
        const read = run({ action: "inspect", ulid: ulids });
        const items = read.value && "inspected" in read.value ? read.value.inspected : [];
        const rising =
          new Set(ulids).size === ulids.length && ulids.join() === ulids.toSorted().join();
        return rising && read.valid === true && items.every((item) => item.timeMs === timeMs);
      },
    },
    {
      name: "letter case makes no difference to what is read",
      holds(run, { ulid }) {
        if (typeof ulid !== "string" || !/^[\0-\u007f]*$/.test(ulid)) return true;
        const read = (text: string) => {
          const { value, valid } = run({ action: "inspect", ulid: text });
          const items = value && "inspected" in value ? value.inspected : [];
          return JSON.stringify([valid, items.map((item) => [item.ulid, item.time, item.valid])]);
        };
        return read(ulid.toLowerCase()) === read(ulid.toUpperCase());
      },
    },
  ],
  examples: [
    {
      title: "Two ids of one millisecond",
      input: { count: 2 },
      options: { now: "2016-07-30T22:36:16.385Z", seed: "a" },
      expect: { value: { timeMs: 1_469_918_176_385 } },
    },
    {
      title: "What is inside",
      input: { action: "inspect", ulid: "01ARZ3NDEKTSV4RRFFQ69G5FAV" },
      expect: {
        output: "01ARZ3NDEKTSV4RRFFQ69G5FAV · 2016-07-30T23:54:10.259Z",
        value: { inspected: [{ uuid: "01563e3a-b5d3-d676-4c61-efb99302bd5b" }] },
      },
    },
    {
      title: "Too large for 128 bits",
      input: { action: "inspect", ulid: "8ZZZZZZZZZZZZZZZZZZZZZZZZZ" },
      expect: { ok: true, valid: false, errors: [{ code: "ULID_OVERFLOW" }] },
    },
    {
      title: "Before 1970",
      input: { timestamp: -1 },
      expect: { ok: false, error: { code: "ULID_TIME_RANGE" } },
    },
  ],

  run: (input, ctx) => (input.action === "inspect" ? inspect(input) : generate(input, ctx)),
});

function generate({ count, timestamp, lowercase }: Input, ctx: Ctx) {
  const instant =
    timestamp === undefined ? instantFromMs(ctx.now()) : readTimestamp(timestamp, "/timestamp");
  if ("code" in instant) return fail(instant);
  const timeMs = msOf(instant);
  if (timeMs < 0 || timeMs > LAST_MS) {
    const expected = `0 to ${LAST_MS} ms since 1970`;
    const message = `Cannot hold the time: found ${timeMs} ms, expected ${expected}`;
    return fail({ code: "ULID_TIME_RANGE", message, path: "/timestamp", expected });
  }
  const first = drawBits(ctx, RANDOM_BITS);
  if (first + BigInt(count) > 1n << BigInt(RANDOM_BITS)) {
    const message = "Cannot make the ids: counting up passes 2^80, expected room for all of them";
    return fail({ code: "ULID_RANDOM_OVERFLOW", message, hint: "Run again, or with another seed" });
  }
  const time = encodeCrockford(BigInt(timeMs), TIME_LENGTH);
  const ulids = Array.from({ length: count }, (_, index) => {
    const ulid = time + encodeCrockford(first + BigInt(index), LENGTH - TIME_LENGTH);
    return lowercase ? ulid.toLowerCase() : ulid;
  });
  const value = { timeMs, time: writeUtc(instantFromMs(timeMs)), ulids };
  return done({ output: ulids.join("\n"), value });
}

function inspect({ ulid }: Input) {
  const expected = "1 to 1000 ULIDs";
  if (ulid === undefined) return inputInvalid([missingField("/ulid", expected)]);
  const items = readItems(ulid);
  if (items.length === 0 || items.length > MOST_INSPECTED) {
    return inputInvalid([outOfBounds("/ulid", `${items.length} items`, expected)]);
  }
  const inspected: Inspected[] = [];
  const errors: Entry<Failure>[] = [];
  for (const item of items) {
    const bits = readUlid(item);
    if (typeof bits === "bigint")
      inspected.push({ input: item.text, valid: true, ...factsOf(bits) });
    else {
      inspected.push({ input: item.text, valid: false });
      errors.push(bits);
    }
  }
  const lines = inspected.map(({ valid, input, ulid: read, time }) =>
    valid ? `${read} · ${time}` : `${input} · malformed`,
  );
  return done({
    output: lines.join("\n"),
    value: { inspected },
    valid: errors.length === 0,
    errors,
  });
}

function factsOf(bits: bigint): Omit<Inspected, "input" | "valid"> {
  const timeMs = Number(bits >> BigInt(RANDOM_BITS));
  return {
    ulid: encodeCrockford(bits, LENGTH),
    timeMs,
    time: writeUtc(instantFromMs(timeMs)),
    randomnessHex: BigInt.asUintN(RANDOM_BITS, bits)
      .toString(16)
      .padStart(RANDOM_BITS / 4, "0"),
    uuid: writeUuid(bits),
  };
}

function readUlid({ text, line }: ListItem): bigint | Entry<Failure> {
  const length = Array.from(text).length;
  const place = { path: "/ulid", line };
  if (length !== LENGTH) {
    const message = `Cannot read a ULID: found ${length} symbols, expected ${LENGTH}`;
    return { code: "ULID_LENGTH", message, ...place, expected: LENGTH, received: length };
  }
  const bits = decodeCrockford(text);
  if (typeof bits !== "bigint") {
    const received = String.fromCodePoint(text.codePointAt(bits.index) ?? 0);
    const expected = "0-9 and A-Z without U";
    const message = `Cannot read a ULID: found ${JSON.stringify(received)}, expected ${expected}`;
    return {
      code: "ULID_CHARACTER",
      message,
      ...place,
      column: bits.index + 1,
      expected,
      received,
    };
  }
  if (bits < 1n << 128n) return bits;
  const message = `Cannot read a ULID: found ${text.charAt(0)} at its start, expected 0 to 7`;
  return { code: "ULID_OVERFLOW", message, ...place, column: 1, expected: "0 to 7" };
}
