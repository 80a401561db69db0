/** Functions that follow paths, take several values of an argument or speak to the run. */
import type { JsonNode } from "../../_lib/json/tree/tree.ts";
import { beginning } from "../../_lib/text/shown.ts";
import { giveEach } from "./compile-values.ts";
import { dumpBeginning } from "./dump.ts";
import { Halt, JqError, typeErrors, Unsupported } from "./errors.ts";
import type { Code, Env, Machine, Next } from "./machine.ts";
import { compareValues } from "./order.ts";
import { getPath, keysOf } from "./paths.ts";
import { beginTrack, checkTrack, extendTrack, pathOf, type Track } from "./track.ts";
import { double, doubleOf, isTruthy } from "./values.ts";

const LONGEST_NOTE = 1000;

type Special = (args: readonly Code[]) => Code;

function limitCode(limit: number, body: Code): Code {
  return (machine, value, track, env, next) => {
    const { height } = machine;
    let left = limit;
    machine.go(body, value, track, env, (result, reached) => {
      left--;
      if (left === 0) machine.cut(height);
      machine.give(next, result, reached);
    });
  };
}

const empty: Special = () => (machine) => machine.fail();

const first: Special = ([body]) => limitCode(1, body as Code);

const limit: Special =
  ([count, body]) =>
  (machine, value, track, env, next) =>
    machine.go(count as Code, value, undefined, env, (node) => {
      const wanted = countOf(node, "limit doesn't support negative count", machine);
      if (wanted === undefined) countDown(machine, node, body as Code, value, env);
      else if (wanted <= 0) machine.fail();
      else machine.go(limitCode(Math.ceil(wanted), body as Code), value, track, env, next);
    });

const skip: Special =
  ([count, body]) =>
  (machine, value, track, env, next) =>
    machine.go(count as Code, value, undefined, env, (node) => {
      let left = countOf(node, "skip doesn't support negative count", machine);
      if (left === undefined) {
        countDown(machine, node, body as Code, value, env);
        return;
      }
      machine.go(body as Code, value, track, env, (result, reached) => {
        if (left !== undefined && left-- > 0) machine.fail();
        else machine.give(next, result, reached);
      });
    });

/** How many; undefined for what is above every number. */
function countOf(node: JsonNode, complaint: string, machine: Machine): number | undefined {
  if (compareValues(node, double(0), machine.spend) < 0) throw new JqError(complaint);
  return node.type === "number" ? doubleOf(node) : undefined;
}

/** What is no number meets the error of the first result that is counted by it. */
function countDown(
  machine: Machine,
  count: JsonNode,
  body: Code,
  value: JsonNode,
  env: Env | undefined,
): void {
  machine.go(body, value, undefined, env, () => {
    throw typeErrors(count, double(1), "cannot be subtracted");
  });
}

const select: Special =
  ([condition]) =>
  (machine, value, track, env, next) =>
    machine.go(condition as Code, value, undefined, env, (verdict) => {
      if (isTruthy(verdict)) machine.give(next, value, track);
      else machine.fail();
    });

const last: Special =
  ([body]) =>
  (machine, value, track, env, next) => {
    let found: { readonly value: JsonNode; readonly track: Track | undefined } | undefined;
    machine.choose(() => {
      if (found === undefined) machine.fail();
      else machine.give(next, found.value, found.track);
    });
    machine.go(body as Code, value, track, env, (result, reached) => {
      found = { value: result, track: reached };
      machine.fail();
    });
  };

const path: Special =
  ([body]) =>
  (machine, value, track, env, next) => {
    machine.keep(1);
    machine.go(body as Code, value, beginTrack(value), env, (result, reached) => {
      checkTrack(reached as Track, result);
      machine.give(next, pathOf(reached as Track, machine.spend), track);
    });
  };

const getpath: Special =
  ([paths]) =>
  (machine, value, track, env, next) =>
    machine.go(paths as Code, value, undefined, env, (keys) => {
      if (track !== undefined)
        checkTrack(
          track,
          value,
          (found) =>
            `near attempt to access element ${dumpBeginning(keys, LONGEST_NOTE)} of ${found}`,
        );
      const place = getPath(value, keysOf(keys), machine.spend);
      let reached = track;
      if (track !== undefined) machine.spend(keysOf(keys).length);
      // Only the end of the way is looked at again, so the values in between need not be known.
      for (const key of keysOf(keys)) reached = reached && extendTrack(reached, key, place);
      machine.give(next, place, reached);
    });

const error: Special = () => (_machine, value) => {
  throw new JqError(value);
};

