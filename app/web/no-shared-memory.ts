/** A page without isolation has no shared memory, and the reader of URLs asks for its getters when it is loaded. */
class NoSharedMemory {
  get byteLength(): number {
    throw new TypeError("There is no shared memory");
  }
  get growable(): boolean {
    throw new TypeError("There is no shared memory");
  }
}

/** To be called before any unit is loaded. */
export function standInForSharedMemory(): void {
  globalThis.SharedArrayBuffer ??= NoSharedMemory as unknown as typeof SharedArrayBuffer;
}
