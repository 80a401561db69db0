const ASCII = 128;
const UNITS = 0x10000;
const YES = 1;
const NO = 2;

/** A test of characters that is asked once for each of them. */
export class RememberedTest {
  /** Several characters may pass, so that none stands for the test. */
  readonly exact = -1;
  readonly #ask: (code: number) => boolean;
  readonly #ascii = new Uint8Array(ASCII);
  /** Made with the first character beyond ASCII. */
  #units: Uint8Array | undefined;
  readonly #others = new Map<number, boolean>();

  constructor(ask: (code: number) => boolean) {
    this.#ask = ask;
  }

  has(code: number): boolean {
    if (code >= UNITS) return this.#hasOther(code);
    const table = code < ASCII ? this.#ascii : (this.#units ??= new Uint8Array(UNITS));
    const known = table[code];
    if (known !== 0) return known === YES;
    const found = this.#ask(code);
    table[code] = found ? YES : NO;
    return found;
  }

  #hasOther(code: number): boolean {
    let found = this.#others.get(code);
    if (found === undefined) {
      found = this.#ask(code);
      this.#others.set(code, found);
    }
    return found;
  }
}
