/** The fixtures that were given: whose they are, what they are called, and what they say. */
import { type TSchema, Type } from "@sinclair/typebox";
import { mapOf, oneOf } from "../../tools/_core/fields.ts";
import type { Entry } from "../../tools/_core/tool.ts";
import { detectAnswer, detectProvider } from "../../tools/_lib/agents/tool-call/detect.ts";
import { readJsonField } from "../../tools/_lib/json/tree/json-field.ts";
import { explainMisfit } from "../../tools/_lib/results/misfit.ts";
import { outOfBounds } from "../../tools/_lib/results/input-invalid.ts";
import { POINTER } from "../../tools/_lib/results/pointer.ts";
import { nearest } from "../../tools/_lib/text/nearest.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import { readRequest, readResponse, type ReadBody } from "./bodies.ts";
import { readResponsesAnswer } from "./responses.ts";
import {
  type Canonical,
  FINISH_REASONS,
  type Origin,
  PROVIDERS,
  type Provider,
} from "./canonical.ts";
import { Notes } from "./extras.ts";
import {
  at,
  fromNode,
  isList,
  isMembers,
  type Json,
  type JsonMembers,
  listAt,
  plain,
  textAt,
  toNode,
} from "../../tools/_lib/json/tree/exact.ts";

export interface Fixture {
  readonly index: number;
  readonly name: string;
  readonly origin: Origin;
  readonly kind: "request" | "response";
  /** Pointer of the body in the input. */
  readonly path: string;
  readonly body: Json;
  readonly read: ReadBody;
}

type Problem = Entry<
  | "FIXTURE_UNRECOGNISED"
  | "FIXTURE_NAME_DUPLICATE"
  | "CANONICAL_INVALID"
  | "JSON_SYNTAX"
  | "INPUT_TOO_DEEP"
>;

type Misuse = Entry<"UNKNOWN_FIELD" | "TYPE" | "ENUM" | "RANGE">;

export interface ReadFixtures {
  readonly fixtures: readonly Fixture[];
  readonly problems: readonly Problem[];
  /** What is wrong with the field itself. */
  readonly misuses: readonly Misuse[];
}

const MOST_FIXTURES = 200;
const FIELD = "/fixtures";

/** How a body of the Responses API is read: through its tool. */
export type ReadResponses = (body: Json) => ReadBody | undefined;

export function readFixtures(given: unknown, readResponses: ReadResponses): ReadFixtures {
  const read = readJsonField(given, FIELD);
  if (!read.ok) return { fixtures: [], problems: [read.error], misuses: [] };
  const root = fromNode(read.root);
  const items = isList(root) ? root : [root];
  if (items.length === 0 || items.length > MOST_FIXTURES) {
    const entry = outOfBounds(FIELD, `${items.length} fixtures`, `1 to ${MOST_FIXTURES}`);
    return { fixtures: [], problems: [], misuses: [entry] };
  }
  const reader = new FixtureReader(readResponses);
  for (const [index, item] of items.entries()) reader.read(item, index);
  return reader;
}

class FixtureReader implements ReadFixtures {
  readonly fixtures: Fixture[] = [];
  readonly problems: Problem[] = [];
  readonly misuses: Misuse[] = [];
  readonly #names = new Map<string, number>();
  readonly #readResponses: ReadResponses;

  constructor(readResponses: ReadResponses) {
    this.#readResponses = readResponses;
  }

  read(item: Json, index: number): void {
    const path = `${FIELD}/${index}`;
    const key = isMembers(item) && !isBody(item) ? bodyKey(item) : undefined;
    if (!isMembers(item) || key === undefined) {
      this.#add(item, index, { name: undefined, provider: undefined, path });
      return;
    }
    this.#checkMembers(item, path);
    const name = textAt(item, "name");
    const provider = ORIGINS.find((origin) => origin === textAt(item, "provider"));
    const body = this.#bodyOf(item[key] ?? null, `${path}/${key}`);
    if (body !== undefined) this.#add(body, index, { name, provider, path: `${path}/${key}` });
  }

