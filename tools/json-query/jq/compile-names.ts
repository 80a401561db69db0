import type { JsonNode } from "../../_lib/json/tree/tree.ts";
import { nearest } from "../../_lib/text/nearest.ts";
import { compileBody, signatureOf } from "./compile-bindings.ts";
import { evaluateAll } from "./compile-values.ts";
import type { Code, Env } from "./machine.ts";
import type { Native } from "./native.ts";
import { ARRAY_NATIVES } from "./natives-arrays.ts";
import { CONVERT_NATIVES } from "./natives-convert.ts";
import { DATE_NATIVES } from "./natives-dates.ts";
import { MATH_NATIVES } from "./natives-math.ts";
import { OBJECT_NATIVES } from "./natives-objects.ts";
import { REGEX_NATIVES } from "./natives-regex.ts";
import { STREAM_NATIVES } from "./natives-streams.ts";
import { STRING_NATIVES } from "./natives-strings.ts";
import { parseDefinitions } from "./parser.ts";
import { PRELUDE } from "./prelude.ts";
import { type Compile, distanceOf, lookUp, type Scope, undefinedName } from "./scope.ts";
import { SPECIALS } from "./specials.ts";
import type { Query } from "./syntax.ts";
import { list, string } from "./values.ts";

type Of<T extends Query["type"]> = Extract<Query, { type: T }>;

export function compileVariable({ name, at }: Of<"variable">, scope: Scope | undefined): Code {
  const distance = distanceOf(`$${name}`, scope);
  if (distance === undefined) throw undefinedName(`$${name}`, at);
  return (machine, _value, track, env, next) =>
    machine.give(next, lookUp(env, distance).value as JsonNode, track);
}

export function compileBreak({ name, at }: Of<"break">, scope: Scope | undefined): Code {
  const distance = distanceOf(`*${name}`, scope);
  if (distance === undefined) throw undefinedName(`the label $${name}`, at);
  return (machine, _value, _track, env) => {
    machine.cut(lookUp(env, distance).height ?? 0);
    machine.fail();
  };
}

export function compileCall(query: Of<"call">, scope: Scope | undefined, compile: Compile): Code {
  const { name, args, at } = query;
  const signature = `${name}/${args.length}`;
  const distance = distanceOf(signature, scope);
  if (distance !== undefined) {
    const makers = args.map((arg) => compileArgument(arg, scope, compile));
    return (machine, value, track, env, next) => {
      const { code, scope: home } = lookUp(env, distance);
      machine.go(code as Code, value, track, withArguments(home, makers, env), next);
    };
  }
  const special = SPECIALS.get(signature);
  if (special !== undefined) return special(args.map((arg) => compile(arg, scope)));
  const native = NATIVES.get(signature);
  if (native !== undefined) {
    const parts = args.map((arg) => compile(arg, scope));
    if (parts.length === 0) {
      return (machine, value, track, _env, next) => {
        machine.touch(value);
        machine.give(next, native(value, [], machine), track);
      };
    }
    return (machine, value, track, env, next) =>
      evaluateAll(machine, parts, value, env, (results) => {
        machine.touch(value);
        for (const result of results) machine.touch(result);
        machine.give(next, native(value, results, machine), track);
      });
  }
  if (signature === "builtins/0")
    return (machine, _value, track, _env, next) => {
      const names = builtins();
      machine.spend(names.length);
      machine.give(next, list(names.map(string)), track);
    };
  const prelude = preludeCode(signature, compile);
  if (prelude === undefined) throw unknownFunction(signature, at);
  const makers = args.map((arg) => compileArgument(arg, scope, compile));
  return (machine, value, track, env, next) =>
    machine.go(prelude(), value, track, withArguments(undefined, makers, env), next);
}

function unknownFunction(signature: string, at: number) {
  const [suggestion] = nearest(signature, builtins(), { limit: 1 });
  return undefinedName(`the function ${signature}`, at, suggestion);
}

type Maker = (parent: Env | undefined, env: Env | undefined) => Env;

/** An argument is the part and where it stands; the mere name of a function is that function. */
function compileArgument(arg: Query, scope: Scope | undefined, compile: Compile): Maker {
  if (arg.type === "call" && arg.args.length === 0) {
    const distance = distanceOf(`${arg.name}/0`, scope);
    if (distance !== undefined) {
      return (parent, env) => {
        const { code, scope: home } = lookUp(env, distance);
        return { parent, code: code as Code, scope: home };
      };
    }
  }
  const code = compile(arg, scope);
  return (parent, env) => ({ parent, code, scope: env });
}

function withArguments(
  home: Env | undefined,
  makers: readonly Maker[],
  env: Env | undefined,
): Env | undefined {
  let inner = home;
  for (const make of makers) inner = make(inner, env);
  return inner;
}

const definitions = new Map(
  PRELUDE.map((text) => {
    const name = /^def (\w+)(?:\((.*?)\))?:/.exec(text);
    const count = name?.[2] === undefined ? 0 : name[2].split(";").length;
    const signature: string = `${name?.[1] ?? ""}/${count}`;
    return [signature, text] as const;
  }),
);
const compiled = new Map<string, Code>();

/** The code of a function that the prelude defines, compiled when it is first called. */
function preludeCode(signature: string, compile: Compile): (() => Code) | undefined {
  const text = definitions.get(signature);
  if (text === undefined) return undefined;
  return () => {
    let code = compiled.get(signature);
    if (code === undefined) {
      const [definition] = parseDefinitions(text);
      if (definition === undefined || signatureOf(definition) !== signature)
        throw new Error(`The prelude does not define ${signature}`);
      code = compileBody(definition, undefined, compile);
      compiled.set(signature, code);
    }
    return code;
  };
}

/** `name/arity` of all functions, as `builtins` lists them: those with `_` are the engine's own. */
export function builtins(): string[] {
  return [...SPECIALS.keys(), ...NATIVES.keys(), ...definitions.keys(), "builtins/0"].filter(
    (signature) => !signature.startsWith("_"),
  );
}

/** Functions by `name/arity`; those with `_` are for the prelude. */
const NATIVES: ReadonlyMap<string, Native> = new Map(
  [
    ARRAY_NATIVES,
    CONVERT_NATIVES,
    DATE_NATIVES,
    MATH_NATIVES,
    OBJECT_NATIVES,
    REGEX_NATIVES,
    STREAM_NATIVES,
    STRING_NATIVES,
  ].flatMap((natives) => Object.entries(natives)),
);
