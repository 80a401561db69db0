import { compileAssign } from "./compile-assign.ts";
import { compileBind, compileDefine, compileFold, compileLabel } from "./compile-bindings.ts";
import { compileBreak, compileCall, compileVariable } from "./compile-names.ts";
import {
  compileAlternative,
  compileArray,
  compileComma,
  compileIf,
  compileLogic,
  compilePipe,
  compileTry,
} from "./compile-control.ts";
import {
  compileBinary,
  compileEach,
  compileFormat,
  compileIndex,
  compileNegate,
  compileObject,
  compileSlice,
  compileString,
} from "./compile-values.ts";
import type { Code } from "./machine.ts";
import type { Scope } from "./scope.ts";
import type { Query } from "./syntax.ts";

/** Compiles a query whose names have the meanings of `scope`; throws a `Fault` where a name has none. */
export function compile(query: Query, scope: Scope | undefined): Code {
  switch (query.type) {
    case "identity":
      return (machine, value, track, _env, next) => machine.give(next, value, track);
    case "literal": {
      const { value: literal } = query;
      return (machine, _value, track, _env, next) => machine.give(next, literal, track);
    }
    case "string":
      return compileString(query, scope, compile);
    case "format":
      return compileFormat(query);
    case "index":
      return compileIndex(query, scope, compile);
    case "slice":
      return compileSlice(query, scope, compile);
    case "each":
      return compileEach(compile(query.target, scope), query.optional ?? false);
    case "array":
      return compileArray(query.body && compile(query.body, scope));
    case "object":
      return compileObject(query, scope, compile);
    case "negate":
      return compileNegate(compile(query.body, scope));
    case "binary":
      return compileBinary(query, scope, compile);
    default:
      return compileControl(query, scope);
  }
}

function compileControl(query: Query, scope: Scope | undefined): Code {
  switch (query.type) {
    case "pipe":
      return compilePipe(compile(query.left, scope), compile(query.right, scope));
    case "comma":
      return compileComma(compile(query.left, scope), compile(query.right, scope));
    case "alternative":
      return compileAlternative(compile(query.left, scope), compile(query.right, scope));
    case "and":
    case "or":
      return compileLogic(query.type, compile(query.left, scope), compile(query.right, scope));
    case "if":
      return compileIf(
        compile(query.condition, scope),
        compile(query.consequence, scope),
        compile(query.otherwise, scope),
      );
    case "try":
      return compileTry(compile(query.body, scope), query.handler && compile(query.handler, scope));
    case "assign":
      return compileAssign(query, scope, compile);
    default:
      return compileBinding(query, scope);
  }
}

function compileBinding(query: Query, scope: Scope | undefined): Code {
  switch (query.type) {
    case "reduce":
    case "foreach":
      return compileFold(query, scope, compile);
    case "bind":
      return compileBind(query, scope, compile);
    case "label":
      return compileLabel(query, scope, compile);
    case "break":
      return compileBreak(query, scope);
    case "define":
      return compileDefine(query, scope, compile);
    case "call":
      return compileCall(query, scope, compile);
    case "variable":
      return compileVariable(query, scope);
    default:
      throw new Error(`No code for ${query.type}`);
  }
}