  #checkMembers(item: Readonly<Record<string, Json>>, path: string): void {
    for (const [key, value] of Object.entries(item)) {
      const place = `${path}/${key}`;
      if (!ENTRY.includes(key)) this.misuses.push(unknownMember(key, place));
      else if (key !== "body" && key !== "canonical" && value !== null && typeof value !== "string")
        this.misuses.push(misuse("TYPE", place, "another type", "text"));
      else if (
        key === "provider" &&
        typeof value === "string" &&
        !ORIGINS.some((one) => one === value)
      )
        this.misuses.push(misuse("ENUM", place, quoted(value), `one of ${ORIGINS.join(", ")}`));
    }
  }

  #bodyOf(given: Json, path: string): Json | undefined {
    if (typeof given !== "string") return given;
    const read = readJsonField(given, path);
    if (!read.ok) this.problems.push(read.error);
    return read.ok ? fromNode(read.root) : undefined;
  }

  #add(
    body: Json,
    index: number,
    given: { name: string | undefined; provider: Origin | undefined; path: string },
  ): void {
    const name = given.name ?? `fixture-${index + 1}`;
    const known = this.#names.get(name);
    if (known !== undefined) {
      const message = `Cannot name the fixture: found the name of fixture ${known + 1}, expected one of its own`;
      this.problems.push({
        code: "FIXTURE_NAME_DUPLICATE",
        message,
        path: `${FIELD}/${index}/name`,
      });
    } else this.#names.set(name, index);
    const fixture = this.#recognise(body, given);
    if (fixture === undefined) this.problems.push(unrecognised(body, index));
    else if (fixture !== "invalid")
      this.fixtures.push({ index, name, body, path: given.path, ...fixture });
  }

  #recognise(
    body: Json,
    { provider, path }: { provider: Origin | undefined; path: string },
  ): Pick<Fixture, "origin" | "kind" | "read"> | "invalid" | undefined {
    if (!isMembers(body)) return undefined;
    if (at(body, "canonical") !== undefined) {
      const problems = canonicalProblems(body, path);
      this.problems.push(...problems);
      if (problems.length > 0) return "invalid";
      const canonical = body as unknown as Canonical;
      const read = { canonical, notes: new Notes() };
      return { origin: provider ?? "canonical", kind: canonical.kind, read };
    }
    const node = toNode(body);
    const answers = detectAnswer(node);
    if (answers !== undefined) {
      if (provider !== undefined && provider !== answers) return undefined;
      const read =
        answers === "openai-responses" ? readResponsesAnswer(body) : readResponse(body, answers);
      return { origin: answers, kind: "response", read };
    }
    const origin = provider ?? detectProvider(node);
    if (origin === undefined || origin === "canonical") return undefined;
    if (!CONVERSATIONS[origin].some((key) => at(body, key) !== undefined)) return undefined;
    const read =
      origin === "openai-responses" ? this.#readResponses(body) : readRequest(body, origin);
    return read && { origin, kind: "request", read };
  }
}

const ENTRY: readonly string[] = ["name", "provider", "body", "canonical"];

/** Where an entry has its body; the file of canonical fixtures has a member of its own for it. */
function bodyKey(item: JsonMembers): "body" | "canonical" | undefined {
  if ("body" in item) return "body";
  return isMembers(item["canonical"]) ? "canonical" : undefined;
}
const ORIGINS: readonly Origin[] = [...PROVIDERS, "canonical"];

const CONVERSATIONS: Readonly<Record<Provider, readonly string[]>> = {
  "openai-chat": ["messages"],
  "openai-responses": ["input", "instructions"],
  anthropic: ["messages"],
  gemini: ["contents"],
};

function isBody(item: Json): boolean {
  const keys = ["messages", "contents", "choices", "candidates"];
  return at(item, "canonical") === 1 || keys.some((key) => at(item, key) !== undefined);
}