const range: Special =
  ([from, upto]) =>
  (machine, value, track, env, next) =>
    machine.go(from as Code, value, undefined, env, (start) =>
      machine.go(upto as Code, value, undefined, env, (end) => {
        if (start.type !== "number" || end.type !== "number")
          throw new JqError("Range bounds must be numeric");
        giveRange(machine, doubleOf(start), doubleOf(end), 1, (item) =>
          machine.give(next, item, track),
        );
      }),
    );

const rangeBy: Special =
  ([from, upto, by]) =>
  (machine, value, track, env, next) =>
    machine.go(from as Code, value, undefined, env, (start) =>
      machine.go(upto as Code, value, undefined, env, (end) =>
        machine.go(by as Code, value, undefined, env, (step) => {
          if (start.type !== "number" || end.type !== "number" || step.type !== "number")
            throw new JqError("Range bounds must be numeric");
          giveRange(machine, doubleOf(start), doubleOf(end), doubleOf(step), (item) =>
            machine.give(next, item, track),
          );
        }),
      ),
    );

function giveRange(
  machine: Machine,
  from: number,
  upto: number,
  by: number,
  give: (item: JsonNode) => void,
): void {
  const isInside = (at: number) => (by > 0 ? at < upto : by < 0 && at > upto);
  const step = (at: number): void => {
    if (!isInside(at)) {
      machine.fail();
      return;
    }
    machine.spend(1);
    if (isInside(at + by)) machine.chooseAgain(() => step(at + by));
    give(double(at));
  };
  step(from);
}

/** `.[]?` and all below it, without a step of the query for each level. */
const recurse: Special = () => (machine, value, track, _env, next) =>
  visit(machine, value, track, next);

function visit(machine: Machine, value: JsonNode, track: Track | undefined, next: Next): void {
  machine.spend(1);
  const isContainer = value.type === "array" || value.type === "object";
  if (isContainer) {
    machine.choose(() =>
      giveEach(machine, value, track, (child, reached) => visit(machine, child, reached, next)),
    );
  }
  machine.give(next, value, track);
}

const input: Special = () => (machine, _value, track, _env, next) => {
  const document = machine.world.nextInput();
  if (document === undefined) throw new JqError("break");
  machine.give(next, document, track);
};

const debug: Special = () => (machine, value, track, _env, next) => {
  note(machine, value, "debug");
  machine.give(next, value, track);
};

const lineNumber: Special = () => (machine, _value, track, _env, next) => {
  machine.note("QUERY_DEBUG", () => ({ message: "input_line_number is always 0", path: "/query" }));
  machine.give(next, double(0), track);
};

function note(machine: Machine, value: JsonNode, name: string): void {
  machine.note("QUERY_DEBUG", () => ({
    message: `The query called ${name}; received is what it was given`,
    path: "/query",
    received: beginning(dumpBeginning(value, LONGEST_NOTE), LONGEST_NOTE),
  }));
}

const stderr: Special = () => (machine, value, track, _env, next) => {
  note(machine, value, "stderr");
  machine.give(next, value, track);
};

const halt: Special = () => () => {
  throw new Halt();
};

const haltError: Special = () => (_machine, value) => {
  throw new Halt(value);
};

const haltErrorWith: Special =
  ([code]) =>
  (machine, value, _track, env) =>
    machine.go(code as Code, value, undefined, env, (status) => {
      if (status.type !== "number") throw new JqError("halt_error/1: number required");
      throw new Halt(value);
    });

const unsupported =
  (name: string): Special =>
  () =>
  () => {
    throw new Unsupported(name, "a query that needs neither files nor modules");
  };

const environment: Special = () => (machine, _value, track, _env, next) =>
  machine.give(next, { type: "object", start: -1, end: -1, members: [], repeated: false }, track);

export const SPECIALS: ReadonlyMap<string, Special> = new Map<string, Special>([
  ["empty/0", empty],
  ["error/0", error],
  ["first/1", first],
  ["last/1", last],
  ["limit/2", limit],
  ["skip/2", skip],
  ["select/1", select],
  ["path/1", path],
  ["getpath/1", getpath],
  ["range/2", range],
  ["range/3", rangeBy],
  ["recurse/0", recurse],
  ["input/0", input],
  ["debug/0", debug],
  ["stderr/0", stderr],
  ["input_line_number/0", lineNumber],
  ["halt/0", halt],
  ["halt_error/0", haltError],
  ["halt_error/1", haltErrorWith],
  ["env/0", environment],
  ...["modulemeta", "get_search_list", "input_filename", "get_jq_origin", "get_prog_origin"].map(
    (name) => [`${name}/0`, unsupported(name)] as const,
  ),
]);
