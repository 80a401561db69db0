import type { JsonNode } from "../../_lib/json/tree/tree.ts";
import type { Code } from "./machine.ts";
import { boolean, isTruthy, list } from "./values.ts";

export function compilePipe(left: Code, right: Code): Code {
  return (machine, value, track, env, next) =>
    machine.go(left, value, track, env, (step, reached) =>
      machine.go(right, step, reached, env, next),
    );
}

export function compileComma(left: Code, right: Code): Code {
  return (machine, value, track, env, next) => {
    machine.choose(() => machine.go(right, value, track, env, next));
    machine.go(left, value, track, env, next);
  };
}

/** `left // right`: the values of left that are neither null nor false; those of right where there are none. */
export function compileAlternative(left: Code, right: Code): Code {
  return (machine, value, track, env, next) => {
    let found = false;
    machine.choose(() => {
      if (found) machine.fail();
      else machine.go(right, value, track, env, next);
    });
    machine.go(left, value, track, env, (result, reached) => {
      if (isTruthy(result)) {
        found = true;
        machine.give(next, result, reached);
      } else machine.fail();
    });
  };
}

export function compileLogic(operator: "and" | "or", left: Code, right: Code): Code {
  const decisive = operator === "or";
  return (machine, value, track, env, next) =>
    machine.go(left, value, undefined, env, (first) => {
      if (isTruthy(first) === decisive) machine.give(next, boolean(decisive), track);
      else
        machine.go(right, value, undefined, env, (second) =>
          machine.give(next, boolean(isTruthy(second)), track),
        );
    });
}

export function compileIf(condition: Code, consequence: Code, otherwise: Code): Code {
  return (machine, value, track, env, next) =>
    machine.go(condition, value, undefined, env, (verdict) =>
      machine.go(isTruthy(verdict) ? consequence : otherwise, value, track, env, next),
    );
}

export function compileTry(body: Code, handler: Code | undefined): Code {
  return (machine, value, track, env, next) => {
    const guard = machine.guard(
      () => machine.fail(),
      (error) => {
        if (handler === undefined) machine.fail();
        else machine.go(handler, error.value, track, env, next);
      },
    );
    machine.go(body, value, track, env, (result, reached) => {
      machine.leave(guard);
      machine.give(next, result, reached);
    });
  };
}

export function compileArray(body: Code | undefined): Code {
  if (body === undefined)
    return (machine, _value, track, _env, next) => machine.give(next, list([]), track);
  return (machine, value, track, env, next) => {
    const items: JsonNode[] = [];
    machine.choose(() => machine.give(next, list(items), track));
    machine.go(body, value, undefined, env, (item) => {
      machine.spend(1);
      items.push(item);
      machine.fail();
    });
  };
}