function unrecognised(body: Json, index: number): Problem {
  const keys = isMembers(body) ? Object.keys(body).slice(0, 5).join(", ") : undefined;
  const found =
    keys === undefined ? "no object" : keys === "" ? "no members" : `the members ${keys}`;
  const expected =
    "a request (messages, contents, input), a response (choices, content, candidates, output) or a canonical fixture";
  const message = `Cannot tell whose body it is: found ${found.slice(0, 120)}, expected ${expected}`;
  return { code: "FIXTURE_UNRECOGNISED", message, path: `${FIELD}/${index}`, expected };
}

function misuse(code: "TYPE" | "ENUM", path: string, found: string, expected: string): Misuse {
  return {
    code,
    message: `Cannot use ${path}: found ${found}, expected ${expected}`,
    path,
    expected,
  };
}

function unknownMember(key: string, path: string): Misuse {
  const expected = `no member but ${ENTRY.join(", ")}`;
  const [near] = nearest(key, ENTRY, { limit: 1 });
  const message = `Cannot use ${path}: found a member of this name, expected ${expected}`;
  return {
    code: "UNKNOWN_FIELD",
    message,
    path,
    expected,
    ...(near === undefined ? {} : { hint: `Did you mean ${near}?` }),
  };
}

const CLOSED = { additionalProperties: false } as const;
const MEDIA_TYPE = Type.Union([Type.String(), Type.Null()]);
const NULLABLE = Type.Union([Type.String(), Type.Null()]);
const OPTIONAL = Type.Optional(Type.String());
const SOURCE = { data: OPTIONAL, url: OPTIONAL, fileId: OPTIONAL };

function part(type: string, members: Record<string, TSchema>) {
  return Type.Object({ type: Type.Literal(type), ...members }, CLOSED);
}

const TEXT = part("text", {
  text: Type.String(),
  origin: Type.Optional(Type.Literal("developer")),
  cache: Type.Optional(Type.Literal(true)),
});

const IMAGE = part("image", { mediaType: MEDIA_TYPE, ...SOURCE, detail: OPTIONAL });
const FILE = part("file", { mediaType: MEDIA_TYPE, name: NULLABLE, ...SOURCE, text: OPTIONAL });
const BLOCK = part("provider", { provider: oneOf(PROVIDERS), block: Type.Any() });

const PARTS: Readonly<Record<string, TSchema>> = {
  text: TEXT,
  image: IMAGE,
  audio: part("audio", { mediaType: MEDIA_TYPE, data: Type.String() }),
  file: FILE,
  reasoning: part("reasoning", {
    text: Type.String(),
    signature: NULLABLE,
    redacted: Type.Boolean(),
  }),
  call: part("call", {
    id: Type.String(),
    name: Type.String(),
    arguments: mapOf(Type.Any()),
    signature: OPTIONAL,
  }),
  result: part("result", {
    id: Type.String(),
    name: NULLABLE,
    content: Type.Array(Type.Any()),
    isError: Type.Boolean(),
  }),
  refusal: part("refusal", { text: Type.String() }),
  provider: BLOCK,
};

const CONTENTS: Readonly<Record<string, TSchema>> = {
  text: TEXT,
  json: part("json", { value: Type.Any() }),
  image: IMAGE,
  file: FILE,
  provider: BLOCK,
};

const EXTRAS = Type.Record(Type.String({ pattern: POINTER }), Type.Any(), CLOSED);

const NUMBER = Type.Optional(Type.Number());

const SETTINGS = Type.Object(
  {
    maxTokens: NUMBER,
    temperature: NUMBER,
    topP: NUMBER,
    topK: NUMBER,
    stop: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    seed: NUMBER,
    presencePenalty: NUMBER,
    frequencyPenalty: NUMBER,
    n: NUMBER,
    responseFormat: Type.Optional(
      Type.Object(
        {
          type: oneOf(["text", "json", "json-schema"]),
          name: OPTIONAL,
          schema: Type.Optional(Type.Any()),
          strict: Type.Optional(Type.Boolean()),
        },
        CLOSED,
      ),
    ),
    effort: Type.Optional(Type.String({ pattern: "^[^A-Z]*$" })),
    stream: Type.Optional(Type.Boolean()),
    user: OPTIONAL,
  },
  CLOSED,
);

