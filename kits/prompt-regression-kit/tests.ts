/** The tests: an array of them or a configuration of promptfoo, with what is default for all of them. */
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import type { Entry } from "../../tools/_core/tool.ts";
import { readYamlDocument } from "../../tools/_lib/fields/document-field.ts";
import { readJsonField } from "../../tools/_lib/json/tree/json-field.ts";
import { isObject } from "../../tools/_lib/json/tree/members.ts";
import { beginsLikeJson } from "../../tools/_lib/json/tree/relaxed.ts";
import { valueOf } from "../../tools/_lib/json/tree/value.ts";
import { explainMisfit } from "../../tools/_lib/results/misfit.ts";
import { appendPointer } from "../../tools/_lib/results/pointer.ts";
import { rendered, TemplateUnsupported, type Vars } from "./template.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";

const CLOSED = { additionalProperties: false } as const;
const ANYTHING = Type.Optional(Type.Unknown());
const MOST_TESTS = 500;

/** What promptfoo's own files may have beside what is judged; it has no effect on recorded outputs. */
const OTHER_MEMBERS = {
  options: ANYTHING,
  provider: ANYTHING,
  providers: ANYTHING,
  prompts: ANYTHING,
  providerOutput: ANYTHING,
  assertScoringFunction: ANYTHING,
};

const ASSERTION_MEMBERS = {
  type: Type.String({ minLength: 1 }),
  value: ANYTHING,
  threshold: Type.Optional(Type.Number()),
  weight: Type.Optional(Type.Number({ minimum: 0 })),
  metric: Type.Optional(Type.String()),
  transform: ANYTHING,
  contextTransform: ANYTHING,
  config: ANYTHING,
  provider: ANYTHING,
  rubricPrompt: ANYTHING,
};

/** Sets stand in no sets. */
const ASSERTION = Type.Object(
  {
    ...ASSERTION_MEMBERS,
    assert: Type.Optional(Type.Array(Type.Object(ASSERTION_MEMBERS, CLOSED))),
  },
  CLOSED,
);

const DEFAULTS = {
  vars: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  assert: Type.Optional(Type.Array(ASSERTION)),
  threshold: Type.Optional(Type.Number()),
};

export const DEFAULT_TEST = Type.Object(
  { ...DEFAULTS, metadata: ANYTHING, ...OTHER_MEMBERS },
  CLOSED,
);

const TEST = Type.Object(
  { description: Type.Optional(Type.String()), ...DEFAULTS, metadata: ANYTHING, ...OTHER_MEMBERS },
  CLOSED,
);

const TESTS = Type.Array(TEST, { maxItems: MOST_TESTS });

/** What the field of the tests takes as data. */
export const SUITE = [
  TESTS,
  Type.Object({ tests: Type.Optional(TESTS), defaultTest: Type.Optional(DEFAULT_TEST) }),
] as const;

/** What keeps an assertion from being judged. */
interface Obstacle {
  readonly code: "ASSERTION_UNSUPPORTED" | "TEMPLATE_UNSUPPORTED";
  readonly message: string;
}

export interface Assertion {
  /** Pointer in the document of the tests, or in the input where `defaultTest` is a field of it. */
  readonly path: string;
  /** As it is written, `not-` included. */
  readonly type: string;
  readonly base: string;
  readonly isNot: boolean;
  /** With the variables in their places. */
  readonly value: unknown;
  readonly threshold: number | undefined;
  readonly weight: number;
  readonly metric: string | null;
  /** Of an assert-set. */
  readonly members: readonly Assertion[] | undefined;
  readonly obstacle: Obstacle | undefined;
}

export interface TestCase {
  readonly index: number;
  readonly path: string;
  readonly description: string;
  readonly threshold: number | undefined;
  readonly assertions: readonly Assertion[];
  /** What of the test itself would need code. */
  readonly needsCode: readonly string[];
}

export interface TestSuite {
  readonly tests: readonly TestCase[];
  /** Pointers of what has no effect. */
  readonly ignored: readonly string[];
}

export type ReadTests =
  | { readonly ok: true; readonly suite: TestSuite }
  /** `isShape`: members do not fit, as the runner says it of the input. */
  | { readonly ok: false; readonly isShape: boolean; readonly errors: readonly Entry[] };

type Defaults = Static<typeof DEFAULT_TEST>;

export function readTests(
  given: unknown,
  defaultTest: unknown,
  isSupported: (type: string) => boolean,
): ReadTests {
  const document = readDocument(given);
  if (!document.ok) return { ok: false, isShape: false, errors: [document.error] };
  const shapes = new Shapes();
  const { value } = document;
  const config = isObject(value) ? value : undefined;
  const list = shapes.fit(config ? (config["tests"] ?? []) : value, TESTS, "/tests") ?? [];
  const general: Defaults = {
    ...shapes.fit(config?.["defaultTest"] ?? {}, DEFAULT_TEST, "/defaultTest"),
    ...shapes.fit(defaultTest, DEFAULT_TEST, "/defaultTest"),
  };
  if (shapes.errors.length > 0) return { ok: false, isShape: true, errors: shapes.errors };
  const reading = new TestReading(isSupported);
  const tests = list.map((test, index) => reading.test(test, index, general));
  if (tests.length === 0) return { ok: false, isShape: false, errors: [NO_TESTS] };
  const others = Object.keys(config ?? {}).filter(
    (name) => name !== "tests" && name !== "defaultTest",
  );
  const ignored = [...others.map((name) => appendPointer("", name)), ...reading.ignored];
  return { ok: true, suite: { tests, ignored } };
}

