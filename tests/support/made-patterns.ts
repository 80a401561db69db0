/**
 * Prints, as JSON, the regular expressions that tools and kits put together while they are loaded and run their
 * examples: `[source, flags, place]` each. A process of its own, as what is loaded already has made its own.
 */
import type { Unit } from "../../app/registry-entry.ts";

const made = new Map<string, readonly [source: string, flags: string, place: string]>();
const Native = RegExp;
const Watched: RegExpConstructor = new Proxy(Native, {
  construct(target, given, newTarget: unknown): RegExp {
    const asked = newTarget === Watched ? Native : (newTarget as RegExpConstructor);
    const pattern = Reflect.construct(target, given, asked) as RegExp;
    const [, place] = /\b((?:app|kits|tools)\/[^\s:]+:\d+)/.exec(new Error().stack ?? "") ?? [];
    if (place !== undefined && !place.includes(".gen.")) take(pattern, place);
    return pattern;
  },
  // `RegExp.$1` is for the constructor itself.
  get: (target, key) => Reflect.get(target, key) as unknown,
});

function take(pattern: RegExp, place: string): void {
  made.set(String(pattern), [pattern.source, pattern.flags, place]);
}

function runExamples({ runUnit, units }: typeof import("./run-unit.ts")): void {
  for (const unit of units) {
    takeSchemas(unit);
    for (const { input } of unit.examples) runUnit(unit, inputOf(unit, input));
  }
}

/** What the host puts an input's texts to. */
function takeSchemas({ id, input }: Unit): void {
  JSON.stringify(input, (key, value: unknown) => {
    if (key === "pattern" && typeof value === "string") take(new Native(value, "u"), id);
    return value;
  });
}

function inputOf(unit: Unit, input: unknown): object {
  return typeof input === "string" ? { [unit.primary]: input } : (input as object);
}

globalThis.RegExp = Watched;
// Loaded only now: what it imports makes its patterns with the constructor that is watched.
runExamples(await import("./run-unit.ts"));
globalThis.RegExp = Native;
console.log(JSON.stringify([...made.values()]));
