/** Runs `work` where clock, chance, environment and network are made up from `seed`. */
export function inWorld<T>(seed: number, work: () => T): T {
  const RealDate = Date;
  class FakeDate extends RealDate {
    constructor(...parts: readonly unknown[]) {
      super(...((parts.length === 0 ? [seed * 86_400_000] : parts) as [number]));
    }
    static override now(): number {
      return seed * 86_400_000;
    }
  }
  const doors: readonly (readonly [owner: object, name: string, fake: unknown])[] = [
    [globalThis, "Date", FakeDate],
    [globalThis, "fetch", undefined],
    [globalThis, "setTimeout", undefined],
    [Math, "random", () => (seed % 97) / 97],
    [crypto, "getRandomValues", (array: Uint8Array) => array.fill(seed % 256)],
    [crypto, "randomUUID", () => `${seed}`],
    [performance, "now", () => seed],
    [process, "env", { SEED: `${seed}` }],
  ];
  const before = doors.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name));
  try {
    for (const [owner, name, value] of doors) {
      Object.defineProperty(owner, name, { value, configurable: true, writable: true });
    }
    return work();
  } finally {
    for (const [index, [owner, name]] of doors.entries()) {
      const was = before[index];
      if (was) Object.defineProperty(owner, name, was);
      else Reflect.deleteProperty(owner, name);
    }
  }
}