const NO_TESTS: Entry = {
  code: "TESTS_EMPTY",
  message: "Cannot judge anything: found no test, expected one at least",
  path: "/tests",
};

/** JSON or YAML; what begins as JSON and is neither was meant to be JSON. */
function readDocument(given: unknown) {
  const json = readJsonField(given, "/tests");
  if (json.ok) return { ok: true, value: valueOf(json.root).value } as const;
  const yaml =
    typeof given === "string" && json.error.code === "JSON_SYNTAX"
      ? readYamlDocument(given, "/tests")
      : json;
  if (yaml.ok && "root" in yaml) return { ok: true, value: valueOf(yaml.root).value } as const;
  const isJson = typeof given === "string" && beginsLikeJson(given);
  const error: Entry = isJson || yaml.ok ? json.error : yaml.error;
  const code = error.code === "INPUT_TOO_DEEP" ? error.code : "TESTS_SYNTAX";
  return { ok: false, error: { ...error, code } } as const;
}

/** Checks parts of the document one after another, so that all problems are told at once. */
class Shapes {
  readonly errors: Entry[] = [];

  fit<S extends TSchema>(value: unknown, schema: S, path: string): Static<S> | undefined {
    const misfits = explainMisfit(schema, value, path);
    this.errors.push(...misfits);
    return misfits.length === 0 ? (value as Static<S>) : undefined;
  }
}

class TestReading {
  readonly ignored: string[] = [];
  readonly #isSupported: (type: string) => boolean;

  constructor(isSupported: (type: string) => boolean) {
    this.#isSupported = isSupported;
  }

  test(given: Static<typeof TEST>, index: number, general: Defaults): TestCase {
    const path = `/tests/${index}`;
    const test = given;
    for (const name of Object.keys(OTHER_MEMBERS)) {
      if (Object.hasOwn(test, name)) this.ignored.push(`${path}/${name}`);
    }
    const vars: Vars = { ...general.vars, ...test.vars };
    const assertions = [
      ...this.#assertions(general.assert ?? [], "/defaultTest/assert", vars),
      ...this.#assertions(test.assert ?? [], `${path}/assert`, vars),
    ];
    const needsCode = [
      ...codeIn(general, "/defaultTest").filter(() => test.options === undefined),
      ...codeIn(test, path),
    ];
    const description = test.description ?? "";
    const threshold = test.threshold ?? general.threshold;
    return { index, path, description, threshold, assertions, needsCode };
  }

  #assertions(list: readonly Static<typeof ASSERTION>[], path: string, vars: Vars): Assertion[] {
    return list.map((given, index) => this.#assertion(given, `${path}/${index}`, vars));
  }

  #assertion(given: Static<typeof ASSERTION>, path: string, vars: Vars): Assertion {
    const { type, threshold, weight = 1, metric = null } = given;
    const isNot = type.startsWith("not-");
    const base = isNot ? type.slice("not-".length) : type;
    const obstacle = this.#isSupported(base) ? codeOf(given) : unsupported(type);
    const members =
      base === "assert-set"
        ? this.#assertions(given.assert ?? [], `${path}/assert`, vars)
        : undefined;
    const assertion = { path, type, base, isNot, threshold, weight, metric, members };
    try {
      const value = rendered(given.value, vars);
      return { ...assertion, value, obstacle: obstacle ?? fileOf(value, type) };
    } catch (error) {
      if (!(error instanceof TemplateUnsupported)) throw error;
      const message = `Cannot fill in ${quoted(error.message)}: expected the name of a variable, such as {{ name }} or {{ user.name }}`;
      const stopped = { code: "TEMPLATE_UNSUPPORTED", message } as const;
      return { ...assertion, value: given.value, obstacle: obstacle ?? stopped };
    }
  }
}

function codeOf({ transform, contextTransform }: Static<typeof ASSERTION>): Obstacle | undefined {
  if (transform === undefined && contextTransform === undefined) return undefined;
  const message = "Cannot judge an assertion with transform: it is code, and no code is run here";
  return { code: "ASSERTION_UNSUPPORTED", message };
}

/** promptfoo reads such a file and compares with what is in it. */
function fileOf(value: unknown, type: string): Obstacle | undefined {
  if (typeof value !== "string" || !value.startsWith("file://")) return undefined;
  const message = `Cannot judge ${type}: its value is in ${quoted(value)}, and no file is read here`;
  return { code: "ASSERTION_UNSUPPORTED", message };
}

function unsupported(type: string): Obstacle {
  const message = `Cannot judge the assertion ${quoted(type)}: it needs code or a model, or is not known`;
  return { code: "ASSERTION_UNSUPPORTED", message };
}

function codeIn({ options, assertScoringFunction }: Defaults, path: string): string[] {
  const transforms = isObject(options)
    ? ["transform", "postprocess"].filter((name) => Object.hasOwn(options, name))
    : [];
  return [
    ...transforms.map((name) => `${path}/options/${name}`),
    ...(assertScoringFunction === undefined ? [] : [`${path}/assertScoringFunction`]),
  ];
}