const REQUEST = Type.Object(
  {
    canonical: Type.Literal(1),
    kind: Type.Literal("request"),
    model: NULLABLE,
    system: Type.Array(TEXT),
    messages: Type.Array(
      Type.Object(
        { role: oneOf(["user", "assistant", "system"]), parts: Type.Array(Type.Any()) },
        CLOSED,
      ),
    ),
    tools: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          description: NULLABLE,
          parameters: Type.Any(),
          strict: Type.Union([Type.Boolean(), Type.Null()]),
        },
        CLOSED,
      ),
    ),
    toolChoice: Type.Union([
      oneOf(["auto", "none", "required"]),
      Type.Object({ tool: Type.String() }, CLOSED),
      Type.Null(),
    ]),
    parallelToolCalls: Type.Union([Type.Boolean(), Type.Null()]),
    settings: SETTINGS,
    extras: EXTRAS,
  },
  CLOSED,
);

const COUNT = Type.Number({ minimum: 0 });

const RESPONSE = Type.Object(
  {
    canonical: Type.Literal(1),
    kind: Type.Literal("response"),
    id: NULLABLE,
    model: NULLABLE,
    parts: Type.Array(Type.Any()),
    finishReason: oneOf(FINISH_REASONS),
    usage: Type.Union([
      Type.Object({ input: COUNT, output: COUNT, cached: COUNT, reasoning: COUNT }, CLOSED),
      Type.Null(),
    ]),
    extras: EXTRAS,
  },
  CLOSED,
);

/** Parts are checked one by one, so that what is said is said of their own kind. */
function canonicalProblems(body: Json, path: string): Problem[] {
  const value = plain(body);
  const schema = textAt(body, "kind") === "response" ? RESPONSE : REQUEST;
  const problems = explainMisfit(schema, value, path).map(invalid);
  for (const [index, message] of listAt(body, "messages").entries()) {
    for (const [place, item] of listAt(message, "parts").entries())
      problems.push(...partProblems(item, `${path}/messages/${index}/parts/${place}`));
  }
  for (const [index, item] of listAt(body, "parts").entries())
    problems.push(...partProblems(item, `${path}/parts/${index}`));
  return problems;
}

function partProblems(item: Json, path: string, kinds = PARTS): Problem[] {
  const type = textAt(item, "type");
  const schema = Object.hasOwn(kinds, type ?? "") ? kinds[type ?? ""] : undefined;
  if (schema === undefined) {
    const expected = `a part of type ${Object.keys(kinds).join(", ")}`;
    const message = `Cannot use ${path}: found another type, expected ${expected}`;
    return [{ code: "CANONICAL_INVALID", message, path: `${path}/type`, expected }];
  }
  const problems = explainMisfit(schema, plain(item), path).map(invalid);
  const sources = ["data", "url", "fileId", "text"].filter((key) => at(item, key) !== undefined);
  if ((type === "image" || type === "file") && sources.length !== 1) {
    const expected = "one of data, url, fileId (for a file also text)";
    const message = `Cannot use ${path}: found ${sources.join(" and ") || "none"}, expected ${expected}`;
    problems.push({ code: "CANONICAL_INVALID", message, path, expected });
  }
  for (const [index, content] of (type === "result" ? listAt(item, "content") : []).entries())
    problems.push(...partProblems(content, `${path}/content/${index}`, CONTENTS));
  return problems;
}

function invalid({ message, path, expected, hint }: Entry): Problem {
  return {
    code: "CANONICAL_INVALID",
    message,
    path,
    expected,
    ...(hint === undefined ? {} : { hint }),
  };
}
