import { Fault } from "../_lib/results/syntax-problem.ts";
import { readDocstring } from "./docstring.ts";
import { PythonCursor } from "./python-cursor.ts";
import { readPythonField } from "./python-field.ts";
import { nullable, type PythonType, readPythonType, withField } from "./python-types.ts";
import { readPythonValue } from "./python-values.ts";
import {
  noSignature,
  type NoSignature,
  type Parameter,
  schemaOfParameters,
  type Signature,
} from "./signature.ts";

const HEAD = /^[ \t]*(?:async[ \t]+)?def[ \t]+/m;

/** Reads the first function of a Python text: its annotations, defaults and docstring. */
export function readPython(text: string): Signature | NoSignature {
  const head = HEAD.exec(text);
  if (head === null) {
    const expected = "def name(parameters):";
    return noSignature(text, "Python", { offset: text.length, found: "no function", expected });
  }
  try {
    return readFunction(new PythonCursor(text, head.index + head[0].length));
  } catch (error) {
    if (error instanceof Fault) return noSignature(text, "Python", error.problem);
    throw error;
  }
}

function readFunction(cursor: PythonCursor): Signature {
  const name = cursor.name() ?? cursor.fail("the name of the function");
  // Type parameters: def name[T](…)
  if (cursor.take("["))
    while (!cursor.take("]")) cursor.at += cursor.at < cursor.text.length ? 1 : cursor.fail('"]"');
  cursor.expect("(");
  const written = readParameters(cursor);
  if (cursor.take("->")) readPythonType(cursor);
  if (!cursor.is(":") && cursor.at < cursor.text.length) cursor.fail('":"');
  cursor.take(":");
  const { description, parameters } = readDocstring(cursor.string() ?? "");
  return {
    ok: true,
    name,
    description,
    schema: schemaOfParameters(
      written.map((parameter) => ({
        ...parameter,
        description: parameters.get(parameter.name) || parameter.description,
      })),
    ),
  };
}

/** Without `self`, `cls`, `*args` and `**kwargs`. */
function readParameters(cursor: PythonCursor): Parameter[] {
  const parameters: Parameter[] = [];
  const names = new Set<string>();
  while (!cursor.take(")")) {
    const place = cursor.at;
    if (!cursor.take("/")) {
      const stars = cursor.take("**") || cursor.take("*");
      const name = cursor.name();
      if (name === undefined && !stars) cursor.fail("a parameter");
      const parameter = name === undefined ? undefined : readParameter(cursor, name);
      const isSelf = name === "self" || name === "cls";
      if (parameter !== undefined && !stars && !(isSelf && parameters.length === 0)) {
        if (names.has(parameter.name)) {
          cursor.at = place;
          cursor.fail("each parameter once");
        }
        names.add(parameter.name);
        parameters.push(parameter);
      }
    }
    if (!cursor.take(",") && !cursor.is(")")) cursor.fail('"," or ")"');
  }
  return parameters;
}

function readParameter(cursor: PythonCursor, name: string): Parameter {
  const annotation: PythonType = cursor.take(":")
    ? readPythonType(cursor)
    : { keywords: [], description: "" };
  if (!cursor.take("=")) return parameterOf(name, annotation);
  const field = readPythonField(cursor);
  if (field !== undefined) return parameterOf(name, withField(annotation, field));
  return parameterOf(name, { ...annotation, fallback: { value: readPythonValue(cursor) } });
}

function parameterOf(name: string, annotation: PythonType): Parameter {
  const { fallback } = annotation;
  // None as the default of another type has always meant that it may be None.
  const type = fallback?.value?.type === "null" ? nullable(annotation) : annotation;
  const { keywords, description } = type;
  const isRequired = fallback === undefined;
  return { name, type: keywords, isRequired, default: fallback?.value, description };
}
