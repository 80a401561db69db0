import type { JsonNode } from "../../_lib/json/tree/tree.ts";
import type { Code, Env } from "./machine.ts";
import { compilePatterns } from "./compile-patterns.ts";
import type { Compile, Scope } from "./scope.ts";
import type { Definition, Query } from "./syntax.ts";
import { NULL } from "./values.ts";

type Of<T extends Query["type"]> = Extract<Query, { type: T }>;

export function compileBind(query: Of<"bind">, scope: Scope | undefined, compile: Compile): Code {
  const source = compile(query.source, scope);
  const patterns = compilePatterns(query.patterns, scope, compile);
  const body = compile(query.body, patterns.scope);
  return (machine, value, track, env, next) =>
    machine.go(source, value, undefined, env, (bound) =>
      patterns.bind(machine, bound, value, env, (inner) =>
        machine.go(body, value, track, inner, next),
      ),
    );
}

/** `reduce` and `foreach`: a state that each value of the source updates. */
export function compileFold(
  query: Of<"reduce"> | Of<"foreach">,
  scope: Scope | undefined,
  compile: Compile,
): Code {
  const source = compile(query.source, scope);
  const init = compile(query.init, scope);
  const patterns = compilePatterns(query.patterns, scope, compile);
  const update = compile(query.update, patterns.scope);
  const extract = query.type === "foreach" ? compile(query.extract, patterns.scope) : undefined;
  return (machine, value, track, env, next) => {
    const fold = (first: JsonNode): void => {
      let state = first;
      if (extract === undefined) machine.choose(() => machine.give(next, state, track));
      machine.go(source, value, track, env, (item, reached) =>
        patterns.bind(machine, item, value, env, (inner) => {
          const before = state;
          // An update without a value leaves null, so that what was forgotten is seen.
          state = NULL;
          machine.go(update, before, reached, inner, (after, followed) => {
            state = after;
            if (extract === undefined) machine.fail();
            else machine.go(extract, after, followed, inner, next);
          });
        }),
      );
    };
    machine.go(init, value, undefined, env, fold);
  };
}

export function compileLabel(query: Of<"label">, scope: Scope | undefined, compile: Compile): Code {
  const body = compile(query.body, { parent: scope, name: `*${query.name}` });
  return (machine, value, track, env, next) =>
    machine.go(body, value, track, { parent: env, height: machine.height }, next);
}

export function compileDefine(
  query: Of<"define">,
  scope: Scope | undefined,
  compile: Compile,
): Code {
  const { definition } = query;
  const inner: Scope = { parent: scope, name: signatureOf(definition) };
  const code = compileBody(definition, inner, compile);
  const rest = compile(query.rest, inner);
  return (machine, value, track, env, next) =>
    machine.go(rest, value, track, define(code, env), next);
}

export function signatureOf({ name, params }: Definition): string {
  return `${name}/${params.length}`;
}

/** The names where a function's body runs: itself among them. */
export function define(code: Code, parent: Env | undefined): Env {
  const env: Env = { parent, code };
  env.scope = env;
  return env;
}

/** The body of a function, which runs where its arguments stand behind its own name. */
export function compileBody(
  definition: Definition,
  scope: Scope | undefined,
  compile: Compile,
): Code {
  let inner = scope;
  let { body } = definition;
  for (const { name } of definition.params) inner = { parent: inner, name: `${name}/0` };
  for (const { name, isValue } of definition.params.toReversed()) {
    if (!isValue) continue;
    const source: Query = { type: "call", name, args: [], at: 0 };
    body = { type: "bind", source, patterns: [{ type: "variable", name }], body };
  }
  return compile(body, inner);
}
